"""The parallel engine in plain Python, clock by clock: what the tests compare the gateware with.

A grid is a list of rows; what a cell may hold, or holds, is a set of digits as a number, bit d for digit d + 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

__all__ = ["CONTRADICTION", "SOLVED", "STUCK", "Found", "Solver", "deduce", "units"]

SOLVED, CONTRADICTION, STUCK = "solved", "contradiction", "stuck"

_Cell = tuple[int, int]


@cache
def units(order: int) -> tuple[tuple[_Cell, ...], ...]:
    """The cells of each row, then of each column, then of each box."""
    side = range(order ** 2)
    rows = [[(row, col) for col in side] for row in side]
    boxes = [[(row, col) for row, col in product(side, side) if (row // order, col // order) == box]
             for box in product(range(order), repeat=2)]
    return tuple(map(tuple, [*rows, *zip(*rows), *boxes]))


@cache
def _units_of(order: int) -> dict[_Cell, tuple[int, ...]]:
    """The numbers of the three units of each cell."""
    return {cell: tuple(number for number, unit in enumerate(units(order)) if cell in unit)
            for cell in product(range(order ** 2), repeat=2)}


@dataclass
class Found:
    """What a round says; see :class:`.round.Round`, whose outputs have the same names."""

    candidates: list[list[int]]
    certain: list[list[int]]
    solitary: list[list[int]]
    pairs: set[_Cell]
    contradiction: bool
    progress: bool


def _ones(digits: int) -> int:
    return digits.bit_count()


def _union(sets: Iterable[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union


def deduce(order: int, values: Sequence[Sequence[int]], hidden: Iterable[_Cell] = (), barred: int = 0,
           plain: bool = False) -> Found:
    """A round."""
    cells, of, hidden = list(_units_of(order)), _units_of(order), set(hidden)
    filled = {(row, col): values[row][col] for row, col in cells}
    used = [_union(filled[cell] for cell in unit) for unit in units(order)]
    every = (1 << order ** 2) - 1
    free = {cell: 0 if filled[cell] or cell in hidden else every & ~barred & ~_union(used[unit] for unit in of[cell])
            for cell in cells}
    left = dict(free)
    if not plain:
        lines, boxes = units(order)[:2 * order ** 2], units(order)[2 * order ** 2:]
        for line, box in product(lines, boxes):
            common = set(line) & set(box)
            if common:
                here = _union(free[cell] for cell in common)
                for one, other in ((line, box), (box, line)):
                    elsewhere = set(one) - common
                    only = here & ~_union(free[cell] for cell in elsewhere)
                    for cell in set(other) - common:
                        left[cell] &= ~only
    can_be = {cell: left[cell] | filled[cell] for cell in cells}
    single, bad_unit = [], False
    for unit, has in zip(units(order), used):
        counts = [sum(can_be[cell] >> digit & 1 for cell in unit) for digit in range(order ** 2)]
        single.append(_union(1 << digit for digit, count in enumerate(counts) if count == 1))
        bad_unit |= any(count == 0 or (count > 1 and has >> digit & 1) for digit, count in enumerate(counts))
    bad_cell = any(
        (not can_be[cell] and cell not in hidden) or (filled[cell] and _ones(can_be[cell]) > 1) for cell in cells)
    certain = {cell: digits if _ones(digits) == 1 else digits & _union(single[unit] for unit in of[cell])
               for cell, digits in can_be.items()}
    solitary = {cell: single[of[cell][0]] & single[of[cell][1]] & single[of[cell][2]] for cell in cells}
    return Found(
        candidates=_grid(order, can_be),
        certain=_grid(order, certain),
        solitary=_grid(order, solitary),
        pairs={cell for cell in cells if _ones(can_be[cell]) == 2},
        contradiction=bad_unit or bad_cell,
        progress=any(certain[cell] and not filled[cell] for cell in cells),
    )


def _grid(order: int, digits: Mapping[_Cell, int]) -> list[list[int]]:
    side = range(order ** 2)
    return [[digits[row, col] for col in side] for row in side]


@dataclass
class _Guess:
    before: frozenset[_Cell]
    cell: _Cell
    others: int


@dataclass
class Solver:
    """The engine; see :class:`.solver.Solver`. Its cells are chosen in the order of their numbers there."""

    order: int
    values: list[list[int]] = field(init=False)
    guesses: int = 0
    rounds: int = 0
    clocks: int = 0

    def __post_init__(self):
        side = range(self.order ** 2)
        self.values = [[0 for _ in side] for _ in side]
        n = range(self.order)
        self._cells = [(band * self.order + y, stack * self.order + x)
                       for x in n for y in n for band in n for stack in n]
        self._last: list[_Guess] = []
        self._impossible = False
        self._choice: tuple[_Cell, int] | None = None

    @property
    def depth(self) -> int:
        """Guesses that the state hangs on."""
        return len(self._last)

    def given(self, cell: _Cell, digit: int) -> None:
        """That the cell has the digit, counted from 0."""
        found = deduce(self.order, self.values, set(self._cells) - {cell}, ~(1 << digit))
        self.values = found.certain
        self._impossible |= not found.progress
        self.clocks += 2

    def solve(self, stepwise: bool = False) -> str:
        """Searches from the grid as it is: how that ended."""
        while True:
            found = deduce(self.order, self.values)
            self.rounds += 1
            self.clocks += 1
            if found.contradiction or self._impossible:
                self._spend()
                if stepwise or not self._last:
                    return CONTRADICTION
                self._retract()
            elif all(all(row) for row in self.values):
                self._spend()
                return SOLVED
            elif found.progress:
                self.values = found.certain
            else:
                self._choose(found)
                if stepwise:
                    return STUCK
                self._try(*self._choice, again=False)

    def back(self, stepwise: bool = False) -> str:
        """Goes on as if there had been a contradiction."""
        self._retract()
        return self.solve(stepwise)

    def guess(self, stepwise: bool = False) -> str:
        """Goes on with a guess."""
        self._try(*self._choice, again=False)
        return self.solve(stepwise)

    def _spend(self) -> None:
        """How a round went is known a clock later, and meanwhile there is another one."""
        self.rounds += 1
        self.clocks += 1

    def _choose(self, found: Found) -> None:
        solitary = deduce(self.order, self.values, set(self._cells) - found.pairs, plain=True).solitary
        both = {(row, col) for row, col in found.pairs if not found.candidates[row][col] & solitary[row][col]}
        either = {(row, col) for row, col in found.pairs if found.candidates[row][col] & ~solitary[row][col]}
        open_ = {(row, col) for row, col in self._cells if not self.values[row][col]}
        best = next(rank for rank in (both, either, found.pairs, open_) if rank)
        row, col = next(cell for cell in self._cells if cell in best)
        self._choice = (row, col), found.candidates[row][col]
        self._spend()
        self.clocks += 3

    def _retract(self) -> None:
        last = self._last[-1]
        self.values = [[digit if (row, col) in last.before else 0 for col, digit in enumerate(line)]
                       for row, line in enumerate(self.values)]
        self._try(last.cell, last.others, again=True)

    def _try(self, cell: _Cell, choices: int, *, again: bool) -> None:
        tried = choices & -choices
        before = frozenset((row, col) for row, col in self._cells if self.values[row][col])
        self.values = deduce(self.order, self.values, set(self._cells) - {cell}, ~tried).certain
        others = choices & ~tried
        if again:
            self._last.pop()
        else:
            self.guesses += 1
        if others:
            self._last.append(_Guess(before, cell, others))
        self.clocks += 1
