"""The shapes of liars_dice: setup, parameters, questions, answers and worlds.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

__all__ = ["Setup", "Bidding", "ExactBy", "MaputaFace", "MaputaWhen", "WildFace", "Parameters", "PopulationSource", "Preset", "Query", "AccuracyQuery", "BestResponseQuery", "BidsQuery", "FacePopularityQuery", "FaceTotalQuery", "HandQuery", "PlausibilityQuery", "TrustQuery", "Answer", "AccuracyAnswer", "Rate", "BestResponseAnswer", "BidChance", "BidsAnswer", "PastBid", "FacePopularityAnswer", "FaceTotalAnswer", "CountChance", "HandAnswer", "HandChance", "PlausibilityAnswer", "Models", "SeedTerms", "TrustAnswer", "World"]
_ = (Mapping, Sequence, Any)


class Setup(TypedDict):
    """What one could read off the box and the house rules. Everything left out is as most programs play Perudo; where printed rules of it differ,
    `exact_by`, `maputa_face` and `open_wild` say so.
    """

    bidding: NotRequired[Bidding | None]
    dice: NotRequired[int | None]
    dice_lost: NotRequired[bool | None]
    exact_by: NotRequired[ExactBy | None]
    exact_call: NotRequired[bool | None]
    exact_costs: NotRequired[int | None]
    exact_takes: NotRequired[int | None]
    exact_wins: NotRequired[int | None]
    maputa: NotRequired[bool | None]
    maputa_face: NotRequired[MaputaFace | None]
    maputa_when: NotRequired[MaputaWhen | None]
    most_dice: NotRequired[int | None]
    ones_wild: NotRequired[bool | None]
    open_wild: NotRequired[bool | None]
    wild_face: NotRequired[WildFace | None]


Bidding: TypeAlias = Literal["perudo", "reset_face", "reset_quantity"]
"""Which bids may follow which. `perudo`: More dice of any face, or as many of a higher one. Going to the wild face takes at least half as
many, rounded up; coming back from it at least twice as many and one. `reset_face`: More dice of any face, or as many of a higher one; the
wild face is a face like others. `reset_quantity`: Any number of a higher face, or more dice of the same one.
"""


ExactBy: TypeAlias = Literal["turn", "others", "anyone"]
"""Who may say that the standing bid is exactly right. `turn`: The seat to act. `others`: Every seat with dice but the one to act and the
bidder. `anyone`: Every seat with dice but the bidder.
"""


MaputaFace: TypeAlias = Literal["kept", "one_die"]
"""Which face may be bid in a maputa round after the first bid. `kept`: That of the first bid. `one_die`: That of the bid before; a seat with
one die may go to another, as `bidding` lets it where no face is wild.
"""


MaputaWhen: TypeAlias = Literal["one_die", "just_dropped"]
"""Which of the rounds whose starter has one die are maputa rounds. `one_die`: All of them. `just_dropped`: Those whose starter had more than
one die in the round before, while more than two seats are in. The first round of a log has no round before it, and is none.
"""


WildFace: TypeAlias = Literal["ones", "highest"]
"""The face that counts as every other. `ones`: Ones. `highest`: The highest face: sixes."""


class Parameters(TypedDict):
    """What a client chooses of the model. The switches govern what a belief uses, never what is recorded."""

    bayesian_sampling: NotRequired[bool | None]
    betting_history_enabled: NotRequired[bool | None]
    history_memory_rounds: NotRequired[int | None]
    player_trust_enabled: NotRequired[bool | None]
    population: NotRequired[PopulationSource | None]
    preset: NotRequired[Preset | None]
    trust_learning_rate: NotRequired[float | None]


PopulationSource: TypeAlias = Literal["learned", "shipped"]
"""Where a game's numbers of the population come from: the parameter `population` of rulesets that have the choice. `learned`: From the shipped
numbers, drawn to what the players of this log taught together. An opening that was written before this could be chosen holds nothing that
was taught. `shipped`: From the shipped numbers alone.
"""


Preset: TypeAlias = Literal["seed"]
"""A named choice of parameters. `seed`: The defaults and the dice formula of an earlier tracker, kept for comparison."""


Query: TypeAlias = "AccuracyQuery | BestResponseQuery | BidsQuery | FacePopularityQuery | FaceTotalQuery | HandQuery | PlausibilityQuery | TrustQuery"
"""A question of this game."""


class AccuracyQuery(TypedDict):
    """How well did a player's bids fit its dice?"""

    seat: int
    type: Literal["accuracy"]


