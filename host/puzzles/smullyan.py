"""Smullyanic Dynasty: puzzles, rules, text format and link-protocol encoding.

Shade some cells. A shaded cell is a knave, an unshaded one a knight. No two knaves share an edge, and all knights are
connected through edges. A cell's domain is the cell itself and the up to eight cells around it. A clue states the
number of knaves in its cell's domain: a knight's clue is true, a knave's is false. ``?`` is a clue of unknown value and
has no effect. A single shaded cell breaks no rule, although the grid has no knight.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from rowloom.host.puzzles.clued import Cell, Clued, cells_of
from rowloom.host.puzzles.shading import UNKNOWN, Shading, connection_faults
from rowloom.host.puzzles.text import place

__all__ = ["Smullyan", "domain"]

_IMPOSSIBLE = 6
"""More knaves than there can be in a domain, as a clue on the wire."""
_CLUE_BITS = 4


@dataclass(frozen=True)
class Smullyan(Shading):
    """A puzzle; an ``UNKNOWN`` clue has no effect. See :class:`Shading`."""

    genre: ClassVar[str] = "smullyan"
    title: ClassVar[str] = "Smullyanic Dynasty"
    rule: ClassVar[str] = (
        "Shade the knaves. No two of them share an edge, and all other cells, the knights, are connected. A number"
        " counts the knaves in the 3\u00d73 block around its cell: a knight\u2019s is true, a knave\u2019s is false."
    )

    clues_follow: ClassVar[bool] = False
    """A knave's clue is any wrong number."""

    @property
    def effective_clues(self) -> dict[Cell, int]:
        return self.numbers

    def encode(self) -> bytes:
        """Encode the puzzle as in docs/develop/protocol.md, without clues of unknown value."""
        clues = (None if clue in (None, UNKNOWN) else min(clue, _IMPOSSIBLE) for row in self.clues for clue in row)
        return self.encode_clues(clues, _CLUE_BITS)

    def verify(self, solution: Sequence[str], weak: bool = False) -> list[str]:
        if faults := self.misshapen(solution):
            return faults
        knaves = cells_of(solution)
        faults = [
            f"{place(row, col)} and {place(*other)} are both shaded, and share an edge"
            for row, col in sorted(knaves)
            for other in ((row, col + 1), (row + 1, col))
            if other in knaves
        ]
        for cell, clue in self.numbers.items():
            count = sum(other in knaves for other in domain(self, cell))
            counted = "1 cell of its domain is shaded" if count == 1 else f"{count} cells of its domain are shaded"
            if cell not in knaves and clue != count:
                faults.append(f"{place(*cell)}: the clue is {clue}, but {counted}")
            elif cell in knaves and clue == count:
                faults.append(f"{place(*cell)}: the cell is shaded, so its clue must not be true, but {counted}")
        return faults if weak else faults + connection_faults(solution, "0", "unshaded")


def domain(puzzle: Clued, cell: Cell) -> list[Cell]:
    """Return the cell itself and the cells around it, row by row."""
    row, col = cell
    rows, cols = range(max(row - 1, 0), min(row + 2, puzzle.rows)), range(max(col - 1, 0), min(col + 2, puzzle.cols))
    return [*product(rows, cols)]
