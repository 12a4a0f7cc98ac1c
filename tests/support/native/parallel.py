"""A parallel Sudoku engine in the gateware's place."""

import itertools

from support.native.fake import Fake

__all__ = ["Parallel"]

_ORDER = 2
_DIGITS = range(1, _ORDER ** 2 + 1)
_ALL = 3
_CELLS = list(itertools.product(range(_ORDER ** 2), repeat=2))


class Parallel(Fake):
    """A parallel Sudoku engine of order 2 as the firmware sees it.

    It places cells with one candidate, tries the digits of the first open cell from 1 on, and checks that what it is
    asked for makes sense.

    Attributes
    ----------
    BUSY : int
        So many times it says that it is at work before each solution, and before it knows that there are no more.
    LAZY : bool
        It places only the last open cell of a row.
    """

    SIZE = "4x4"
    BUSY = 1
    LAZY = False

    def write_control(self, begin: int, solve: int, stop: int, keep: int, most: int, accept: int) -> None:
        if begin:
            self._ahead = []
            self._cells, self._guesses, self._flags = {}, [], {}
            self._givens, self._unlike = {}, None
            self._counters = [0, 0, 0]
        if solve:
            assert most in (1, 2, _ALL)
            self._found = 0
            self._search(most)
        if stop:
            self._ahead = []
        if accept:
            assert "solved" in self._flags
            self._givens = dict(self._cells)
        if keep:
            assert not self._ahead and self._solutions
            self._keep()

    def write_given(self, digit: int, x: int, y: int, stack: int, band: int, unlike: int) -> None:
        assert digit + 1 in _DIGITS and not self._ahead
        cell = _ORDER * band + y, _ORDER * stack + x
        self._cells, self._guesses, self._flags = dict(self._givens), [], {}
        self._cells.pop(cell, None)
        if not unlike:
            self._cells[cell] = digit + 1
        self._givens = dict(self._cells)
        if unlike:
            self._unlike = cell, digit + 1
            self._search(1)
            self._unlike = None

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

    def _search(self, most):
        self._flags = {}
        self._deduce()
        self._go_on()
        self._solutions, self._ahead = [], self.BUSY * [None]
        while "solved" in self._flags:
            if self._unlike is None or self._cells[self._unlike[0]] != self._unlike[1]:
                self._ahead[-1] = dict(self._cells)
            if (most != _ALL and sum(map(bool, self._ahead)) == most) or not self._guesses:
                break
            self._ahead += self.BUSY * [None]
            self._retract()
            self._go_on()

    def _keep(self):
        self._kept = sum(self._solutions[-1][cell] << 4 * number for number, cell in enumerate(_CELLS))

    def _candidates(self, cell):
        box = [index // _ORDER for index in cell]
        seen = {digit for other, digit in self._cells.items() if other != cell and (
            other[0] == cell[0] or other[1] == cell[1] or [index // _ORDER for index in other] == box)}
        return [digit for digit in _DIGITS if digit not in seen]

    def _others(self, cell):
        """Whether other cells of the row are open."""
        return any((cell[0], col) not in self._cells for col in range(_ORDER ** 2) if col != cell[1])

    def _choose(self, cell, behind):
        """Give a cell its next digit; what is left for later is a guess."""
        digit, *later = (one for one in self._candidates(cell) if one > behind)
        if later:
            self._guesses.append((dict(self._cells), cell, digit))
            self._counters[0] += 1
        self._cells[cell] = digit
        self._deduce()

    def _deduce(self):
        changed = True
        while changed:
            self._counters[1] += 1
            candidates = {cell: self._candidates(cell) for cell in _CELLS}
            if any(not found or self._cells.get(cell, found[0]) not in found for cell, found in candidates.items()):
                self._flags = {"contradiction": 1}
                return
            singles = {cell: found[0] for cell, found in candidates.items()
                       if cell not in self._cells and len(found) == 1 and not (self.LAZY and self._others(cell))}
            self._cells |= singles
            changed = bool(singles)
        self._flags = {"solved": 1} if len(self._cells) == len(_CELLS) else {}

    def _retract(self):
        self._cells, cell, digit = self._guesses.pop()
        self._choose(cell, digit)

    def _go_on(self):
        while not self._flags or ("contradiction" in self._flags and self._guesses):
            if self._flags:
                self._retract()
            else:
                self._choose(next(cell for cell in _CELLS if cell not in self._cells), 0)
