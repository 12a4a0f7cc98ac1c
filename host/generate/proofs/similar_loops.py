"""Loops that differ from that of a Slitherlink by a cell or two.

They show without a search that about half of the clues of a puzzle cannot be spared.
"""

from functools import lru_cache
from itertools import product

from rowloom.host.generate.slitherlink import LONGER, RING
from rowloom.host.puzzles.clued import Cell, Colours, beside, within

__all__ = ["broken_by_similar_loops"]

_BESIDE = 0b10101010
"""The neighbours in the ring that share an edge with the cell."""

_DIAGONAL = (RING.index((1, 1)), RING.index((1, -1)))
"""Where in a cell's ring the other cell of a pair may be; at the opposite places are the same pairs."""

_STRAIGHT = ((0, 2), (2, 0))
"""What leads from one cell of a pair to the other one, if it is not diagonal."""


@lru_cache(1)
def broken_by_similar_loops(solution: Colours) -> list[set[Cell]]:
    """Return for each similar loop the cells that have another number of lines than in the solution.

    In similar loops, one cell has changed its colour, or an inside cell and an outside cell that share a neighbour:
    the number of that neighbour stays. Other pairs would show little: most break all that one of the two breaks.
    """
    rows, cols = len(solution), len(solution[0])
    cells = [*product(range(rows), range(cols))]
    masks = _masks(solution)
    changed: dict[Cell, set[Cell]] = {}
    for cell in cells:
        changed[cell] = {*within(beside(*cell), rows, cols)}
        if (masks[cell] & _BESIDE).bit_count() != 2:
            changed[cell].add(cell)
    free = {cell for cell in cells if LONGER[masks[cell]] is not None}
    pairs = [(cell, (cell[0] + down, cell[1] + across)) for cell in free for down, across in _STRAIGHT]
    pairs = [(one, other) for one, other in pairs if other in free]
    for place in _DIAGONAL:
        down, across = RING[place]
        for one in cells:
            other = one[0] + down, one[1] + across
            # When one of them has changed, the other one may do so. Seen from there, it is at the opposite place.
            if other in masks and (
                (one in free and LONGER[masks[other] ^ 1 << (place ^ 4)] is not None)
                or (other in free and LONGER[masks[one] ^ 1 << place] is not None)
            ):
                pairs.append((one, other))
    return [changed[cell] for cell in free] + [
        changed[one] ^ changed[other]
        for one, other in pairs
        if solution[one[0]][one[1]] != solution[other[0]][other[1]]
    ]


def _masks(solution: Colours) -> dict[Cell, int]:
    """Return which of a cell's eight neighbours are inside, a bit for each in the order of the ring."""
    cols = len(solution[0])
    frame = "0" * (cols + 2)
    framed = [frame, *(f"0{line}0" for line in solution), frame]
    masks = {}
    for row, (above, line, below) in enumerate(zip(framed, framed[1:], framed[2:])):
        for col in range(cols):
            # From the last bit to the first.
            bits = line[col] + below[col : col + 3] + line[col + 2] + above[col : col + 3][::-1]
            masks[row, col] = int(bits, 2)
    return masks
