"""A bot that starts again in the middle of a game, and one that reports over another: nothing is doubled, and the error says what to do."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from faulty_proxy import Fault, FaultyProxy

import credence
from credence import aio
from test_cancelled import noted


def test_a_bot_goes_on_behind_what_it_reported(server: credence.Server) -> None:
    table = server.catan(me=0, players=["me", "ann"])
    assert table.resume() == table.number == 0
    for text in ("one", "two"):
        table.note(text)
    again = server.catan(game=table.game, me=0)
    assert again.recorded() == 2 and again.number == 0
    assert again.resume() == again.number == 2
    assert again.note("three").duplicates == [False] and again.resume() == 3
    # Another seat has numbers of its own, and what is counted already is not counted back.
    ann = server.catan(game=table.game, me=1)
    ann.number = 5
    assert ann.resume() == 5

    async def session() -> int:
        async with aio.connect(server.url) as other:
            return await (await other.catan(game=table.game, me=0)).resume()

    assert asyncio.run(session()) == 3 and noted(server, table.game) == ["one", "two", "three"]


def test_what_was_given_up_and_stands_is_over(server: credence.Server) -> None:
    proxy = FaultyProxy(server.url)
    with credence.connect(proxy.url, patience=0, timeout=5) as behind:
        table = behind.catan(me=0, players=["me", "ann"])
        proxy.will(Fault(loses=True))
        with pytest.raises(credence.Unreachable):
            table.note("given up")
        assert table.resume() == 1
        assert table.note("given up").duplicates == [False]
    proxy.close()
    assert noted(server, table.game) == ["given up", "given up"]


def test_resuming_waits_for_what_is_being_reported(server: credence.Server) -> None:
    proxy = FaultyProxy(server.url)

    async def session() -> None:
        async with aio.connect(proxy.url) as other:
            table = await other.catan(me=0, players=["me", "ann"])
            late = Fault(late=True)
            proxy.will(late)
            first = asyncio.create_task(table.note("first"))
            await asyncio.to_thread(late.came.wait)
            resumed = asyncio.create_task(table.resume())
            await asyncio.wait([resumed], timeout=0.2)
            assert not resumed.done()
            await asyncio.to_thread(late.deliver)
            await first
            assert await resumed == 1

    asyncio.run(session())
    proxy.close()


def test_a_number_that_stands_says_what_to_do(server: credence.Server) -> None:
    table = server.catan(me=0, players=["me", "ann"])
    table.note("before")
    again = server.catan(game=table.game, me=0)
    with pytest.raises(credence.IdReused, match=r"call `table\.resume\(\)` before it reports.*an `author` of its own") as reused:
        again.note("another")
    assert reused.value.cure and "note {'text': 'another'}" in str(reused.value)

    async def session() -> None:
        async with aio.connect(server.url) as other:
            with pytest.raises(credence.IdReused, match=r"call `await table\.resume\(\)` before"):
                await (await other.catan(game=table.game, me=0)).note("another")

    asyncio.run(session())
    again.resume()
    assert again.note("another").revision == 2
    # Who was answered did not start again in the middle: another program is in its way.
    with pytest.raises(credence.IdReused) as other:
        table.note("mine")
    assert not other.value.cure


@pytest.mark.parametrize("number", ["²", "٣", "007", "9" * 16, "-1", "x", ""])
def test_a_number_that_this_client_does_not_write_is_none(server: credence.Server, number: str) -> None:
    table = server.catan(me=0, players=["me", "ann"])
    table.note("one")
    assert table._author.number_of(f"{table.game}/seat-0/{number}") is None
    assert table._author.number_of(f"{table.game}/seat-0/0") == 0 and table._author.number_of(f"{table.game}/seat-0/{'9' * 15}") == 10**15 - 1


def test_an_id_of_others_is_in_nobodys_way(server: credence.Server) -> None:
    table = server.catan(me=0, players=["me", "ann"])
    table.note("one")
    foreign = {"events": [{"id": f"{table.game}/seat-0/²", "type": "note", "data": {"text": "foreign"}}]}
    answered = httpx.post(f"{server.url}/v1/games/{table.game}/turn", json=foreign, trust_env=False)
    assert answered.is_success, answered.text
    assert table.recorded() == 1 and table.resume() == 1
