"""What the Hearts example is measured against: players who duck, and worlds that are dealt by lot."""

from __future__ import annotations

import random
from typing import Any

import pyspiel

GAME = pyspiel.load_game("hearts(pass_cards=false)")


def duck(state: Any) -> int:
    """The highest card that does not win the trick so far, else the lowest."""
    legal = state.legal_actions()
    trick = state.history()[53 + (len(state.history()) - 53) // 4 * 4 :]
    if not trick:
        return int(legal[0])
    best = max(card for card in trick if card % 4 == trick[0] % 4)
    under = [card for card in legal if card % 4 != best % 4 or card < best]
    return int(max(under, key=lambda card: (card == 43, card % 4 == 2, card)) if under else min(legal))


def by_lot(state: Any, count: int) -> list[Any]:
    """What a search without Credence has: cards that seat 0 has not seen, dealt out by lot."""
    history, worlds = state.history(), []
    played = set(history[53:])
    places = [1 + place for place in range(52) if place % 4 and history[1 + place] not in played]
    for _ in range(count):
        for place, card in zip(places, random.sample([history[place] for place in places], len(places)), strict=True):
            history[place] = card
        worlds.append(GAME.new_initial_state())
        for action in history:
            worlds[-1].apply_action(action)
    return worlds
