"""OpenSpiel's Liar's Dice: one round for two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..event import Event
from ..events.liars_dice import LiarsDiceEvents as events
from ..sync.server import Server
from .openspiel_mirror import Mirror


class LiarsDice(Mirror):
    """Mirrors one play of `liars_dice`. Named players are remembered from play to play, and so are their habits."""

    def __init__(self, server: Server, game: Any, me: int = 0, players: Sequence[str | None] = (None, None), name: str | None = None) -> None:
        super().__init__(me)
        rules = game.get_parameters()
        if rules["dice_sides"] != 6:
            raise ValueError(f"Credence hosts dice of six faces, not of {rules['dice_sides']}: load liars_dice(dice_sides=6)")
        self._game, self._dice = game, int(rules["numdice"])
        bidding: Any = str(rules["bidding_rule"]).replace("-", "_")
        self._opened = server.liars_dice(
            me=me, players=players, game=name,
            setup={"dice": self._dice, "dice_lost": False, "maputa": False, "exact_call": False, "wild_face": "highest", "bidding": bidding},
        )
        self._rolled: list[int] = []
        self._told: list[int] = []

    def _before(self, state: Any, action: int) -> None:
        if state.is_chance_node():
            self._rolled.append(action + 1)
            if len(self._rolled) == 2 * self._dice:
                self._waiting += [events.round(dice={0: self._dice, 1: self._dice}, starter=0), events.roll(seat=self.me, dice=self._cup(self.me))]
            return
        self._told.append(action)
        seat, said = state.current_player(), state.action_to_string(action)
        if said == "Liar":
            self._waiting.append(events.call(seat=seat))
        else:
            quantity, face = map(int, said.split("-"))
            self._waiting.append(events.bid(seat=seat, quantity=quantity, face=face))

    def _ended(self, state: Any) -> None:
        self._waiting += [events.reveal(hands={seat: self._cup(seat) for seat in (0, 1)}), Event("finish", {})]

    def _cup(self, seat: int) -> list[int]:
        return self._rolled[seat * self._dice : (seat + 1) * self._dice]

    def _state(self, world: Any) -> Any:
        state = self._game.new_initial_state()
        for seat in (0, 1):
            for face in self._cup(seat) if seat == self.me else world["dice"][str(seat)]:
                state.apply_action(face - 1)
        for action in self._told:
            state.apply_action(action)
        return state
