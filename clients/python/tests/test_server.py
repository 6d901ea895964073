"""Games, players, streams; and the same words with `await`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from inspect import signature
from itertools import islice

import pytest

import credence
from credence import aio
from credence.sync.catan import Catan


def test_games_players_and_rulesets(server: credence.Server) -> None:
    server.vinto(game="a-game-of-vinto", me=0, players=["vera", "viktor"])
    assert [game["game"] for game in server.games(ruleset="vinto", player="vera")] == ["a-game-of-vinto"]
    assert {entry["ruleset"] for entry in server.rulesets()} == set(server.kinds)
    server.name_player("vera", "Vera")
    assert server.player("vera")["display_name"] == "Vera" and "viktor" in {player["player"] for player in server.players()}
    assert list(server.history("vera")) == []
    assert server.table("a-game-of-vinto", me=1).observer == "seat:1" and type(server.table("a-game-of-vinto")).__name__ == "Vinto"
    server.forget("viktor")
    with pytest.raises(credence.Gone):
        server.player("viktor")


def test_opening_again_finds_the_game(server: credence.Server) -> None:
    first = server.catan(game="twice", me=0, players=["me", "ann"])
    first.production(gains={1: {"ore": 1}})
    again = server.catan(game="twice", me=0, players=["me", "ann"])
    assert again.production(gains={1: {"ore": 1}}).duplicates == [True]
    joined = server.catan(game="twice", me=0)
    joined.number = joined.recorded()
    assert joined.number == 1 and joined.production(gains={1: {"ore": 1}}).revision == 2


def test_a_seat_that_is_not_there_is_named_before_anything_is_sent(server: credence.Server) -> None:
    with pytest.raises(ValueError, match="no seat 2: the table has 2"):
        server.liars_dice(game="two-seats", me=2, players=[None, None])
    with pytest.raises(credence.NotFound):
        server.table("two-seats")
    server.liars_dice(game="two-seats", me=1, players=[None, None])
    with pytest.raises(ValueError, match="no seat 5"):
        server.liars_dice(game="two-seats", me=5)


@pytest.mark.parametrize("me", ["ann", "0", "seat:nine", "seat:", True])
def test_who_is_nobody_at_the_table_opens_no_game(server: credence.Server, me: str | bool) -> None:
    with pytest.raises(ValueError, match="is nobody at the table: name the number of a seat"):
        server.liars_dice(game="nobody", me=me, players=[None, None])
    with pytest.raises(credence.NotFound):
        server.table("nobody")
    with pytest.raises(ValueError, match="no seat 9"):
        server.liars_dice(game="nobody", me="seat:9", players=[None, None])
    assert server.liars_dice(game="somebody", me="seat:1", players=[None, None]).observer == "seat:1"


def test_text_is_no_list(server: credence.Server) -> None:
    with pytest.raises(ValueError, match="players='ab' is text, and a list is needed"):
        server.liars_dice(game="letters", me=0, players="ab")
    with pytest.raises(credence.NotFound):
        server.table("letters")
    table = server.liars_dice(game="words", me=0, players=[None, None])
    with pytest.raises(ValueError, match=r"a list is needed: \['seat:1/\*'\]"):
        table.turn(variables="seat:1/*")
    assert {variable.seat for variable in table.turn(variables=["seat:1/*"]).belief.values()} <= {1}


@pytest.mark.parametrize(("patience", "timeout"), [(-3.0, 60.0), (30.0, 0.0), (30.0, float("nan")), (float("nan"), 60.0)])
def test_a_time_is_a_length_of_time(patience: float, timeout: float) -> None:
    with pytest.raises(ValueError, match="are seconds"):
        credence.connect(patience=patience, timeout=timeout)


@pytest.mark.parametrize("opens", [credence.connect, aio.connect, credence.Server, aio.AsyncServer])
def test_silence_is_borne_for_longer_than_a_server_thinks(opens: Callable[..., object]) -> None:
    # Its `request_seconds` are 60. Were both the same, what is late would be asked for again just as it is answered.
    assert signature(opens).parameters["timeout"].default == 90


def test_what_a_seat_reports_is_answered_for_that_seat(server: credence.Server) -> None:
    referee = server.hearts(game="seats", me="referee", players=["me", "ann", "bob", "cid"])
    seat = server.hearts(game="seats", me=0)
    # What it leaves out of what it saw itself is noticed.
    dealt = seat.deal(deal=0, direction="left")
    assert len(dealt.notices) == 1 and "the event leaves it out" in dealt.notices[0]
    assert not referee.note("by nobody at the table").notices


def test_why_something_was_believed_then(server: credence.Server) -> None:
    table = server.catan(game="then", me="referee", players=["me", "ann", "bob"])
    table.production(gains={1: {"wood": 2, "ore": 1}})
    table.steal(thief=2, victim=1)
    table.retract(revision=2, reason="another thief", instead=table.event.steal(thief=0, victim=1))
    then, now = table.at(2), table
    assert then.why("seat:2/wood")[-1].after("seat:2/wood")["1"] == then.belief["seat:2/wood"].p(1) > 0.6
    assert list(now.why("seat:2/wood")) == []
    assert len(then.curve()) == 3


def test_events_of_all_games_say_of_which(server: credence.Server) -> None:
    server.catan(game="named-in-the-feed", me=0, players=[None, None])
    entry = next(entry for entry in server.events(ruleset="catan") if entry.game == "named-in-the-feed")
    assert entry.ruleset == "catan" and entry.cursor


def test_what_the_author_does_not_see_is_counted_too(server: credence.Server) -> None:
    table = server.liars_dice(players=[None, None])
    table.round(dice={0: 5, 1: 5}, starter=0)
    table.roll(seat=0, dice=[1, 2, 3, 4, 5])
    assert list(table.log())[-1].hidden and table.recorded() == 2


def test_a_stream_sends_what_is_recorded(table: Catan) -> None:
    seen = table.stream(from_revision=0)
    assert [entry.revision for entry in islice(seen, 3)] == [0, 1, 2]
    reporting = threading.Thread(target=table.build, kwargs={"seat": 1, "piece": "road"})
    reporting.start()
    entry = next(seen)
    reporting.join()
    assert (entry.revision, entry.type, entry.data["piece"], entry.hidden) == (3, "build", "road", False)


def test_the_feed_goes_on_from_a_cursor(server: credence.Server) -> None:
    table = server.catan(game="fed", me="referee", players=["felix", "fiona"])
    table.production(gains={1: {"ore": 1}})
    first = list(server.events(player="felix"))
    assert [entry.revision for entry in first] == [0, 1]
    table.production(gains={1: {"ore": 2}})
    assert [entry.revision for entry in server.events(player="felix", cursor=first[-1].fields["cursor"])] == [2]
    assert next(server.stream(player="felix", cursor=first[-1].fields["cursor"])).revision == 2


def test_async_says_the_same(server: credence.Server) -> None:
    async def session() -> None:
        async with aio.connect(server.url) as other:
            table = await other.catan(me=0, players=["me", "ann", "bob"])
            await table.production(gains={1: {"wood": 3, "brick": 2, "ore": 1}})
            await asyncio.gather(*(table.report(credence.Event("note", {"text": str(number)})) for number in range(20)))
            assert table.number == 21 and await table.recorded() == 21
            assert [entry.data["text"] async for entry in table.log() if entry.type == "note"] == [str(number) for number in range(20)]
            await table.steal(thief=2, victim=1)
            assert (await table.belief)["seat:2/wood"].p(1) == pytest.approx(0.5)
            assert len(await table.worlds(3)) == 3 and len(await table.why("seat:2/wood")) == 1
            async for entry in table.stream(from_revision=22):
                assert entry.type == "steal"
                break
            with pytest.raises(credence.Contradiction):
                await table.build(seat=2, piece="city")

    asyncio.run(session())
