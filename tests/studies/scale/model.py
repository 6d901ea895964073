"""100 servers and 1,000,000 live games on one Postgres, worked out from what `costs.py` measured: what is full first, and at what rate.

    model.py costs.json [--cores 32] [--servers 100] [--games 1000000] [--partitions 1024]

Needs Python's `blake3`, the hash by which servers are preferred.

A writer that is idle commits what arrives at once, and what arrives in the meantime shares its next commit. With appends that arrive at a rate r by a Poisson process, and commits
that take a time t, one cycle takes t, and 1/r more where nothing came in the meantime, which has the probability exp(-rt). So a writer makes 1 / (t + exp(-rt) / r)
commits a second, and never more than 1/t. Processor time is linear in appends and commits, with a share for being there at all; least squares find the three.
"""

import argparse
import json
import math

import blake3

WRITERS = 1
READERS = 16
# Seconds from one append to the next in one game: a fast bot, bots that search, people.
PACES = [1, 3, 10, 30, 100]
# Memory of a live game of Catan in kB, from resident sets at 500 to 12,000 games.
GAME_KB = 23
# Appends of a game of Catan, about what simulated ones have; each opening writes one event a named seat to the home partition.
APPENDS_A_GAME = 300


def least_squares(rows, values):
    """Solves the normal equations by Gauss and Jordan."""
    width = len(rows[0])
    system = [[sum(row[i] * row[j] for row in rows) for j in range(width)] for i in range(width)]
    for i in range(width):
        system[i].append(sum(row[i] * value for row, value in zip(rows, values)))
    for i in range(width):
        pivot = max(range(i, width), key=lambda r: abs(system[r][i]))
        system[i], system[pivot] = system[pivot], system[i]
        for r in range(width):
            if r != i:
                factor = system[r][i] / system[i][i]
                system[r] = [a - factor * b for a, b in zip(system[r], system[i])]
    return [system[i][width] / system[i][i] for i in range(width)]


class Costs:
    """Seconds of processor time: a second, an append, a commit."""

    def __init__(self, rows, what):
        self.what = what
        self.terms = least_squares([[1, row["appends"], row["commits"]] for row in rows], [row[what] for row in rows])

    def of(self, appends, commits):
        base, append, commit = self.terms
        return base + append * appends + commit * commits

    def __str__(self):
        base, append, commit = (1e6 * term for term in self.terms)
        return f"{append:.0f} us an append, {commit:.0f} us a commit, {base / 1e4:.1f} % of a core in any case"


def commits(rate, seconds, writers):
    """Commits a second of a server whose writers have equal shares of the appends."""
    each = rate / writers
    return writers / (seconds + math.exp(-each * seconds) / each) if each > 0 else 0.0


def check(rows, costs):
    """What the formulas say of the runs that they were fitted on, and of the commits, on which nothing was fitted."""
    for row in rows:
        said = {cost.what: cost.of(row["appends"], row["commits"]) for cost in costs}
        line = ", ".join(f"{what} {row[what]:.2f} ({value:.2f})" for what, value in said.items())
        if row["rate"] != "max":
            line += f", commits {row['commits']:.0f} ({commits(row['appends'], row['commit_seconds'], WRITERS):.0f})"
        print(f"  {row['tenant']:8} {row['clients']:3} clients {row['rate']:>5}: {row['appends']:6.0f} appends/s; {line}")


def shares(servers, partitions):
    """Partitions that each server is preferred for, as `src/service/preference.rs` has it."""
    counts = [0] * servers
    for partition in range(partitions):
        log = (1 + (partition << 32) + ((partitions - 1) << 42)).to_bytes(8, "little")
        urls = [f"http://10.0.{server // 250}.{server % 250 + 1}:7420" for server in range(servers)]
        weight = lambda url: int.from_bytes(blake3.blake3(log + url.encode()).digest()[:8], "little")
        counts[max(range(servers), key=lambda server: weight(urls[server]))] += 1
    return counts


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("costs")
    arguments.add_argument("--cores", type=int, default=32)
    arguments.add_argument("--servers", type=int, default=100)
    arguments.add_argument("--games", type=int, default=1_000_000)
    arguments.add_argument("--partitions", type=int, default=1_024)
    arguments = arguments.parse_args()
    measured = json.load(open(arguments.costs))
    rows = [row for row in measured["rows"] if row["tenant"] == "sixteen"]
    server, database = Costs(rows, "server"), Costs(rows, "database")
    print(f"server:   {server}")
    print(f"database: {database}")
    print(f"a request that is passed on: {1e6 * measured['passing_on']:.0f} us of the server that passes it on")
    wal = sum(row["wal"] for row in rows) / sum(row["appends"] for row in rows)
    print(f"WAL: {wal:.0f} bytes an append")
    print("measured (said):")
    check(rows, [server, database])

    counts = shares(arguments.servers, arguments.partitions)
    busiest = max(counts) / sum(counts)
    seconds = min(row["commit_seconds"] for row in rows)
    print(f"\n{arguments.servers} servers, {arguments.partitions} partitions: {min(counts)} to {max(counts)} each, so that the busiest has {busiest * arguments.servers:.2f} of the mean")
    print(f"connections: {arguments.servers * (WRITERS + READERS)} where all are in use, {arguments.servers * WRITERS} that write")
    print(f"memory of the busiest server for its games: {arguments.games * busiest * GAME_KB / 1e6:.2f} GB")
    print("\n s between appends   appends/s   commits/s   database   busiest server   with all passed on   WAL MB/s   openings/s")

    def at(rate):
        of_each = [rate * count / sum(counts) for count in counts]
        all_commits = sum(commits(one, seconds, WRITERS) for one in of_each)
        own = rate * busiest
        cores = server.of(own, commits(own, seconds, WRITERS))
        passed = cores + measured["passing_on"] * rate / arguments.servers
        return all_commits, database.of(rate, all_commits), cores, passed

    for pace in PACES:
        rate = arguments.games / pace
        all_commits, cores, own, passed = at(rate)
        print(f"{pace:18}   {rate:9.0f}   {all_commits:9.0f}   {cores:8.1f}   {own:14.2f}   {passed:18.2f}   {rate * wal / 1e6:8.0f}   {rate / APPENDS_A_GAME:10.0f}")

    def full(place, limit):
        low, high = 1.0, 1e9
        for _ in range(100):
            middle = math.sqrt(low * high)
            low, high = (middle, high) if at(middle)[place] < limit else (low, middle)
        return low

    print(f"\na database of {arguments.cores} cores is full at {full(1, arguments.cores):.0f} appends/s; the busiest server, with 2 cores, at {full(2, 2):.0f}, and where all is passed on at {full(3, 2):.0f}")


main()
