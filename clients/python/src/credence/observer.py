"""Whose eyes a table is seen with, by the name that the server has for them."""

from __future__ import annotations

import operator
import re
from typing import SupportsIndex

#: Observers that sit nowhere.
OTHERS = ("public", "referee")
SEAT = re.compile("seat:(0|[1-9][0-9]*)", re.ASCII)


def named(me: SupportsIndex | str | None, seats: int | None = None) -> str:
    """The observer's name: a number is a seat, None a spectator. With `seats`, there are so many at the table.

    Raises:
        ValueError: it is nobody at the table.
    """
    if me is None:
        return "public"
    if isinstance(me, str) and me in OTHERS:
        return me
    seat = _seat(me)
    if seat is None or seat < 0:
        raise ValueError(f"{me!r} is nobody at the table: name the number of a seat, from 0, or {' or '.join(map(repr, OTHERS))}, or 'seat:N'")
    if seats is not None and seat >= seats:
        raise ValueError(f"there is no seat {seat}: the table has {seats}, and they count from 0")
    return f"seat:{seat}"


def _seat(me: SupportsIndex | str) -> int | None:
    if isinstance(me, str):
        found = SEAT.fullmatch(me)
        return None if found is None else int(found[1])
    # True and False are numbers to Python, and never seats.
    if isinstance(me, bool):
        return None
    try:
        return operator.index(me)
    except TypeError:
        return None
