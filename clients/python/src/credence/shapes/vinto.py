"""The shapes of vinto: setup, parameters, questions, answers and worlds.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

__all__ = ["Setup", "Sight", "Parameters", "PopulationSource", "Preset", "Query", "HoldsKnownQuery", "Rank", "KnowsQuery", "RankQuery", "ReadinessQuery", "RowTotalQuery", "WinsIfCalledQuery", "Place", "From", "Answer", "HoldsKnownAnswer", "KnowsAnswer", "RankAnswer", "ReadinessAnswer", "RowTotalAnswer", "WinsIfCalledAnswer", "World"]
_ = (Mapping, Sequence, Any)


class Setup(TypedDict):
    """House rules. Everything left out is as in the game that this ruleset was asked for."""

    ace_on_self: NotRequired[bool | None]
    coalition_looks: NotRequired[bool | None]
    discards: NotRequired[Sight | None]
    draws: NotRequired[Sight | None]
    failures_shown: NotRequired[bool | None]
    initial_discard: NotRequired[bool | None]
    king_on_top: NotRequired[bool | None]
    one_try: NotRequired[bool | None]
    peeks: NotRequired[int | None]
    penalty_per_card: NotRequired[bool | None]
    row: NotRequired[int | None]
    switch_within_row: NotRequired[bool | None]
    tossed_king_widens: NotRequired[bool | None]


Sight: TypeAlias = Literal["public", "private"]
"""Who sees a card. `public`: Everyone. `private`: The seat that handles it."""


class Parameters(TypedDict):
    """What a client chooses of the model. The switches govern what a belief uses, never what is recorded."""

    action_usage: NotRequired[bool | None]
    direct_observation: NotRequired[bool | None]
    exact_cards: NotRequired[int | None]
    king_declaration: NotRequired[bool | None]
    no_toss_in: NotRequired[bool | None]
    population: NotRequired[PopulationSource | None]
    preset: NotRequired[Preset | None]
    samples: NotRequired[int | None]
    soft_weight: NotRequired[float | None]
    swap_behavior: NotRequired[bool | None]
    toss_in_failure: NotRequired[bool | None]
    vinto_call: NotRequired[bool | None]


PopulationSource: TypeAlias = Literal["learned", "shipped"]
"""Where a game's numbers of the population come from: the parameter `population` of rulesets that have the choice. `learned`: From the shipped
numbers, drawn to what the players of this log taught together. An opening that was written before this could be chosen holds nothing that
was taught. `shipped`: From the shipped numbers alone.
"""


Preset: TypeAlias = Literal["seed"]
"""A named choice of the model. `seed`: Literal numbers, each on the card at the position that the event names."""


Query: TypeAlias = "HoldsKnownQuery | KnowsQuery | RankQuery | ReadinessQuery | RowTotalQuery | WinsIfCalledQuery"
"""A question of this game."""


class HoldsKnownQuery(TypedDict):
    """Whether a seat holds a card of a rank that it has looked at."""

    rank: Rank
    seat: int
    type: Literal["holds_known"]


Rank: TypeAlias = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker"]
"""A rank. Suits do not matter, so a card is its rank. `A`: Worth 1. `2`: Worth 2. `3`: Worth 3. `4`: Worth 4. `5`: Worth 5. `6`: Worth 6. `7`:
Worth 7. `8`: Worth 8. `9`: Worth 9. `10`: Worth 10. `J`: Worth 10. `Q`: Worth 10. `K`: Worth 0. `Joker`: Worth -1.
"""


class KnowsQuery(TypedDict):
    """Whether a seat has looked at a card of its row."""

    position: int
    seat: int
    type: Literal["knows"]


class RankQuery(TypedDict):
    """The rank of a card."""

    position: int
    seat: int
    type: Literal["rank"]


class ReadinessQuery(TypedDict):
    """How near a seat is to calling."""

    seat: int
    type: Literal["readiness"]


class RowTotalQuery(TypedDict):
    """The total of a row."""

    seat: int
    type: Literal["row_total"]


class WinsIfCalledQuery(TypedDict):
    """Whether a seat's total would be the lowest, were all rows turned up now. A tie counts: the caller wins it."""

    seat: int
    type: Literal["wins_if_called"]


class Place(TypedDict):
    """A place in a row."""

    position: int
    seat: int


From: TypeAlias = Literal["drawn", "discard", "toss_in", "declared"]
"""Where a played action card came from. `drawn`: It was just drawn. `discard`: It was the top of the discard pile. `toss_in`: It was tossed
in. `declared`: It was named rightly, in a swap or by a King.
"""


Answer: TypeAlias = "HoldsKnownAnswer | KnowsAnswer | RankAnswer | ReadinessAnswer | RowTotalAnswer | WinsIfCalledAnswer"
"""An answer, with the type of its question."""


class HoldsKnownAnswer(TypedDict):
    """To `holds_known`."""

    effective_sample_size: NotRequired[float | None]
    method: str
    p: float
    type: Literal["holds_known"]


class KnowsAnswer(TypedDict):
    """To `knows`."""

    knows: bool
    shown: bool
    type: Literal["knows"]


class RankAnswer(TypedDict):
    """To `rank`."""

    effective_sample_size: NotRequired[float | None]
    expected: float
    method: str
    ranks: dict[str, float]
    type: Literal["rank"]


class ReadinessAnswer(TypedDict):
    """To `readiness`."""

    at_most_ten: float
    effective_sample_size: NotRequired[float | None]
    method: str
    readiness: float
    type: Literal["readiness"]


class RowTotalAnswer(TypedDict):
    """To `row_total`."""

    effective_sample_size: NotRequired[float | None]
    expected: float
    method: str
    totals: dict[str, float]
    type: Literal["row_total"]


class WinsIfCalledAnswer(TypedDict):
    """To `wins_if_called`."""

    alone: float
    p: float
    standard_error: float
    type: Literal["wins_if_called"]
    worlds: int


class World(TypedDict):
    """Every card that is out, by its place."""

    draw_pile: list[Rank]
    drawn: NotRequired[Rank | None]
    face_down: NotRequired[list[Rank]]
    rows: dict[str, list[Rank]]
