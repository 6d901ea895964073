"""Who looks at a table is named in one way everywhere."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy
import pytest

import credence
from credence import aio
from credence.observer import named


def test_a_seat_is_any_whole_number(server: credence.Server) -> None:
    table = server.catan(game="by-numpy", me=numpy.int64(1), players=["me", "ann"])
    assert table.observer == "seat:1" and table.note("told").revision == 1
    assert server.table("by-numpy", me=numpy.uint8(0)).observer == "seat:0" and table.seen_by(numpy.int64(0)).observer == "seat:0"
    assert table.turn_(seat=numpy.int64(0)).revision == 2


@pytest.mark.parametrize(("me", "name"), [(None, "public"), ("public", "public"), ("referee", "referee"), ("seat:10", "seat:10"), (0, "seat:0"), (255, "seat:255")])
def test_who_there_is(me: Any, name: str) -> None:
    assert named(me) == name


@pytest.mark.parametrize("me", [-1, True, 1.0, "1", "seat:-1", "seat:01", "seat:²", "seat:٣", "seat:1\n", "Referee", "", b"public", [0]])
def test_who_is_nobody(server: credence.Server, me: Any) -> None:
    table = server.catan(players=[None, None])
    said = "is nobody at the table: name the number of a seat, from 0, or 'public' or 'referee'"
    for ask in (lambda: server.table(table.game, me=me), lambda: server.catan(game=table.game, me=me), lambda: server.catan(me=me, players=[None]), lambda: table.seen_by(me)):
        with pytest.raises(ValueError, match=said):
            ask()


@pytest.mark.parametrize("me", [2, 7, "seat:7", numpy.int64(7)])
def test_a_seat_that_is_not_there(server: credence.Server, me: Any) -> None:
    table = server.catan(players=[None, None])
    with pytest.raises(ValueError, match="there is no seat [27]: the table has 2, and they count from 0"):
        server.table(table.game, me=me)

    async def session() -> None:
        async with aio.connect(server.url) as other:
            with pytest.raises(ValueError, match="there is no seat"):
                await other.table(table.game, me=me)

    asyncio.run(session())
