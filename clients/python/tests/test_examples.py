"""The examples run, in short; their measured results stand in them."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from showdown_server import GENERATOR, Showdown

import credence

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES))
import perudo_table  # noqa: E402
import vinto_table  # noqa: E402


def run(program: Path, name: str, *arguments: str) -> str:
    """What an example prints."""
    environment = {**os.environ, "CREDENCE_BIN": str(program), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, str(EXAMPLES / f"{name}.py"), *arguments], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("name", "count"), [("hearts_search", 2), ("dice_history", 4), ("catan_robber", 2), ("perudo_table", 2), ("vinto_table", 2)])
def test_an_example_runs(program: Path, name: str, count: int) -> None:
    assert "95 %" in run(program, name, str(count))


def test_the_switcher_plays_on_showdown(program: Path) -> None:
    showdown = Showdown(seed=3)
    try:
        printed = run(program, "randbats_switcher", showdown.address, "1", str(GENERATOR))
    finally:
        showdown.close()
    assert printed.count("of 1 won") == 3


@pytest.mark.parametrize("seed", range(2))
def test_the_tables_to_copy_keep_the_rules(server: credence.Server, seed: int) -> None:
    """Each seat reports what it sees to a game of its own, and nothing is refused, to the end."""
    for table, believer, names in ((perudo_table.Table, perudo_table.Believer, ["a", "b", "c"]), (vinto_table.Table, vinto_table.Believer, ["a", "b", "c", "d"])):
        players: list[Any] = [believer(server, seat, names) for seat in range(len(names))]
        random.seed(seed)
        table(players, random.Random(seed)).play()
        for seat, player in enumerate(players):
            log = list(player.game.log())
            assert log[-1].type == "finish"
            # Nothing was told that the seat did not see.
            assert all(entry.data["seat"] == seat for entry in log if entry.type == "roll" or (entry.type in ("draw", "peek") and "card" in entry.data))
