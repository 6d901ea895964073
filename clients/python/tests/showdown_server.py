"""A Showdown server of one's own, for battles in tests."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path
from typing import Any

from poke_env import ServerConfiguration

SERVE = Path(__file__).resolve().parent / "showdown" / "serve"
ROOT = SERVE.parents[4]
#: What Showdown's generator draws from, where `serve` installs it.
GENERATOR = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "clients/python/showdown/node_modules/pokemon-showdown/dist/data/random-battles/gen9/sets.json"


class Showdown:
    """Started on a free port, with seeded chance; it stops when it is closed."""

    def __init__(self, seed: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"127.0.0.1:{port}"
        self._process = subprocess.Popen([str(SERVE), str(port), str(seed)], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        printed = ""
        while "battles may begin" not in printed:
            line = self._process.stdout.readline()
            if not line:
                raise RuntimeError(f"Showdown did not start: {printed}")
            printed += line

    def players(self) -> dict[str, Any]:
        """What poke-env's players are told of it: on a busy machine, a slow answer is an answer."""
        where = ServerConfiguration(f"ws://{self.address}/showdown/websocket", f"http://{self.address}/action.php?")
        return {"battle_format": "gen9randombattle", "server_configuration": where, "open_timeout": None, "ping_interval": None}

    def close(self) -> None:
        """Stops it."""
        self._process.terminate()
        self._process.communicate()
