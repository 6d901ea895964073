"""A table of Liar's Dice: it rolls, asks the players, and writes down what happened, as the referee sees it."""

from math import comb

from files import event, generator
from told import Told

CALL, EXACT = "call", "exact"
DEFAULTS = {"dice": 5, "most_dice": 8, "ones_wild": True, "wild_face": "ones", "maputa": True, "exact_call": True,
            "exact_wins": 1, "exact_takes": 1, "exact_costs": 1, "bidding": "perudo"}


def tail(dice, p, needed):
    """P(at least `needed` of so many dice)."""
    if needed <= 0:
        return 1.0
    return sum(comb(dice, n) * p ** n * (1 - p) ** (dice - n) for n in range(needed, dice + 1))


class Rules:
    """The rules of one round."""

    def __init__(self, setup, starter_dice):
        self.bidding = setup["bidding"]
        self.maputa = setup["maputa"] and starter_dice == 1
        face = 6 if setup["wild_face"] == "highest" else 1
        self.wild = face if setup["ones_wild"] and not self.maputa else None
        self.exact = setup["exact_call"]

    def after(self, last, face):
        """The least quantity of a face that may follow; `None` where it may not be bid."""
        if last is None:
            return 1
        quantity, standing = last
        if self.maputa:
            return quantity + 1 if face == standing else None
        if self.bidding == "reset_quantity":
            return 1 if face > standing else quantity + 1 if face == standing else None
        if self.bidding == "perudo" and self.wild is not None:
            if standing == self.wild != face:
                return 2 * quantity + 1
            if face == self.wild != standing:
                return (quantity + 1) // 2
        return quantity if face > standing else quantity + 1

    def bids(self, last, total):
        """All legal bids, as (quantity, face)."""
        least = [(face, self.after(last, face)) for face in range(1, 7)]
        return [(n, face) for face, first in least if first is not None for n in range(first, total + 1)]

    def support(self, dice, face):
        return sum(die == face or die == self.wild for die in dice)

    def chance(self, face):
        """P(one unseen die counts for the face)."""
        return 2 / 6 if self.wild is not None and face != self.wild else 1 / 6


class View:
    """What one seat sees when it is to act."""

    def __init__(self, rules, seat, own, dice, bids):
        self.rules, self.seat, self.own = rules, seat, own
        # Dice of each seat, and the bids of this round as (seat, (quantity, face)).
        self.dice, self.bids = dice, bids
        self.last = bids[-1][1] if bids else None
        self.total = sum(dice)
        self.others = self.total - len(own)

    def legal(self):
        calls = [] if self.last is None else [CALL] + [EXACT] * self.rules.exact
        return calls + self.rules.bids(self.last, self.total)

    def truth(self, bid):
        """P(the bid is true) to who sees the own dice only."""
        return tail(self.others, self.rules.chance(bid[1]), bid[0] - self.rules.support(self.own, bid[1]))

    def exactly(self, bid):
        return self.truth(bid) - self.truth((bid[0] + 1, bid[1]))

    def expected(self, face):
        return self.rules.support(self.own, face) + self.others * self.rules.chance(face)


def game(players, setup, rng):
    """Plays one game to its end, and gives its events. A player has `acts(view)`; it may have `sees(bids, action, hands)` after each reveal,
    and `watches(event, seat)`, which is called with each event."""
    seats = len(players)
    dice = [setup["dice"]] * seats
    starter = rng.randrange(seats)
    events = Told(players)
    while sum(n > 0 for n in dice) > 1:
        while dice[starter] == 0:
            starter = (starter + 1) % seats
        events.append(event("round", dice={str(s): n for s, n in enumerate(dice) if n}, starter=starter))
        hands = [sorted(rng.randint(1, 6) for _ in range(n)) for n in dice]
        events.extend(event("roll", seat=s, dice=hand) for s, hand in enumerate(hands) if hand)
        loser = bid_out(players, Rules(setup, dice[starter]), starter, hands, dice, setup, events)
        starter = loser
    return events


def bid_out(players, rules, starter, hands, dice, setup, events):
    seats, bids, turn = len(players), [], starter
    while True:
        view = View(rules, turn, hands[turn], tuple(dice), list(bids))
        action = players[turn].acts(view)
        assert action in view.legal(), (action, view.last)
        if action in (CALL, EXACT):
            break
        events.append(event("bid", seat=turn, quantity=action[0], face=action[1]))
        bids.append((turn, action))
        turn = next(s % seats for s in range(turn + 1, turn + seats + 1) if dice[s % seats])
    events.append(event(action, seat=turn))
    events.append(event("reveal", hands={str(s): hand for s, hand in enumerate(hands) if hand}))
    for player in players:
        if hasattr(player, "sees"):
            player.sees(rules, bids, (turn, action), hands)
    bidder, (quantity, face) = bids[-1]
    count = sum(rules.support(hand, face) for hand in hands)
    if action == CALL:
        changes = [(turn if count >= quantity else bidder, -1)]
    elif count != quantity:
        changes = [(turn, -min(setup["exact_costs"], dice[turn]))]
    else:
        room = setup["most_dice"] - dice[turn]
        changes = [(bidder, -min(setup["exact_takes"], dice[bidder])), (turn, min(setup["exact_wins"], room))]
    for seat, delta in changes:
        if delta:
            dice[seat] += delta
            events.append(event("dice_change", seat=seat, delta=delta, left=dice[seat]))
    return next((seat for seat, delta in changes if delta < 0), starter)


def games(family, make, count, seed=1, **rules):
    """The same players in the same seats from the first game to the last."""
    players = make(seed)
    people = [f"foreign-dice-{family}-{seat}" for seat in range(len(players))]
    setup = {**DEFAULTS, **rules}
    for number in range(count):
        yield people, setup, game(players, setup, generator(family, seed, "game", number))
