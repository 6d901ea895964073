"""Players of Catan who trade with each other, by common advice: offer what is spare for what the next piece lacks. The engine's own bots do not trade."""

from catan_table import COSTS, RESOURCES
from files import generator


class Trader:
    """How one person trades. Everything else its engine's player decides.

    offers: the share of its turns in which it offers something, if it has something to spare.
    accepts: what it needs before it accepts: "piece", a card that its next piece lacks; "spare", nothing, if it can spare what it gives; "never".
    silent: the share of offers that it leaves unanswered.
    bluffs: the share of its offers that name a card which it may not hold.
    """

    def __init__(self, seed, seat, offers=0.6, accepts="piece", silent=0.1, bluffs=0.0):
        self.rng = generator("catan", "trader", seed, seat)
        self.offers, self.accepts, self.silent, self.bluffs = offers, accepts, silent, bluffs

    def wish(self, hand):
        """What the piece costs that lacks the fewest cards, of those that the hand does not pay for; of several the dearest."""
        def lacks(cost):
            return sum(max(0, count - hand[name]) for name, count in cost.items())

        pieces = [COSTS[name] for name in ("city", "settlement", "dev_card", "road")]
        return min((cost for cost in pieces if lacks(cost) > 0), key=lacks, default={})

    def spare(self, hand):
        wish = self.wish(hand)
        return [name for name in RESOURCES if hand[name] > wish.get(name, 0)]

    def lacking(self, hand):
        return [name for name, count in self.wish(hand).items() if hand[name] < count]

    def offer(self, hand):
        """(what it gives, what it wants), or None."""
        if self.rng.random() >= self.offers:
            return None
        spare = RESOURCES if self.rng.random() < self.bluffs else self.spare(hand)
        wanted = self.lacking(hand)
        give = [name for name in spare if name not in wanted]
        return (self.rng.choice(give), self.rng.choice(wanted)) if give and wanted else None

    def answer(self, hand, give, get):
        """True, False, or None for no answer. It would give `get`, and get `give`."""
        if hand[get] and get in self.spare(hand) and self.accepts != "never":
            if self.accepts == "spare" or give in self.lacking(hand):
                return True
        return None if self.rng.random() < self.silent else False
