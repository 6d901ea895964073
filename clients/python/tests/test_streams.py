"""Streams bring every event, whatever is in it and whatever breaks; and what is no stream is said."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice

import httpx
import pytest
from faulty_proxy import Fault, FaultyProxy, page

import credence
from credence import aio
from credence.process import Process
from credence.sse import Lines
from credence.sync.catan import Catan

#: What Python's `splitlines` takes for the end of a line, and the standard for server-sent events does not.
BREAKS = "\u2028\u2029\u0085\x0b\x0c\x1c\x1d\x1e"
BROKEN = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


@pytest.fixture()
def proxy(process: Process) -> Iterator[FaultyProxy]:
    """The proxy before the server."""
    assert process.url is not None
    proxy = FaultyProxy(process.url)
    yield proxy
    proxy.close()


def test_lines_end_where_the_standard_says() -> None:
    text = f"id: 1{BREAKS}\r\ndata: é{BREAKS}x\rdata: ✓\n\n: \r\r\n".encode()
    expected = [f"id: 1{BREAKS}", f"data: é{BREAKS}x", "data: ✓", "", ": ", ""]
    for size in range(1, len(text) + 1):
        lines = Lines()
        assert [line for at in range(0, len(text), size) for line in lines.take(text[at : at + size])] == expected, size
    assert list(Lines().take(b"\xef\xbb\xbfid: 1\ndata")) == ["id: 1"]


@pytest.mark.parametrize("mark", BREAKS)
def test_an_event_comes_whatever_its_text_holds(server: credence.Server, mark: str) -> None:
    table = server.catan(game=f"mark-{ord(mark)}", me="referee", players=["me", f"mark-{ord(mark)}"])
    texts = ["before", f"hello{mark}world", "after"]
    for text in texts:
        table.note(text)
    assert [entry.data["text"] for entry in islice(table.stream(from_revision=1), 3)] == texts
    feed = server.stream(player=f"mark-{ord(mark)}", cursor=next(iter(server.events(player=f"mark-{ord(mark)}"))).cursor)
    assert [entry.data["text"] for entry in islice(feed, 3)] == texts


def test_an_event_comes_whatever_its_id_holds(server: credence.Server) -> None:
    table = server.catan(me="referee", players=["me", "ann"])
    body = [{"id": "a\u2028b", "type": "note", "data": {"text": "first"}}]
    if httpx.post(f"{server.url}/v1/games/{table.game}/events", json=body, trust_env=False).status_code == 422:
        # A server that refuses such ids is as good.
        return
    table.note("second")
    assert [entry.data["text"] for entry in islice(table.stream(from_revision=1), 2)] == ["first", "second"]


def test_what_a_stream_sends_unescaped_is_read(proxy: FaultyProxy, table: Catan) -> None:
    """Whatever server sends it."""
    data = f'{{"revision":9,"type":"note","id":"x{BREAKS[:3]}","time":"","data":{{"text":"a{BREAKS[:3]}b"}}}}'
    with credence.connect(proxy.url) as behind:
        proxy.will(Fault(BROKEN + f"id: 9-x\ndata: {data}\n\n".encode(), match="/stream"))
        assert next(behind.catan(game=table.game, me=0).stream(from_revision=9)).data["text"] == f"a{BREAKS[:3]}b"


def test_a_pokemon_battle_is_followed_past_what_its_players_write(server: credence.Server) -> None:
    table = server.pokemon_randbats(me=0, players=["me", "ann"])
    for number, line in enumerate(["|c|☆x|hel\u2028lo", "|j|☆Bo\u0085b"]):
        table.protocol(channel="spectator", from_line=number, lines=[line])
    told = [entry.data["lines"] for entry in islice(table.stream(from_revision=1), 2)]
    assert told == [["|c|☆x|hel\u2028lo"], ["|j|☆Bo\u0085b"]]


@pytest.mark.parametrize("status", ["502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout"])
def test_a_stream_goes_on_when_its_gateway_is_back(proxy: FaultyProxy, table: Catan, status: str) -> None:
    with credence.connect(proxy.url, patience=5) as behind:
        proxy.will(Fault(page(status), times=3, match="/stream"))
        assert [entry.revision for entry in islice(behind.catan(game=table.game, me=0).stream(from_revision=0), 3)] == [0, 1, 2]
        assert sum("/stream" in asked for asked in proxy.asked) == 4


@pytest.mark.parametrize("answer", [page("200 OK"), page("200 OK", "application/json", "{}"), page("301 Moved Permanently", location="/elsewhere"), page("404 Not Found")])
def test_what_is_no_stream_is_said_at_once(proxy: FaultyProxy, table: Catan, answer: bytes) -> None:
    with credence.connect(proxy.url) as behind:
        proxy.will(Fault(answer, times=9))
        with pytest.raises(credence.NotCredence, match=f"{proxy.url}/v1/events/stream was answered"):
            next(iter(behind.stream()))
        assert len(proxy.asked) == 1


def test_a_stream_that_always_breaks_at_once_ends(proxy: FaultyProxy) -> None:
    for answer in [BROKEN, BROKEN + b"id: 9-x\n\n", page("502 Bad Gateway")]:
        with credence.connect(proxy.url, patience=0.3) as behind:
            proxy.will(Fault(answer, times=10_000))
            with pytest.raises(credence.Unreachable, match="a stream broke and did not come back"):
                next(iter(behind.stream()))
            assert len(proxy.asked) > 2


def test_a_stream_that_is_refused_says_why(table: Catan) -> None:
    with pytest.raises(credence.Malformed):
        next(table.seen_by("seat:9").stream(from_revision=0))


def test_what_a_stream_sends_and_is_no_json(proxy: FaultyProxy) -> None:
    with credence.connect(proxy.url) as behind:
        proxy.will(Fault(BROKEN + b"id: 9-x\ndata: <html>\n\n"))
        with pytest.raises(credence.NotCredence, match="no JSON"):
            next(iter(behind.stream()))


def test_a_stream_from_now_on_says_that_its_log_was_exchanged(proxy: FaultyProxy, table: Catan) -> None:
    """When it began, the log had fifty events; the copy that was restored before the first new one has fewer."""
    with credence.connect(proxy.url, patience=5) as behind:
        seen = behind.catan(game=table.game, me=0)
        proxy.will(Fault(page("200 OK", "application/json", '{"revision": 50}'), match=f"/games/{table.game}"))
        with pytest.raises(credence.LogRestored):
            next(seen.stream())


def test_many_streams_leave_room_to_report(process: Process) -> None:
    async def session() -> None:
        assert process.url is not None
        async with aio.connect(process.url, patience=1, timeout=5) as server:
            table = await server.catan(me=0, players=["me", "ann"])
            streams = [table.stream(from_revision=0) for _ in range(150)]
            assert [(await anext(stream)).revision for stream in streams] == [0] * 150
            assert (await table.note("told")).revision == 1
            assert [(await anext(stream)).revision for stream in streams] == [1] * 150

    asyncio.run(session())
