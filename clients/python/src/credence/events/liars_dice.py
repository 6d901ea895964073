"""The events of liars_dice, made and not yet reported.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..by_seat import BySeat
from ..event import Event, event

if TYPE_CHECKING:
    from ..shapes.liars_dice import Setup

__all__ = ["LiarsDiceEvents"]
_ = (Any, BySeat, Mapping, Sequence)


class LiarsDiceEvents:
    """Liar's dice (Perudo): which dice lie under whose cup, from bids, calls and what reveals taught: its events, for `report`, `turn` and
    `what_if`.
    """

    @staticmethod
    def bid(*, face: int, quantity: int, seat: int) -> Event:
        """A bid: all cups together hold at least `quantity` dice of `face`, wild ones counted.

        Args:
            face: 1 to 6.
            quantity: At least so many dice.
            seat: Who bids.
        """
        return event("bid", face=face, quantity=quantity, seat=seat)

    @staticmethod
    def call(*, seat: int) -> Event:
        """The seat does not believe the standing bid.

        Args:
            seat: Who calls.
        """
        return event("call", seat=seat)

    @staticmethod
    def dice_change(*, delta: int, left: int, seat: int) -> Event:
        """Dice that the call cost or won: `delta` of them, after which the seat has `left`.

        Args:
            delta: How many more; below 0 where they are lost.
            left: Dice that the seat then has; 0 is out.
            seat: Whose dice.
        """
        return event("dice_change", delta=delta, left=left, seat=seat)

    @staticmethod
    def exact(*, seat: int) -> Event:
        """The seat says that the standing bid is exactly right.

        Args:
            seat: Who calls.
        """
        return event("exact", seat=seat)

    @staticmethod
    def reveal(*, hands: BySeat[Sequence[int]]) -> Event:
        """All cups are lifted after a call: the dice of every seat that is in. It ends the round and settles what each player's bids were worth.

        Args:
            hands: Faces, 1 to 6, by seat.
        """
        return event("reveal", hands=hands)

    @staticmethod
    def roll(*, dice: Sequence[int], seat: int) -> Event:
        """The dice under a seat's cup in this round. Only that seat sees it; others' rolls need no event.

        Args:
            dice: Faces, 1 to 6, in any order.
            seat: Whose cup.
        """
        return event("roll", dice=dice, seat=seat)

    @staticmethod
    def round(*, dice: BySeat[int], starter: int) -> Event:
        """A round begins, and all dice are rolled anew. Only seats still in are listed. The first round of the log may be in the middle of a game;
        every later one must say what the dice changes left.

        Args:
            dice: Dice of each seat that is in.
            starter: Who bids first: any seat that is in. Tables differ in who begins after a call (its loser, its winner, the next seat where the loser is out), so nothing else is checked.
        """
        return event("round", dice=dice, starter=starter)
