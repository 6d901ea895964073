"""Live battles between poke-env's players on a Showdown server of this machine; one of them believes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest
from poke_env.data import to_id_str
from poke_env.player import SimpleHeuristicsPlayer
from poke_env.teambuilder import TeambuilderPokemon
from showdown_server import Showdown

import credence
from credence import aio
from credence.adapters import poke_env

BATTLES = 5


class Bot(poke_env.Believes, SimpleHeuristicsPlayer):  # type: ignore[misc]
    """Looks at every move, and keeps what the socket brought."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.seen: list[tuple[str, list[poke_env.LikelySet]]] = []
        self.games: dict[str, str] = {}
        self.frames: dict[str, list[str]] = {}
        self.broken: list[Exception] = []
        handle = self.ps_client._handle_message

        async def keep(message: str) -> None:
            room, _, rest = message.partition("\n")
            if room.startswith(">battle-"):
                self.frames.setdefault(room[1:], []).append(rest)
            await handle(message)

        self.ps_client._handle_message = keep

    async def choose_move(self, battle: Any) -> Any:
        """Looks, then plays. What goes wrong is kept: raised in here, it would leave the battle waiting for a move."""
        try:
            self.games[battle.battle_tag] = (await self.look(battle)).game
            if (foe := battle.opponent_active_pokemon) is not None:
                self.seen.append((foe.species, await self.sets(battle, foe)))
        except Exception as broken:
            self.broken.append(broken)
        return super().choose_move(battle)


@pytest.fixture(scope="module")
def showdown() -> Iterator[Showdown]:
    """Showdown, with the same teams in every run."""
    showdown = Showdown(seed=7)
    yield showdown
    showdown.close()


@pytest.fixture(scope="module")
def played(showdown: Showdown, process: Any) -> tuple[Bot, Any]:
    """Two players after their battles."""
    random.seed(7)

    async def battles() -> tuple[Bot, Any]:
        bot, foe = Bot(**showdown.players()), SimpleHeuristicsPlayer(**showdown.players())
        bot.credence = aio.connect(process.url)
        await bot.battle_against(foe, n_battles=BATTLES)
        await bot.ps_client.stop_listening()
        await foe.ps_client.stop_listening()
        return bot, foe

    return asyncio.run(battles())


def test_battles_are_played_to_their_end(played: tuple[Bot, Any], server: credence.Server) -> None:
    bot, _ = played
    assert bot.broken == [] and bot.n_finished_battles == BATTLES == len(bot.games)
    for game in bot.games.values():
        table = server.pokemon_randbats(game=game, me="referee")
        assert list(table.log())[-1].type == "finish"
        assert table.belief.detail["notes"]["unknown_lines"] == 0


def test_lines_and_requests_are_reported_as_they_came(played: tuple[Bot, Any], server: credence.Server) -> None:
    bot, _ = played
    for room, game in bot.games.items():
        told = [event.data["lines"] for event in server.pokemon_randbats(game=game, me="referee").log() if event.type == "protocol"]
        came = [frame.split("\n") for frame in bot.frames[room]]
        # The frames after the end are the goodbyes of whoever leaves the room: nobody looks any more.
        assert told == came[: len(told)] and not any("|turn|" in line for frame in came[len(told) :] for line in frame)
        assert any(line.startswith("|request|{") for frame in told for line in frame)


def test_sets_are_poke_envs_own(played: tuple[Bot, Any]) -> None:
    bot, _ = played
    answered = [(species, sets) for species, sets in bot.seen if sets]
    assert len(answered) > 0.9 * len(bot.seen) > 50
    for species, sets in answered:
        assert 0 < sum(likely.p for likely in sets) <= 1 + 1e-9 and sets == sorted(sets, key=lambda likely: -likely.p)
        for likely in sets:
            assert isinstance(likely.pokemon, TeambuilderPokemon) and len(likely.pokemon.moves) == 4 and likely.pokemon.packed
    assert any(to_id_str(likely.pokemon.species) == species for species, sets in answered for likely in sets)


def test_the_truth_is_among_the_possible_sets(played: tuple[Bot, Any], server: credence.Server) -> None:
    bot, foe = played
    shown = found = 0
    for room, battle in bot.battles.items():
        table = server.pokemon_randbats(game=bot.games[room], me=0 if battle.player_role == "p1" else 1)
        for name, member in battle.opponent_team.items():
            truth = foe.battles[room].team[name]
            answer = table.ask("sets", seat=1 if battle.player_role == "p1" else 0, slot=member.species, top=1000)
            same = [entry["p"] for entry in answer["sets"] if {to_id_str(move) for move in entry["moves"]} == set(truth.moves)]
            # Showdown is newer than the embedded table: a set that it lacks is `unlisted`, and never ruled out.
            assert sum(same) > 0 or answer["unlisted"] > 0, (name, truth.moves)
            shown, found = shown + 1, found + bool(same)
    assert shown >= 4 * BATTLES and found >= 0.9 * shown


def test_lines_that_a_rejoin_brings_are_counted(process: Any, server: credence.Server) -> None:
    start = ["|init|battle", "|title|A vs. B", "|player|p1|A|1|", "|start", "|switch|p1a: Dondozo|Dondozo, L80, M|300/300", "|switch|p2a: Weavile|Weavile, L79, M|100/100", "|turn|1"]
    missed, next = ["|", "|move|p2a: Weavile|Swords Dance|p2a: Weavile", "|turn|2"], ["|", "|move|p1a: Dondozo|Curse|p1a: Dondozo", "|turn|3"]

    async def session(*looks: list[list[str]]) -> str:
        bot = object.__new__(Bot)
        async with aio.connect(process.url) as bot.credence:
            feed = poke_env.Feed(side="p1")
            bot._feeds = {"battle-1": feed}
            for frames in looks:
                feed.waiting += frames
                table = await bot._report("battle-1")
            assert feed.waiting == []
        return table.game

    rejoin = [*start, *missed]
    # The rejoin and what follows it are reported at once, or one after the other.
    for looks in ([[start], [rejoin, next]], [[start], [rejoin], [next]], [[start, rejoin, next]]):
        game = asyncio.run(session(*looks))
        assert server.pokemon_randbats(game=game, me=0).belief.detail["lines"] == len(start) + len(missed) + len(next)
