"""Candidates for lookahead in plain Python, with sets of cells and edges, and a circular list of visits."""

from collections.abc import Iterable
from enum import Enum

from support.slitherlink.checker import Cell

__all__ = ["CandidatesModel"]

_STEP, _TO_THE_TOP, _LOOK = 2, 5, 4
"""The clocks to go to the next row, to go from the last row to the first, and to read rows again."""

CandidateKind = Enum("CandidateKind", ["CLUE", "BLANK", "EDGE"])


class CandidatesModel:
    """The clock-accurate model of :class:`rowloom.hw.slitherlink.deducer.deducer.SlitherlinkCandidates`. At each
    :meth:`look`, it stores the undecided cells, and the cells whose right edge is undecided (``open``)."""

    def __init__(self, rows: int, cols: int, clues: Iterable[Cell]):
        self._size, self._clues = (rows, cols), set(clues)
        self._visits = [(row, kind) for kind in CandidateKind for row in range(rows)]
        self._at, self._left = 0, len(self._visits)
        self._tried: set[Cell] = set()
        self._stale = True
        self.undecided: set[Cell] = set()
        self.open: set[Cell] = set()

    def look(self, undecided: Iterable[Cell], open_edges: Iterable[Cell]) -> None:
        self.undecided, self.open, self._stale = set(undecided), set(open_edges), True

    def progress(self) -> None:
        """Record progress: all rows will be visited again, and finally the rest of the current row."""
        self._left = len(self._visits) + 1

    def seek(self) -> tuple[tuple[Cell, bool] | None, int]:
        """Return the next candidate, or None if there are no more candidates, and the number of clocks that this search
        takes. A candidate is given as a cell and a flag. If the flag is set, the candidate is the cell's right edge."""
        clocks, self._stale = _LOOK * self._stale, False
        while not (found := self._found()):
            if self._left == 1:
                return None, clocks
            self._left -= 1
            self._at = (self._at + 1) % len(self._visits)
            self._tried.clear()
            row, _ = self._visits[self._at]
            clocks += _STEP if row else _TO_THE_TOP
        cell = min(found)
        self._tried.add(cell)
        return (cell, self._visits[self._at][1] is CandidateKind.EDGE), clocks

    def _found(self) -> set[Cell]:
        """Return the candidates of the current visit."""
        at, kind = self._visits[self._at]
        here = {cell for cell in self.undecided - self._tried if cell[0] == at}
        if kind is CandidateKind.EDGE:
            pairs = self.undecided & self._clues
            return {(row, col) for row, col in here & pairs & self.open if (row, col + 1) in pairs}
        return {
            (row, col) for row, col in here
            if ((row, col) in self._clues) == (kind is CandidateKind.CLUE)
            and any(self._known(*beside) for beside in
                    ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)))
        }

    def _known(self, row: int, col: int) -> bool:
        rows, cols = self._size
        return not (0 <= row < rows and 0 <= col < cols) or (row, col) not in self.undecided
