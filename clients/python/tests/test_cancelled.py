"""What follows a report whose answer was not read, because its call was cancelled or ran out of time: nothing is lost, doubled, or in the way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import anyio
import pytest

import credence
from credence import aio
from credence.aio.catan import AsyncCatan
from credence.sync.catan import Catan
from faulty_proxy import Fault, FaultyProxy

TRIES = 40


@pytest.fixture()
def proxy(server: credence.Server) -> Iterator[FaultyProxy]:
    """A proxy before the server."""
    proxy = FaultyProxy(server.url)
    yield proxy
    proxy.close()


def noted(server: credence.Server, game: str) -> list[str]:
    """The remarks of a game's log, in order."""
    return [entry.data["text"] for entry in server.table(game).log() if entry.type == "note"]


async def cancelled(table: AsyncCatan, text: str, delay: float) -> None:
    task = asyncio.create_task(table.note(text))
    await asyncio.sleep(delay)
    task.cancel()
    await asyncio.wait([task])


async def timed_out(table: AsyncCatan, text: str, delay: float) -> None:
    try:
        await asyncio.wait_for(table.note(text), delay)
    except asyncio.TimeoutError:
        pass


async def moved_on(table: AsyncCatan, text: str, delay: float) -> None:
    with anyio.move_on_after(delay):
        await table.note(text)


async def goes_on(table: AsyncCatan) -> None:
    """Nothing is done: the next report follows at once."""


async def asks(table: AsyncCatan) -> None:
    table.number = await table.recorded()


@pytest.mark.parametrize("recovers", [goes_on, asks])
@pytest.mark.parametrize("gives_up", [cancelled, timed_out, moved_on])
def test_whenever_a_report_is_given_up_the_next_stands_behind_it_or_in_its_place(
    server: credence.Server, gives_up: Callable[[AsyncCatan, str, float], Awaitable[None]], recovers: Callable[[AsyncCatan], Awaitable[None]]
) -> None:
    async def session() -> str:
        async with aio.connect(server.url) as other:
            table = await other.catan(me=0, players=["me", "ann", "bob"])
            for number in range(TRIES):
                await gives_up(table, f"{number} given up", number % 8 * 0.0005)
                await recovers(table)
                told = await table.note(f"{number} told")
                assert told.duplicates == [False]
            return table.game

    texts = noted(server, asyncio.run(session()))
    assert [text for text in texts if text.endswith("told")] == [f"{number} told" for number in range(TRIES)]
    # What was given up stands before what was told next, or nowhere.
    expected = [text for number in range(TRIES) for text in (f"{number} given up", f"{number} told") if text in texts]
    assert texts == expected


@pytest.mark.parametrize("gives_up", [cancelled, timed_out])
def test_whenever_a_report_is_given_up_the_same_again_is_recorded_once(
    server: credence.Server, gives_up: Callable[[AsyncCatan, str, float], Awaitable[None]]
) -> None:
    async def session() -> str:
        async with aio.connect(server.url) as other:
            table = await other.catan(me=0, players=["me", "ann", "bob"])
            for number in range(TRIES):
                before = table.number
                await gives_up(table, str(number), number % 8 * 0.0005)
                if table.number == before:
                    await table.note(str(number))
            return table.game

    assert noted(server, asyncio.run(session())) == [str(number) for number in range(TRIES)]


@pytest.fixture()
def behind(proxy: FaultyProxy) -> Iterator[credence.Server]:
    """A connection through the proxy that gives up soon."""
    with credence.connect(proxy.url, patience=0, timeout=1) as behind:
        yield behind


def test_what_comes_late_after_the_log_was_asked_is_gone_behind(server: credence.Server, proxy: FaultyProxy, behind: credence.Server) -> None:
    table = behind.catan(me=0, players=["me", "ann", "bob"])
    table.note("first")
    late = Fault(late=True)
    proxy.will(late)
    with pytest.raises(credence.Unreachable):
        table.note("given up")
    table.number = table.recorded()
    assert table.number == 1
    late.deliver()
    turn = table.turn(credence.Event("note", {"text": "told"}), credence.Event("note", {"text": "too"}), variables=[])
    assert turn.appended.revisions == [3, 4] and table.number == 4
    assert noted(server, table.game) == ["first", "given up", "told", "too"]
    # By now all is settled: who reports under a number that stands is told so.
    table.number = 1
    with pytest.raises(credence.IdReused):
        table.note("another")


def test_what_comes_late_after_the_next_report_is_not_recorded(server: credence.Server, proxy: FaultyProxy, behind: credence.Server) -> None:
    table = behind.catan(me=0, players=["me", "ann", "bob"])
    late = Fault(late=True)
    proxy.will(late)
    with pytest.raises(credence.Unreachable):
        table.note("given up")
    table.note("told")
    late.deliver()
    table.note("too")
    assert noted(server, table.game) == ["told", "too"]


