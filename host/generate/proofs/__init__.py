"""What is proved of a puzzle's clues on this computer while some are removed; a module a genre."""

from collections.abc import Collection, Iterable
from typing import Protocol, Self

from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.drawing import Cell

__all__ = ["Deduced", "Proofs"]


class Deduced(Protocol):
    """What follows from some clues without a search."""

    @property
    def solved(self) -> bool:
        """Nothing is left open."""

    def given(self, cells: Iterable[Cell]) -> Self:
        """Return what follows with the clues of further cells."""


class Proofs(Protocol):
    """Proofs about a puzzle, of which one solution is known.

    Parameters
    ----------
    puzzle : Puzzle
    solution : Solution
    """

    def __init__(self, puzzle: Puzzle, solution: Solution): ...

    def is_unique(self) -> bool:
        """Return whether the puzzle has no other solution."""

    def is_needed(self, kept: Collection[Cell], cell: Cell) -> bool:
        """Return whether a solution with the clues of some cells breaks that of another one.

        With that clue, too, there is only one.
        """

    def nothing(self) -> Deduced:
        """Return what follows without any clue."""
