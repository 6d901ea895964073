"""How often people make the same move again: what the numbers `repeats` and `REPEATS_WORTH` in `likelihood.rs` were counted by.

    repeats.py FOLDER

FOLDER holds replays as Pokémon Showdown gives them (JSON with `log`), each with `teams_full`: the true teams of both players, by the names of members. The ones that were counted are
public: `Erdos-Projects/summer26-pokemon-battle-predictor` on GitHub, in its history, 13 June to 1 July 2026. Needs nothing beside Python's own library.

Prints, for each half of the battles, with a Choice item and without: how often the last move was made again by a member that stayed on the field, by how often it had been already since the member
came out. Members whose item, shape or choice changed meanwhile, and those that may be in disguise, are left out from then on.
"""

import collections
import json
import pathlib
import re
import sys

CHOICE = {"choiceband", "choicespecs", "choicescarf"}
MOST = 5


def named(text):
    return re.sub("[^a-z0-9]", "", (text or "").lower())


def count(replay, counts):
    teams, seats = replay["teams_full"], [None, None]
    for line in replay["log"].split("\n"):
        kind, *rest = line.split("|")[1:] or [""]
        if not rest or not re.match("p[12]", rest[0]):
            continue
        side = int(rest[0][1]) - 1
        seat = seats[side]
        if kind in ("switch", "drag", "replace"):
            name = rest[1].split(",")[0]
            member = teams[side].get(name)
            is_left_out = kind == "replace" or member is None or name.startswith("Zoroark") or name == "Ditto"
            choice = bool(member) and named(member["item"]) in CHOICE
            seats[side] = None if is_left_out else {"choice": choice, "last": None, "times": 0}
        elif kind in ("-enditem", "-item", "-transform") or kind == "-start" and "Encore" in line:
            seats[side] = None
        elif kind == "move" and seat and "[from]" not in line:
            move = named(rest[1])
            if move in ("struggle", "recharge"):
                continue
            if seat["last"]:
                tally = counts[seat["choice"], min(seat["times"], MOST)]
                tally[1] += 1
                if move != seat["last"]:
                    seats[side] = None
                    continue
                tally[0] += 1
                seat["times"] += 1
            seat["last"] = move


def main():
    files = sorted(pathlib.Path(sys.argv[1]).rglob("*.json"))
    halves = [collections.defaultdict(lambda: [0, 0]) for _ in range(2)]
    taken = 0
    for file in files:
        replay = json.loads(file.read_text())
        if isinstance(replay, dict) and replay.get("teams_full") and replay.get("log"):
            count(replay, halves[taken % 2])
            taken += 1
    print(f"{taken} battles")
    for half in halves:
        for choice in (False, True):
            shares = (f"{half[choice, times][0] / max(half[choice, times][1], 1):.3f} of {half[choice, times][1]}" for times in range(MOST + 1))
            print("Choice item" if choice else "none       ", "; ".join(shares))


if __name__ == "__main__":
    main()
