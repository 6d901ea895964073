"""A table of vinto.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from ..answers import Appended, Turn
from ..by_seat import BySeat
from ..event import Event
from ..events.vinto import VintoEvents
from .table import AsyncTable

if TYPE_CHECKING:
    from ..shapes.vinto import Answer, From, HoldsKnownAnswer, KnowsAnswer, Place, Query, Rank, RankAnswer, ReadinessAnswer, RowTotalAnswer, WinsIfCalledAnswer, World

__all__ = ["AsyncVinto"]
_ = (Any, BySeat, Mapping, Sequence)


class AsyncVinto(AsyncTable["World"]):
    """Vinto: ranks in rows of hidden cards, from peeks, swaps, toss-ins and calls."""

    ruleset = "vinto"
    #: Makes events without reporting them.
    event = VintoEvents

    def declare(self, *, position: int, rank: Rank, seat: int, target: int, actual: Rank | None = None) -> Coroutine[Any, Any, Appended]:
        """Reports: King: a seat names the rank of a card. If it is right, the card leaves the row, and its action may be played; if not, it stays, and
        a penalty follows.

        Args:
            position: Place in the row, from 0.
            rank: The rank that was named.
            seat: Who played the King.
            target: Whose card.
            actual: The card's rank, where it was shown: always if it was right; if not, as the table plays it. Left out: it was wrong.
        """
        return self.report(VintoEvents.declare(position=position, rank=rank, seat=seat, target=target, actual=actual))

    def discard(self, *, card: Rank, seat: int) -> Coroutine[Any, Any, Appended]:
        """Reports: The drawn card goes to the discard pile, unplayed.

        Args:
            card: The card, face up.
            seat: Who discards.
        """
        return self.report(VintoEvents.discard(card=card, seat=seat))

    def draw(self, *, seat: int, card: Rank | None = None) -> Coroutine[Any, Any, Appended]:
        """Reports: The seat to act takes the top of the draw pile.

        Args:
            seat: Who draws.
            card: The card: seen by all, or by the one who draws, as the table plays it.
        """
        return self.report(VintoEvents.draw(seat=seat, card=card))

    def force_draw(self, *, seat: int, target: int) -> Coroutine[Any, Any, Appended]:
        """Reports: Ace: another seat takes the top of the draw pile into its row, unseen.

        Args:
            seat: Who played the Ace.
            target: Who takes the card, at the end of its row.
        """
        return self.report(VintoEvents.force_draw(seat=seat, target=target))

    def peek(self, *, position: int, seat: int, target: int, card: Rank | None = None) -> Coroutine[Any, Any, Appended]:
        """Reports: A seat looks at a card: its own before the first turn; by Seven or Eight; by Nine or Ten; by Queen, twice.

        Args:
            position: Place in the row, from 0.
            seat: Who looks.
            target: Whose row.
            card: The card; seen by the one who looks.
        """
        return self.report(VintoEvents.peek(position=position, seat=seat, target=target, card=card))

    def penalty(self, *, seat: int) -> Coroutine[Any, Any, Appended]:
        """Reports: A seat takes the top of the draw pile into its row, unseen, for a mistake.

        Args:
            seat: Who takes the card, at the end of its row.
        """
        return self.report(VintoEvents.penalty(seat=seat))

    def reshuffle(self, *, kept: int) -> Coroutine[Any, Any, Appended]:
        """Reports: All discards but the top are shuffled under what is left of the draw pile.

        Args:
            kept: Cards of the draw pile that stayed on top.
        """
        return self.report(VintoEvents.reshuffle(kept=kept))

    def reveal(self, *, hands: BySeat[Sequence[Rank]]) -> Coroutine[Any, Any, Appended]:
        """Reports: All rows are turned up, which ends the round: after the call and the turns that follow it, or where no card is left to draw and
        none to shuffle.

        Args:
            hands: Every row, in order of its places.
        """
        return self.report(VintoEvents.reveal(hands=hands))

    def round(self, *, first: int, discard: Rank | None = None) -> Coroutine[Any, Any, Appended]:
        """Reports: A shuffled deck is dealt: a row to each seat, face down.

        Args:
            first: Who has the first turn.
            discard: The card that is turned up to begin the discard pile, where the table does so.
        """
        return self.report(VintoEvents.round(first=first, discard=discard))

    def swap(self, *, position: int, seat: int, declared: Rank | None = None, drawn: Rank | None = None, out: Rank | None = None) -> Coroutine[Any, Any, Appended]:
        """Reports: The drawn card goes into the own row, and the card that lay there to the discard pile.

        Args:
            position: Place in the own row, from 0.
            seat: Who swaps.
            declared: The rank that the seat said the outgoing card has. If it is right, its action may be played; if not, a penalty follows.
            drawn: The card that goes in; seen as it was when it was drawn.
            out: The card that goes out: seen by all, or by the one who swaps, as the table plays it.
        """
        return self.report(VintoEvents.swap(position=position, seat=seat, declared=declared, drawn=drawn, out=out))

    def switch(self, *, a: Place, b: Place, executed: bool, seat: int) -> Coroutine[Any, Any, Appended]:
        """Reports: Jack and Queen: two cards change places, or not. A Queen's looks are two `peek` events before it.

        Args:
            a: One of the two.
            b: The other.
            executed: Whether they changed places.
            seat: Who played the card.
        """
        return self.report(VintoEvents.switch(a=a, b=b, executed=executed, seat=seat))

    def take_discard(self, *, card: Rank, seat: int) -> Coroutine[Any, Any, Appended]:
        """Reports: Instead of drawing, the seat to act takes the top of the discard pile, to play its action.

        Args:
            card: The card.
            seat: Who takes it.
        """
        return self.report(VintoEvents.take_discard(card=card, seat=seat))

    def toss_in(self, *, positions: Sequence[int], seat: int, success: bool, cards: Sequence[Rank] | None = None) -> Coroutine[Any, Any, Appended]:
        """Reports: A seat throws own cards after the one just discarded. If all match, they leave the row, and the cards after them move up; if one
        does not, none leaves.

        Args:
            positions: Places in the row before it, from 0.
            seat: Who tosses in.
            success: Whether all matched.
            cards: The cards at these places, in the same order. Left out where a wrong toss-in is not shown: then it is only known that they do not all match.
        """
        return self.report(VintoEvents.toss_in(positions=positions, seat=seat, success=success, cards=cards))

    def toss_window(self, *, eligible: Sequence[int], ranks: Sequence[Rank]) -> Coroutine[Any, Any, Appended]:
        """Reports: The time to toss in is over.

        Args:
            eligible: Seats that were free to toss in until the end. Those that the rules kept from it are left out.
            ranks: The ranks that could be tossed in.
        """
        return self.report(VintoEvents.toss_window(eligible=eligible, ranks=ranks))

    def use_action(self, *, card: Rank, from_: From, seat: int) -> Coroutine[Any, Any, Appended]:
        """Reports: A card's action is played.

        Args:
            card: The card, face up.
            from_: Where it came from.
            seat: Who plays it.
        """
        return self.report(VintoEvents.use_action(card=card, from_=from_, seat=seat))

    def vinto(self, *, seat: int) -> Coroutine[Any, Any, Appended]:
        """Reports: A seat calls the round: every other seat has one more turn.

        Args:
            seat: Who calls.
        """
        return self.report(VintoEvents.vinto(seat=seat))

    @overload  # type: ignore[override]
    async def turn(
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
    async def turn(
        self,
        *events: Event,
        variables: Sequence[str] | None = None,
        queries: Sequence[Query] = (),
        worlds: int = 0,
        seed: int | None = None,
        form: str,
        if_revision: int | None = None,
    ) -> Turn[Any, Answer]: ...

    async def turn(self, *events: Event, **asked: Any) -> Any:
        """Reports events and asks, in one round trip: for the belief (or the `variables` named), answers to `queries`, and `worlds`."""
        return await super().turn(*events, **asked)

    @overload  # type: ignore[override]
    async def ask(self, type: Literal["holds_known"], /, *, rank: Rank, seat: int) -> HoldsKnownAnswer: ...

    @overload
    async def ask(self, type: Literal["knows"], /, *, position: int, seat: int) -> KnowsAnswer: ...

    @overload
    async def ask(self, type: Literal["rank"], /, *, position: int, seat: int) -> RankAnswer: ...

    @overload
    async def ask(self, type: Literal["readiness"], /, *, seat: int) -> ReadinessAnswer: ...

    @overload
    async def ask(self, type: Literal["row_total"], /, *, seat: int) -> RowTotalAnswer: ...

    @overload
    async def ask(self, type: Literal["wins_if_called"], /, *, seat: int) -> WinsIfCalledAnswer: ...

    async def ask(self, type: str, /, **question: Any) -> Any:
        """Asks one of the questions holds_known, knows, rank, readiness, row_total, wins_if_called."""
        return await super().ask(type, **question)
