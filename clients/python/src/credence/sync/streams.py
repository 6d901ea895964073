# Made from ../aio/streams.py by `python -m generate`: change that one.
"""Streams that resume where they broke."""

from __future__ import annotations

import time
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx

from ..errors import LogRestored, RateLimited, Unavailable, Unreachable
from ..request import Request
from .connection import Connection


def follow(connection: Connection, request: Request) -> Iterator[Any]:
    """What a stream sends, without gap or repeat, across breaks and restarts of the server."""
    attempts = connection.attempts()
    while True:
        broken: Exception
        connected = False
        try:
            for message in connection.messages(request):
                if message is None:
                    connected = True
                    continue
                if message.data:
                    attempts = connection.attempts()
                if message.kind == "reset":
                    raise LogRestored(410, {"detail": "an older copy of the log was restored; drop what you hold and begin again with `from_revision=0`"})
                if message.id is not None:
                    headers = {**request.headers, "last-event-id": message.id}
                    request = replace(request, headers=headers, parameters={name: value for name, value in request.parameters.items() if name != "from"})
                if message.data:
                    yield json.loads(message.data)
            broken = httpx.ReadError("the stream ended")
        except (httpx.TransportError, Unavailable, RateLimited) as error:
            broken = error
        if connected:
            # However long nothing was sent before the break.
            attempts.begin_now()
        pause = attempts.after_break(request, broken if isinstance(broken, httpx.TransportError) else httpx.ReadError(str(broken)))
        if pause is None:
            raise Unreachable(f"the stream {request.path} of {connection.url} broke and did not come back: {broken}") from broken
        time.sleep(pause)
