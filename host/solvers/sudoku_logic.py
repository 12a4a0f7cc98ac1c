"""Sudoku by deduction alone: the techniques that people use, on candidates as bit masks.

A *grid* is a list of ``order ** 4`` masks, row by row: bit ``digit - 1`` says that the cell may still hold
the digit. A cell with one candidate left counts as placed. Every technique looks at one unit (a row, a
column or a box) and tells what it removes, cell by cell; :func:`propagate` applies them until nothing
follows any more. Removing is all there is: to place a digit is to remove the cell's other candidates.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial, reduce
from operator import or_

__all__ = [
    "LOCKED", "SINGLES", "SUBSETS", "Removals", "Technique", "Unit",
    "candidates", "hidden_singles", "hidden_subsets", "is_solved", "locked_candidates", "naked_singles",
    "naked_subsets", "propagate", "solution", "transposed", "units", "units_of",
]  # fmt: skip

Removals = dict[int, int]
"""The candidates that cells lose, as masks; cells that lose none are not in it."""


@dataclass(frozen=True)
class Unit:
    """A row, a column or a box.

    Parameters
    ----------
    cells : tuple of int
        Its cells, row by row.
    partitions : tuple of tuples of (segment, crossing)
        The ways to cut it where other units cross it: a line into its boxes' parts, a box into its rows'
        parts and into its columns' parts. Each part is told as its cells and the crossing unit's cells.
    """

    cells: tuple[int, ...]
    partitions: tuple[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...], ...]


Technique = Callable[[Sequence[int], Unit], Removals]
"""What follows from a grid's candidates in one unit."""


