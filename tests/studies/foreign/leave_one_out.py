"""Leaves one family out in turn: `leave_one_out.py CREDENCE [RULESET [FAMILY]] [--every EVENTS] [--json FILE]`.

For each ruleset and family F, `credence score` is given the first ten games of every other family (no player counts in a population for more),
which it learns from and does not score, and then F's games, which it scores after every so many events. That is done thrice: F's games by
strangers with the shipped numbers (nothing is learned); by strangers with the population of the others; and by F's players, who are remembered from game to game.

Printed for each family: bits an item by counts and by hard facts; then, above hard facts, each with its interval of 95 % over games: every game as a first one
with shipped numbers; every game as a first one with the population of the others; F's remembered players in their game 1, games 2-5, 6-20, 21-50 and later;
then the tenths of the calibration served in 20 games or more, whose gap is above .03 and its interval of 95 %: with shipped numbers | with the others' population | of remembered players.
"""

import argparse
import json
import subprocess
import tempfile
from functools import lru_cache
from itertools import islice

import files
from score import beyond

TAUGHT = 10
STRETCHES = {"game 1": 0, "2-5": 1, "6-20": 5, "21-50": 20, "51 on": 50}


def families(ruleset):
    return sorted(path.name.removesuffix(".jsonl.gz") for path in (files.ROOT / ruleset).glob("*.jsonl.gz"))


def text_of(games, known=True, parameters=None):
    """Games as `credence score` reads them; players who are not known sit down without a name."""
    lines = []
    for head, events in games:
        seats = [{"player": player} if known else {} for player in head["players"]]
        lines.append({"open": {"ruleset": head["ruleset"], "seats": seats, "setup": head["setup"], "parameters": parameters or {}}})
        lines.extend({"event": event} for event in events)
    return "".join(json.dumps(line) + "\n" for line in lines)


@lru_cache
def lesson(ruleset, family):
    """What a family teaches those that come after it."""
    return text_of(islice(files.read(files.path(ruleset, family)), TAUGHT))


def score(credence, every, text, lesson=None):
    """What `credence score` says, by what is summed; `lesson` is a file of games that it learns from."""
    learning = [] if lesson is None else ["--learn-from", lesson]
    said = subprocess.run([credence, "score", "-", "--json", "--every", str(every), *learning], input=text, capture_output=True, text=True)
    if said.returncode:
        raise SystemExit(said.stderr)
    (entries,) = json.loads(said.stdout)["rulesets"].values()
    return {(entry["of"]["by"], entry["of"].get("value")): entry for entry in entries}


def judged(credence, every, ruleset, family):
    """What is said of a family, by arm."""
    own = list(files.read(files.path(ruleset, family)))
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as others:
        others.writelines(lesson(ruleset, other) for other in families(ruleset) if other != family)
        others.flush()
        return {
            "shipped": score(credence, every, text_of(own, known=False, parameters={"population": "shipped"})),
            "others": score(credence, every, text_of(own, known=False), others.name),
            "own": score(credence, every, text_of(own), others.name),
        }


def above(entry):
    """Bits above hard facts, and half of their interval."""
    return (None, None) if entry is None else (entry["above_hard_facts"]["mean"], entry["above_hard_facts"]["within"])


def text(interval):
    mean, within = interval
    return "-" if mean is None else f"{mean:+.4f}" + ("" if within is None else f" ±{within:.4f}")


def row(ruleset, family, arms):
    """The printed line of a family."""
    whole = {arm: entries["all", None] for arm, entries in arms.items()}
    columns = [above(whole["shipped"]), above(whole["others"])]
    columns += [above(arms["own"].get(("history", games))) for games in STRETCHES.values()]
    gaps = [" ".join(f".{tenth} {gap['mean']:+.3f}" for tenth, gap in beyond(whole[arm]).items()) or "none" for arm in arms]
    facts = f"{whole['own']['counts']['mean']:7.4f} {whole['own']['hard_facts']['mean']:7.4f}"
    return f"{ruleset + '/' + family:27} {facts} " + " ".join(f"{text(column):>15}" for column in columns) + "  " + " | ".join(gaps)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("credence")
    parser.add_argument("ruleset", nargs="?")
    parser.add_argument("family", nargs="?")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--json")
    arguments = parser.parse_args()
    heads = ["shipped", "the others", *STRETCHES]
    print(f"{'family':27} {'counts':>7} {'hard':>7} " + " ".join(f"{head:>15}" for head in heads) + "  tenths beyond .03: shipped | others | own")
    all_ = {}
    for ruleset in ("hearts", "liars_dice", "vinto"):
        for family in families(ruleset):
            if arguments.ruleset in (None, ruleset) and arguments.family in (None, family):
                arms = judged(arguments.credence, arguments.every, ruleset, family)
                print(row(ruleset, family, arms), flush=True)
                all_[f"{ruleset}/{family}"] = {arm: list(entries.values()) for arm, entries in arms.items()}
                if arguments.json:
                    with open(arguments.json, "w") as file:
                        json.dump(all_, file)


if __name__ == "__main__":
    main()
