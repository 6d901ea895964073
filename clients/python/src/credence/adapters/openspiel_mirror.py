"""What the mirrors of OpenSpiel's games share: batching, and states made of worlds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import Problem
from ..event import Event
from ..sync.table import Table
from .waiting import leave_out, report


class Mirror:
    """Follows one game for one seat. Events wait until something is asked, and then travel with the question."""

    #: How many worlds the resampler fetches at once.
    AHEAD = 64
    #: The form of the ruleset's worlds that states are made of.
    FORM: str | None = None

    def __init__(self, me: int) -> None:
        self.me = me
        self._waiting: list[Event] = []
        self._opened: Table[Any] | None = None
        self._drawn: list[Any] = []

    @property
    def table(self) -> Table[Any]:
        """The table, with all that happened reported to it: beliefs, questions and `why` are asked of it."""
        self.flush()
        return self._table()

    def flush(self) -> None:
        """Reports what waits. An event that the server refuses is raised once and left out: what comes after it is reported all the same."""
        if self._waiting:
            report(self._table(), self._waiting)

    def apply(self, state: Any, action: int) -> None:
        """Applies an action to the state, chance included, and reports as much of it as this seat sees."""
        self._drawn.clear()
        self._before(state, int(action))
        state.apply_action(action)
        if state.is_terminal():
            self._ended(state)
            self.flush()

    def worlds(self, count: int, seed: int | None = None) -> list[Any]:
        """States as they may be, for this seat: average over them as they are."""
        try:
            turn = self._table().turn(*self._waiting, variables=[], worlds=count, seed=seed, form=self.FORM)
        except Problem as error:
            if leave_out(self._waiting, error):
                self.flush()
            raise
        self._waiting.clear()
        return [self._state(world) for world in turn.worlds]

    def resampler(self, state: Any, player: int) -> Any:
        """For `ISMCTSBot.set_resampler`: a state drawn from the belief. Many are fetched at once and given out one by one."""
        if player != self.me:
            raise ValueError(f"this mirror sees what seat {self.me} sees, and was asked for worlds of seat {player}: make one mirror a searching seat")
        if not self._drawn:
            self._drawn = self.worlds(self.AHEAD)
        return self._drawn.pop()

    def search(self, bot: Any) -> Any:
        """Lets one of OpenSpiel's ISMCTS bots draw from these beliefs, and gives it back."""
        resample: Callable[[Any, int], Any] = self.resampler
        bot.set_resampler(resample)
        return bot

    def _table(self) -> Table[Any]:
        if self._opened is None:
            raise ValueError("nothing happened yet: apply the game's first chance action")
        return self._opened

    def _before(self, state: Any, action: int) -> None:
        raise NotImplementedError

    def _ended(self, state: Any) -> None:
        raise NotImplementedError

    def _state(self, world: Any) -> Any:
        raise NotImplementedError
