"""poke-env: a mixin for `Player` that reports every line and request as Showdown sent them.

    class Bot(poke_env.Believes, SimpleHeuristicsPlayer):
        async def choose_move(self, battle):
            print(await self.sets(battle, battle.opponent_active_pokemon))
            return super().choose_move(battle)

    bot = Bot(…)
    bot.credence = aio.connect(…)
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from poke_env.player import Player
from poke_env.teambuilder import TeambuilderPokemon

from ..aio.pokemon_randbats import AsyncPokemonRandbats
from ..aio.server import AsyncServer
from ..errors import GameFinished, Problem
from ..event import Event
from ..events.pokemon_randbats import PokemonRandbatsEvents as events
from ..shapes.pokemon_randbats import Parameters
from .waiting import leave_out

Side = Literal["p1", "p2"]


@dataclass
class Feed:
    """What a battle's room sent, and how far it was reported."""

    waiting: list[list[str]] = field(default_factory=list)
    side: Side | None = None
    #: How many lines the table holds; None where it has to be asked, because a battle that was sent again may have brought some that were missed.
    lines: int | None = 0
    table: AsyncPokemonRandbats | None = None
    #: One report at a time, so that none overtakes another.
    order: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True)
class LikelySet:
    """One of the sets that a member may have, as poke-env writes sets."""

    p: float
    role: str
    pokemon: TeambuilderPokemon


class Believes(Player):  # type: ignore[misc]
    """Put it before the player's own class. `credence` is the server to report to; set it before the first battle."""

    credence: AsyncServer
    #: The games' parameters: another table of sets, or `{"table_months": 0}` for a server whose generator made the table.
    credence_parameters: Parameters | None = None
    _feeds: dict[str, Feed]

    async def _handle_battle_message(self, split_messages: list[list[str]]) -> None:
        # Before anything is awaited, so that frames stay in the order in which they came.
        if "_feeds" not in self.__dict__:
            self._feeds = {}
        feed = self._feeds.setdefault(split_messages[0][0].removeprefix(">"), Feed())
        lines = ["|".join(parts) for parts in split_messages[1:]]
        feed.waiting.append(lines)
        for line in lines:
            if feed.side is None and line.startswith("|request|{"):
                feed.side = cast(Side, json.loads(line.removeprefix("|request|"))["side"]["id"])
        await super()._handle_battle_message(split_messages)
        if feed.side is not None and any(line == "|tie" or line.startswith(("|win|", "|tie|")) for line in lines):
            await self._report(split_messages[0][0].removeprefix(">"), Event("finish", {}))

    async def look(self, battle: Any) -> AsyncPokemonRandbats:
        """The battle's table, with all that was sent reported to it."""
        return await self._report(battle.battle_tag)

    async def sets(self, battle: Any, pokemon: Any, top: int = 5) -> list[LikelySet]:
        """The likeliest sets of a member of the other team, likeliest first."""
        table = await self.look(battle)
        side = 1 if battle.player_role == "p1" else 0
        answer = await table.ask("sets", seat=side, slot=pokemon.species, top=top)
        return [LikelySet(entry["p"], str(entry["role"]), _as_pokemon(entry)) for entry in cast("list[Any]", answer["sets"])]

    async def _report(self, room: str, *more: Event) -> AsyncPokemonRandbats:
        feed = self._feeds[room]
        async with feed.order:
            if feed.side is None:
                raise ValueError(f"{room} has sent no request yet: look when a move is asked for")
            if feed.table is None:
                feed.table = await self.credence.pokemon_randbats(me=int(feed.side[1]) - 1, players=[None, None], setup={"channels": [feed.side]}, parameters=self.credence_parameters)
            refused: Problem | None = None
            while feed.waiting or more:
                if feed.lines is None:
                    feed.lines = int((await feed.table.belief).detail["lines"])
                told, reached = _told(feed.waiting, feed.lines, feed.side)
                last = more if len(told) == len(feed.waiting) else ()
                try:
                    await feed.table.report(*told, *last)
                except Problem as error:
                    # What can never be taken is left out, and raised once; what could not be reported for another reason waits for the next look.
                    if not leave_out(feed.waiting, error):
                        raise
                    if isinstance(error, GameFinished):
                        more = ()
                    refused = refused or error
                else:
                    feed.lines, more = reached, more[len(last) :]
                    del feed.waiting[: len(told)]
            if refused is not None:
                raise refused
            return feed.table


def _told(waiting: list[list[str]], reached: int, side: Side) -> tuple[list[Event], int | None]:
    """The frames that wait as events, and how many lines the table holds with them. Frames behind a battle that is sent again are not among them, because it
    is not known where they begin."""
    told = list[Event]()
    for lines in waiting:
        again = reached > 0 and any(line.startswith("|init|") for line in lines)
        told.append(events.protocol(channel=side, from_line=0 if again else reached, lines=lines, resync=True if again else None))
        if again:
            return told, None
        reached += sum(not line.startswith("|request|") for line in lines)
    return told, reached


def _as_pokemon(entry: Any) -> TeambuilderPokemon:
    return TeambuilderPokemon(
        species=entry["species"], item=entry["item"], ability=entry["ability"], moves=list(entry["moves"]), tera_type=entry["tera"], level=entry["level"],
    )
