"""A search player of Hearts that asks a Credence server for its worlds: the program is told by `CREDENCE`, a path to the binary.

The server is posted what the referee sees, and is asked for worlds as the seat would see them, with its default model: soft evidence on, and
what it has learned of these players in the games before. So this family depends on the server that it was made with.
"""

import atexit
import os

from hearts_search import Determinised
from hearts_table import card_of
from validate import Server, post


class Feed:
    """The game as it is posted; one for the four seats of a table."""

    def __init__(self, people):
        self.server = Server(os.environ.get("CREDENCE", "/tmp/credence_new2"))
        atexit.register(self.server.__exit__)
        self.people, self.games, self.waiting = people, 0, []

    def saw(self, event):
        if event["type"] == "deal":
            self.flush()
            self.games += 1
            head = {"ruleset": "hearts", "setup": {"pass": [event["data"]["direction"]]}, "players": self.people}
            self.server.opens(head, f"game-{self.games}")
        self.waiting.append(event)

    def flush(self):
        if self.waiting:
            self.server.appends(f"game-{self.games}", self.waiting)
            self.waiting = []

    def worlds(self, seat, count, seed):
        self.flush()
        asked = {"observer": f"seat:{seat}", "count": count, "seed": seed}
        return post(f"{self.server.url}/v1/games/game-{self.games}/worlds", asked)["worlds"]


class WorldsSearch(Determinised):
    def __init__(self, feed, *seed, worlds=30):
        super().__init__("worlds", *seed, worlds=worlds)
        self.feed = feed

    def watches(self, event, seat):
        # All four see the same feed; one of them posts it.
        if seat == 0:
            self.feed.saw(event)

    def deals(self, view):
        worlds = self.feed.worlds(view.seat, self.worlds, self.rng.randrange(2 ** 32))
        return [[{card_of(card) for card in world["world"]["hands"][str(seat)]} for seat in range(4)] for world in worlds]
