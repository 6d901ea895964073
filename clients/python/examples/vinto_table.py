"""A table of Vinto to copy: an engine in plain Python, and a seat that asks Credence what the hidden cards are.

    python examples/vinto_table.py 300

The same 300 rounds in both, against three players who know what they looked at and take all else for dealt by lot (2 cores, 22 November 2026): with
Credence 94 won (0.313 ± 0.052, 95 %), by lot 64 (0.213 ± 0.046).
"""

from __future__ import annotations

import random
import sys
from statistics import mean
from typing import Any

import credence

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker"]
POINTS = {**{rank: place + 1 for place, rank in enumerate(RANKS[:10])}, "J": 10, "Q": 10, "K": 0, "Joker": -1}
DECK = [rank for rank in RANKS for _ in range(2 if rank == "Joker" else 4)]
ACTIONS = {"A": "force", "7": "own", "8": "own", "9": "other", "10": "other", "J": "switch", "Q": "switch", "K": "declare"}
#: The word `from` is Python's, so that it stands in no call.
DRAWN: Any = {"from": "drawn"}
Place = tuple[int, int]
Rows = list[list[str]]


class Card:
    """A card of the deck, and which seats have seen it."""

    def __init__(self, rank: str) -> None:
        self.rank, self.seen = rank, set[int]()


class Player:
    """A seat that remembers what it saw, and takes all other cards for dealt by lot."""

    def sees(self, kind: str, data: dict[str, Any]) -> None:
        """Is told what this seat sees."""

    def worlds(self, table: Table, seat: int) -> list[Rows]:
        """How all rows may be."""
        hidden = [card for row in table.rows for card in row if seat not in card.seen]
        pool = [card.rank for card in hidden + table.pile]
        worlds = []
        for _ in range(100):
            dealt = dict(zip(hidden, random.sample(pool, len(hidden)), strict=True))
            worlds.append([[dealt.get(card, card.rank) for card in row] for row in table.rows])
        return worlds

    def look(self, table: Table, seat: int) -> None:
        """Takes stock before it decides: what each card is worth in the mean, and how often its row is the lowest."""
        worlds = self.worlds(table, seat)
        self.worth = {(other, at): mean(POINTS[world[other][at]] for world in worlds) for other, row in enumerate(table.rows) for at in range(len(row))}
        totals = [[sum(POINTS[rank] for rank in row) for row in world] for world in worlds]
        self.lowest = mean(all(total[seat] < points for other, points in enumerate(total) if other != seat) for total in totals)
        self.mine = max(((seat, at) for at in range(len(table.rows[seat]))), key=lambda place: self.worth[place], default=None)
        theirs = [place for place in self.worth if place[0] not in (seat, table.caller)]
        self.theirs = min(theirs, key=lambda place: self.worth[place], default=None)

    def swaps(self, rank: str) -> Place | None:
        """The place of the card that it gives up for a drawn one."""
        return self.mine if self.mine and self.worth[self.mine] > POINTS[rank] + 1 else None

    def acts(self, table: Table, seat: int, rank: str) -> Place | tuple[Place, Place] | int | None:
        """What it would play a card's action on; None: it would not."""
        action, rows = ACTIONS.get(rank), table.rows
        if action == "own":
            return next(((seat, at) for at, card in enumerate(rows[seat]) if seat not in card.seen), None)
        if action == "other":
            return next(((other, at) for other, at in self.worth if other not in (seat, table.caller) and seat not in rows[other][at].seen), None)
        if action == "switch" and self.mine and self.theirs and self.worth[self.mine] > self.worth[self.theirs] + 2:
            return self.mine, self.theirs
        if action == "declare" and self.mine and seat in rows[seat][self.mine[1]].seen and self.worth[self.mine] >= 3:
            return self.mine
        if action == "force":
            return min((other for other in range(len(rows)) if other not in (seat, table.caller)), key=lambda other: len(rows[other]), default=None)
        return None

    def calls(self, turn: int) -> bool:
        """Whether it ends the round: it is likely to be the lowest, and asks for less as time goes on."""
        return self.lowest > 0.8 - 0.01 * turn


class Believer(Player):
    """The same seat with Credence: it reports what it sees, and draws worlds from its belief."""

    def __init__(self, server: credence.Server, me: int, names: list[str]) -> None:
        self.game = server.vinto(me=me, players=names, setup={"draws": "private"})

    def sees(self, kind: str, data: dict[str, Any]) -> None:
        """Reports it in the table's own words."""
        self.game.report(credence.Event(kind, data))

    def worlds(self, table: Table, seat: int) -> list[Rows]:
        """Worlds as they are believed."""
        return [[list(world["rows"][str(other)]) for other in range(len(table.rows))] for world in self.game.worlds(100)]


