"""A table of Catan, played by the engine of the package `catanatron`: this file asks it for moves, and writes down what happened as the referee sees it."""

import random

from files import event

RESOURCES = ["wood", "brick", "sheep", "wheat", "ore"]
CARDS = ["knight", "year_of_plenty", "monopoly", "road_building", "victory_point"]
COSTS = {
    "road": {"wood": 1, "brick": 1},
    "settlement": {"wood": 1, "brick": 1, "sheep": 1, "wheat": 1},
    "city": {"wheat": 2, "ore": 3},
    "dev_card": {"sheep": 1, "wheat": 1, "ore": 1},
}


class Ledger:
    """Who holds what, by the whole events of a game alone."""

    def __init__(self, seats):
        self.hands = [dict.fromkeys(RESOURCES, 0) for _ in range(seats)]
        self.cards = [dict.fromkeys(CARDS, 0) for _ in range(seats)]

    def gets(self, seat, bundle, sign=1):
        for resource, count in bundle.items():
            self.hands[seat][resource] += sign * count

    def takes(self, happened):
        """What an event moves."""
        kind, data = happened["type"], happened["data"]
        seat = data.get("seat")
        if kind == "production":
            for other, bundle in data["gains"].items():
                self.gets(int(other), bundle)
        elif kind == "build":
            if not data.get("free"):
                self.gets(seat, COSTS[data["piece"]], -1)
            if data["piece"] == "dev_card":
                self.cards[seat][data["card"]] += 1
        elif kind in ("bank_trade", "player_trade"):
            self.gets(seat, data["get"])
            self.gets(seat, data["give"], -1)
            if kind == "player_trade":
                self.gets(data["partner"], data["get"], -1)
                self.gets(data["partner"], data["give"])
        elif kind == "steal":
            self.hands[data["thief"]][data["resource"]] += 1
            self.hands[data["victim"]][data["resource"]] -= 1
        elif kind == "discard":
            self.gets(seat, data["cards"], -1)
        elif kind == "monopoly":
            self.cards[seat]["monopoly"] -= 1
            for other, count in data["taken"].items():
                self.hands[int(other)][data["resource"]] -= count
                self.hands[seat][data["resource"]] += count
        elif kind == "year_of_plenty":
            self.cards[seat]["year_of_plenty"] -= 1
            self.gets(seat, data["resources"])
        elif kind == "play_dev_card":
            self.cards[seat][data["card"]] -= 1

    def world(self):
        """As the server writes it."""
        def seats(of):
            return {str(seat): held(counts) for seat, counts in enumerate(of)}

        return {"hands": seats(self.hands), "dev_cards": seats(self.cards)}


def held(counts):
    return {name: count for name, count in counts.items() if count}


def worlds(seats, events):
    """The world after each event."""
    ledger = Ledger(seats)
    for happened in events:
        ledger.takes(happened)
        yield ledger.world()


