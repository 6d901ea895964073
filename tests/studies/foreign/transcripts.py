"""Prints the games of a family as `credence score` reads them: `transcripts.py RULESET FAMILY [GAMES]`."""

import gzip
import json
import pathlib
import sys

FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures" / "foreign"


def main(ruleset, family, games="1000000"):
    with gzip.open(FIXTURES / ruleset / f"{family}.jsonl.gz", "rt") as lines:
        for line in map(json.loads, lines):
            if "game" in line:
                if line["game"] >= int(games):
                    return
                seats = [{"player": player} for player in line["players"]]
                print(json.dumps({"open": {"ruleset": ruleset, "seats": seats, "setup": line["setup"]}}))
            else:
                print(json.dumps({"event": line}))


if __name__ == "__main__":
    main(*sys.argv[1:])
