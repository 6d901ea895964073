"""Liar's Dice against an opponent who learns nothing and bluffs by habit: worlds by Credence, which remembers them, and by lot.

    python examples/dice_history.py 500

OpenSpiel's liars_dice with three dice each, the same 500 plays in both (2 cores, 22 November 2026): RESULT
"""

from __future__ import annotations

import random
import sys
from typing import Any

import pyspiel

import credence
from credence.adapters import openspiel

GAME = pyspiel.load_game("liars_dice(numdice=3)")


def chance_of(bid: int, cup: list[int], worlds: list[list[int]]) -> float:
    """How often a bid holds over the other cup's worlds; sixes are wild."""
    quantity, face = bid // 6 + 1, bid % 6 + 1
    own = sum(die in (face, 6) for die in cup)
    return sum(own + sum(die in (face, 6) for die in other) >= quantity for other in worlds) / len(worlds)


def choice(state: Any, cup: list[int], worlds: list[list[int]]) -> int:
    """Calls a bid that holds less often than the best raise; else makes that raise."""
    legal, told = state.legal_actions(), state.history()[6:]
    raises = [bid for bid in legal if bid != 36]
    best = max(raises, key=lambda bid: (round(chance_of(bid, cup, worlds), 3), -bid), default=36)
    if told and (best == 36 or 1 - chance_of(told[-1], cup, worlds) > chance_of(best, cup, worlds)):
        return 36
    return int(best)


def by_lot(count: int) -> list[list[int]]:
    """The other cup, as a bot without Credence has it."""
    return [[random.randint(1, 6) for _ in range(3)] for _ in range(count)]


def play(server: credence.Server | None, seed: int) -> bool:
    """Whether seat `seed % 2` wins. The other bids by its own dice alone."""
    chance, me, state = random.Random(seed), seed % 2, GAME.new_initial_state()
    mirror = openspiel.LiarsDice(server, GAME, me=me, players=["me", "habit"] if me == 0 else ["habit", "me"]) if server else None
    while not state.is_terminal():
        seat = state.current_player()
        cup = [face + 1 for face in state.history()[3 * seat : 3 * seat + 3]] if seat >= 0 else []
        if seat < 0:
            action = chance.choice(state.legal_actions())
        elif seat == me and mirror:
            cups = [[face + 1 for face in world.history()[3 - 3 * me : 6 - 3 * me]] for world in mirror.worlds(200)]
            action = choice(state, cup, cups)
        else:
            action = choice(state, cup, by_lot(200))
        mirror.apply(state, action) if mirror else state.apply_action(action)
    return bool(state.returns()[me] > 0)


if __name__ == "__main__":
    with credence.local() as server:
        for name, arm in (("Credence", server), ("by lot", None)):
            random.seed(1)
            won = sum(play(arm, seed) for seed in range(int(sys.argv[1])))
            share = won / int(sys.argv[1])
            print(f"{name}: {won} of {sys.argv[1]} won, {share:.3f} ± {1.96 * (share * (1 - share) / int(sys.argv[1])) ** 0.5:.3f} (95 %)")
