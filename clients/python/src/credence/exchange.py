"""The exchanges of one connection with its server: who may begin one, and what becomes of those that nobody waits for any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from .errors import CredenceError

T = TypeVar("T")

CLOSED = "this connection was closed: connect again, with `credence.connect`, for what comes after `close()` or the end of `with`"
OTHER_LOOP = (
    "this connection belongs to another event loop, in which it was used first: its sockets work in no other. Connect again, with `credence.aio.connect`, "
    "within each `asyncio.run`"
)


class AsyncExchanges:
    """The exchanges under way, each a task of its own.

    A call that is cancelled leaves its exchange running. httpx's pool counts an exchange that is cancelled just as its answer comes as under way for ever: after a
    hundred of them, nothing could be sent any more.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks = set[asyncio.Task[Any]]()
        self._is_closed = False

    def check(self) -> None:
        """Sees that something may be sent here and now.

        Raises:
            CredenceError: the connection was closed, or belongs to another event loop.
        """
        if self._is_closed:
            raise CredenceError(CLOSED)
        loop = asyncio.get_running_loop()
        if self._loop is not None and self._loop is not loop:
            raise CredenceError(OTHER_LOOP)
        self._loop = loop

    async def run(self, begin: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What an exchange gives. It goes on when the call is cancelled, and what it gives then is dropped."""
        self.check()
        task = asyncio.create_task(begin())
        self._tasks.add(task)
        task.add_done_callback(self._done)
        # Unlike `await task`, this does not cancel the task when the call is cancelled.
        await asyncio.wait([task])
        if task.cancelled() and self._is_closed:
            raise CredenceError(CLOSED)
        return task.result()

    async def close(self) -> bool:
        """Ends what is under way. False where that belongs to another event loop, whose sockets cannot be closed from here: they are when they are forgotten."""
        self._is_closed = True
        if self._loop not in (None, asyncio.get_running_loop()):
            return False
        left = list(self._tasks)
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left)
        return True

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Asked for, so that Python does not complain of an error that nobody was told.
            task.exception()


class Exchanges:
    """The same where a call waits for its answer, whatever happens."""

    def __init__(self) -> None:
        self._is_closed = False

    def check(self) -> None:
        """Sees that something may be sent.

        Raises:
            CredenceError: the connection was closed.
        """
        if self._is_closed:
            raise CredenceError(CLOSED)

    def run(self, begin: Callable[[], T]) -> T:
        """What an exchange gives."""
        self.check()
        return begin()

    def close(self) -> bool:
        """Lets nothing begin any more. What is under way ends with its sockets."""
        self._is_closed = True
        return True
