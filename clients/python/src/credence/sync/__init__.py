# Made from ../aio/__init__.py by `python -m generate`: change that one.
"""Credence with `await`: the same words as `credence` itself, which is made from these modules."""

from .server import Server, connect, local
from .table import Table

__all__ = ["Server", "Table", "connect", "local"]
