"""Events as they are reported, and the ids that make reporting safe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import IdReused, Problem


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table. The methods of `table.event` make these, with their fields checked by the type checker."""

    type: str
    data: Mapping[str, Any]

    def body(self, id: str | None = None) -> dict[str, Any]:
        """As the server reads it."""
        body: dict[str, Any] = {"type": self.type, "data": self.data}
        return body if id is None else {"id": id, **body}


def event(type: str, **data: Any) -> Event:
    """Makes an event of the fields that are given; what is None was not seen, and is left out."""
    return Event(type, {name: value for name, value in data.items() if value is not None})


def body_of(made: Event, id: str | None = None) -> dict[str, Any]:
    """An event as the server reads it.

    Raises:
        TypeError: it is no event: a mapping, say, as the server's own examples have it.
    """
    if not isinstance(made, Event):
        raise TypeError(f"an event is what `table.event` makes, or `Event(type, data)`; this is a {type(made).__name__}: {made!r}")
    return made.body(id)


class Author:
    """Who reports to one game: the name and the number that make an event's id.

    The id of the author's n-th event is always the same, whichever process sends it. So a bot that starts again and reports what it
    reported before repeats nothing, and one that goes on from `number` leaves nothing out. A number is used up when the server has
    answered that it stands, not before: what was refused, or never answered, leaves the number free for the next attempt.

    A report whose answer was not read, because the call was cancelled or ran out of time, may reach the log at any later moment, and asking the log
    does not tell whether it will. The next report settles it, because both have the same ids and the log takes each id once: either it stands
    there first, and the next goes on behind it, or the next takes its place, and the server refuses it when it comes.
    """

    def __init__(self, game: str, name: str) -> None:
        self.game = game
        self.name = name
        self.number = 0
        #: The numbers under which a report may stand whose answer was not read.
        self._unsettled = range(0)

    def id(self, number: int) -> str:
        """The id of this author's event of that number."""
        return f"{self.game}/{self.name}/{number}"

    def bodies(self, events: tuple[Event, ...]) -> list[dict[str, Any]]:
        """The next events as the server reads them."""
        return [body_of(event, self.id(self.number + place)) for place, event in enumerate(events)]

    def advance(self, count: int) -> None:
        """The server holds so many more: by the last of them, what was unsettled before is settled."""
        self.number += count
        if self.number >= self._unsettled.stop:
            self._unsettled = range(0)

    def goes_on_behind(self, failed: BaseException, count: int) -> bool:
        """Whether a report of the next `count` events, which failed so, is to be made once more because an earlier one, whose answer was not read, stands
        in its place: the number is then the one behind. What leaves open whether the events stand is remembered."""
        if isinstance(failed, Problem) and failed.status < 500 and failed.status not in (408, 429):
            number = self.number_of(str((failed.event or {}).get("id", "")))
            if not isinstance(failed, IdReused) or number not in self._unsettled:
                return False
            self.number, self._unsettled = self._unsettled.stop, range(0)
            return True
        if count > 0:
            begun = self._unsettled if self.number < self._unsettled.stop else range(self.number, self.number)
            self._unsettled = range(min(begun.start, self.number), max(begun.stop, self.number + count))
        return False

    def number_of(self, id: str) -> int | None:
        """The number within an id, where it is one of this author's."""
        game, _, rest = id.partition("/")
        name, _, number = rest.rpartition("/")
        return int(number) if game == self.game and name == self.name and number.isdigit() else None
