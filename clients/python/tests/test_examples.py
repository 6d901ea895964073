"""The examples run, in short; their measured results stand in them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


@pytest.mark.parametrize(("name", "count"), [("hearts_search", 2), ("dice_history", 4), ("catan_robber", 1)])
def test_an_example_runs(program: Path, name: str, count: int) -> None:
    environment = {**os.environ, "CREDENCE_BIN": str(program), "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, str(EXAMPLES / f"{name}.py"), str(count)], env=environment, capture_output=True, text=True)
    assert run.returncode == 0 and "95 %" in run.stdout, run.stderr
