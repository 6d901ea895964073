"""Players of Liar's Dice out of packages from PyPI.

`IsMcts`: `open_spiel`'s information-set Monte-Carlo tree search over a round of the table's own rules; what is ours is the round as a game,
its resampler (others' dice uniform) and its rollouts. `Cfr`: the average policy of `open_spiel`'s CFR+ solver for its own `liars_dice` of two
players with one die each. `Packaged`: the computer player of the package `liarsdice` (no wild face), which calls by a rule of its own.
"""

import contextlib
import io
import random
from functools import lru_cache

import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts

from files import generator
from dice_table import CALL, EXACT

GAME = pyspiel.load_game("liars_dice")
CODES = {CALL: 0, EXACT: 1}


def code(move):
    return CODES[move] if move in CODES else 2 + 6 * move[0] + move[1] - 1


def decode(action):
    return [CALL, EXACT][action] if action < 2 else ((action - 2) // 6, (action - 2) % 6 + 1)


class Round:
    """A round as `open_spiel` wants its states. Bids are at most two above the least of their face, so that a search can try them all."""

    def __init__(self, rules, hands, turn, last, ending=None, told=()):
        self.rules, self.hands, self.turn, self.last, self.ending, self.told = rules, hands, turn, last, ending, told

    def clone(self):
        return Round(self.rules, self.hands, self.turn, self.last, self.ending, self.told)

    def get_game(self):
        return GAME

    def is_terminal(self):
        return self.ending is not None

    def is_chance_node(self):
        return False

    def current_player(self):
        return self.turn

    def information_state_string(self, player=None):
        return f"{self.hands[self.turn if player is None else player]} {self.told}"

    def legal_actions(self):
        total = sum(map(len, self.hands))
        legal = [] if self.last is None else [0] + [1] * self.rules.exact
        bid = self.last and self.last[1]
        for face in range(1, 7):
            least = self.rules.after(bid, face)
            if least is not None:
                legal.extend(code((n, face)) for n in range(least, min(least + 2, total) + 1))
        return legal

    def apply_action(self, action):
        move = decode(int(action))
        self.told += (int(action),)
        if move in (CALL, EXACT):
            self.ending = (self.turn, move)
            return
        self.last = (self.turn, move)
        seats = len(self.hands)
        self.turn = next(s % seats for s in range(self.turn + 1, self.turn + seats + 1) if self.hands[s % seats])

    def returns(self):
        """A die lost counts -1, a die won 1."""
        (bidder, (quantity, face)), (seat, move) = self.last, self.ending
        count = sum(self.rules.support(hand, face) for hand in self.hands)
        value = [0.0] * len(self.hands)
        if move == CALL:
            value[seat if count >= quantity else bidder] -= 1
        elif count != quantity:
            value[seat] -= 1
        else:
            value[bidder] -= 1
            value[seat] += 1
        return value


class Rollouts:
    def __init__(self, rng):
        self.rng = rng

    def evaluate(self, state):
        state = state.clone()
        while not state.is_terminal():
            legal = state.legal_actions()
            # Calls as often as raises: a uniform choice would almost never call.
            calls = state.last is not None and self.rng.random() < 0.5
            state.apply_action(0 if calls else legal[int(self.rng.random() * len(legal))])
        return state.returns()

    def prior(self, state):
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


class IsMcts:
    def __init__(self, *seed, simulations=300, uct=1.0):
        self.rng = generator("dice ismcts", *seed)
        self.bot = ismcts.ISMCTSBot(
            GAME, Rollouts(self.rng), uct, simulations, random_state=numpy.random.RandomState(self.rng.randrange(2 ** 31)),
        )

    def acts(self, view):
        def dealt():
            hands = [tuple(sorted(self.rng.randint(1, 6) for _ in range(dice))) for dice in view.dice]
            hands[view.seat] = tuple(view.own)
            last = view.bids[-1] if view.bids else None
            return Round(view.rules, hands, view.seat, last, told=tuple(code(bid) for _, bid in view.bids))

        root = dealt()
        if len(root.legal_actions()) == 1:
            return decode(root.legal_actions()[0])
        self.bot.set_resampler(lambda _state, _player: dealt())
        return decode(int(self.bot.step(root)))


@lru_cache
def solved(iterations):
    solver = pyspiel.CFRPlusSolver(GAME)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    # The policy looks into its solver, which must live as long.
    return solver, solver.average_policy()


class Cfr:
    """Plays the average policy of so many iterations; few of them make a player with holes."""

    def __init__(self, *seed, iterations=60):
        self.rng, self.iterations = generator("dice cfr", *seed), iterations

    def acts(self, view):
        state = GAME.new_initial_state()
        own, other = view.own[0] - 1, 0
        # Seats of `open_spiel` bid in turn from 0 on.
        mine = len(view.bids) % 2
        for place in range(2):
            state.apply_action(own if place == mine else other)
        for _, (quantity, face) in view.bids:
            state.apply_action((quantity - 1) * 6 + face - 1)
        policy = sorted(solved(self.iterations)[1].action_probabilities(state).items())
        action = self.rng.choices([action for action, _ in policy], [p for _, p in policy])[0]
        return CALL if action == 12 else (action // 6 + 1, action % 6 + 1)


class Packaged:
    """`cpuBet` of the package `liarsdice`, and the package's rule of when to call, which stands inside its game loop: it fills the other
    cup with random dice and the bid face, and calls where that shows more than the bid, "spot on" where it shows just as many."""

    def __init__(self, *seed, chances=(1.0, 0.0, 0.0)):
        self.rng, self.chances = generator("dice packaged", *seed), chances

    def acts(self, view):
        from LiarsDice import LiarsDice

        legal = [move for move in view.legal() if move not in (CALL, EXACT)]
        if view.last is not None:
            quantity, face = view.last
            other = [self.rng.randint(1, 6) for _ in range(view.others - 1)] + [face]
            shows = other.count(face) + view.own.count(face)
            if shows > quantity or not legal:
                return CALL
            if shows == quantity:
                return EXACT
        quantity, face = view.last or (0, 1)
        random.seed(self.rng.randrange(2 ** 32))
        bid = None
        # The package asks again until a bid is legal, and falls silent where none comes; then the least legal bid is made.
        for _ in range(20):
            with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
                hands = [list(view.own), [0] * view.others]
                bid = LiarsDice.cpuBet(hands, 0, 10, face, quantity, 0, 0, 0, *self.chances)
                bid = (bid[2], bid[1])
            if bid in legal:
                return bid
        return min(legal, key=lambda bid: (bid[1], bid[0]))
