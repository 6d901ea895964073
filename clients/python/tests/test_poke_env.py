"""A live battle on a Showdown server, where one is named: `SHOWDOWN=127.0.0.1:8000`."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest

pytest.importorskip("poke_env")
if "SHOWDOWN" not in os.environ:
    pytest.skip("no Showdown server is named", allow_module_level=True)
from poke_env import ServerConfiguration  # noqa: E402
from poke_env.player import RandomPlayer  # noqa: E402

import credence  # noqa: E402
from credence import aio  # noqa: E402
from credence.adapters import poke_env  # noqa: E402


class Bot(poke_env.Believes, RandomPlayer):  # type: ignore[misc]
    """Plays by lot, and looks at every move."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.seen: list[list[poke_env.LikelySet]] = []
        self.games: set[str] = set()

    async def choose_move(self, battle: Any) -> Any:
        """Looks, then plays."""
        if battle.opponent_active_pokemon is not None:
            self.seen.append(await self.sets(battle, battle.opponent_active_pokemon))
            self.games.add((await self.look(battle)).game)
        return self.choose_random_move(battle)


def test_a_live_battle(server: credence.Server) -> None:
    where = os.environ["SHOWDOWN"]
    how = {"battle_format": "gen9randombattle", "server_configuration": ServerConfiguration(f"ws://{where}/showdown/websocket", f"http://{where}/action.php?")}

    async def battle() -> Bot:
        bot = Bot(**how)
        bot.credence = aio.connect(server.url)
        await bot.battle_against(RandomPlayer(**how), n_battles=1)
        return bot

    bot = asyncio.run(battle())
    # A set that no table lists has no answer: Showdown's generator may be newer than the embedded table.
    answered = sum(bool(sets) for sets in bot.seen)
    print(f"{answered} of {len(bot.seen)} questions had sets")
    assert bot.n_finished_battles == 1 and answered > len(bot.seen) / 2
    (game,) = bot.games
    assert server.pokemon_randbats(game=game, me="referee").belief.detail["notes"]["unknown_lines"] == 0
