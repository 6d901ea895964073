"""The player of Liar's Dice that is measured: it does what is worth most by the answer to `best_response`, as a bot does that asks over HTTP."""

import families
from dice_table import CALL, DEFAULTS, EXACT, game
from files import generator

# What an opponent's lost die is worth, where an own one is worth 1.
OPPONENTS_DIE = 0.4


def best(answer):
    """A call wins an opponent's die or costs an own one. A bid costs an own one where the next seat calls it and it is false, wins an
    opponent's where it calls and it is true, and is worth nothing where it is not called."""
    options = []
    if answer["call"] is not None:
        options.append((answer["call"] * OPPONENTS_DIE - (1 - answer["call"]), CALL))
    if answer["exact"] is not None:
        options.append((answer["exact"] * (1 + OPPONENTS_DIE) - (1 - answer["exact"]), EXACT))
    for bid in answer["bids"]:
        worth = (bid["p_called"] - bid["p_caught"]) * OPPONENTS_DIE - bid["p_caught"]
        options.append((worth, (bid["quantity"], bid["face"])))
    return max(options, key=lambda option: option[0])[1]


class Agent:
    def __init__(self, asked):
        self.asked = asked

    def watches(self, event, _seat):
        self.asked.watches(event)

    def acts(self, _view):
        return best(self.asked.best_response())


MAKES = {"mixed": families.DICE_MIXED, "bluffers": families.BLUFFERS, "honest_expected": families.HONEST}


def people(family):
    return [f"foreign-dice-{family}-{seat}" for seat in range(5 if family == "mixed" else 4)]


def setup(_family, _number):
    return DEFAULTS


def play(family, number, asked):
    """1 if the agent wins the game. Opponents and their whims are those of the number; dice are, as long as both arms play alike."""
    others = MAKES[family](f"decisions-{number}")[1:]
    events = game([Agent(asked), *others], DEFAULTS, generator("decisions", number))
    dice = {}
    for event in events:
        if event["type"] == "round":
            dice = {int(seat): count for seat, count in event["data"]["dice"].items()}
        elif event["type"] == "dice_change":
            dice[event["data"]["seat"]] = event["data"]["left"]
    return float(dice.get(0, 0) > 0)
