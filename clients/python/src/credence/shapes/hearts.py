"""The shapes of hearts: setup, parameters, questions, answers and worlds.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

__all__ = ["Setup", "ConcededPoints", "Direction", "Parameters", "PopulationSource", "Preset", "Query", "ConfidenceQuery", "EntropyQuery", "By", "ExpectedPointsQuery", "HoldsQuery", "SuitLengthQuery", "Suit", "UnseenQuery", "VoidQuery", "Answer", "ConfidenceAnswer", "EntropyAnswer", "ExpectedPointsAnswer", "HoldsAnswer", "SuitLengthAnswer", "LengthChance", "UnseenAnswer", "LikelyVoid", "VoidAnswer", "World"]
_ = (Mapping, Sequence, Any)


Setup = TypedDict("Setup", {"conceded_points": "NotRequired[ConcededPoints | None]", "hearts_must_be_broken": "NotRequired[bool | None]", "jack_of_diamonds": "NotRequired[bool | None]", "no_points_on_first_trick": "NotRequired[bool | None]", "pass": "NotRequired[Sequence[Direction] | None]", "queen_breaks_hearts": "NotRequired[bool | None]"})
"""House rules. Left out, they are those of most tables."""


ConcededPoints: TypeAlias = Literal["checked", "unchecked"]
"""What is asked of the points of a deal that ends before its last card. `checked`: All penalty points are given out, 26 in all, and nobody has
fewer than the seat's tricks hold; or one seat shot the moon. `unchecked`: Nothing: the table scores such a deal as it likes.
"""


Direction: TypeAlias = Literal["left", "right", "across", "hold"]
"""Where three cards go before the play. `left`: To the next seat. `right`: To the seat before. `across`: To the seat opposite. `hold`:
Nowhere: no cards are passed.
"""


class Parameters(TypedDict):
    """What a client chooses of the model."""

    population: NotRequired[PopulationSource | None]
    preset: NotRequired[Preset | None]
    soft_weight: NotRequired[float | None]


PopulationSource: TypeAlias = Literal["learned", "shipped"]
"""Where a game's numbers of the population come from: the parameter `population` of rulesets that have the choice. `learned`: From the shipped
numbers, drawn to what the players of this log taught together. An opening that was written before this could be chosen holds nothing that
was taught. `shipped`: From the shipped numbers alone.
"""


Preset: TypeAlias = Literal["seed"]
"""A named choice of the model. `seed`: Two likelihoods without context."""


Query: TypeAlias = "ConfidenceQuery | EntropyQuery | ExpectedPointsQuery | HoldsQuery | SuitLengthQuery | UnseenQuery | VoidQuery"
"""A question of this game."""


class ConfidenceQuery(TypedDict):
    """How much is known of all hands?"""

    type: Literal["confidence"]


class EntropyQuery(TypedDict):
    """How much is unknown, by suit or by seat?"""

    by: By
    type: Literal["entropy"]


By: TypeAlias = Literal["suit", "seat"]
"""How entropies are summed. `suit`: Over the holders of each suit's cards. `seat`: Over the cards of a seat: for each card, whether the seat
holds it.
"""


class ExpectedPointsQuery(TypedDict):
    """What would the trick collect, if the seat played this card to it, and each seat after it any legal card with equal chance?"""

    card: str
    seat: NotRequired[int | None]
    type: Literal["expected_points"]


class HoldsQuery(TypedDict):
    """Does the seat hold the card?"""

    card: str
    seat: int
    type: Literal["holds"]


class SuitLengthQuery(TypedDict):
    """How many cards of the suit does the seat hold?"""

    seat: int
    suit: Suit
    type: Literal["suit_length"]


Suit: TypeAlias = Literal["C", "D", "H", "S"]
"""A suit, in the order in which cards are listed. `C`: Clubs. `D`: Diamonds. `H`: Hearts: a point each. `S`: Spades; their queen is worth 13
points.
"""


class UnseenQuery(TypedDict):
    """A seat's hand as a bot that thinks in sets sees it: what it may hold, what it holds, and where it is out of a suit."""

    seat: int
    threshold: NotRequired[float | None]
    type: Literal["unseen"]


class VoidQuery(TypedDict):
    """Has the seat no card of the suit?"""

    seat: int
    suit: Suit
    type: Literal["void"]


Answer: TypeAlias = "ConfidenceAnswer | EntropyAnswer | ExpectedPointsAnswer | HoldsAnswer | SuitLengthAnswer | UnseenAnswer | VoidAnswer"
"""An answer, with the type of its question."""


class ConfidenceAnswer(TypedDict):
    """To `confidence`."""

    confidence: float
    entropy_bits: float
    type: Literal["confidence"]


class EntropyAnswer(TypedDict):
    """To `entropy`."""

    bits: dict[str, float]
    type: Literal["entropy"]


class ExpectedPointsAnswer(TypedDict):
    """To `expected_points`."""

    points: float
    standard_error: float
    takes: float
    type: Literal["expected_points"]
    wins: float
    worlds: int


class HoldsAnswer(TypedDict):
    """To `holds`."""

    p: float
    type: Literal["holds"]


class SuitLengthAnswer(TypedDict):
    """To `suit_length`."""

    distribution: list[LengthChance]
    expected: float
    type: Literal["suit_length"]


class LengthChance(TypedDict):
    """The probability of a number of cards."""

    count: int
    p: float


class UnseenAnswer(TypedDict):
    """To `unseen`."""

    certain: list[str]
    count: int
    likely_voids: list[LikelyVoid]
    possible: list[str]
    type: Literal["unseen"]


class LikelyVoid(TypedDict):
    """A suit that a seat may be out of."""

    p: float
    suit: Suit


class VoidAnswer(TypedDict):
    """To `void`."""

    p: float
    type: Literal["void"]


class World(TypedDict):
    """The cards in each hand."""

    hands: dict[str, list[str]]
