"""How much of what random battles are played with an older table of sets misses, and in which field.

    ageing.py REPOSITORY [FROM] [TO]

REPOSITORY is a git repository of pkmn/randbats (`git clone https://github.com/pkmn/randbats`; a mirror without a work tree will do): each commit publishes the sets of a day. Whole
sets of the commits between FROM and TO (dates; by default all that hold whole sets) are compared with the options published half a month to a year
earlier: a set is missed where no role of its species has its item, ability, tera type and all its moves. Months have 30 days.

Prints, for each pair, both dates, the age in months and the share missed; then the share for each month of age over all pairs, and of the sets missed the share that has something new in each
field. `combination`: each field was known, and no role had them together.
"""

import collections
import datetime
import json
import re
import subprocess
import sys

MONTH = 30 * 86_400
AGES = (0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12)
WHOLE, OPTIONS = "data/full/gen9randombattle.json", "data/gen9randombattle.json"


def git(repository, *arguments):
    return subprocess.run(["git", "-C", repository, *arguments], capture_output=True, check=True, text=True).stdout


def published(repository, path):
    """Commits that changed a file, the newest first, with their times."""
    return [(commit, int(time)) for commit, time in map(str.split, git(repository, "log", "--format=%H %ct", "--", path).splitlines())]


def name(text):
    return re.sub("[^a-z0-9]", "", text.lower())


def whole_sets(repository, commit):
    for species, sets in json.loads(git(repository, "show", f"{commit}:{WHOLE}")).items():
        for line, count in sets.items():
            _level, item, ability, *moves, tera = line.split(",")
            yield name(species), {"item": {item}, "ability": {ability}, "tera": {tera}, "move": set(moves)}, count


def roles(repository, commit):
    def role(published):
        of = {"item": published.get("items") or [""], "ability": published["abilities"], "tera": published["teraTypes"], "move": published["moves"]}
        return {field: set(map(name, values)) for field, values in of.items()}

    table = json.loads(git(repository, "show", f"{commit}:{OPTIONS}"))
    return {name(species): [role(one) for one in entry["roles"].values()] for species, entry in table.items() if "roles" in entry}


def missed(known, one):
    """What of a set no role has; empty where some role has all of it."""
    if not known:
        return ["species"]
    if any(all(values <= role[field] for field, values in one.items()) for role in known):
        return []
    new = [field for field, values in one.items() if not values <= set().union(*(role[field] for role in known))]
    return new or ["combination"]


def main():
    repository, first, last = (sys.argv[1:] + ["", "9999"][len(sys.argv) - 2 :])[:3]
    day = lambda time: datetime.datetime.fromtimestamp(time, datetime.timezone.utc).date().isoformat()
    options = published(repository, OPTIONS)
    pairs, ages, fields = {}, 0.0, collections.Counter()
    for commit, time in published(repository, WHOLE):
        if not first <= day(time) <= last:
            continue
        sets = list(whole_sets(repository, commit))
        total = sum(count for *_, count in sets)
        for age in AGES:
            older = next(((one, at) for one, at in options if at <= time - age * MONTH), None)
            if older is None or (commit, older[0]) in pairs or (time - older[1]) > 1.05 * AGES[-1] * MONTH:
                continue
            table, counted = roles(repository, older[0]), collections.Counter()
            for species, one, count in sets:
                new = missed(table.get(species, []), one)
                counted.update({field: count / total for field in new + ["any"] * bool(new)})
            months = (time - older[1]) / MONTH
            pairs[commit, older[0]] = counted["any"]
            ages, fields = ages + months, fields + counted
            print(f"{day(older[1])} {day(time)} {months:5.1f} {counted['any']:.4f}")
    everything = fields.pop("any", 0.0)
    print(f"{len(pairs)} pairs, a month {everything / ages:.5f}; of these " + ", ".join(f"{field} {share / everything:.3f}" for field, share in fields.most_common()))


if __name__ == "__main__":
    main()
