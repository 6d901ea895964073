"""The checked-in modules are what the server's document, and `credence.aio`, make them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parent.parent


def test_nothing_generated_is_stale(program: Path) -> None:
    run = subprocess.run([sys.executable, "-m", "generate", str(program), "--check"], cwd=CLIENT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_files_are_short() -> None:
    lengths = {path: len(path.read_text().splitlines()) for folder in ("src", "tests", "generate", "examples") for path in (CLIENT / folder).rglob("*.py")}
    assert not {str(path): length for path, length in lengths.items() if length >= 300}
    # A bot is short; what it is measured against (`…_rule`, `…_rivals`), and the tables to copy, may be longer.
    bots = ("hearts_search", "dice_history", "randbats_switcher", "catan_robber")
    assert all(lengths[CLIENT / "examples" / f"{bot}.py"] < 60 for bot in bots)
