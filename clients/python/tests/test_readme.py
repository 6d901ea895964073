"""The README's code runs as it is written, block after block, and the strictest type checker has nothing to say of it."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).resolve().parent.parent / "README.md"


BLOCKS = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)


def test_the_readme_is_typed(tmp_path: Path) -> None:
    session = tmp_path / "session.py"
    session.write_text("".join(code for code, _ in BLOCKS.findall(README.read_text())))
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--cache-dir", str(tmp_path / "cache"), str(session)]
    judged = subprocess.run(command, cwd=README.parent, capture_output=True, text=True)
    assert judged.returncode == 0, judged.stdout + judged.stderr


def test_the_readme_runs(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CREDENCE_BIN", str(program))
    text = README.read_text()
    # A block of code, and where it prints something, the block with what it prints.
    blocks = BLOCKS.findall(text)
    assert len(blocks) >= 4
    names: dict[str, object] = {}
    for code, expected in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(README), "exec"), names)
        if expected:
            assert printed.getvalue() == expected, code
