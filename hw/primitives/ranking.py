"""Find the largest of some numbers by comparing each with each."""

from collections.abc import Sequence
from itertools import combinations

from amaranth.hdl import Module, Signal, Value

__all__ = ["goes_before"]


def goes_before(m: Module, domain: str, numbers: Sequence[Value], name: str) -> list[list[tuple[int, Value]]]:
    """Return for each number the others, and whether each goes before it: it is larger, or equal and listed earlier.

    Parameters
    ----------
    m : Module
        Gets the comparisons.
    domain : str
        "comb", or "sync" for results a clock later.
    numbers : sequence of Value
    name : str
        Prefix of the signals' names, such as ``box_0_before_1``.
    """
    before: list[list[tuple[int, Value]]] = [[] for _ in numbers]
    for one, other in combinations(range(len(numbers)), 2):
        goes_first = Signal(name=f"{name}_{one}_before_{other}")
        m.d[domain] += goes_first.eq(numbers[one] >= numbers[other])
        before[other].append((one, goes_first))
        before[one].append((other, ~goes_first))
    return before
