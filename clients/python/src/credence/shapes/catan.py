"""The shapes of catan: setup, parameters, questions, answers and worlds.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

__all__ = ["Setup", "Bank", "SetupDevCards", "Visibility", "Parameters", "PopulationSource", "Preset", "Query", "AtLeastQuery", "Resource", "CanAffordQuery", "QueryBundle", "BuildPiece", "ConfidenceQuery", "DevCardsQuery", "MonopolyHaulQuery", "StealOutcomeQuery", "BankStockBundle", "EventBundle", "DevCard", "StartDevCardsHeld", "StartDevCardsPlayed", "Answer", "AtLeastAnswer", "CanAffordAnswer", "ConfidenceAnswer", "DevCardsAnswer", "DevCardsAnswerCards", "CardChances", "CountChance", "MonopolyHaulAnswer", "StealOutcomeAnswer", "StealOutcomeAnswerDistribution", "World", "WorldDevCards", "Bundle"]
_ = (Mapping, Sequence, Any)


class Setup(TypedDict):
    """What one could read off the box and the house rules. Everything left out is that of the base game, or of its extension for 5 and 6 seats."""

    bank: NotRequired[Bank | None]
    bank_size: NotRequired[int | None]
    dev_cards: NotRequired[SetupDevCards | None]
    discard_limit: NotRequired[int | None]
    discards: NotRequired[Visibility | None]


Bank: TypeAlias = Literal["visible", "hidden", "unlimited"]
"""The bank of resource cards. `visible`: Finite, and its stock may be reported. `hidden`: Finite, and its stock is not seen. `unlimited`:
Without end.
"""


class SetupDevCards(TypedDict):
    """Development cards by type: 25 of them, or 34 for 5 and 6 seats."""

    knight: NotRequired[int]
    monopoly: NotRequired[int]
    road_building: NotRequired[int]
    victory_point: NotRequired[int]
    year_of_plenty: NotRequired[int]


Visibility: TypeAlias = Literal["public", "hidden"]
"""Who sees something. `public`: Everyone. `hidden`: Only the seat whose it is."""


class Parameters(TypedDict):
    """What a client chooses of the model."""

    max_worlds: NotRequired[int | None]
    population: NotRequired[PopulationSource | None]
    preset: NotRequired[Preset | None]
    prune_threshold: NotRequired[float | None]
    soft_weight: NotRequired[float | None]


PopulationSource: TypeAlias = Literal["learned", "shipped"]
"""Where a game's numbers of the population come from: the parameter `population` of rulesets that have the choice. `learned`: From the shipped
numbers, drawn to what the players of this log taught together. An opening that was written before this could be chosen holds nothing that
was taught. `shipped`: From the shipped numbers alone.
"""


Preset: TypeAlias = Literal["seed"]
"""A named choice of parameters. `seed`: 1,000 worlds, none lighter than 0.0001."""


Query: TypeAlias = "AtLeastQuery | CanAffordQuery | ConfidenceQuery | DevCardsQuery | MonopolyHaulQuery | StealOutcomeQuery"
"""A question of this game."""


class AtLeastQuery(TypedDict):
    """Does the seat hold at least so many of a resource?"""

    count: int
    resource: Resource
    seat: int
    type: Literal["at_least"]


Resource: TypeAlias = Literal["wood", "brick", "sheep", "wheat", "ore"]
"""A resource card."""


class CanAffordQuery(TypedDict):
    """Does the seat hold a piece's price, or a bundle? Name one of the two."""

    bundle: NotRequired[QueryBundle | None]
    piece: NotRequired[BuildPiece | None]
    seat: int
    type: Literal["can_afford"]


class QueryBundle(TypedDict):
    """Resource cards by kind: `{"wood": 2}`. Kinds left out are none."""

    brick: NotRequired[int]
    ore: NotRequired[int]
    sheep: NotRequired[int]
    wheat: NotRequired[int]
    wood: NotRequired[int]


BuildPiece: TypeAlias = Literal["road", "settlement", "city", "dev_card"]
"""What can be built or bought."""


class ConfidenceQuery(TypedDict):
    """How much is known of the seat's hand?"""

    seat: int
    type: Literal["confidence"]


class DevCardsQuery(TypedDict):
    """Which unplayed development cards does the seat hold?"""

    seat: int
    type: Literal["dev_cards"]


