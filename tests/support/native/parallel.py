"""A fake parallel Sudoku engine."""

from collections.abc import Iterable
from functools import cache

from rowloom.host.puzzles.sudoku import Sudoku
from support.brute import solutions
from support.native.fake import Fake
from support.sudoku.removal import random_order

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
    requests are valid. It reports a guess if there are several solutions. A ``LAZY`` engine instead reports a guess if
    a row has two or more open cells.
    """

    SIZE, LAZY = "4x4", False
    # The number of times that the state reads as ``busy`` before each of these events: a solution is found; a search
    # ends without a further solution; the test of a given ends.
    BUSY = 1

    def __init__(self):
        self._states: list[int] = []  # the random numbers of the puzzles whose givens are removed
        self._turns: list[int] = []  # how often the state still reads as ``busy`` during each remaining test of a given
        self._left: list[int] = []

    def write_control(self, begin: int, solve: int, stop: int, keep: int, most: int, accept: int) -> None:
        if begin:
            assert not self._states and not self._left
            self._fixed: set[tuple[int, int]] = set()
            self._ahead: list[Grid | None] = []
            self._solutions: list[Grid] = []
            self._givens: dict[tuple[int, int], int] = {}
            self._counters = [0, 0, 0]
        if solve:
            assert most in (1, 2, _ALL)
            self._found = 0
            self._search(most)
        if stop:
            self._ahead, self._turns, self._states = [], [], self._states[:1]
        if accept:
            assert not self._ahead
            self._givens = {(row, col): self._solutions[-1][row][col] for row in range(_SIDE) for col in range(_SIDE)}
        if keep:
            assert not self._ahead
            self._keep()

    def write_given(self, digit: int, x: int, y: int, stack: int, band: int, unlike: int, fixed: int) -> None:
        assert digit < _SIDE and not self._ahead and not self._states
        cell = _ORDER * band + y, _ORDER * stack + x
        self._givens.pop(cell, None)
        if unlike:
            self._search(1, (*cell, digit + 1))
        else:
            self._givens[cell] = digit + 1
        if fixed:
            self._fixed.add(cell)

    def write_remove(self, spare: int, again: int) -> None:
        assert not self._ahead and not self._states
        self._terms = spare, again

    def write_random(self, state: int) -> None:
        assert state and not self._ahead and len(self._states) + len(self._left) // 2 < 16
        self._states.append(state)
        if len(self._states) == 1:
            self._begin_removal()

    def read_left(self) -> int:
        return self._left.pop(0) if self._left else 0

    def read_found(self) -> int:
        return self._found

    def read_state(self) -> dict[str, int]:
        while self._turns:
            self._turns[0] -= 1
            if self._turns[0] and not self._left:
                return {"busy": 1, "removes": 1}
            self._turns.pop(0)
            self._take_turn()
        if self._states:
            self._left += sum(1 << _SIDE * row + col for row, col in self._givens), self._states.pop(0) & 0xFFF
            if self._states:
                self._begin_removal()
        if self._left:
            return {"ready": 1, "removes": bool(self._states)}
        if not self._ahead:
            return {"solutions": len(self._solutions) & 3}
        if found := self._ahead.pop(0):
            self._solutions.append(found)
            self._found += 1
            if len(self._solutions) == 1:
                self._keep()
        return {"busy": 1}

    def _begin_removal(self) -> None:
        self._spare, again = self._terms
        if again:
            (grid,) = self._matching(self._givens)
            self._givens = {(row, col): grid[row][col] for row in range(_SIDE) for col in range(_SIDE)}
        self._order = [cell for cell in random_order(_ORDER, self._states[0])
                       if cell in self._givens and cell not in self._fixed]
        self._turns = [self.BUSY for _ in self._order]

    def _take_turn(self) -> None:
        cell = self._order.pop(0)
        if self._spare and len(self._matching(without := self._givens.keys() - {cell})) == 1:
            self._givens = {cell: self._givens[cell] for cell in without}
            self._spare -= 1

    def _matching(self, cells: Iterable[tuple[int, int]]) -> list[Grid]:
        """Return the solved grids that agree with the givens of these cells."""
        return [grid for grid in _grids() if all(grid[row][col] == self._givens[row, col] for row, col in cells)]

    def read_digits(self) -> int:
        cells, self._kept = self._kept & 0xFFFF_FFFF, self._kept >> 32
        return cells

    def read_counters(self, number: int) -> int:
        return self._counters[number]

    def _search(self, most: int, unlike: tuple[int, int, int] | None = None) -> None:
        found = [grid for grid in self._matching(self._givens)
                 if not (unlike and grid[unlike[0]][unlike[1]] == unlike[2])]
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
