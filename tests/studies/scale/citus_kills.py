"""Kills servers and workers of Citus at random while clients append, and says whether anything was lost, doubled, or held up elsewhere.

    citus_kills.py CREDENCE --kills 200 --seed 1 --work FOLDER

CREDENCE is the program. FOLDER holds `data/worker1` and `data/worker2`; the coordinator listens at 25440 of 127.0.0.1, the workers at 25441 and
25442, and the database `credence` is distributed as `docs/operating/citus` says. Nothing beside Python's own library is needed.

Each client plays its own games: it sends one append after the other to any of the servers, and the same one again until it is acknowledged. At the end every
game's log must be what its client sent, event for event. While a worker is down, games that lie on it must be answered 503, and games on
the other one must go on.
"""

import argparse
import http.client
import json
import random
import signal
import subprocess
import threading
import time
import zlib

PARTITIONS = 16
PORTS = [7991, 7992]
URL = "postgres://postgres@127.0.0.1:25440/credence?sslmode=disable"
BIN = "/usr/lib/postgresql/15/bin"
CLIENTS = 8
ROUNDS = 12


def sql(statement):
    command = ["psql", "-h", "127.0.0.1", "-p", "25440", "-U", "postgres", "-d", "credence", "-qAtc", statement]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


class Table:
    """Two servers, two workers, and what clients saw of them."""

    def __init__(self, program, work):
        self.program, self.work = program, work
        self.servers = {}
        self.key = self.tenant()
        self.nodes = self.places()
        self.ended = threading.Event()
        self.down = None
        self.sent = {}
        self.acknowledged = 0
        self.during = {"refused on the node": 0, "others on the node": [], "appended elsewhere": 0}
        self.lock = threading.Lock()

    def run(self, *words):
        return subprocess.run([self.program, *words, "--database-url", URL], capture_output=True, text=True)

    def tenant(self):
        name = f"kills-{time.time_ns()}"
        made = self.run("tenants", "create", name, "--partitions", str(PARTITIONS))
        assert made.returncode == 0, made.stderr
        self.name = name
        return json.loads(self.run("keys", "create", "--role", "admin", "--tenant", name, "--json").stdout)["key"]

    def places(self):
        """The worker of each partition: 1 or 2."""
        tenant = int(sql(f"SELECT log_id FROM tenants WHERE name = '{self.name}'")[0])
        nodes = []
        for partition in range(PARTITIONS):
            log = tenant + (partition << 32)
            shard = f"get_shard_id_for_distribution_column('log_head', {log})"
            nodes.append(int(sql(f"SELECT nodeport FROM pg_dist_shard_placement WHERE shardid = {shard}")[0]) - 25440)
        return nodes

    def node(self, game):
        return self.nodes[zlib.crc32(game.encode()) % PARTITIONS]

    def start_server(self, port):
        command = [self.program, "serve", "--database-url", URL, "--listen", f"127.0.0.1:{port}", "--log", "error"]
        with open(f"{self.work}/server-{port}.log", "a") as log:
            self.servers[port] = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)

    def start_servers(self):
        for port in PORTS:
            self.start_server(port)
        self.until_live()

    def until_live(self):
        """Waits until both servers answer, so that one outage does not hide the other."""
        for port in PORTS:
            while self.ask(port, "GET", "/health/live", None)[0] != 200:
                time.sleep(0.1)

    def ask(self, port, method, path, body):
        """Status and answer; 0 where there was none."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            headers = {"authorization": f"Bearer {self.key}", "content-type": "application/json"}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"null")
        except (OSError, http.client.HTTPException, ValueError):
            return 0, None
        finally:
            connection.close()

    def until_done(self, draw, game, method, path, body):
        """Sends the same request to any server until it is done. False where the study ended first and it was never done."""
        while not self.ended.is_set():
            down_before = self.down
            status, answer = self.ask(draw.choice(PORTS), method, path, body)
            self.note(game, down_before, status, answer)
            if status in (200, 201):
                return True
            assert status in (0, 429, 503, 504), (status, answer)
            time.sleep(0.02)
        return False

    def note(self, game, down_before, status, answer):
        """What was answered while one and the same worker was down from before the request until after it."""
        if down_before is None or down_before is not self.down or status == 0:
            return
        with self.lock:
            if self.node(game) != down_before[0]:
                self.during["appended elsewhere"] += status in (200, 201)
            elif status == 503:
                self.during["refused on the node"] += 1
            else:
                self.during["others on the node"].append((status, answer))

    def play(self, client, seed):
        draw = random.Random(seed * 1_000 + client)
        number = 0
        while not self.ended.is_set():
            number += 1
            game = f"c{client}-{number}"
            seats = [{"player": f"p{draw.randrange(40)}-{seat}"} for seat in range(4)]
            if not self.until_done(draw, game, "PUT", f"/v1/games/{game}", {"ruleset": "catan", "seats": seats}):
                return
            sent = self.sent.setdefault(game, [])
            gains = {"1": {"wood": 2}, "2": {"ore": 2}, "3": {"ore": 2}}
            appends = [[{"id": "cards", "type": "production", "data": {"gains": gains}}]]
            offer = {"seat": 1, "give": {"wood": 1}, "get": {"ore": 1}, "to": [2, 3]}
            for turn in range(ROUNDS):
                appends.append([{"id": f"offer-{turn}", "type": "offer", "data": offer}])
                appends.append([{"id": f"no-{turn}-{seat}", "type": "refuse", "data": {"seat": seat}} for seat in (2, 3)])
            for append in appends:
                sent.append([event["id"] for event in append])
                if not self.until_done(draw, game, "POST", f"/v1/games/{game}/events", append):
                    return
                with self.lock:
                    self.acknowledged += len(append)

    def probe(self, number):
        """Appends to one game that lies on a worker, over and over, so that an outage is always noticed, and that of the other never."""
        draw = random.Random(number)
        game = next(name for name in (f"probe{number}-{n}" for n in range(1_000)) if self.node(name) == number)
        seats = [{"player": f"{game}-{seat}"} for seat in range(4)]
        self.until_done(draw, game, "PUT", f"/v1/games/{game}", {"ruleset": "catan", "seats": seats})
        sent = self.sent.setdefault(game, [])
        while not self.ended.is_set():
            sent.append([f"note-{len(sent)}"])
            note = {"id": sent[-1][0], "type": "note", "data": {"text": "it goes on"}}
            if not self.until_done(draw, game, "POST", f"/v1/games/{game}/events", [note]):
                return
            with self.lock:
                self.acknowledged += 1
            time.sleep(0.02)

    def kill_server(self, draw):
        port = draw.choice(PORTS)
        self.servers[port].send_signal(signal.SIGKILL)
        self.servers[port].wait()
        self.start_server(port)

    def kill_worker(self, draw):
        self.until_live()
        number = draw.choice([1, 2])
        data = f"{self.work}/data/worker{number}"
        control = ["runuser", "-u", "postgres", "--", f"{BIN}/pg_ctl", "-D", data]
        subprocess.run([*control, "-m", "immediate", "-w", "stop"], capture_output=True, check=True)
        before = dict(self.during)
        self.down = (number, time.monotonic())
        time.sleep(draw.uniform(1.0, 2.0))
        after, self.down = dict(self.during), None
        subprocess.run([*control, "-l", f"{data}/log", "-w", "start"], capture_output=True, check=True)
        gone_on = after["appended elsewhere"] > before["appended elsewhere"]
        refused = after["refused on the node"] > before["refused on the node"]
        return refused, gone_on

    def compare(self):
        """How many events stand in the logs as they were sent; the games whose logs differ."""
        compared, different = 0, []
        for game, sent in self.sent.items():
            ids, cursor = [], ""
            while True:
                status, page = self.ask(PORTS[0], "GET", f"/v1/games/{game}/events?observer=referee&limit=100{cursor}", None)
                assert status == 200, (status, page)
                ids += [item["id"] for item in page["items"]]
                if not page.get("next"):
                    break
                cursor = f"&cursor={page['next']}"
            ids = ids[1:]  # The opening event.
            # What was sent last when the study ended may stand in the log or not, but whole.
            whole = [event for append in sent for event in append]
            without_last = [event for append in sent[:-1] for event in append]
            if ids not in (whole, without_last):
                different.append((game, whole, ids))
            compared += len(ids)
        return compared, different


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--kills", type=int, default=200)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--work", required=True)
    arguments = arguments.parse_args()
    draw = random.Random(arguments.seed)
    table = Table(arguments.program, arguments.work)
    table.start_servers()
    clients = [threading.Thread(target=table.play, args=(client, arguments.seed)) for client in range(CLIENTS)]
    clients += [threading.Thread(target=table.probe, args=(number,)) for number in (1, 2)]
    for client in clients:
        client.start()
    killed = {"servers": 0, "workers": 0, "workers whose games were refused": 0, "workers beside which others went on": 0}
    for kill in range(arguments.kills):
        time.sleep(draw.uniform(0.5, 2.5))
        if draw.random() < 0.6:
            table.kill_server(draw)
            killed["servers"] += 1
        else:
            refused, gone_on = table.kill_worker(draw)
            killed["workers"] += 1
            killed["workers whose games were refused"] += refused
            killed["workers beside which others went on"] += gone_on
        if kill % 10 == 9:
            print(json.dumps({"kills": kill + 1, "acknowledged": table.acknowledged}), flush=True)
    time.sleep(5)
    table.ended.set()
    for client in clients:
        client.join()
    compared, different = table.compare()
    for server in table.servers.values():
        server.terminate()
        server.wait()
    verified = json.loads(table.run("verify", "--json").stdout)
    report = {
        "partitions on the workers": [table.nodes.count(1), table.nodes.count(2)],
        "killed": killed,
        "acknowledged": table.acknowledged,
        "compared": compared,
        "games": len(table.sent),
        "different": different,
        "damages": verified["damages"],
        "during outages": table.during,
    }
    print(json.dumps(report, indent=1))
    assert not different and not verified["damages"] and not table.during["others on the node"]


main()
