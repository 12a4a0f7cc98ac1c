"""The steps of an engine that explains how it solves a puzzle."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rowloom.host.drawing.drawing import Cell, Drawing

__all__ = ["BRANCHING", "STATED", "Step", "named"]

BRANCHING = "branching"
"""The ``rule`` of the step in which the engine has to branch because no rule finds anything."""

STATED = "cells with a clue"
"""The ``rule`` of a step that only states what the genre's rules say about cells with clues. Such a step is not
used as a hint."""


@dataclass(frozen=True)
class Step:
    """One application of a rule."""

    rule: str
    place: str
    """The place in words; r1c2 is row 1, column 2."""
    found: str
    """The result in words."""
    cells: frozenset[Cell]
    """The cells that the rule examined; pictures highlight them."""
    drawing: Callable[[], Drawing]
    """A function that returns a picture of the state after the step."""

    def __str__(self) -> str:
        return f"{self.rule}, {self.place}: {self.found}"

    def picture(self) -> Drawing:
        """Return the drawing with only the step's cells tinted."""
        return replace(self.drawing(), tinted=self.cells)


def named(row: int, col: int) -> str:
    """Return the name of a cell in a step. The arguments are counted from 0, but the name counts from 1."""
    return f"r{row + 1}c{col + 1}"
