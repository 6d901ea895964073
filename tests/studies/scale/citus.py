"""What one server carries on Citus beside plain Postgres, in the same run.

    citus.py CREDENCE CITUS PLAIN [--partitions 16] [--clients 32] [--runs 4] [--beside OTHER_CREDENCE]

CREDENCE is the program; CITUS the coordinator's database, laid on the nodes as `docs/scaling.md` says; PLAIN a database of a Postgres without Citus, of whose own nothing is
taken. All are on this machine, reached over TCP by a superuser, and of the same settings. In each run one server on either plays for a tenant that is made for it: `credence load` plays
Catan as fast as it goes. `--beside` runs each with another program too, in turn.

Prints requests a second and their ratio to plain Postgres of the same run, means over the runs; processor time of the server and of all of Postgres a request; appends a
commit; and how many of the tenant's partitions lie on each node. Needs nothing beside Python's own library, and `psql`.
"""

import argparse
import collections
import json
import os
import statistics
import subprocess
import time

from machine import Machine, metrics, seconds, used

PORT = 7981
SECONDS, WARM_UP = 8, 3
POSTMASTER = "SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)"
NODES = "SELECT nodeport FROM pg_dist_shard_placement WHERE shardid = get_shard_id_for_distribution_column('log_head', {log})"


class Side(Machine):
    """A database, and tenants that play on it one after another."""

    def __init__(self, program, url):
        self.url = url
        super().__init__(program, url, self.sql(POSTMASTER))
        self.stop(self.start(PORT))
        self.operator = self.key("default")

    def sql(self, statement):
        return subprocess.run(["psql", self.url, "-qAtc", statement], check=True, capture_output=True, text=True).stdout.strip()

    def groups(self):
        return metrics(PORT, self.operator, "credence_group_appends_count", "credence_group_appends_sum")

    def look(self, server):
        return seconds(server.pid), self.postgres(), self.groups()

    def measure(self, program, partitions, clients):
        self.program = program
        tenant = f"plays-{time.time_ns()}"
        self.run("tenants", "create", tenant, "--partitions", str(partitions))
        key = self.key(tenant)
        server = self.start(PORT)
        command = [program, "load", "--server", f"http://127.0.0.1:{PORT}", "--rate", "max", "--clients", str(clients), "--games", "256"]
        command += ["--ruleset", "catan", "--seconds", str(SECONDS), "--warm-up", str(WARM_UP), "--json"]
        load = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "CREDENCE_KEY": key})
        time.sleep(WARM_UP + 2)
        before = self.look(server)
        time.sleep(SECONDS - 4)
        after = self.look(server)
        said = json.loads(load.communicate()[0])
        self.stop(server)
        commits, appends = (b - a for a, b in zip(before[2], after[2]))
        row = {
            "rate": said["achieved_per_second"],
            "server_us": 1e6 * (after[0] - before[0]) / appends,
            "postgres_us": 1e6 * used(before[1], after[1]) / appends,
            "group": appends / commits,
        }
        return row, self.lies(tenant, partitions)

    def lies(self, _tenant, _partitions):
        return {}


class Citus(Side):
    """The same on nodes: Postgres is the processes of all of them."""

    def __init__(self, program, url):
        super().__init__(program, url)
        workers = self.sql(f"SELECT result FROM run_command_on_workers($$ {POSTMASTER} $$)")
        self.postmasters |= set(map(int, workers.split()))

    def lies(self, tenant, partitions):
        first = int(self.sql(f"SELECT log_id FROM tenants WHERE name = '{tenant}'"))
        return collections.Counter(self.sql(NODES.format(log=first + (partition << 32))) for partition in range(partitions))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("credence")
    parser.add_argument("citus")
    parser.add_argument("plain")
    parser.add_argument("--partitions", type=int, default=16)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--beside")
    arguments = parser.parse_args()
    name = f"credence_citus_{os.getpid()}"
    admin = ["psql", arguments.plain, "-qAtc"]
    subprocess.run([*admin, f'CREATE DATABASE "{name}"'], check=True)
    server, _, options = arguments.plain.partition("?")
    plain = Side(arguments.credence, f"{server.rsplit('/', 1)[0]}/{name}?{options}")
    sides = {"plain Postgres": plain, "Citus": Citus(arguments.credence, arguments.citus)}
    programs = [program for program in (arguments.credence, arguments.beside) if program]
    rows, nodes = {}, collections.Counter()
    for run in range(arguments.runs):
        for program in programs:
            for side, place in sides.items():
                row, lies = place.measure(program, arguments.partitions, arguments.clients)
                rows.setdefault((program, side), []).append(row)
                nodes = lies or nodes
    subprocess.run([*admin, f'DROP DATABASE "{name}" WITH (FORCE)'], check=True)
    print(f"{arguments.partitions} partitions ({', '.join(f'{count} at {port}' for port, count in sorted(nodes.items()))} of the last tenant), ", end="")
    print(f"{arguments.clients} clients, {arguments.runs} runs; of plain Postgres: mean (least to most)")
    print(f"{'':18} requests/s  of plain Postgres     server us  Postgres us  appends a commit")
    for (program, side), measured in rows.items():
        mean = {what: statistics.mean(row[what] for row in measured) for what in measured[0]}
        ratios = [row["rate"] / of["rate"] for row, of in zip(measured, rows[program, "plain Postgres"])]
        ratio = f"{statistics.mean(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        label = f"{side} {'*' if program == arguments.beside else ''}"
        print(f"{label:18} {mean['rate']:10.0f}  {ratio:20} {mean['server_us']:10.0f} {mean['postgres_us']:12.0f} {mean['group']:17.1f}", flush=True)


if __name__ == "__main__":
    main()
