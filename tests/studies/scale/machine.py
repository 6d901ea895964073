"""This machine: servers of a program on a Postgres, and what their processes use of its processors. Needs nothing beside Python's own library."""

import json
import os
import re
import signal
import subprocess
import time
import urllib.request

os.environ["CREDENCE_LIMITS__REQUESTS_PER_SECOND"] = "100000000"
os.environ["CREDENCE_LOG"] = "error"


class Machine:
    """A program, a database, and the processes of both: `postmaster` is the number of Postgres's first one."""

    def __init__(self, program, url, postmaster):
        self.program, self.url, self.postmasters = program, url, {int(postmaster)}

    def run(self, *words):
        command = [self.program, *words, "--database-url", self.url]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def key(self, tenant):
        return json.loads(self.run("keys", "create", "--role", "admin", "--tenant", tenant, "--json"))["key"]

    def start(self, port, *more):
        command = [self.program, "serve", "--database-url", self.url, "--listen", f"127.0.0.1:{port}", *more]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live", timeout=1)
                return server
            except OSError:
                time.sleep(0.1)

    def stop(self, server):
        server.send_signal(signal.SIGTERM)
        server.wait()

    def postgres(self):
        """Seconds of processor time of each process of Postgres so far."""
        times = {}
        for entry in map(int, filter(str.isdigit, os.listdir("/proc"))):
            stat = fields(entry)
            if stat and self.postmasters & {int(stat[1]), entry}:
                times[entry] = spent(stat)
        return times


def fields(process):
    """What /proc says of a process after its name; none where there is no such process."""
    try:
        return open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
    except OSError:
        return None


def spent(stat):
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def seconds(process):
    """Seconds of processor time of a process so far."""
    stat = fields(process)
    return spent(stat) if stat else 0.0


def used(before, after):
    """Seconds of processor time between two looks at Postgres's processes."""
    return sum(time - before.get(process, 0) for process, time in after.items())


def metrics(port, key, *series):
    """The values of series of a server so far."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/metrics", headers={"authorization": f"Bearer {key}"})
    text = urllib.request.urlopen(request).read().decode()
    found = [re.search(rf"^{re.escape(name)} (\S+)", text, re.M) for name in series]
    return [float(one.group(1)) if one else 0.0 for one in found]
