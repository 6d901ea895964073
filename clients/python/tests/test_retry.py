"""What is sent again and what is not; and a server of one's own that goes when its owner goes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest

import credence
from credence import calls
from credence.retry import Attempts
from credence.request import Request
from credence.sse import Reader


def test_what_may_be_sent_again() -> None:
    clock = iter([0.0] * 100)
    attempts = Attempts(10, lambda: next(clock))
    read, refused = httpx.ReadError("cut"), httpx.ConnectError("refused")
    assert attempts.after_break(Request("GET", "/"), read) is not None
    assert attempts.after_break(calls.report("g", "public", [], None), read) is not None
    assert attempts.after_break(calls.make_key("admin", None, None), read) is None
    assert attempts.after_break(calls.make_key("admin", None, None), refused) is not None
    busy, away, limited = said(503, "overloaded"), said(503, "unavailable"), said(429, "rate-limited")
    assert attempts.after_answer(Request("GET", "/"), said(503, "unavailable", 2)) == 2.0 and attempts.after_answer(Request("GET", "/"), limited) is not None
    assert attempts.after_answer(Request("GET", "/"), said(503, "unavailable", 60)) is None
    assert attempts.after_answer(Request("GET", "/"), said(500, "internal")) is None and attempts.after_answer(Request("GET", "/"), said(422, "malformed", 1)) is None
    # Whether a key was made, a 503 does not say, unless nothing was begun.
    make = calls.make_key("admin", None, None)
    assert attempts.after_answer(make, away) is None
    assert attempts.after_answer(make, busy) is not None and attempts.after_answer(make, limited) is not None


def test_what_an_earlier_attempt_deleted_is_gone() -> None:
    erase, gone = Request("DELETE", "/v1/games/g"), said(410, "game-erased")
    attempts = Attempts(10)
    assert not attempts.is_done(erase, gone), "somebody else erased it before"
    assert attempts.after_answer(erase, said(429, "rate-limited")) is not None and not attempts.is_done(erase, gone), "nothing was done"
    assert attempts.after_break(erase, httpx.ReadError("cut")) is not None
    assert attempts.is_done(erase, gone) and not attempts.is_done(Request("GET", "/v1/games/g"), gone) and not attempts.is_done(erase, said(403, "not-allowed"))


def said(status: int, kind: str, retry_after: float | None = None) -> credence.Problem:
    """A problem of the server."""
    return credence.Problem(status, {"type": f"/problems/{kind}", "retry_after": retry_after})


def test_patience_ends_and_begins_with_the_first_failure() -> None:
    clock = iter([60.0, 60.5, 61.5])
    attempts = Attempts(1, lambda: next(clock))
    read, away = Request("GET", "/"), said(503, "unavailable")
    assert attempts.after_answer(read, away) is not None, "however late the first failure was noticed"
    assert attempts.after_answer(read, away) is not None and attempts.after_answer(read, away) is None


def test_the_last_attempt_is_made_when_patience_ends() -> None:
    now = [0.0]
    attempts = Attempts(0.1, lambda: now[0])
    pauses = []
    while (pause := attempts.after_answer(Request("GET", "/"), said(503, "unavailable"))) is not None:
        pauses.append(pause)
        now[0] += pause
    assert now[0] == pytest.approx(0.1) and len(pauses) >= 3
    assert Attempts(0.1, lambda: 0.0).after_answer(Request("GET", "/"), said(503, "unavailable", 1)) is None, "what is asked for lies beyond it"


def test_patience_begins_again_and_pauses_do_not() -> None:
    now = [0.0]
    attempts = Attempts(1, lambda: now[0])
    read, away = Request("GET", "/"), httpx.ReadError("cut")
    pauses = [attempts.after_break(read, away) for _ in range(9)]
    now[0] = 60.0
    assert attempts.after_break(read, away) is None, "nothing was heard for longer than patience"
    attempts.connected()
    assert attempts.after_break(read, away) is None, "a stream that is broken off at once does not stand"
    attempts.connected()
    now[0] = 62.0
    again = attempts.after_break(read, away)
    assert again is not None and pauses[0] is not None and again > 10 * pauses[0]


def test_a_message_that_a_break_cut_in_two_is_forgotten() -> None:
    whole, cut = Reader(), Reader()
    for line in ["event: x", "id: 4", "data: {", "data: }", ": a comment"]:
        assert whole.take(line) is None and cut.take(line) is None
    message = whole.take("")
    assert message is not None and (message.kind, message.id, message.data) == ("x", "4", "{\n}")
    assert Reader().take("") is None


def test_a_busy_server_is_asked_again(program: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = tmp_path / "credence.toml"
    settings.write_text("[limits]\nrequests_per_second = 20\n")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        listen = f"127.0.0.1:{free.getsockname()[1]}"
    server = subprocess.Popen(
        [program, "serve", "--config", settings, "--database-url", f"sqlite://{tmp_path}/log.db", "--listen", listen, "--first-key", "--log", "error"], stdout=subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        key = next(word for line in server.stdout for word in line.decode().split() if word.startswith("crd_"))
        with credence.connect(f"http://{listen}", key=key, patience=20) as patient:
            table = patient.catan(me=0, players=["me", "ann"])
            for number in range(40):
                table.note(str(number))
            assert table.recorded() == 40
        with credence.connect(f"http://{listen}", key=key, patience=0) as hasty, pytest.raises(credence.RateLimited):
            for _ in range(60):
                list(hasty.games())
    finally:
        server.kill()
        server.communicate()


def test_lists_are_read_to_their_end_where_pages_are_short(program: Path, tmp_path: Path) -> None:
    settings = tmp_path / "credence.toml"
    settings.write_text("[limits]\npage = 2\n")
    command = [str(program), "--config", str(settings), "serve", "--database-url", "sqlite::memory:", "--listen", "127.0.0.1:0", "--log", "error"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert server.stdout is not None
        url = next(word for line in server.stdout for word in line.decode().split() if word.startswith("http://"))
        with credence.connect(url) as short:
            table = short.catan(me=0, players=["me", "ann"])
            for number in range(4):
                table.note(str(number))
            assert [entry.revision for entry in table.log()] == [0, 1, 2, 3, 4]
            assert len(list(short.games())) == 1 and len(list(short.players())) == 2
    finally:
        server.kill()
        server.communicate()


def test_a_feed_that_breaks_before_its_first_event_misses_none(server: credence.Server) -> None:
    table = server.catan(game="before-its-first", me=0, players=["me", "ann"])
    host, port = str(server.url).removeprefix("http://").rsplit(":", 1)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def relay() -> None:
            """Breaks the first connection off behind what the stream begins with, and after an event was recorded; then brings on a whole one."""
            for breaks in [True, False]:
                client, _ = listener.accept()
                with client, socket.create_connection((host, int(port))) as upstream:
                    upstream.sendall(client.recv(65_536))
                    sent = b""
                    while not breaks or b"\nid:" not in sent or not sent.endswith(b"\n\n\r\n"):
                        part = upstream.recv(65_536)
                        if not part:
                            return
                        client.sendall(part)
                        sent += part
                        if not breaks and b"missed" in sent:
                            break
                    if breaks:
                        table.note("missed")
        threading.Thread(target=relay, daemon=True).start()
        with credence.connect("http://127.0.0.1:{}".format(listener.getsockname()[1])) as broken:
            assert next(iter(broken.stream())).data == {"text": "missed"}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipe-keeping shell")
def test_a_local_server_goes_when_its_owner_is_killed(program: Path) -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", "import credence, sys; s = credence.local(); print(s.url, flush=True); sys.stdin.read()"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "CREDENCE_BIN": str(program)},
    )
    assert owner.stdout is not None
    url = owner.stdout.readline().decode().strip()
    with credence.connect(url, patience=1) as server:
        assert server.ready()
        seen = server.stream()
        # The stream ends when the server goes; no clock is asked.
        threading.Timer(0, lambda: owner.send_signal(signal.SIGKILL)).start()
        with pytest.raises(credence.Unreachable):
            next(seen)
    owner.communicate()
