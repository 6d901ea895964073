"""The events of pokemon_randbats, made and not yet reported.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..by_seat import BySeat
from ..event import Event, event

if TYPE_CHECKING:
    from ..shapes.pokemon_randbats import Channel, Side

__all__ = ["PokemonRandbatsEvents"]
_ = (Any, BySeat, Mapping, Sequence)


class PokemonRandbatsEvents:
    """Pokemon random battles (gen9randombattle): the opponent's sets and unseen team, straight from Showdown's battle lines: its events, for
    `report`, `turn` and `what_if`.
    """

    @staticmethod
    def protocol(*, channel: Channel, from_line: int, count: int | None = None, lines: Sequence[str] | None = None, resync: bool | None = None) -> Event:
        """Consecutive lines of one feed, verbatim. Lines that were sent before may be sent again, and must then be the same.

        Args:
            channel: Which feed. It must be one of the setup's.
            from_line: Number of the first line in its feed, from 0. Lines that begin with `|request|` have no number.
            count: Not to be sent. Earlier releases showed so how many lines there were, to those who did not receive them.
            lines: The lines, at most 2,000, as the server sent them. In a player's feed a `|request|` line is read as a `request` event is.
            resync: The server sent the battle again from its start, as it does after a rejoin, without the lines that were for one player alone. What is recorded already is compared line by line of the battle, and what follows it is new; `from_line` is 0.
        """
        return event("protocol", channel=channel, from_line=from_line, count=count, lines=lines, resync=resync)

    @staticmethod
    def request(*, request: Any, side: Side | None = None) -> Event:
        """The object of a `|request|` line, as it was sent.

        Args:
            request: The object that Showdown sent.
            side: Whose choice. Left out, it is the side that the request itself names.
        """
        return event("request", request=request, side=side)

    @staticmethod
    def team(*, packed: str, side: Side) -> Event:
        """A team in Showdown's packed format.

        Args:
            packed: The packed text, one to six members.
            side: Whose team.
        """
        return event("team", packed=packed, side=side)
