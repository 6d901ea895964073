"""OpenSpiel's Hearts: one deal, whose passing direction is drawn by chance."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ..event import Event
from ..events.hearts import HeartsEvents as events
from ..shapes.hearts import Direction
from ..sync.server import Server
from .openspiel_mirror import Mirror

RANKS, SUITS = "23456789TJQKA", "CDHS"
DIRECTIONS: tuple[Direction, ...] = ("hold", "left", "across", "right")
UNKNOWN = ("avoid_all_tricks_bonus", "can_lead_any_club", "can_lead_hearts_instead_of_qs")


def word(action: int) -> str:
    """OpenSpiel's card as Credence writes it."""
    return RANKS[action // 4] + SUITS[action % 4]


def number(card: str) -> int:
    """Credence's card as OpenSpiel counts it."""
    return 4 * RANKS.index(card[0]) + SUITS.index(card[1])


class Hearts(Mirror):
    """Mirrors one deal of `hearts`. The table is opened when chance has drawn the direction, because that belongs to its rules."""

    FORM = "deal"

    def __init__(self, server: Server, game: Any, me: int = 0, players: Sequence[str | None] = (None,) * 4, name: str | None = None) -> None:
        super().__init__(me)
        self._rules: Mapping[str, Any] = game.get_parameters()
        if odd := [rule for rule in UNKNOWN if self._rules[rule]]:
            raise ValueError(f"Credence's Hearts has no rule {', '.join(odd)}: load hearts without it")
        self._server, self._game, self._players, self._name = server, game, players, name
        self._direction = 0
        self._dealt: list[int] = []
        self._passed: list[list[int]] = [[], [], [], []]
        self._plays: list[tuple[int, int]] = []

    def _before(self, state: Any, action: int) -> None:
        if not state.history():
            # Also where no cards are passed, chance begins with a direction; it is `hold` then.
            self._direction = action
            self._open()
        elif state.is_chance_node():
            self._deal(action)
        elif self._direction and sum(map(len, self._passed)) < 12:
            self._pass(state.current_player(), action)
        else:
            self._plays.append((state.current_player(), action))
            self._waiting.append(events.play(seat=state.current_player(), card=word(action)))

    def _open(self) -> None:
        self._opened = self._server.hearts(
            me=self.me, players=self._players, game=self._name,
            setup={
                "pass": [DIRECTIONS[self._direction]], "no_points_on_first_trick": self._rules["no_pts_on_first_trick"],
                "hearts_must_be_broken": self._rules["must_break_hearts"], "queen_breaks_hearts": self._rules["qs_breaks_hearts"],
                "jack_of_diamonds": self._rules["jd_bonus"],
            },
        )

    def _deal(self, card: int) -> None:
        self._dealt.append(card)
        if len(self._dealt) == 52:
            hand = [word(card) for card in self._dealt[self.me :: 4]]
            self._waiting.append(events.deal(deal=0, direction=DIRECTIONS[self._direction], hands={self.me: hand}))

    def _pass(self, seat: int, card: int) -> None:
        self._passed[seat].append(card)
        if len(self._passed[seat]) == 3:
            cards = [word(card) for card in self._passed[seat]] if seat == self.me else None
            self._waiting.append(events.pass_(seat=seat, to=(seat + self._direction) % 4, cards=cards))
        if sum(map(len, self._passed)) == 12:
            giver = (self.me - self._direction) % 4
            self._waiting.append(events.receive(seat=self.me, from_=giver, cards=[word(card) for card in self._passed[giver]]))

    def _ended(self, state: Any) -> None:
        points = [0] * 4
        for start in range(0, len(self._plays), 4):
            trick = self._plays[start : start + 4]
            winner, _ = max((play for play in trick if play[1] % 4 == trick[0][1] % 4), key=lambda play: play[1])
            points[winner] += sum((card % 4 == 2) + 13 * (word(card) == "QS") for _, card in trick)
        if 26 in points:
            points = [26 - won for won in points]
        if self._rules["jd_bonus"]:
            self._waiting.append(Event("finish", {}))
            return
        self._waiting += [events.deal_end(points=dict(enumerate(points))), Event("finish", {})]

    def _state(self, world: Any) -> Any:
        state = self._game.new_initial_state()
        state.apply_action(self._direction)
        hands = [[number(card) for card in world["hands"][str(seat)]] for seat in range(4)]
        hands[self.me] = self._dealt[self.me :: 4]
        for place in range(52):
            state.apply_action(hands[place % 4][place // 4])
        for seat, known in enumerate(self._passed):
            # Until all four have passed, a world does not say what an unseen pass was: any three cards are as good.
            drawn = [number(card) for card in world["passes"].get(str(seat), ())] or random.sample(hands[seat], 3)
            for card in known if seat == self.me else drawn[: len(known)]:
                state.apply_action(card)
        for _, card in self._plays:
            state.apply_action(card)
        return state
