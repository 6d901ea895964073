# Made from ../aio/catan.py by `python -m generate`: change that one.
"""A table of catan.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from ..answers import Appended, Turn
from ..by_seat import BySeat
from ..event import Event
from ..events.catan import CatanEvents
from .table import Table

if TYPE_CHECKING:
    from ..shapes.catan import Answer, AtLeastAnswer, BankStockBundle, BuildPiece, CanAffordAnswer, ConfidenceAnswer, DevCard, DevCardsAnswer, EventBundle, MonopolyHaulAnswer, Query, QueryBundle, Resource, StartDevCardsHeld, StartDevCardsPlayed, StealOutcomeAnswer, World

__all__ = ["Catan"]
_ = (Any, BySeat, Mapping, Sequence)


class Catan(Table["World"]):
    """Catan: who holds which resources and development cards, through steals and discards that nobody saw."""

    ruleset = "catan"
    #: Makes events without reporting them.
    event = CatanEvents

    def bank_stock(self, *, bundle: BankStockBundle) -> Appended:
        """Reports: An assertion: the bank holds so many of the resources listed; of others it says nothing.

        Args:
            bundle: Cards in the bank by resource.
        """
        return self.report(CatanEvents.bank_stock(bundle=bundle))

    def bank_trade(self, *, get: EventBundle, give: EventBundle, seat: int) -> Appended:
        """Reports: A trade with the bank or a harbour: the seat gives `give` and gets `get`.

        Args:
            get: From the bank.
            give: To the bank.
            seat: Who.
        """
        return self.report(CatanEvents.bank_trade(get=get, give=give, seat=seat))

    def build(self, *, piece: BuildPiece, seat: int, card: DevCard | None = None, free: bool | None = None) -> Appended:
        """Reports: A piece that is built or bought: `road`, `settlement`, `city` or `dev_card`. It shows that its price was held, and pays it, unless
        it is `free` (placed at the start of the game, or by road building).

        Args:
            piece: What.
            seat: Who.
            card: The type of a development card; seen by its seat only.
            free: Not paid for: placed at the start of the game, or by road building.
        """
        return self.report(CatanEvents.build(piece=piece, seat=seat, card=card, free=free))

    def discard(self, *, count: int, seat: int, cards: EventBundle | None = None) -> Appended:
        """Reports: Cards that a seat gives back on a seven: `count` of them, `cards` where they were seen.

        Args:
            count: How many.
            seat: Who.
            cards: The cards; seen by all, or by the seat only, as the setup says.
        """
        return self.report(CatanEvents.discard(count=count, seat=seat, cards=cards))

    def hand(self, *, bundle: EventBundle, seat: int) -> Appended:
        """Reports: An assertion: the seat holds exactly these cards. Only that seat sees it.

        Args:
            bundle: All its cards.
            seat: Whose hand.
        """
        return self.report(CatanEvents.hand(bundle=bundle, seat=seat))

    def hand_size(self, *, count: int, seat: int) -> Appended:
        """Reports: An assertion: the seat holds `count` cards.

        Args:
            count: Its cards.
            seat: Whose hand.
        """
        return self.report(CatanEvents.hand_size(count=count, seat=seat))

    def monopoly(self, *, resource: Resource, seat: int, taken: BySeat[int] | None = None, total: int | None = None) -> Appended:
        """Reports: A monopoly, which is played by this event itself: all cards of one resource go to the seat. Name what each seat gave in `taken`
        (seats left out gave none), or the `total`.

        Args:
            resource: Which resource.
            seat: Who.
            taken: Exactly what each other seat held; seats left out held none.
            total: What the others held together.
        """
        return self.report(CatanEvents.monopoly(resource=resource, seat=seat, taken=taken, total=total))

    def offer(self, *, get: EventBundle, give: EventBundle, seat: int, to: Sequence[int] | None = None) -> Appended:
        """Reports: A proposed trade: the seat would give `give` for `get`, to the seats in `to` (all others where none is named). Its maker most
        likely holds what it gives. It takes the place of the seat's open offer; those of other seats stay open.

        Args:
            get: What it wants.
            give: What it would give.
            seat: Who proposes.
            to: To whom; empty for everyone.
        """
        return self.report(CatanEvents.offer(get=get, give=give, seat=seat, to=to))

    def play_dev_card(self, *, card: DevCard, seat: int) -> Appended:
        """Reports: A `knight`, `road_building` or `victory_point` that is turned up. The steal, or the free roads, are events of their own.

        Args:
            card: `knight`, `road_building` or `victory_point`; the other two have events of their own.
            seat: Who.
        """
        return self.report(CatanEvents.play_dev_card(card=card, seat=seat))

    def player_trade(self, *, get: EventBundle, give: EventBundle, partner: int, seat: int) -> Appended:
        """Reports: A trade between two seats: `seat` gives `give` to `partner`, who gives `get`.

        Args:
            get: From the partner.
            give: To the partner.
            partner: With whom.
            seat: Who.
        """
        return self.report(CatanEvents.player_trade(get=get, give=give, partner=partner, seat=seat))

    def production(self, *, gains: BySeat[EventBundle]) -> Appended:
        """Reports: Cards that the bank pays, by seat: for a roll of the dice, or as starting resources. `{"gains": {"1": {"wood": 2, "ore": 1}}}`

        Args:
            gains: What each seat got.
        """
        return self.report(CatanEvents.production(gains=gains))

    def refuse(self, *, seat: int, maker: int | None = None) -> Appended:
        """Reports: The seat turns down an open offer: that of `maker`, who can be left out where one is open to the seat. Where several are, and want
        different cards, such a refusal says nothing of the hand.

        Args:
            seat: Who turns it down.
            maker: Whose offer.
        """
        return self.report(CatanEvents.refuse(seat=seat, maker=maker))

    def start(self, *, bank: EventBundle | None = None, dev_cards: BySeat[int] | None = None, dev_cards_held: BySeat[StartDevCardsHeld] | None = None, dev_cards_played: StartDevCardsPlayed | None = None, hand_sizes: BySeat[int] | None = None, hands: BySeat[EventBundle] | None = None) -> Appended:
        """Reports: The table as it stands: to join in the middle of a game, or to go on after events were missed. What was believed before it counts
        no more. Hands of seats not named are empty; without `bank`, what the bank holds is not known.

        Args:
            bank: The whole stock of a visible bank.
            dev_cards: Numbers of unplayed development cards.
            dev_cards_held: Unplayed development cards whose types are known; each seat's are seen by that seat only.
            dev_cards_played: Development cards already played, by type.
            hand_sizes: Numbers of cards in hands.
            hands: Known hands; each is seen by its seat only.
        """
        return self.report(CatanEvents.start(bank=bank, dev_cards=dev_cards, dev_cards_held=dev_cards_held, dev_cards_played=dev_cards_played, hand_sizes=hand_sizes, hands=hands))

    def steal(self, *, thief: int, victim: int, resource: Resource | None = None) -> Appended:
        """Reports: A card that `thief` draws at random from the hand of `victim`, after a seven or a knight (which is an event of its own). The
        resource is seen by the two alone; leave it out where you did not see it.

        Args:
            thief: Who takes.
            victim: Who loses.
            resource: The card; seen by the two only.
        """
        return self.report(CatanEvents.steal(thief=thief, victim=victim, resource=resource))

    def turn_(self, *, seat: int, dice: int | None = None) -> Appended:
        """Reports: The start of a turn, with the sum of the dice where they are rolled. Optional: it lets tendencies count turns, and ends all open
        offers.

        Args:
            seat: Whose turn.
            dice: Sum of the dice, 2 to 12.
        """
        return self.report(CatanEvents.turn_(seat=seat, dice=dice))

    def year_of_plenty(self, *, resources: EventBundle, seat: int) -> Appended:
        """Reports: A year of plenty, which is played by this event itself: two `resources` from the bank.

        Args:
            resources: Two cards; one where the bank had no more.
            seat: Who.
        """
        return self.report(CatanEvents.year_of_plenty(resources=resources, seat=seat))

    @overload  # type: ignore[override]
    def turn(
        self,
        *events: Event,
        variables: Sequence[str] | None = None,
        queries: Sequence[Query] = (),
        worlds: int = 0,
        seed: int | None = None,
        form: None = None,
        if_revision: int | None = None,
    ) -> Turn[World, Answer]: ...

    @overload
    def turn(
        self,
        *events: Event,
        variables: Sequence[str] | None = None,
        queries: Sequence[Query] = (),
        worlds: int = 0,
        seed: int | None = None,
        form: str,
        if_revision: int | None = None,
    ) -> Turn[Any, Answer]: ...

    def turn(self, *events: Event, **asked: Any) -> Any:
        """Reports events and asks, in one round trip: for the belief (or the `variables` named), answers to `queries`, and `worlds`."""
        return super().turn(*events, **asked)

    @overload  # type: ignore[override]
    def ask(self, type: Literal["at_least"], /, *, count: int, resource: Resource, seat: int) -> AtLeastAnswer: ...

    @overload
    def ask(self, type: Literal["can_afford"], /, *, seat: int, bundle: QueryBundle | None = None, piece: BuildPiece | None = None) -> CanAffordAnswer: ...

    @overload
    def ask(self, type: Literal["confidence"], /, *, seat: int) -> ConfidenceAnswer: ...

    @overload
    def ask(self, type: Literal["dev_cards"], /, *, seat: int) -> DevCardsAnswer: ...

    @overload
    def ask(self, type: Literal["monopoly_haul"], /, *, resource: Resource, seat: int) -> MonopolyHaulAnswer: ...

    @overload
    def ask(self, type: Literal["steal_outcome"], /, *, thief: int, victim: int) -> StealOutcomeAnswer: ...

    def ask(self, type: str, /, **question: Any) -> Any:
        """Asks one of the questions at_least, can_afford, confidence, dev_cards, monopoly_haul, steal_outcome."""
        return super().ask(type, **question)
