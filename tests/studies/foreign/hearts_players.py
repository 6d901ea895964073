"""Players of Hearts. `Careless` takes any legal card; the others follow advice that is published for people.

Sources, in our own words:
- thesprucecrafts.com, "What cards to pass in the game of Hearts": pass the ace, king and queen of spades unless four or more spades are
  held, and keep the spades below the queen; pass hearts from the jack up unless the suit is long; a club or diamond suit of one or two
  cards is passed whole, to be void.
- winenfood.com, "Winning strategies for the Hearts card game": an empty suit is where dangerous cards are thrown away.
- visualfoodie.com, "Top strategy for winning the game of Hearts": low spades are led to draw the queen out ("bleeding"), and a stopper is
  kept against somebody who takes everything.
- Common lore, without a source: a trick that cannot be won is the place for the highest card that still loses; the queen goes on the
  first trick that somebody else takes; who wants all points needs top cards in a long suit.
"""

from files import generator
from hearts_table import (ACE_OF_SPADES, CLUBS, DIAMONDS, HEARTS, KING_OF_SPADES, QUEEN, SPADES, points, rank, suit, wins)

JACK = 9


def by_rank(cards):
    return sorted(cards, key=lambda card: (rank(card), suit(card)))


class Careless:
    """Any legal move with equal chance."""

    def __init__(self, *seed):
        self.rng = generator("hearts careless", *seed)

    def passes(self, hand, _direction):
        return self.rng.sample(sorted(hand), 3)

    def plays(self, view):
        return self.rng.choice(view.legal())


class Lowest:
    """Always the lowest legal card, and passes its lowest: not random, and no sense in it."""

    def passes(self, hand, _direction):
        return by_rank(hand)[:3]

    def plays(self, view):
        return by_rank(view.legal())[0]


class Cautious:
    """Ducks where it can, sheds what is dangerous, and plays no card that it need not fear to lose with.

    `bleeds`: leads low spades while the queen is out. `voids`: empties a short suit with its pass. `stops`: keeps a high heart, and takes
    a trick with points where one other seat has taken all so far. `slips`: how often it plays any legal card, as people do.
    """

    def __init__(self, *seed, bleeds=True, voids=True, stops=False, slips=0.03):
        self.rng = generator("hearts cautious", *seed)
        self.bleeds, self.voids, self.stops, self.slips = bleeds, voids, stops, slips

    def passes(self, hand, _direction):
        left, given = set(hand), []

        def give(cards):
            for card in cards:
                if len(given) < 3 and card in left:
                    given.append(card)
                    left.discard(card)

        spades = [card for card in hand if suit(card) == SPADES]
        hearts = by_rank(card for card in hand if suit(card) == HEARTS)
        if len(spades) < 4:
            give([QUEEN, ACE_OF_SPADES, KING_OF_SPADES])
        elif QUEEN not in hand and len(spades) == 4:
            give([ACE_OF_SPADES])
        if self.voids:
            short = sorted((of for of in (CLUBS, DIAMONDS)), key=lambda of: sum(suit(card) == of for card in left))
            for of in short:
                cards = [card for card in left if suit(card) == of]
                if 0 < len(cards) <= 3 - len(given):
                    give(cards)
        if len(hearts) < 6:
            high = [card for card in reversed(hearts) if rank(card) >= JACK]
            give(high[1:] if self.stops else high)
        give([card for card in reversed(by_rank(left)) if suit(card) in (CLUBS, DIAMONDS)])
        give(reversed(by_rank(left)))
        return given

    def plays(self, view):
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        if self.rng.random() < self.slips:
            return self.rng.choice(legal)
        if not view.trick:
            return self.leads(view, legal)
        if suit(legal[0]) == suit(view.trick[0][1]):
            return self.follows(view, legal)
        return self.throws(view, legal)

    def queen_is_out(self, view):
        """Some other seat holds the queen."""
        return QUEEN in view.unseen()

    def leads(self, view, legal):
        unseen = view.unseen()
        spades = [card for card in legal if suit(card) == SPADES]
        low = [card for card in spades if card < QUEEN]
        if self.bleeds and self.queen_is_out(view) and low and len(low) == len(spades):
            return max(low)
        def danger(card):
            # How many cards could lose to it, against how many would take the trick away; a suit that others are void in is worse.
            of = [other for other in unseen if suit(other) == suit(card)]
            below, above = sum(other < card for other in of), sum(other > card for other in of)
            void = sum(suit(card) in voids for seat, voids in enumerate(view.voids) if seat != view.seat)
            own = len(view.of(suit(card)))
            bad = 0.0 if of else 3.0
            if suit(card) == SPADES and self.queen_is_out(view) and card > QUEEN or card == QUEEN:
                bad += 4.0
            if suit(card) == HEARTS:
                bad += 0.3
            return bad + below / (1 + below + above) + 0.4 * void + 0.05 * own
        return min(legal, key=lambda card: (danger(card), rank(card)))

    def follows(self, view, legal):
        trick = view.trick
        standing = trick[wins(trick)][1]
        worth = sum(points(card) for _, card in trick)
        last = len(trick) == 3
        losing = [card for card in legal if card < standing]
        if QUEEN in losing:
            return QUEEN
        safe = [card for card in legal if card != QUEEN] or legal
        if self.stops and worth and self.shooter(view) is not None and trick[wins(trick)][0] == self.shooter(view):
            over = [card for card in safe if card > standing]
            if over:
                return max(over)
        early = len(view.plays) < 4
        if early or last and not worth:
            # A trick that costs nothing is the time to be rid of a high card.
            return max(safe)
        if losing:
            return max(losing)
        if last:
            return max(safe)
        if suit(safe[0]) == SPADES and self.queen_is_out(view):
            return min(safe)
        return min(safe) if view.broken or self.rng.random() < 0.5 else max(safe)

    def throws(self, view, legal):
        if QUEEN in legal:
            return QUEEN
        if self.queen_is_out(view):
            high = [card for card in legal if card in (ACE_OF_SPADES, KING_OF_SPADES)]
            if high:
                return max(high)
        hearts = by_rank(card for card in legal if suit(card) == HEARTS)
        if self.stops and len(hearts) > 1 and rank(hearts[-1]) >= JACK and sum(view.taken) < 10:
            hearts = hearts[:-1]
        if hearts and rank(hearts[-1]) >= 5:
            return hearts[-1]
        # The highest card of the shortest suit: a step towards one more void.
        return max(legal, key=lambda card: (rank(card) - 1.5 * len(view.of(suit(card))), rank(card)))

    def shooter(self, view):
        """The only seat with points, when there are enough of them to fear a moon."""
        taken = [seat for seat, taken in enumerate(view.taken) if taken]
        return taken[0] if len(taken) == 1 and taken[0] != view.seat and sum(view.taken) >= 5 else None


