"""The row rules in plain Python: sets of shapes and colours, no row vectors but to compare.

A rule lists all that a few neighbouring places may be at once. Of what a place may be, that survives which occurs in
such a combination whose other members are possible too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from rowloom.engines.genres import SLITHERLINK_BITS
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.slitherlink.colours import Colour

__all__ = ["COLOURS", "Row", "begin", "clue_vectors", "fixpoint", "frame", "visit"]

COLOURS = Colour.INSIDE, Colour.OUTSIDE
"""What a cell may be in the end."""


@dataclass(frozen=True)
class Row:
    """What is still possible in a row of cells and along its upper edge.

    Parameters
    ----------
    vertices : tuple of frozenset of Shape
        One more than cells: the vertices at the cells' upper left corners, and the row's upper right corner.
    cells : tuple of frozenset of Colour
        The undecided cell has both of :data:`COLOURS`.
    """

    vertices: tuple[frozenset[Shape], ...]
    cells: tuple[frozenset[Colour], ...]

    def vectors(self) -> dict[str, list[int] | int]:
        """The same as a value for :class:`rowloom.hw.slitherlink.deducer.row_rules.RowState`."""
        return {
            "shapes": [_vector(shape in possible for possible in self.vertices) for shape in Shape],
            "inside": _vector(Colour.INSIDE in possible for possible in self.cells),
            "outside": _vector(Colour.OUTSIDE in possible for possible in self.cells),
        }


def clue_vectors(clues: Sequence[int | None]) -> dict[str, list[int] | int]:
    """A row's clues, None for a cell without one, as a value for :class:`rowloom.hw.deduction.clues.ClueRow`."""
    return {
        "bits": [_vector((clue or 0) >> bit & 1 for clue in clues) for bit in range(SLITHERLINK_BITS)],
        "free": _vector(clue is None for clue in clues),
    }


def visit(upper: Row, lower: Row, clues: Sequence[int | None]) -> tuple[Row, Row, bool]:
    """The reference model of :class:`rowloom.hw.slitherlink.deducer.row_rules.RowRules`.

    Parameters
    ----------
    upper, lower : Row
        Two rows, one below the other.
    clues : sequence of 0 to 3, or None for a cell without a clue
        The upper row's.

    Returns
    -------
    (Row, Row, bool)
        What is left of both rows, and whether some cell or vertex has no possibility left.
    """
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
        Row(tuple(after["vertex", row, col] for col in range(cols + 1)),
            tuple(after["cell", row, col] for col in range(cols)))
        for row in (0, 1)
    )
    return *left, not all(after.values())


def fixpoint(state: Sequence[Row], clues: Sequence[Sequence[int | None]]) -> tuple[list[Row], bool]:
    """Visits all rows, from the frame above to the frame below, again and again, until nothing changes.

    The fixpoint does not depend on the order of the visits.

    Parameters
    ----------
    state : sequence of Row
        The grid's rows from the top, and the frame below it, as of :func:`begin`.
    clues : sequence of sequences of 0 to 3, or None for a cell without a clue
        The grid's clues, row by row.

    Returns
    -------
    (list of Row, bool)
        The fixpoint, and whether there is a contradiction: then the visits have ended at once.
    """
    cols = len(state[0].cells)
    clues = [(None,) * cols, *clues]
    now = list(state)
    while True:
        before = list(now)
        for row, line in enumerate(clues):
            above, now[row], contradiction = visit(now[row - 1] if row else frame(cols), now[row], line)
            if row:
                now[row - 1] = above
            if contradiction:
                return now, True
        if now == before:
            return now, False


def begin(rows: int, cols: int) -> list[Row]:
    """A grid's rows and the frame below it, of which no more is known than what the frame tells."""
    def shapes(row: int, col: int) -> frozenset[Shape]:
        missing = row == 0, col == cols, row == rows, col == 0
        return frozenset(
            shape for shape in Shape if not any(line and gone for line, gone in zip(shape.value, missing)))

    return [
        Row(tuple(shapes(row, col) for col in range(cols + 1)),
            (frozenset(COLOURS if row < rows else {Colour.OUTSIDE}),) * cols)
        for row in range(rows + 1)
    ]


def frame(cols: int) -> Row:
    """The row above a grid: its cells are outside, and its upper edge tells nothing."""
    return Row((frozenset(Shape),) * (cols + 1), (frozenset({Colour.OUTSIDE}),) * cols)


@cache
def _corners(clue: int | None) -> list[tuple[Shape, Shape, Shape, Shape]]:
    """All that a cell's corners may be at once: top left, top right, bottom left, bottom right."""
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
"""All that a vertex and the four cells round it may be at once."""


def _vector(bits: Iterable[int]) -> int:
    return sum(bit << number for number, bit in enumerate(bits))
