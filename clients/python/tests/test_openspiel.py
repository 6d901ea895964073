"""OpenSpiel's own games, played through the mirrors."""

from __future__ import annotations

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import ismcts  # noqa: E402

import credence  # noqa: E402
from credence.adapters import openspiel  # noqa: E402


def chosen(state: Any, chance: random.Random) -> int:
    """Any legal action; of chance nodes, one of the outcomes."""
    return int(chance.choice(state.legal_actions()))


@pytest.mark.parametrize("seed", range(8))
def test_hearts_is_mirrored_to_its_end(server: credence.Server, seed: int) -> None:
    chance, me = random.Random(seed), seed % 4
    game = pyspiel.load_game("hearts")
    state = game.new_initial_state()
    mirror = openspiel.Hearts(server, game, me=me, players=["a", "b", "c", "d"])
    while not state.is_terminal():
        if state.current_player() == me and chance.random() < 0.4:
            for world in mirror.worlds(3):
                assert world.current_player() == me and world.legal_actions() == state.legal_actions()
                assert world.information_state_string(me) == state.information_state_string(me)
                while not world.is_terminal():
                    world.apply_action(chosen(world, chance))
        mirror.apply(state, chosen(state, chance))
    log = list(mirror.table.log())
    assert log[-1].type == "finish" and log[-2].type == "deal_end" and sum(entry.type == "play" for entry in log) == 52
    # OpenSpiel returns 26 less the points of each.
    assert [26 - value for value in state.returns()] == [log[-2].data["points"][str(seat)] for seat in range(4)]
    # Nothing was told that the seat did not see.
    assert set(log[1].data["hands"]) == {str(me)} and all("cards" not in entry.data or entry.data["seat"] == me for entry in log if entry.type == "pass")


@pytest.mark.parametrize("rule", ["reset-face", "reset-quantity"])
@pytest.mark.parametrize("me", [0, 1])
def test_liars_dice_is_mirrored_to_its_end(server: credence.Server, rule: str, me: int) -> None:
    chance = random.Random(me)
    game = pyspiel.load_game(f"liars_dice(numdice=3,bidding_rule={rule})")
    for _ in range(4):
        state = game.new_initial_state()
        mirror = openspiel.LiarsDice(server, game, me=me, players=["a", "b"])
        while not state.is_terminal():
            if state.current_player() == me:
                for world in mirror.worlds(5):
                    assert world.current_player() == me and world.information_state_string(me) == state.information_state_string(me)
            mirror.apply(state, chosen(state, chance) if len(state.history()) < 9 else state.legal_actions()[-1])
        log = list(mirror.table.log())
        assert [entry.type for entry in log[-3:]] == ["call", "reveal", "finish"] and sum(entry.type == "roll" for entry in log) == 1


def test_openspiels_own_search_draws_from_the_belief(server: credence.Server) -> None:
    game = pyspiel.load_game("hearts(pass_cards=false)")
    state = game.new_initial_state()
    mirror = openspiel.Hearts(server, game, me=0)
    chance = random.Random(5)
    bot = mirror.search(ismcts.ISMCTSBot(game, pyspiel_rollout(chance), 10.0, 20))
    moves = 0
    while not state.is_terminal() and moves < 4:
        if state.current_player() == 0:
            moves += 1
            mirror.apply(state, bot.step(state))
        else:
            mirror.apply(state, chosen(state, chance))
    with pytest.raises(ValueError, match="seat 0 sees"):
        mirror.resampler(state, 1)


def test_what_cannot_be_hosted_is_said(server: credence.Server) -> None:
    with pytest.raises(ValueError, match="can_lead_any_club"):
        openspiel.Hearts(server, pyspiel.load_game("hearts(can_lead_any_club=true)"))
    with pytest.raises(ValueError, match="six faces"):
        openspiel.LiarsDice(server, pyspiel.load_game("liars_dice(dice_sides=4)"))


def pyspiel_rollout(chance: random.Random) -> Any:
    """OpenSpiel's evaluator by one random playout."""
    from open_spiel.python.algorithms import mcts

    import numpy

    return mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(chance.randrange(2**31)))
