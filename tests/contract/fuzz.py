"""Starts a server on a log of its own, plays a little of every game there, and has schemathesis ask it, with a key and without.

Usage: fuzz.py BINARY SCHEMATHESIS CONFIGURATION EXAMPLES
"""

import json
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

binary, schemathesis, configuration, examples = sys.argv[1:]
GAMES = sorted(path.stem for path in Path("tests/transcripts").glob("*.jsonl"))
# Asked last, on what everything else was asked of: schemathesis takes ids from answers, and erases with them the games, and its own key.
ERASING = ["delete_game", "delete_player", "delete_key"]

with tempfile.TemporaryDirectory() as folder:
    server = subprocess.Popen(
        [binary, "serve", "--listen", "127.0.0.1:0", "--database-url", f"sqlite://{folder}/fuzz.db", "--log", "error", "--first-key"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        base = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
        key = next(line.split()[1] for line in server.stdout if line.startswith("key:"))
        authorization = {"authorization": f"Bearer {key}"}

        def send(method, path, body):
            headers = {"content-type": "application/json", **authorization}
            request = urllib.request.Request(base + path, method=method, headers=headers, data=json.dumps(body).encode())
            urllib.request.urlopen(request).read()

        for number, ruleset in enumerate(GAMES, 1):
            command = [binary, "simulate", ruleset, "--turns", "12", "--seed", "3"]
            lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
            opening, *rest = map(json.loads, lines)
            send("PUT", f"/v1/games/g{number}", opening["open"])
            send("POST", f"/v1/games/g{number}/events", [line["event"] for line in rest])

        # On this server a key is needed: schemathesis then also asks everything without one, and with a wrong one, and expects 401.
        with urllib.request.urlopen(f"{base}/openapi.json") as document:
            contract = json.load(document)
        contract["security"] = [{"key": []}]
        with open(f"{folder}/openapi.json", "w") as file:
            json.dump(contract, file)
        command = [schemathesis, "--config-file", configuration, "run", f"{folder}/openapi.json", "--url", base,
                   "--header", f"Authorization: {authorization['authorization']}", "--checks", "all", "--max-examples", examples,
                   "--phases", "examples,coverage,fuzzing", "--suppress-health-check", "all", "--seed", "1"]
        others = [word for name in ERASING for word in ("--exclude-operation-id", name)]
        asked = subprocess.run([*command, "--exclude-path-regex", "stream$", *others], cwd=folder)
        with urllib.request.urlopen(urllib.request.Request(f"{base}/metrics", headers=authorization)) as metrics:
            panics = [line for line in metrics.read().decode().splitlines() if "panic" in line and not line.startswith("#")]
        erased = subprocess.run([*command, *(word for name in ERASING for word in ("--include-operation-id", name))], cwd=folder)
        if server.poll() is not None:
            sys.exit("the server ended")
        sys.exit(asked.returncode or erased.returncode or (f"panics: {panics}" if any(not line.endswith(" 0") for line in panics) else 0))
    finally:
        server.terminate()
        server.wait()
