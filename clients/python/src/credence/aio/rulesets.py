"""How a server opens a game of each ruleset.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeVar

from .catan import AsyncCatan
from .hearts import AsyncHearts
from .liars_dice import AsyncLiarsDice
from .pokemon_randbats import AsyncPokemonRandbats
from .vinto import AsyncVinto
from .table import AsyncTable

if TYPE_CHECKING:
    from ..shapes import catan as catan_shapes
    from ..shapes import hearts as hearts_shapes
    from ..shapes import liars_dice as liars_dice_shapes
    from ..shapes import pokemon_randbats as pokemon_randbats_shapes
    from ..shapes import vinto as vinto_shapes

T = TypeVar("T", bound=AsyncTable[Any])


class AsyncRulesets:
    """A method a ruleset."""

    kinds: Mapping[str, type[AsyncTable[Any]]] = {"catan": AsyncCatan, "hearts": AsyncHearts, "liars_dice": AsyncLiarsDice, "pokemon_randbats": AsyncPokemonRandbats, "vinto": AsyncVinto}

    async def _open(
        self,
        kind: type[T],
        me: SupportsIndex | str | None,
        players: Sequence[str | None] | None,
        game: str | None,
        setup: Mapping[str, Any] | None,
        parameters: Mapping[str, Any] | None,
        on_contradiction: str | None,
        author: str | None,
    ) -> T:
        raise NotImplementedError

    async def catan(
        self,
        *,
        me: SupportsIndex | str | None = None,
        players: Sequence[str | None] | None = None,
        game: str | None = None,
        setup: catan_shapes.Setup | None = None,
        parameters: catan_shapes.Parameters | None = None,
        on_contradiction: Literal["reject", "quarantine"] | None = None,
        author: str | None = None,
    ) -> AsyncCatan:
        """Opens a game of catan, or joins `game` where `players` is left out.

        Args:
            me: The seat, from 0, or `referee`, for which this bot reports and asks; a spectator if left out.
            players: Who sits where; None is an anonymous player.
            game: The game's id. Named, a bot that starts again finds its game.
            setup: The table's rules, where they are not the usual ones.
            parameters: What is chosen of the model.
            on_contradiction: What becomes of an event that cannot be true: it is refused (`reject`, as it is where this is left out), or taken and left out of beliefs
                (`quarantine`).
            author: Who reports, where several programs report for one seat.
        """
        return await self._open(AsyncCatan, me, players, game, _plain(setup), _plain(parameters), on_contradiction, author)

    async def hearts(
        self,
        *,
        me: SupportsIndex | str | None = None,
        players: Sequence[str | None] | None = None,
        game: str | None = None,
        setup: hearts_shapes.Setup | None = None,
        parameters: hearts_shapes.Parameters | None = None,
        on_contradiction: Literal["reject", "quarantine"] | None = None,
        author: str | None = None,
    ) -> AsyncHearts:
        """Opens a game of hearts, or joins `game` where `players` is left out.

        Args:
            me: The seat, from 0, or `referee`, for which this bot reports and asks; a spectator if left out.
            players: Who sits where; None is an anonymous player.
            game: The game's id. Named, a bot that starts again finds its game.
            setup: The table's rules, where they are not the usual ones.
            parameters: What is chosen of the model.
            on_contradiction: What becomes of an event that cannot be true: it is refused (`reject`, as it is where this is left out), or taken and left out of beliefs
                (`quarantine`).
            author: Who reports, where several programs report for one seat.
        """
        return await self._open(AsyncHearts, me, players, game, _plain(setup), _plain(parameters), on_contradiction, author)

    async def liars_dice(
        self,
        *,
        me: SupportsIndex | str | None = None,
        players: Sequence[str | None] | None = None,
        game: str | None = None,
        setup: liars_dice_shapes.Setup | None = None,
        parameters: liars_dice_shapes.Parameters | None = None,
        on_contradiction: Literal["reject", "quarantine"] | None = None,
        author: str | None = None,
    ) -> AsyncLiarsDice:
        """Opens a game of liars_dice, or joins `game` where `players` is left out.

        Args:
            me: The seat, from 0, or `referee`, for which this bot reports and asks; a spectator if left out.
            players: Who sits where; None is an anonymous player.
            game: The game's id. Named, a bot that starts again finds its game.
            setup: The table's rules, where they are not the usual ones.
            parameters: What is chosen of the model.
            on_contradiction: What becomes of an event that cannot be true: it is refused (`reject`, as it is where this is left out), or taken and left out of beliefs
                (`quarantine`).
            author: Who reports, where several programs report for one seat.
        """
        return await self._open(AsyncLiarsDice, me, players, game, _plain(setup), _plain(parameters), on_contradiction, author)

    async def pokemon_randbats(
        self,
        *,
        me: SupportsIndex | str | None = None,
        players: Sequence[str | None] | None = None,
        game: str | None = None,
        setup: pokemon_randbats_shapes.Setup | None = None,
        parameters: pokemon_randbats_shapes.Parameters | None = None,
        on_contradiction: Literal["reject", "quarantine"] | None = None,
        author: str | None = None,
    ) -> AsyncPokemonRandbats:
        """Opens a game of pokemon_randbats, or joins `game` where `players` is left out.

        Args:
            me: The seat, from 0, or `referee`, for which this bot reports and asks; a spectator if left out.
            players: Who sits where; None is an anonymous player.
            game: The game's id. Named, a bot that starts again finds its game.
            setup: The table's rules, where they are not the usual ones.
            parameters: What is chosen of the model.
            on_contradiction: What becomes of an event that cannot be true: it is refused (`reject`, as it is where this is left out), or taken and left out of beliefs
                (`quarantine`).
            author: Who reports, where several programs report for one seat.
        """
        return await self._open(AsyncPokemonRandbats, me, players, game, _plain(setup), _plain(parameters), on_contradiction, author)

    async def vinto(
        self,
        *,
        me: SupportsIndex | str | None = None,
        players: Sequence[str | None] | None = None,
        game: str | None = None,
        setup: vinto_shapes.Setup | None = None,
        parameters: vinto_shapes.Parameters | None = None,
        on_contradiction: Literal["reject", "quarantine"] | None = None,
        author: str | None = None,
    ) -> AsyncVinto:
        """Opens a game of vinto, or joins `game` where `players` is left out.

        Args:
            me: The seat, from 0, or `referee`, for which this bot reports and asks; a spectator if left out.
            players: Who sits where; None is an anonymous player.
            game: The game's id. Named, a bot that starts again finds its game.
            setup: The table's rules, where they are not the usual ones.
            parameters: What is chosen of the model.
            on_contradiction: What becomes of an event that cannot be true: it is refused (`reject`, as it is where this is left out), or taken and left out of beliefs
                (`quarantine`).
            author: Who reports, where several programs report for one seat.
        """
        return await self._open(AsyncVinto, me, players, game, _plain(setup), _plain(parameters), on_contradiction, author)


def _plain(shape: Any) -> Mapping[str, Any] | None:
    given: Mapping[str, Any] | None = shape
    return given
