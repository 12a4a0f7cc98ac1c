"""The patterns of a clue, and what they demand of the neighbours: pure geometry, no gateware.

The neighbours of a cell are numbered 1 to 8 as in Fig. 12 of Miyauchi and Tanaka (2020)::

    1 2 3
    4 . 5
    6 7 8

and an edge has the number of the neighbour on its other side. Nothing here is copied from the paper's Tables
1 to 6: they follow from two facts. The two sides of a line differ in colour, and the two sides of an edge
that is no line do not. Where two lines of a cell meet, the vertex has all the lines it may have, so the
diagonal cell there goes with the two beside it.
"""

import enum

__all__ = ["CLOCKWISE", "EDGES", "EDGES_TO", "OFFSETS", "PATTERNS", "Colour", "demands", "lines"]


class Colour(enum.IntEnum):
    """Where a cell lies; the values are the paper's ``[a1:a0]``, and also its b_k."""

    UNDECIDED = 0b00
    OUTSIDE = 0b01
    INSIDE = 0b10

    @property
    def opposite(self) -> "Colour":
        """The colour on the other side of a line (of an undecided cell: undecided)."""
        return Colour((self & 1) << 1 | self >> 1)


OFFSETS = {1: (-1, -1), 2: (-1, 0), 3: (-1, 1), 4: (0, -1), 5: (0, 1), 6: (1, -1), 7: (1, 0), 8: (1, 1)}
"""Neighbour k lies so many rows down and so many columns to the right."""

EDGES = TOP, LEFT, RIGHT, BOTTOM = 2, 4, 5, 7
"""The edges of a cell."""

CLOCKWISE = LEFT, TOP, RIGHT, BOTTOM
"""The edges in the order in which the paper's Fig. 6 numbers the patterns of the clues 1 and 3."""

EDGES_TO = {
    k: tuple(edge for edge in EDGES if OFFSETS[edge] in ((down, 0), (0, right)))
    for k, (down, right) in OFFSETS.items()
}
"""The edges of the cell that touch neighbour k: one if it lies beside the cell, two if it lies diagonally."""


def _around(start: int) -> frozenset[int]:
    """An edge and the two that meet it."""
    return frozenset(CLOCKWISE[(start + turn) % 4] for turn in (-1, 0, 1))


PATTERNS = (
    (frozenset(),),
    tuple(frozenset({edge}) for edge in CLOCKWISE),
    (*(frozenset({CLOCKWISE[-turn % 4], CLOCKWISE[-turn % 4 - 1]}) for turn in range(4)),
     frozenset({LEFT, RIGHT}), frozenset({TOP, BOTTOM})),
    tuple(_around(turn) for turn in range(4)),
)
"""PATTERNS[clue][pattern]: the edges that are lines. The numbering is that of Fig. 6, as Tables 3 to 6 tell it:
a clue of 1 goes clockwise from the left edge, a clue of 3 likewise (the middle one of its three lines), a clue of
2 takes two lines that meet, anticlockwise from the bottom left, then left with right, then top with bottom."""


def lines(clue: int, pattern: int) -> frozenset[int]:
    """The edges that are lines; none at all if the clue has no such pattern.

    Parameters
    ----------
    clue : int, 0 to 3
    pattern : int, at least 0

    Returns
    -------
    frozenset of int
    """
    known = PATTERNS[clue]
    return known[pattern] if pattern < len(known) else frozenset()


def demands(clue: int | None, pattern: int, colour: Colour) -> tuple[Colour, ...]:
    """The paper's b_1 ... b_8: the colours that a cell's clue, pattern and colour demand of its neighbours.

    Parameters
    ----------
    clue : int, 0 to 3, or None for a cell without a clue
    pattern : int, at least 0
    colour : Colour

    Returns
    -------
    tuple of 8 Colour
        UNDECIDED where nothing is demanded.
    """
    if clue is None:
        return (Colour.UNDECIDED,) * len(OFFSETS)
    drawn = lines(clue, pattern)

    def demand(k: int) -> Colour:
        if drawn.issuperset(EDGES_TO[k]):
            return colour.opposite
        return colour if k in EDGES else Colour.UNDECIDED

    return tuple(demand(k) for k in OFFSETS)
