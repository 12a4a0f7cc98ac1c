"""Smullyanic Dynasty: puzzles and rules.

Shade some cells. A shaded cell is a knave, and an unshaded cell is a knight. No two knaves share an edge, and all
knights are connected through edges. A cell's domain consists of the cell itself and of the cells around it (at most
eight). A clue states the number of knaves in the domain of its cell. The clue of a knight is true, and the clue of a
knave is false. ``?`` is a clue of unknown value, which has no effect. In a grid of a single cell, the cell may be
shaded; there is then no knight.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from rowloom.host.puzzles.clued import Cell, Clued, cells_of
from rowloom.host.puzzles.shading import Shading, connection_faults
from rowloom.host.puzzles.text import cell_name

__all__ = ["Smullyan", "domain"]


@dataclass(frozen=True)
class Smullyan(Shading):
    """A puzzle. A clue that is ``UNKNOWN`` has no effect. See :class:`Shading`."""

    genre: ClassVar[str] = "smullyan"
    title: ClassVar[str] = "Smullyanic Dynasty"
    rule: ClassVar[str] = (
        "Shade the knaves. No two knaves share an edge. All other cells, the knights, are connected. A number says how"
        " many knaves are in the 3\u00d73 block around its cell: it is true for a knight, and false for a knave."
    )

    @property
    def effective_clues(self) -> dict[Cell, int]:
        return self.numbers

    def verify(self, solution: Sequence[str], weak: bool = False) -> list[str]:  # type: ignore[override]
        if faults := self._shape_faults(solution):
            return faults
        knaves = cells_of(solution)
        faults = [
            f"{cell_name(row, col)} and {cell_name(*other)} are both shaded, and share an edge"
            for row, col in sorted(knaves)
            for other in ((row, col + 1), (row + 1, col))
            if other in knaves
        ]
        for cell, clue in self.numbers.items():
            count = sum(other in knaves for other in domain(self, cell))
            counted = "1 cell of its domain is shaded" if count == 1 else f"{count} cells of its domain are shaded"
            if cell not in knaves and clue != count:
                faults.append(f"{cell_name(*cell)}: the clue is {clue}, but {counted}")
            elif cell in knaves and clue == count:
                faults.append(f"{cell_name(*cell)}: the cell is shaded, so its clue must not be true, but {counted}")
        return faults if weak else faults + connection_faults(solution, "0", "unshaded")


def domain(puzzle: Clued, cell: Cell) -> list[Cell]:
    """Return the domain of a cell, row by row: the cell itself and the cells around it."""
    row, col = cell
    rows, cols = range(max(row - 1, 0), min(row + 2, puzzle.rows)), range(max(col - 1, 0), min(col + 2, puzzle.cols))
    return [*product(rows, cols)]
