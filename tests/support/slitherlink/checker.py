"""The checker in plain Python, with sets of cells and breadth-first search."""

import enum
from collections.abc import Iterable

from rowloom.hw.slitherlink.checker.checker import EDGES, EDGES_TO, OFFSETS, PATTERNS
from support.vectors import members

__all__ = ["Cell", "CheckerModel", "Colour", "cells_of", "demands", "hole_count", "lines", "pieces", "rows_of", "waves"]

Cell = tuple[int, int]
"""The row and the column of a cell, both counted from 0. If a coordinate is -1 or the size of the grid, the cell lies
in the frame."""


class Colour(enum.IntEnum):
    """The side of the loop on which a cell lies. The values are those of ``[a1:a0]`` and of b_k in the paper."""

    UNDECIDED = 0b00
    OUTSIDE = 0b01
    INSIDE = 0b10

    @property
    def opposite(self) -> "Colour":
        """The colour on the other side of a line. The opposite of UNDECIDED is UNDECIDED."""
        return Colour((self & 1) << 1 | self >> 1)


def cells_of(rows: Iterable[int]) -> set[Cell]:
    return {(row, col) for row, vector in enumerate(rows) for col in members(vector)}


def rows_of(cells: Iterable[Cell], rows: int) -> list[int]:
    vectors = [0] * rows
    for row, col in cells:
        vectors[row] |= 1 << col
    return vectors


def waves(seed: Iterable[Cell], room: Iterable[Cell], steps: Iterable[Cell] | None = None) -> list[set[Cell]]:
    """Return the cells that each step of a flood adds. The first step adds the cells of the seed that are in ``room``.
    From a cell, the flood reaches the neighbours at the offsets ``steps`` (by default, across an edge)."""
    steps = [OFFSETS[edge] for edge in EDGES] if steps is None else list(steps)
    dry = set(room)
    found, wave = [], dry & set(seed)
    while wave:
        found.append(wave)
        dry -= wave
        wave = dry & {(row + down, col + right) for row, col in wave for down, right in steps}
    return found


def pieces(cells: Iterable[Cell], steps: Iterable[Cell] | None = None) -> list[set[Cell]]:
    """Return the connected pieces of a set of cells; ``steps`` is the same as for :func:`waves`."""
    left, found = set(cells), []
    while left:
        found.append(set().union(*waves([next(iter(left))], left, steps)))
        left -= found[-1]
    return found


def hole_count(inside: Iterable[Cell]) -> int:
    """Return the number of holes. A hole is a piece of the outside that does not touch the frame, even by a corner."""
    inside = set(inside)
    if not inside:
        return 0
    row_span, col_span = (range(min(span) - 1, max(span) + 2) for span in zip(*inside))
    outside = {(row, col) for row in row_span for col in col_span} - inside
    return len(pieces(outside, OFFSETS.values())) - 1


def lines(clue: int, pattern: int) -> frozenset[int]:
    """Return the edges of a cell that are lines in this pattern, or an empty set if the clue has no such pattern."""
    return PATTERNS[clue][pattern] if pattern < len(PATTERNS[clue]) else frozenset()


def demands(clue: int | None, pattern: int, colour: Colour) -> tuple[Colour, ...]:
    """Return b_1 ... b_8 of the paper: the colours that a cell demands of its neighbours. UNDECIDED means no demand."""
    if clue is None:
        return (Colour.UNDECIDED,) * len(OFFSETS)
    drawn = lines(clue, pattern)
    return tuple(
        colour.opposite if drawn.issuperset(EDGES_TO[k]) else colour if k in EDGES else Colour.UNDECIDED
        for k in OFFSETS)


class CheckerModel:
    """The reference model of :class:`rowloom.hw.slitherlink.checker.checker.Checker`, without a clock."""

    def __init__(self, rows: int, cols: int):
        self.rows, self.cols = rows, cols
        self.cells = {(row, col) for row in range(rows) for col in range(cols)}
        self.frame = {(row, col) for row in range(-1, rows + 1) for col in range(-1, cols + 1)} - self.cells
        self.clear(rows, cols)

    def clear(self, rows: int, cols: int) -> None:
        """Remove all clues and assignments. Cells beyond the size of the puzzle are outside."""
        self._clues: dict[Cell, int] = {}
        self._assigned = {(row, col): (Colour.OUTSIDE, 0) for row, col in self.cells if row >= rows or col >= cols}

    def clue(self, cell: Cell, value: int) -> None:
        self._clues[cell] = value

    def assign(self, cell: Cell, colour: Colour, pattern: int = 0) -> None:
        """Assign a colour and a pattern to a cell; UNDECIDED removes both."""
        self._assigned[cell] = colour, pattern

    def _known(self, wanted: Colour) -> set[Cell]:
        """Return the cells that have this colour, because it is assigned to them or because another cell demands it."""
        known = {cell for cell, (colour, _) in self._assigned.items() if colour == wanted}
        for (row, col), (colour, pattern) in self._assigned.items():
            b = demands(self._clues.get((row, col)), pattern, colour)
            known |= {(row + down, col + right) for (down, right), b_k in zip(OFFSETS.values(), b) if b_k == wanted}
        return known

    @property
    def inside(self) -> set[Cell]:
        return self._known(Colour.INSIDE) & self.cells

    @property
    def outside(self) -> set[Cell]:
        return self._known(Colour.OUTSIDE) & self.cells

    @property
    def conflict(self) -> bool:
        """Return whether a cell is both inside and outside, or four known cells make a checker pattern."""
        inside, outside = self._known(Colour.INSIDE), self._known(Colour.OUTSIDE) | self.frame

        def chequered(row: int, col: int) -> bool:
            falling, rising = {(row, col), (row + 1, col + 1)}, {(row, col + 1), (row + 1, col)}
            return (falling <= inside and rising <= outside) or (falling <= outside and rising <= inside)

        return not inside.isdisjoint(outside) or any(chequered(*cell) for cell in self.cells)

    def flood(self, outside: bool, undecided: bool) -> list[set[Cell]]:
        """Return the waves of a flood from the first inside cell or, if ``outside`` is set, from the grid's rim."""
        own, other = (self.outside, self.inside) if outside else (self.inside, self.outside)
        last_row, last_col = self.rows - 1, self.cols - 1
        rim = {(row, col) for row, col in self.cells if row in (0, last_row) or col in (0, last_col)}
        return waves(rim if outside else sorted(own)[:1], self.cells - other if undecided else own)

    def joined(self, outside: bool, undecided: bool) -> bool:
        """Return whether all known cells of a colour are connected. Outside cells may be connected through the
        frame."""
        return (self.outside if outside else self.inside) <= set().union(*self.flood(outside, undecided))

    @property
    def pick(self) -> bool:
        """Return whether Pick's theorem holds: the number of inside pieces is 1 plus the number of holes."""
        return len(pieces(self.inside)) - hole_count(self.inside) == 1