class Table:
    """One round. A card's action is played when it is drawn, or not at all; whoever knows a card that matches what was laid down throws it in."""

    def __init__(self, players: list[Player], chance: random.Random) -> None:
        self.players, self.chance = players, chance
        self.pile = [Card(rank) for rank in DECK]
        chance.shuffle(self.pile)
        self.rows = [[self.pile.pop() for _ in range(5)] for _ in players]
        self.laid: list[Card] = []
        self.caller: int | None = None

    def tell(self, kind: str, *, to: int | None = None, private: dict[str, Any] | None = None, **data: Any) -> None:
        """Says to every seat what happened; what is private, to one."""
        for seat, player in enumerate(self.players):
            player.sees(kind, {**data, **(private or {})} if seat == to else data)

    def take(self) -> Card:
        """The top of the pile; the cards that were laid down are shuffled under it when it is empty."""
        if not self.pile:
            self.tell("reshuffle", kept=0)
            self.pile, self.laid = [Card(card.rank) for card in self.laid[:-1]], self.laid[-1:]
            self.chance.shuffle(self.pile)
        return self.pile.pop()

    def peek(self, seat: int, place: Place) -> None:
        """A seat looks at a card."""
        card = self.rows[place[0]][place[1]]
        card.seen.add(seat)
        self.tell("peek", to=seat, private={"card": card.rank}, seat=seat, target=place[0], position=place[1])

    def play(self) -> list[int]:
        """Plays to the end, and gives the points of each row."""
        seat = self.chance.randrange(len(self.players))
        self.tell("round", first=seat)
        for other in range(len(self.rows)):
            self.peek(other, (other, 0))
            self.peek(other, (other, 1))
        turn = 0
        while seat != self.caller:
            self.turn(seat)
            turn += 1
            self.players[seat].look(self, seat)
            if self.caller is None and turn > len(self.rows) and self.players[seat].calls(turn):
                self.caller = seat
                self.tell("vinto", seat=seat)
            seat = (seat + 1) % len(self.rows)
        self.tell("reveal", hands={other: [card.rank for card in row] for other, row in enumerate(self.rows)})
        self.tell("finish")
        return [sum(POINTS[card.rank] for card in row) for row in self.rows]

    def turn(self, seat: int) -> None:
        """Draws, and swaps, plays or lays down."""
        player, card = self.players[seat], self.take()
        card.seen.add(seat)
        self.tell("draw", to=seat, private={"card": card.rank}, seat=seat)
        player.look(self, seat)
        ranks = {card.rank}
        if place := player.swaps(card.rank):
            out = self.rows[seat][place[1]]
            self.rows[seat][place[1]], ranks = card, {out.rank}
            self.laid.append(out)
            self.tell("swap", to=seat, private={"drawn": card.rank}, seat=seat, position=place[1], out=out.rank)
        elif (target := player.acts(self, seat, card.rank)) is not None:
            self.laid.append(card)
            self.tell("use_action", seat=seat, card=card.rank, **DRAWN)
            ranks |= self.action(seat, card.rank, target)
        else:
            self.laid.append(card)
            self.tell("discard", seat=seat, card=card.rank)
        self.throw_in(ranks)

    def action(self, seat: int, rank: str, target: Any) -> set[str]:
        """Plays a card's action, and gives the ranks that may be thrown in after it beside its own."""
        kind = ACTIONS[rank]
        if kind in ("own", "other"):
            self.peek(seat, target)
        elif kind == "force":
            self.tell("force_draw", seat=seat, target=target)
            self.rows[target].append(self.take())
        elif kind == "declare":
            named = self.rows[seat].pop(target[1])
            self.laid.append(named)
            self.tell("declare", seat=seat, target=seat, position=target[1], rank=named.rank, actual=named.rank)
            return {named.rank}
        else:
            (mine, at), (other, there) = target
            if rank == "Q":
                self.peek(seat, target[0])
                self.peek(seat, target[1])
            executed = rank == "J" or POINTS[self.rows[mine][at].rank] > POINTS[self.rows[other][there].rank]
            if executed:
                self.rows[mine][at], self.rows[other][there] = self.rows[other][there], self.rows[mine][at]
            self.tell("switch", seat=seat, a={"seat": mine, "position": at}, b={"seat": other, "position": there}, executed=executed)
        return set()

    def throw_in(self, ranks: set[str]) -> None:
        """Everybody throws in the cards that it knows to match and that cost points; the caller's row is closed."""
        free = [seat for seat in range(len(self.rows)) if seat != self.caller]
        for seat in free:
            positions = [at for at, card in enumerate(self.rows[seat]) if seat in card.seen and card.rank in ranks and POINTS[card.rank] > 0]
            if positions:
                thrown = [self.rows[seat][at] for at in positions]
                self.tell("toss_in", seat=seat, positions=positions, cards=[card.rank for card in thrown], success=True)
                self.rows[seat] = [card for card in self.rows[seat] if card not in thrown]
                self.laid[-1:-1] = thrown
        self.tell("toss_window", ranks=sorted(ranks, key=RANKS.index), eligible=free)


if __name__ == "__main__":
    with credence.local() as server:
        for believes in (True, False):
            random.seed(1)
            won = 0
            for seed in range(int(sys.argv[1])):
                names, me = ["ann", "bob", "cleo", "dora"], seed % 4
                players = [Believer(server, me, names) if believes and seat == me else Player() for seat in range(4)]
                points = Table(players, random.Random(seed)).play()
                won += points[me] < min(points[:me] + points[me + 1 :])
            share = won / int(sys.argv[1])
            print(f"{'Credence' if believes else 'by lot'}: {won} of {sys.argv[1]} won, {share:.3f} ± {1.96 * (share * (1 - share) / int(sys.argv[1])) ** 0.5:.3f} (95 %)")
