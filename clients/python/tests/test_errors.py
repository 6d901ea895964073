"""Errors name the mistake, and the event that made it."""

from __future__ import annotations

from pathlib import Path

import pytest

import credence
from credence.process import Process
from credence.sync.catan import Catan


def test_a_contradiction_names_the_event_and_what_stands_against_it(table: Catan) -> None:
    with pytest.raises(credence.Contradiction) as raised:
        table.report(table.event.steal(thief=2, victim=1), table.event.build(seat=2, piece="city"))
    error = raised.value
    assert error.pointer == "/events/1" and error.evidence and error.event is not None and error.event["data"]["piece"] == "city"
    assert "cannot pay" in str(error) and "build" in str(error)
    assert table.number == 2 and table.belief.revision == 2


def test_a_contradiction_within_one_request_names_what_stands_before_it() -> None:
    fields = {"type": "/problems/contradiction", "detail": "seat 2 cannot pay", "evidence": [2], "evidence_in_request": ["/events/0", "/events/3"]}
    error = credence.Contradiction(422, fields)
    assert error.evidence_in_request == ["/events/0", "/events/3"]
    assert str(error) == "seat 2 cannot pay; against revisions 2; against /events/0, /events/3 of the same request"
    assert credence.Contradiction(422, {}).evidence_in_request == []


def test_a_turn_points_into_its_events(table: Catan) -> None:
    with pytest.raises(credence.Refusal) as raised:
        table.turn(table.event.steal(thief=1, victim=1))
    assert raised.value.event is not None and raised.value.event["type"] == "steal" and raised.value.rule


def test_a_wrong_shape_is_malformed(table: Catan) -> None:
    with pytest.raises(credence.Malformed, match="citi"):
        table.build(seat=1, piece="citi")  # type: ignore[arg-type]


def test_what_is_no_event_or_question_is_named(table: Catan) -> None:
    with pytest.raises(TypeError, match="an event is what `table.event` makes.*this is a dict"):
        table.report({"type": "build", "data": {"seat": 1, "piece": "road"}})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="`ask_all`"):
        table.ask({"type": "confidence", "seat": 1})  # type: ignore[call-overload]
    assert table.ask_all({"type": "confidence", "seat": 1})[0]["type"] == "confidence"


def test_what_is_not_there(server: credence.Server) -> None:
    with pytest.raises(credence.NotFound):
        server.table("nowhere")
    with pytest.raises(ValueError, match="name the `players`"):
        server.hearts(me=0)
    server.catan(game="one-of-catan", players=["a", "b"])
    with pytest.raises(ValueError, match="one of catan"):
        server.hearts(game="one-of-catan")
    with pytest.raises(credence.GameExists):
        server.catan(game="one-of-catan", players=["a", "b", "c"])
    server.table("one-of-catan").erase()
    with pytest.raises(credence.Gone):
        server.table("one-of-catan")


def test_conditions_and_reused_numbers(table: Catan) -> None:
    with pytest.raises(credence.RevisionMoved) as moved:
        table.report(table.event.build(seat=1, piece="road"), if_revision=1)
    assert moved.value.revision == 2
    table.number = 0
    with pytest.raises(credence.IdReused):
        table.build(seat=1, piece="road")


def test_limits(table: Catan) -> None:
    with pytest.raises(credence.OverLimit):
        table.worlds(10_000_000)


def test_a_server_that_is_not_there() -> None:
    with credence.connect("http://127.0.0.1:9", patience=0.1) as server, pytest.raises(credence.Unreachable, match="127.0.0.1:9"):
        server.ready()


def test_a_program_that_does_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "credence"
    broken.write_text("#!/bin/sh\necho it is broken >&2\nexit 1\n")
    broken.chmod(0o755)
    with pytest.raises(credence.NotStarted, match="it is broken"):
        Process(program=broken)
    monkeypatch.setenv("CREDENCE_BIN", str(tmp_path / "nothing"))
    with pytest.raises(credence.NotStarted, match="CREDENCE_BIN"):
        credence.local()


def test_keys_and_roles(program: Path, tmp_path: Path) -> None:
    with credence.local(database=f"sqlite://{tmp_path}/log.db", program=program) as local:
        admin = local.make_key("admin")
        with credence.connect(local.url, patience=1) as stranger, pytest.raises(credence.Unauthenticated):
            list(stranger.games())
        with credence.connect(local.url, key=admin) as server:
            assert server.caller()["role"] == "admin"
            table = server.catan(game="g1", me="referee", players=["me", "ann"])
            table.production(gains={0: {"wood": 2}, 1: {"ore": 1}})
            seat = table.seat_key(1, name="ann's bot")
            reader = server.make_key("reader", name="a page")
            with credence.connect(local.url, key=seat) as ann:
                hers = ann.catan(game="g1", me=1)
                assert hers.belief["seat:0/wood"].p(2) == 1
                hers.offer(seat=1, give={"ore": 1}, get={"wood": 1})
                assert hers.recorded() == 1
                with pytest.raises(credence.NotAllowed):
                    hers.production(gains={1: {"ore": 5}})
            with credence.connect(local.url, key=reader) as page, pytest.raises(credence.NotAllowed):
                page.catan(game="g2", players=["me", "ann"])
            id = next(key["id"] for key in server.keys() if key["role"] == "reader")
            server.revoke(id)
            with credence.connect(local.url, key=reader) as page, pytest.raises(credence.Unauthenticated):
                list(page.games())
