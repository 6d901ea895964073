"""A game on a server, as a player asks about it: what happened is appended when something is asked, and not before."""

import random


class Asked:
    def __init__(self, server, game, seat=0):
        self.server, self.game, self.seat, self.waiting = server, game, seat, []
        self.rng = random.Random(game.rsplit("-", 1)[1])

    def watches(self, event):
        self.waiting.append(event)

    def post(self, route, body):
        if self.waiting:
            self.server.sent("POST", f"/v1/games/{self.game}/events", self.waiting)
            self.waiting = []
        return self.server.sent("POST", f"/v1/games/{self.game}/{route}", {"observer": f"seat:{self.seat}", **body})

    def worlds(self, count):
        """So many worlds that count alike: where the server's have weights, they are drawn by them."""
        drawn = self.post("worlds", {"count": count, "seed": self.rng.randrange(2 ** 32)})["worlds"]
        worlds = [world["world"] for world in drawn]
        if drawn[0].get("importance") is None:
            return worlds
        return self.rng.choices(worlds, [world["importance"] for world in drawn], k=count)

    def best_response(self):
        return self.post("queries", {"queries": [{"type": "best_response"}]})["answers"][0]
