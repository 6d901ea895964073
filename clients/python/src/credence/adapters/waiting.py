"""What waits to be reported, where one of it is refused: that one is left out, so that the others are not held up by it for ever."""

from __future__ import annotations

from typing import Any

from ..errors import Contradiction, GameFinished, Malformed, Problem, Refusal
from ..event import Event
from ..sync.table import Table


def report(table: Table[Any], waiting: list[Event]) -> None:
    """Reports all that waits. What is refused for good is left out, and raised once, when the others stand.

    What is not said of one event, such as a server that is away, is raised at once, and everything still waits.
    """
    refused: Problem | None = None
    while waiting:
        try:
            table.report(*waiting)
        except Problem as error:
            if not leave_out(waiting, error):
                raise
            refused = refused or error
        else:
            waiting.clear()
    if refused is not None:
        raise refused


def leave_out(waiting: list[Any], error: Problem) -> bool:
    """Takes out what was refused for good: the entry that the error points to, or all where the game is over. False where nothing was."""
    if isinstance(error, GameFinished):
        waiting.clear()
        return True
    place = place_of(error)
    if place is None or place >= len(waiting):
        return False
    del waiting[place]
    return True


def place_of(error: Problem) -> int | None:
    """Which of the events that were sent can never be taken as it is; None where the error is not of that kind."""
    if error.event is None or error.pointer is None or not isinstance(error, (Refusal, Contradiction, Malformed)):
        return None
    # `/3/data/seat` in a list of events, `/events/3/data/seat` in a turn.
    step = error.pointer.removeprefix("/events").split("/")[1]
    return int(step) if step.isdigit() else None
