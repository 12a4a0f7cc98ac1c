"""The cells worth a lookahead in plain Python: sets of cells, and a list of visits that goes round."""

from collections.abc import Iterable

from support.slitherlink.checker import Cell

__all__ = ["LookaheadCells"]

_STEP, _TO_THE_TOP, _LOOK = 2, 5, 4
"""Clocks for the next row, for the first one after the last one, and for a row of which more is known by now."""


class LookaheadCells:
    """The reference model of :class:`rowloom.hw.slitherlink.deducer.lookahead_cells.LookaheadCells`, to the clock.

    Parameters
    ----------
    rows, cols : int, at least 1
        The puzzle's size.
    clues : iterable of Cell
        Its cells with a clue.

    Attributes
    ----------
    undecided : set of Cell
        Those of which it is not known whether they are inside. To be changed by :meth:`look` only.
    branch : Cell or None
        The first cell that was found since the beginning or since :meth:`progress`.
    """

    def __init__(self, rows: int, cols: int, clues: Iterable[Cell]):
        self._size, self._clues = (rows, cols), set(clues)
        self._visits = [(row, has_clue) for has_clue in (True, False) for row in range(rows)]
        self._at, self._left = 0, len(self._visits)
        self._tried: set[Cell] = set()
        self._stale = True
        self.undecided: set[Cell] = set()
        self.branch: Cell | None = None

    def look(self, undecided: Iterable[Cell]) -> None:
        """These are the cells that are undecided now."""
        self.undecided, self._stale = set(undecided), True

    def progress(self) -> None:
        """Once round, and then the visit at hand again."""
        self._left, self.branch = len(self._visits) + 1, None

    def seek(self) -> tuple[Cell | None, int]:
        """The next cell, None if there is none; and the clocks until it is found, or until it is known that there is
        none."""
        clocks, self._stale = _LOOK * self._stale, False
        while not (worth := self._worth()):
            if self._left == 1:
                return None, clocks
            self._left -= 1
            self._at = (self._at + 1) % len(self._visits)
            self._tried.clear()
            row, _ = self._visits[self._at]
            clocks += _STEP if row else _TO_THE_TOP
        cell = min(worth)
        self._tried.add(cell)
        self.branch = self.branch or cell
        return cell, clocks

    def _worth(self) -> set[Cell]:
        """The cells of the visit at hand that are worth a lookahead."""
        at, has_clue = self._visits[self._at]
        return {
            (row, col) for row, col in self.undecided - self._tried
            if row == at and ((row, col) in self._clues) == has_clue
            and any(self._known(*beside) for beside in
                    ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)))
        }

    def _known(self, row: int, col: int) -> bool:
        """All that lies beyond the puzzle is known."""
        rows, cols = self._size
        return not (0 <= row < rows and 0 <= col < cols) or (row, col) not in self.undecided
