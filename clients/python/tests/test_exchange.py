"""Calls that are given up, other event loops, and what comes after `close()`: the connection stays whole, or says what to do."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from faulty_proxy import Fault, FaultyProxy

import credence
from credence import aio
from credence.exchange import AsyncExchanges


def under_way(server: aio.AsyncServer) -> int:
    """How many requests the connection's pool counts as under way."""
    client: Any = server._connection._client
    return len(client._transport._pool._requests)


def test_a_call_that_is_given_up_costs_no_place_in_the_pool(server: credence.Server) -> None:
    chance = random.Random(3)

    async def session() -> None:
        async with aio.connect(server.url, patience=5, timeout=5) as other:
            table = await other.catan(me=0, players=["me", "ann", "bob"])
            for _ in range(800):
                try:
                    await asyncio.wait_for(table.belief, chance.uniform(0.0005, 0.004))
                except asyncio.TimeoutError:
                    pass
            # Those that nobody waits for any more are answered late.
            for _ in range(500):
                if under_way(other) == 0:
                    break
                await asyncio.sleep(0.01)
            assert under_way(other) == 0
            assert (await table.belief).revision == 0

    asyncio.run(session())


def test_what_comes_of_a_call_that_was_given_up_is_told_nobody(server: credence.Server) -> None:
    said: list[dict[str, Any]] = []
    proxy = FaultyProxy(server.url)

    async def session() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: said.append(context))
        async with aio.connect(proxy.url, patience=0, timeout=0.2) as other:
            proxy.will(Fault(hangs=True))
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(other.caller(), 0.05)
            while other._connection._exchanges._tasks:
                await asyncio.sleep(0.01)

    asyncio.run(session())
    proxy.close()
    assert not said


def test_closing_ends_what_nobody_waits_for_and_what_somebody_does(server: credence.Server) -> None:
    proxy = FaultyProxy(server.url)

    async def session() -> None:
        other = aio.connect(proxy.url, patience=5, timeout=60)
        proxy.will(Fault(hangs=True, times=2))
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(other.caller(), 0.05)
        waits = asyncio.create_task(other.caller())
        while len(proxy.asked) < 2:
            await asyncio.sleep(0.01)
        await other.close()
        assert under_way(other) == 0
        with pytest.raises(credence.CredenceError, match="was closed"):
            await waits

    asyncio.run(asyncio.wait_for(session(), 30))
    proxy.close()


async def first(stream: Any) -> Any:
    """The first event of a stream."""
    async for entry in stream:
        return entry


ASKS: list[Callable[[aio.AsyncTable[Any]], Any]] = [
    lambda table: table.belief, lambda table: table.note("told"), lambda table: table.describe(), lambda table: first(table.stream(from_revision=0)), lambda table: first(table.log()),
]


def test_in_another_event_loop_every_call_says_to_connect_again(server: credence.Server) -> None:
    other = aio.connect(server.url, patience=1)

    async def opened() -> aio.AsyncTable[Any]:
        return await other.catan(me=0, players=["me", "ann"])

    async def asked(table: aio.AsyncTable[Any], ask: Callable[[aio.AsyncTable[Any]], Any]) -> None:
        with pytest.raises(credence.CredenceError, match=r"another event loop.*Connect again.*within each `asyncio\.run`"):
            await ask(table)

    table = asyncio.run(opened())
    for ask in ASKS:
        asyncio.run(asked(table, ask))
    # Nothing was sent: the table goes on in its own loop, or is closed wherever one likes.
    assert table.number == 0 and server.table(table.game).describe()["revision"] == 0
    asyncio.run(other.close())


def test_a_server_of_ones_own_is_stopped_from_another_event_loop(program: Any) -> None:
    other = aio.local(program=program)

    async def ready() -> bool:
        return await other.ready()

    assert asyncio.run(ready())
    asyncio.run(other.close())
    with credence.connect(other.url, patience=0) as gone, pytest.raises(credence.Unreachable):
        gone.ready()


def test_after_the_end_every_call_says_so(server: credence.Server) -> None:
    async def session() -> None:
        async with aio.connect(server.url) as other:
            table = await other.catan(me=0, players=["me", "ann"])
        for ask in ASKS:
            with pytest.raises(credence.CredenceError, match="was closed: connect again"):
                await ask(table)
        await other.close()

    asyncio.run(session())
    closed = credence.connect(server.url)
    table = closed.catan(me=0, players=["me", "ann"])
    closed.close()
    asks: list[Callable[[], object]] = [lambda: table.belief, lambda: table.note("told"), closed.ready, lambda: next(table.stream(from_revision=0)), lambda: list(closed.games())]
    for again in asks:
        with pytest.raises(credence.CredenceError, match="was closed: connect again"):
            again()
    closed.close()


def test_an_exchange_that_fails_tells_who_waits_for_it() -> None:
    async def fails() -> None:
        raise LookupError("so")

    async def session() -> None:
        with pytest.raises(LookupError, match="so"):
            await AsyncExchanges().run(fails)

    asyncio.run(session())
