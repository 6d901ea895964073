"""Streams that resume where they broke."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx

from ..errors import CredenceError, LogRestored, NotCredence, Unreachable
from ..request import Request
from .connection import AsyncConnection


async def follow(connection: AsyncConnection, request: Request) -> AsyncIterator[Any]:
    """What a stream sends, without gap or repeat, across breaks and restarts of the server."""
    attempts = connection.attempts()
    while True:
        failed: CredenceError
        broken: Exception | None = None
        try:
            async for message in connection.messages(request):
                if message is None:
                    attempts.connected()
                    continue
                if message.data:
                    attempts = connection.attempts()
                    attempts.connected()
                if message.kind == "reset":
                    raise LogRestored(410, {"detail": "an older copy of the log was restored; drop what you hold and begin again with `from_revision=0`"})
                entry = _entry(request, message.data) if message.data else None
                if message.id is not None:
                    headers = {**request.headers, "last-event-id": message.id}
                    request = replace(request, headers=headers, parameters={name: value for name, value in request.parameters.items() if name != "from"})
                if entry is not None:
                    yield entry
            failed = Unreachable(f"the stream {request.path} ended")
        except httpx.RequestError as error:
            failed, broken = connection.failed(request, error), error
        except CredenceError as error:
            failed = error
        pause = connection.pause(attempts, request, failed, broken)
        if pause is None:
            if isinstance(failed, Unreachable):
                failed = Unreachable(f"a stream broke and did not come back: {failed}")
            raise failed from (broken if isinstance(failed, Unreachable) else None)
        await asyncio.sleep(pause)


def _entry(request: Request, data: str) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        raise NotCredence(f"the stream {request.path} sent what is no JSON: {data[:100]!r}") from None
