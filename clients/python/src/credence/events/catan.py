"""The events of catan, made and not yet reported.

Made from the server's /openapi.json by `python -m generate`; change neither by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..by_seat import BySeat
from ..event import Event, event

if TYPE_CHECKING:
    from ..shapes.catan import BankStockBundle, BuildPiece, DevCard, EventBundle, Resource, StartDevCardsHeld, StartDevCardsPlayed

__all__ = ["CatanEvents"]
_ = (Any, BySeat, Mapping, Sequence)


class CatanEvents:
    """Catan: who holds which resources and development cards, through steals and discards that nobody saw: its events, for `report`, `turn` and
    `what_if`.
    """

    @staticmethod
    def bank_stock(*, bundle: BankStockBundle) -> Event:
        """An assertion: the bank holds so many of the resources listed; of others it says nothing.

        Args:
            bundle: Cards in the bank by resource.
        """
        return event("bank_stock", bundle=bundle)

    @staticmethod
    def bank_trade(*, get: EventBundle, give: EventBundle, seat: int) -> Event:
        """A trade with the bank or a harbour: the seat gives `give` and gets `get`.

        Args:
            get: From the bank.
            give: To the bank.
            seat: Who.
        """
        return event("bank_trade", get=get, give=give, seat=seat)

    @staticmethod
    def build(*, piece: BuildPiece, seat: int, card: DevCard | None = None, free: bool | None = None) -> Event:
        """A piece that is built or bought: `road`, `settlement`, `city` or `dev_card`. It shows that its price was held, and pays it, unless it is
        `free` (placed at the start of the game, or by road building).

        Args:
            piece: What.
            seat: Who.
            card: The type of a development card; seen by its seat only.
            free: Not paid for: placed at the start of the game, or by road building.
        """
        return event("build", piece=piece, seat=seat, card=card, free=free)

    @staticmethod
    def discard(*, count: int, seat: int, cards: EventBundle | None = None) -> Event:
        """Cards that a seat gives back on a seven: `count` of them, `cards` where they were seen.

        Args:
            count: How many.
            seat: Who.
            cards: The cards; seen by all, or by the seat only, as the setup says.
        """
        return event("discard", count=count, seat=seat, cards=cards)

    @staticmethod
    def hand(*, bundle: EventBundle, seat: int) -> Event:
        """An assertion: the seat holds exactly these cards. Only that seat sees it.

        Args:
            bundle: All its cards.
            seat: Whose hand.
        """
        return event("hand", bundle=bundle, seat=seat)

    @staticmethod
    def hand_size(*, count: int, seat: int) -> Event:
        """An assertion: the seat holds `count` cards.

        Args:
            count: Its cards.
            seat: Whose hand.
        """
        return event("hand_size", count=count, seat=seat)

    @staticmethod
    def monopoly(*, resource: Resource, seat: int, taken: BySeat[int] | None = None, total: int | None = None) -> Event:
        """A monopoly, which is played by this event itself: all cards of one resource go to the seat. Name what each seat gave in `taken` (seats left
        out gave none), or the `total`.

        Args:
            resource: Which resource.
            seat: Who.
            taken: Exactly what each other seat held; seats left out held none.
            total: What the others held together.
        """
        return event("monopoly", resource=resource, seat=seat, taken=taken, total=total)

    @staticmethod
    def offer(*, get: EventBundle, give: EventBundle, seat: int, to: Sequence[int] | None = None) -> Event:
        """A proposed trade: the seat would give `give` for `get`, to the seats in `to` (all others where none is named). Its maker most likely holds
        what it gives. It takes the place of the seat's open offer; those of other seats stay open.

        Args:
            get: What it wants.
            give: What it would give.
            seat: Who proposes.
            to: To whom; empty for everyone.
        """
        return event("offer", get=get, give=give, seat=seat, to=to)

    @staticmethod
    def play_dev_card(*, card: DevCard, seat: int) -> Event:
        """A `knight`, `road_building` or `victory_point` that is turned up. The steal, or the free roads, are events of their own.

        Args:
            card: `knight`, `road_building` or `victory_point`; the other two have events of their own.
            seat: Who.
        """
        return event("play_dev_card", card=card, seat=seat)

    @staticmethod
    def player_trade(*, get: EventBundle, give: EventBundle, partner: int, seat: int) -> Event:
        """A trade between two seats: `seat` gives `give` to `partner`, who gives `get`.

        Args:
            get: From the partner.
            give: To the partner.
            partner: With whom.
            seat: Who.
        """
        return event("player_trade", get=get, give=give, partner=partner, seat=seat)

    @staticmethod
    def production(*, gains: BySeat[EventBundle]) -> Event:
        """Cards that the bank pays, by seat: for a roll of the dice, or as starting resources. `{"gains": {"1": {"wood": 2, "ore": 1}}}`

        Args:
            gains: What each seat got.
        """
        return event("production", gains=gains)

    @staticmethod
    def refuse(*, seat: int, maker: int | None = None) -> Event:
        """The seat turns down an open offer: that of `maker`, who can be left out where one is open to the seat. Where several are, and want different
        cards, such a refusal says nothing of the hand.

        Args:
            seat: Who turns it down.
            maker: Whose offer.
        """
        return event("refuse", seat=seat, maker=maker)

    @staticmethod
    def start(*, bank: EventBundle | None = None, dev_cards: BySeat[int] | None = None, dev_cards_held: BySeat[StartDevCardsHeld] | None = None, dev_cards_played: StartDevCardsPlayed | None = None, hand_sizes: BySeat[int] | None = None, hands: BySeat[EventBundle] | None = None) -> Event:
        """The table as it stands: to join in the middle of a game, or to go on after events were missed. What was believed before it counts no more.
        Hands of seats not named are empty; without `bank`, what the bank holds is not known.

        Args:
            bank: The whole stock of a visible bank.
            dev_cards: Numbers of unplayed development cards.
            dev_cards_held: Unplayed development cards whose types are known; each seat's are seen by that seat only.
            dev_cards_played: Development cards already played, by type.
            hand_sizes: Numbers of cards in hands.
            hands: Known hands; each is seen by its seat only.
        """
        return event("start", bank=bank, dev_cards=dev_cards, dev_cards_held=dev_cards_held, dev_cards_played=dev_cards_played, hand_sizes=hand_sizes, hands=hands)

    @staticmethod
    def steal(*, thief: int, victim: int, resource: Resource | None = None) -> Event:
        """A card that `thief` draws at random from the hand of `victim`, after a seven or a knight (which is an event of its own). The resource is
        seen by the two alone; leave it out where you did not see it.

        Args:
            thief: Who takes.
            victim: Who loses.
            resource: The card; seen by the two only.
        """
        return event("steal", thief=thief, victim=victim, resource=resource)

    @staticmethod
    def turn_(*, seat: int, dice: int | None = None) -> Event:
        """The start of a turn, with the sum of the dice where they are rolled. Optional: it lets tendencies count turns, and ends all open offers.

        Args:
            seat: Whose turn.
            dice: Sum of the dice, 2 to 12.
        """
        return event("turn", seat=seat, dice=dice)

    @staticmethod
    def year_of_plenty(*, resources: EventBundle, seat: int) -> Event:
        """A year of plenty, which is played by this event itself: two `resources` from the bank.

        Args:
            resources: Two cards; one where the bank had no more.
            seat: Who.
        """
        return event("year_of_plenty", resources=resources, seat=seat)
