"""Tables of the deducer's rules for a single cell or vertex. Sets of shapes and sets of colours are masks.

Bit ``i`` of a set of shapes represents the ``i``-th :class:`Shape`.
"""

from collections.abc import Container
from functools import lru_cache
from itertools import product

from rowloom.hw.slitherlink.deducer.shapes import CORNERS, Shape, corner_lines

__all__ = [
    "CROSSED", "INSIDE", "LINE", "OPEN", "OUTSIDE", "UNKNOWN_COLOUR", "by_clue", "by_colours", "by_neighbours",
    "edges_of", "fitting",
]  # fmt: skip

OPEN, LINE, CROSSED = range(3)
"""The marks of an edge: it is unknown, part of the loop, or not part of the loop."""

INSIDE, OUTSIDE = 1, 2
"""The colours, as masks."""

UNKNOWN_COLOUR = INSIDE | OUTSIDE

_LOOKED_UP = 1 << 16
"""The maximum number of entries in each cache."""

_PATTERNS = [
    ((top, left), (top, right), (bottom, left), (bottom, right))
    for top, bottom, left, right in product((0, 1), repeat=4)
]
"""The patterns of lines around a cell. A pattern has a pair for each corner. The first number is 1 if the cell's
horizontal edge at the corner is a line, and the second is 1 if its vertical edge there is a line."""


def _mask(shapes: Container[Shape]) -> int:
    return sum(1 << number for number, shape in enumerate(Shape) if shape in shapes)


_AT_CORNER = {
    (corner, pair): _mask([shape for shape in Shape if corner_lines(corner, shape) == pair])
    for corner in CORNERS
    for pair in product((0, 1), repeat=2)
}
"""The possible shapes of the vertex at each corner of a cell, for each combination of lines on the cell's two edges at
this corner."""

_WITH_LINE = [_mask([shape for shape in Shape if shape.value[side]]) for side in range(4)]
"""For each side (north, east, south, west), the shapes with a line on this side."""

_ALL = (1 << len(Shape)) - 1


@lru_cache(maxsize=_LOOKED_UP)
def by_clue(clue: int | None, corners: tuple[int, int, int, int]) -> tuple[int, ...]:
    """Return, for each corner of a cell, the shapes that the cell's clue allows; the order is that of ``CORNERS``."""
    left = [0] * len(CORNERS)
    for pattern in _PATTERNS:
        (top, left_edge), _, _, (bottom, right_edge) = pattern
        fits = [shapes & _AT_CORNER[at] for shapes, at in zip(corners, enumerate(pattern))]
        if clue in (None, top + left_edge + bottom + right_edge) and all(fits):
            left = [shapes | more for shapes, more in zip(left, fits)]
    return tuple(left)


@lru_cache(maxsize=_LOOKED_UP)
def by_colours(shapes: int, colours: tuple[int, int, int, int]) -> tuple[int, tuple[int, ...]]:
    """Return the shapes of a vertex that the colours of the four cells around it allow, and the colours of these cells
    that the shapes allow. The cells' order is north-west, north-east, south-west, south-east."""
    left, colours_left = 0, [0] * len(colours)
    for number, shape in enumerate(Shape):
        for first in (INSIDE, OUTSIDE):
            coloured = [UNKNOWN_COLOUR ^ first if side else first for side in shape.sides]
            if shapes >> number & 1 and all(map(int.__and__, colours, coloured)):
                left |= 1 << number
                colours_left = [one | other for one, other in zip(colours_left, coloured)]
    return left, tuple(colours_left)


@lru_cache(maxsize=_LOOKED_UP)
def by_neighbours(
    clue: int, colour: int, around: tuple[int, ...], edges: tuple[int, ...]
) -> tuple[int, tuple[int, ...], tuple[int, ...]] | None:
    """Return what follows for a cell with a clue and its neighbours; None at a contradiction.

    The arguments are the known colours of the cell and of its four neighbours, and the known marks of the edges between
    them. The results are the remaining colours, and the marks.
    """
    left, around_left, marks = 0, [0] * 4, [0] * 4
    for own, *others in product((INSIDE, OUTSIDE), repeat=5):
        drawn = [LINE if other != own else CROSSED for other in others]
        if (
            own & colour and drawn.count(LINE) == clue and all(map(int.__and__, around, others))
            and all(edge in (OPEN, mark) for edge, mark in zip(edges, drawn))
        ):
            left |= own
            around_left = [one | other for one, other in zip(around_left, others)]
            marks = [one | other for one, other in zip(marks, drawn)]
    return (left, tuple(around_left), tuple(mark % 3 for mark in marks)) if left else None


@lru_cache(maxsize=_LOOKED_UP)
def fitting(edges: tuple[int, ...]) -> int:
    """Return the shapes of a vertex that agree with the marks of its north, east, south and west edges."""
    shapes = _ALL
    for edge, with_line in zip(edges, _WITH_LINE):
        if edge != OPEN:
            shapes &= with_line if edge == LINE else ~with_line
    return shapes


@lru_cache(maxsize=_LOOKED_UP)
def edges_of(shapes: int) -> tuple[int, ...]:
    """Return the marks of a vertex's edges that follow from a set of shapes. The set must not be empty."""
    return tuple(
        OPEN if shapes & with_line and shapes & ~with_line else LINE if shapes & with_line else CROSSED
        for with_line in _WITH_LINE
    )
