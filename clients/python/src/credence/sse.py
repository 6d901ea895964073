"""Server-sent events, read from bytes without any IO."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# What ends a line, by the standard; nothing else does, whatever Unicode calls a line break.
END = re.compile(rb"\r\n|\n|\r")


class Lines:
    """Takes the bytes of a stream as they come, and gives its lines without their ends. What a break cut in two is forgotten, and sent again."""

    def __init__(self) -> None:
        self._rest = b""
        self._is_first, self._after_return = True, False

    def take(self, part: bytes) -> Iterator[str]:
        """The lines that are whole with this part."""
        if self._after_return and part:
            # The line end that the last part closed with may have been the first half of one.
            part, self._after_return = part.removeprefix(b"\n"), False
        part = self._rest + part
        begin = 0
        for end in END.finditer(part):
            self._after_return = end.group() == b"\r" and end.end() == len(part)
            line = part[begin : end.start()].decode(errors="replace")
            begin = end.end()
            yield line.removeprefix("\ufeff") if self._is_first else line
            self._is_first = False
        self._rest = part[begin:]


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
