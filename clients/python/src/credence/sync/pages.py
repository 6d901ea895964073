# Made from ../aio/pages.py by `python -m generate`: change that one.
"""Reads lists to their end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..request import Request
from .connection import Connection


def items(connection: Connection, request: Request) -> Iterator[Any]:
    """The entries of a list, page after page as they are wanted."""
    while True:
        page = (connection.send(request)).json()
        for item in page["items"]:
            yield item
        if page.get("next") is None:
            return
        request = replace(request, parameters={**request.parameters, "cursor": str(page["next"])})
