"""A server of one's own, where the program that started it is interrupted or forked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import credence

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has neither process groups nor forks")

#: Says where its server is, is interrupted, and reports afterwards.
INTERRUPTED = """
import credence, signal, time
# Whoever starts programs in the background may have them ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
server = credence.local()
table = server.catan(me=0, players=["me", "ann"])
table.note("before")
try:
    print("ready", flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    print(table.note("after").revision, table.recorded(), flush=True)
"""

#: Says where its server is, and the id of a program that is forked from it and outlives it.
FORKED = """
import credence, os, time
server = credence.local()
child = os.fork()
if child == 0:
    time.sleep(120)
print(server.url, child, flush=True)
time.sleep(60)
"""


@pytest.fixture()
def environment(program: Path) -> dict[str, str]:
    """What a program needs to find this client and the server."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "CREDENCE_BIN": str(program)}


def test_an_interrupt_of_the_program_leaves_its_server_alone(environment: dict[str, str]) -> None:
    owner = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True)
    assert owner.stdout is not None and owner.stdout.readline() == b"ready\n"
    # As a terminal does on Ctrl-C, and Jupyter to interrupt a cell.
    os.killpg(owner.pid, signal.SIGINT)
    said, wrong = owner.communicate(timeout=60)
    assert said == b"2 2\n", wrong.decode()


@pytest.fixture()
def forked(environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A program with a server, and its address; a program that was forked from it sleeps beside it."""
    owner = subprocess.Popen([sys.executable, "-c", FORKED], stdout=subprocess.PIPE, env=environment)
    assert owner.stdout is not None
    url, child = owner.stdout.readline().decode().split()
    yield owner, url
    os.kill(int(child), signal.SIGKILL)
    owner.kill()
    owner.communicate()


def test_a_forked_program_does_not_keep_the_server(forked: tuple[subprocess.Popen[bytes], str]) -> None:
    owner, url = forked
    with credence.connect(url, patience=1) as server:
        assert server.ready()
        seen = server.stream()
        gone = threading.Event()

        def follow() -> None:
            with pytest.raises(credence.Unreachable):
                next(seen)
            gone.set()

        threading.Thread(target=follow, daemon=True).start()
        owner.kill()
        assert gone.wait(30), "the server is still there"