class Game:
    """One game: the engine's state, and the events so far."""

    def __init__(self, kinds, seed, traders=None):
        from catanatron import Color, Game as Engine

        random.seed(seed)
        colours = list(Color)
        self.engine = Engine([kind(colour) for kind, colour in zip(kinds, colours)], seed=random.getrandbits(60))
        self.state = self.engine.state
        self.seat = {colour: seat for seat, colour in enumerate(self.state.colors)}
        # Which of the players sits in each seat: the engine draws the order.
        self.order = [colours.index(colour) for colour in self.state.colors]
        self.events = []
        self.ledger = Ledger(len(kinds))
        # How the person in each seat trades, and the turn in which they did so last.
        self.traders = traders and [traders[player] for player in self.order]
        self.traded = None

    def record(self, kind, **data):
        happened = event(kind, **data)
        self.events.append(happened)
        self.ledger.takes(happened)

    def counted(self, names, key):
        players = self.state.player_state
        return [{name: players[f"P{seat}_{name.upper()}{key}"] for name in names} for seat in range(len(self.order))]

    def play(self, turns=1000):
        while self.engine.winning_color() is None and self.state.num_turns < turns:
            self.step()
        return self.events

    def trade(self):
        """The seat on turn may offer something, once it has rolled: the others answer in turn, until one accepts."""
        from catanatron.models.actions import generate_playable_actions

        seat, hands = self.state.current_player_index, self.ledger.hands
        offer = self.traders[seat].offer(hands[seat])
        if offer is None:
            return
        give, get = offer
        self.record("offer", seat=seat, give={give: 1}, get={get: 1})
        for step in range(1, len(hands)):
            other = (seat + step) % len(hands)
            answer = self.traders[other].answer(hands[other], give, get)
            if answer and hands[seat][give]:
                self.record("player_trade", seat=seat, give={give: 1}, partner=other, get={get: 1})
                players = self.state.player_state
                for who, card, count in ((seat, give, -1), (seat, get, 1), (other, get, -1), (other, give, 1)):
                    players[f"P{who}_{card.upper()}_IN_HAND"] += count
                self.state.playable_actions = generate_playable_actions(self.state)
                return
            # Who would accept what its maker does not hold, does not refuse.
            if answer is False:
                self.record("refuse", seat=other, maker=seat)

    def may_trade(self):
        prompt, players = self.state.current_prompt.name, self.state.player_state
        rolled = players[f"P{self.state.current_player_index}_HAS_ROLLED"]
        return prompt == "PLAY_TURN" and rolled and not self.state.is_road_building and self.traded != self.state.num_turns

    def step(self):
        if self.traders and self.may_trade():
            self.traded = self.state.num_turns
            self.trade()
        state, player = self.state, self.state.current_player()
        before, free = self.counted(RESOURCES, "_IN_HAND"), state.is_initial_build_phase or state.is_road_building
        action = self.engine.execute(player.decide(self.engine, state.playable_actions))
        after = self.counted(RESOURCES, "_IN_HAND")
        gains = [{name: after[seat][name] - before[seat][name] for name in RESOURCES} for seat in range(len(after))]
        self.tell(self.seat[action.color], action.action_type.value, action.value, gains, free)
        # The engine and the events agree on every card.
        assert self.ledger.hands == self.counted(RESOURCES, "_IN_HAND"), (action, self.events[-1])
        assert self.ledger.cards == self.counted(CARDS, "_IN_HAND"), (action, self.events[-1])

    def tell(self, seat, kind, value, gains, free):
        """What the table sees of an action of the engine."""
        produced = {str(other): held(gain) for other, gain in enumerate(gains) if held(gain)}
        if kind == "ROLL":
            self.record("turn", seat=seat, dice=sum(value))
            if produced:
                self.record("production", gains=produced)
        elif kind in ("BUILD_ROAD", "BUILD_SETTLEMENT", "BUILD_CITY"):
            self.record("build", seat=seat, piece=kind.removeprefix("BUILD_").lower(), **({"free": True} if free else {}))
            if free and produced:
                self.record("production", gains=produced)
        elif kind == "BUY_DEVELOPMENT_CARD":
            self.record("build", seat=seat, piece="dev_card", card=value.lower())
        elif kind == "MARITIME_TRADE":
            given = [card.lower() for card in value[:4] if card]
            self.record("bank_trade", seat=seat, give={given[0]: len(given)}, get={value[4].lower(): 1})
        elif kind == "MOVE_ROBBER":
            if value[1] is not None:
                self.record("steal", thief=seat, victim=self.seat[value[1]], resource=value[2].lower())
        elif kind == "DISCARD":
            cards = held({name: value.count(name.upper()) for name in RESOURCES})
            self.record("discard", seat=seat, count=len(value), cards=cards)
        elif kind == "PLAY_MONOPOLY":
            name = value.lower()
            taken = {str(other): -gain[name] for other, gain in enumerate(gains) if gain[name] < 0}
            self.record("monopoly", seat=seat, resource=name, taken=taken)
        elif kind == "PLAY_YEAR_OF_PLENTY":
            cards = [card.lower() for card in value]
            self.record("year_of_plenty", seat=seat, resources={card: cards.count(card) for card in cards})
        elif kind == "PLAY_KNIGHT_CARD":
            self.record("play_dev_card", seat=seat, card="knight")
        elif kind == "PLAY_ROAD_BUILDING":
            self.record("play_dev_card", seat=seat, card="road_building")


def games(family, kinds, count, seed=1, traders=None, turns=1000):
    """Games by the same players; who sits where is drawn."""
    people = [f"foreign-catan-{family}-{number}" for number in range(len(kinds))]
    for number in range(count):
        game = Game(kinds, f"{family}:{seed}:game:{number}", traders)
        events = game.play(turns)
        yield [people[player] for player in game.order], {}, events
