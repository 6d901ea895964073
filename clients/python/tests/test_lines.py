"""What a bot's author adds for Credence: at most ten lines for each framework, counted on the examples.

A line of code counts if it names Credence or something that is made of it, or if it belongs to a class that is there for Credence alone.
Comments and docstrings do not count.
"""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
#: The names in each example that stand for Credence or for what is made of it.
NAMES = {
    "hearts_search": {"credence", "server", "openspiel", "mirror"},
    "dice_history": {"credence", "server", "openspiel", "mirror", "arm"},
    "catan_robber": {"credence", "server", "Seat", "seat"},
    "randbats_switcher": {"credence", "server", "aio", "Believes", "sets", "likely"},
    "perudo_table": {"credence", "server", "Believer"},
    "vinto_table": {"credence", "server", "Believer"},
}


def lines(name: str, source: str) -> set[int]:
    """The numbers of the lines that concern Credence."""
    tokens = [token for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type not in (tokenize.COMMENT, tokenize.NL)]
    found = {token.start[0] for token in tokens if token.type == tokenize.NAME and token.string in NAMES[name]}
    assert NAMES[name] <= {token.string for token in tokens}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.name in NAMES[name]:
            texts = {line for inner in ast.walk(node) if isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant) for line in range(inner.lineno, (inner.end_lineno or 0) + 1)}
            found |= {token.start[0] for token in tokens if token.string.strip() and node.lineno <= token.start[0] <= (node.end_lineno or 0)} - texts
    return found


@pytest.mark.parametrize("name", NAMES)
def test_at_most_ten_lines_concern_credence(name: str) -> None:
    source = (EXAMPLES / f"{name}.py").read_text()
    found = lines(name, source)
    shown = "\n".join(source.splitlines()[number - 1] for number in sorted(found))
    print(f"{name}: {len(found)}")
    assert 5 <= len(found) <= 10, f"{len(found)} lines:\n{shown}"


def test_every_example_is_counted() -> None:
    """Whatever imports Credence is an example with a count."""
    assert {path.stem for path in EXAMPLES.glob("*.py") if "import credence" in path.read_text()} == set(NAMES)
