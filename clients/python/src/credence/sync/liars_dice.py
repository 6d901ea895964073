# Made from ../aio/liars_dice.py by `python -m generate`: change that one.
"""A table of liars_dice.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from ..answers import Appended, Turn
from ..by_seat import BySeat
from ..event import Event
from ..events.liars_dice import LiarsDiceEvents
from .table import Table

if TYPE_CHECKING:
    from ..shapes.liars_dice import AccuracyAnswer, Answer, BestResponseAnswer, BidsAnswer, FacePopularityAnswer, FaceTotalAnswer, HandAnswer, PlausibilityAnswer, Query, TrustAnswer, World

__all__ = ["LiarsDice"]
_ = (Any, BySeat, Mapping, Sequence)


class LiarsDice(Table["World"]):
    """Liar's dice (Perudo): which dice lie under whose cup, from bids, calls and what reveals taught."""

    ruleset = "liars_dice"
    #: Makes events without reporting them.
    event = LiarsDiceEvents

    def bid(self, *, face: int, quantity: int, seat: int) -> Appended:
        """Reports: A bid: all cups together hold at least `quantity` dice of `face`, wild ones counted.

        Args:
            face: 1 to 6.
            quantity: At least so many dice.
            seat: Who bids.
        """
        return self.report(LiarsDiceEvents.bid(face=face, quantity=quantity, seat=seat))

    def call(self, *, seat: int) -> Appended:
        """Reports: The seat does not believe the standing bid.

        Args:
            seat: Who calls.
        """
        return self.report(LiarsDiceEvents.call(seat=seat))

    def dice_change(self, *, delta: int, left: int, seat: int) -> Appended:
        """Reports: Dice that the call cost or won: `delta` of them, after which the seat has `left`.

        Args:
            delta: How many more; below 0 where they are lost.
            left: Dice that the seat then has; 0 is out.
            seat: Whose dice.
        """
        return self.report(LiarsDiceEvents.dice_change(delta=delta, left=left, seat=seat))

    def exact(self, *, seat: int) -> Appended:
        """Reports: The seat says that the standing bid is exactly right.

        Args:
            seat: Who calls.
        """
        return self.report(LiarsDiceEvents.exact(seat=seat))

    def reveal(self, *, hands: BySeat[Sequence[int]]) -> Appended:
        """Reports: All cups are lifted after a call: the dice of every seat that is in. It ends the round and settles what each player's bids were
        worth.

        Args:
            hands: Faces, 1 to 6, by seat.
        """
        return self.report(LiarsDiceEvents.reveal(hands=hands))

    def roll(self, *, dice: Sequence[int], seat: int) -> Appended:
        """Reports: The dice under a seat's cup in this round. Only that seat sees it; others' rolls need no event.

        Args:
            dice: Faces, 1 to 6, in any order.
            seat: Whose cup.
        """
        return self.report(LiarsDiceEvents.roll(dice=dice, seat=seat))

    def round(self, *, dice: BySeat[int], starter: int) -> Appended:
        """Reports: A round begins, and all dice are rolled anew. Only seats still in are listed. The first round of the log may be in the middle of a
        game; every later one must say what the dice changes left.

        Args:
            dice: Dice of each seat that is in.
            starter: Who bids first: any seat that is in. Tables differ in who begins after a call (its loser, its winner, the next seat where the loser is out), so nothing else is checked.
        """
        return self.report(LiarsDiceEvents.round(dice=dice, starter=starter))

    @overload  # type: ignore[override]
    def turn(
        self,
        *events: Event,
        variables: Sequence[str] | None = None,
        queries: Sequence[Query] = (),
        worlds: int = 0,
        seed: int | None = None,
        form: None = None,
        if_revision: int | None = None,
    ) -> Turn[World, Answer]: ...

    @overload
    def turn(
        self,
        *events: Event,
        variables: Sequence[str] | None = None,
        queries: Sequence[Query] = (),
        worlds: int = 0,
        seed: int | None = None,
        form: str,
        if_revision: int | None = None,
    ) -> Turn[Any, Answer]: ...

    def turn(self, *events: Event, **asked: Any) -> Any:
        """Reports events and asks, in one round trip: for the belief (or the `variables` named), answers to `queries`, and `worlds`."""
        return super().turn(*events, **asked)

    @overload  # type: ignore[override]
    def ask(self, type: Literal["accuracy"], /, *, seat: int) -> AccuracyAnswer: ...

    @overload
    def ask(self, type: Literal["best_response"], /) -> BestResponseAnswer: ...

    @overload
    def ask(self, type: Literal["bids"], /, *, face: int | None = None, round: int | None = None, seat: int | None = None) -> BidsAnswer: ...

    @overload
    def ask(self, type: Literal["face_popularity"], /, *, face: int, recent_rounds: int | None = None) -> FacePopularityAnswer: ...

    @overload
    def ask(self, type: Literal["face_total"], /, *, face: int) -> FaceTotalAnswer: ...

    @overload
    def ask(self, type: Literal["hand"], /, *, seat: int) -> HandAnswer: ...

    @overload
    def ask(self, type: Literal["plausibility"], /, *, face: int, quantity: int) -> PlausibilityAnswer: ...

    @overload
    def ask(self, type: Literal["trust"], /, *, seat: int) -> TrustAnswer: ...

    def ask(self, type: str, /, **question: Any) -> Any:
        """Asks one of the questions accuracy, best_response, bids, face_popularity, face_total, hand, plausibility, trust."""
        return super().ask(type, **question)
