"""The row rules in plain Python, with sets of shapes and colours.

A rule lists all combinations of values that some neighbouring places may have. A value remains possible if it occurs in
a combination in which all values are possible.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product

from rowloom.engines.slitherlink import SLITHERLINK_BITS
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.slitherlink.deducer.row_rules import RowState
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.deduction.closure import closure
from support.deduction.page import PortPage, UnitWork
from support.slitherlink.checker import Cell, Colour

__all__ = [
    "COLOURS", "Clues", "GridPage", "GridRow", "begin", "clue_word", "fixpoint", "frame", "grid_of", "row_word",
    "visit", "within"]

COLOURS = Colour.INSIDE, Colour.OUTSIDE
"""The colours of decided cells."""

Clues = Sequence[Sequence[int | None]]
"""The clues of a grid row by row: 0 to 3, or None for a cell without a clue."""


@dataclass(frozen=True)
class GridRow:
    """The values that are still possible in a row of cells and along its upper edge."""

    vertices: tuple[frozenset[Shape], ...]
    """The vertices at the upper left corner of each cell, and at the upper right corner of the row."""
    cells: tuple[frozenset[Colour], ...]

    def vectors(self) -> dict[str, list[int] | int]:
        return {
            "shapes": [_vector(shape in possible for possible in self.vertices) for shape in Shape],
            "inside": _vector(Colour.INSIDE in possible for possible in self.cells),
            "outside": _vector(Colour.OUTSIDE in possible for possible in self.cells),
        }

    @classmethod
    def of_word(cls, word: int, cols: int) -> "GridRow":
        """Return the row that is stored in memory as this word."""
        state = RowState(cols).from_bits(word)
        shapes = [(shape, state.shapes[number]) for number, shape in enumerate(Shape)]
        colours = list(zip(COLOURS, (state.inside, state.outside)))
        return cls(
            tuple(frozenset(shape for shape, vertices in shapes if vertices >> col & 1) for col in range(cols + 1)),
            tuple(frozenset(colour for colour, cells in colours if cells >> col & 1) for col in range(cols)))

    def with_vertex(self, col: int, shapes: Iterable[Shape]) -> "GridRow":
        return replace(self, vertices=(*self.vertices[:col], frozenset(shapes), *self.vertices[col + 1:]))

    def with_cell(self, col: int, colours: Iterable[Colour]) -> "GridRow":
        return replace(self, cells=(*self.cells[:col], frozenset(colours), *self.cells[col + 1:]))


@cache
def row_word(row: GridRow) -> int:
    return RowState(len(row.cells)).const(row.vectors()).as_bits()


@cache
def clue_word(clues: tuple[int | None, ...]) -> int:
    return ClueRow(len(clues), SLITHERLINK_BITS).const({
        "bits": [_vector((clue or 0) >> bit & 1 for clue in clues) for bit in range(SLITHERLINK_BITS)],
        "free": _vector(clue is None for clue in clues),
    }).as_bits()


def grid_of(clues: Mapping[Cell, int], rows: int, cols: int) -> Clues:
    return [[clues.get((row, col)) for col in range(cols)] for row in range(rows)]


def within(smaller: Iterable[GridRow], larger: Iterable[GridRow]) -> bool:
    """Return whether everything that is possible in ``smaller`` is also possible in ``larger``."""
    return all(
        few <= many for one, other in zip(smaller, larger, strict=True)
        for few, many in zip(one.vertices + one.cells, other.vertices + other.cells, strict=True))


class GridPage(PortPage):
    """A page with the rows of a grid and the frame below it, and the grid's clues, for a unit in the simulator."""

    def __init__(self, state: Sequence[GridRow], clues: Clues = ()):
        self.height, self._cols = len(state) - 1, len(state[0].cells)
        super().__init__(dict(enumerate(map(row_word, state))), RowState(self._cols).size,
                         [clue_word(tuple(line)) for line in clues])

    def state(self) -> list[GridRow]:
        return [GridRow.of_word(self.read(row), self._cols) for row in range(self.height + 1)]

    async def work(self, ctx, unit, *args, **inputs) -> UnitWork:
        width = unit.signature.members["width"].shape.stop - 1 if hasattr(unit, "width") else 0
        return await super().work(ctx, unit, *args, size={"height": self.height, "width": width}, **inputs)


