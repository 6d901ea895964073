"""OpenSpiel's Hearts and Liar's Dice: a mirror reports what one seat sees, and gives worlds as states that can be played on.

    mirror = openspiel.Hearts(server, game, me=0)
    mirror.apply(state, action)        # instead of state.apply_action(action), chance included
    mirror.worlds(200)                 # states, drawn from the belief, ready for playouts
"""

from .openspiel_dice import LiarsDice
from .openspiel_hearts import Hearts
from .openspiel_mirror import Mirror

__all__ = ["Hearts", "LiarsDice", "Mirror"]