def test_of_several_reports_that_were_given_up_none_is_in_the_way(server: credence.Server, proxy: FaultyProxy, behind: credence.Server) -> None:
    table = behind.catan(me=0, players=["me", "ann", "bob"])
    one, two = Fault(late=True), Fault(late=True)
    proxy.will(one, two)
    with pytest.raises(credence.Unreachable):
        table.note("one")
    with pytest.raises(credence.Unreachable):
        table.report(credence.Event("note", {"text": "two"}), credence.Event("note", {"text": "three"}))
    one.deliver()
    two.deliver()
    table.note("told")
    table.note("too")
    assert noted(server, table.game) == ["one", "told", "too"]


def both_given_up(table: Catan, proxy: FaultyProxy, arrives: str) -> None:
    """Reports A, and then B, and has neither answered: the first arrives, and the second behind it; or the second alone, before the first; or neither."""
    late, lost, lost_behind = Fault(late=True), Fault(loses=True), Fault(loses=True, behind=1)
    proxy.will(*{"both": (lost, lost_behind), "second": (late, lost), "neither": (late, Fault(hangs=True))}[arrives])
    for text in ("A", "B"):
        with pytest.raises(credence.Unreachable):
            table.note(text)
    if arrives == "second":
        late.deliver()


@pytest.mark.parametrize("order", ["AB", "BA"])
@pytest.mark.parametrize("arrives", ["both", "second", "neither"])
def test_of_two_reports_that_were_given_up_each_is_recorded_once_when_both_are_reported_again(
    server: credence.Server, proxy: FaultyProxy, behind: credence.Server, arrives: str, order: str
) -> None:
    table = behind.catan(me=0, players=["me", "ann", "bob"])
    both_given_up(table, proxy, arrives)
    for text in order:
        table.note(text)
    stands = {"both": ["A", "B"], "second": ["B", "A"], "neither": list(order)}[arrives]
    assert noted(server, table.game) == stands and table.number == 2
    # By now all is settled: the same once more is another event.
    for text in order:
        assert table.note(text).duplicates == [False]
    assert noted(server, table.game) == [*stands, *order]


def test_two_reports_that_were_given_up_are_recorded_once_when_they_are_reported_together(
    server: credence.Server, proxy: FaultyProxy, behind: credence.Server
) -> None:
    table = behind.catan(me=0, players=["me", "ann", "bob"])
    together = [credence.Event("note", {"text": text}) for text in "ABC"]
    both_given_up(table, proxy, "both")
    assert table.report(*together).duplicates == [True, True, False]
    assert noted(server, table.game) == ["A", "B", "C"] and table.number == 3
    # Where only the second stands, it cannot be told behind what is new: nothing is recorded then, and one by one they are.
    table = behind.catan(me=0, players=["me", "ann", "bob"])
    both_given_up(table, proxy, "second")
    with pytest.raises(credence.IdReused, match="behind|after|stands"):
        table.report(*together)
    assert noted(server, table.game) == ["B"]
    for event in together:
        table.report(event)
    assert noted(server, table.game) == ["B", "A", "C"] and table.number == 3


def test_what_was_given_up_is_over_once_something_else_was_answered(server: credence.Server, proxy: FaultyProxy, behind: credence.Server) -> None:
    table = behind.catan(me=0, players=["me", "ann", "bob"])
    proxy.will(Fault(loses=True))
    with pytest.raises(credence.Unreachable):
        table.note("A")
    table.note("B")
    assert table.note("A").duplicates == [False]
    assert noted(server, table.game) == ["A", "B", "A"] and table.number == 3


def test_another_program_of_the_same_author_is_still_told_of(server: credence.Server, proxy: FaultyProxy, behind: credence.Server) -> None:
    table = behind.catan(me=0, players=["me", "ann", "bob"])
    server.catan(game=table.game, me=0).note("another program's")
    with pytest.raises(credence.IdReused):
        table.note("told")
    with pytest.raises(credence.IdReused):
        table.note("told")


def test_a_report_that_is_cancelled_while_it_waits_is_never_sent(server: credence.Server, proxy: FaultyProxy) -> None:
    async def session() -> str:
        async with aio.connect(proxy.url) as other:
            table = await other.catan(me=0, players=["me", "ann", "bob"])
            late = Fault(late=True)
            proxy.will(late)
            first = asyncio.create_task(table.note("first"))
            await asyncio.to_thread(late.came.wait)
            behind = asyncio.create_task(table.note("behind"))
            await asyncio.sleep(0)
            behind.cancel()
            first.cancel()
            await asyncio.wait([first, behind])
            await asyncio.to_thread(late.deliver)
            await table.note("told")
            return table.game

    assert noted(server, asyncio.run(session())) == ["first", "told"]
