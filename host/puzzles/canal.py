"""Canal View: puzzles and rules.

Shade some cells, which form the canal. The canal must be connected through edges, and it must not fill a block of 2x2
cells. Cells with a clue are not shaded. A clue is the number of canal cells that are seen from its cell along the row
and the column, in all four directions; an unshaded cell blocks the view. ``?`` is a clue of unknown value.

The canal may be empty unless a clue forbids that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar

from rowloom.host.puzzles.shading import UNKNOWN, Shading, connection_faults
from rowloom.host.puzzles.text import cell_name

__all__ = ["UNKNOWN", "Canal", "views", "ways"]


@dataclass(frozen=True)
class Canal(Shading):
    """A puzzle; the cell of an ``UNKNOWN`` clue is not shaded. See :class:`Shading`."""

    genre: ClassVar[str] = "canal"
    title: ClassVar[str] = "Canal View"
    rule: ClassVar[str] = (
        "Shade the canal: its cells are connected, and no 2\u00d72 block is all shaded. A cell with a number is not"
        " shaded. The number says how many shaded cells its cell sees in the four directions, up to the first cell that"
        " is not shaded."
    )

    def verify(self, solution: Sequence[str], weak: bool = False) -> list[str]:  # type: ignore[override]
        if faults := self._shape_faults(solution):
            return faults
        seen_from = views(solution)
        for (row, col), clue in self.clue_cells.items():
            seen = seen_from[row][col]
            if solution[row][col] == "1":
                faults.append(f"{cell_name(row, col)}: a cell with a clue is shaded")
            elif clue not in (UNKNOWN, seen):
                counted = "1 shaded cell is" if seen == 1 else f"{seen} shaded cells are"
                faults.append(f"{cell_name(row, col)}: the clue is {clue}, but {counted} in view")
        faults += [
            f"all four cells of rows {row + 1} and {row + 2}, columns {col + 1} and {col + 2} are shaded"
            for row in range(self.rows - 1)
            for col in range(self.cols - 1)
            if solution[row][col : col + 2] == solution[row + 1][col : col + 2] == "11"
        ]
        return faults if weak else faults + connection_faults(solution, "1", "shaded")


def views(solution: Sequence[str]) -> list[list[int]]:
    """Return, for each cell, row by row, the number of shaded cells that are seen from this cell."""
    along_rows = map(_in_view, solution)
    along_columns = zip(*(_in_view("".join(column)) for column in zip(*solution)))
    return [[one + other for one, other in zip(row, column)] for row, column in zip(along_rows, along_columns)]


def ways(row: int, col: int, rows: int, cols: int) -> tuple[range, range, range, range]:
    """Return all cells above, below, to the left and to the right of a cell: four ranges, each from the nearest cell to
    the farthest. Cells are numbered row by row from 0."""
    here = row * cols + col
    up, down = range(here - cols, -1, -cols), range(here + cols, rows * cols, cols)
    return up, down, range(here - 1, row * cols - 1, -1), range(here + 1, (row + 1) * cols)


def _in_view(line: str) -> list[int]:
    """Return, for each cell of a row or column, the number of shaded cells that are seen from it.

    This is the sum of the lengths of the runs of shaded cells just before and just after the cell.
    """
    before, after = ([*accumulate(cells, _run, initial=0)] for cells in (line, line[::-1]))
    return [one + other for one, other in zip(before, after[-2::-1])]


def _run(length: int, shade: str) -> int:
    return length + 1 if shade == "1" else 0
