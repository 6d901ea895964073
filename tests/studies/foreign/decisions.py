"""What beliefs are worth to who decides by them: `decisions.py CREDENCE RULESET FAMILY [GAMES] [--json FILE]`.

One program plays GAMES games in seat 0 against the other seats of a foreign family, once for each of these beliefs of a real server: hard facts
alone; soft evidence of strangers with the shipped numbers; soft evidence of opponents of whom 20 games were played on that server before (those
of the fixtures). Hearts and Vinto are also played by who sees all cards. Every arm meets the same cards, opponents and
whims of opponents as long as it plays alike, and all games of the learned arm are opened before the first is played, so that none teaches another.

Prints what each arm scores (points spared of 26 in Hearts, games won in Liar's Dice, rounds won in Vinto), paired differences with intervals of 95 %,
and which share of what seeing all cards is worth history reaches.
"""

import argparse
import importlib
import json

import files
from asked import Asked
from by_game import ratio
from posted import Posted

HISTORY = 20
HARD = {"hearts": {"soft_weight": 0}, "vinto": {"soft_weight": 0}, "liars_dice": {"bayesian_sampling": False}}
AGENTS = {"hearts": "hearts_agent", "liars_dice": "dice_agent", "vinto": "vinto_agent"}


class Table(Posted):
    """A server that has seen 20 games of a family."""

    def __init__(self, credence, ruleset, family):
        super().__init__(credence)
        for number, (head, events) in enumerate(files.read(files.path(ruleset, family))):
            if number == HISTORY:
                break
            self.plays(f"past-{number}", head, events, head["players"], {})


def arms(server, agent, ruleset, family, games):
    """The score of every game, by arm."""
    people = agent.people(family)
    for number in range(games):
        for arm, players, parameters in (
            ("hard facts", [None] * len(people), HARD[ruleset]),
            ("shipped", [None] * len(people), {"population": "shipped"}),
            ("20 games", [None, *people[1:]], {}),
        ):
            head = {"ruleset": ruleset, "setup": agent.setup(family, number)}
            server.plays(f"{arm.replace(' ', '-')}-{number}", head, [], players, parameters)
    scores = {arm: [agent.play(family, number, Asked(server, f"{arm.replace(' ', '-')}-{number}")) for number in range(games)]
              for arm in ("hard facts", "shipped", "20 games")}
    if ruleset != "liars_dice":
        scores["all cards seen"] = [agent.play(family, number, None) for number in range(games)]
    return scores


def difference(scores, one, other):
    return ratio([(a - b, 1) for a, b in zip(scores[one], scores[other]) if a is not None and b is not None])


def text(interval, form=".3f"):
    return f"{interval[0]:+{form}} ±{interval[1]:{form}}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("credence")
    parser.add_argument("ruleset", choices=AGENTS)
    parser.add_argument("family")
    parser.add_argument("games", nargs="?", type=int, default=500)
    parser.add_argument("--json")
    arguments = parser.parse_args()
    agent = importlib.import_module(AGENTS[arguments.ruleset])
    with Table(arguments.credence, arguments.ruleset, arguments.family) as server:
        scores = arms(server, agent, arguments.ruleset, arguments.family, arguments.games)
    print(f"{arguments.ruleset}/{arguments.family}, {arguments.games} games an arm: score; over hard facts, over shipped; paired by game, 95 %")
    for arm, of in scores.items():
        mean, within = ratio([(score, 1) for score in of if score is not None])
        print(f"  {arm:16} {mean:7.3f} ±{within:.3f}   {text(difference(scores, arm, 'hard facts'))}   {text(difference(scores, arm, 'shipped'))}")
    if "all cards seen" in scores:
        triples = [triple for triple in zip(*(scores[arm] for arm in ("shipped", "20 games", "all cards seen"))) if None not in triple]
        share = ratio([(past - none, seen - none) for none, past, seen in triples]) if sum(seen - none for none, _, seen in triples) > 0 else None
        print("  seeing all cards is worth nothing here" if share is None else f"  of what seeing all cards is worth, history reaches {text(share, '.2f')}")
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump({"ruleset": arguments.ruleset, "family": arguments.family, "scores": scores}, file)


if __name__ == "__main__":
    main()
