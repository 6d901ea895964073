"""What the server refuses of what an adapter reports is raised once, and holds up nothing that comes after it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("catanatron")
pytest.importorskip("poke_env")
from catanatron import Color, Game, RandomPlayer  # noqa: E402
from poke_env.player import RandomPlayer as Trainer  # noqa: E402

import credence  # noqa: E402
from credence import aio  # noqa: E402
from credence.adapters import catanatron, openspiel, poke_env  # noqa: E402


def bid_twice(server: credence.Server, game: str) -> tuple[openspiel.LiarsDice, Any, Any]:
    """A mirror to which a bid of the other seat is told after another program told it, too."""
    rules = pyspiel.load_game("liars_dice")
    state = rules.new_initial_state()
    mirror = openspiel.LiarsDice(server, rules, me=0, name=game)
    for action in (2, 5, 0):
        mirror.apply(state, action)
    mirror.flush()
    other = server.liars_dice(game=game, me="referee")
    other.bid(seat=1, quantity=1, face=2)
    mirror.apply(state, 1)
    return mirror, state, other


@pytest.mark.parametrize("how", ["table", "worlds"])
def test_a_mirror_goes_on_after_a_refusal(server: credence.Server, how: str) -> None:
    mirror, state, _ = bid_twice(server, f"bid-twice-{how}")
    # One more that waits with it, and is right.
    mirror.apply(state, 2)
    with pytest.raises(credence.Refusal, match="bid"):
        mirror.table if how == "table" else mirror.worlds(3)
    assert [entry.type for entry in mirror.table.log()] == ["opening", "round", "roll", "bid", "bid", "bid"] and len(mirror.worlds(3)) == 3


def test_what_is_not_said_of_one_event_lets_all_wait(server: credence.Server, process: Any) -> None:
    with credence.connect(process.url, patience=0) as mine:
        mirror, _, other = bid_twice(mine, "away")
        other.erase()
        for _ in range(2):
            with pytest.raises(credence.Gone):
                mirror.flush()


def test_an_accumulator_looks_on_after_the_end(server: credence.Server) -> None:
    seat = catanatron.Seat(server, Color.BLUE, name="ended-by-another")
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=3)
    seat.look(game)
    server.catan(game="ended-by-another", me="referee").finish()
    told = 0
    for _ in range(40):
        seat.step(game, None)
        game.play_tick()
        try:
            seat.look(game)
        except credence.GameFinished:
            told += 1
            assert seat.look(game).belief.revision == 1
    assert told > 3


def test_a_battle_goes_on_after_a_refused_frame(process: Any) -> None:
    class Bot(poke_env.Believes, Trainer):  # type: ignore[misc]
        """Plays nothing; it is handed what a battle's room sent."""

    async def session() -> None:
        bot = Bot(start_listening=False)
        bot.credence = aio.connect(process.url)
        feed = poke_env.Feed(side="p1", waiting=[["|t:|1", "|gen|9"], ["|c|☆x|a\rb"], ["|tier|[Gen 9] Random Battle"]])
        bot._feeds = {"battle-1": feed}
        with pytest.raises(credence.Refusal, match="line break"):
            await bot._report("battle-1")
        table = await bot._report("battle-1")
        told = [entry.data["lines"] async for entry in table.log() if entry.type == "protocol"]
        assert told == [["|t:|1", "|gen|9"], ["|tier|[Gen 9] Random Battle"]] and feed.lines == 3 and not feed.waiting
        await bot.credence.close()

    asyncio.run(session())


def test_a_battle_that_another_program_finished_is_said_once(process: Any) -> None:
    class Bot(poke_env.Believes, Trainer):  # type: ignore[misc]
        """Plays nothing; it is handed what a battle's room sent."""

    async def session() -> None:
        bot = Bot(start_listening=False)
        bot.credence = aio.connect(process.url)
        feed = poke_env.Feed(side="p1", waiting=[["|t:|1", "|gen|9"]])
        bot._feeds = {"battle-1": feed}
        await (await bot._report("battle-1")).finish()
        feed.waiting.append(["|win|somebody"])
        with pytest.raises(credence.GameFinished):
            await asyncio.wait_for(bot._report("battle-1", credence.Event("finish", {})), 20)
        assert not feed.waiting and await bot._report("battle-1")
        await bot.credence.close()

    asyncio.run(session())
