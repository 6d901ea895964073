"""Events as they are reported, and the ids that make reporting safe."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import CredenceError, IdReused, NotCredence, Problem, Unreachable
from .sendable import plain, text

ID_REUSED = "/problems/id-reused"
NUMBER = re.compile("0|[1-9][0-9]{0,14}")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table. The methods of `table.event` make these, with their fields checked by the type checker.

    What it says is copied when it is made: a dict that is changed afterwards, and used for the next event, changes nothing of it.

    Raises:
        NotSendable: a field of it cannot be written as JSON.
    """

    type: str
    data: Mapping[str, Any]

    def __post_init__(self) -> None:
        where = f"the event {text(self.type, 'the type of an event')}"
        object.__setattr__(self, "data", plain(self.data, where))

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

    What was given up is remembered with its number until it is reported again, or until something else, which was not given up, is answered. If by then
    another report was given up, too, and its number is known to be taken, it is signed with that number again: the server then knows it, or says that
    something else stands there. So what was given up is recorded once, in whatever order it is reported again.
    """

    def __init__(self, game: str, name: str) -> None:
        self.game = game
        self.name = name
        self._number = 0
        self._was_answered = False
        #: Events of which it is not known whether they stand, or of which the caller does not know it, each with a number under which it was sent, or may be next.
        self._given_up: list[tuple[int, Any]] = []

    @property
    def number(self) -> int:
        """The number of the next event that is new."""
        return self._number

    @number.setter
    def number(self, number: int) -> None:
        self._number = number
        self._given_up = [(sent, content) for sent, content in self._given_up if sent >= number]

    def go_on_behind(self, recorded: int) -> None:
        """So many events of this author stand: the next is behind them, and what was given up under their numbers is over."""
        self.number = max(self._number, recorded)

    def id(self, number: int) -> str:
        """The id of this author's event of that number."""
        return f"{self.game}/{self.name}/{number}"

    def bodies(self, events: tuple[Event, ...]) -> list[dict[str, Any]]:
        """The next events as the server reads them: with the next numbers, or, where they were given up under numbers that are taken, with those."""
        taken = [(sent, content) for sent, content in self._given_up if sent < self._number]
        bodies, free = list[dict[str, Any]](), self._number
        for event in events:
            number = next((sent for sent, content in taken if content == _content(body_of(event))), free)
            taken = [(sent, content) for sent, content in taken if sent != number]
            free += number == free
            bodies.append(body_of(event, self.id(number)))
        return bodies

    def advance(self, bodies: Sequence[Mapping[str, Any]]) -> None:
        """The server holds these: what else was sent under their numbers stands nowhere."""
        self._was_answered |= bool(bodies)
        stand = {number: body for body in bodies if (number := self.number_of(body["id"])) is not None}
        self._number = max([self._number, *(number + 1 for number in stand)])
        if not self._given_up:
            return
        given_up, told = [content for _, content in self._given_up], [_content(body) for body in bodies]
        if any(content not in given_up for content in told):
            self._given_up = [(sent, content) for sent, content in self._given_up if sent >= self._number]
        else:
            # What stands nowhere is among the next.
            left = [(self._number if sent in stand else sent, content) for sent, content in self._given_up if sent not in stand or content != _content(stand[sent])]
            self._given_up = left

    def goes_on_behind(self, failed: BaseException, bodies: Sequence[Mapping[str, Any]]) -> bool:
        """Whether a report of these events, which failed so, is to be made once more because an earlier one, whose answer was not read, stands in the place
        of one of them: the next number is then behind it. What leaves open whether the events stand is remembered."""
        if isinstance(failed, Problem) and failed.status < 500 and failed.status not in (408, 429):
            number = self.number_of(str((failed.event or {}).get("id", "")))
            if number is None or failed.event is None or failed.type != ID_REUSED:
                return False
            refused = _content(failed.event)
            if all(sent != number or content == refused for sent, content in self._given_up):
                return False
            self._number = max(self._number, number + 1)
            # It stands nowhere, and is among the next.
            self._given_up = [(self._number if (sent, content) == (number, refused) else sent, content) for sent, content in self._given_up]
            return True
        if isinstance(failed, CredenceError) and not isinstance(failed, (Unreachable, NotCredence, Problem)):
            # What could not be sent stands nowhere.
            return False
        for body in bodies:
            number = self.number_of(body["id"])
            if number is not None and (number, _content(body)) not in self._given_up:
                self._given_up.append((number, _content(body)))
        return False

    def began_again(self, failed: IdReused) -> bool:
        """Whether a report failed so because an event of an earlier life of this author stands in its place, or one of another program of the same name: since
        this one began, no event of it was answered."""
        if failed.type != ID_REUSED or self._was_answered:
            return False
        return self.number_of(str((failed.event or {}).get("id", ""))) is not None

    def number_of(self, id: str) -> int | None:
        """The number within an id, where it is one of this author's: as this client writes numbers, because anyone may give an event any id."""
        game, _, rest = id.partition("/")
        name, _, number = rest.rpartition("/")
        return int(number) if game == self.game and name == self.name and NUMBER.fullmatch(number) else None


def _content(body: Mapping[str, Any]) -> Any:
    """What an event says, as the server reads it, whatever its id."""
    return [body["type"], body["data"]]
