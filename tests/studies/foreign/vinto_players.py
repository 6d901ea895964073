"""Players of Vinto. `Careless` makes legal moves by lot; `Low` follows the advice that is given for games of its kind.

Sources, in our own words: rules and tips of Cabo (en.wikipedia.org/wiki/Cabo_(game), decksplain.github.io/games/cabo,
cabo-adventures.net), and what follows from its aim: swap known high cards for lower ones, and unknown cards for clearly low ones; look at own unknown cards before others';
keep the best cards and remember where everybody's are; throw pairs off at once; call when the known total is low, before others get there.
"""

from files import generator
from vinto_table import ACTIONS, RANKS, VALUE


class Careless:
    """A legal move with equal chance. Where that would end or wreck a round at once, a fixed chance stands for it: it calls in 6 % of its
    turns, and throws a card in in 8 % of its windows."""

    def __init__(self, *seed):
        self.rng = generator("vinto", type(self).__name__, *seed)

    def place(self, view, seats):
        places = [(seat, position) for seat in seats for position in range(len(view.rows[seat]))]
        return self.rng.choice(places) if places else None

    def takes(self, _view, _rank):
        return self.rng.random() < 0.5

    def acts(self, view, rank):
        moves = [("discard",)] + [("use",)] * (rank in ACTIONS) + [("swap", position, None) for position in range(len(view.row))]
        move = self.rng.choice(moves)
        if move[0] == "swap" and self.rng.random() < 0.1:
            return "swap", move[1], self.rng.choice(RANKS)
        return move

    def looks_own(self, view):
        return self.rng.randrange(len(view.row))

    def looks_other(self, view):
        return self.place(view, view.others())

    def pairs(self, view, _looks):
        seats = [seat for seat in view.others() + [view.seat] if view.rows[seat]]
        if len(seats) < 2:
            return None
        one, other = self.rng.sample(seats, 2)
        return self.place(view, [one]), self.place(view, [other])

    def switches(self, _view, _a, _b):
        return self.rng.random() < 0.5

    def declares(self, view):
        place = self.place(view, view.others() + [view.seat])
        return None if place is None else (place, self.rng.choice(RANKS))

    def forces(self, view):
        others = view.others()
        return self.rng.choice(others) if others else None

    def plays(self, _view, _rank):
        return self.rng.random() < 0.5

    def tosses(self, view, _ranks):
        return [self.rng.randrange(len(view.row))] if self.rng.random() < 0.08 else []

    def calls(self, _view):
        return self.rng.random() < 0.06


class Low(Careless):
    """`calls_at`: the expected total at which it calls. `daring`: how many unknown cards it may still hold then. `uses`: whether it plays
    actions at all. `slips`: how often it moves by lot, or forgets to toss in."""

    def __init__(self, *seed, calls_at=6.0, daring=1, uses=True, gain=1.5, slips=0.03):
        super().__init__(*seed)
        self.calls_at, self.daring, self.uses, self.gain, self.slips = calls_at, daring, uses, gain, slips

    def worth(self, view, card):
        rank = view.knows(card)
        return view.mean() if rank is None else VALUE[rank]

    def total(self, view, seat):
        return sum(self.worth(view, card) for card in view.rows[seat])

    def unknown(self, view, seat):
        return [position for position, card in enumerate(view.rows[seat]) if view.knows(card) is None]

    def highest(self, view):
        """The own card that costs most, with what it costs; of equals, the one that is known."""
        costs = [(self.worth(view, card), view.knows(card) is not None, position) for position, card in enumerate(view.row)]
        return max(costs, default=(0.0, True, None))

    def wants(self, view, rank):
        """Whether an action is worth more than nothing to this player now."""
        action = ACTIONS.get(rank)
        if action is None or not self.uses:
            return False
        if action == "own":
            return bool(self.unknown(view, view.seat))
        if action == "other":
            return bool(view.others()) and view.turn > len(view.rows)
        if action == "declare":
            return self.declares(view) is not None
        if action in ("switch", "queen"):
            return self.pairs(view, action == "queen") is not None
        return bool(view.others())

    def takes(self, view, rank):
        return ACTIONS[rank] in ("own", "declare", "queen") and self.wants(view, rank) and self.rng.random() < 0.8

    def acts(self, view, rank):
        if self.rng.random() < self.slips:
            return super().acts(view, rank)
        cost, known, position = self.highest(view)
        gain = cost - VALUE[rank] - (0.0 if known else 0.5)
        if self.wants(view, rank) and gain < 5:
            return ("use",)
        if position is None or gain < self.gain:
            return ("discard",)
        out = view.knows(view.row[position])
        # Naming a card that it knows lets it play that card's action.
        return "swap", position, out if out in ACTIONS and self.uses else None

    def looks_own(self, view):
        unknown = self.unknown(view, view.seat)
        return self.rng.choice(unknown) if unknown else None

    def looks_other(self, view):
        places = [(seat, position) for seat in view.others() for position in self.unknown(view, seat)]
        return self.rng.choice(places) if places else self.place(view, view.others())

    def pairs(self, view, looks):
        cost, _, mine = self.highest(view)
        theirs = [(self.worth(view, card), self.rng.random(), (seat, position))
                  for seat in view.others() for position, card in enumerate(view.rows[seat])]
        if mine is None or not theirs:
            return None
        low, _, place = min(theirs)
        return ((view.seat, mine), place) if cost - low >= (0.5 if looks else 2.0) else None

    def switches(self, view, a, b):
        (_, mine), (seat, position) = a, b
        return self.worth(view, view.row[mine]) > self.worth(view, view.rows[seat][position])

    def declares(self, view):
        known = [(self.worth(view, card), position) for position, card in enumerate(view.row) if view.knows(card)]
        cost, position = max(known, default=(0, None))
        return ((view.seat, position), view.knows(view.row[position])) if position is not None and cost >= 3 else None

    def forces(self, view):
        return min(view.others(), key=lambda seat: self.total(view, seat), default=None)

    def plays(self, view, rank):
        return self.wants(view, rank)

    def tosses(self, view, ranks):
        if self.rng.random() < 2 * self.slips:
            return []
        fitting = [position for position, card in enumerate(view.row) if view.knows(card) in ranks]
        # A card that costs nothing is worth more in the row than a play, but for what fewer cards are worth.
        return [position for position in fitting if self.worth(view, view.row[position]) > 0]

    def calls(self, view):
        return view.turn > 2 * view.seats and len(self.unknown(view, view.seat)) <= self.daring \
            and self.total(view, view.seat) <= self.calls_at + 0.02 * view.turn


class Hoarder(Low):
    """Swaps every low card in, plays no action and calls only when all its cards are known: slow, and easy to read."""

    def __init__(self, *seed):
        super().__init__(*seed, calls_at=9.0, daring=0, uses=False, gain=0.5)


class Swapper(Low):
    """Always swaps what it draws for its oldest card, known or not, unless it is a picture; a habit and no reading of cards."""

    def __init__(self, *seed):
        super().__init__(*seed, calls_at=14.0, daring=2)
        self.at = 0

    def acts(self, view, rank):
        self.at += 1
        if rank in ("J", "Q", "10") or not view.row:
            return ("use",) if self.wants(view, rank) else ("discard",)
        return "swap", self.at % len(view.row), None
