"""The shapes of pokemon_randbats: setup, parameters, questions, answers and worlds.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

__all__ = ["Setup", "Channel", "Parameters", "Preset", "Inference", "Query", "EmbeddingQuery", "LockedQuery", "MarginalQuery", "FieldName", "ObservationQuery", "OutspeedsQuery", "SetsQuery", "UnrevealedQuery", "Side", "Answer", "EmbeddingAnswer", "LockedAnswer", "MarginalAnswer", "Chance", "ObservationAnswer", "OutspeedsAnswer", "SetsAnswer", "SetChance", "UnrevealedAnswer", "World"]
_ = (Mapping, Sequence, Any)


class Setup(TypedDict):
    """What is known of a battle before it begins."""

    channels: NotRequired[Sequence[Channel] | None]
    format: NotRequired[str | None]


Channel: TypeAlias = Literal["p1", "p2", "spectator"]
"""Which of the feeds of one battle a line was read from. They differ in the precision of hit points. `p1`: What the player of side p1 is sent.
`p2`: What the player of side p2 is sent. `spectator`: What everybody else is sent, and what a saved replay holds.
"""


class Parameters(TypedDict):
    """What a client chooses of the model."""

    preset: NotRequired[Preset | None]
    priors: NotRequired[str | None]
    table: NotRequired[str | None]
    table_months: NotRequired[int | None]
    without: NotRequired[Sequence[Inference] | None]


Preset: TypeAlias = Literal["seed"]
"""A named choice of parameters. `seed`: The rules of an earlier tracker, kept for comparison."""


Inference: TypeAlias = Literal["speed", "lock", "absence", "damage", "illusion"]
"""A kind of inference that can be left out, to see what it is worth. `speed`: The order of two moves. `lock`: Choice items, and moves made
again. `absence`: What did not show itself. `damage`: What a hit took. `illusion`: That it may be somebody in disguise.
"""


Query: TypeAlias = "EmbeddingQuery | LockedQuery | MarginalQuery | ObservationQuery | OutspeedsQuery | SetsQuery | UnrevealedQuery"
"""A question of this game."""


class EmbeddingQuery(TypedDict):
    """Ten numbers a member: the likeliest four roles, the likeliest four types of moves not shown, whether the item was shown, and the share of
    the moves that were.
    """

    seat: NotRequired[int | None]
    slot: int | str
    type: Literal["embedding"]


class LockedQuery(TypedDict):
    """How likely a member is locked into the move that it made last."""

    seat: NotRequired[int | None]
    slot: int | str
    type: Literal["locked"]


class MarginalQuery(TypedDict):
    """The distribution of one field of a member that was shown."""

    of: FieldName
    seat: NotRequired[int | None]
    slot: int | str
    type: Literal["marginal"]


FieldName: TypeAlias = Literal["item", "ability", "tera", "move", "role", "speed"]
"""A field of a set, or its speed. `item`: The item of the set. `ability`: The ability. `tera`: The tera type. `move`: Each move, with the
chance that the set has it. `role`: The generator's label. `speed`: Speed as it is now, in points.
"""


class ObservationQuery(TypedDict):
    """Sixteen numbers for each of six members in slots 0 to 5, all 0 where it was not shown. 0 to 9: its embedding; 10: it was shown; 11: it is
    out; 12: share of its hit points; 13: it has fainted; 14: probability of a Choice item in its hands; 15: it has terastallized.
    """

    seat: NotRequired[int | None]
    type: Literal["observation"]


class OutspeedsQuery(TypedDict):
    """How likely a member is faster than one of the other side, as they are now."""

    own: int | str
    seat: NotRequired[int | None]
    slot: int | str
    type: Literal["outspeeds"]


class SetsQuery(TypedDict):
    """The likeliest whole sets of a member that was shown."""

    seat: NotRequired[int | None]
    slot: int | str
    top: NotRequired[int | None]
    type: Literal["sets"]


class UnrevealedQuery(TypedDict):
    """The members that were not shown."""

    seat: NotRequired[int | None]
    type: Literal["unrevealed"]


Side: TypeAlias = Literal["p1", "p2"]
"""One of the two sides of a battle. `p1`: Seat 0. `p2`: Seat 1."""


Answer: TypeAlias = "EmbeddingAnswer | LockedAnswer | MarginalAnswer | ObservationAnswer | OutspeedsAnswer | SetsAnswer | UnrevealedAnswer"
"""An answer, with the type of its question."""


class EmbeddingAnswer(TypedDict):
    """Ten numbers."""

    type: Literal["embedding"]
    values: list[float]


class LockedAnswer(TypedDict):
    """Whether it is locked."""

    locked_into: NotRequired[str | None]
    p: float
    type: Literal["locked"]


class MarginalAnswer(TypedDict):
    """A distribution."""

    distribution: list[Chance]
    of: FieldName
    type: Literal["marginal"]


class Chance(TypedDict):
    """A value with its probability."""

    p: float
    value: str


class ObservationAnswer(TypedDict):
    """Ninety-six numbers."""

    type: Literal["observation"]
    values: list[float]


class OutspeedsAnswer(TypedDict):
    """Who is faster."""

    faster: float
    goes_first: float
    tie: float
    type: Literal["outspeeds"]


class SetsAnswer(TypedDict):
    """Whole sets, the likeliest first."""

    possible: int
    sets: list[SetChance]
    type: Literal["sets"]
    unlisted: float


class SetChance(TypedDict):
    """A whole set with its probability."""

    ability: str
    item: str
    level: int
    moves: list[str]
    p: float
    role: str
    species: str
    tera: str


class UnrevealedAnswer(TypedDict):
    """Members not shown."""

    count: int
    next: list[Chance]
    type: Literal["unrevealed"]


class World(TypedDict):
    """One full assignment of what is hidden."""

    held: dict[str, list[str]]
    roles: dict[str, list[str]]
    teams: dict[str, str]
