"""The sync half of a module that is written once, async: the same words without waiting."""

from __future__ import annotations

import re

WORDS = [
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\bCoroutine\[Any, Any, (\w+)\]", r"\1"),
    (r"\bCoroutine, ", ""),
    (r"\b__a(enter|exit)__\b", r"__\1__"),
    (r"\ba(close|read|iter_bytes)\(", r"\1("),
    (r"\basyncio\.sleep\b", "time.sleep"),
    (r"\basyncio\.Lock\b", "threading.Lock"),
]


def sync(source: str, name: str) -> str:
    """The sync module of an async one."""
    out = source
    for pattern, word in WORDS:
        out = re.sub(pattern, word, out)
    modules = [module for module in ("threading", "time") if f"{module}." in out]
    out = out.replace("import asyncio\n", "".join(f"import {module}\n" for module in modules))
    return f"# Made from ../aio/{name} by `python -m generate`: change that one.\n{out}"
