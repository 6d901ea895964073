"""What else the server answers, as small objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from . import html
from .belief import Belief
from .errors import NotCredence
from .worlds import Worlds

World = TypeVar("World")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Appended:
    """What became of events that were reported."""

    #: The game's last revision when they stood.
    revision: int
    #: The revision of each event, in order.
    revisions: list[int]
    #: Whether each had been recorded before, by an earlier attempt or an earlier life of this bot.
    duplicates: list[bool]
    #: What is unusual about them, although they were taken.
    notices: list[str]


def appended(fields: Mapping[str, Any], count: int) -> Appended:
    """Reads the part of an answer that says what became of so many events.

    Raises:
        NotCredence: it does not say that of each.
    """
    try:
        entries = fields["appended"]
        told = Appended(
            int(fields["revision"]),
            [int(entry["revision"]) for entry in entries],
            [bool(entry["duplicate"]) for entry in entries],
            [str(notice["detail"]) for notice in fields.get("notices", ())],
        )
    except (KeyError, TypeError, ValueError):
        told = None
    if told is None or len(told.revisions) != count:
        raise NotCredence(f"{count} events were reported, and the answer does not say what became of each: {str(fields)[:200]}")
    return told


class Turn(Generic[World, Answer]):
    """A move and what holds after it, all of one revision."""

    def __init__(self, fields: Mapping[str, Any], count: int) -> None:
        self.fields = fields
        self.appended = appended(fields, count)
        #: What each question was answered; None where the table had no answer, and then `refused` says why.
        self.answers: list[Answer | None] = fields.get("answers", [])
        #: What was asked and could not be answered; the events were taken all the same.
        self.refused: list[Mapping[str, Any]] = fields.get("refused", [])

    def __repr__(self) -> str:
        return f"turn to revision {self.appended.revision} (events {self.appended.revisions}, answers {self.answers}, refused {self.refused})"

    @property
    def belief(self) -> Belief:
        """The belief, or the variables of it that were asked for."""
        if self.fields.get("belief") is None:
            raise ValueError(f"this turn has no belief: `variables=[]` leaves it out ({self.refused})")
        return Belief(self.fields["belief"])

    @property
    def worlds(self) -> Worlds[World]:
        """The worlds that were asked for."""
        if self.fields.get("worlds") is None:
            raise ValueError(f"this turn has no worlds: ask for them with `worlds=200` ({self.refused})" )
        return Worlds(self.fields["worlds"])


@dataclass(frozen=True, slots=True)
class LogEvent:
    """An event as the observer sees it."""

    revision: int
    #: What it holds may be a secret; that it happened is none. Then type and data are empty.
    hidden: bool
    id: str | None
    type: str
    time: str
    data: Mapping[str, Any]
    fields: Mapping[str, Any]

    @property
    def retracted_by(self) -> int | None:
        """The revision that took it back; in the log alone (`table.log()`), because streams send what was recorded, as it was."""
        return self.fields.get("retracted_by")

    @property
    def game(self) -> str | None:
        """The event's game, where it is one of the events of all games."""
        return self.fields.get("game")

    @property
    def ruleset(self) -> str | None:
        """The ruleset of that game, where it is known."""
        return self.fields.get("ruleset")

    @property
    def cursor(self) -> str | None:
        """From where the events of all games go on after this one: `server.stream(cursor=…)`, today or next week."""
        return self.fields.get("cursor")


def log_event(fields: Mapping[str, Any]) -> LogEvent:
    """Reads an event of the log, a stream or the feed."""
    return LogEvent(
        int(fields["revision"]), bool(fields.get("hidden", False)), fields.get("id"), str(fields.get("type", "")), str(fields.get("time", "")),
        fields.get("data", {}), fields,
    )


class Curve(list[Mapping[str, Any]]):
    """An observer's uncertainty after each event: points with `revision`, `entropy_bits`, `confidence` and the evidence in short."""

    def _repr_html_(self) -> str:
        most = max((float(point["entropy_bits"]) for point in self), default=0.0) or 1.0
        rows = []
        for point in self:
            told = "; ".join(mark["summary"] for mark in point.get("evidence", ()))
            rows.append([str(point["revision"]), html.bars([(f"{point['entropy_bits']:.2f}", point["entropy_bits"] / most)]), html.text(told)])
        return html.table("uncertainty in bits", ["revision", "bits", "what it tells"], rows)
