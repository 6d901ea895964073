"""Players of Liar's Dice. `Careless` makes any legal move, `Blind` never looks at its dice; the others follow published advice.

Sources, in our own words:
- boardgamestrategy.blog, "Perudo (Liar's Dice)": add to the own dice a third of the others' (ones are wild) to know what to expect of a
  face, bid up to that, and leave the next player with a bid that is past it; bluff now and then, most of all with few dice.
- errorhandle.ai, "Estimating probabilities in Perudo": the chance of a bid is a binomial tail over the dice that one does not see.
- Without a source: a bid tells of its bidder's dice, so that the chance of a die under that cup is not a sixth any more.
"""

from files import generator
from dice_table import CALL, EXACT, tail


class Player:
    def __init__(self, *seed):
        self.rng = generator("dice", type(self).__name__, *seed)


class Careless(Player):
    """Any legal move with equal chance."""

    def acts(self, view):
        return self.rng.choice(view.legal())


class Blind(Player):
    """Bids a small step up on any face and calls what is too high for the table, all without a look at its own dice."""

    def acts(self, view):
        legal = [move for move in view.legal() if move not in (CALL, EXACT)]
        if view.last is not None:
            share = view.last[0] / max(1.0, view.total * view.rules.chance(view.last[1]))
            if not legal or self.rng.random() < min(0.95, max(0.02, share - 0.55)):
                return EXACT if view.rules.exact and self.rng.random() < 0.08 else CALL
        step = [self.least(legal, face) for face in {face for _, face in legal}]
        low = min(n / view.rules.chance(face) for n, face in step)
        return self.rng.choice([bid for bid in sorted(step) if bid[0] / view.rules.chance(bid[1]) <= low + 6])

    @staticmethod
    def least(legal, face):
        return min(bid for bid in legal if bid[1] == face)


class Honest(Player):
    """Bids what it expects at the table, the face it holds most of; calls what is `margin` or more above what it expects."""

    def __init__(self, *seed, margin=0.8, step=False):
        super().__init__(*seed)
        self.margin, self.step = margin, step

    def acts(self, view):
        legal = [move for move in view.legal() if move not in (CALL, EXACT)]
        if view.last is not None:
            over = view.last[0] - view.expected(view.last[1])
            if over > self.margin or not legal:
                return CALL
        honest = [bid for bid in legal if bid[0] <= view.expected(bid[1])]
        if not honest:
            near = min(legal, key=lambda bid: (bid[0] - view.expected(bid[1]), bid))
            return near if view.last is None or near[0] - view.expected(near[1]) < self.margin else CALL
        support = lambda bid: view.rules.support(view.own, bid[1])
        best = max(map(support, honest))
        of = [bid for bid in honest if support(bid) == best]
        # Either the least step, or right up to what is expected, so that the next player is past it.
        face = self.rng.choice(sorted({bid[1] for bid in of}))
        steps = [bid for bid in of if bid[1] == face]
        return min(steps) if self.step or self.rng.random() < 0.5 else max(steps)


class Bluffer(Player):
    """Bids at some risk: with chance `bluffs` a face that it holds little of, and one or two above what it could defend."""

    def __init__(self, *seed, bluffs=0.5, nerve=0.35):
        super().__init__(*seed)
        self.bluffs, self.nerve = bluffs, nerve

    def acts(self, view):
        legal = [move for move in view.legal() if move not in (CALL, EXACT)]
        if view.last is not None:
            if view.rules.exact and view.exactly(view.last) > 0.33 and self.rng.random() < 0.3:
                return EXACT
            if not legal or view.truth(view.last) < self.nerve * self.rng.uniform(0.6, 1.2):
                return CALL
        if self.rng.random() < self.bluffs:
            poor = sorted({face for _, face in legal}, key=lambda face: (view.rules.support(view.own, face), self.rng.random()))
            face = poor[0]
            start = min(n for n, of in legal if of == face)
            bid = (start + self.rng.choice([0, 0, 1]), face)
            # Nobody believes more than half as much again as the table should show.
            if bid in legal and bid[0] <= 1.4 * view.total * view.rules.chance(face) + 0.5:
                return bid
        top = max(view.truth(bid) for bid in legal)
        if view.last is not None and top < self.nerve * 0.7:
            return CALL
        # The least likely of the bids that it still dares.
        daring = [bid for bid in legal if view.truth(bid) >= min(top, self.rng.uniform(0.4, 0.8))]
        return min(daring, key=lambda bid: (view.truth(bid), bid))


