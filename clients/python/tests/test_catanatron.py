"""Catanatron's own games, followed by the accumulator: what is believed always holds what is true."""

from __future__ import annotations

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


def test_a_colour_that_nobody_plays(server: credence.Server) -> None:
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.WHITE)])
    with pytest.raises(ValueError, match="nobody plays.*BLUE"):
        catanatron.Seat(server, Color.BLUE).before(game)
