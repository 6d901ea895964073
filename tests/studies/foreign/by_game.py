"""Means over items with intervals of 95 % that come from how games differ: the items of one game resemble each other."""

from functools import lru_cache
from math import lgamma, exp, sqrt


@lru_cache
def student(degrees):
    """Standard errors in an interval that holds 95 of 100: the quantile of Student's t, by bisection on its integrated density."""
    density = lambda t: exp(lgamma((degrees + 1) / 2) - lgamma(degrees / 2)) / sqrt(degrees * 3.141592653589793) * (1 + t * t / degrees) ** (-(degrees + 1) / 2)

    def within(t, steps=400):
        # Simpson's rule from 0 to t, doubled.
        width = t / steps
        return 2 * width / 3 * sum(density(at * width) * (1 if at in (0, steps) else 4 if at % 2 else 2) for at in range(steps + 1))

    low, high = 1.9, 13.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle) < 0.95 else (low, middle)
    return low


def ratio(sums):
    """Of (value, weight) of each game: the ratio of the sums and half of its interval (Cochran 1977, section 6.4); no interval for one game.

    A game without weight counts where it has a value: what was gained where nothing could be gained is part of what was gained.
    """
    sums = [(value, weight) for value, weight in sums if value or weight]
    games, weight = len(sums), sum(weight for _, weight in sums)
    if not weight:
        return None, None
    mean = sum(value for value, _ in sums) / weight
    if games < 2:
        return mean, None
    squares = sum((value - mean * of) ** 2 for value, of in sums)
    return mean, student(games - 1) * sqrt(squares * games / (games - 1)) / weight


assert abs(student(4) - 2.776445) < 1e-4 and abs(student(79) - 1.990450) < 1e-4
assert ratio([(1, 0), (-1, 2), (1, 2)])[0] == 0.25
