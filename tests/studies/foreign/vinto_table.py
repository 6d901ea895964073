"""A table of Vinto: it deals, asks the players, and writes down what happened, as the referee sees it.

A card is an instance that keeps its number while it moves; what a seat knows, it knows of instances.
"""

from files import event, generator
from told import Told

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker"]
VALUE = {**{rank: at + 1 for at, rank in enumerate(RANKS[:10])}, "J": 10, "Q": 10, "K": 0, "Joker": -1}
DECK = [rank for rank in RANKS for _ in range(2 if rank == "Joker" else 4)]
ACTIONS = {"A": "force", "7": "own", "8": "own", "9": "other", "10": "other", "J": "switch", "Q": "queen", "K": "declare"}
DEFAULTS = {"row": 5, "peeks": 2, "draws": "public", "discards": "public"}


class Stuck(Exception):
    """No card is left to draw."""


class View:
    """What one seat sees: rows of instances, what it knows of them, and what lies open."""

    def __init__(self, game, seat):
        self.seat, self.seats = seat, len(game.players)
        self.rows = [list(row) for row in game.rows]
        self.row = self.rows[seat]
        self.known = game.known[seat]
        # Instances that each seat has looked at: everybody sees who looks where.
        self.seen = [set(known) for known in game.known]
        self.open = [game.rank[card] for card, _ in game.discards if card in game.shown]
        self.pile, self.caller, self.turn = len(game.pile), game.caller, game.turns
        # The rank of the card that this seat has drawn and not yet laid down.
        self.hand = [rank for drawer, rank in game.hand if drawer == seat or game.setup["draws"] == "public"]

    def others(self):
        """Seats whose cards are in reach."""
        return [seat for seat in range(self.seats) if seat != self.seat and seat != self.caller]

    def knows(self, card):
        return self.known.get(card)

    def unseen(self):
        """Ranks that this seat has not seen anywhere, one for each card."""
        left = list(DECK)
        lying = {card for row in self.rows for card in row}
        for rank in self.open + self.hand + [rank for card, rank in self.known.items() if card in lying]:
            left.remove(rank)
        return left

    def mean(self):
        unseen = self.unseen()
        return sum(VALUE[rank] for rank in unseen) / max(1, len(unseen))


