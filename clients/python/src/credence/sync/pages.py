# Made from ../aio/pages.py by `python -m generate`: change that one.
"""Reads lists to their end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..errors import OverLimit
from ..request import Request
from .connection import Connection


def items(connection: Connection, request: Request) -> Iterator[Any]:
    """The entries of a list, page after page as they are wanted: long pages, or the usual ones of a server that allows none as long."""
    while True:
        try:
            page = (connection.send(request)).json("items")
        except OverLimit:
            if "limit" not in request.parameters:
                raise
            request = replace(request, parameters={name: value for name, value in request.parameters.items() if name != "limit"})
            continue
        for item in page["items"]:
            yield item
        if page.get("next") is None:
            return
        request = replace(request, parameters={**request.parameters, "cursor": str(page["next"])})
