"""catanatron: an accumulator that reports what one seat sees.

    seat = catanatron.Seat(server, Color.BLUE)
    game.play(accumulators=[seat])         # and in BLUE's `decide`: seat.look(game).belief
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from statistics import mean
from typing import Any, Literal, TypeAlias, cast

from catanatron.game import GameAccumulator
from catanatron.models.decks import starting_devcard_bank
from catanatron.models.enums import DEVELOPMENT_CARDS, ActionType

from ..event import Event
from ..events.catan import CatanEvents as events
from ..sync.catan import Catan
from ..sync.server import Server
from .waiting import report

Resource: TypeAlias = Literal["wood", "brick", "sheep", "wheat", "ore"]
RESOURCES: tuple[Resource, ...] = ("wood", "brick", "sheep", "wheat", "ore")
Hands: TypeAlias = list[dict[Resource, int]]
#: Events that wait at most: well below what a server takes in one request.
AT_ONCE = 200


class Seat(GameAccumulator):  # type: ignore[misc]
    """Follows one game for one colour. Events wait until something is asked, and then travel together."""

    def __init__(self, server: Server, color: Any, players: Mapping[Any, str] | None = None, name: str | None = None) -> None:
        self._server, self._color, self._players, self._name = server, color, players or {}, name
        self._table: Catan | None = None

    def before(self, game: Any) -> None:
        """Opens the table; catanatron calls this when the seats are drawn."""
        state = game.state
        self._seats: dict[Any, int] = {color: seat for seat, color in enumerate(state.colors)}
        if self._color not in self._seats:
            raise ValueError(f"nobody plays {self._color} in this game: the colours are {', '.join(color.value for color in state.colors)}")
        players = [self._players.get(color) for color in state.colors]
        self.me = self._seats[self._color]
        self._table = self._server.catan(me=self.me, players=players, game=self._name, setup={"discard_limit": state.discard_limit})
        self._read, self._hands, self._waiting = 0, self._count(state), list[Event]()

    def step(self, game: Any, action: Any) -> None:
        """Catanatron calls this before each action; what the last one did can be seen by now."""
        self._follow(game)

    def after(self, game: Any) -> None:
        """Reports the end."""
        self._follow(game)
        self._waiting.append(Event("finish", {}))
        self._flush()

    def look(self, game: Any) -> Catan:
        """The table as of now, to ask for beliefs, worlds and answers: call it in the player's `decide`."""
        if self._table is None:
            self.before(game)
        self._follow(game)
        return self._flush()

    def steal_odds(self, game: Any, action: Any) -> dict[str, float]:
        """What robbing would bring, for a `MOVE_ROBBER` action: the probability of each resource. Empty where nobody is robbed."""
        victim = action.value[1]
        if victim is None:
            return {}
        answer = self.look(game).ask("steal_outcome", thief=self.me, victim=self._seats[victim])
        return {resource: p for resource, p in cast("dict[str, float]", answer["distribution"]).items() if p}

    def worlds(self, game: Any, count: int, seed: int | None = None) -> list[Any]:
        """Copies of the game as it may be: the others' cards and the deck are drawn from the belief, so that a search on them looks at nothing hidden."""
        draws = self.look(game).worlds(count, seed=seed)
        kept = random.getstate()
        copies = [self._as_game(game, world) for world in draws]
        random.setstate(kept)
        return copies

    def value(self, game: Any, action: Any, of: Callable[[Any, Any], float], worlds: list[Any] | None = None) -> float:
        """What an action is worth by a value function `of(game, color)`: the mean over the `worlds` that are believed, after the action. The game's chance is left as it was."""
        copies = [world.copy() for world in (self.worlds(game, 30) if worlds is None else worlds)]
        kept = random.getstate()
        for copy in copies:
            copy.execute(action)
        random.setstate(kept)
        return mean(of(copy, self._color) for copy in copies)

    def _as_game(self, game: Any, world: Any) -> Any:
        copy = game.copy()
        cards, deck = copy.state.player_state, Counter(starting_devcard_bank())
        for seat in range(len(copy.state.colors)):
            if seat != self.me:
                hand, kinds = world["hands"].get(str(seat), {}), world["dev_cards"].get(str(seat), {})
                cards.update({f"P{seat}_{name.upper()}_IN_HAND": hand.get(name, 0) for name in RESOURCES})
                cards.update({f"P{seat}_{kind}_IN_HAND": kinds.get(kind.lower(), 0) for kind in DEVELOPMENT_CARDS})
                cards[f"P{seat}_ACTUAL_VICTORY_POINTS"] = cards[f"P{seat}_VICTORY_POINTS"] + kinds.get("victory_point", 0)
            for kind in DEVELOPMENT_CARDS:
                deck[kind] -= cards[f"P{seat}_{kind}_IN_HAND"] + cards[f"P{seat}_PLAYED_{kind}"]
        copy.state.development_listdeck = random.sample(list(deck.elements()), deck.total())
        return copy

    def _flush(self) -> Catan:
        assert self._table is not None
        if self._waiting:
            report(self._table, self._waiting)
        return self._table

    def _count(self, state: Any) -> Hands:
        return [{name: int(state.player_state[f"P{seat}_{name.upper()}_IN_HAND"]) for name in RESOURCES} for seat in range(len(state.colors))]

    def _follow(self, game: Any) -> None:
        """Reports the action that was done since the last look. What it moved is the difference of the hands."""
        done = game.state.actions[self._read :]
        if not done:
            return
        if len(done) > 1:
            raise ValueError(f"{len(done)} actions were done unseen: pass this accumulator to `game.play`, or call `look` at every decision")
        hands = self._count(game.state)
        moved = [{name: after[name] - before[name] for name in RESOURCES} for before, after in zip(self._hands, hands, strict=True)]
        self._waiting += self._told(done[0], moved)
        self._read, self._hands = self._read + 1, hands
        if len(self._waiting) >= AT_ONCE:
            self._flush()

    def _told(self, action: Any, moved: Hands) -> list[Event]:
        seat, kind, value = self._seats[action.color], action.action_type, action.value
        gained = {other: _more(change) for other, change in enumerate(moved) if _more(change)}
        production = [events.production(gains=cast("Any", gained))] if gained else []
        lost = _more({name: -count for name, count in moved[seat].items()})
        if kind == ActionType.ROLL:
            return [events.turn_(seat=seat, dice=sum(value)), *production]
        if kind == ActionType.DISCARD:
            return [events.discard(seat=seat, count=sum(lost.values()), cards=cast("Any", lost))]
        if kind == ActionType.MOVE_ROBBER:
            if value[1] is None or not gained:
                return []
            victim = self._seats[value[1]]
            return [events.steal(thief=seat, victim=victim, resource=value[2].lower() if self.me in (seat, victim) else None)]
        if kind in (ActionType.BUILD_ROAD, ActionType.BUILD_SETTLEMENT, ActionType.BUILD_CITY):
            piece = cast('Literal["road", "settlement", "city"]', kind.value.removeprefix("BUILD_").lower())
            return [events.build(seat=seat, piece=piece, free=None if lost else True), *production]
        if kind == ActionType.BUY_DEVELOPMENT_CARD:
            return [events.build(seat=seat, piece="dev_card", card=value.lower() if seat == self.me else None)]
        if kind == ActionType.PLAY_KNIGHT_CARD:
            return [events.play_dev_card(seat=seat, card="knight")]
        if kind == ActionType.PLAY_ROAD_BUILDING:
            return [events.play_dev_card(seat=seat, card="road_building")]
        if kind == ActionType.PLAY_YEAR_OF_PLENTY:
            return [events.year_of_plenty(seat=seat, resources=cast("Any", gained[seat]))]
        if kind == ActionType.PLAY_MONOPOLY:
            taken = {other: -change[value.lower()] for other, change in enumerate(moved) if change[value.lower()] < 0}
            return [events.monopoly(seat=seat, resource=value.lower(), taken=taken)]
        if kind == ActionType.MARITIME_TRADE:
            return [events.bank_trade(seat=seat, give=cast("Any", lost), get=cast("Any", gained[seat]))]
        return []


def _more(change: Mapping[Resource, int]) -> dict[Resource, int]:
    return {name: count for name, count in change.items() if count > 0}
