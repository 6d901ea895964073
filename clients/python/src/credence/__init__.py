"""Credence: what a bot should believe about what it cannot see.

    with credence.local() as server:
        table = server.hearts(me=0, players=["me", "ann", "bob", "cid"])
"""

from .answers import Appended, Curve, LogEvent, Turn
from .belief import Belief, Variable
from .errors import (
    Conflict,
    Contradiction,
    CredenceError,
    Damaged,
    GameExists,
    GameFinished,
    Gone,
    IdReused,
    LogRestored,
    Malformed,
    NotAllowed,
    NotCredence,
    NotFound,
    NotSendable,
    NotStarted,
    OverLimit,
    Problem,
    RateLimited,
    ReadOnlyServer,
    Refusal,
    RevisionMoved,
    Unauthenticated,
    Unavailable,
    Unreachable,
)
from .event import Event
from .evidence import Evidence, Timeline
from .sync.server import Server, connect, local
from .sync.table import Table
from .worlds import WorldArrays, Worlds
from . import aio

__version__ = "0.1.0"
__all__ = [
    "Appended", "Belief", "Conflict", "Contradiction", "CredenceError", "Curve", "Damaged", "Event", "Evidence", "GameExists", "GameFinished", "Gone",
    "IdReused", "LogEvent", "LogRestored", "Malformed", "NotAllowed", "NotCredence", "NotFound", "NotSendable", "NotStarted", "OverLimit", "Problem", "RateLimited", "ReadOnlyServer",
    "Refusal", "RevisionMoved", "Server", "Table", "Timeline", "Turn", "Unauthenticated", "Unavailable", "Unreachable", "Variable", "WorldArrays", "Worlds",
    "aio", "connect", "local",
]
