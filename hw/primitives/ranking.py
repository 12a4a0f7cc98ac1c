"""Which of some numbers is the largest, by comparing each with each."""

from collections.abc import Sequence
from itertools import combinations

from amaranth.hdl import Module, Signal, Value

__all__ = ["goes_before"]


def goes_before(m: Module, domain: str, numbers: Sequence[Value], name: str) -> list[list[tuple[int, Value]]]:
    """For each number, which others there are and whether they go before it: a larger one, or an equal one before it.

    Parameters
    ----------
    m : Module
        Takes the comparisons.
    domain : str
        "comb", or "sync" for answers a clock later.
    numbers : sequence of Value
    name : str
        What is compared: the answers are signals such as ``box_0_before_1``.
    """
    before: list[list[tuple[int, Value]]] = [[] for _ in numbers]
    for one, other in combinations(range(len(numbers)), 2):
        goes_first = Signal(name=f"{name}_{one}_before_{other}")
        m.d[domain] += goes_first.eq(numbers[one] >= numbers[other])
        before[other].append((one, goes_first))
        before[one].append((other, ~goes_first))
    return before
