"""What an append and a commit cost a server and its Postgres, for `model.py`.

    costs.py CREDENCE URL POSTMASTER > costs.json

CREDENCE is the program, URL an empty database of a Postgres on this machine, POSTMASTER the number of its first process. `credence load` plays Catan at rates
from 400 a second to as fast as it goes, with one partition and with 16; in four seconds of each run the processor time of the server and of all processes of Postgres
is read from /proc, and the numbers of appends, commits and bytes of WAL from the server's metrics and from Postgres. Needs nothing beside Python's own library, and `psql`.
"""

import json
import os
import subprocess
import sys
import time

from machine import Machine, metrics, seconds, used

PORTS = (7981, 7982)
RUNS = [(32, "400"), (32, "1000"), (32, "2500"), (4, "max"), (12, "max"), (32, "max"), (96, "max")]
TENANTS = {"one": 1, "sixteen": 16}


class Costs(Machine):
    """The machine, with a tenant for each count of partitions."""

    def __init__(self, program, url, postmaster):
        super().__init__(program, url, postmaster)
        self.stop(self.start(PORTS[0]))
        self.keys = {"default": self.key("default")}
        for name, partitions in TENANTS.items():
            self.run("tenants", "create", name, "--partitions", str(partitions))
            self.keys[name] = self.key(name)

    def load(self, tenant, ports, clients, rate, *more):
        command = [self.program, "load", "--rate", rate, "--clients", str(clients), *more]
        command += [word for port in ports for word in ("--server", f"http://127.0.0.1:{port}")]
        command += ["--games", "256", "--ruleset", "catan", "--seconds", "8", "--warm-up", "1", "--json"]
        environment = {**os.environ, "CREDENCE_KEY": self.keys[tenant]}
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)

    def written(self):
        """Bytes of WAL so far."""
        asked = ["psql", self.url, "-qAtc", "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"]
        return int(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)

    def look(self, server):
        counts = metrics(PORTS[0], self.keys["default"], "credence_group_appends_count", "credence_group_appends_sum", "credence_commit_seconds_sum")
        return seconds(server.pid), self.postgres(), counts, self.written(), time.time()

    def measure(self, tenant, clients, rate):
        server = self.start(PORTS[0])
        load = self.load(tenant, PORTS[:1], clients, rate)
        time.sleep(5)
        before = self.look(server)
        time.sleep(4)
        after = self.look(server)
        load.communicate()
        self.stop(server)
        elapsed = after[4] - before[4]
        commits, appends, busy = (b - a for a, b in zip(before[2], after[2]))
        database = used(before[1], after[1])
        return {
            "tenant": tenant, "clients": clients, "rate": rate,
            "appends": appends / elapsed, "commits": commits / elapsed, "commit_seconds": busy / commits,
            "server": (after[0] - before[0]) / elapsed, "database": database / elapsed,
            "wal": (after[3] - before[3]) / elapsed,
        }

    def measure_passing_on(self):
        """Processor time of a server that passes every append on, a request."""
        servers = [self.start(port) for port in PORTS]
        time.sleep(3)

        def look(at):
            return [seconds(servers[at].pid), *metrics(PORTS[at], self.keys["default"], 'credence_forwarded_total{outcome="answered"}')]

        load = self.load("one", PORTS, 32, "2500", "--contested")
        time.sleep(5)
        before = [look(at) for at in (0, 1)]
        time.sleep(4)
        after = [look(at) for at in (0, 1)]
        load.communicate()
        for server in servers:
            self.stop(server)
        # One server is preferred for a log of one partition, and the other one passes on all that it gets.
        busy, passed = max(([b - a for a, b in zip(*looks)] for looks in zip(before, after)), key=lambda spent: spent[1])
        return busy / passed


def main():
    machine = Costs(*sys.argv[1:4])
    rows = []
    for tenant in TENANTS:
        for clients, rate in RUNS:
            rows.append(machine.measure(tenant, clients, rate))
            print(rows[-1], file=sys.stderr, flush=True)
    json.dump({"rows": rows, "passing_on": machine.measure_passing_on()}, sys.stdout, indent=1)


main()
