"""Which of a puzzle's clues can be spared, whatever its genre."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

__all__ = ["thinned"]

Clue = TypeVar("Clue", bound=Hashable)


def thinned(
    clues: Iterable[Clue], turns: Iterable[Clue], broken: Callable[[set[Clue]], set[Clue] | None]
) -> Iterator[set[Clue]]:
    """Takes clues away one after the other, except those without which another solution would fit.

    Which ones are left depends on the order of the turns alone, not on which other solutions a solver happens
    to meet.

    Parameters
    ----------
    clues : clues
        With all of them there is one solution.
    turns : clues
        Those to try, in this order.
    broken : function
        For some of the clues, looks for a solution other than the one of all clues. Which clues such a
        solution breaks; None if there is none.

    Yields
    ------
    set of clues
        Those left, each time that one has been taken away.
    """
    kept = set(clues)
    broken_by_others: list[set[Clue]] = []  # for each other solution met so far
    for clue in turns:
        fewer = kept - {clue}
        if any(breaks.isdisjoint(fewer) for breaks in broken_by_others):
            continue
        breaks = broken(fewer)
        if breaks is None:
            kept = fewer
            yield kept
        else:
            broken_by_others.append(breaks)
