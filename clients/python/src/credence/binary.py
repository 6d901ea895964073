"""Where the server's program is."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from .errors import NotStarted

NAME = "credence.exe" if os.name == "nt" else "credence"


def candidates() -> Iterator[Path]:
    """Places in the order in which they are tried: what the author names, the wheel, the path, a checkout's builds."""
    if named := os.environ.get("CREDENCE_BIN"):
        yield Path(named)
        return
    yield Path(sys.prefix, "Scripts" if os.name == "nt" else "bin", NAME)
    yield Path(sysconfig.get_path("scripts"), NAME)
    if found := shutil.which("credence"):
        yield Path(found)
    for folder in Path(__file__).resolve().parents:
        if (folder / "Cargo.toml").is_file():
            built = Path(os.environ.get("CARGO_TARGET_DIR", folder / "target"))
            yield from (built / profile / NAME for profile in ("release", "debug"))


def find() -> Path:
    """The first that is there."""
    tried = []
    for place in candidates():
        if place.is_file() and os.access(place, os.X_OK):
            return place
        tried.append(str(place))
    raise NotStarted(f"The server's program is in none of {', '.join(tried)}. Install the wheel that holds it, or name it: CREDENCE_BIN=/path/to/credence")
