"""Sends requests: the one place where bytes come and go."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from functools import partial

import httpx

from .. import address
from ..errors import CredenceError, NotCredence, Problem, Unreachable
from ..exchange import AsyncExchanges
from ..reading import no_stream, read
from ..request import JSON, STREAM, Answer, Request
from ..retry import Attempts
from ..sse import Lines, Message, Reader

#: Says what is tried again: what breaks, as a warning; each further attempt, and a server that has too much to do, as information.
LOG = logging.getLogger("credence")
#: How many requests may be under way at once. Streams do not count.
AT_ONCE = 100
CONNECT_SECONDS = 5
#: Longer than the server's own limit (`request_seconds`, 60 as it comes): what it thinks about for long, it answers or gives up first, and says so.
QUIET_SECONDS = 90.0
#: On a stream the server says something every 15 seconds.
SILENT_SECONDS = 60


class AsyncConnection:
    """A connection to one server, with a key and the patience to wait for it."""

    def __init__(self, url: str, key: str | None, patience: float, timeout: float) -> None:
        where = address.checked(url)
        if not patience >= 0 or not timeout > 0:
            raise ValueError(f"patience={patience!r} and timeout={timeout!r} are seconds: 0 or more, and more than 0")
        headers = {"accept": JSON}
        if key is not None:
            headers["authorization"] = address.authorization(key, where)
        self.url = url.rstrip("/")
        self.shown = address.without_password(where)
        self._patience, self._timeout = patience, timeout
        self._exchanges = AsyncExchanges()
        own = address.is_this_machine(where)
        if own:
            # Between two programs of one machine, packing costs more than it saves.
            headers["accept-encoding"] = "identity"
        tls = httpx.create_ssl_context(trust_env=not own)
        limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=20, keepalive_expiry=50)
        patient = httpx.Timeout(timeout, connect=CONNECT_SECONDS)
        self._client = httpx.AsyncClient(base_url=self.url, headers=headers, timeout=patient, limits=limits, trust_env=not own, verify=tls)
        # A stream keeps its connection for itself. Were they of the same pool, many streams would leave none to report on.
        alone = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        silent = httpx.Timeout(SILENT_SECONDS, connect=CONNECT_SECONDS)
        self._streams = httpx.AsyncClient(base_url=self.url, headers=headers, timeout=silent, limits=alone, trust_env=not own, verify=tls)

    async def send(self, request: Request) -> Answer:
        """Sends a request, again where that is safe, and gives the answer; a problem is raised as its error."""
        attempts = Attempts(self._patience)
        headers, content = dict(request.headers), request.content()
        if content is not None:
            headers["content-type"] = JSON
        exchange = partial(self._client.request, request.method, request.path, params=request.parameters or None, content=content, headers=headers)
        while True:
            failed: CredenceError
            broken: Exception | None = None
            try:
                response = await self._exchanges.run(exchange)
            except httpx.RequestError as error:
                failed, broken = self.failed(request, error), error
            else:
                answer = read(request, response)
                if isinstance(answer, Answer):
                    return answer
                failed = answer
            if isinstance(failed, Problem) and attempts.is_done(request, failed):
                return Answer(failed.status, b"", None, {}, str(failed))
            pause = self.pause(attempts, request, failed, broken)
            if pause is None:
                raise failed from (broken if isinstance(failed, Unreachable) else None)
            await asyncio.sleep(pause)

    async def messages(self, request: Request) -> AsyncIterator[Message | None]:
        """None once the stream is there, and then its messages until it breaks, which raises `httpx.RequestError`, or ends."""
        self._exchanges.check()
        lines, reader = Lines(), Reader()
        async with self._streams.stream(request.method, request.path, params=dict(request.parameters), headers=dict(request.headers)) as response:
            if response.status_code != 200:
                await response.aread()
            if (other := no_stream(request, response)) is not None:
                raise other
            yield None
            async for part in response.aiter_bytes():
                for line in lines.take(part):
                    message = reader.take(line)
                    if message is not None:
                        yield message

    def pause(self, attempts: Attempts, request: Request, failed: CredenceError, broken: Exception | None = None) -> float | None:
        """Seconds to wait before the next attempt, which are said; None where there is none."""
        was_first, pause = attempts.is_first, None
        if isinstance(failed, Unreachable):
            pause = attempts.after_break(request, broken or failed)
        elif isinstance(failed, Problem):
            pause = attempts.after_answer(request, failed)
        if pause is not None:
            level = logging.WARNING if was_first and isinstance(failed, Unreachable) else logging.INFO
            LOG.log(level, "%s; trying again in %.2f s", failed, pause)
        return pause

    def failed(self, request: Request, error: httpx.RequestError) -> CredenceError:
        """What came of a request on which nothing, or nothing that can be read, came back."""
        asked = f"{request.method} {self.shown}{request.path}"
        if isinstance(error, httpx.DecodingError):
            return NotCredence(f"{asked} was answered with what cannot be unpacked: {error}")
        if isinstance(error, (httpx.LocalProtocolError, httpx.UnsupportedProtocol)):
            # The reason may quote a header, and the key is one.
            return CredenceError(f"{asked} could not be sent: {type(error).__name__}")
        if isinstance(error, httpx.ReadTimeout):
            silent = SILENT_SECONDS if request.headers.get("accept") == STREAM else self._timeout
            return Unreachable(f"no answer to {asked}: nothing was heard for {silent:g} s")
        if isinstance(error, httpx.PoolTimeout):
            return Unreachable(f"{asked} was not sent: for {self._timeout:g} s, {AT_ONCE} other requests of this connection were under way")
        return Unreachable(f"no answer to {asked}: {str(error) or type(error).__name__}")

    def attempts(self) -> Attempts:
        """A fresh measure of patience."""
        return Attempts(self._patience)

    async def close(self) -> None:
        """Closes the sockets, and ends what is under way."""
        if await self._exchanges.close():
            await self._client.aclose()
            await self._streams.aclose()
