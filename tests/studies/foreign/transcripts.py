"""Prints the games of a family as `credence score` reads them: `transcripts.py RULESET FAMILY [GAMES]`."""

import json
import sys
from itertools import islice

import catan_table
import files


def lines(ruleset, family, games=None, root=files.ROOT):
    """The lines of the first so many games of a family, of those in a folder."""
    for head, events in islice(files.read(root / ruleset / f"{family}.jsonl.gz"), games):
        seats = [{"player": player} for player in head["players"]]
        yield json.dumps({"open": {"ruleset": ruleset, "seats": seats, "setup": head["setup"]}})
        if ruleset == "catan":
            # What hands held is told by no event of the game, and follows from all of them together.
            worlds = catan_table.worlds(len(seats), events)
            yield from (json.dumps({"event": event, "truth": world}) for event, world in zip(events, worlds))
        else:
            yield from (json.dumps({"event": event}) for event in events)


def main(ruleset, family, games=None):
    for line in lines(ruleset, family, games and int(games)):
        print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
