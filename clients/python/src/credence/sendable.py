"""What is sent, as JSON has it: a copy of what the caller gave, or an error that names the field that cannot be sent."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from typing import Any

from .errors import NotSendable

#: What holds itself has no end. Events are never as deep as this, and a server as it comes reads 64 (`json_depth`).
DEEPEST = 100


def plain(value: Any, where: str, *fields: str | int) -> Any:
    """A deep copy of a value, made of what JSON has: whatever is done to the value later, the copy stays as it is.

    Args:
        value: Texts, numbers, True, False, None, and sequences and mappings of them.
        where: What is sent, as the error names it.
        fields: On which way through it the value is found.

    Raises:
        NotSendable: a part of it is none of these.
    """
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, str):
        return text(value, where, *fields)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _wrong(where, fields, f"{_shown(value)}: JSON has no number for it: leave the field out where it is not known")
        return value
    if len(fields) > DEEPEST:
        raise _wrong(where, fields[:3], f"it holds more than {DEEPEST} things within each other: look whether one of them holds itself")
    if isinstance(value, Mapping):
        return _mapping(value, where, fields)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        return [plain(part, where, *fields, place) for place, part in enumerate(value)]
    return _whole_number(value, where, fields)


def text(value: str, where: str, *fields: str | int) -> str:
    """The text, which can be sent.

    Raises:
        NotSendable: it holds half of a character.
    """
    try:
        value.encode()
    except UnicodeEncodeError as odd:
        cure = 'no text on the way can hold that: read it with errors="replace" where it comes from'
        raise _wrong(where, fields, f"{_shown(value)}: it has half of a character, {value[odd.start]!r}, at place {odd.start}, and {cure}") from None
    return value


def _mapping(value: Mapping[Any, Any], where: str, fields: tuple[str | int, ...]) -> dict[str, Any]:
    made = dict[str, Any]()
    for name, part in value.items():
        if isinstance(name, str):
            written = text(name, where, *fields)
        elif isinstance(name, bool) or (number := _index(name)) is None:
            raise _wrong(where, fields, f"{_shown(name)}: a name within a mapping is a text, or the number of a seat")
        else:
            written = str(number)
        if written in made:
            raise _wrong(where, fields, f"{_shown(name)}: it is named twice, as a number and as a text: name it once")
        made[written] = plain(part, where, *fields, written)
    return made


def _whole_number(value: Any, where: str, fields: tuple[str | int, ...]) -> int:
    number = _index(value)
    if number is None:
        kind = type(value).__name__
        cure = "make it a number, a text, a list or a mapping, with float(…) or list(…), say"
        raise _wrong(where, fields, f"{_shown(value)}: it is of the type {kind}, which JSON does not have: {cure}")
    return number


def _index(value: Any) -> int | None:
    """The whole number that a value is, such as NumPy's; None where it is none."""
    try:
        return operator.index(value)
    except TypeError:
        return None


def _wrong(where: str, fields: tuple[str | int, ...], why: str) -> NotSendable:
    place = f"the field {'/'.join(map(str, fields))} of {where}" if fields else where
    return NotSendable(f"{place} cannot be sent: {why}")


def _shown(value: Any) -> str:
    shown = ascii(value)
    return shown if len(shown) <= 80 else shown[:80] + "…"
