"""When loads begin, and what is read from how long they took."""

import math
import random


def schedule(rate: float, seconds: float, seed: int) -> list[int]:
    """Nanoseconds after the beginning at which loads begin, as those of many independent callers do: a Poisson
    process. The same seed makes the same schedule."""
    chance, time, times = random.Random(seed), 0.0, []
    while (time := time + chance.expovariate(rate)) < seconds:
        times.append(round(time * 1e9))
    return times


def percentile(figures: list[float], percent: float) -> float:
    """The smallest figure that at least this part of all figures don't exceed (nearest rank)."""
    # Rounded, since 99.9 % of 1,000 is a little more than 999 in binary.
    rank = math.ceil(round(percent * len(figures) / 100, 6))
    return sorted(figures)[max(1, rank) - 1]
