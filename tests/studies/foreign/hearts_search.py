"""Search players of Hearts over worlds that they deal out themselves.

`IsMcts` is `open_spiel`'s information-set Monte-Carlo tree search over `open_spiel`'s Hearts (Cowling, Powley and Whitehouse 2012), with
nothing but its rollouts, uniform over legal cards; what is ours is the resampler that `open_spiel` leaves to the game. `Determinised` is
plain Monte-Carlo: each legal card is tried in each sampled deal, the rest played out by quick rules, and the best mean wins.
"""

import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts

from files import generator
from hearts_players import Cautious
from hearts_table import HEARTS, QUEEN, STEP, points, suit

GAME = pyspiel.load_game("hearts")
DIRECTION = {"hold": 0, "left": 1, "across": 2, "right": 3}


def sampled(view, rng):
    """The four hands as they may be: own cards, suits that were not followed, and passed cards where they went. Uniform but for the
    order in which seats are served."""
    unseen = sorted(view.unseen())
    counts = [13 - sum(player == seat for player, _ in view.plays) for seat in range(4)]
    hands = [set() for _ in range(4)]
    hands[view.seat] = set(view.hand)
    to = (view.seat + STEP[view.direction]) % 4
    if to != view.seat:
        hands[to] |= set(view.gave) & set(unseen)
    free = [card for card in unseen if card not in hands[to] or to == view.seat]
    rng.shuffle(free)
    free.sort(key=lambda card: sum(suit(card) in view.voids[seat] for seat in range(4)), reverse=True)
    given = [set(hand) for hand in hands]

    def room(seat):
        return counts[seat] - len(given[seat])

    def put(card, tried):
        """Gives a card to a seat with room, or to one that can hand another card on."""
        seats = [seat for seat in range(4) if seat != view.seat and seat not in tried and suit(card) not in view.voids[seat]]
        open_ = [seat for seat in seats if room(seat) > 0]
        if open_:
            given[rng.choices(open_, [room(seat) for seat in open_])[0]].add(card)
            return True
        for seat in seats:
            for other in sorted(given[seat] - hands[seat]):
                if put(other, tried | {seat}):
                    given[seat].discard(other)
                    given[seat].add(card)
                    return True
        return False

    for card in free:
        if not put(card, set()):
            raise RuntimeError("no deal fits what was seen")
    return given


def state_of(hands, plays):
    """`open_spiel`'s state after these plays, of a deal without passes: the hands are those that were played from."""
    state = GAME.new_initial_state()
    state.apply_action(0)
    whole = [sorted(hand | {card for player, card in plays if player == seat}) for seat, hand in enumerate(hands)]
    for place in range(52):
        state.apply_action(whole[place % 4][place // 4])
    for _, card in plays:
        state.apply_action(card)
    return state


class Rollouts:
    """What the search asks at a leaf: one game played on at random."""

    def __init__(self, rng):
        self.rng = rng

    def evaluate(self, state):
        state = state.clone()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(self.rng.random() * len(legal))])
        return state.returns()

    def prior(self, state):
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


class IsMcts:
    def __init__(self, *seed, simulations=200, uct=12.0):
        self.rng = generator("hearts ismcts", *seed)
        self.bot = ismcts.ISMCTSBot(
            GAME, Rollouts(self.rng), uct, simulations, random_state=numpy.random.RandomState(self.rng.randrange(2 ** 31)),
        )

    def best(self, state, resample):
        self.bot.set_resampler(lambda _state, _player: resample())
        return int(self.bot.step(state))

    def passes(self, hand, direction):
        # It passes as seat 0: only the direction and its own hand are known, and seats are alike.
        others = sorted(set(range(52)) - hand)
        given = []

        def dealt():
            rest = list(others)
            self.rng.shuffle(rest)
            hands = [sorted(hand), rest[:13], rest[13:26], rest[26:]]
            state = GAME.new_initial_state()
            state.apply_action(DIRECTION[direction])
            for place in range(52):
                state.apply_action(hands[place % 4][place // 4])
            for card in given:
                state.apply_action(card)
            return state

        for _ in range(3):
            given.append(self.best(dealt(), dealt))
        return given

    def plays(self, view):
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]

        def dealt():
            return state_of(sampled(view, self.rng), view.plays)

        return self.best(dealt(), dealt)


class Quick:
    """Plays a deal out by short rules: under the standing card if it can, the highest that is thrown away, a low lead."""

    @staticmethod
    def card(hand, trick, broken, first, rng):
        if not trick:
            legal = [card for card in hand if suit(card) != HEARTS] if not broken else hand
            return min(legal or hand, key=lambda card: (card // 4 + 3 * rng.random(), card))
        lead = suit(trick[0])
        follow = [card for card in hand if suit(card) == lead]
        if not follow:
            legal = [card for card in hand if not points(card)] if first else hand
            return max(legal or hand, key=lambda card: (card == QUEEN, suit(card) == HEARTS, card))
        standing = max(card for card in trick if suit(card) == lead)
        under = [card for card in follow if card < standing]
        if under:
            return QUEEN if QUEEN in under else max(under)
        over = [card for card in follow if card != QUEEN] or follow
        return max(over) if len(trick) == 3 else min(over)


def played_out(hands, trick, turn, broken, first, card, me, rng):
    """Points that `me` takes from now on, if seat `turn` plays this card."""
    hands, trick, mine = [set(hand) for hand in hands], list(trick), 0
    leader = (turn - len(trick)) % 4
    chosen = card
    while True:
        seat = (leader + len(trick)) % 4
        card = chosen if chosen is not None else Quick.card(hands[seat], trick, broken, first, rng)
        chosen = None
        hands[seat].discard(card)
        trick.append(card)
        broken = broken or points(card) > 0
        if len(trick) == 4:
            lead = suit(trick[0])
            place = max(range(4), key=lambda place: (suit(trick[place]) == lead, trick[place]))
            leader, worth = (leader + place) % 4, sum(map(points, trick))
            mine += worth * (leader == me)
            trick, first = [], False
            if not hands[leader]:
                return mine


class Determinised(Cautious):
    """Tries each legal card in each of its worlds. It passes as the cautious player does: the search begins with the first card."""

    def __init__(self, *seed, worlds=30):
        super().__init__("determinised", *seed, slips=0.0)
        self.worlds = worlds

    def deals(self, view):
        return [sampled(view, self.rng) for _ in range(self.worlds)]

    def plays(self, view):
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        cost = dict.fromkeys(legal, 0.0)
        trick = [card for _, card in view.trick]
        for hands in self.deals(view):
            for card in legal:
                cost[card] += played_out(hands, trick, view.seat, view.broken, len(view.plays) < 4, card, view.seat, self.rng)
        return min(legal, key=lambda card: (cost[card], card))