@cache
def units(order: int) -> tuple[Unit, ...]:
    """The rows, then the columns, then the boxes, each from the top left on."""
    side = order**2
    rows = [tuple(range(row * side, (row + 1) * side)) for row in range(side)]
    cols = [tuple(range(col, side**2, side)) for col in range(side)]
    boxes = [
        tuple(rows[top + down][left + right] for down in range(order) for right in range(order))
        for top in range(0, side, order)
        for left in range(0, side, order)
    ]

    def parts(cells: tuple[int, ...], crossings: list[tuple[int, ...]]) -> tuple:
        return tuple((tuple(sorted(set(cells).intersection(other))), other) for other in crossings)

    def band(row: int) -> list[tuple[int, ...]]:
        return boxes[row // order * order :][:order]

    def stack(col: int) -> list[tuple[int, ...]]:
        return boxes[col // order :: order]

    return (
        *(Unit(row, (parts(row, band(index)),)) for index, row in enumerate(rows)),
        *(Unit(col, (parts(col, stack(index)),)) for index, col in enumerate(cols)),
        *(
            Unit(box, (parts(box, rows[box[0] // side :][:order]), parts(box, cols[box[0] % side :][:order])))
            for box in boxes
        ),
    )


@cache
def units_of(order: int) -> tuple[tuple[int, int, int], ...]:
    """The numbers of every cell's row, column and box in :func:`units`."""
    side = order**2
    return tuple(
        (row, side + col, 2 * side + row // order * order + col // order)
        for row in range(side)
        for col in range(side)
    )


def candidates(cells: Sequence[Sequence[int]]) -> list[int]:
    """A grid of these cells, row by row: a given has itself for its only candidate, 0 has all digits."""
    every = (1 << len(cells)) - 1
    return [1 << digit - 1 if digit else every for row in cells for digit in row]


def is_solved(grid: Sequence[int]) -> bool:
    """Whether every cell has exactly one candidate; :func:`propagate` sees to it that they fit together."""
    return all(mask.bit_count() == 1 for mask in grid)


def solution(grid: Sequence[int], order: int) -> tuple[tuple[int, ...], ...]:
    """A solved grid's digits, one tuple a row."""
    side = order**2
    digits = [mask.bit_length() for mask in grid]
    return tuple(tuple(digits[start : start + side]) for start in range(0, side**2, side))


def naked_singles(grid: Sequence[int], unit: Unit) -> Removals:
    """A placed digit is removed from the unit's other cells; from both where two cells hold the same."""
    placed = twice = 0
    for cell in unit.cells:
        mask = grid[cell]
        if not mask & mask - 1:
            twice |= placed & mask
            placed |= mask
    removed = {}
    for cell in unit.cells:
        mask = grid[cell]
        if gone := mask & (placed if mask & mask - 1 else twice):
            removed[cell] = gone
    return removed


def hidden_singles(grid: Sequence[int], unit: Unit) -> Removals:
    """A digit with one place left in the unit takes it: the cell's other candidates are removed."""
    once = twice = 0
    for cell in unit.cells:
        twice |= once & grid[cell]
        once |= grid[cell]
    lone = once & ~twice
    removed = {}
    for cell in unit.cells:
        mask = grid[cell]
        if (here := mask & lone) and (gone := mask if here & here - 1 else mask ^ here):
            removed[cell] = gone
    return removed


def locked_candidates(grid: Sequence[int], unit: Unit) -> Removals:
    """A digit that the unit has room for only where another unit crosses it is removed from the rest of that one.

    Pointing where the unit is a box, claiming where it is a line. Digits that only placed cells hold are left
    to :func:`naked_singles`.
    """
    removed: Removals = {}
    for partition in unit.partitions:
        once = twice = 0
        for segment, _ in partition:
            room = _candidates_of(grid[cell] for cell in segment)
            twice |= once & room
            once |= room
        for segment, crossing in partition:
            in_open_cells = _candidates_of(grid[cell] for cell in segment if grid[cell] & grid[cell] - 1)
            if not (locked := in_open_cells & ~twice):
                continue
            for cell in crossing:
                if (gone := grid[cell] & locked) and cell not in segment:
                    removed[cell] = removed.get(cell, 0) | gone
    return removed


def naked_subsets(size: int, grid: Sequence[int], unit: Unit) -> Removals:
    """``size`` cells with ``size`` candidates between them take these from the unit's other cells.

    Only open cells, those with at least two candidates, are looked at as members.
    """
    return _named(unit, _subset_removals(size, [grid[cell] for cell in unit.cells]))


def hidden_subsets(size: int, grid: Sequence[int], unit: Unit) -> Removals:
    """``size`` digits with ``size`` places between them keep all other digits out of these.

    It is :func:`naked_subsets` with the parts of cells and digits exchanged.
    """
    places = transposed([grid[cell] for cell in unit.cells])
    return _named(unit, transposed(_subset_removals(size, places)))


SINGLES: tuple[Technique, ...] = (naked_singles, hidden_singles)
LOCKED: tuple[Technique, ...] = (*SINGLES, locked_candidates)
SUBSETS: tuple[Technique, ...] = (
    *LOCKED,
    *(partial(subsets, size) for size in (2, 3, 4) for subsets in (naked_subsets, hidden_subsets)),
)
"""Techniques from the cheapest on, as :func:`propagate` takes them: singles, with locked candidates, and with
pairs, triplets and quartets."""


def propagate(grid: list[int], order: int, techniques: Sequence[Technique], cells: Sequence[int] = ()) -> bool:
    """Applies the techniques to the grid, in place, until none removes anything.

    The first technique with something to look at goes first; a unit is looked at again only when one of
    its cells has changed. What is left over does not depend on that order.

    Parameters
    ----------
    grid : list of masks
    order : int
    techniques : techniques
        From the first to be tried to the last.
    cells : cells, optional
        Those that changed since the techniques were last through with the grid; by default all may have.

    Returns
    -------
    bool
        False as soon as it contradicts itself: a cell without candidates, or a unit without a place for a
        digit. Then the grid is left as it was when this was noticed.
    """
    houses, numbers = units(order), units_of(order)
    every = (1 << order**2) - 1
    waiting = [_Queue(len(houses)) for _ in techniques]
    for number in {number for cell in cells for number in numbers[cell]} if cells else range(len(houses)):
        for queue in waiting:
            queue.add(number)
    while True:
        level = next((level for level, queue in enumerate(waiting) if queue), None)
        if level is None:
            return True
        unit = houses[waiting[level].take()]
        if level == 0 and _candidates_of(grid[cell] for cell in unit.cells) != every:
            return False
        for cell, gone in techniques[level](grid, unit).items():
            grid[cell] ^= gone
            if not grid[cell]:
                return False
            for number in numbers[cell]:
                for queue in waiting:
                    queue.add(number)


def transposed(masks: Sequence[int]) -> list[int]:
    """For each digit the places that have it, from each place's digits; or the other way round."""
    return [
        sum(1 << place for place, mask in enumerate(masks) if mask >> digit & 1) for digit in range(len(masks))
    ]


class _Queue:
    """Numbers that wait for their turn, each once."""

    def __init__(self, count: int):
        self._queue: deque[int] = deque()
        self._waits = bytearray(count)

    def __bool__(self) -> bool:
        return bool(self._queue)

    def add(self, number: int) -> None:
        if not self._waits[number]:
            self._waits[number] = 1
            self._queue.append(number)

    def take(self) -> int:
        number = self._queue.popleft()
        self._waits[number] = 0
        return number


def _candidates_of(masks: Iterable[int]) -> int:
    """All candidates of some cells."""
    return reduce(or_, masks, 0)


def _subset_removals(size: int, masks: Sequence[int]) -> list[int]:
    """What every naked subset of that size removes from each of the masks."""
    removed = [0] * len(masks)
    small = [place for place, mask in enumerate(masks) if 2 <= mask.bit_count() <= size]
    for members, union in _subsets(size, masks, small):
        for place, mask in enumerate(masks):
            if mask & union and place not in members:
                removed[place] |= mask & union
    return removed


def _subsets(
    size: int, masks: Sequence[int], places: Sequence[int], members: tuple[int, ...] = (), union: int = 0
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The choices of ``size`` places whose masks have at most ``size`` bits between them, and these bits."""
    if len(members) == size:
        yield members, union
        return
    for index, place in enumerate(places):
        wider = union | masks[place]
        if wider.bit_count() <= size:
            yield from _subsets(size, masks, places[index + 1 :], (*members, place), wider)


def _named(unit: Unit, removed: Sequence[int]) -> Removals:
    return {cell: gone for cell, gone in zip(unit.cells, removed) if gone}
