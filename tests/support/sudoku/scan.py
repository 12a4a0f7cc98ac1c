"""The scan unit in plain Python. It does the steps in the same order as the gateware, so that the results are equal."""

from collections.abc import Hashable, Iterator, Mapping
from typing import TypeVar

from rowloom.hw.sudoku.scan.memories import HouseKind
from rowloom.hw.sudoku.scan.scan import Command, Lock
from rowloom.hw.sudoku.scan.subsets import LEFT_BY_HIDDEN, LEFT_BY_NAKED, MOST

__all__ = ["ScanModel", "found_subsets"]

_Row = TypeVar("_Row", bound=Hashable)
_Column = TypeVar("_Column", bound=Hashable)

Cell = tuple[int, int]
"""The row and the column of a cell."""

House = tuple[HouseKind, int]


def found_subsets(rows: Mapping[_Row, set[_Column]], leave: int) -> Iterator[tuple[set[_Row], set[_Column]]]:
    """Yield the subsets that :class:`rowloom.hw.sudoku.scan.subsets.Subsets` finds in a matrix of bits, in the same
    order.

    ``rows`` maps each row of the matrix, in ascending order, to the columns in which the row has a 1. A subset consists
    of some rows, and of all columns in which these rows have a 1. At least ``leave`` rows are not in the subset.
    """
    def search(left: list[_Row], chosen: set[_Row], covered: set[_Column]) -> Iterator[tuple[set[_Row], set[_Column]]]:
        for at, row in enumerate(left):
            joined = covered | rows[row]
            if len(joined) <= len(chosen) + 1:
                yield chosen | {row}, joined
            elif len(joined) <= most:
                yield from search(left[at + 1:] if chosen else passed, chosen | {row}, joined)
                if not chosen:
                    passed.append(row)

    passed: list[_Row] = []
    most = min(MOST, len(rows) - leave)
    if most > 1:
        yield from search(list(rows), set(), set())


