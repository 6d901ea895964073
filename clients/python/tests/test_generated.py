"""The checked-in modules are what the server's document, and `credence.aio`, make them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import credence

CLIENT = Path(__file__).resolve().parent.parent


def test_nothing_generated_is_stale(program: Path) -> None:
    run = subprocess.run([sys.executable, "-m", "generate", str(program), "--check"], cwd=CLIENT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def words(program: Path, schema: str) -> set[str]:
    """The words of one of the document's enumerations."""
    document = json.loads(subprocess.run([program, "openapi"], check=True, capture_output=True).stdout)
    return set(document["components"]["schemas"][schema]["enum"])


def test_what_is_typed_by_hand_is_what_the_document_says(program: Path) -> None:
    roles = get_type_hints(credence.Server.make_key)["role"]
    # A key for a seat names the game and the seat, too, and is made by the table.
    assert set(get_args(roles)) == words(program, "RoleName") - {"seat"}


def test_types_name_the_mistakes(server: credence.Server) -> None:
    """That each line is one, mypy sees to: where it finds none, it says so of the comment."""
    made = server.catan(me=0, players=["me", "ann"]).event
    seats: dict[int, int] = {1: 2}
    texts = {"1": 2}
    assert made.monopoly(seat=0, resource="ore", taken=seats) == made.monopoly(seat=0, resource="ore", taken=texts) == credence.Event("monopoly", {"seat": 0, "resource": "ore", "taken": {"1": 2}})
    wrong: list[Callable[[], object]] = [
        lambda: made.production(gains={1.5: {"wood": 1}}),  # type: ignore[dict-item]
        lambda: made.production(gains={None: {"wood": 1}}),  # type: ignore[dict-item]
        lambda: server.catan(players=["me", "ann"], on_contradiction="refuse"),  # type: ignore[arg-type]
        lambda: server.make_key("seat"),  # type: ignore[arg-type]
    ]
    for mistake in wrong:
        with pytest.raises(credence.CredenceError):
            mistake()


def test_files_are_short() -> None:
    lengths = {path: len(path.read_text().splitlines()) for folder in ("src", "tests", "generate", "examples") for path in (CLIENT / folder).rglob("*.py")}
    assert not {str(path): length for path, length in lengths.items() if length >= 300}
    # A bot is short; what it is measured against (`…_rule`, `…_rivals`), and the tables to copy, may be longer.
    bots = ("hearts_search", "dice_history", "randbats_switcher", "catan_robber")
    assert all(lengths[CLIENT / "examples" / f"{bot}.py"] < 60 for bot in bots)
