"""What two servers on one Postgres carry beside one, in the same run.

    servers.py CREDENCE URL POSTMASTER [--partitions 16] [--clients 32] [--runs 3] [--arms "one;own;..."] [--beside OTHER_CREDENCE] [--quota .4]

CREDENCE is the program, URL a database of a Postgres on this machine, of whose own it takes none: each arm of each run has a database that is made for it and dropped. POSTMASTER
is the number of Postgres's first process. In each run the arms follow one another: one server; two with games of their own; two that are advertised, where games go on at the server that
answers name; two that both get every game, and pass on what they would write in turn; and the same, where each writes what it gets. `credence load` plays Catan as fast as it goes. `--beside` runs each arm with another program too, in turn (one that refuses `--advertise none` cannot run the last arm); `--quota` holds
each server to so much of a processor (control groups of either version, as root).

Prints, for each arm, requests a second and its ratio to one server of the same run, means over the runs; processor time of the servers and of Postgres a request, appends a commit, and of the
sessions that were busy with a commit the share that waited for a row (`pg_stat_activity`, fifty times a second). Needs nothing beside Python's own library, and `psql`.
"""

import argparse
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import time
import urllib.parse

from machine import Machine, metrics, seconds, used

PORTS = (7981, 7982)
# Servers, how they are advertised (URL: where they listen), and what the load is told beside their addresses.
URL = object()
ARMS = {
    "one": (1, None, []),
    "own": (2, None, []),
    "followed": (2, URL, ["--follow"]),
    "contested": (2, None, ["--contested"]),
    "contested, each for itself": (2, "none", ["--contested"]),
}
SECONDS, WARM_UP = 6, 2
SAMPLE = (
    "SELECT count(*) FILTER (WHERE wait_event_type = 'Lock'), count(*) FROM pg_stat_activity "
    "WHERE application_name = 'credence' AND state = 'active' AND query LIKE 'WITH held%'"
)


class Quota:
    """A control group that holds what is put into it to a share of a processor. Whether the kernel does is not taken on trust: only it makes the files that are written."""

    PERIOD_US = 20_000

    def __init__(self, name, share):
        quota = int(self.PERIOD_US * share)
        root = pathlib.Path("/sys/fs/cgroup")
        first = (root / "cpu").is_dir()
        self.folder = root / ("cpu" if first else "") / f"credence-{name}"
        self.folder.mkdir(exist_ok=True)
        files = {"cpu.cfs_period_us": self.PERIOD_US, "cpu.cfs_quota_us": quota} if first else {"cpu.max": f"{quota} {self.PERIOD_US}"}
        for file, value in files.items():
            with open(self.folder / file, "r+") as limit:
                limit.write(str(value))

    def take(self, process):
        with open(self.folder / "cgroup.procs", "r+") as processes:
            processes.write(str(process))


