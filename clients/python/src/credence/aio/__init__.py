"""Credence with `await`: the same words as `credence` itself, which is made from these modules."""

from .server import AsyncServer, connect, local
from .table import AsyncTable

__all__ = ["AsyncServer", "AsyncTable", "connect", "local"]
