"""The server and the bot are killed at any moment and started again: what is left is exactly the game that was played.

`pytest tests/test_kill.py --kills 1000` is the long form.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import credence
from killed_bot import script

BOT = Path(__file__).parent / "killed_bot.py"


class Killed:
    """A server on a log that stays and an address that stays, whichever process serves it."""

    def __init__(self, program: Path, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.listen = f"127.0.0.1:{free.getsockname()[1]}"
        self.url = f"http://{self.listen}"
        self._command = [str(program), "serve", "--database-url", f"sqlite://{folder}/log.db", "--listen", self.listen, "--log", "error"]
        self.start()

    def start(self) -> None:
        """Starts it, and waits until it says where it listens."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        assert b"http" in self._process.stdout.readline()

    def kill(self) -> None:
        """Kills it as a power cut does."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.fixture()
def killed(program: Path, tmp_path: Path) -> Iterator[Killed]:
    """The server to kill."""
    server = Killed(program, tmp_path)
    yield server
    server.kill()


def bot(url: str, game: str, how: str) -> subprocess.Popen[bytes]:
    """Starts the bot."""
    return subprocess.Popen([sys.executable, str(BOT), url, game, how], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})


def test_what_is_left_is_the_game_that_was_played(killed: Killed, pytestconfig: pytest.Config) -> None:
    chance = random.Random(11)
    left, games = int(pytestconfig.getoption("--kills")), 0
    victims = {"server": 0, "bot": 0}
    while left > 0:
        games += 1
        game = f"game-{games}"
        player = bot(killed.url, game, "again")
        finished = False
        while not finished:
            assert player.stdout is not None
            told = 0
            # The moment: some lines of progress, and some microseconds more, so that it may fall anywhere within a request.
            for _ in range(chance.randrange(1, 12)):
                if line := player.stdout.readline():
                    told = int(line)
            threading.Event().wait(chance.uniform(0, 0.004))
            finished = told == sum(map(len, script()))
            if finished or left == 0:
                finished = True
            elif chance.random() < 0.5:
                killed.kill()
                killed.start()
                left, victims["server"] = left - 1, victims["server"] + 1
            else:
                player.kill()
                player.communicate()
                player = bot(killed.url, game, chance.choice(["again", "onwards"]))
                left, victims["bot"] = left - 1, victims["bot"] + 1
        assert player.wait(60) == 0
        player.communicate()
        with credence.connect(killed.url) as server:
            table = server.liars_dice(me="referee", game=game)
            stands = [(entry.type, entry.data) for entry in table.log()][1:]
            meant = [(event.type, event.body()["data"]) for batch in script() for event in batch]
            assert stands == meant
    print(f"{victims} in {games} games")