class BestResponseQuery(TypedDict):
    """What can the seat that is to act expect of each thing that it may do?"""

    type: Literal["best_response"]


class BidsQuery(TypedDict):
    """The bids of this game, in order."""

    face: NotRequired[int | None]
    round: NotRequired[int | None]
    seat: NotRequired[int | None]
    type: Literal["bids"]


class FacePopularityQuery(TypedDict):
    """How often was a face bid, by all players?"""

    face: int
    recent_rounds: NotRequired[int | None]
    type: Literal["face_popularity"]


class FaceTotalQuery(TypedDict):
    """How many dice on the table count for a face?"""

    face: int
    type: Literal["face_total"]


class HandQuery(TypedDict):
    """Which dice does the seat hold?"""

    seat: int
    type: Literal["hand"]


class PlausibilityQuery(TypedDict):
    """Are there at least, and exactly, so many dice of a face, wild ones counted?"""

    face: int
    quantity: int
    type: Literal["plausibility"]


class TrustQuery(TypedDict):
    """How far are a player's bids to be believed, by the formula of the preset `seed`?"""

    seat: int
    type: Literal["trust"]


Answer: TypeAlias = "AccuracyAnswer | BestResponseAnswer | BidsAnswer | FacePopularityAnswer | FaceTotalAnswer | HandAnswer | PlausibilityAnswer | TrustAnswer"
"""An answer, with the type of its question."""


class AccuracyAnswer(TypedDict):
    """To `accuracy`."""

    accuracy: float | None
    bids: int
    bluff_rate: dict[str, Rate]
    truthful: float | None
    type: Literal["accuracy"]


class Rate(TypedDict):
    """A rate with what it rests on."""

    high: float
    low: float
    mean: float
    opportunities: float
    successes: float


class BestResponseAnswer(TypedDict):
    """To `best_response`."""

    bids: list[BidChance]
    call: float | None
    exact: float | None
    seat: int
    type: Literal["best_response"]


class BidChance(TypedDict):
    """What is to be expected of a bid."""

    face: int
    p_called: float
    p_caught: float
    p_exactly: float
    p_true: float
    quantity: int


class BidsAnswer(TypedDict):
    """To `bids`."""

    bids: list[PastBid]
    type: Literal["bids"]


class PastBid(TypedDict):
    """A bid of this game."""

    dice: int
    face: int
    hand: str | None
    quantity: int
    round: int
    seat: int
    truth: bool | None


class FacePopularityAnswer(TypedDict):
    """To `face_popularity`."""

    bids: int
    of: int
    share: float | None
    type: Literal["face_popularity"]


class FaceTotalAnswer(TypedDict):
    """To `face_total`."""

    distribution: list[CountChance]
    expected: float
    type: Literal["face_total"]


class CountChance(TypedDict):
    """The probability of a number of dice."""

    count: int
    p: float


class HandAnswer(TypedDict):
    """To `hand`."""

    dice: int
    hands: list[HandChance]
    type: Literal["hand"]


class HandChance(TypedDict):
    """The probability of a hand."""

    hand: str
    p: float


class PlausibilityAnswer(TypedDict):
    """To `plausibility`."""

    at_least: float
    exactly: float
    models: Models
    seed: SeedTerms
    type: Literal["plausibility"]


class Models(TypedDict):
    """One probability by two models."""

    bayes: float
    seed: float


class SeedTerms(TypedDict):
    """What the seed's collective plausibility is made of."""

    accuracy: float | None
    base: float
    popularity: float | None


class TrustAnswer(TypedDict):
    """To `trust`."""

    accuracies: list[float]
    rounds: int
    type: Literal["trust"]
    value: float


class World(TypedDict):
    """One full assignment of what is hidden."""

    dice: dict[str, list[int]]
