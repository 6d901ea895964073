"""Every family: who sits at its table. Seats keep their players from the first game to the last."""

import hearts_table
from hearts_players import Careless, Cautious, Lowest, Shooter


def hearts(family, make, count):
    return lambda: hearts_table.games(family, make, count)


def careless(seed):
    return [Careless(seed, seat) for seat in range(4)]


def duck(seed):
    return [
        Cautious(seed, 0),
        Cautious(seed, 1, bleeds=False),
        Cautious(seed, 2, voids=False),
        Cautious(seed, 3, bleeds=False, voids=False, slips=0.06),
    ]


def shooter(seed):
    return [
        Shooter(seed, 0, nerve=8.0),
        Cautious(seed, 1, stops=True),
        Shooter(seed, 2, nerve=10.0, bleeds=False),
        Cautious(seed, 3, stops=True, voids=False),
    ]


def mixed(seed):
    return [Careless(seed, 0), Cautious(seed, 1), Careless(seed, 2), Shooter(seed, 3, nerve=9.0, stops=True)]


def lowest(seed):
    return [Lowest(), Lowest(), Cautious(seed, 2), Lowest()]


ALL = {
    ("hearts", "careless"): hearts("careless", careless, 120),
    ("hearts", "rules_duck"): hearts("rules_duck", duck, 120),
    ("hearts", "rules_shooter"): hearts("rules_shooter", shooter, 120),
    ("hearts", "mixed"): hearts("mixed", mixed, 120),
    ("hearts", "lowest"): hearts("lowest", lowest, 80),
}
