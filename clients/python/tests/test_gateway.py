"""Between bot and server stands something that answers by itself, or falls silent: nothing is taken for done that was not, and nothing is done twice."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate

import pytest
from faulty_proxy import Fault, FaultyProxy, page, problem

import credence
from credence.process import Process
from credence.reading import seconds
from credence.sync.catan import Catan

MOVED = page("301 Moved Permanently", "text/html", "", location="https://elsewhere.example/v1")
LOGIN = page("200 OK", "text/html", "<html>Log in</html>")
EMPTY = page("200 OK", "application/json", "")
OTHER = page("200 OK", "application/json", '{"ok":true}')


@pytest.fixture()
def proxy(process: Process) -> Iterator[FaultyProxy]:
    """The proxy before the server."""
    assert process.url is not None
    proxy = FaultyProxy(process.url)
    yield proxy
    proxy.close()


@pytest.fixture()
def behind(proxy: FaultyProxy) -> Iterator[credence.Server]:
    """A connection through it."""
    with credence.connect(proxy.url, patience=5, timeout=5) as server:
        yield server


def opened(server: credence.Server) -> Catan:
    """A table of Catan with nothing told yet."""
    return server.catan(me="referee", players=["me", "ann", "bob"])


ANSWERS = {
    "moved": MOVED, "login": LOGIN, "empty": EMPTY, "other": OTHER, "404": page("404 Not Found"), "500": page("500 Internal Server Error"), "204": page("204 No Content", "", ""),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.parametrize("how", ["report", "turn"])
def test_an_answer_of_something_else_uses_no_number_up(proxy: FaultyProxy, behind: credence.Server, answer: bytes, how: str) -> None:
    table = opened(behind)
    note = credence.Event("note", {"text": "told once"})
    tell: Callable[..., object] = table.report if how == "report" else table.turn
    proxy.will(Fault(answer))
    with pytest.raises(credence.NotCredence):
        tell(note)
    assert table.number == 0 and len(proxy.asked) == 1
    tell(note)
    assert table.number == table.recorded() == 1 and len(list(table.log())) == 2


@pytest.mark.parametrize("answer", [MOVED, LOGIN, EMPTY, OTHER], ids=["moved", "login", "empty", "other"])
def test_an_answer_of_something_else_is_none_to_a_question(proxy: FaultyProxy, behind: credence.Server, answer: bytes) -> None:
    table = opened(behind)
    asks: list[Callable[[], object]] = [
        lambda: table.belief, lambda: table.believe("seat:0/*"), lambda: table.worlds(1), lambda: table.world_arrays(1), lambda: table.ask("confidence", seat=0),
        lambda: table.why(), lambda: table.what_if(), table.curve, table.describe, table.truth, table.audit, table.recorded, lambda: table.seat_key(0),
        lambda: opened(behind), lambda: behind.table(table.game), lambda: list(behind.games()), lambda: behind.player("ann"), lambda: behind.name_player("ann", "Ann"),
        lambda: behind.make_key("reader"), behind.caller, behind.ready, lambda: behind.ruleset("catan"),
    ]
    for ask in asks:
        proxy.will(Fault(answer))
        with pytest.raises(credence.NotCredence, match=proxy.url):
            ask()
        assert len(proxy.asked) == 1


def test_the_error_names_what_was_asked_and_where_to_go(proxy: FaultyProxy, behind: credence.Server) -> None:
    table = opened(behind)
    proxy.will(Fault(MOVED))
    with pytest.raises(credence.NotCredence, match=rf"{proxy.url}/v1/games/{table.game}/turn was answered 301 .*https://elsewhere.example/v1") as raised:
        table.note("lost")
    assert raised.value.status == 301


UNDONE = {"moved": MOVED, "login": LOGIN, "empty": EMPTY, "404": page("404 Not Found"), "410": page("410 Gone"), "202": page("202 Accepted", "application/json", "{}")}


@pytest.mark.parametrize("answer", UNDONE.values(), ids=UNDONE)
def test_forgetting_that_was_not_done_is_said(proxy: FaultyProxy, behind: credence.Server, server: credence.Server, answer: bytes) -> None:
    server.name_player("zed", "Zed")
    table = opened(server)
    ways: list[Callable[[], None]] = [lambda: behind.forget("zed"), behind.table(table.game).erase, lambda: behind.revoke("k")]
    for forget in ways:
        proxy.will(Fault(answer))
        with pytest.raises(credence.NotCredence):
            forget()
        # And not where an answer was lost before, either.
        proxy.will(Fault(page("502 Bad Gateway")), Fault(answer))
        with pytest.raises(credence.NotCredence):
            forget()
    assert server.player("zed")["display_name"] == "Zed" and table.describe()["revision"] == 0
    proxy.will(Fault(answer))
    with pytest.raises(credence.NotCredence):
        behind.name_player("zed", "Zoe")


def test_forgetting_whose_answer_was_lost_is_done(proxy: FaultyProxy, behind: credence.Server, server: credence.Server) -> None:
    server.name_player("yan", "Yan")
    table = opened(behind)
    proxy.will(Fault(loses=True))
    behind.forget("yan")
    with pytest.raises(credence.Gone):
        server.player("yan")
    proxy.will(Fault(loses=True))
    table.erase()
    assert len(proxy.asked) == 2


@pytest.mark.parametrize("status", ["502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout"])
def test_a_gateway_that_cannot_reach_the_server_is_a_broken_connection(
    proxy: FaultyProxy, behind: credence.Server, status: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = opened(behind)
    proxy.will(Fault(page(status)), Fault(page(status)), Fault(loses=True))
    with caplog.at_level(logging.INFO, "credence"):
        table.note("told once")
    assert len(proxy.asked) == 4 and table.number == table.recorded() == 1 and len(list(table.log())) == 2
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO", "INFO"] and f"answered {status}" in caplog.messages[0]
    # A key may have been made: it is not asked for again.
    proxy.will(Fault(page(status)))
    with pytest.raises(credence.Unreachable, match=status):
        behind.make_key("reader")
    assert len(proxy.asked) == 1


def test_patience_with_a_gateway_ends(proxy: FaultyProxy) -> None:
    proxy.will(Fault(page("502 Bad Gateway"), times=1000))
    with credence.connect(proxy.url, patience=0.3) as server, pytest.raises(credence.Unreachable, match="502 Bad Gateway"):
        server.ready()
    assert len(proxy.asked) > 2


def test_an_answer_that_is_lost_in_silence_is_asked_for_again(proxy: FaultyProxy) -> None:
    # As with the usual values, silence is noticed after patience would be over.
    with credence.connect(proxy.url, patience=0.2, timeout=0.5) as server:
        table = opened(server)
        proxy.will(Fault(hangs=True, match="/turn"))
        assert table.note("told").revision == 1 and len(proxy.asked) == 2
        proxy.will(Fault(hangs=True, match="/turn", times=9))
        with pytest.raises(credence.Unreachable, match=r"nothing was heard for 0\.5 s"):
            table.note("not told")
        assert len(proxy.asked) == 2


def test_how_long_to_wait_may_be_a_number_or_a_date() -> None:
    assert seconds("7") == 7 and seconds("0.5") == 0.5
    assert 50 < (seconds(formatdate(time.time() + 60, usegmt=True)) or 0) <= 60
    assert all(seconds(text) is None for text in [None, "", "-5", "nan", "inf", "soon", "Wed, 21 Oct 2015 07:28:00 GMT", "Wed, 99 Oct 2015 07:28:00 GMT"])


@pytest.mark.parametrize("wait", ["-5", "nan", "soon", "Wed, 21 Oct 2015 07:28:00 GMT"])
def test_a_wait_that_is_none_is_the_usual_one(proxy: FaultyProxy, behind: credence.Server, wait: str) -> None:
    table = opened(behind)
    proxy.will(Fault(problem("429 Too Many Requests", "rate-limited", retry_after=wait), times=2))
    assert table.note("told").revision == 1 and len(proxy.asked) == 3


def test_a_wait_that_is_longer_than_patience_is_not_begun(proxy: FaultyProxy, behind: credence.Server) -> None:
    table = opened(behind)
    proxy.will(Fault(page("429 Too Many Requests", retry_after=formatdate(time.time() + 3600, usegmt=True))))
    with pytest.raises(credence.RateLimited, match="429 Too Many Requests") as raised:
        table.note("told")
    assert raised.value.retry_after is not None and raised.value.retry_after > 3000 and len(proxy.asked) == 1


@pytest.mark.parametrize("url", ["localhost:7420", "127.0.0.1:7420", "ftp://here", "http://", "", "http://here:99999", "http://here?x=1", "http://he re", "http://he\nre", "http://here:port", " http://here"])
def test_an_address_that_is_none_is_named_at_once(url: str) -> None:
    with pytest.raises(ValueError, match="is no address"):
        credence.connect(url)
    with pytest.raises(ValueError, match="is no address"):
        credence.aio.connect(url)


def test_a_key_is_looked_at_at_once_and_never_shown(proxy: FaultyProxy, caplog: pytest.LogCaptureFixture) -> None:
    for odd in ["crd_sec ret", "crd_sec\nret", "crd_secrét", "crd_sec\u2028ret", "", " \n"]:
        with pytest.raises(ValueError, match="the key") as raised:
            credence.connect(proxy.url, key=odd)
        assert "crd_sec" not in str(raised.value)
    with pytest.raises(ValueError, match="leave one out") as both:
        credence.connect("http://me:word@127.0.0.1:1", key="crd_secret")
    assert "word@" not in str(both.value) and "crd_secret" not in str(both.value)
    # What a file brings along with a key does not belong to it; and what fails says neither key nor password.
    senders: list[tuple[str, str | None]] = [(proxy.url, " crd_secret\r\n"), (proxy.url.replace("//", "//me:secret@"), None)]
    for address, key in senders:
        proxy.will(Fault(page("502 Bad Gateway"), times=1000))
        with caplog.at_level(logging.INFO, "credence"), credence.connect(address, key=key, patience=0.1) as server, pytest.raises(credence.Unreachable) as away:
            server.caller()
        proxy.will(Fault(loses=True, times=1000))
        with caplog.at_level(logging.INFO, "credence"), credence.connect(address, key=key, patience=0.1) as server, pytest.raises(credence.Unreachable) as lost:
            server.caller()
        assert caplog.messages and not any("secret" in said for said in [*caplog.messages, str(away.value), str(lost.value), repr(lost.value.__cause__)])


def test_ready_says_no(proxy: FaultyProxy) -> None:
    proxy.will(Fault(problem("503 Service Unavailable", "unavailable"), times=1000))
    with credence.connect(proxy.url, patience=0.1) as server:
        assert server.ready() is False
        proxy.will()
        assert server.ready() is True


def test_a_problem_keeps_what_the_server_said(proxy: FaultyProxy, behind: credence.Server) -> None:
    with pytest.raises(credence.NotFound) as missing:
        behind.table("nowhere")
    assert missing.value.request_id and missing.value.instance == "/v1/games/nowhere" and missing.value.fields["status"] == 404
    table = opened(behind)
    proxy.will(Fault(problem("421 Misdirected Request", "read-only-server", ',"primary":"http://writer:7420","evidence":null,"new":1')))
    with pytest.raises(credence.ReadOnlyServer, match="http://writer:7420") as away:
        table.note("told")
    assert away.value.primary == "http://writer:7420" and away.value.evidence == [] and away.value.fields["new"] == 1 and table.number == 0
    proxy.will(Fault(problem("500 Internal Server Error", "internal", x_request_id="r-17")))
    with pytest.raises(credence.Problem, match="request r-17"):
        table.note("told")


def test_what_cannot_be_unpacked_is_not_credences(proxy: FaultyProxy, behind: credence.Server) -> None:
    proxy.will(Fault(page("200 OK", "application/json", "abcde", content_encoding="gzip")))
    with pytest.raises(credence.NotCredence, match="cannot be unpacked"):
        behind.caller()
