"""The number of survivors that the kill matrix may show.

The goal applies literally to a matrix of all faults. It cannot apply to a sample: the drawn faults,
and what a moment of a real run shows of them, are chance, and every third sample of a matrix that
reaches the goal would fall short of it. So a sample fails if it refutes the goal: if a matrix that
reaches the goal would show so many survivors in fewer than one sample of a hundred."""

from math import exp, lgamma, log

# The goal of the harness: the share of non-equivalent faults that some test must kill.
GOAL = 0.99
DOUBT = 0.01


def probability(survivors: int, faults: int) -> float:
    """The probability of exactly so many survivors among so many faults, each of which survives
    with the probability that the goal allows."""
    ways = lgamma(faults + 1) - lgamma(survivors + 1) - lgamma(faults - survivors + 1)
    return exp(ways + survivors * log(1 - GOAL) + (faults - survivors) * log(GOAL))


def allowed(faults: int, sample: int) -> int:
    """The largest number of survivors among so many non-equivalent faults, one in `sample` of all,
    that does not fail."""
    number = int(faults * (1 - GOAL) + 1e-9)
    if sample > 1:
        # The probability of more survivors.
        more = 1 - sum(probability(n, faults) for n in range(number + 1))
        while more >= DOUBT and number < faults:
            number += 1
            more -= probability(number, faults)
    return number
