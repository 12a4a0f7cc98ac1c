"""A fake parallel Sudoku engine."""

from functools import cache

from rowloom.host.puzzles.sudoku import Sudoku
from support.brute import solutions
from support.native.fake import Fake

__all__ = ["Parallel"]

_ORDER, _SIDE = 2, 4
_ALL = 3

Grid = tuple[tuple[int, ...], ...]


@cache
def _grids() -> list[Grid]:
    return solutions(Sudoku("blank", _SIDE, _SIDE, ((0,) * _SIDE,) * _SIDE))


class Parallel(Fake):
    """A parallel Sudoku engine of order 2, as the firmware sees it.

    It selects its solutions from all solved grids, returns them in ascending order, and checks that the firmware's
    requests are valid.
    A ``LAZY`` engine guesses unless each row has at most one open cell; otherwise, it guesses only if there are several
    solutions.
    """

    SIZE, LAZY = "4x4", False
    BUSY = 1  # how often the state reads as ``busy`` before each solution, and before a search ends without one

    def write_control(self, begin: int, solve: int, stop: int, keep: int, most: int, accept: int) -> None:
        if begin:
            self._ahead: list[Grid | None] = []
            self._solutions: list[Grid] = []
            self._givens: dict[tuple[int, int], int] = {}
            self._counters = [0, 0, 0]
        if solve:
            assert most in (1, 2, _ALL)
            self._found = 0
            self._search(most)
        if stop:
            self._ahead = []
        if accept:
            assert not self._ahead
            self._givens = {(row, col): self._solutions[-1][row][col] for row in range(_SIDE) for col in range(_SIDE)}
        if keep:
            assert not self._ahead
            self._keep()

    def write_given(self, digit: int, x: int, y: int, stack: int, band: int, unlike: int) -> None:
        assert digit < _SIDE and not self._ahead
        cell = _ORDER * band + y, _ORDER * stack + x
        self._givens.pop(cell, None)
        if unlike:
            self._search(1, (*cell, digit + 1))
        else:
            self._givens[cell] = digit + 1

    def read_found(self) -> int:
        return self._found

    def read_state(self) -> dict[str, int]:
        if not self._ahead:
            return {"solutions": len(self._solutions) & 3}
        if found := self._ahead.pop(0):
            self._solutions.append(found)
            self._found += 1
            if len(self._solutions) == 1:
                self._keep()
        return {"busy": 1}

    def read_digits(self) -> int:
        cells, self._kept = self._kept & 0xFFFF_FFFF, self._kept >> 32
        return cells

    def read_counters(self, number: int) -> int:
        return self._counters[number]

    def _search(self, most: int, unlike: tuple[int, int, int] | None = None) -> None:
        found = [grid for grid in _grids() if all(grid[row][col] == digit for (row, col), digit in self._givens.items())
                 and not (unlike and grid[unlike[0]][unlike[1]] == unlike[2])]
        self._solutions, self._ahead = [], []
        for grid in found if most == _ALL else found[:most]:
            self._ahead += [*(self.BUSY - 1) * [None], grid]
        if len(found) != 1 and (most == _ALL or len(found) < most):
            self._ahead += self.BUSY * [None]
        given = [sum((row, col) in self._givens for col in range(_SIDE)) for row in range(_SIDE)]
        self._counters[0] += min(given) < _SIDE - 1 if self.LAZY else len(found) > 1
        self._counters[1] += 1

    def _keep(self) -> None:
        digits = (digit for row in self._solutions[-1] for digit in row)
        self._kept = sum(digit << 4 * number for number, digit in enumerate(digits))