class Bayes(Player):
    """Reads each bid of the round as news of its bidder's dice, and weighs its own moves by what that makes of their chances.

    A bidder is taken to have the face it bids on more dice than others, by `trust` where it never was seen to lie: trust in each
    player is the share of its last bids that its own dice backed, learned at each reveal.
    """

    def __init__(self, *seed, trust=0.6, caution=0.45):
        super().__init__(*seed)
        self.prior, self.caution, self.seen = trust, caution, {}

    def sees(self, rules, bids, _ending, hands):
        for seat, (_, face) in bids:
            share = rules.support(hands[seat], face) / max(1, len(hands[seat]))
            backed, all_ = self.seen.get(seat, (0.0, 0.0))
            self.seen[seat] = (0.97 * backed + float(share > rules.chance(face)), 0.97 * all_ + 1.0)

    def trust(self, seat):
        backed, all_ = self.seen.get(seat, (0.0, 0.0))
        return (backed + 6 * self.prior) / (all_ + 6)

    def distribution(self, view, face):
        """P(number of the others' dice that count for a face)."""
        total = [1.0]
        for seat, dice in enumerate(view.dice):
            if seat == view.seat or not dice:
                continue
            p = view.rules.chance(face)
            for bidder, (_, named) in view.bids:
                if bidder == seat:
                    # Named: more of it. Another face named: a little less.
                    odds = p / (1 - p) * (1.0 + 1.2 * self.trust(seat) if named == face else 1.0 - 0.2 * self.trust(seat))
                    p = odds / (1 + odds)
            for _ in range(dice):
                total = [a * (1 - p) + b * p for a, b in zip(total + [0.0], [0.0] + total)]
        return total

    def acts(self, view):
        legal = [move for move in view.legal() if move not in (CALL, EXACT)]
        known = {face: self.distribution(view, face) for face in range(1, 7)}

        def truth(bid, exactly=False):
            needed = bid[0] - view.rules.support(view.own, bid[1])
            chances = known[bid[1]]
            if exactly:
                return chances[needed] if 0 <= needed < len(chances) else 0.0
            return sum(chances[max(0, needed):])

        best = max(legal, key=lambda bid: (truth(bid), -bid[0], self.rng.random())) if legal else None
        if view.last is not None:
            call, exact = 1 - truth(view.last), truth(view.last, True) if view.rules.exact else 0.0
            # A raise is called only sometimes, so that it is worth more than its truth.
            raised = 0.4 + 0.6 * truth(best) if best else 0.0
            if exact > 0.36 and exact > call:
                return EXACT
            if best is None or call > max(self.caution, raised):
                return CALL
        good = [bid for bid in legal if truth(bid) >= min(truth(best), 0.75)]
        return min(good, key=lambda bid: (truth(bid), bid))


class Tight(Player):
    """Calls almost everything that is not likely by its own dice, and opens low: a player who fears to be called."""

    def acts(self, view):
        legal = [move for move in view.legal() if move not in (CALL, EXACT)]
        if view.last is not None and (not legal or view.truth(view.last) < 0.55):
            return CALL
        return max(legal, key=lambda bid: (round(view.truth(bid), 2), view.rules.support(view.own, bid[1]), -bid[0]))


assert abs(tail(5, 1 / 3, 2) - 0.5391) < 1e-4
