"""Posts every game of every family to a server of its own, and counts what it takes: `validate.py BINARY [RULESET [FAMILY]]`.

A refusal stops it, with the server's words. The log lies in a directory that is removed at the end.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import files


def post(url, body, method="POST"):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"}, method=method)
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as refused:
        raise SystemExit(f"{url}: {refused.read().decode()}") from None


class Server:
    """A server on a free port, over an empty log."""

    def __init__(self, binary):
        binary = pathlib.Path(binary).resolve()
        self.home = tempfile.TemporaryDirectory()
        log = f"sqlite://{self.home.name}/log.db"
        command = [binary, "serve", "--listen", "127.0.0.1:0", "--database-url", log]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=self.home.name, text=True)
        self.url = next(word for word in self.process.stdout.readline().split() if word.startswith("http"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.home.cleanup()

    def opens(self, head, game, **parameters):
        seats = [{"player": player} for player in head["players"]]
        body = {"ruleset": head["ruleset"], "setup": head["setup"], "seats": seats, **parameters}
        post(f"{self.url}/v1/games/{game}", body, "PUT")

    def appends(self, game, events):
        return post(f"{self.url}/v1/games/{game}/events", events)


def main(binary, ruleset="*", family="*"):
    with Server(binary) as server:
        for file in sorted(files.ROOT.glob(f"{ruleset}/{family}.jsonl.gz")):
            games = accepted = 0
            for head, events in files.read(file):
                game = f"{head['ruleset']}-{file.name.split('.')[0]}-{head['game']}"
                server.opens(head, game)
                for at in range(0, len(events), 200):
                    server.appends(game, events[at:at + 200])
                games, accepted = games + 1, accepted + len(events)
            name = f"{file.parent.name}/{file.name.split('.')[0]}"
            print(f"{name:32} {games:4} games, {accepted:6} events accepted, none refused", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
