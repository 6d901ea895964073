# Made from ../aio/hearts.py by `python -m generate`: change that one.
"""A table of hearts.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from ..answers import Appended, Turn
from ..by_seat import BySeat
from ..event import Event
from ..events.hearts import HeartsEvents
from .table import Table

if TYPE_CHECKING:
    from ..shapes.hearts import Answer, By, ConfidenceAnswer, Direction, EntropyAnswer, ExpectedPointsAnswer, HoldsAnswer, Query, Suit, SuitLengthAnswer, UnseenAnswer, VoidAnswer, World

__all__ = ["Hearts"]
_ = (Any, BySeat, Mapping, Sequence)


class Hearts(Table["World"]):
    """Hearts: who holds which card, from passes, voids and the way cards are played."""

    ruleset = "hearts"
    #: Makes events without reporting them.
    event = HeartsEvents

    def deal(self, *, deal: int, direction: Direction, hands: BySeat[Sequence[str]] | None = None) -> Appended:
        """Reports: Thirteen cards to each seat; each sees its own.

        Args:
            deal: Number of the deal in this game, from 0.
            direction: Where cards are passed in this deal: that of the table's cycle.
            hands: Hands as far as the reporter knows them.
        """
        return self.report(HeartsEvents.deal(deal=deal, direction=direction, hands=hands))

    def deal_end(self, *, points: BySeat[int], passes: BySeat[Sequence[str]] | None = None) -> Appended:
        """Reports: The deal is scored, and what it taught of its players is remembered: without this event nothing is, also where the last card was
        played. May come before the thirteenth trick, where the rest was conceded; then the points are 26 in all too, unless the table's setup says
        that they are not checked.

        Args:
            points: Points of the deal by seat: as taken; or, after shooting the moon, 26 for the others or -26 for the shooter.
            passes: What each seat passed, where the table shows it afterwards.
        """
        return self.report(HeartsEvents.deal_end(points=points, passes=passes))

    def pass_(self, *, seat: int, to: int, cards: Sequence[str] | None = None) -> Appended:
        """Reports: Three cards laid aside for another seat; seen by the giver only.

        Args:
            seat: Who gives.
            to: Who will receive.
            cards: The three cards. May be left out for a seat whose hand the log does not hold, and does not tell by holding the three others.
        """
        return self.report(HeartsEvents.pass_(seat=seat, to=to, cards=cards))

    def play(self, *, card: str, seat: int) -> Appended:
        """Reports: A card to the trick. Who wins a trick follows from its cards.

        Args:
            card: Which card.
            seat: Who plays.
        """
        return self.report(HeartsEvents.play(card=card, seat=seat))

    def receive(self, *, from_: int, seat: int, cards: Sequence[str] | None = None) -> Appended:
        """Reports: Three cards taken up; seen by the receiver only. Not before all four seats have passed.

        Args:
            from_: Who gave.
            seat: Who receives.
            cards: The three cards.
        """
        return self.report(HeartsEvents.receive(from_=from_, seat=seat, cards=cards))

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
    def ask(self, type: Literal["confidence"], /) -> ConfidenceAnswer: ...

    @overload
    def ask(self, type: Literal["entropy"], /, *, by: By) -> EntropyAnswer: ...

    @overload
    def ask(self, type: Literal["expected_points"], /, *, card: str, seat: int | None = None) -> ExpectedPointsAnswer: ...

    @overload
    def ask(self, type: Literal["holds"], /, *, card: str, seat: int) -> HoldsAnswer: ...

    @overload
    def ask(self, type: Literal["suit_length"], /, *, seat: int, suit: Suit) -> SuitLengthAnswer: ...

    @overload
    def ask(self, type: Literal["unseen"], /, *, seat: int, threshold: float | None = None) -> UnseenAnswer: ...

    @overload
    def ask(self, type: Literal["void"], /, *, seat: int, suit: Suit) -> VoidAnswer: ...

    def ask(self, type: str, /, **question: Any) -> Any:
        """Asks one of the questions confidence, entropy, expected_points, holds, suit_length, unseen, void."""
        return super().ask(type, **question)