class Arm(Machine):
    """Servers on a database of their own, and a load on them."""

    def __init__(self, program, url, postmaster, partitions, quota):
        self.admin, self.name, self.quota = url, f"credence_servers_{os.getpid()}", quota
        self.sql(f'DROP DATABASE IF EXISTS "{self.name}"', f'CREATE DATABASE "{self.name}"')
        parts = urllib.parse.urlsplit(url)
        super().__init__(program, urllib.parse.urlunsplit(parts._replace(path=f"/{self.name}")), postmaster)
        self.stop(self.start(PORTS[0]))
        self.run("tenants", "create", "many", "--partitions", str(partitions))
        self.operator, self.many = self.key("default"), self.key("many")

    def sql(self, *statements):
        for statement in statements:
            subprocess.run(["psql", self.admin, "-qAtc", statement], check=True, capture_output=True)

    def start(self, port, *more):
        server = super().start(port, *more)
        if self.quota:
            Quota(port, self.quota).take(server.pid)
        return server

    def groups(self, port):
        """Commits so far, and appends in them."""
        return metrics(port, self.operator, "credence_group_appends_count", "credence_group_appends_sum")

    def look(self, servers):
        return sum(seconds(server.pid) for server in servers), self.postgres(), [self.groups(port) for port, _ in zip(PORTS, servers)], time.time()

    def measure(self, count, advertised, more, clients):
        ports = PORTS[:count]
        advertise = lambda port: f"http://127.0.0.1:{port}" if advertised is URL else advertised
        servers = [self.start(port, *(["--advertise", advertise(port)] if advertised else [])) for port in ports]
        # They have seen each other by then.
        time.sleep(2.5)
        command = [self.program, "load", "--rate", "max", "--clients", str(clients), "--games", "256", "--ruleset", "catan", "--json"]
        command += ["--seconds", str(SECONDS), "--warm-up", str(WARM_UP), *more]
        command += [word for port in ports for word in ("--server", f"http://127.0.0.1:{port}")]
        load = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "CREDENCE_KEY": self.many})
        time.sleep(WARM_UP + 2)
        watch = subprocess.Popen(["psql", self.url, "-qAt"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        before = self.look(servers)
        watch.stdin.write(f"{SAMPLE} \\watch 0.02\n")
        watch.stdin.flush()
        time.sleep(SECONDS - 3)
        after = self.look(servers)
        watch.send_signal(signal.SIGKILL)
        samples = [tuple(map(int, line.split("|"))) for line in watch.communicate()[0].splitlines() if re.fullmatch(r"\d+\|\d+", line)]
        said = json.loads(load.communicate()[0])
        for server in servers:
            self.stop(server)
        commits, appends = (sum(b[which] - a[which] for a, b in zip(before[2], after[2])) for which in (0, 1))
        database = used(before[1], after[1])
        waits, busy = (sum(sample[which] for sample in samples) for which in (0, 1))
        return {
            "rate": said["achieved_per_second"],
            "server_us": 1e6 * (after[0] - before[0]) / appends,
            "postgres_us": 1e6 * database / appends,
            "group": appends / commits,
            "waits": waits / max(busy, 1),
        }

    def close(self):
        self.sql(f'DROP DATABASE "{self.name}" WITH (FORCE)')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("credence")
    parser.add_argument("url")
    parser.add_argument("postmaster", type=int)
    parser.add_argument("--partitions", type=int, default=16)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--arms", default=";".join(ARMS), help="of: " + "; ".join(ARMS))
    parser.add_argument("--beside")
    parser.add_argument("--quota", type=float)
    arguments = parser.parse_args()
    programs = [program for program in (arguments.credence, arguments.beside) if program]
    rows = {}
    for run in range(arguments.runs):
        for arm in arguments.arms.split(";"):
            for program in programs:
                place = Arm(program, arguments.url, arguments.postmaster, arguments.partitions, arguments.quota)
                rows.setdefault((program, arm), []).append(place.measure(*ARMS[arm], arguments.clients))
                place.close()
    print(f"{arguments.partitions} partitions, {arguments.clients} clients, {arguments.runs} runs; of one server: mean (least to most)")
    print(f"{'':24} requests/s  of one server         servers us  Postgres us  appends a commit  waits")
    for (program, arm), measured in rows.items():
        mean = {what: statistics.mean(row[what] for row in measured) for what in measured[0]}
        one = [row["rate"] for row in rows.get((program, "one"), [])]
        ratios = [row["rate"] / of for row, of in zip(measured, one)]
        ratio = f"{statistics.mean(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})" if ratios else ""
        name = arm if len(programs) == 1 else f"{arm} {'*' if program == arguments.beside else ''}"
        print(f"{name:24} {mean['rate']:10.0f}  {ratio:20} {mean['server_us']:10.0f} {mean['postgres_us']:12.0f} {mean['group']:17.1f} {mean['waits']:6.3f}", flush=True)


if __name__ == "__main__":
    main()