class Game:
    """One round, from the deal to the reveal."""
    def __init__(self, players, setup, rng):
        self.players, self.setup, self.rng = players, setup, rng
        self.events, self.rank, self.turns, self.shuffles = Told(players), {}, 0, []
        self.known = [{} for _ in players]
        self.shown = set()
        self.pile = self.fresh(DECK)
        self.rows = [[self.pile.pop(0) for _ in range(setup["row"])] for _ in players]
        # (instance, whether its action is spent), the top last.
        self.discards = []
        self.caller, self.window, self.failed, self.queued, self.hand = None, None, set(), [], []

    def fresh(self, ranks):
        ranks = list(ranks)
        self.rng.shuffle(ranks)
        first = len(self.rank)
        self.shuffles.append(ranks)
        self.rank.update({first + at: rank for at, rank in enumerate(ranks)})
        return list(range(first, first + len(ranks)))

    def record(self, kind, **data):
        self.events.append(event(kind, **data))

    def ask(self, seat, what, *about):
        return getattr(self.players[seat], what)(View(self, seat), *about)

    def show(self, card, seats=None):
        for seat in range(len(self.players)) if seats is None else seats:
            self.known[seat][card] = self.rank[card]

    def lay(self, card, used, top=True, unseen=False):
        if not unseen:
            self.shown.add(card)
        self.discards.insert(len(self.discards) - (not top and bool(self.discards)), [card, used])

    def play(self):
        first = self.rng.randrange(len(self.players))
        self.record("round", first=first)
        for seat, row in enumerate(self.rows):
            for position in self.rng.sample(range(len(row)), self.setup["peeks"]):
                self.peek(seat, seat, position)
        seat = first
        while seat != self.caller:
            self.turn(seat)
            seat = (seat + 1) % len(self.players)
        self.record("reveal", hands={str(seat): [self.rank[card] for card in row] for seat, row in enumerate(self.rows)})
        return self.events

    def peek(self, seat, target, position):
        card = self.rows[target][position]
        self.show(card, [seat])
        self.record("peek", seat=seat, target=target, position=position, card=self.rank[card])

    def refill(self, low):
        if len(self.pile) > low:
            return
        under, top = self.discards[:-1], self.discards[-1:]
        if under and all(card in self.shown for card, _ in under):
            self.record("reshuffle", kept=len(self.pile))
            self.pile += self.fresh(self.rank[card] for card, _ in under)
            self.discards = top
        elif not self.pile:
            raise Stuck

    def turn(self, seat):
        self.turns += 1
        self.window, self.failed, self.queued, self.hand = None, set(), [], []
        top, used = self.discards[-1] if self.discards else (None, True)
        rank = self.rank.get(top)
        if not used and top in self.shown and rank in ACTIONS and self.ask(seat, "takes", rank):
            self.record("take_discard", seat=seat, card=rank)
            self.discards[-1][1] = True
            self.use(seat, rank, "discard")
        else:
            self.draw(seat)
        self.declared(seat)
        self.tossing(0)
        self.refill(1)
        if self.caller is None and self.ask(seat, "calls"):
            self.caller = seat
            self.record("vinto", seat=seat)

    def draw(self, seat):
        self.refill(0)
        card = self.pile.pop(0)
        rank = self.rank[card]
        self.show(card, None if self.setup["draws"] == "public" else [seat])
        self.record("draw", seat=seat, card=rank)
        self.hand = [(seat, rank)]
        move, *more = self.ask(seat, "acts", rank)
        self.hand = []
        if move == "discard":
            self.lay(card, False)
            self.record("discard", seat=seat, card=rank)
            self.window = {rank}
        elif move == "use":
            self.lay(card, True)
            self.use(seat, rank, "drawn")
        else:
            position, named = more
            out = self.rows[seat][position]
            self.rows[seat][position] = card
            public = self.setup["discards"] == "public"
            named = named if public else None
            self.show(out, [seat])
            self.lay(out, False, unseen=not public)
            data = {} if named is None else {"declared": named}
            self.record("swap", seat=seat, position=position, drawn=rank, out=self.rank[out], **data)
            self.window = {self.rank[out]} if public else None
            if named == self.rank[out] and named in ACTIONS:
                self.queued.append((seat, named, False))
            elif named is not None and named != self.rank[out]:
                self.penalty(seat)

    def penalty(self, seat):
        self.refill(0)
        self.record("penalty", seat=seat)
        self.rows[seat].append(self.pile.pop(0))

    def declared(self, seat):
        """Plays the named cards whose actions are due."""
        for due in [due for due in self.queued if due[0] == seat and not due[2]]:
            if due in self.queued and self.ask(seat, "plays", due[1]):
                self.spend(due)
                self.use(seat, due[1], "declared")

    def spend(self, due):
        self.queued.remove(due)
        places = self.discards[:-1] if due[2] else self.discards
        for place in reversed(places):
            if self.rank[place[0]] == due[1] and not place[1] and place[0] in self.shown:
                place[1] = True
                break

    def use(self, seat, rank, source):
        self.record("use_action", seat=seat, card=rank, **{"from": source})
        if source in ("drawn", "discard"):
            self.window = {rank}
        action = ACTIONS[rank]
        if action == "own":
            position = self.ask(seat, "looks_own") if self.rows[seat] else None
            if position is not None:
                self.peek(seat, seat, position)
        elif action == "other":
            place = self.ask(seat, "looks_other")
            if place is not None:
                self.peek(seat, *place)
        elif action in ("switch", "queen"):
            pair = self.ask(seat, "pairs", action == "queen")
            if pair is not None:
                self.switch(seat, pair, action == "queen")
        elif action == "force":
            target = self.ask(seat, "forces")
            if target is not None:
                self.refill(0)
                self.record("force_draw", seat=seat, target=target)
                self.rows[target].append(self.pile.pop(0))
        else:
            named = self.ask(seat, "declares")
            if named is not None:
                self.declare(seat, *named)

    def switch(self, seat, pair, looks):
        if looks:
            for place in pair:
                self.peek(seat, *place)
        executed = self.ask(seat, "switches", *pair)
        (s, p), (t, q) = pair
        data = {"a": {"seat": s, "position": p}, "b": {"seat": t, "position": q}}
        self.record("switch", seat=seat, **data, executed=executed)
        if executed:
            self.rows[s][p], self.rows[t][q] = self.rows[t][q], self.rows[s][p]

    def declare(self, seat, place, rank):
        target, position = place
        truth = self.rank[card := self.rows[target][position]]
        self.record("declare", seat=seat, target=target, position=position, rank=rank, actual=truth)
        if truth == rank:
            self.rows[target].pop(position)
            self.lay(card, False)
            self.window = {"K", rank}
            if rank in ACTIONS:
                self.queued.append((seat, rank, False))
            self.declared(seat)
        else:
            self.show(card)
            self.window = {"K"}
            self.penalty(seat)

    def tossing(self, depth):
        """Everybody may toss in; then what was tossed in is played. A King among it opens another window."""
        if self.window is None:
            return
        ranks, self.failed = self.window, set()
        seats = [seat for seat in range(len(self.players)) if seat != self.caller]
        self.rng.shuffle(seats)
        for seat in seats:
            positions = self.ask(seat, "tosses", ranks) if self.rows[seat] else []
            if positions:
                self.toss(seat, positions, ranks)
        eligible = sorted(set(seats) - self.failed)
        self.record("toss_window", ranks=[rank for rank in RANKS if rank in ranks], eligible=eligible)
        self.window = None
        for due in [due for due in self.queued if due[2]]:
            if due in self.queued and self.ask(due[0], "plays", due[1]):
                self.spend(due)
                self.use(due[0], due[1], "toss_in")
        if depth < 3:
            self.tossing(depth + 1)

    def toss(self, seat, positions, ranks):
        cards = [self.rows[seat][position] for position in positions]
        names = [self.rank[card] for card in cards]
        wrong = sum(name not in ranks for name in names)
        self.record("toss_in", seat=seat, positions=positions, cards=names, success=not wrong)
        for card in cards:
            self.show(card)
        if wrong:
            self.failed.add(seat)
            for _ in range(wrong):
                self.penalty(seat)
            return
        self.rows[seat] = [card for card in self.rows[seat] if card not in cards]
        for card in cards:
            self.lay(card, False, top=False)
            if self.rank[card] in ACTIONS:
                self.queued.append((seat, self.rank[card], True))


def games(family, make, count, seed=1, **rules):
    """Each game is one round by the same players in the same seats."""
    players = make(seed)
    people = [f"foreign-vinto-{family}-{seat}" for seat in range(len(players))]
    setup, number, tried = {**DEFAULTS, **rules}, 0, 0
    while number < count:
        tried += 1
        game = Game(players, setup, generator(family, seed, "game", tried))
        try:
            events = game.play()
        except Stuck:
            continue
        # Rows are dealt seat by seat from the front of the deck, the rest is the draw pile; then what each reshuffle put under it.
        yield people, setup, events, {"deck": game.shuffles[0], "reshuffled": game.shuffles[1:]}
        number += 1
