"""A table of Hearts: it deals, asks the players, and writes down what happened, as the referee sees it.

A card is rank * 4 + suit with ranks 2..A and suits clubs, diamonds, hearts, spades, as `open_spiel` counts them.
"""

from files import event, generator
from told import Told

RANKS, SUITS = "23456789TJQKA", "CDHS"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
TWO_OF_CLUBS = 0
QUEEN = RANKS.index("Q") * 4 + SPADES
KING_OF_SPADES, ACE_OF_SPADES = QUEEN + 4, QUEEN + 8
DIRECTIONS = ["left", "right", "across", "hold"]
STEP = {"left": 1, "right": 3, "across": 2, "hold": 0}


def suit(card):
    return card % 4


def rank(card):
    return card // 4


def points(card):
    return 13 if card == QUEEN else int(suit(card) == HEARTS)


def name(card):
    return RANKS[rank(card)] + SUITS[suit(card)]


def card_of(text):
    return RANKS.index(text[0]) * 4 + SUITS.index(text[1])


def names(cards):
    """In the order that the server writes them."""
    return [name(card) for card in sorted(cards, key=lambda card: (suit(card), rank(card)))]


def wins(trick):
    """The place in the trick that takes it."""
    lead = suit(trick[0][1])
    return max(range(len(trick)), key=lambda place: (suit(trick[place][1]) == lead, rank(trick[place][1])))


class View:
    """What one seat sees when it is asked for a card."""

    def __init__(self, seat, hand, direction, gave, got):
        self.seat, self.hand, self.direction, self.gave, self.got = seat, set(hand), direction, gave, got
        # (seat, card) of every play of the deal, in order.
        self.plays = []
        self.taken = [0] * 4
        self.broken = False
        self.voids = [set() for _ in range(4)]

    @property
    def trick(self):
        return self.plays[len(self.plays) - len(self.plays) % 4:]

    def played(self):
        return {card for _, card in self.plays}

    def unseen(self):
        """Cards in the others' hands."""
        return set(range(52)) - self.hand - self.played()

    def of(self, wanted):
        return sorted(card for card in self.hand if suit(card) == wanted)

    def legal(self):
        trick = self.trick
        if not self.plays:
            return [TWO_OF_CLUBS]
        if not trick:
            rest = [card for card in self.hand if suit(card) != HEARTS]
            return sorted(self.hand) if self.broken or not rest else sorted(rest)
        follow = self.of(suit(trick[0][1]))
        if follow:
            return follow
        rest = [card for card in self.hand if not points(card)]
        return sorted(rest) if len(self.plays) < 4 and rest else sorted(self.hand)

    def saw(self, seat, card):
        """A card is played by anybody."""
        trick = self.trick
        if trick and suit(card) != suit(trick[0][1]):
            self.voids[seat].add(suit(trick[0][1]))
        self.plays.append((seat, card))
        self.hand.discard(card)
        self.broken = self.broken or suit(card) == HEARTS or card == QUEEN
        if len(self.plays) % 4 == 0:
            trick = self.plays[-4:]
            self.taken[trick[wins(trick)][0]] += sum(points(card) for _, card in trick)


def deal(players, number, seed, direction, shows):
    """Plays one deal, and gives its events. A player has `passes(hand, direction)` and `plays(view)`; it may have `watches(event,
    seat)`, which is called with each event as this seat sees it."""
    rng = generator(seed, "deal", number)
    deck = list(range(52))
    rng.shuffle(deck)
    hands = [set(deck[seat * 13:(seat + 1) * 13]) for seat in range(4)]
    events = Told(players)

    def record(kind, **data):
        events.append(event(kind, **data))

    record("deal", deal=0, direction=direction, hands={str(seat): names(hand) for seat, hand in enumerate(hands)})
    gave = [[] for _ in range(4)]
    if direction != "hold":
        gave = [players[seat].passes(set(hands[seat]), direction) for seat in range(4)]
        step, first = STEP[direction], rng.randrange(4)
        order = [(first + turn) % 4 for turn in range(4)]
        for seat in order:
            record("pass", seat=seat, to=(seat + step) % 4, cards=names(gave[seat]))
        for seat in range(4):
            assert len(set(gave[seat])) == 3 and set(gave[seat]) <= hands[seat]
            hands[seat] -= set(gave[seat])
        for seat in range(4):
            hands[(seat + step) % 4] |= set(gave[seat])
        for seat in order:
            record("receive", seat=seat, **{"from": (seat - step) % 4}, cards=names(gave[(seat - step) % 4]))
    got = [gave[(seat - STEP[direction]) % 4] for seat in range(4)]
    views = [View(seat, hands[seat], direction, gave[seat], got[seat]) for seat in range(4)]
    turn = next(seat for seat in range(4) if TWO_OF_CLUBS in hands[seat])
    for play in range(52):
        card = players[turn].plays(views[turn])
        assert card in views[turn].legal(), (name(card), names(views[turn].legal()))
        for view in views:
            view.saw(turn, card)
        record("play", seat=turn, card=name(card))
        trick = views[0].plays[-4:]
        turn = trick[wins(trick)][0] if play % 4 == 3 else (turn + 1) % 4
    score = views[0].taken
    if 26 in score:
        score = [26 - taken for taken in score]
    end = {"points": {str(seat): score[seat] for seat in range(4)}}
    if shows and direction != "hold":
        end["passes"] = {str(seat): names(gave[seat]) for seat in range(4)}
    record("deal_end", **end)
    return events


def names_of(family):
    return [f"foreign-hearts-{family}-{seat}" for seat in range(4)]


def games(family, make, count, seed=1):
    """Each game is one deal by the same four players; the passes go around from game to game."""
    people, players = names_of(family), make(seed)
    for number in range(count):
        direction = DIRECTIONS[number % 4]
        # Half of the tables show the passes afterwards.
        shows = number // 4 % 2 == 0
        yield people, {"pass": [direction]}, deal(players, number, f"{family}:{seed}", direction, shows)
