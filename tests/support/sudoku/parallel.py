"""The model of the parallel engine in plain Python, clock by clock.

A grid is a list of rows. A cell is given as its candidates: a number whose bit d stands for digit d + 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from itertools import product
from operator import or_

from rowloom.host.puzzles.sudoku import Sudoku
from support import brute

__all__ = ["Found", "Solver", "all_cells", "box_branching", "cell_number", "deduce", "every_grid", "place", "planes",
           "units", "vector"]

_Cell = tuple[int, int]


def place(order: int, cell: _Cell) -> dict[str, int]:
    """Return the coordinates of a cell; see :mod:`rowloom.hw.sudoku.parallel.grid`."""
    (band, y), (stack, x) = (divmod(index, order) for index in cell)
    return {"x": x, "y": y, "band": band, "stack": stack}


def cell_number(order: int, row: int, col: int) -> int:
    """Return the number of a cell."""
    at = place(order, (row, col))
    return ((at["x"] * order + at["y"]) * order + at["band"]) * order + at["stack"]


def all_cells(order: int) -> list[_Cell]:
    return list(product(range(order ** 2), repeat=2))


def vector(order: int, cells: Iterable[_Cell]) -> int:
    return sum(1 << cell_number(order, *cell) for cell in cells)


def planes(order: int, grid: Sequence[Sequence[int]]) -> list[int]:
    """Return a grid as vectors of the gateware: a vector of cells for each digit."""
    return [vector(order, ((row, col) for row, col in all_cells(order) if grid[row][col] >> digit & 1))
            for digit in range(order ** 2)]


@cache
def every_grid() -> list[tuple[tuple[int, ...], ...]]:
    """Return all 288 solved grids of order 2."""
    blank = Sudoku("blank", 4, 4, ((0,) * 4,) * 4)
    return [tuple(tuple(1 << digit - 1 for digit in line) for line in grid) for grid in brute.solutions(blank)]


@cache
def units(order: int) -> tuple[tuple[_Cell, ...], ...]:
    """Return the cells of each row, then of each column, and then of each box."""
    side = range(order ** 2)
    rows = [[(row, col) for col in side] for row in side]
    boxes = [[(row, col) for row, col in product(side, side) if (row // order, col // order) == box]
             for box in product(range(order), repeat=2)]
    return tuple(map(tuple, [*rows, *zip(*rows), *boxes]))


@cache
def _units_of(order: int) -> dict[_Cell, tuple[int, ...]]:
    """Return the numbers of the three units that contain each cell."""
    return {cell: tuple(number for number, unit in enumerate(units(order)) if cell in unit)
            for cell in all_cells(order)}


@dataclass
class Found:
    """The outputs of a round, by the names of :class:`rowloom.hw.sudoku.parallel.round.Round`."""

    left: list[list[int]]
    left_open: set[_Cell]
    pairs: set[_Cell]
    triples: set[_Cell]
    contradiction: bool
    progress: bool


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def deduce(order: int, candidates: Sequence[Sequence[int]], open_: Iterable[_Cell],
           frozen: Iterable[_Cell] = ()) -> Found:
    of, can = _units_of(order), {cell: candidates[cell[0]][cell[1]] for cell in _units_of(order)}
    open_, frozen = set(open_), set(frozen)
    settled = set(can) - open_
    gone, only, homeless = dict.fromkeys(can, 0), [], False
    for unit in units(order):
        counts = [sum(can[cell] >> digit & 1 for cell in unit) for digit in range(order ** 2)]
        only.append(_union(1 << digit for digit, count in enumerate(counts) if count == 1))
        homeless |= 0 in counts
        taken = _union(can[cell] for cell in unit if cell in settled)
        for cell in unit:
            gone[cell] |= taken
    lines, boxes = units(order)[:2 * order ** 2], units(order)[2 * order ** 2:]
    for line, box in product(lines, boxes):
        common = set(line) & set(box)
        if common:
            here = _union(can[cell] for cell in common)
            for one, other in ((line, box), (box, line)):
                locked = here & ~_union(can[cell] for cell in set(one) - common)
                for cell in set(other) - common:
                    gone[cell] |= locked
    hidden = {cell: digits & _union(only[unit] for unit in of[cell]) for cell, digits in can.items()}
    left = {cell: digits & ~gone[cell] & (hidden[cell] or digits) for cell, digits in can.items()}
    several = {cell for cell in open_ if can[cell].bit_count() > 1}
    return Found(
        left=_grid(order, {cell: can[cell] if cell in settled | frozen else left[cell] for cell in can}),
        left_open={cell for cell in several if cell in frozen or not hidden[cell]},
        pairs={cell for cell, digits in can.items() if digits.bit_count() == 2},
        triples={cell for cell, digits in can.items() if digits.bit_count() == 3},
        contradiction=homeless or 0 in can.values() or any(digits.bit_count() > 1 for digits in hidden.values()),
        progress=any(cell not in several or hidden[cell] or left[cell] != can[cell] for cell in open_),
    )


def _grid(order: int, digits: Mapping[_Cell, int]) -> list[list[int]]:
    side = range(order ** 2)
    return [[digits[row, col] for col in side] for row in side]


def _by_box(order: int, cell: _Cell) -> tuple[int, int, int]:
    """Return a key that sorts cells by box, then by number."""
    return cell[0] // order, cell[1] // order, cell_number(order, *cell)


def box_branching(order: int, choice: Iterable[_Cell], open_: Iterable[_Cell], fewest: Iterable[_Cell]) -> _Cell:
    """The model of :class:`rowloom.hw.sudoku.parallel.solver.BoxBranching`. The open cells and the cells with the
    fewest candidates are those of the previous clock."""
    weights = [*open_, *fewest]

    def around(cell: _Cell) -> int:
        band, stack = cell[0] // order, cell[1] // order
        return sum((row // order == band) + (col // order == stack) for row, col in weights)

    return min(choice, key=lambda cell: (-around(cell), *_by_box(order, cell)))


@dataclass
class _Guess:
    before: set[_Cell]
    cell: _Cell
    others: int


@dataclass
class Solver:
    """The engine; see :class:`rowloom.hw.sudoku.parallel.solver.Solver`."""

    order: int
    candidates: list[list[int]] = field(init=False)
    guesses: int = 0
    rounds: int = 0
    clocks: int = 0

    def __post_init__(self):
        side = range(self.order ** 2)
        self.candidates = [[(1 << self.order ** 2) - 1 for _ in side] for _ in side]
        self._cells = set(product(side, side))
        self._open = set(self._cells)
        self._fewest: set[_Cell] = set()  # in the previous clock
        self._last: list[_Guess] = []
        self._givens: set[_Cell] = set()
        self._unlike: tuple[_Cell, int] | None = None  # the cell of the first guess, and a digit it must not have
        self.clocks = 1  # one clock to empty the grid

    def given(self, cell: _Cell, digit: int) -> None:
        self._take_back(self._givens - {cell})
        self._givens.add(cell)
        self._narrow(cell, 1 << digit, self._cells - {cell})

    def unlike(self, cell: _Cell, digit: int) -> list[list[list[int]]]:
        """Remove a given; return a list with a solution that has another digit in the cell, or an empty list."""
        self._givens.discard(cell)
        self._take_back(self._givens)
        self._unlike = cell, digit
        return self.solve(1)

    def accept(self) -> None:
        """Make all cells givens with their current digits."""
        self._givens = set(self._cells)

    def _take_back(self, settled: set[_Cell]) -> None:
        """Restore all candidates of all cells that are not settled."""
        self._last = []
        self._open = self._cells - settled
        for row, col in self._open:
            self.candidates[row][col] = (1 << self.order ** 2) - 1
        self.clocks += 1

    def solve(self, most: int) -> list[list[list[int]]]:
        self._fewest = self._with_fewest(deduce(self.order, self.candidates, self._open))
        solutions: list[list[list[int]]] = []
        while True:
            if self._unlike and self._unlike[0] not in self._open:
                # The remaining givens settle the cell of the removed given, so no solution has another digit there.
                self._unlike = None
                self.rounds += 1
                self.clocks += 1
                return solutions
            found = deduce(self.order, self.candidates, self._open)
            fewest = self._with_fewest(found)
            # The result of a round is examined one clock later, during the next round.
            self.rounds += 1
            self.clocks += 1
            if not found.contradiction and self._open and found.progress:
                self.candidates, self._open, self._fewest = found.left, found.left_open, fewest
                continue
            self.rounds += 1
            self.clocks += 1
            if found.contradiction or not self._open:
                if not found.contradiction and not self._unlike:
                    solutions.append([list(row) for row in self.candidates])
                if not self._last or len(solutions) == most:
                    self._unlike = None
                    return solutions
                self._retract()
            elif not self._unlike:
                self._guess(box_branching(self.order, fewest, self._open, self._fewest))
            else:
                (cell, digit), self._unlike = self._unlike, None
                self._guess(cell, 1 << digit)

    def _with_fewest(self, found: Found) -> set[_Cell]:
        """Return the cells with two candidates; if there are none, the cells with three; and otherwise all open
        cells."""
        return found.pairs or found.triples or self._open

    def _guess(self, cell: _Cell, without: int = 0) -> None:
        row, col = cell
        self.guesses += 1
        self._last.append(_Guess(self._cells - self._open, (row, col), self.candidates[row][col] & ~without))
        self._try()

    def _retract(self) -> None:
        """Restore all candidates of the cells that were open before the latest guess."""
        every = (1 << self.order ** 2) - 1
        self._open = self._cells - self._last[-1].before
        for row, col in self._open:
            self.candidates[row][col] = every
        self._try()

    def _try(self) -> None:
        """Restrict the cell of the latest guess to its next digit; after the last digit, forget the guess."""
        last = self._last[-1]
        tried = last.others & -last.others
        last.others &= ~tried
        if not last.others:
            self._last.pop()
        self._narrow(last.cell, tried)

    def _narrow(self, cell: _Cell, digits: int, frozen: Iterable[_Cell] = ()) -> None:
        """Complete a round, and restrict the cell to these digits."""
        found = deduce(self.order, self.candidates, self._open, frozen)
        self._fewest = self._with_fewest(found)
        self.candidates, self._open = found.left, found.left_open - {cell}
        self.candidates[cell[0]][cell[1]] &= digits
        self.clocks += 1
