"""What is proved of a puzzle's clues on this computer while some are removed; a module a genre."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Set
from typing import Any, Protocol, Self

from rowloom.host.drawing.drawing import Cell

__all__ = ["Deduced", "Proofs"]


class Deduced(Protocol):
    """What follows from some clues without a search."""

    @property
    def solved(self) -> bool:
        """Nothing is left open."""

    def given(self, cells: Iterable[Cell]) -> Self:
        """Return what follows with the clues of further cells."""


class Proofs(ABC):
    """Proofs about a puzzle, of which one solution is known.

    Parameters
    ----------
    puzzle : Puzzle
    solution : Solution

    Attributes
    ----------
    broken : collection of sets of cells
        For each of some other grids that obey the rules, those whose clues it breaks. They need no proof.
    """

    broken: Collection[Set[Cell]] = ()

    @abstractmethod
    def __init__(self, puzzle: Any, solution: Any): ...

    @abstractmethod
    def is_unique(self) -> bool:
        """Return whether the puzzle has no other solution."""

    def suffice(self, kept: Collection[Cell]) -> bool:
        """Return whether it shows at once that there is one solution with the clues of some cells."""
        return False

    @abstractmethod
    def is_needed(self, kept: Collection[Cell], cell: Cell) -> bool:
        """Return whether a solution with the clues of some cells breaks that of another one.

        With that clue, too, there is only one.
        """

    @abstractmethod
    def nothing(self) -> Deduced:
        """Return what follows without any clue."""