class Shooter(Cautious):
    """Plays for all points with a hand that is strong enough for its nerve, and cautiously with others."""

    def __init__(self, *seed, nerve=8.0, **manner):
        super().__init__("shooter", *seed, **manner)
        self.nerve, self.shooting = nerve, False

    def strength(self, hand):
        """Aces count 2, kings 1.2, queens .7; a long suit counts for its length if it has the ace."""
        worth = sum({12: 2.0, 11: 1.2, 10: 0.7}.get(rank(card), 0.0) for card in hand)
        for of in range(4):
            cards = [card for card in hand if suit(card) == of]
            if len(cards) >= 5 and any(rank(card) == 12 for card in cards):
                worth += 0.8 * (len(cards) - 4)
        return worth - 0.5 * sum(suit(card) == HEARTS and rank(card) < 7 for card in hand)

    def passes(self, hand, direction):
        self.shooting = self.strength(hand) >= self.nerve
        if not self.shooting:
            return super().passes(hand, direction)
        # What would lose a trick goes: low hearts first, then low cards of short suits.
        length = {of: sum(suit(card) == of for card in hand) for of in range(4)}
        return sorted(hand, key=lambda card: (rank(card) - 4 * (suit(card) == HEARTS) + length[suit(card)], card))[:3]

    def plays(self, view):
        if len(view.plays) < 4:
            self.shooting = self.strength(view.hand) >= self.nerve
        if any(taken for seat, taken in enumerate(view.taken) if seat != view.seat):
            self.shooting = False
        legal = view.legal()
        if not self.shooting or len(legal) == 1:
            return super().plays(view)
        trick = view.trick
        if not trick:
            unseen = view.unseen()
            def sure(card):
                return not any(suit(other) == suit(card) and other > card for other in unseen)
            tops = [card for card in legal if sure(card)]
            return max(tops, key=rank) if tops else max(legal, key=lambda card: (len(view.of(suit(card))), rank(card)))
        if suit(legal[0]) == suit(trick[0][1]):
            standing = trick[wins(trick)][1]
            over = [card for card in legal if card > standing]
            worth = sum(points(card) for _, card in trick)
            if over and (worth or len(trick) < 3 or rank(max(over)) >= JACK):
                return max(over)
            return min(legal)
        rest = [card for card in legal if not points(card)] or legal
        return by_rank(rest)[0]
