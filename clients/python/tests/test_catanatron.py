"""Catanatron's own games, followed by the accumulator: what is believed always holds what is true, and values are means over what is believed."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("catanatron")
from catanatron import Color, Game, RandomPlayer  # noqa: E402
from catanatron.models.enums import ActionType  # noqa: E402

import credence  # noqa: E402
from credence.adapters import catanatron  # noqa: E402


class Watcher(RandomPlayer):  # type: ignore[misc]
    """Plays by lot, and holds what it believes against what is true."""

    seat: catanatron.Seat
    looks = 0

    def decide(self, game: Any, playable_actions: Any) -> Any:
        """Looks now and then, and always before it robs."""
        robs = [action for action in playable_actions if action.action_type == ActionType.MOVE_ROBBER and action.value[1]]
        if robs or len(game.state.actions) % 40 == 0:
            Watcher.looks += 1
            belief = self.seat.look(game).belief
            for seat in range(len(game.state.colors)):
                for name in catanatron.RESOURCES:
                    truth = game.state.player_state[f"P{seat}_{name.upper()}_IN_HAND"]
                    p = belief[f"seat:{seat}/{name}"].p(truth)
                    assert p == pytest.approx(1) if seat == self.seat.me else p > 0
            for action in robs[:1]:
                assert sum(self.seat.steal_odds(game, action).values()) == pytest.approx(1)
        return super().decide(game, playable_actions)


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_game_is_followed_to_its_end(server: credence.Server, seed: int) -> None:
    watcher = Watcher(Color.BLUE)
    watcher.seat = catanatron.Seat(server, Color.BLUE)
    game = Game([RandomPlayer(Color.RED), watcher, RandomPlayer(Color.WHITE), RandomPlayer(Color.ORANGE)], seed=seed)
    game.play(accumulators=[watcher.seat])
    table = watcher.seat.look(game)
    log = list(table.seen_by("referee").log())
    assert log[-1].type == "finish" and Watcher.looks > 5
    # Nothing was told that the seat did not see.
    assert all("resource" not in e.data or watcher.seat.me in (e.data["thief"], e.data["victim"]) for e in log if e.type == "steal")


class Valuer(RandomPlayer):  # type: ignore[misc]
    """Plays by lot, and values what it could do in the worlds that it believes."""

    seat: catanatron.Seat
    valued = 0

    def decide(self, game: Any, playable_actions: Any) -> Any:
        """Looks at worlds now and then, and plays them on."""
        if len(game.state.actions) % 60 == 0 or playable_actions[0].action_type == ActionType.MOVE_ROBBER:
            chance, true = random.getstate(), game.state
            worlds = self.seat.worlds(game, 40, seed=1)
            belief = self.seat.look(game).belief
            for seat in range(len(true.colors)):
                held = [[world.state.player_state[f"P{seat}_{name.upper()}_IN_HAND"] for name in catanatron.RESOURCES] for world in worlds]
                size = sum(true.player_state[f"P{seat}_{name.upper()}_IN_HAND"] for name in catanatron.RESOURCES)
                assert all(sum(hand) == size for hand in held)
                for place, name in enumerate(catanatron.RESOURCES):
                    assert all(belief[f"seat:{seat}/{name}"].p(hand[place]) > 0 for hand in held)
            for world in worlds:
                state = world.state
                assert len(state.development_listdeck) == len(true.development_listdeck) and state.playable_actions == playable_actions
                for place, name in enumerate(catanatron.RESOURCES):
                    assert state.resource_freqdeck[place] + sum(state.player_state[f"P{seat}_{name.upper()}_IN_HAND"] for seat in range(len(state.colors))) == 19
                for _ in range(20):
                    if world.winning_color() is None:
                        world.execute(random.choice(state.playable_actions))
            random.setstate(chance)
            action = playable_actions[0]
            points = self.seat.value(game, action, lambda after, color: float(after.state.player_state[f"P{self.seat.me}_ACTUAL_VICTORY_POINTS"]))
            assert points >= true.player_state[f"P{self.seat.me}_ACTUAL_VICTORY_POINTS"] - 2 and random.getstate() == chance
            Valuer.valued += 1
        return super().decide(game, playable_actions)


def test_a_value_function_reads_the_belief(server: credence.Server) -> None:
    valuer = Valuer(Color.BLUE)
    valuer.seat = catanatron.Seat(server, Color.BLUE)
    Game([RandomPlayer(Color.RED), valuer, RandomPlayer(Color.WHITE)], seed=3).play(accumulators=[valuer.seat])
    assert Valuer.valued > 5


class Thief(RandomPlayer):  # type: ignore[misc]
    """Plays by lot, and values each theft by what it brings."""

    seat: catanatron.Seat
    pairs: list[tuple[float, float]] = []

    def decide(self, game: Any, playable_actions: Any) -> Any:
        """Holds the value of each theft against the odds of it."""
        for rob in playable_actions:
            if rob.action_type == ActionType.MOVE_ROBBER and rob.value[1]:
                held = game.state.player_state[f"P{self.seat.me}_ORE_IN_HAND"]
                worlds = self.seat.worlds(game, 200, seed=1)
                value = self.seat.value(game, rob, lambda after, color: after.state.player_state[f"P{self.seat.me}_ORE_IN_HAND"] - held, worlds)
                self.pairs.append((value, self.seat.steal_odds(game, rob).get("ore", 0.0)))
                break
        return super().decide(game, playable_actions)


def test_the_value_of_a_theft_is_the_odds_of_it(server: credence.Server) -> None:
    thief = Thief(Color.BLUE)
    thief.seat = catanatron.Seat(server, Color.BLUE)
    Game([RandomPlayer(Color.RED), thief, RandomPlayer(Color.WHITE), RandomPlayer(Color.ORANGE)], seed=5).play(accumulators=[thief.seat])
    assert len(thief.pairs) > 5 and any(0 < odds < 1 for _, odds in thief.pairs)
    # 200 draws of a chance p stray by at most half of the root of 1/200, 0.035.
    assert all(abs(value - odds) < 5 * 0.035 for value, odds in thief.pairs)


def test_a_colour_that_nobody_plays(server: credence.Server) -> None:
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.WHITE)])
    with pytest.raises(ValueError, match="nobody plays.*BLUE"):
        catanatron.Seat(server, Color.BLUE).before(game)
