"""Sends requests: the one place where bytes come and go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx

from ..errors import Problem, Unreachable, problem
from ..request import JSON, Answer, Request
from ..retry import Attempts
from ..sse import Message, Reader


class AsyncConnection:
    """A connection to one server, with a key and the patience to wait for it."""

    def __init__(self, url: str, key: str | None, patience: float, timeout: float) -> None:
        headers = {"accept": JSON}
        if key is not None:
            headers["authorization"] = f"Bearer {key}"
        self.url = url.rstrip("/")
        self._patience = patience
        own = "//127.0.0.1" in url or "//localhost" in url
        if own:
            # Between two programs of one machine, packing costs more than it saves.
            headers["accept-encoding"] = "identity"
        limits = httpx.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=50)
        self._client = httpx.AsyncClient(base_url=self.url, headers=headers, timeout=httpx.Timeout(timeout, connect=5), limits=limits, trust_env=not own)

    async def send(self, request: Request) -> Answer:
        """Sends a request, again where that is safe, and gives the answer; a problem is raised as its error."""
        attempts = Attempts(self._patience)
        content = request.content()
        headers = dict(request.headers)
        if content is not None:
            headers["content-type"] = JSON
        while True:
            try:
                response = await self._client.request(request.method, request.path, params=request.parameters or None, content=content, headers=headers)
            except httpx.TransportError as broken:
                pause = attempts.after_break(request, broken)
                if pause is None:
                    raise Unreachable(f"no answer from {self.url} to {request.method} {request.path}: {broken or type(broken).__name__}") from broken
            else:
                if response.status_code < 400:
                    return Answer(response.status_code, response.content, response.headers.get("etag"))
                refused = _problem(response, request.body)
                if attempts.is_done(request, refused):
                    return Answer(response.status_code, b"", None)
                pause = attempts.after_answer(request, refused, response.headers.get("retry-after"))
                if pause is None:
                    raise refused
            await asyncio.sleep(pause)

    async def messages(self, request: Request) -> AsyncIterator[Message | None]:
        """None once the stream is there, and then its messages until it breaks, which raises `httpx.TransportError`, or ends."""
        reader = Reader()
        timeout = httpx.Timeout(60, connect=5)
        async with self._client.stream(request.method, request.path, params=dict(request.parameters), headers=dict(request.headers), timeout=timeout) as response:
            if response.status_code >= 400:
                await response.aread()
                raise _problem(response, None)
            yield None
            async for line in response.aiter_lines():
                message = reader.take(line)
                if message is not None:
                    yield message

    def attempts(self) -> Attempts:
        """A fresh measure of patience."""
        return Attempts(self._patience)

    async def close(self) -> None:
        """Closes the sockets."""
        await self._client.aclose()


def _problem(response: httpx.Response, body: Any) -> Problem:
    try:
        fields = response.json()
    except ValueError:
        fields = {"detail": response.text[:200]}
    return problem(response.status_code, fields if isinstance(fields, dict) else {}, body)
