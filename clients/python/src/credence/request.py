"""A request and its answer, without any IO: what both runners (`credence.sync` and `credence.aio`) send and read.

A request knows whether it may be sent twice. Everything may but what makes something that has no name yet (a key); an append may because
its events have ids.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from .errors import NotCredence
from .sendable import plain, text

JSON = "application/json"
PACKED = "application/vnd.credence.worlds"
STREAM = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent, and whether it may be sent again where it is not known whether it arrived."""

    method: str
    path: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    repeatable: bool = True

    def content(self) -> bytes | None:
        """The body as bytes.

        Raises:
            NotSendable: a part of it cannot be written as JSON.
        """
        if self.body is None:
            return None
        try:
            return _written(self.body)
        except (TypeError, ValueError, RecursionError):
            # Either there is a field to name, or a kind of mapping, sequence or number that Python's own JSON does not know.
            return _written(plain(self.body, "the request"))


def _written(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back from Credence."""

    status: int
    content: bytes
    etag: str | None
    #: The JSON object that it is, where it is one.
    value: Any
    #: Which request was answered how, for messages.
    said: str

    def json(self, *names: str) -> Any:
        """The answer's JSON object.

        Raises:
            NotCredence: it lacks one of these fields, which Credence's answer has.
        """
        for name in names:
            if name not in self.value:
                raise NotCredence(f"{self.said} without {name!r}, which Credence's answer has: {str(self.value)[:100]}", self.status)
        return self.value


def path(*parts: str | int) -> str:
    """A path below `/v1`, each part quoted."""
    return "/v1/" + "/".join(quote(text(str(part), "a name in an address"), safe="") for part in parts)


def filled(**parameters: object) -> dict[str, Any]:
    """The parameters that are given; a trailing underscore (`from_`) is Python's, not the server's."""
    return {name.rstrip("_"): value for name, value in parameters.items() if value is not None}


def texts(**parameters: object) -> dict[str, str]:
    """As `filled`, as texts of a query string."""
    given = filled(**parameters).items()
    return {name: ("true" if value else "false") if isinstance(value, bool) else text(str(value), name) for name, value in given}
