"""A table of Perudo to copy: an engine in plain Python, and a seat that asks Credence what lies under the other cups.

    python examples/perudo_table.py 100

The same 100 games in both, against two players who bid by their own dice alone (2 cores, 22 November 2026): with Credence 80 won (0.800 ± 0.078, 95 %),
by lot 30 (0.300 ± 0.090).
"""

from __future__ import annotations

import random
import sys
from typing import Any

import credence

Bid = tuple[int, int]
Cups = list[list[int]]


class Player:
    """A seat that bids by its own dice: it takes the others' for dice thrown by lot."""

    def sees(self, kind: str, data: dict[str, Any]) -> None:
        """Is told what this seat sees."""

    def worlds(self, table: Table, seat: int) -> list[Cups]:
        """How all cups may be."""
        return [[table.cups[seat] if other == seat else random.choices(range(1, 7), k=count) for other, count in enumerate(table.dice)] for _ in range(200)]

    def acts(self, table: Table, seat: int) -> Bid | None:
        """The bid that holds most often, or None: the standing bid is a lie, because that is likelier than the best bid's truth."""
        flat = [[die for cup in world for die in cup] for world in self.worlds(table, seat)]
        counts = {face: [table.count(dice, face) for dice in flat] for face in range(1, 7)}
        holds = {bid: sum(count >= bid[0] for count in counts[bid[1]]) / len(flat) for bid in [*table.raises(), *table.bids[-1:]]}
        best = max(table.raises(), key=lambda bid: (holds[bid], -bid[0], bid[1]), default=None)
        if table.bids and (best is None or 1 - holds[table.bids[-1]] > holds[best]):
            return None
        return best


class Believer(Player):
    """The same seat with Credence: it reports what it sees, and draws worlds from its belief."""

    def __init__(self, server: credence.Server, me: int, names: list[str]) -> None:
        self.game = server.liars_dice(me=me, players=names, setup={"exact_call": False})

    def sees(self, kind: str, data: dict[str, Any]) -> None:
        """Reports it in the table's own words."""
        self.game.report(credence.Event(kind, data))

    def worlds(self, table: Table, seat: int) -> list[Cups]:
        """Worlds as they are believed."""
        return [[world["dice"].get(str(other), []) for other in range(len(table.dice))] for world in self.game.worlds(200)]


class Table:
    """One game. Ones are wild, but in a round that begins with a player's last die; whoever loses a call loses a die."""

    def __init__(self, players: list[Player], chance: random.Random) -> None:
        self.players, self.chance, self.dice = players, chance, [5] * len(players)
        self.cups: Cups = []
        self.bids: list[Bid] = []
        self.wild = True

    def tell(self, kind: str, to: int | None = None, **data: Any) -> None:
        """Says to all seats, or to one, what happened."""
        for seat, player in enumerate(self.players):
            if to in (None, seat):
                player.sees(kind, data)

    def count(self, dice: list[int], face: int) -> int:
        """How many dice a bid on this face counts."""
        return dice.count(face) + (dice.count(1) if self.wild and face != 1 else 0)

    def raises(self) -> list[Bid]:
        """The bids that may follow."""
        return [(count, face) for face in range(1, 7) for count in range(self.least(face), sum(self.dice) + 1)]

    def least(self, face: int) -> int:
        """The least number that may be bid of a face now."""
        if not self.bids:
            return 1
        count, standing = self.bids[-1]
        if not self.wild:
            return count + 1 if face == standing else sum(self.dice) + 1
        if standing == 1 and face != 1:
            return 2 * count + 1
        if face == 1 and standing != 1:
            return (count + 1) // 2
        return count if face > standing else count + 1

    def after(self, seat: int) -> int:
        """Who follows a seat, of those who have dice."""
        seats = [(seat + step) % len(self.dice) for step in range(1, len(self.dice) + 1)]
        return next(other for other in seats if self.dice[other])

    def play(self) -> int:
        """Plays to the end, and says who wins."""
        starter = self.chance.randrange(len(self.players))
        while sum(count > 0 for count in self.dice) > 1:
            starter = starter if self.dice[starter] else self.after(starter)
            starter = self.round(starter)
        self.tell("finish")
        return next(seat for seat, count in enumerate(self.dice) if count)

    def round(self, seat: int) -> int:
        """Plays from one throw of all dice to the loss of one, and says whose it was."""
        self.wild, self.bids = self.dice[seat] > 1, []
        self.tell("round", dice={other: count for other, count in enumerate(self.dice) if count}, starter=seat)
        self.cups = [self.chance.choices(range(1, 7), k=count) for count in self.dice]
        for other, cup in enumerate(self.cups):
            if cup:
                self.tell("roll", to=other, seat=other, dice=cup)
        while bid := self.players[seat].acts(self, seat):
            self.bids.append(bid)
            self.tell("bid", seat=seat, quantity=bid[0], face=bid[1])
            bidder, seat = seat, self.after(seat)
        self.tell("call", seat=seat)
        self.tell("reveal", hands={other: cup for other, cup in enumerate(self.cups) if cup})
        count, face = self.bids[-1]
        loser = seat if self.count([die for cup in self.cups for die in cup], face) >= count else bidder
        self.dice[loser] -= 1
        self.tell("dice_change", seat=loser, delta=-1, left=self.dice[loser])
        return loser


if __name__ == "__main__":
    with credence.local() as server:
        for believes in (True, False):
            random.seed(1)
            won = 0
            for seed in range(int(sys.argv[1])):
                names, me = ["ann", "bob", "cleo"], seed % 3
                players = [Believer(server, me, names) if believes and seat == me else Player() for seat in range(3)]
                won += Table(players, random.Random(seed)).play() == me
            share = won / int(sys.argv[1])
            print(f"{'Credence' if believes else 'by lot'}: {won} of {sys.argv[1]} won, {share:.3f} ± {1.96 * (share * (1 - share) / int(sys.argv[1])) ** 0.5:.3f} (95 %)")
