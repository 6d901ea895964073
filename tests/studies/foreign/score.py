"""Scores a server's beliefs on every family of foreign players: `score.py CREDENCE [RULESET [FAMILY]] [--games N] [--from FOLDER] [--parameters JSON]`.

For each family: bits an item by hard facts, and how far above them the served beliefs are, over all games, in the first game and after
1, 5, 20 and 50 games with the same players; the share of truths given less than 1 %; the tenths of the calibration that were served in 20 games or
more, and whose gap is beyond .03 and beyond its interval (above 0: what is served happens more often). Where posteriors were not exact, a line says the same of
those alone. `--from` names the folder of another season (`make.py --season`). `--parameters` are the model's, in place of the defaults: of Vinto,
`{"exact_cards": 1}` has nearly all posteriors drawn that are exact otherwise.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import files
import transcripts


def scores(credence, ruleset, family, games, root, parameters=None):
    """What `credence score --json` says of a family, by what is summed."""
    text = "\n".join(transcripts.lines(ruleset, family, games, root)) + "\n"
    more = [] if parameters is None else ["--parameters", parameters]
    scored = subprocess.run([credence, "score", "-", "--json", *more], input=text, capture_output=True, text=True)
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


def beyond(entry, allowed=0.03, games=20):
    """The tenths that come true more or less often than they say, by more than is allowed and than their interval; of those served in so many games."""
    gaps = {tenth: bin["gap"] for tenth, bin in enumerate(entry["calibration"]) if bin["games"] >= games}
    return {tenth: gap for tenth, gap in gaps.items() if abs(gap["mean"]) > max(allowed, gap["within"])}


def gaps(entry):
    """Those tenths, in words."""
    return " ".join(f".{tenth} {gap['mean']:+.3f} ±{gap['within']:.3f}" for tenth, gap in beyond(entry).items()) or "none"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("credence")
    parser.add_argument("ruleset", nargs="?")
    parser.add_argument("family", nargs="?")
    parser.add_argument("--games", type=int)
    parser.add_argument("--from", dest="root", type=pathlib.Path, default=files.ROOT)
    parser.add_argument("--parameters")
    arguments = parser.parse_args()
    histories = [0, 1, 5, 20, 50]
    heads = ["first", "after 1", "after 5", "after 20", "after 50"]
    print(f"{'family':28} {'hard':>7} {'above: all':>17} " + " ".join(f"{head:>16}" for head in heads) + f" {'<1 %':>6}  beyond .03")
    for path in sorted(arguments.root.glob("*/*.jsonl.gz")):
        ruleset, family = path.parent.name, path.name.removesuffix(".jsonl.gz")
        if arguments.ruleset not in (None, ruleset) or arguments.family not in (None, family):
            continue
        found = scores(arguments.credence, ruleset, family, arguments.games, arguments.root, arguments.parameters)
        whole = found["all", None]
        columns = [above(found.get(("history", games))) for games in histories]
        print(
            f"{ruleset + '/' + family:28} {whole['hard_facts']['mean']:7.4f} {above(whole):>17} "
            + " ".join(f"{column:>16}" for column in columns)
            + f" {100 * whole['surprises']:5.2f}%  {gaps(whole)}",
            flush=True,
        )
        for method in ("factored", "capped", "sampled", "restarted"):
            if entry := found.get(("method", method)):
                share = 100 * entry["items"] / whole["items"]
                print(f"  {method}, {share:.1f} % of items".ljust(28) + f" {entry['hard_facts']['mean']:7.4f} {above(entry):>17} {100 * entry['surprises']:91.2f}%  {gaps(entry)}")


if __name__ == "__main__":
    main()