class ScanModel:
    """The reference model of :class:`rowloom.hw.sudoku.scan.scan.Scan`, without clocks. Digits and positions are
    counted from 0; ``givens`` are the cells row by row, with 0 for an open cell."""

    def __init__(self, order: int, givens: list[int]):
        self.order, self.side = order, order * order
        self.values: dict[Cell, int] = {}
        self.contradiction = self.solved = False
        self.found: tuple[int, int, int | None] = (0, 0, 0)  # row, column and value; None if there is no open cell
        self.trail: list[tuple[Cell, bool]] = []  # the placements, each with True if it was a choice
        self.visits = self.placed = self.hidden = self.excluded = self.subsets = 0
        numbers = range(self.side)
        self._used = {(kind, house): set() for kind in HouseKind for house in numbers}
        self._seen: dict[House, set[int]] = {}
        self._dirty: set[House] = set()
        self._locked = {(line, number, part): set() for line in (HouseKind.ROW, HouseKind.COL)
                        for number in numbers for part in range(order)}
        self._remaining: dict[Cell, set[int]] = {}
        for index, value in enumerate(givens):
            cell = divmod(index, self.side)
            if value and not self.contradiction:
                if value - 1 in self.candidates(cell):
                    self._place(cell, value - 1)
                else:
                    self.contradiction = True
        self.trail.clear()
        if not self.contradiction:
            self._dirty = set(self._used)

    @property
    def level(self) -> int:
        return sum(choice for _, choice in self.trail)

    def houses(self, cell: Cell) -> list[House]:
        row, col = cell
        box = row // self.order * self.order + col // self.order
        return [(HouseKind.ROW, row), (HouseKind.COL, col), (HouseKind.BOX, box)]

    def cell(self, kind: HouseKind, house: int, position: int) -> Cell:
        across, down = house % self.order * self.order, house // self.order * self.order
        quotient, remainder = divmod(position, self.order)
        return {HouseKind.ROW: (house, position), HouseKind.COL: (position, house),
                HouseKind.BOX: (down + quotient, across + remainder)}[kind]

    def candidates(self, cell: Cell) -> set[int]:
        """Return the digits that are not used in the houses of a cell, nor excluded by locked candidates or subsets."""
        return self._candidates(cell, self.houses(cell))

    def do(self, command: Command, value: int = 0, col: int = 0, row: int = 0, choice: int = 0) -> None:
        match command:
            case Command.PROPAGATE:
                self.propagate()
            case Command.ASSUME:
                self._assume((row, col), value - 1, bool(choice))
            case Command.UNDO:
                self._undo()
            case Command.BRANCH:
                self._find_branch(row, col, value)
            case Command.EXCLUDE:
                self.exclude(Lock(value), row)
            case Command.SUBSETS:
                self.find_subsets(HouseKind(value), row)

    def propagate(self) -> None:
        """Propagate until nothing changes or there is a contradiction."""
        while self._dirty:
            house = max(self._dirty, key=lambda house: (house[0], -house[1]))
            self._dirty.remove(house)
            self.visits += 1
            if not self._visit(house):
                self.contradiction = True
                return
        self.solved = len(self.values) == self.side ** 2

    def _assume(self, cell: Cell, least: int, choice: bool) -> None:
        digits = [digit for digit in self.candidates(cell) if digit >= least]
        if digits:
            self._place(cell, min(digits), choice)
            self.propagate()
        else:
            self.contradiction = True

    def _undo(self) -> None:
        choice = False
        while not choice:
            cell, choice = self.trail.pop()
            digit = self.values.pop(cell)
            for house in self.houses(cell):
                self._used[house].remove(digit)
        self.found = (*cell, digit + 1)
        self._dirty.clear()
        self._seen.clear()
        self.contradiction = self.solved = False

    def _find_branch(self, row: int, col: int, enough: int) -> None:
        least = None
        for index in range(row * self.side + col, self.side ** 2):
            cell = divmod(index, self.side)
            if cell in self.values:
                continue
            count = len(self.candidates(cell))
            if least is None or count < least:
                least = count
                self.found = (*cell, count)
                if count <= enough:
                    return
        if least is None:
            self.found = (*self.found[:2], None)

    def exclude(self, lock: Lock, number: int) -> None:
        """Exclude candidates because of the locked candidates of a house."""
        kind = {Lock.ROW: HouseKind.ROW, Lock.COL: HouseKind.COL}.get(lock, HouseKind.BOX)
        line = HouseKind.ROW if lock in (Lock.ROW, Lock.BOX_ROWS) else HouseKind.COL
        parts = [[] for _ in range(self.order)]
        for cell in self._open_cells((kind, number)):
            parts[self._part(cell, kind, line)].append(cell)
        digits = [set().union(*map(self.candidates, part)) for part in parts]
        for part, cells in enumerate(parts):
            only_here = digits[part].difference(*digits[:part], *digits[part + 1:])
            # Candidates may have been excluded after the parts were examined.
            only_here &= set().union(*map(self.candidates, cells))
            if only_here:
                crossing = line if kind == HouseKind.BOX else HouseKind.BOX
                self._strike_out(dict(self.houses(cells[0]))[crossing], crossing, line, (kind, number), only_here)

    def find_subsets(self, kind: HouseKind, number: int) -> None:
        """Exclude candidates because of the subsets of a house."""
        cells, digits = set(self._open_cells((kind, number))), set(range(self.side)) - self._used[kind, number]
        rows = {cell: self.candidates(cell) for cell in self._open_cells((kind, number))}
        for subset, values in found_subsets(rows, LEFT_BY_NAKED):
            self._keep(cells - subset, digits - values)
        rows = {cell: self.candidates(cell) for cell in cells}
        places = {digit: {cell for cell in cells if digit in rows[cell]} for digit in sorted(digits)}
        for values, subset in found_subsets(places, LEFT_BY_HIDDEN):
            self._keep(subset, values)

    def _keep(self, cells: set[Cell], digits: set[int]) -> None:
        """Exclude all other digits from the cells permanently."""
        for cell in cells:
            candidates = self.candidates(cell)
            if not candidates <= digits:
                self._remaining[cell] = candidates & digits
                self._dirty.update(self.houses(cell))
                self.subsets += 1

    def _strike_out(self, number: int, kind: HouseKind, line: HouseKind, but: House, digits: set[int]) -> None:
        """Exclude digits from the cells of a house, except the cells that it shares with the house ``but``."""
        hit = set()
        for cell in self._open_cells((kind, number)):
            if but not in self.houses(cell) and self.candidates(cell) & digits:
                hit.add(self._word(cell, line))
                self._dirty.update(self.houses(cell))
        for word in hit:
            self._locked[word] |= digits
        self.excluded += len(hit)

    def _part(self, cell: Cell, kind: HouseKind, line: HouseKind) -> int:
        """Return the number of the part of a house that contains a cell. A row or column is divided into parts by the
        boxes; a box is divided into its rows or columns."""
        row, col = cell
        if kind == HouseKind.BOX:
            return (row if line == HouseKind.ROW else col) % self.order
        return (col if kind == HouseKind.ROW else row) // self.order

    def _word(self, cell: Cell, line: HouseKind) -> tuple[HouseKind, int, int]:
        row, col = cell
        return (line, row, col // self.order) if line == HouseKind.ROW else (line, col, row // self.order)

    def _candidates(self, cell: Cell, houses: list[House]) -> set[int]:
        return self._remaining.get(cell, set(range(self.side))).difference(
            *(self._used[house] for house in houses),
            *(self._locked[self._word(cell, line)] for line in (HouseKind.ROW, HouseKind.COL)))

    def _open_cells(self, house: House) -> Iterator[Cell]:
        cells = (self.cell(*house, position) for position in range(self.side))
        return (cell for cell in cells if cell not in self.values)

    def _place(self, cell: Cell, digit: int, choice: bool = False) -> None:
        self.values[cell] = digit
        self.trail.append((cell, choice))
        self.placed += 1
        for house in self.houses(cell):
            self._seen.setdefault(house, set(self._used[house]))
            self._used[house].add(digit)
            self._dirty.add(house)

    def _visit(self, house: House) -> bool:
        """Visit a house; return False if there is a contradiction."""
        new = self._used[house] - self._seen.get(house, self._used[house])
        cells = {}
        for cell in self._open_cells(house):
            candidates, others = self.candidates(cell), [other for other in self.houses(cell) if other != house]
            if self._candidates(cell, others) & new:
                self._dirty.update(others)
            if len(candidates) == 0:
                return False
            if len(candidates) == 1:
                self._place(cell, *candidates)
                return True
            cells[cell] = candidates
        self._seen.pop(house, None)
        places = {digit: [cell for cell in cells if digit in cells[cell]]
                  for digit in range(self.side) if digit not in self._used[house]}
        if not all(places.values()):
            return False
        for cell in cells:
            single = [digit for digit, where in places.items() if where == [cell]]
            if len(single) > 1:
                return False
            if single:
                self.hidden += 1
                self._place(cell, *single)
                return True
        return True
