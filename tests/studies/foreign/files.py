"""How games are written down: one gzip file a family, many games in it, and the same bytes from the same seed."""

import gzip
import json
import pathlib
import random

ROOT = pathlib.Path(__file__).resolve().parents[2] / "fixtures" / "foreign"


def generator(*what):
    """A generator of its own for each thing that is named, so that one player more changes nobody else's choices."""
    return random.Random(":".join(str(part) for part in what))


def event(kind, **data):
    return {"type": kind, "data": data}


def path(ruleset, family):
    return ROOT / ruleset / f"{family}.jsonl.gz"


def save(target, lines):
    target.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    # No time and no name in the header: the file is a function of its content.
    target.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    return target.stat().st_size


def write(ruleset, family, games):
    """`games` yields (players, setup, events), and a fourth part where more is true than events say, which goes into a file of its
    own. Gives the numbers of games and events, and bytes."""
    lines, beside, count, events = [], [], 0, 0
    for number, (players, setup, happened, *truth) in enumerate(games):
        lines.append({"game": number, "ruleset": ruleset, "players": players, "setup": setup})
        lines.extend(happened)
        beside.extend({"game": number, **more} for more in truth)
        count, events = number + 1, events + len(happened)
    size = save(path(ruleset, family), lines)
    if beside:
        size += save(ROOT / ruleset / "decks" / f"{family}.jsonl.gz", beside)
    return count, events, size


def read(file):
    """Gives (head, events) of each game of a file."""
    head, events = None, []
    with gzip.open(file, "rt") as lines:
        for line in map(json.loads, lines):
            if "game" in line:
                if head is not None:
                    yield head, events
                head, events = line, []
            else:
                events.append(line)
    if head is not None:
        yield head, events
