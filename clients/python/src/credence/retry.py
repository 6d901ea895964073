"""When a request is sent again, decided without any IO.

Sent again is what the server turned away before doing anything (429, and 503 where it has too much to do), what never reached it, and, where the
connection broke on the way or another 503 leaves open what was done, what may be repeated: reads, games opened by name, and events, which have ids. Nothing
else is.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import httpx

from .errors import Problem
from .request import Request

# Of the answers 503, the one that says that nothing was done.
OVERLOADED = "/problems/overloaded"

FIRST_PAUSE, LONGEST_PAUSE = 0.02, 1.0


class Attempts:
    """The attempts at one request: how long to wait before the next, or that there is none."""

    def __init__(self, patience: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._patience = clock, patience
        self.begin_now()
        self._pause = FIRST_PAUSE
        self._again = False

    def begin_now(self) -> None:
        """Counts patience from now on. Pauses stay as long as they have become, so that who is let in and turned out at once does not come back in haste."""
        self._end = self._clock() + self._patience

    def after_break(self, request: Request, broken: httpx.TransportError) -> float | None:
        """Seconds to wait after a connection broke; None where the request may have been done and must not be done twice."""
        never_sent = isinstance(broken, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
        return self._next(None) if never_sent or request.repeatable else None

    def is_done(self, request: Request, refused: Problem) -> bool:
        """Whether what is to be deleted was deleted by an earlier attempt, whose answer was lost."""
        return self._again and request.method == "DELETE" and refused.status in (404, 410)

    def after_answer(self, request: Request, refused: Problem, retry_after: str | None) -> float | None:
        """Seconds to wait after an answer that says "not now"; None where the answer is final."""
        is_undone = refused.status == 429 or (refused.status == 503 and refused.type == OVERLOADED)
        if not (is_undone or (refused.status == 503 and request.repeatable)):
            return None
        try:
            wanted = float(retry_after) if retry_after is not None else None
        except ValueError:
            wanted = None
        return self._next(wanted)

    def _next(self, wanted: float | None) -> float | None:
        self._again = True
        pause = self._pause * random.uniform(0.5, 1.0) if wanted is None else wanted
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return pause if self._clock() + pause < self._end else None
