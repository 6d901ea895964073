"""What an answer is: one of Credence's, a gateway's word that it cannot reach Credence, or something else.

Only the statuses and media types of the contract count. A page of a gateway, a login or another program is never taken for Credence's answer: nothing
would have been done.
"""

from __future__ import annotations

import json
import math
import time
from email.utils import parsedate_to_datetime

import httpx

from .errors import CredenceError, NotCredence, Unreachable, problem
from .request import JSON, STREAM, Answer, Request

PROBLEM = "application/problem+json"
#: The statuses of success of each method.
DONE = {"GET": (200,), "PUT": (200, 201), "POST": (200, 201), "DELETE": (204,)}
#: What a gateway says when the server behind it does not answer it.
GATEWAY = (502, 503, 504)
HINT = "is this Credence's address, and does nothing before it ask for a login?"


def read(request: Request, response: httpx.Response) -> Answer | CredenceError:
    """The answer, or the error that it is."""
    status = response.status_code
    if status == 304 and "if-none-match" in request.headers:
        return Answer(status, b"", response.headers.get("etag"), {}, _said(response))
    if status not in DONE[request.method]:
        return _refused(request, response)
    if status == 204:
        return Answer(status, b"", None, {}, _said(response))
    wanted = request.headers.get("accept", JSON)
    if _media(response) != wanted:
        return NotCredence(f"{_said(response)}, where {wanted} was asked for: {HINT}", status)
    value = _object(response) if wanted == JSON else {}
    if value is None:
        return NotCredence(f"{_said(response)}, and it is no JSON object", status)
    return Answer(status, response.content, response.headers.get("etag"), value, _said(response))


def no_stream(request: Request, response: httpx.Response) -> CredenceError | None:
    """The error that an answer is in place of a stream; None where it is one. But for a 200, its body was read."""
    if response.status_code != 200:
        return _refused(request, response)
    return None if _media(response) == STREAM else NotCredence(f"{_said(response)}, where {STREAM} was asked for: {HINT}", 200)


def _refused(request: Request, response: httpx.Response) -> CredenceError:
    status, fields = response.status_code, _object(response) if _media(response) == PROBLEM else None
    wait, id = seconds(response.headers.get("retry-after")), response.headers.get("x-request-id")
    if status >= 400 and (fields is not None or status == 429):
        return problem(status, {"retry_after": wait, **(fields or {"detail": _said(response)})}, request.body, id)
    if status in GATEWAY:
        return Unreachable(f"{_said(response)}: the server behind it does not answer")
    if status < 400 and (location := response.headers.get("location")):
        return NotCredence(f"{_said(response)} and points to {location}: connect to that address, if it is Credence's", status)
    return NotCredence(f"{_said(response)}, and no answer of Credence: {HINT}", status)


def _said(response: httpx.Response) -> str:
    """Which request was answered how, as messages begin."""
    asked = response.request.url
    shown = f"{asked.scheme}://{asked.netloc.decode().rpartition('@')[2]}{asked.path}"
    said = f"{response.request.method} {shown} was answered {response.status_code} {response.reason_phrase}".rstrip()
    return f"{said} ({_media(response)})" if _media(response) else said


def _media(response: httpx.Response) -> str:
    return str(response.headers.get("content-type", "")).partition(";")[0].strip().lower()


def _object(response: httpx.Response) -> dict[str, object] | None:
    try:
        value = json.loads(response.content)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def seconds(retry_after: str | None) -> float | None:
    """The seconds of a header `Retry-After`, which may be a number or a date; None where it is neither, or lies in the past."""
    if retry_after is None:
        return None
    try:
        wait = float(retry_after)
    except ValueError:
        try:
            wait = parsedate_to_datetime(retry_after).timestamp() - time.time()
        except (TypeError, ValueError, OverflowError):
            return None
    return wait if math.isfinite(wait) and wait >= 0 else None
