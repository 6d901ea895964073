# Made from ../aio/rulesets.py by `python -m generate`: change that one.
"""How a server opens a game of each ruleset.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeVar

from .catan import Catan
from .hearts import Hearts
from .liars_dice import LiarsDice
from .pokemon_randbats import PokemonRandbats
from .vinto import Vinto
from .table import Table

if TYPE_CHECKING:
    from ..shapes import catan as catan_shapes
    from ..shapes import hearts as hearts_shapes
    from ..shapes import liars_dice as liars_dice_shapes
    from ..shapes import pokemon_randbats as pokemon_randbats_shapes
    from ..shapes import vinto as vinto_shapes

T = TypeVar("T", bound=Table[Any])


class Rulesets:
    """A method a ruleset."""

    kinds: Mapping[str, type[Table[Any]]] = {"catan": Catan, "hearts": Hearts, "liars_dice": LiarsDice, "pokemon_randbats": PokemonRandbats, "vinto": Vinto}

    def _open(
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

    def catan(
        self,
        *,
        me: SupportsIndex | str | None = None,
        players: Sequence[str | None] | None = None,
        game: str | None = None,
        setup: catan_shapes.Setup | None = None,
        parameters: catan_shapes.Parameters | None = None,
        on_contradiction: Literal["reject", "quarantine"] | None = None,
        author: str | None = None,
    ) -> Catan:
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
        return self._open(Catan, me, players, game, _plain(setup), _plain(parameters), on_contradiction, author)

    def hearts(
        self,
        *,
        me: SupportsIndex | str | None = None,
        players: Sequence[str | None] | None = None,
        game: str | None = None,
        setup: hearts_shapes.Setup | None = None,
        parameters: hearts_shapes.Parameters | None = None,
        on_contradiction: Literal["reject", "quarantine"] | None = None,
        author: str | None = None,
    ) -> Hearts:
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
        return self._open(Hearts, me, players, game, _plain(setup), _plain(parameters), on_contradiction, author)

    def liars_dice(
        self,
        *,
        me: SupportsIndex | str | None = None,
        players: Sequence[str | None] | None = None,
        game: str | None = None,
        setup: liars_dice_shapes.Setup | None = None,
        parameters: liars_dice_shapes.Parameters | None = None,
        on_contradiction: Literal["reject", "quarantine"] | None = None,
        author: str | None = None,
    ) -> LiarsDice:
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
        return self._open(LiarsDice, me, players, game, _plain(setup), _plain(parameters), on_contradiction, author)

    def pokemon_randbats(
        self,
        *,
        me: SupportsIndex | str | None = None,
        players: Sequence[str | None] | None = None,
        game: str | None = None,
        setup: pokemon_randbats_shapes.Setup | None = None,
        parameters: pokemon_randbats_shapes.Parameters | None = None,
        on_contradiction: Literal["reject", "quarantine"] | None = None,
        author: str | None = None,
    ) -> PokemonRandbats:
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
        return self._open(PokemonRandbats, me, players, game, _plain(setup), _plain(parameters), on_contradiction, author)

    def vinto(
        self,
        *,
        me: SupportsIndex | str | None = None,
        players: Sequence[str | None] | None = None,
        game: str | None = None,
        setup: vinto_shapes.Setup | None = None,
        parameters: vinto_shapes.Parameters | None = None,
        on_contradiction: Literal["reject", "quarantine"] | None = None,
        author: str | None = None,
    ) -> Vinto:
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
        return self._open(Vinto, me, players, game, _plain(setup), _plain(parameters), on_contradiction, author)


def _plain(shape: Any) -> Mapping[str, Any] | None:
    given: Mapping[str, Any] | None = shape
    return given
