"""The search player of Vinto that is measured: one program, whatever its worlds come from."""

import families
from files import generator
from vinto_search import Search
from vinto_table import DEFAULTS, VALUE, Game, Stuck


class Agent(Search):
    """Its worlds are the server's; it reports what happens. Worlds are asked for once at each event, and gone through in turn."""

    def __init__(self, asked, number):
        super().__init__("agent", number)
        self.asked, self.drawn, self.next = asked, [], 0

    def watches(self, event, _seat):
        self.asked.watches(event)
        self.drawn = []

    def sampled(self, view):
        if not self.drawn:
            self.drawn, self.next = self.asked.worlds(3 * self.worlds), 0
        world = self.drawn[self.next % len(self.drawn)]
        self.next += 1
        rows = [[VALUE[rank] for rank in world["rows"][str(seat)]] for seat in range(view.seats)]
        return rows, [VALUE[rank] for rank in reversed(world["draw_pile"])]


class Seer(Search):
    """Its one world is the true one."""

    def __init__(self, number):
        super().__init__("agent", number)
        self.game = None

    def sampled(self, _view):
        rank = self.game.rank
        return [[VALUE[rank[card]] for card in row] for row in self.game.rows], [VALUE[rank[card]] for card in reversed(self.game.pile)]


MAKES = {"mixed": families.VINTO_MIXED, "rules_low": families.LOW, "rules_low_private": families.LOW}


def people(family):
    return [f"foreign-vinto-{family}-{seat}" for seat in range(5 if family == "mixed" else 4)]


def setup(family, _number):
    return {**DEFAULTS, "draws": "private" if family == "rules_low_private" else "public"}


def play(family, number, asked):
    """The agent's part of a won round: 1, or less where it shares the lowest total; `None` where the cards ran out."""
    others = MAKES[family](f"decisions-{number}")[1:]
    agent = Seer(number) if asked is None else Agent(asked, number)
    game = Game([agent, *others], setup(family, number), generator("decisions", number))
    agent.game = game
    try:
        events = game.play()
    except Stuck:
        return None
    totals = [sum(VALUE[rank] for rank in events[-1]["data"]["hands"][str(seat)]) for seat in range(len(game.players))]
    caller, least = game.caller, min(totals)
    if totals[0] != least:
        return 0.0
    return float(caller == 0) if totals[caller] == least else 1 / totals.count(least)
