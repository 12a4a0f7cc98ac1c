"""The order in which the clues of a grid are removed, each together with its images under a symmetry.

The order is the same as in firmware/thinning.c, so that a seed makes the same puzzle on a board and on this computer.
"""

from functools import lru_cache

from rowloom.host.drawing.drawing import Cell

__all__ = ["images", "orbits"]

_WORD = 0xFFFF_FFFF

_MOST_DRAWN = 576
"""The cells are drawn in batches of at most this number. A board does not have the memory for larger batches during a
search."""


class _Random:
    """Marsaglia's xorshift (2003). Its initial state is Robert Jenkins' hash of the seed."""

    def __init__(self, seed: int):
        seed = (seed + 0x7ED55D16 + (seed << 12)) & _WORD
        seed = seed ^ 0xC761C23C ^ seed >> 19
        seed = (seed + 0x165667B1 + (seed << 5)) & _WORD
        seed = ((seed + 0xD3A2646C & _WORD) ^ seed << 9) & _WORD
        seed = (seed + 0xFD7046C5 + (seed << 3)) & _WORD
        self._state = seed ^ 0xB55A4F09 ^ seed >> 16 or 1

    def up_to(self, greatest: int, mask: int) -> int:
        """Return a random number from 0 to ``greatest``; in ``mask``, all bits up to the highest bit of ``greatest``
        are set."""
        while True:
            self._state ^= self._state << 13 & _WORD
            self._state ^= self._state >> 17
            self._state ^= self._state << 5 & _WORD
            if (number := self._state >> 8 & mask) <= greatest:
                return number


def _mask(number: int) -> int:
    """Return a mask with all bits up to the highest bit of a number, or 1 if the number is 0."""
    return max((1 << number.bit_length()) - 1, 1)


def images(cell: Cell, rows: int, cols: int, symmetry: int) -> list[Cell]:
    """Return a cell and its images without repetition; see :class:`rowloom.host.jobs.tasks.Symmetry`."""
    if symmetry == 1:
        return [cell]
    row, col = cell
    found = []
    for image in range(8):
        if symmetry >> image & 1:
            down, right = (col, row) if image & 4 else cell
            found.append((rows - 1 - down if image & 1 else down, cols - 1 - right if image & 2 else right))
    return list(dict.fromkeys(found))


@lru_cache(2)
def orbits(rows: int, cols: int, symmetry: int, seed: int) -> tuple[list[Cell], ...]:
    """Return the orbits of all cells, in an order that depends on the 32-bit seed.

    An orbit consists of a cell and its images.
    """
    found = []
    random = _Random(seed)
    untried = [(row, col) for row in range(rows) for col in range(cols)]
    while untried:
        drawn: list[Cell] = []
        wanted, mask = min(len(untried), _MOST_DRAWN), _mask(len(untried))
        for at, cell in enumerate(untried):
            remaining = len(untried) - at
            # Selection sampling (Knuth, *The Art of Computer Programming*, algorithm 3.4.2S): every set of cells is
            # equally probable.
            if wanted - len(drawn) == remaining or random.up_to(remaining - 1, mask) < wanted - len(drawn):
                drawn.append(cell)
        mask = _mask(wanted)
        for last in range(wanted - 1, 0, -1):
            if last == mask >> 1:
                mask >>= 1
            other = random.up_to(last, mask)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        left = dict.fromkeys(untried)
        for cell in reversed(drawn):
            if orbit := [one for one in images(cell, rows, cols, symmetry) if one in left]:
                for one in orbit:
                    del left[one]
                found.append(orbit)
        untried = list(left)
    return tuple(found)
