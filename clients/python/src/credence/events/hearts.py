"""The events of hearts, made and not yet reported.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..by_seat import BySeat
from ..event import Event, event

if TYPE_CHECKING:
    from ..shapes.hearts import Direction

__all__ = ["HeartsEvents"]
_ = (Any, BySeat, Mapping, Sequence)


class HeartsEvents:
    """Hearts: who holds which card, from passes, voids and the way cards are played: its events, for `report`, `turn` and `what_if`."""

    @staticmethod
    def deal(*, deal: int, direction: Direction, hands: BySeat[Sequence[str]] | None = None) -> Event:
        """Thirteen cards to each seat; each sees its own.

        Args:
            deal: Number of the deal in this game, from 0.
            direction: Where cards are passed in this deal: that of the table's cycle.
            hands: Hands as far as the reporter knows them.
        """
        return event("deal", deal=deal, direction=direction, hands=hands)

    @staticmethod
    def deal_end(*, points: BySeat[int], passes: BySeat[Sequence[str]] | None = None) -> Event:
        """The deal is scored, and what it taught of its players is remembered: without this event nothing is, also where the last card was played. May
        come before the thirteenth trick, where the rest was conceded; then the points are 26 in all too, unless the table's setup says that they
        are not checked.

        Args:
            points: Points of the deal by seat: as taken; or, after shooting the moon, 26 for the others or -26 for the shooter.
            passes: What each seat passed, where the table shows it afterwards.
        """
        return event("deal_end", points=points, passes=passes)

    @staticmethod
    def pass_(*, seat: int, to: int, cards: Sequence[str] | None = None) -> Event:
        """Three cards laid aside for another seat; seen by the giver only.

        Args:
            seat: Who gives.
            to: Who will receive.
            cards: The three cards. May be left out for a seat whose hand the log does not hold, and does not tell by holding the three others.
        """
        return event("pass", seat=seat, to=to, cards=cards)

    @staticmethod
    def play(*, card: str, seat: int) -> Event:
        """A card to the trick. Who wins a trick follows from its cards.

        Args:
            card: Which card.
            seat: Who plays.
        """
        return event("play", card=card, seat=seat)

    @staticmethod
    def receive(*, from_: int, seat: int, cards: Sequence[str] | None = None) -> Event:
        """Three cards taken up; seen by the receiver only. Not before all four seats have passed.

        Args:
            from_: Who gave.
            seat: Who receives.
            cards: The three cards.
        """
        return event("receive", seat=seat, cards=cards, **{"from": from_})
