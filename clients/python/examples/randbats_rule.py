"""How the players of the random battle example choose, given sets that the other may have; they differ in where their sets come from."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from poke_env import ServerConfiguration
from poke_env.battle import Move
from poke_env.calc import calculate_damage
from poke_env.data import GenData, to_id_str
from poke_env.player import SimpleHeuristicsPlayer
from poke_env.stats import compute_raw_stats

GEN = GenData.from_gen(9)
STATS = ("hp", "atk", "def", "spa", "spd", "spe")


@dataclass
class Guess:
    """A set that the other may have, and how likely it is."""

    p: float
    moves: list[str]
    item: str | None
    ability: str | None

    @classmethod
    def of(cls, p: float, member: Any) -> Guess:
        """One of poke-env's sets."""
        return cls(p, [to_id_str(move) for move in member.moves], to_id_str(member.item), to_id_str(member.ability))


async def compare(make: Callable[..., Any], where: str, count: int, generator: str) -> None:
    """Plays so many battles with sets from each source against poke-env's player, and prints who won how many, and how much more Credence won."""
    # A slow answer is an answer.
    how = {"server_configuration": ServerConfiguration(f"ws://{where}/showdown/websocket", f"http://{where}/action.php?"), "open_timeout": None, "ping_interval": None}
    best = 0.0
    for sets_from in ("Credence", "lot", "poke-env"):
        random.seed(1)
        player = make(sets_from, generator, **how)
        await player.battle_against(SimpleHeuristicsPlayer(**how), n_battles=count)
        won = player.n_won_battles / count
        best = won if sets_from == "Credence" else best
        error, both = (1.96 * (sum(share * (1 - share) for share in shares) / count) ** 0.5 for shares in ((won,), (won, best)))
        more = "" if sets_from == "Credence" else f"; Credence won {best - won:.3f} ± {both:.3f} more"
        print(f"sets from {sets_from}: {player.n_won_battles} of {count} won, {won:.3f} ± {error:.3f} (95 %){more}", flush=True)


def guessed(sets_from: str, foe: Any, generator: str) -> list[Guess]:
    """Sets without Credence."""
    return by_lot(foe, generator) if sets_from == "lot" else alone(foe)


@cache
def generated(generator: str) -> Any:
    """What Showdown's generator draws from, by species."""
    return json.loads(Path(generator).read_text())


def by_lot(foe: Any, generator: str, count: int = 8) -> list[Guess]:
    """Sets as a bot without Credence draws them: a role by lot, and moves by lot from those that it may have, what was shown among them."""
    table = generated(generator)
    shown, entry = list(foe.moves), table.get(foe.species) or table.get(to_id_str(foe.base_species))
    roles = [{to_id_str(move) for move in role["movepool"]} for role in entry["sets"]] if entry else []
    fitting = [role for role in roles if role >= set(shown)] or roles or [set(shown)]
    guesses = []
    for _ in range(count):
        others = sorted(random.choice(fitting) - set(shown))
        guesses.append(Guess(1 / count, shown + random.sample(others, max(0, min(4 - len(shown), len(others)))), foe.item, foe.ability))
    return guesses


def alone(foe: Any) -> list[Guess]:
    """What poke-env knows by itself: the moves that were shown, and a plain attack of each of its types in place of the others."""
    plain = {"normal": "bodyslam", "fire": "flamethrower", "water": "surf", "electric": "thunderbolt", "grass": "energyball", "ice": "icebeam", "fighting": "aurasphere",
             "poison": "sludgebomb", "ground": "earthpower", "flying": "airslash", "psychic": "psychic", "bug": "bugbuzz", "rock": "powergem", "ghost": "shadowball",
             "dragon": "dragonpulse", "dark": "darkpulse", "steel": "flashcannon", "fairy": "moonblast"}
    guessed = [plain[kind.name.lower()] for kind in foe.types if kind and kind.name.lower() in plain]
    return [Guess(1.0, [*foe.moves, *guessed[: max(0, 4 - len(foe.moves))]], foe.item, foe.ability)]


class Fight:
    """Who would win against the other's member that is out, in the mean over its sets."""

    def __init__(self, battle: Any, guesses: list[Guess]) -> None:
        self.battle, self.foe, self.guesses = battle, battle.opponent_active_pokemon, guesses
        raw = compute_raw_stats(self.foe.species, [84] * 6, [31] * 6, self.foe.level, "serious", GEN)
        self.foe.stats = dict(zip(STATS, raw, strict=True))
        self.known: dict[tuple[Any, ...], float] = {}
        self.them = self.foe.identifier(battle.opponent_role)

    def mean(self, worth: Any) -> float:
        """The mean of what each guess is worth. Each is told to poke-env's calculator for that moment."""
        foe, total = self.foe, 0.0
        kept = foe._item, foe._ability
        for guess in self.guesses:
            foe._item = guess.item if kept[0] == GenData.UNKNOWN_ITEM else kept[0]
            foe._ability = kept[1] or guess.ability
            total += guess.p * worth(guess)
            foe._item, foe._ability = kept
        return float(total / sum(guess.p for guess in self.guesses))

    def hit(self, one: str, other: str, move: Move, health: float) -> float:
        """The share of its health that a move takes."""
        about = one, other, move.id, self.foe._item, self.foe._ability
        if about not in self.known:
            low, high = calculate_damage(one, other, move, self.battle)
            self.known[about] = (low + high) / 2 * move.accuracy
        return min(1.0, self.known[about] / max(1.0, health))

    def deals(self, mine: Any, move: Move) -> float:
        """The share of what the other has left that a move of mine takes."""
        left, me = self.foe.stats["hp"] * self.foe.current_hp_fraction, mine.identifier(self.battle.player_role)
        return self.mean(lambda guess: self.hit(me, self.them, move, left))

    def takes(self, mine: Any) -> float:
        """The share of all my health that the other's best move takes."""
        me = mine.identifier(self.battle.player_role)
        return self.mean(lambda guess: max((self.hit(self.them, me, Move(name, gen=9), mine.stats["hp"]) for name in guess.moves), default=0.0))

    def outspeeds(self, mine: Any) -> float:
        """How likely I move first."""
        return self.mean(lambda guess: float(mine.stats["spe"] > self.foe.stats["spe"] * (1.5 if guess.item == "choicescarf" else 1.0)))

    def odds(self, mine: Any, enters: bool) -> float:
        """How well a member of mine fares from here on: near 1 where it wins the fight, near 0 where it loses it. Who enters takes a blow first."""
        lost = self.takes(mine)
        left = mine.current_hp_fraction - (lost if enters else 0.0)
        if left <= 0:
            return 0.0
        dealt = max((self.deals(mine, move) for move in mine.moves.values()), default=0.0)
        blows = left / max(lost, 0.02) + self.outspeeds(mine) * 0.5
        return float(blows * dealt / (1 + blows * dealt))
