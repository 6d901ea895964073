"""Writes the generated modules, or says which are stale.

    python -m generate BINARY            writes them from that server's document
    python -m generate BINARY --check    writes nothing; fails where one is not what it would write
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from .colour import sync
from .ruleset import Ruleset, openings

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "credence"


def modules(document: str) -> dict[Path, str]:
    """Every generated module, by its path."""
    schemas = json.loads(document)["components"]["schemas"]
    keys = list(schemas["OpenRequest"]["discriminator"]["mapping"])
    rulesets = [Ruleset(key, schemas) for key in keys]
    made = {PACKAGE / "aio" / "rulesets.py": openings(rulesets)}
    for one in rulesets:
        made[PACKAGE / "shapes" / f"{one.key}.py"] = one.shapes()
        made[PACKAGE / "events" / f"{one.key}.py"] = one.events()
        made[PACKAGE / "aio" / f"{one.key}.py"] = one.table()
    for path in sorted((PACKAGE / "aio").glob("*.py")):
        made.setdefault(path, path.read_text())
    return {**made, **{PACKAGE / "sync" / path.name: sync(text, path.name) for path, text in made.items() if path.parent.name == "aio"}}


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", help="the server's program")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    document = subprocess.run([asked.binary, "openapi"], check=True, capture_output=True, text=True).stdout
    stale = {path: text for path, text in modules(document).items() if not path.is_file() or path.read_text() != text}
    if asked.check:
        if stale:
            sys.exit("stale, run `python -m generate BINARY`: " + ", ".join(str(path.relative_to(PACKAGE)) for path in stale))
        return
    for path, text in stale.items():
        path.write_text(text)
        print(f"wrote {path.relative_to(PACKAGE)}")


main()
