"""The order in which clues are removed, in plain Python: what the tests compare the firmware with."""

from collections.abc import Callable, Collection, Iterator

__all__ = ["orbits", "thinned"]

Cell = tuple[int, int]

_WORD = 0xFFFF_FFFF
_MOST_TURNS = 576


class _Random:
    """See firmware/thinning.c."""

    def __init__(self, seed: int):
        seed = (seed + 0x7ED55D16 + (seed << 12)) & _WORD
        seed = seed ^ 0xC761C23C ^ seed >> 19
        seed = (seed + 0x165667B1 + (seed << 5)) & _WORD
        seed = ((seed + 0xD3A2646C & _WORD) ^ seed << 9) & _WORD
        seed = (seed + 0xFD7046C5 + (seed << 3)) & _WORD
        self._state = seed ^ 0xB55A4F09 ^ seed >> 16 or 1

    def up_to(self, greatest: int, mask: int) -> int:
        while True:
            self._state ^= self._state << 13 & _WORD
            self._state ^= self._state >> 17
            self._state ^= self._state << 5 & _WORD
            if (number := self._state >> 8 & mask) <= greatest:
                return number


def _mask(number: int) -> int:
    return max(1, (1 << (number - 1).bit_length()) - 1) if number & number + 1 else max(1, number)


def _image(cell: Cell, rows: int, cols: int, image: int) -> Cell:
    row, col = reversed(cell) if image & 4 else cell
    return rows - 1 - row if image & 1 else row, cols - 1 - col if image & 2 else col


def orbits(rows: int, cols: int, symmetry: int, seed: int) -> Iterator[list[Cell]]:
    """Yield the orbits of all cells in the order of their turns."""
    random = _Random(seed)
    untried = [(row, col) for row in range(rows) for col in range(cols)]
    while untried:
        wanted, turns = min(len(untried), _MOST_TURNS), []
        mask = _mask(len(untried))
        for passed, cell in enumerate(untried):
            remaining = len(untried) - passed
            if wanted - len(turns) == remaining or random.up_to(remaining - 1, mask) < wanted - len(turns):
                turns.append(cell)
        mask = _mask(wanted)
        for last in range(wanted - 1, 0, -1):
            if last == mask >> 1:
                mask >>= 1
            other = random.up_to(last, mask)
            turns[last], turns[other] = turns[other], turns[last]
        left = dict.fromkeys(untried)
        for cell in reversed(turns):
            orbit = [one for one in dict.fromkeys(_image(cell, rows, cols, image)
                                                  for image in range(8) if symmetry >> image & 1) if one in left]
            for one in orbit:
                del left[one]
            if orbit:
                yield orbit
        untried = list(left)


def thinned(rows: int, cols: int, symmetry: int, seed: int, clues: Collection[Cell],
            suffice: Callable[[set[Cell]], bool], least: int = 0, fixed: Collection[Cell] = ()) -> set[Cell]:
    """Return the cells that keep their clues."""
    kept = set(clues)
    for orbit in orbits(rows, cols, symmetry, seed):
        there = kept & set(orbit)
        if there and not set(orbit) & set(fixed) and len(kept) - len(there) >= least and suffice(kept - there):
            kept -= there
        if len(kept) <= least:
            break
    return kept