class MonopolyHaulQuery(TypedDict):
    """How many cards would a monopoly of the seat take?"""

    resource: Resource
    seat: int
    type: Literal["monopoly_haul"]


class StealOutcomeQuery(TypedDict):
    """Which card would a thief draw?"""

    thief: int
    type: Literal["steal_outcome"]
    victim: int


class BankStockBundle(TypedDict):
    """Cards in the bank by resource."""

    brick: NotRequired[int]
    ore: NotRequired[int]
    sheep: NotRequired[int]
    wheat: NotRequired[int]
    wood: NotRequired[int]


class EventBundle(TypedDict):
    """Resource cards by kind: `{"wood": 2}`. Kinds left out are none."""

    brick: NotRequired[int]
    ore: NotRequired[int]
    sheep: NotRequired[int]
    wheat: NotRequired[int]
    wood: NotRequired[int]


DevCard: TypeAlias = Literal["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"]
"""A development card."""


class StartDevCardsHeld(TypedDict):
    """Nothing is said of it."""

    knight: NotRequired[int]
    monopoly: NotRequired[int]
    road_building: NotRequired[int]
    victory_point: NotRequired[int]
    year_of_plenty: NotRequired[int]


class StartDevCardsPlayed(TypedDict):
    """Development cards already played, by type."""

    knight: NotRequired[int]
    monopoly: NotRequired[int]
    road_building: NotRequired[int]
    victory_point: NotRequired[int]
    year_of_plenty: NotRequired[int]


Answer: TypeAlias = "AtLeastAnswer | CanAffordAnswer | ConfidenceAnswer | DevCardsAnswer | MonopolyHaulAnswer | StealOutcomeAnswer"
"""An answer, with the type of its question."""


class AtLeastAnswer(TypedDict):
    """To `at_least`."""

    p: float
    type: Literal["at_least"]


class CanAffordAnswer(TypedDict):
    """To `can_afford`."""

    p: float
    type: Literal["can_afford"]


class ConfidenceAnswer(TypedDict):
    """To `confidence`."""

    confidence: float
    entropy_bits: float
    type: Literal["confidence"]


class DevCardsAnswer(TypedDict):
    """To `dev_cards`."""

    cards: DevCardsAnswerCards
    count: int
    type: Literal["dev_cards"]


class DevCardsAnswerCards(TypedDict):
    """By type."""

    knight: NotRequired[CardChances]
    monopoly: NotRequired[CardChances]
    road_building: NotRequired[CardChances]
    victory_point: NotRequired[CardChances]
    year_of_plenty: NotRequired[CardChances]


class CardChances(TypedDict):
    """What is believed about a seat's cards of one type."""

    at_least_one: float
    distribution: list[CountChance]
    expected: float


class CountChance(TypedDict):
    """The probability of a number of cards."""

    count: int
    p: float


class MonopolyHaulAnswer(TypedDict):
    """To `monopoly_haul`."""

    distribution: list[CountChance]
    expected: float
    type: Literal["monopoly_haul"]


class StealOutcomeAnswer(TypedDict):
    """To `steal_outcome`."""

    distribution: StealOutcomeAnswerDistribution
    nothing: float
    type: Literal["steal_outcome"]


class StealOutcomeAnswerDistribution(TypedDict):
    """Probability of each resource; those of probability 0 are left out."""

    brick: NotRequired[float]
    ore: NotRequired[float]
    sheep: NotRequired[float]
    wheat: NotRequired[float]
    wood: NotRequired[float]


class World(TypedDict):
    """One full assignment of what is hidden."""

    dev_cards: dict[str, WorldDevCards]
    hands: dict[str, Bundle]


class WorldDevCards(TypedDict):
    """Nothing is said of it."""

    knight: NotRequired[int]
    monopoly: NotRequired[int]
    road_building: NotRequired[int]
    victory_point: NotRequired[int]
    year_of_plenty: NotRequired[int]


class Bundle(TypedDict):
    """Resource cards by kind: `{"wood": 2}`. Kinds left out are none."""

    brick: NotRequired[int]
    ore: NotRequired[int]
    sheep: NotRequired[int]
    wheat: NotRequired[int]
    wood: NotRequired[int]
