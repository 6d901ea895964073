"""When a request is sent again, decided without any IO.

Sent again is what the server turned away before doing anything (429 and 503), what never reached it, and, where the connection broke on
the way, what may be repeated: reads, games opened by name, and events, which have ids. Nothing else is.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import httpx

from .request import Request

FIRST_PAUSE, LONGEST_PAUSE = 0.02, 1.0


class Attempts:
    """The attempts at one request: how long to wait before the next, or that there is none."""

    def __init__(self, patience: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._end = clock() + patience
        self._pause = FIRST_PAUSE

    def after_break(self, request: Request, broken: httpx.TransportError) -> float | None:
        """Seconds to wait after a connection broke; None where the request may have been done and must not be done twice."""
        never_sent = isinstance(broken, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
        return self._next(None) if never_sent or request.repeatable else None

    def after_answer(self, status: int, retry_after: str | None) -> float | None:
        """Seconds to wait after an answer that says "not now"; None where the answer is final."""
        if status not in (429, 503):
            return None
        try:
            wanted = float(retry_after) if retry_after is not None else None
        except ValueError:
            wanted = None
        return self._next(wanted)

    def _next(self, wanted: float | None) -> float | None:
        pause = self._pause * random.uniform(0.5, 1.0) if wanted is None else wanted
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return pause if self._clock() + pause < self._end else None
