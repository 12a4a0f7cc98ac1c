"""Removal of the clues that a puzzle of any genre can spare."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

__all__ = ["thinned"]

Clue = TypeVar("Clue", bound=Hashable)


def thinned(
    clues: Iterable[Clue], turns: Iterable[Clue], suffice: Callable[[set[Clue]], bool]
) -> Iterator[set[Clue]]:
    """Remove clues one after the other, except those without which the others do not suffice; yield those left.

    The clues left depend on the order of the turns alone. Another solution that was found when one clue was tried tells
    nothing about the next ones: it breaks that clue, which stays.

    Parameters
    ----------
    clues : clues
        They suffice.
    turns : clues
        Those to try, each once, in this order.
    suffice : function
        Return whether some of the clues do, too: whether no other solution fits them.
    """
    kept = set(clues)
    for clue in turns:
        fewer = kept - {clue}
        if suffice(fewer):
            kept = fewer
            yield kept
