"""The events of vinto, made and not yet reported.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..by_seat import BySeat
from ..event import Event, event

if TYPE_CHECKING:
    from ..shapes.vinto import From, Place, Rank

__all__ = ["VintoEvents"]
_ = (Any, BySeat, Mapping, Sequence)


class VintoEvents:
    """Vinto: ranks in rows of hidden cards, from peeks, swaps, toss-ins and calls: its events, for `report`, `turn` and `what_if`."""

    @staticmethod
    def declare(*, position: int, rank: Rank, seat: int, target: int, actual: Rank | None = None) -> Event:
        """King: a seat names the rank of a card. If it is right, the card leaves the row, and its action may be played; if not, it stays, and a
        penalty follows.

        Args:
            position: Place in the row, from 0.
            rank: The rank that was named.
            seat: Who played the King.
            target: Whose card.
            actual: The card's rank, where it was shown: always if it was right; if not, as the table plays it. Left out: it was wrong.
        """
        return event("declare", position=position, rank=rank, seat=seat, target=target, actual=actual)

    @staticmethod
    def discard(*, card: Rank, seat: int) -> Event:
        """The drawn card goes to the discard pile, unplayed.

        Args:
            card: The card, face up.
            seat: Who discards.
        """
        return event("discard", card=card, seat=seat)

    @staticmethod
    def draw(*, seat: int, card: Rank | None = None) -> Event:
        """The seat to act takes the top of the draw pile.

        Args:
            seat: Who draws.
            card: The card: seen by all, or by the one who draws, as the table plays it.
        """
        return event("draw", seat=seat, card=card)

    @staticmethod
    def force_draw(*, seat: int, target: int) -> Event:
        """Ace: another seat takes the top of the draw pile into its row, unseen.

        Args:
            seat: Who played the Ace.
            target: Who takes the card, at the end of its row.
        """
        return event("force_draw", seat=seat, target=target)

    @staticmethod
    def peek(*, position: int, seat: int, target: int, card: Rank | None = None) -> Event:
        """A seat looks at a card: its own before the first turn; by Seven or Eight; by Nine or Ten; by Queen, twice.

        Args:
            position: Place in the row, from 0.
            seat: Who looks.
            target: Whose row.
            card: The card; seen by the one who looks.
        """
        return event("peek", position=position, seat=seat, target=target, card=card)

    @staticmethod
    def penalty(*, seat: int) -> Event:
        """A seat takes the top of the draw pile into its row, unseen, for a mistake.

        Args:
            seat: Who takes the card, at the end of its row.
        """
        return event("penalty", seat=seat)

    @staticmethod
    def reshuffle(*, kept: int) -> Event:
        """All discards but the top are shuffled under what is left of the draw pile.

        Args:
            kept: Cards of the draw pile that stayed on top.
        """
        return event("reshuffle", kept=kept)

    @staticmethod
    def reveal(*, hands: BySeat[Sequence[Rank]]) -> Event:
        """All rows are turned up, which ends the round: after the call and the turns that follow it, or where no card is left to draw and none to
        shuffle.

        Args:
            hands: Every row, in order of its places.
        """
        return event("reveal", hands=hands)

    @staticmethod
    def round(*, first: int, discard: Rank | None = None) -> Event:
        """A shuffled deck is dealt: a row to each seat, face down.

        Args:
            first: Who has the first turn.
            discard: The card that is turned up to begin the discard pile, where the table does so.
        """
        return event("round", first=first, discard=discard)

    @staticmethod
    def swap(*, position: int, seat: int, declared: Rank | None = None, drawn: Rank | None = None, out: Rank | None = None) -> Event:
        """The drawn card goes into the own row, and the card that lay there to the discard pile.

        Args:
            position: Place in the own row, from 0.
            seat: Who swaps.
            declared: The rank that the seat said the outgoing card has. If it is right, its action may be played; if not, a penalty follows.
            drawn: The card that goes in; seen as it was when it was drawn.
            out: The card that goes out: seen by all, or by the one who swaps, as the table plays it.
        """
        return event("swap", position=position, seat=seat, declared=declared, drawn=drawn, out=out)

    @staticmethod
    def switch(*, a: Place, b: Place, executed: bool, seat: int) -> Event:
        """Jack and Queen: two cards change places, or not. A Queen's looks are two `peek` events before it.

        Args:
            a: One of the two.
            b: The other.
            executed: Whether they changed places.
            seat: Who played the card.
        """
        return event("switch", a=a, b=b, executed=executed, seat=seat)

    @staticmethod
    def take_discard(*, card: Rank, seat: int) -> Event:
        """Instead of drawing, the seat to act takes the top of the discard pile, to play its action.

        Args:
            card: The card.
            seat: Who takes it.
        """
        return event("take_discard", card=card, seat=seat)

    @staticmethod
    def toss_in(*, positions: Sequence[int], seat: int, success: bool, cards: Sequence[Rank] | None = None) -> Event:
        """A seat throws own cards after the one just discarded. If all match, they leave the row, and the cards after them move up; if one does not,
        none leaves.

        Args:
            positions: Places in the row before it, from 0.
            seat: Who tosses in.
            success: Whether all matched.
            cards: The cards at these places, in the same order. Left out where a wrong toss-in is not shown: then it is only known that they do not all match.
        """
        return event("toss_in", positions=positions, seat=seat, success=success, cards=cards)

    @staticmethod
    def toss_window(*, eligible: Sequence[int], ranks: Sequence[Rank]) -> Event:
        """The time to toss in is over.

        Args:
            eligible: Seats that were free to toss in until the end. Those that the rules kept from it are left out.
            ranks: The ranks that could be tossed in.
        """
        return event("toss_window", eligible=eligible, ranks=ranks)

    @staticmethod
    def use_action(*, card: Rank, from_: From, seat: int) -> Event:
        """A card's action is played.

        Args:
            card: The card, face up.
            from_: Where it came from.
            seat: Who plays it.
        """
        return event("use_action", card=card, seat=seat, **{"from": from_})

    @staticmethod
    def vinto(*, seat: int) -> Event:
        """A seat calls the round: every other seat has one more turn.

        Args:
            seat: Who calls.
        """
        return event("vinto", seat=seat)
