"""What can go wrong, as types: so that a bot can catch what it can mend and let the rest be seen.

The server answers every mistake with a problem (RFC 9457). A problem's `type` chooses the class here; its fields are the attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class CredenceError(Exception):
    """Everything that this package raises by itself."""


class Unreachable(CredenceError):
    """No answer of the server came, for as long as the connection's `patience` lasts. Call the same method again when the server is back: events keep their ids."""


class NotCredence(CredenceError):
    """What answered is not Credence, but a page before it, another program, or another address: the message names it. What was asked for may have been done or not: events may be reported again, and a key is looked for before another one is made."""

    def __init__(self, text: str, status: int | None = None) -> None:
        #: The status of the answer.
        self.status = status
        super().__init__(text)


class NotStarted(CredenceError):
    """The server's program was not found or did not start; the message says what it printed and what to do."""


class NotSendable(CredenceError):
    """What was given cannot be written into a request: a number that is not finite, half of a character, or an object that JSON does not have. The message names the field and what to do. Nothing was sent."""


class Problem(CredenceError):
    """The server said no, and why."""

    def __init__(self, status: int, fields: Mapping[str, Any], event: Mapping[str, Any] | None = None, request_id: str | None = None) -> None:
        self.status = status
        #: All that the server said, with what this version of the client does not know.
        self.fields = fields
        #: By which the server's log names the request.
        self.request_id = request_id
        self.type = str(fields.get("type", "about:blank"))
        self.title = str(fields.get("title", f"status {status}"))
        self.detail = str(fields.get("detail", ""))
        self.pointer: str | None = fields.get("pointer")
        self.revision: int | None = fields.get("revision")
        self.evidence: list[int] = list(fields.get("evidence") or ())
        #: Events before it in the same request that stand against it, by their places.
        self.evidence_in_request: list[str] = list(fields.get("evidence_in_request") or ())
        self.rule: str | None = fields.get("rule")
        self.limit: str | None = fields.get("limit")
        self.parameter: str | None = fields.get("parameter")
        self.retry_after: float | None = fields.get("retry_after")
        #: The path that was asked.
        self.instance: str | None = fields.get("instance")
        #: The server that writes, where this one only reads.
        self.primary: str | None = fields.get("primary")
        #: The event of the request that the problem is about, where it is about one.
        self.event: Mapping[str, Any] | None = event
        #: What to do about it, where the client knows more of that than the server.
        self.cure = ""
        super().__init__(self._text())

    def add_cure(self, cure: str) -> None:
        """Has the message say what to do about it, too."""
        self.cure = cure
        self.args = (self._text(),)

    def _text(self) -> str:
        text = self.detail or self.title
        if self.rule:
            text += f" (rule {self.rule})"
        if self.event is not None:
            text += f"; event {self.event.get('type')} {self.event.get('data', {})}"
        elif self.pointer:
            text += f"; at {self.pointer}"
        if self.parameter:
            text += f"; parameter {self.parameter}"
        if self.evidence:
            text += f"; against revisions {', '.join(map(str, self.evidence))}"
        if self.evidence_in_request:
            text += f"; against {', '.join(self.evidence_in_request)} of the same request"
        if self.primary:
            text += f"; the server that writes is {self.primary}"
        if self.status >= 500 and self.request_id:
            text += f"; request {self.request_id}"
        if self.cure:
            text += f": {self.cure}"
        return text


class Refusal(Problem):
    """The event breaks a named rule of the game at this table: `rule`."""


class Contradiction(Problem):
    """No world is left if the event is true: `evidence` has the revisions of the events that stand against it, `evidence_in_request`
    the places of those before it in the same request."""


class Malformed(Problem):
    """The request has the wrong shape; `pointer` says where. A client of another version than the server's is the usual reason."""


class OverLimit(Problem):
    """More was asked at once than the server's `limit` allows: ask for less, or in parts."""


class Conflict(Problem):
    """Something else stands where this should."""


class IdReused(Conflict):
    """Another event stands under this author's number. A bot that started again in the middle of a game calls `table.resume()` before it reports; two programs
    that report for one seat each need an `author` of their own."""


class GameExists(Conflict):
    """A game of this name was opened differently: leave `players` out to join it, or choose another name."""


class GameFinished(Conflict):
    """The game is over: only retractions and notes may follow."""


class RevisionMoved(Conflict):
    """Someone else was faster: `revision` is the last one now."""


class NotAllowed(Problem):
    """The key's role does not allow this; `detail` says which role would do."""


class Unauthenticated(Problem):
    """No key was sent, or not a good one: `credence.connect(url, key=…)`."""


class NotFound(Problem):
    """There is no such game, player, revision or ruleset, or it is another tenant's."""


class Gone(Problem):
    """It was erased, or forgotten."""


class LogRestored(Problem):
    """An older copy of the log was restored: drop what came after it, and read again from the start."""


class RateLimited(Problem):
    """Too many requests, for longer than the connection's `patience`."""


class Unavailable(Problem):
    """The server cannot do it now, for longer than the connection's `patience`."""


class ReadOnlyServer(Problem):
    """This server only reads: send the same to `primary`, the one that writes, where this one knows it."""


class Damaged(Problem):
    """What is stored is not what was written; an operator has to look (`credence verify`)."""


KINDS: dict[str, type[Problem]] = {
    "/problems/refusal": Refusal,
    "/problems/contradiction": Contradiction,
    "/problems/malformed": Malformed,
    "/problems/not-json": Malformed,
    "/problems/parameter": Malformed,
    "/problems/media-type": Malformed,
    "/problems/over-limit": OverLimit,
    "/problems/too-large": OverLimit,
    "/problems/uri-too-long": OverLimit,
    "/problems/id-reused": IdReused,
    "/problems/id-misplaced": IdReused,
    "/problems/game-exists": GameExists,
    "/problems/game-finished": GameFinished,
    "/problems/revision-moved": RevisionMoved,
    "/problems/not-allowed": NotAllowed,
    "/problems/host": NotAllowed,
    "/problems/unauthenticated": Unauthenticated,
    "/problems/not-found": NotFound,
    "/problems/game-erased": Gone,
    "/problems/player-forgotten": Gone,
    "/problems/log-restored": LogRestored,
    "/problems/rate-limited": RateLimited,
    "/problems/read-only-server": ReadOnlyServer,
    "/problems/damaged": Damaged,
}
STATUSES: dict[int, type[Problem]] = {401: Unauthenticated, 403: NotAllowed, 404: NotFound, 409: Conflict, 410: Gone, 429: RateLimited, 503: Unavailable}


def problem(status: int, fields: Mapping[str, Any], body: Any, request_id: str | None = None) -> Problem:
    """Makes the error that an answer speaks of; `body` is what was sent, in which its pointer is looked up."""
    kind = KINDS.get(str(fields.get("type")), STATUSES.get(status, Problem))
    return kind(status, fields, _offending(fields.get("pointer"), body), request_id)


def _offending(pointer: str | None, body: Any) -> Mapping[str, Any] | None:
    """Finds the event that a JSON pointer leads into: the innermost object with `type` and `data` on its way."""
    found: Mapping[str, Any] | None = None
    here = body
    if pointer is None:
        return None
    for step in [None, *pointer.split("/")[1:]]:
        if step is not None:
            if isinstance(here, list) and step.isdigit() and int(step) < len(here):
                here = here[int(step)]
            elif isinstance(here, dict) and step in here:
                here = here[step]
            else:
                break
        if isinstance(here, dict) and "type" in here and "data" in here:
            found = here
    return found
