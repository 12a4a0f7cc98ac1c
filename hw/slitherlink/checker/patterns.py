"""The patterns of a clue and the neighbours of a cell.

The neighbours of a cell are numbered 1 to 8 as in Fig. 12 of Miyauchi and Tanaka (2020)::

    1 2 3
    4 . 5
    6 7 8

and an edge has the number of the neighbour on its other side. The paper's Tables 1 to 6 follow from two facts. Colours
differ across a line, and are equal across an edge that is not a line. A vertex at which two lines of a cell meet has no
other lines, so the diagonal cell there has the colour of the two cells beside it.
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
"""The edges of the cell that touch neighbour k: one edge if the neighbour is beside the cell, two edges if it is
diagonal to the cell."""

PATTERNS: tuple[tuple[frozenset[int], ...], ...] = (
    (frozenset(),),
    tuple(frozenset({edge}) for edge in CLOCKWISE),
    (*(frozenset({CLOCKWISE[-turn % 4], CLOCKWISE[-turn % 4 - 1]}) for turn in range(4)),
     frozenset({LEFT, RIGHT}), frozenset({TOP, BOTTOM})),
    tuple(frozenset(CLOCKWISE) - {CLOCKWISE[turn - 2]} for turn in range(4)),
)
"""PATTERNS[clue][pattern]: the edges that are lines, numbered as in Fig. 6 and Tables 3 to 6.

The patterns of a 1 go clockwise, from the left edge on. The patterns of a 3 go clockwise by the middle of their three
lines. The first patterns of a 2 have two lines that meet, anticlockwise from the bottom left; then follow the pattern
with left and right, and the pattern with top and bottom."""
