"""Starts a server on a log of its own, plays a little of every game there, and has schemathesis ask it.

Usage: fuzz.py BINARY SCHEMATHESIS CONFIGURATION EXAMPLES
"""

import json
import subprocess
import sys
import tempfile
import urllib.request

binary, schemathesis, configuration, examples = sys.argv[1:]
GAMES = ["catan", "hearts", "liars_dice", "pokemon_randbats", "vinto"]

with tempfile.TemporaryDirectory() as folder:
    server = subprocess.Popen(
        [binary, "serve", "--listen", "127.0.0.1:0", "--database-url", f"sqlite://{folder}/fuzz.db", "--log", "error"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        base = next(word for word in server.stdout.readline().split() if word.startswith("http://"))

        def send(method, path, body):
            headers = {"content-type": "application/json"}
            request = urllib.request.Request(base + path, method=method, headers=headers, data=json.dumps(body).encode())
            urllib.request.urlopen(request).read()

        for number, ruleset in enumerate(GAMES, 1):
            command = [binary, "simulate", ruleset, "--turns", "12", "--seed", "3"]
            lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
            opening, *rest = map(json.loads, lines)
            send("PUT", f"/v1/games/g{number}", opening["open"])
            send("POST", f"/v1/games/g{number}/events", [line["event"] for line in rest])

        asked = subprocess.run(
            [schemathesis, "--config-file", configuration, "run", f"{base}/openapi.json", "--checks", "all", "--max-examples", examples,
             "--phases", "examples,coverage,fuzzing", "--suppress-health-check", "all", "--exclude-path-regex", "stream$", "--seed", "1"],
            cwd=folder,
        )
        with urllib.request.urlopen(f"{base}/metrics") as metrics:
            panics = [line for line in metrics.read().decode().splitlines() if "panic" in line and not line.startswith("#")]
        if server.poll() is not None:
            sys.exit("the server ended")
        sys.exit(asked.returncode or (f"panics: {panics}" if any(not line.endswith(" 0") for line in panics) else 0))
    finally:
        server.terminate()
        server.wait()
