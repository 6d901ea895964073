"""Random battles by damage: whether to stay, what to hit with and whom to send in, by the sets that the other may have."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

from poke_env import ServerConfiguration
from poke_env.data import to_id_str
from poke_env.player import SimpleHeuristicsPlayer
from randbats_rule import Fight, Guess, alone, by_lot

import credence
from credence import aio
from credence.adapters import poke_env


class Switcher(poke_env.Believes, SimpleHeuristicsPlayer):  # type: ignore[misc]
    """poke-env's own player, but that it weighs blows. `sets_from` is `Credence`, `lot` or `poke-env`."""

    sets_from = "Credence"
    generator = Path()

    async def guesses(self, battle: Any) -> list[Guess]:
        """The sets that the member which is out may have."""
        foe = battle.opponent_active_pokemon
        if self.sets_from == "Credence":
            likely = await self.sets(battle, foe, top=8)
            total = sum(each.p for each in likely)
            if likely:
                return [Guess(each.p / total, [to_id_str(move) for move in each.pokemon.moves], to_id_str(each.pokemon.item), to_id_str(each.pokemon.ability)) for each in likely]
        return by_lot(foe, self.generator) if self.sets_from == "lot" else alone(foe)

    async def choose_move(self, battle: Any) -> Any:
        """Sends in who fares best where that is clearly better than to stay; else hits hardest, unless the heuristics prepare something."""
        mine, usual = battle.active_pokemon, super().choose_move(battle)
        if mine is None or battle.opponent_active_pokemon is None:
            return usual
        fight = Fight(battle, await self.guesses(battle))
        best = max(battle.available_switches, key=lambda member: fight.odds(member, not battle.force_switch), default=None)
        if best and (not battle.available_moves or fight.odds(best, True) > fight.odds(mine, False) + 0.2):
            return self.create_order(best)
        if not battle.available_moves or getattr(usual.order, "base_power", 1) == 0:
            return usual
        return self.create_order(max(battle.available_moves, key=lambda move: fight.deals(mine, move)), terastallize=usual.terastallize)


async def main(where: str, count: int, generator: Path) -> None:
    how = {"server_configuration": ServerConfiguration(f"ws://{where}/showdown/websocket", f"http://{where}/action.php?")}
    with credence.local() as server:
        for sets_from in ("Credence", "lot", "poke-env"):
            random.seed(1)
            player = Switcher(**how)
            player.sets_from, player.generator, player.credence = sets_from, generator, aio.connect(server.url)
            await player.battle_against(SimpleHeuristicsPlayer(**how), n_battles=count)
            share = player.n_won_battles / count
            print(f"sets from {sets_from}: {player.n_won_battles} of {count} won, {share:.3f} ± {1.96 * (share * (1 - share) / count) ** 0.5:.3f} (95 %)", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))
