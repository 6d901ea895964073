"""Every family: who sits at its table. Seats keep their players from the first game to the last."""

import dice_players as dice
import dice_table
import hearts_table
import vinto_players as vinto
import vinto_table
from hearts_players import Careless, Cautious, Lowest, Shooter


def hearts(family, make, count):
    return lambda seed: hearts_table.games(family, make, count, seed)


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


def ismcts(seed):
    from hearts_search import IsMcts

    manners = [{}, {"simulations": 250}, {"uct": 20.0}, {"simulations": 100}]
    return [IsMcts(seed, seat, **{"simulations": 500, **manner}) for seat, manner in enumerate(manners)]


def determinised(seed):
    from hearts_search import Determinised

    return [Determinised(seed, seat, worlds=worlds) for seat, worlds in enumerate([40, 15, 40, 80])]


def with_worlds(seed):
    from hearts_worlds import Feed, WorldsSearch

    feed = Feed(hearts_table.names_of("credence_worlds"))
    return [WorldsSearch(feed, seed, seat, worlds=worlds) for seat, worlds in enumerate([40, 15, 40, 80])]


def cups(family, make, count, **rules):
    return lambda seed: dice_table.games(family, make, count, seed, **rules)


def people(*kinds):
    """A table of players: each a class, or a class with its manner."""
    def make(seed):
        kinds_ = [kind if isinstance(kind, tuple) else (kind, {}) for kind in kinds]
        return [kind(seed, seat, **manner) for seat, (kind, manner) in enumerate(kinds_)]
    return make


def board(family, make, count, traders=None):
    def games(seed):
        import catan_table

        return catan_table.games(family, make(), count, seed, traders and traders(seed))

    return games


def catanatron(*names):
    """Players of the package `catanatron`, by what they are called there."""
    def make():
        from catanatron.models.player import RandomPlayer
        from catanatron.players.search import VictoryPointPlayer
        from catanatron.players.weighted_random import WeightedRandomPlayer

        return [{"random": RandomPlayer, "weighted": WeightedRandomPlayer, "victory": VictoryPointPlayer}[name] for name in names]

    return make


def traders(seed):
    from catan_players import Trader

    return [
        Trader(seed, 0),
        Trader(seed, 1, offers=0.9, accepts="spare"),
        Trader(seed, 2, offers=0.3, accepts="never", silent=0.5),
        Trader(seed, 3, bluffs=0.2),
    ]


def rows(family, make, count, **rules):
    return lambda seed: vinto_table.games(family, make, count, seed, **rules)


def dice_ismcts(seed):
    from dice_search import IsMcts

    return people(IsMcts, (IsMcts, {"simulations": 100}), (IsMcts, {"uct": 2.0}), IsMcts)(seed)


def dice_cfr(seed):
    from dice_search import Cfr

    return people(Cfr, (Cfr, {"iterations": 8}))(seed)


def dice_packaged(seed):
    from dice_search import Packaged

    return people((Packaged, {"chances": (0.5, 0.5, 0.0)}), (Packaged, {"chances": (0.2, 0.2, 0.6)}))(seed)


# The rules of `open_spiel`'s game, and of the package `liarsdice`.
OPENSPIEL = {"dice": 1, "most_dice": 1, "wild_face": "highest", "maputa": False, "exact_call": False, "bidding": "reset_face"}
PACKAGED = {"most_dice": 5, "ones_wild": False, "maputa": False, "exact_wins": 0, "bidding": "reset_quantity"}

HONEST = people(dice.Honest, (dice.Honest, {"margin": 1.5}), (dice.Honest, {"step": True}), (dice.Honest, {"margin": 0.3}))
BLUFFERS = people(
    dice.Bluffer, (dice.Bluffer, {"bluffs": 0.8}), (dice.Bluffer, {"bluffs": 0.3, "nerve": 0.25}), (dice.Bluffer, {"nerve": 0.45})
)
BAYES = people(dice.Bayes, (dice.Bayes, {"trust": 0.3}), (dice.Bayes, {"caution": 0.6}), (dice.Bluffer, {"bluffs": 0.4}))
DICE_MIXED = people(dice.Careless, dice.Honest, dice.Bluffer, dice.Bayes, dice.Tight)

LOW = people(vinto.Low, (vinto.Low, {"calls_at": 3.0, "daring": 0}), (vinto.Low, {"calls_at": 10.0, "gain": 0.5}), vinto.Hoarder)
VINTO_MIXED = people(vinto.Careless, vinto.Low, vinto.Swapper, vinto.Hoarder, (vinto.Low, {"slips": 0.15}))


def vinto_search(seed):
    from vinto_search import Search

    return people(Search, (Search, {"worlds": 8}), (Search, {"rounds": 4}), (vinto.Low, {"slips": 0.0}))(seed)


ALL = {
    ("hearts", "careless"): hearts("careless", careless, 120),
    ("hearts", "rules_duck"): hearts("rules_duck", duck, 120),
    ("hearts", "rules_shooter"): hearts("rules_shooter", shooter, 120),
    ("hearts", "mixed"): hearts("mixed", mixed, 120),
    ("hearts", "determinised"): hearts("determinised", determinised, 120),
    ("hearts", "credence_worlds"): hearts("credence_worlds", with_worlds, 120),
    ("hearts", "openspiel_ismcts"): hearts("openspiel_ismcts", ismcts, 100),
    ("liars_dice", "careless"): cups("careless", people(*[dice.Careless] * 4), 80),
    ("liars_dice", "blind"): cups("blind", people(*[dice.Blind] * 4), 80),
    ("liars_dice", "honest_expected"): cups("honest_expected", HONEST, 80),
    ("liars_dice", "bluffers"): cups("bluffers", BLUFFERS, 80),
    ("liars_dice", "bayes_callers"): cups("bayes_callers", BAYES, 80),
    ("liars_dice", "mixed"): cups("mixed", DICE_MIXED, 80),
    ("liars_dice", "openspiel_cfr"): cups("openspiel_cfr", dice_cfr, 300, **OPENSPIEL),
    ("liars_dice", "pypi_liarsdice"): cups("pypi_liarsdice", dice_packaged, 120, **PACKAGED),
    ("liars_dice", "openspiel_ismcts"): cups("openspiel_ismcts", dice_ismcts, 80),
    ("vinto", "careless"): rows("careless", people(*[vinto.Careless] * 4), 100),
    ("vinto", "rules_low"): rows("rules_low", LOW, 100),
    ("vinto", "rules_low_private"): rows("rules_low_private", LOW, 100, draws="private"),
    ("vinto", "search"): rows("search", vinto_search, 100),
    ("vinto", "mixed"): rows("mixed", VINTO_MIXED, 100),
    ("hearts", "lowest"): hearts("lowest", lowest, 80),
    ("catan", "catanatron_random"): board("catanatron_random", catanatron(*["random"] * 4), 40),
    ("catan", "catanatron_weighted"): board("catanatron_weighted", catanatron(*["weighted"] * 4), 40),
    ("catan", "catanatron_victory"): board("catanatron_victory", catanatron(*["victory"] * 4), 40),
    ("catan", "catanatron_mixed"): board("catanatron_mixed", catanatron("random", "weighted", "victory"), 40),
    ("catan", "traders"): board("traders", catanatron(*["weighted"] * 4), 40, traders),
}
