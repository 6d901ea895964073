"""Sends a guarded server damaged keys, bodies and cursors for some time, and looks that nobody gets in and that nothing breaks.

Usage: fuzz_keys.py BINARY SECONDS [SEED]

Whatever is not exactly the key must be answered 401. With the key, whatever is sent must be answered below 500, and whatever is refused must
change nothing: the revision of each game is that of the events that were taken.
"""

import http.client
import json
import random
import subprocess
import sys
import tempfile
import time

binary, seconds = sys.argv[1], float(sys.argv[2])
dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
PATHS = ["/v1/games", "/v1/events", "/v1/players", "/v1/keys", "/v1/access", "/v1/games/g1/events", "/v1/games/g1/evidence", "/v1/players/ann/history"]
BODIES = [
    ("/v1/games/g1/events?observer=seat:0", [{"type": "production", "data": {"gains": {"1": {"ore": 1}}}}]),
    ("/v1/games/g1/turn", {"observer": "seat:0", "events": [], "queries": [{"type": "can_afford", "seat": 1, "piece": "city"}], "worlds": {"count": 3}}),
    ("/v1/games/g1/what-if", {"observer": "seat:1", "without": [1], "with": [{"type": "turn", "data": {"seat": 0, "dice": 8}}]}),
    ("/v1/games/g1/worlds", {"observer": "public", "count": 5, "seed": 7}),
    ("/v1/games/g1/retractions", {"reporter": "0" * 32, "reason": "?"}),
    ("/v1/games/g1/seats/0/keys", {"name": "x", "expires": "2999-01-01T00:00:00Z"}),
    ("/v1/keys", {"role": "reader", "name": "x"}),
]


def damaged(text: bytes) -> bytes:
    """One to four small damages: bytes changed, dropped, doubled, cut, or put from elsewhere."""
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(text) + 1)
        kind = dice.randrange(6)
        if kind == 0:
            text = text[:at] + bytes([dice.randrange(256)]) + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + text[at + 1 :]
        elif kind == 2:
            text = text[:at] + text[at : at + 8] * 2 + text[at + 8 :]
        elif kind == 3:
            text = text[:at]
        elif kind == 4:
            other = dice.choice([b"null", b"-1", b"1e999", b"\xff", b"\x00", b"{}", b"[[[[", b'"', b"18446744073709551616", b" ", b"%00", b"seat:9"])
            text = text[:at] + other + text[at:]
        else:
            text = text.swapcase() if dice.random() < 0.2 else text[::-1]
    return text


with tempfile.TemporaryDirectory() as folder:
    server = subprocess.Popen(
        [binary, "serve", "--listen", "127.0.0.1:0", "--database-url", f"sqlite://{folder}/fuzz.db", "--log", "error", "--first-key"],
        stdout=subprocess.PIPE,
        text=True,
    )
    base = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
    key = next(line.split()[1] for line in server.stdout if line.startswith("key:"))
    address = base.removeprefix("http://")

    def send(method, path, authorization=None, body=None):
        connection = http.client.HTTPConnection(address, timeout=60)
        connection.putrequest(method, path, skip_accept_encoding=True)
        if authorization is not None:
            connection.putheader("authorization", authorization)
        if body is not None:
            connection.putheader("content-type", "application/json")
            connection.putheader("content-length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text

    good = f"Bearer {key}".encode()
    table = {"ruleset": "catan", "seats": [{"player": "ann"}, {"player": "bob"}, {"player": "cid"}]}
    assert send("PUT", "/v1/games/g1", good, json.dumps(table).encode())[0] == 201
    counts, findings, taken, until = {}, [], 0, time.monotonic() + seconds
    while time.monotonic() < until and len(findings) < 10:
        what = dice.randrange(3)
        if what == 0:
            header = bytes(byte for byte in damaged(good) if byte not in b"\r\n\x00")
            path = dice.choice(PATHS)
            status, _ = send("GET", path, header)
            # A scheme is written in any case, and space around the key means nothing.
            scheme, _, brought = header.strip().partition(b" ")
            is_good = scheme.lower() == b"bearer" and brought.strip() == key.encode()
            if (status != 401) != is_good and not (status == 400 and any(byte < 32 or byte == 127 for byte in header)):
                findings.append(("authorization", status, header))
        elif what == 1:
            path, body = dice.choice(BODIES)
            body = damaged(json.dumps(body).encode())
            status, text = send("POST", path, good, body)
            if status == 201 and ("/events" in path or "/turn" in path):
                taken += sum(not event["duplicate"] for event in json.loads(text)["appended"])
            if status >= 500:
                findings.append((path, status, body))
        else:
            name = dice.choice(["cursor", "limit", "observer", "revision", "variable", "from"])
            value = damaged(dice.choice([b"0192f0c12d3e7f008a4b5c6d7e8f9a0b", b"5.3.1", b"AAAAAAAAAAEAAAAAAAAAAA", b"seat:0", b"100", b"ann"]))
            query = "".join(chr(byte) if byte < 128 and chr(byte).isalnum() else f"%{byte:02x}" for byte in value)
            path = f"{dice.choice(PATHS + ['/v1/games/g1/belief'])}?{name}={query}"
            status, _ = send("GET", path, good)
            if status >= 500 or status == 401:
                findings.append(("parameter", status, path))
        counts[status] = counts.get(status, 0) + 1
    revision = json.loads(send("GET", "/v1/games/g1", good)[1])["revision"]
    if revision != taken:
        findings.append(("revision", revision, taken))
    if server.poll() is not None:
        findings.append(("the server ended", server.returncode, ""))
    server.terminate()
    server.wait()
    print(f"{sum(counts.values())} requests: {dict(sorted(counts.items()))}")
    for finding in findings:
        print("FINDING", finding)
    sys.exit(bool(findings))
