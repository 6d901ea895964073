"""Leaves one family out in turn: `leave_one_out.py CREDENCE [RULESET [FAMILY]] [--games N] [--json FILE]`.

For each ruleset and family F, a server of its own is posted the first 20 games of all other families of the ruleset, so that its population is what
they taught (no player counts there for more than ten games). Then F's games are posted in their order, each of them three times: by anonymous players with the shipped numbers, by anonymous players
with the population of the others, and by F's players, who are remembered from game to game. The server scores each as it finishes, beside hard
facts alone (its `/metrics`; of games of more than 200 events every second event). Counts are those of `credence score`.

Printed for each family: bits an item by counts and by hard facts; then, above hard facts, each with its interval of 95 % over games: every game as a
first one with shipped numbers, every game as a first one with the population of the others, and F's remembered players in their games 1, 2-5,
6-20, 21-50 and later; then what remembering them is worth in games 21 and later beside the shipped numbers in the same games; then how many
tenths of the calibration are beyond .03 and beyond their interval, as strangers with the others' population and as remembered players.
"""

import argparse
import json

from itertools import islice

import files
from by_game import beyond, calibration, ratio
from score import scores
from scored_server import ScoredServer

# First and last game of each stretch, counted from 1.
STRETCHES = {"game 1": (1, 1), "2-5": (2, 5), "6-20": (6, 20), "21-50": (21, 50), "51 on": (51, 10 ** 9)}
TAUGHT = 20
ARMS = {"shipped": (False, {"population": "shipped"}), "others": (False, {}), "own": (True, {})}


def families(ruleset):
    return sorted(path.name.removesuffix(".jsonl.gz") for path in (files.ROOT / ruleset).glob("*.jsonl.gz"))


def judged(credence, ruleset, family, most):
    """Of each game of a family: what it added to the score, by arm. Others' games were played before."""
    games = []
    with ScoredServer(credence) as server:
        for other in families(ruleset):
            if other != family:
                for head, events in islice(files.read(files.path(ruleset, other)), TAUGHT):
                    server.plays(f"{other}-{head['game']}", head, events, head["players"], {})
        for head, events in islice(files.read(files.path(ruleset, family)), most):
            added = {}
            for arm, (known, parameters) in ARMS.items():
                game = f"{family}-{arm}-{head['game']}"
                players = head["players"] if known else [None] * len(head["players"])
                added[arm] = server.scores(game, head, events, players, parameters)
            games.append(added)
    return games


def above(games, arm, than=None):
    """Bits an item of an arm above hard facts, or above another arm."""
    return ratio([(game[arm]["served"] - (game[than]["served"] if than else game[arm]["hard"]), game[arm]["items"]) for game in games])


def summed(credence, ruleset, family, most):
    """A family's row."""
    games = judged(credence, ruleset, family, most)
    counts = scores(credence, ruleset, family, len(games), ["--strangers"])["all", None]["counts"]["mean"]
    stretches = {name: games[first - 1:last] for name, (first, last) in STRETCHES.items()}
    return {
        "ruleset": ruleset,
        "family": family,
        "games": len(games),
        "counts": counts,
        "hard": ratio([(game["own"]["hard"], game["own"]["items"]) for game in games])[0],
        "shipped": above(games, "shipped"),
        "others": above(games, "others"),
        "own": {name: above(stretch, "own") for name, stretch in stretches.items()},
        "remembering": above(games[20:], "own", "shipped"),
        "calibration": {arm: calibration([game[arm]["tenths"] for game in games]) for arm in ARMS},
    }


def text(interval):
    mean, within = interval
    return "-" if mean is None else f"{mean:+.4f}" + ("" if within is None else f" ±{within:.4f}")


def printed(row):
    off = [beyond(row["calibration"][arm]) for arm in ("shipped", "others", "own")]
    worst = " ".join(f".{tenth} {gap:+.3f}" for tenth, gap in sorted(off[2].items()))
    columns = [row["shipped"], row["others"], *row["own"].values(), row["remembering"]]
    return (
        f"{row['ruleset'] + '/' + row['family']:27} {row['counts']:7.4f} {row['hard']:7.4f} "
        + " ".join(f"{text(column):>16}" for column in columns) + f"  {len(off[0]):2} {len(off[1]):2} {len(off[2]):2}  {worst}"
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("credence")
    parser.add_argument("ruleset", nargs="?")
    parser.add_argument("family", nargs="?")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--json")
    arguments = parser.parse_args()
    heads = ["shipped", "the others", *STRETCHES, "own - shipped"]
    print(f"{'family':27} {'counts':>7} {'hard':>7} " + " ".join(f"{head:>16}" for head in heads) + "  tenths beyond: shipped, others, own")
    rows = []
    for ruleset in ("hearts", "liars_dice", "vinto"):
        for family in families(ruleset):
            if arguments.ruleset in (None, ruleset) and arguments.family in (None, family):
                rows.append(summed(arguments.credence, ruleset, family, arguments.games))
                print(printed(rows[-1]), flush=True)
                if arguments.json:
                    with open(arguments.json, "w") as file:
                        json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
