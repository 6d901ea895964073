# Made from ../aio/pokemon_randbats.py by `python -m generate`: change that one.
"""A table of pokemon_randbats.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from ..answers import Appended, Turn
from ..by_seat import BySeat
from ..event import Event
from ..events.pokemon_randbats import PokemonRandbatsEvents
from .table import Table

if TYPE_CHECKING:
    from ..shapes.pokemon_randbats import Answer, Channel, EmbeddingAnswer, FieldName, LockedAnswer, MarginalAnswer, ObservationAnswer, OutspeedsAnswer, Query, SetsAnswer, Side, UnrevealedAnswer, World

__all__ = ["PokemonRandbats"]
_ = (Any, BySeat, Mapping, Sequence)


class PokemonRandbats(Table["World"]):
    """Pokemon random battles (gen9randombattle): the opponent's sets and unseen team, straight from Showdown's battle lines."""

    ruleset = "pokemon_randbats"
    #: Makes events without reporting them.
    event = PokemonRandbatsEvents

    def protocol(self, *, channel: Channel, from_line: int, count: int | None = None, lines: Sequence[str] | None = None, resync: bool | None = None) -> Appended:
        """Reports: Consecutive lines of one feed, verbatim. Lines that were sent before may be sent again, and must then be the same.

        Args:
            channel: Which feed. It must be one of the setup's.
            from_line: Number of the first line in its feed, from 0. Lines that begin with `|request|` have no number.
            count: Not to be sent. Earlier releases showed so how many lines there were, to those who did not receive them.
            lines: The lines, at most 2,000, as the server sent them. In a player's feed a `|request|` line is read as a `request` event is.
            resync: The server sent the battle again from its start, as it does after a rejoin, without the lines that were for one player alone. What is recorded already is compared line by line of the battle, and what follows it is new; `from_line` is 0.
        """
        return self.report(PokemonRandbatsEvents.protocol(channel=channel, from_line=from_line, count=count, lines=lines, resync=resync))

    def request(self, *, request: Any, side: Side | None = None) -> Appended:
        """Reports: The object of a `|request|` line, as it was sent.

        Args:
            request: The object that Showdown sent.
            side: Whose choice. Left out, it is the side that the request itself names.
        """
        return self.report(PokemonRandbatsEvents.request(request=request, side=side))

    def team(self, *, packed: str, side: Side) -> Appended:
        """Reports: A team in Showdown's packed format.

        Args:
            packed: The packed text, one to six members.
            side: Whose team.
        """
        return self.report(PokemonRandbatsEvents.team(packed=packed, side=side))

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
    def ask(self, type: Literal["embedding"], /, *, slot: int | str, seat: int | None = None) -> EmbeddingAnswer: ...

    @overload
    def ask(self, type: Literal["locked"], /, *, slot: int | str, seat: int | None = None) -> LockedAnswer: ...

    @overload
    def ask(self, type: Literal["marginal"], /, *, of: FieldName, slot: int | str, seat: int | None = None) -> MarginalAnswer: ...

    @overload
    def ask(self, type: Literal["observation"], /, *, seat: int | None = None) -> ObservationAnswer: ...

    @overload
    def ask(self, type: Literal["outspeeds"], /, *, own: int | str, slot: int | str, seat: int | None = None) -> OutspeedsAnswer: ...

    @overload
    def ask(self, type: Literal["sets"], /, *, slot: int | str, seat: int | None = None, top: int | None = None) -> SetsAnswer: ...

    @overload
    def ask(self, type: Literal["unrevealed"], /, *, seat: int | None = None) -> UnrevealedAnswer: ...

    def ask(self, type: str, /, **question: Any) -> Any:
        """Asks one of the questions embedding, locked, marginal, observation, outspeeds, sets, unrevealed."""
        return super().ask(type, **question)
