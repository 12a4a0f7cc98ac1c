"""What followed from what: the steps of an engine that explains itself."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rowloom.host.drawing.drawing import Cell, Drawing

__all__ = ["BRANCHING", "STATED", "Step", "named"]

BRANCHING = "branching"
"""The rule of a step in which nothing followed, so that cells are tried from there on."""

STATED = "cells with a clue"
"""The rule of a step that only says of the clues' cells what the genre's rules say; as a hint it would say nothing."""


@dataclass(frozen=True)
class Step:
    """One application of a rule.

    Parameters
    ----------
    rule : str
        Its name.
    place : str
        Where it was applied, in words; r1c2 is row 1, column 2.
    found : str
        What followed, in words.
    cells : frozenset of cells
        Where the rule looked; pictures set them off.
    drawing : callable
        Return a picture of what is known after the step; made only if a picture is wanted.
    """

    rule: str
    place: str
    found: str
    cells: frozenset[Cell]
    drawing: Callable[[], Drawing]

    def __str__(self) -> str:
        return f"{self.rule}, {self.place}: {self.found}"

    def picture(self) -> Drawing:
        """Return the drawing with the step's cells tinted, and no others."""
        return replace(self.drawing(), tinted=self.cells)


def named(row: int, col: int) -> str:
    """Name a cell in a step, by its row and column from 0."""
    return f"r{row + 1}c{col + 1}"
