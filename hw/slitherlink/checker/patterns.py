"""The patterns of a clue and the neighbours of a cell.

The neighbours of a cell are numbered 1 to 8 as in Fig. 12 of Miyauchi and Tanaka (2020)::

    1 2 3
    4 . 5
    6 7 8

and an edge has the number of the neighbour on its other side. The paper's Tables 1 to 6 follow from two facts. Colours
differ across a line, and are equal across an edge that is no line. Where two lines of a cell meet, the vertex has all
the lines it may have, so the diagonal cell there has the colour of the two beside it.
"""

__all__ = ["CLOCKWISE", "EDGES", "EDGES_TO", "OFFSETS", "PATTERNS"]

OFFSETS = {1: (-1, -1), 2: (-1, 0), 3: (-1, 1), 4: (0, -1), 5: (0, 1), 6: (1, -1), 7: (1, 0), 8: (1, 1)}
"""Rows down and columns to the right of neighbour k."""

EDGES = TOP, LEFT, RIGHT, BOTTOM = 2, 4, 5, 7
"""The edges of a cell."""

CLOCKWISE = LEFT, TOP, RIGHT, BOTTOM
"""The edges in the order in which the paper's Fig. 6 numbers the patterns of the clues 1 and 3."""

EDGES_TO = {
    k: tuple(edge for edge in EDGES if OFFSETS[edge] in ((down, 0), (0, right)))
    for k, (down, right) in OFFSETS.items()
}
"""The edges of the cell that touch neighbour k: one if it is beside the cell, two if it is diagonal."""


def _around(start: int) -> frozenset[int]:
    """Return an edge and the two that meet it."""
    return frozenset(CLOCKWISE[(start + turn) % 4] for turn in (-1, 0, 1))


PATTERNS: tuple[tuple[frozenset[int], ...], ...] = (
    (frozenset(),),
    tuple(frozenset({edge}) for edge in CLOCKWISE),
    (*(frozenset({CLOCKWISE[-turn % 4], CLOCKWISE[-turn % 4 - 1]}) for turn in range(4)),
     frozenset({LEFT, RIGHT}), frozenset({TOP, BOTTOM})),
    tuple(_around(turn) for turn in range(4)),
)
"""PATTERNS[clue][pattern]: the edges that are lines, numbered as in Fig. 6 and Tables 3 to 6. A clue of 1: clockwise
from the left edge. A clue of 3: likewise, by the middle one of its lines. A clue of 2: two lines that meet,
anticlockwise from the bottom left, then left with right, then top with bottom."""
