"""When a request is sent again, decided without any IO.

Sent again is what the server turned away before doing anything (429, and 503 where it has too much to do), what never reached it, and, where the
connection broke on the way, a gateway could not reach the server, or another 503 leaves open what was done, what may be repeated: reads, games opened by
name, and events, which have ids. Nothing else is. Patience is counted from the first failure: however late that was noticed, one more attempt follows.
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
# What the server says of what is not there any more.
DELETED = ("/problems/not-found", "/problems/game-erased", "/problems/player-forgotten")

FIRST_PAUSE, LONGEST_PAUSE = 0.02, 1.0


class Attempts:
    """The attempts at one request: how long to wait before the next, or that there is none."""

    def __init__(self, patience: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._patience = clock, patience
        self._pause = FIRST_PAUSE
        self._end: float | None = None
        self._stood: float | None = None
        self._perhaps_done = False

    @property
    def is_first(self) -> bool:
        """Whether nothing has failed yet."""
        return self._end is None

    def begin_now(self) -> None:
        """Counts patience from the next failure on. Pauses stay as long as they have become, so that who is let in and turned out at once does not come
        back in haste."""
        self._end = None

    def connected(self) -> None:
        """A stream stands. If it stands longer than the longest pause, all is well again, however long nothing was sent on it."""
        self._stood = self._clock()

    def after_break(self, request: Request, broken: Exception) -> float | None:
        """Seconds to wait after a connection broke, or a gateway found the server's broken; None where the request may have been done and must not be
        done twice."""
        if self._stood is not None and self._clock() - self._stood > LONGEST_PAUSE:
            self.begin_now()
        self._stood = None
        never_sent = isinstance(broken, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
        self._perhaps_done |= not never_sent
        return self._next(None) if never_sent or request.repeatable else None

    def is_done(self, request: Request, refused: Problem) -> bool:
        """Whether what is to be deleted was deleted by an earlier attempt, whose answer was lost."""
        return self._perhaps_done and request.method == "DELETE" and refused.type in DELETED

    def after_answer(self, request: Request, refused: Problem) -> float | None:
        """Seconds to wait after an answer that says "not now"; None where the answer is final."""
        is_undone = refused.status == 429 or (refused.status == 503 and refused.type == OVERLOADED)
        if not (is_undone or (refused.status == 503 and request.repeatable)):
            return None
        self._perhaps_done |= not is_undone
        return self._next(refused.retry_after)

    def _next(self, wanted: float | None) -> float | None:
        now = self._clock()
        if self._end is None:
            self._end = now + self._patience
        left = self._end - now
        # The last attempt is made when patience ends.
        pause = max(min(self._pause * random.uniform(0.5, 1.0), left), wanted or 0.0)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return pause if 0.0 < left and pause <= left else None
