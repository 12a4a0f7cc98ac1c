"""Removal of the clues that a puzzle of any genre can spare."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

__all__ = ["thinned"]

Clue = TypeVar("Clue", bound=Hashable)


def thinned(
    clues: Iterable[Clue], turns: Iterable[Clue], broken: Callable[[set[Clue]], set[Clue] | None]
) -> Iterator[set[Clue]]:
    """Remove clues one after the other, except those without which another solution would fit; yield those left.

    The clues left depend on the order of the turns alone, not on which other solutions a solver happens to find.

    Parameters
    ----------
    clues : clues
        With all of them there is one solution.
    turns : clues
        Those to try, in this order.
    broken : function
        Look for another solution for some of the clues. Return the clues that it breaks; None if there is none.
    """
    kept = set(clues)
    broken_by_others: list[set[Clue]] = []  # for each other solution found so far
    for clue in turns:
        fewer = kept - {clue}
        if any(breaks.isdisjoint(fewer) for breaks in broken_by_others):
            continue
        if (breaks := broken(fewer)) is not None:
            broken_by_others.append(breaks)
        else:
            kept = fewer
            yield kept
