# Made from ../aio/table.py by `python -m generate`: change that one.
"""One game, as one observer reports and sees it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Callable, Mapping, Sequence
from copy import copy
from typing import Any, Generic, SupportsIndex, TypeVar

from .. import calls
from ..answers import Appended, Curve, LogEvent, Turn, appended, log_event
from ..belief import Belief
from ..errors import CredenceError, IdReused, NotAllowed
from ..event import Author, Event, body_of, event
from ..evidence import Evidence, Timeline
from ..observer import named
from ..request import Request, filled, path
from ..worlds import WorldArrays, Worlds
from .connection import Connection
from .pages import items
from .streams import follow

World = TypeVar("World")
Self = TypeVar("Self", bound="Table[Any]")

AGAIN = (
    "if this program started again in the middle of the game, call `table.resume()` before it reports: it goes on behind what was recorded; "
    "if two programs report for one seat, open the table with an `author` of its own in each"
)


class Table(Generic[World]):
    """One game, as one observer reports and sees it. The class of each ruleset adds a method an event."""

    ruleset = ""

    def __init__(self, connection: Connection, game: str, observer: str, author: str | None = None) -> None:
        self._connection = connection
        self._observer = observer
        self._revision: int | None = None
        self._author = Author(game, author or observer.replace(":", "-"))
        self._order = threading.Lock()
        self._held: tuple[str | None, Belief] | None = None

    @property
    def game(self) -> str:
        """The game's id."""
        return self._author.game

    @property
    def observer(self) -> str:
        """Whose eyes these are: `public`, `seat:N` or `referee`."""
        return self._observer

    @property
    def number(self) -> int:
        """How many events this author has reported: the number of the next one, from which its id is made.

        It begins at 0, which is right for a new game and for a bot that plays its history again from the start. One that keeps its
        place sets it: `table.number = len(my_history)`. One that starts again in the middle, and has kept nothing, calls `resume`.
        """
        return self._author.number

    @number.setter
    def number(self, number: int) -> None:
        self._author.number = number

    # Reporting

    def report(self, *events: Event, if_revision: int | None = None) -> Appended:
        """Reports events, all or none. Called again after a crash of either side, it leaves each of them in the log once."""
        answer = self._tell(events, lambda bodies: calls.report(self.game, self._observer, bodies, if_revision))
        return appended(answer, len(events))

    def turn(
        self,
        *events: Event,
        variables: Sequence[str] | None = None,
        queries: Sequence[Mapping[str, Any]] = (),
        worlds: int = 0,
        seed: int | None = None,
        form: str | None = None,
        if_revision: int | None = None,
    ) -> Turn[Any, Any]:
        """Reports events and asks, in one round trip: for the belief (or the `variables` named), answers and worlds. With `if_revision` events are
        taken only if that is the last revision; else `RevisionMoved` says which is."""
        draw = filled(count=worlds, seed=seed, as_=form) if worlds else None
        return Turn(self._tell(events, lambda bodies: calls.turn(self.game, self._observer, bodies, variables, queries, draw, if_revision)), len(events))

    def _tell(self, events: tuple[Event, ...], request: Callable[[list[dict[str, Any]]], Request]) -> dict[str, Any]:
        """Reports events in the author's order, and gives the answer. Wherever it is cut off, their numbers are used up only once it is over."""
        self._now()
        with self._order:
            while True:
                bodies = self._author.bodies(events)
                asked = request(bodies)
                try:
                    answer: dict[str, Any] = (self._connection.send(asked)).json("appended", "revision")
                    appended(answer, len(events))
                    if any(part.get("rule") == "unanswered" for part in answer.get("refused", ())):
                        answer = self._ask_again(asked, answer)
                except BaseException as failed:
                    if not self._author.goes_on_behind(failed, bodies):
                        if isinstance(failed, IdReused) and self._author.began_again(failed):
                            failed.add_cure(AGAIN)
                        raise
                else:
                    self._author.advance(bodies)
                    return answer

    def _ask_again(self, request: Request, answer: dict[str, Any]) -> dict[str, Any]:
        """What the server could not answer at that moment is asked once more. The events are recorded whatever comes of it: their ids keep them from
        being recorded twice."""
        try:
            again = (self._connection.send(request)).json("appended", "revision")
        except CredenceError:
            return answer
        return {**again, "appended": answer["appended"], "notices": answer.get("notices", [])}

    # What is reported is made at the call, and not when it is first awaited: a dict that is filled anew for each of several calls says in each what it said then.

    def note(self, text: str) -> Appended:
        """Writes a remark into the log, which everyone may read."""
        return self.report(event("note", text=text))

    def retract(self, revision: int, reason: str, instead: Event | None = None) -> Appended:
        """Takes an event back, or puts another in its place, from here on. The referee alone reads the reason."""
        return self.report(event("retract", revision=revision, reason=reason, instead=None if instead is None else body_of(instead)))

    def finish(self) -> Appended:
        """Ends the game: only retractions and notes may follow."""
        return self.report(event("finish"))

    def resume(self) -> int:
        """For a bot that starts again in the middle, and has kept nothing: goes on behind what this author reported already, and says how many events that are.

        A bot that reports its game from the start needs nothing: what the server holds is not recorded twice. What was given up (its call was cancelled, or found
        no answer) and stands by now is over then: reported again, it is another event.
        """
        with self._order:
            self._author.go_on_behind(self.recorded())
            return self._author.number

    def recorded(self) -> int:
        """How many of this author's events the log holds. It changes nothing: `resume` goes on behind them.

        It looks as the referee where it may: without keys a bot may report what its own seat does not see.
        """
        try:
            return self._known("referee")
        except NotAllowed:
            return self._known(self._observer)

    def _known(self, observer: str) -> int:
        known = 0
        for entry in items(self._connection, calls.log(self.game, observer, None)):
            number = self._author.number_of(entry.get("id", ""))
            known = known if number is None else max(known, number + 1)
        return known

    # Seeing

    def seen_by(self: Self, observer: SupportsIndex | str) -> Self:
        """The same game through other eyes, by the number of a seat, or as `referee` or `public`: `table.seen_by(2).belief`. It reports as the same author."""
        other = copy(self)
        other._observer, other._held = named(observer), None
        return other

    def at(self: Self, revision: int | None) -> Self:
        """The same game as it was after an event; `None` is now. Nothing can be reported there."""
        other = copy(self)
        other._revision, other._held = revision, None
        return other

    @property
    def belief(self) -> Belief:
        """What the observer believes. Asked again while nothing happened, it costs a round trip without a body."""
        etag, held = self._held or (None, None)
        answer = self._connection.send(calls.belief(self.game, self._observer, self._revision, None, etag))
        if answer.status == 304 and held is not None:
            return held
        belief = Belief(answer.json("variables"))
        self._held = (answer.etag, belief)
        return belief

    def believe(self, *variables: str) -> Belief:
        """The belief about some variables: ids, or prefixes that end in `*`."""
        return Belief((self._connection.send(calls.belief(self.game, self._observer, self._revision, variables or None, None))).json("variables"))

    def worlds(self, count: int, *, seed: int | None = None) -> Worlds[World]:
        """Draws whole worlds from the belief."""
        return Worlds((self._connection.send(calls.worlds(self.game, self._observer, self._revision, count, seed, None, False))).json("worlds"))

    def worlds_as(self, form: str, count: int, *, seed: int | None = None) -> Worlds[Any]:
        """Draws worlds in another of the ruleset's forms, such as Hearts' `deal`."""
        return Worlds((self._connection.send(calls.worlds(self.game, self._observer, self._revision, count, seed, form, False))).json("worlds"))

    def world_arrays(self, count: int, *, seed: int | None = None) -> WorldArrays:
        """Draws worlds as NumPy arrays: several times faster, and without what a world has beside the belief's variables."""
        return WorldArrays((self._connection.send(calls.worlds(self.game, self._observer, self._revision, count, seed, None, True))).content)

    def ask(self, type: str, /, **question: Any) -> Any:
        """Asks one of the ruleset's questions: `table.ask("holds", seat=1, card="QS")`."""
        if not isinstance(type, str):
            raise TypeError(f'a question is asked by its type and fields, `ask("holds", seat=1, card="QS")`; as a mapping it goes to `ask_all`: {type!r}')
        return (self.ask_all({"type": type, **filled(**question)}))[0]

    def ask_all(self, *questions: Mapping[str, Any]) -> list[Any]:
        """Asks several at once; answers come in order."""
        answers: list[Any] = (self._connection.send(calls.queries(self.game, self._observer, self._revision, questions))).json("answers")["answers"]
        return answers

    def why(self, variable: str | None = None, *, type: str | None = None, seat: int | None = None) -> Timeline:
        """Why something is believed: each event that changed it, and how. Printed, it is text. Of `table.at(n)`, why it was believed then:
        corrections that came later are not in it."""
        request = calls.evidence(self.game, self._observer, self._revision, variable, type, seat)
        return Timeline([Evidence(entry, variable) for entry in items(self._connection, request)], variable)

    def what_if(self, *events: Event, without: Sequence[int] = (), parameters: Mapping[str, Any] | None = None) -> Belief:
        """The belief that would be after these events, without those revisions, or with other parameters. Changes nothing."""
        request = calls.what_if(self.game, self._observer, self._revision, without, [body_of(event) for event in events], parameters)
        return Belief((self._connection.send(request)).json("variables"))

    def curve(self, *, truth: bool | None = None) -> Curve:
        """The observer's uncertainty after each event; with `truth`, held against what turned out (for a referee)."""
        return Curve([point for point in items(self._connection, calls.curve(self.game, self._observer, self._revision, truth))])

    # The log

    def log(self, *, from_revision: int | None = None) -> Iterator[LogEvent]:
        """The events so far, as the observer sees them, to the last."""
        for entry in items(self._connection, calls.log(self.game, self._observer, from_revision)):
            yield log_event(entry)

    def stream(self, *, from_revision: int | None = None) -> Iterator[LogEvent]:
        """Events as they are recorded, from now or from a revision on; it goes on where it was when a connection breaks."""
        # "From now on" is fixed before the first connection: what is recorded while a broken one is opened again belongs to it, and a log that
        # ends before that event, because an older copy of it was restored, says so.
        after = (self.describe())["revision"] if from_revision is None else None
        for entry in follow(self._connection, calls.stream(self.game, self._observer, from_revision, after)):
            yield log_event(entry)

    # The game

    def describe(self) -> Mapping[str, Any]:
        """Ruleset, seats, revision and status, as the server tells them."""
        description: Mapping[str, Any] = (self._connection.send(calls.game(self.game))).json("revision")
        return description

    def truth(self) -> Mapping[str, Any]:
        """What was true after each event, as far as the log shows it (for a referee)."""
        truth: Mapping[str, Any] = (self._connection.send(Request("GET", path("games", self.game, "truth")))).json("items")
        return truth

    def audit(self) -> Mapping[str, Any]:
        """Whether the log is what was written, and by which model beliefs are worked out."""
        audit: Mapping[str, Any] = (self._connection.send(Request("GET", path("games", self.game, "audit"), {"observer": self._observer}))).json("chain")
        return audit

    def seat_key(self, seat: int, *, name: str | None = None, expires: str | None = None) -> str:
        """Makes a key for the bot in a seat; it is shown this once."""
        return str((self._connection.send(calls.seat_key(self.game, seat, name, expires))).json("key")["key"])

    def take_back(self, reporter: str, reason: str) -> Any:
        """Takes back everything that one key reported (for a referee)."""
        return (self._connection.send(calls.retractions(self.game, reporter, reason))).json("appended")

    def erase(self) -> None:
        """Erases the game's contents; its id is not used again."""
        self._connection.send(Request("DELETE", path("games", self.game)))

    def _now(self) -> None:
        if self._revision is not None:
            raise ValueError(f"this is the table as it was at revision {self._revision}: report to the table itself, or to `.at(None)`")

    def __repr__(self) -> str:
        when = "" if self._revision is None else f" at revision {self._revision}"
        return f"<{type(self).__name__} {self.game} as {self._observer}{when}>"
