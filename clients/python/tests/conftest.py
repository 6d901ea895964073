"""The real server, one for all tests: no test talks to anything else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import credence
from credence.process import Process
from credence.sync.catan import Catan


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--kills 1000` is the long form of the kill test."""
    parser.addoption("--kills", type=int, default=30, help="how often the server and the bot are killed")


@pytest.fixture(scope="session")
def program() -> Path:
    """The server's program, which `check` names."""
    return Path(os.environ["CREDENCE_BIN"])


@pytest.fixture(scope="session")
def process(program: Path) -> Iterator[Process]:
    """A running server."""
    running = Process(program=program)
    yield running
    running.stop()


@pytest.fixture()
def server(process: Process) -> Iterator[credence.Server]:
    """A connection to it."""
    assert process.url is not None
    with credence.connect(process.url, patience=5) as server:
        yield server


@pytest.fixture()
def table(server: credence.Server) -> Catan:
    """A table of Catan: the session of the server's README, up to the theft."""
    table = server.catan(me=0, players=["me", "ann", "bob"])
    table.production(gains={1: {"wood": 3, "brick": 2, "ore": 1}})
    table.steal(thief=2, victim=1)
    return table
