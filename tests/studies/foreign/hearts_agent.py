"""The search player of Hearts that is measured: one program, whatever its deals come from."""

import families
from hearts_search import Determinised
from hearts_table import DIRECTIONS, card_of, deal, names_of

WORLDS = 20


class Agent(Determinised):
    """Its deals are the server's worlds; it reports what happens."""

    def __init__(self, asked, number):
        super().__init__("agent", number, worlds=WORLDS)
        self.asked = asked

    def watches(self, event, _seat):
        self.asked.watches(event)

    def deals(self, _view):
        return [[{card_of(card) for card in world["hands"][str(seat)]} for seat in range(4)] for world in self.asked.worlds(self.worlds)]


class Seer(Agent):
    """Its deals are all the true one, so that it plays a card out as often as the others do."""

    def watches(self, event, _seat):
        data = event["data"]
        if event["type"] == "deal":
            self.hands = [{card_of(card) for card in data["hands"][str(seat)]} for seat in range(4)]
        elif event["type"] == "pass":
            self.hands[data["seat"]] -= set(map(card_of, data["cards"]))
        elif event["type"] == "receive":
            self.hands[data["seat"]] |= set(map(card_of, data["cards"]))
        elif event["type"] == "play":
            self.hands[data["seat"]].discard(card_of(data["card"]))

    def deals(self, _view):
        return [[set(hand) for hand in self.hands] for _ in range(self.worlds)]


MAKES = {"mixed": families.mixed, "rules_shooter": families.shooter, "rules_duck": families.duck, "lowest": families.lowest}


def people(family):
    return names_of(family)


def setup(_family, number):
    return {"pass": [DIRECTIONS[number % 4]]}


def play(family, number, asked):
    """Points that the agent is spared in a deal, of 26. Cards, opponents and their whims are those of the number."""
    others = MAKES[family](f"decisions-{number}")[1:]
    agent = (Seer if asked is None else Agent)(asked, number)
    events = deal([agent, *others], number, "decisions", DIRECTIONS[number % 4], False)
    return 26 - events[-1]["data"]["points"]["0"]
