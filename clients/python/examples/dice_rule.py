"""How both players of the Liar's Dice example choose, given worlds of the other's cup; they differ in where their worlds come from."""

from __future__ import annotations

import random
from typing import Any


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