def visit(upper: GridRow, lower: GridRow, clues: Sequence[int | None]) -> tuple[GridRow, GridRow, bool]:
    """The reference model of :class:`rowloom.hw.slitherlink.deducer.row_rules.RowRules`: return both rows after a
    visit, and whether some cell or vertex has no possibility left. ``clues`` are those of the upper row."""
    cols = len(clues)
    outside = frozenset({Colour.OUTSIDE})
    before = {}
    for row, line in enumerate((upper, lower)):
        before |= {("vertex", row, col): shapes for col, shapes in enumerate(line.vertices)}
        before |= {("cell", row, col): colours for col, colours in enumerate((*line.cells, outside))}
        before["cell", row, -1] = outside
    rules = [
        *(([("vertex", row, at) for row in (0, 1) for at in (col, col + 1)], _corners(clue))
          for col, clue in enumerate(clues)),
        *(([("vertex", 1, col), *(("cell", row, at) for row in (0, 1) for at in (col - 1, col))], _SURROUNDINGS)
          for col in range(cols + 1)),
    ]

    after = dict(before)
    for places, combinations in rules:
        possible = [
            members for members in combinations
            if all(member in before[place] for place, member in zip(places, members))
        ]
        for number, place in enumerate(places):
            after[place] &= {members[number] for members in possible}
    left = (
        GridRow(tuple(after["vertex", row, col] for col in range(cols + 1)),
            tuple(after["cell", row, col] for col in range(cols)))
        for row in (0, 1)
    )
    return *left, not all(after.values())


def fixpoint(state: Sequence[GridRow], clues: Clues) -> tuple[list[GridRow], bool]:
    """Visit all rows, from the frame above to the frame below, until nothing changes or there is a contradiction.
    Return the fixpoint, which does not depend on the order of the visits, and whether there is a contradiction."""
    cols = len(state[0].cells)

    def visit_at(rows: list[GridRow], row: int, line: Sequence[int | None]) -> tuple[list[GridRow], bool]:
        framed = [frame(cols), *rows]
        *framed[row:row + 2], contradiction = visit(*framed[row:row + 2], line)
        return framed[1:], contradiction

    return closure(list(state), *(
        partial(visit_at, row=row, line=line) for row, line in enumerate([(None,) * cols, *clues])))


def begin(rows: int, cols: int) -> list[GridRow]:
    """Return the rows of an undecided grid and the frame below it."""
    def shapes(row: int, col: int) -> frozenset[Shape]:
        missing = row == 0, col == cols, row == rows, col == 0
        return frozenset(shape for shape in Shape if not any(line and gone for line, gone in zip(shape.value, missing)))

    return [
        GridRow(tuple(shapes(row, col) for col in range(cols + 1)),
            (frozenset(COLOURS if row < rows else {Colour.OUTSIDE}),) * cols)
        for row in range(rows + 1)
    ]


def frame(cols: int) -> GridRow:
    """Return the row of the frame above a grid. Its cells are outside, and its upper edge is unknown."""
    return GridRow((frozenset(Shape),) * (cols + 1), (frozenset({Colour.OUTSIDE}),) * cols)


@cache
def _corners(clue: int | None) -> list[tuple[Shape, Shape, Shape, Shape]]:
    """Return the possible shapes at a cell's corners: top left, top right, bottom left, bottom right."""
    return [
        (top_left, top_right, bottom_left, bottom_right)
        for top_left, top_right, bottom_left, bottom_right in product(Shape, repeat=4)
        if top_left.east == top_right.west and bottom_left.east == bottom_right.west
        and top_left.south == bottom_left.north and top_right.south == bottom_right.north
        and clue in (None, top_left.east + bottom_left.east + top_left.south + top_right.south)
    ]


_SURROUNDINGS = [
    (shape, north_west, north_east, south_west, south_east)
    for shape in Shape for north_west, north_east, south_west, south_east in product(COLOURS, repeat=4)
    if shape.value == (north_west != north_east, north_east != south_east,
                       south_west != south_east, north_west != south_west)
]
"""The possible combinations of a vertex's shape and the colours of the four cells around it."""


def _vector(bits: Iterable[int]) -> int:
    return sum(bit << number for number, bit in enumerate(bits))
