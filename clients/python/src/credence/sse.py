"""Server-sent events, read line by line without any IO."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a stream; without data it says only from where the stream goes on after a break."""

    kind: str
    data: str
    id: str | None


class Reader:
    """Takes the lines of a stream one by one, and says when a message is whole. What a break cut in two is forgotten, and sent again."""

    def __init__(self) -> None:
        self._kind, self._id = "message", None
        self._data: list[str] = []

    _id: str | None

    def take(self, line: str) -> Message | None:
        """Takes a line, without its end; an empty one ends a message."""
        if not line:
            message = Message(self._kind, "\n".join(self._data), self._id) if self._data or self._kind != "message" or self._id is not None else None
            self._kind, self._id, self._data = "message", None, []
            return message
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            self._kind = value
        elif name == "id":
            self._id = value
        elif name == "data":
            self._data.append(value)
        return None
