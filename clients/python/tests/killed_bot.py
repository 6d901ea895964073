"""The bot of the kill test: it plays a fixed game of Liar's Dice, says how far it is, and may be killed at any moment.

    killed_bot.py URL GAME again|onwards

`again` plays its history from the start, as a bot does whose framework tells it everything anew; `onwards` asks the log how far it came.
"""

from __future__ import annotations

import random
import sys

import credence
from credence.events.liars_dice import LiarsDiceEvents as events

ROUNDS = 12


def script() -> list[list[credence.Event]]:
    """The whole game, in the batches in which it is reported; always the same."""
    chance = random.Random(7)
    batches: list[list[credence.Event]] = []
    for _ in range(ROUNDS):
        hands = {seat: [chance.randint(1, 6) for _ in range(2)] for seat in range(3)}
        batches.append([events.round(dice={0: 2, 1: 2, 2: 2}, starter=0), events.roll(seat=0, dice=hands[0])])
        batches.append([events.bid(seat=0, quantity=1, face=2)])
        batches.append([events.bid(seat=1, quantity=2, face=3)])
        batches.append([events.bid(seat=2, quantity=3, face=5)])
        batches.append([events.call(seat=0), events.reveal(hands=hands)])
    batches.append([credence.Event("finish", {})])
    return batches


def main(url: str, game: str, how: str) -> None:
    """Plays what is left."""
    with credence.connect(url, patience=60) as server:
        table = server.liars_dice(me=0, game=game, players=["me", "ann", "bob"], setup={"dice": 2, "dice_lost": False})
        done = table.resume() if how == "onwards" else 0
        number = 0
        for place, batch in enumerate(script()):
            if number >= done:
                if place % 2:
                    table.report(*batch)
                else:
                    table.turn(*batch, variables=["total/*"])
            number += len(batch)
            print(number, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
