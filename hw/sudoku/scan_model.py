"""The any-order unit in plain Python, step by step in the gateware's order, so that all it tells is the same."""

from collections.abc import Hashable, Iterator, Mapping
from typing import TypeVar

from .scan import Lock
from .subsets import LEFT_BY_HIDDEN, LEFT_BY_NAKED, MOST
from .unit_words import Kind

__all__ = ["ScanModel", "found_subsets"]

_Row = TypeVar("_Row", bound=Hashable)
_Column = TypeVar("_Column", bound=Hashable)


def found_subsets(rows: Mapping[_Row, set[_Column]], leave: int) -> Iterator[tuple[set[_Row], set[_Column]]]:
    """What :class:`.subsets.Subsets` finds, in its order: rows, and the columns in which these have ones.

    Parameters
    ----------
    rows : mapping
        The columns in which each row has ones, the lowest row first.
    leave : int
        How many rows a subset leaves at least.
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
    """What :class:`.scan.Scan` does, without its clocks. Cells are (row, col), digits and positions count from 0.

    Parameters
    ----------
    order : int
        The puzzle's.
    givens : sequence of int, ``order**4``
        Row by row; 0 for an open cell.

    Attributes
    ----------
    contradiction, solved : bool
    found : tuple of int
        Row, column and value, as of :class:`.scan.Scan`; the value is None if there is no open cell.
    trail : list of (cell, bool)
        The placements, and whether each was a choice.
    visits, placements, hidden, excluded, subsets : int
        The counters.
    """

    def __init__(self, order: int, givens: list[int]):
        self.order, self.side = order, order * order
        self.values: dict[tuple[int, int], int] = {}
        self.contradiction = self.solved = False
        self.found: tuple[int, int, int | None] = (0, 0, 0)
        self.trail: list[tuple[tuple[int, int], bool]] = []
        self.visits = self.placements = self.hidden = self.excluded = self.subsets = 0
        numbers = range(self.side)
        self._used = {(kind, unit): set() for kind in Kind for unit in numbers}
        self._seen: dict[tuple[Kind, int], set[int]] = {}
        self._dirty: set[tuple[Kind, int]] = set()
        self._locked = {(line, number, part): set() for line in (Kind.ROW, Kind.COL)
                        for number in numbers for part in range(order)}
        self._remaining: dict[tuple[int, int], set[int]] = {}
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
        """Choices in the trail."""
        return sum(choice for _, choice in self.trail)

    def units(self, cell: tuple[int, int]) -> list[tuple[Kind, int]]:
        """The row, the column and the box of a cell."""
        row, col = cell
        return [(Kind.ROW, row), (Kind.COL, col), (Kind.BOX, row // self.order * self.order + col // self.order)]

    def cell(self, kind: Kind, unit: int, position: int) -> tuple[int, int]:
        """The cell at a position of a unit."""
        across, down = unit % self.order * self.order, unit // self.order * self.order
        quotient, remainder = divmod(position, self.order)
        return {Kind.ROW: (unit, position), Kind.COL: (position, unit),
                Kind.BOX: (down + quotient, across + remainder)}[kind]

    def candidates(self, cell: tuple[int, int]) -> set[int]:
        """What neither the units of a cell have used nor locked candidates or subsets exclude."""
        return self._candidates(cell, self.units(cell))

    def propagate(self) -> None:
        """To the fixpoint, or a contradiction."""
        while self._dirty:
            unit = max(self._dirty, key=lambda unit: (unit[0], -unit[1]))
            self._dirty.remove(unit)
            self.visits += 1
            if not self._visit(unit):
                self.contradiction = True
                return
        self.solved = len(self.values) == self.side ** 2

    def assume(self, row: int, col: int, value: int, choice: bool) -> None:
        """As ``ASSUME``."""
        digits = [digit for digit in self.candidates((row, col)) if digit >= value - 1]
        if digits:
            self._place((row, col), min(digits), choice)
            self.propagate()
        else:
            self.contradiction = True

    def undo(self) -> None:
        """As ``UNDO``."""
        choice = False
        while not choice:
            cell, choice = self.trail.pop()
            digit = self.values.pop(cell)
            for unit in self.units(cell):
                self._used[unit].remove(digit)
        self.found = (*cell, digit + 1)
        self._dirty.clear()
        self._seen.clear()
        self.contradiction = self.solved = False

    def pick(self, row: int, col: int, enough: int) -> None:
        """As ``PICK``."""
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
        """As ``EXCLUDE``."""
        kind = {Lock.ROW: Kind.ROW, Lock.COL: Kind.COL}.get(lock, Kind.BOX)
        line = Kind.ROW if lock in (Lock.ROW, Lock.BOX_ROWS) else Kind.COL
        parts = [[] for _ in range(self.order)]
        for cell in self._open_cells((kind, number)):
            parts[self._part(cell, kind, line)].append(cell)
        digits = [set().union(*map(self.candidates, part)) for part in parts]
        for part, cells in enumerate(parts):
            only_here = digits[part].difference(*digits[:part], *digits[part + 1:])
            # Since the parts were looked at, what was found in one of them may have gone.
            only_here &= set().union(*map(self.candidates, cells))
            if only_here:
                crossing = line if kind == Kind.BOX else Kind.BOX
                self._strike_out(dict(self.units(cells[0]))[crossing], crossing, line, (kind, number), only_here)

    def find_subsets(self, kind: Kind, number: int) -> None:
        """As ``SUBSETS``."""
        cells, digits = set(self._open_cells((kind, number))), set(range(self.side)) - self._used[kind, number]
        rows = {cell: self.candidates(cell) for cell in self._open_cells((kind, number))}
        for subset, values in found_subsets(rows, LEFT_BY_NAKED):
            self._keep(cells - subset, digits - values)
        rows = {cell: self.candidates(cell) for cell in cells}
        places = {digit: {cell for cell in cells if digit in rows[cell]} for digit in sorted(digits)}
        for values, subset in found_subsets(places, LEFT_BY_HIDDEN):
            self._keep(subset, values)

    def _keep(self, cells: set[tuple[int, int]], digits: set[int]) -> None:
        """Excludes all other digits from the cells, for good."""
        for cell in cells:
            candidates = self.candidates(cell)
            if not candidates <= digits:
                self._remaining[cell] = candidates & digits
                self._dirty.update(self.units(cell))
                self.subsets += 1

    def _strike_out(self, number: int, kind: Kind, line: Kind, but: tuple[Kind, int], digits: set[int]) -> None:
        """Excludes digits from a unit's cells, but not from those that it shares with another one."""
        hit = set()
        for cell in self._open_cells((kind, number)):
            if but not in self.units(cell) and self.candidates(cell) & digits:
                hit.add(self._word(cell, line))
                self._dirty.update(self.units(cell))
        for word in hit:
            self._locked[word] |= digits
        self.excluded += len(hit)

    def _part(self, cell: tuple[int, int], kind: Kind, line: Kind) -> int:
        """In which of its parts a unit has the cell: a line in its boxes, a box in such lines."""
        row, col = cell
        if kind == Kind.BOX:
            return (row if line == Kind.ROW else col) % self.order
        return (col if kind == Kind.ROW else row) // self.order

    def _word(self, cell: tuple[int, int], line: Kind) -> tuple[Kind, int, int]:
        """Where what is excluded of a cell is kept, by rows or by columns."""
        row, col = cell
        return (line, row, col // self.order) if line == Kind.ROW else (line, col, row // self.order)

    def _candidates(self, cell: tuple[int, int], units: list[tuple[Kind, int]]) -> set[int]:
        return self._remaining.get(cell, set(range(self.side))).difference(
            *(self._used[unit] for unit in units),
            *(self._locked[self._word(cell, line)] for line in (Kind.ROW, Kind.COL)))

    def _open_cells(self, unit: tuple[Kind, int]) -> Iterator[tuple[int, int]]:
        cells = (self.cell(*unit, position) for position in range(self.side))
        return (cell for cell in cells if cell not in self.values)

    def _place(self, cell: tuple[int, int], digit: int, choice: bool = False) -> None:
        self.values[cell] = digit
        self.trail.append((cell, choice))
        self.placements += 1
        for unit in self.units(cell):
            self._seen.setdefault(unit, set(self._used[unit]))
            self._used[unit].add(digit)
            self._dirty.add(unit)

    def _visit(self, unit: tuple[Kind, int]) -> bool:
        """False for a contradiction."""
        new = self._used[unit] - self._seen.get(unit, self._used[unit])
        cells = {}
        for cell in self._open_cells(unit):
            candidates, others = self.candidates(cell), [other for other in self.units(cell) if other != unit]
            if self._candidates(cell, others) & new:
                self._dirty.update(others)
            if len(candidates) == 0:
                return False
            if len(candidates) == 1:
                self._place(cell, *candidates)
                return True
            cells[cell] = candidates
        self._seen.pop(unit, None)
        places = {digit: [cell for cell in cells if digit in cells[cell]]
                  for digit in range(self.side) if digit not in self._used[unit]}
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
