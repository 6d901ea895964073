"""What is reported is what was said at the call; and what cannot be sent is named, and uses nothing up."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pytest

import credence
from credence import aio
from credence.sendable import plain
from credence.sync.catan import Catan
from test_cancelled import noted


class Seven:
    """A whole number of another kind than Python's, such as NumPy's."""

    def __index__(self) -> int:
        return 7


def test_one_dict_for_several_reports_says_in_each_what_it_said_then(server: credence.Server) -> None:
    async def session() -> str:
        async with aio.connect(server.url) as other:
            table = await other.catan(me=0, players=["me", "ann"])
            said: dict[str, Any] = {}
            gains: dict[int, Any] = {1: {}}
            reports = []
            for number in range(3):
                said["text"] = str(number)
                reports.append(asyncio.create_task(table.report(credence.Event("note", said))))
                gains[1]["ore"] = number + 1
                reports.append(asyncio.create_task(table.production(gains=gains)))
            await asyncio.gather(*reports)
            return table.game

    game = asyncio.run(session())
    assert noted(server, game) == ["0", "1", "2"]
    assert [entry.data["gains"]["1"]["ore"] for entry in server.table(game, me="referee").log() if entry.type == "production"] == [1, 2, 3]


def test_an_event_is_a_copy_as_json_has_it() -> None:
    hands: dict[Any, Any] = {0: ["2C"], Seven(): ("3C",)}
    made = credence.Event("deal", {"hands": hands, "deal": Seven(), "more": MappingProxyType({"a": deque([1.5, None, True])})})
    hands[0].append("4C")
    assert made.data == {"hands": {"0": ["2C"], "7": ["3C"]}, "deal": 7, "more": {"a": [1.5, None, True]}}
    assert made == credence.Event("deal", OrderedDict(made.data))


def itself() -> dict[str, Any]:
    """A mapping that holds itself."""
    held: dict[str, Any] = {}
    held["held"] = held
    return held


WRONG: list[tuple[Any, str]] = [
    (float("nan"), r"the field x/0 of the event note cannot be sent: nan: JSON has no number for it: leave the field out"),
    (float("-inf"), r"x/0 .*-inf"),
    ("so \ud800", r"x/0 .*'so \\ud800': it has half of a character, '\\ud800', at place 3.*errors=\"replace\""),
    ({"\udfff": 1}, r"x/0 .*half of a character"),
    ({1, 2}, r"x/0 .*it is of the type set, which JSON does not have: make it .*list\(…\)"),
    (b"so", r"x/0 .*it is of the type bytes"),
    (object(), r"x/0 .*it is of the type object"),
    ({1.5: 1}, r"x/0 .*1\.5: a name within a mapping is a text, or the number of a seat"),
    ({True: 1}, r"x/0 .*True: a name"),
    ({1: 1, "1": 2}, r"x/0 .*'1': it is named twice"),
    (itself(), r"x/0/held of the event note cannot be sent: it holds more than 100 .*whether one of them holds itself"),
]


@pytest.mark.parametrize(("value", "said"), WRONG, ids=[str(place) for place in range(len(WRONG))])
def test_what_cannot_be_sent_names_the_field_and_the_cure(table: Catan, value: Any, said: str) -> None:
    with pytest.raises(credence.NotSendable, match=said):
        credence.Event("note", {"x": [value]})
    with pytest.raises(credence.NotSendable, match="cannot be sent"):
        plain({"x": [value]}, "the request")


def test_every_way_into_a_request_says_so(server: credence.Server, table: Catan) -> None:
    ways: list[Callable[[], object]] = [
        lambda: table.note("\ud800"), lambda: credence.Event("\ud800", {}), lambda: table.ask("confidence", seat=float("nan")),  # type: ignore[call-overload]
        lambda: table.what_if(parameters={"x": {1}}), lambda: table.believe("\ud800"), lambda: server.table("\ud800"), lambda: server.make_key("reader", name="\ud800"),
        lambda: table.turn(queries=[itself()]),  # type: ignore[list-item]
    ]
    for way in ways:
        with pytest.raises(credence.NotSendable):
            way()
    # What Python's own JSON does not know, and JSON has, is sent.
    assert table.ask_all(MappingProxyType({"type": "confidence", "seat": 1}))[0]["type"] == "confidence"


def test_what_could_not_be_sent_uses_nothing_up(server: credence.Server) -> None:
    table = server.catan(me=0, players=["me", "ann"])
    table.note("before")
    again = server.catan(game=table.game, me=0)
    odd: Any = {"type": "confidence", "seat": float("nan")}
    with pytest.raises(credence.CredenceError):
        again.turn(credence.Event("note", {"text": "given up"}), queries=[odd])
    # Had it counted as given up, what stands would be taken for it, and this be recorded behind.
    with pytest.raises(credence.IdReused):
        again.note("another")
    assert noted(server, table.game) == ["before"]
    again.resume()
    assert again.note("another").revision == 2
