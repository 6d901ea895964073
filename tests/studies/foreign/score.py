"""Scores a server's beliefs on every family of foreign players: `score.py CREDENCE [RULESET [FAMILY]] [--games N]`.

For each family: bits an item by hard facts, and how far above them the served beliefs are, over all games, in the first game and after
1, 5, 20 and 50 games with the same players; the share of truths given less than 1 %; the worst gap of a tenth of the calibration
that is beyond its interval, of those served in 20 games or more.
"""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
FIXTURES = HERE.parents[1] / "fixtures" / "foreign"


def scores(credence, ruleset, family, games, more=()):
    """What `credence score --json` says of a family, by what is summed."""
    printed = subprocess.Popen(
        [sys.executable, HERE / "transcripts.py", ruleset, family, str(games)], stdout=subprocess.PIPE
    )
    scored = subprocess.run(
        [credence, "score", "-", "--json", *more], stdin=printed.stdout, capture_output=True, text=True
    )
    if scored.returncode:
        sys.exit(f"{ruleset} {family}: {scored.stderr}")
    entries = json.loads(scored.stdout)["rulesets"][ruleset]
    return {(entry["of"]["by"], entry["of"].get("value")): entry for entry in entries}


def above(entry):
    """Bits above hard facts, with their interval."""
    if entry is None:
        return "-"
    within = entry["above_hard_facts"]["within"]
    return f"{entry['above_hard_facts']['mean']:+.4f}" + ("" if within is None else f" ±{within:.4f}")


def worst(entry):
    """The tenth whose share of truth differs most from its served mean, of those served in 20 games that differ by more than their interval."""
    gaps = [bin["gap"] for bin in entry["calibration"] if bin["games"] >= 20]
    return max((gap["mean"] for gap in gaps if abs(gap["mean"]) > gap["within"]), key=abs, default=0.0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("credence")
    parser.add_argument("ruleset", nargs="?")
    parser.add_argument("family", nargs="?")
    parser.add_argument("--games", type=int, default=1_000_000)
    arguments = parser.parse_args()
    histories = [0, 1, 5, 20, 50]
    heads = ["first", "after 1", "after 5", "after 20", "after 50"]
    print(f"{'family':34} {'hard':>7} {'above: all':>17} " + " ".join(f"{head:>17}" for head in heads) + f" {'<1 %':>7} {'worst':>7}")
    for path in sorted(FIXTURES.glob("*/*.jsonl.gz")):
        ruleset, family = path.parent.name, path.name.removesuffix(".jsonl.gz")
        if arguments.ruleset not in (None, ruleset) or arguments.family not in (None, family):
            continue
        found = scores(arguments.credence, ruleset, family, arguments.games)
        whole = found["all", None]
        columns = [above(whole)] + [above(found.get(("history", games))) for games in histories]
        print(
            f"{ruleset + '/' + family:34} {whole['hard_facts']['mean']:7.4f} "
            + " ".join(f"{column:>17}" for column in columns)
            + f" {100 * whole['surprises']:6.2f}% {worst(whole):+7.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
