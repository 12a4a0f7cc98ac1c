"""Sudoku grids as candidates, the regions of a grid, and the techniques that people use, as rules for a region.

A *grid* is a list of ``order ** 4`` masks, row by row: bit ``digit - 1`` is set while the cell may hold the digit. A
cell with one candidate left is placed. A technique returns removals of candidates, cell by cell; it places a digit by
the removal of the other candidates.

Names and letters are those of González, Olivito and Resano (2009), sections II and V and Table III.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial, reduce
from operator import or_
from typing import Any

from rowloom.host.puzzles.text import in_rows
from rowloom.host.solvers.steps import named

__all__ = [
    "LOCKED", "PAPER", "SINGLES", "Band", "House", "Region", "Removals", "Technique", "Watch", "bands", "bits",
    "candidates", "forced_chain", "hidden_singles", "hidden_subsets", "houses", "is_solved", "lines",
    "locked_candidates", "naked_singles", "naked_subsets", "numbers_of", "place", "propagate", "solution", "transposed",
    "union",
]  # fmt: skip

Cells = tuple[int, ...]


@dataclass(frozen=True)
class House:
    """A row, a column or a box."""

    cells: Cells
    """Its cells, row by row."""
    partitions: tuple[tuple[tuple[Cells, Cells], ...], ...]
    """The partitions by crossing houses: of a line by boxes, of a box by rows and by columns. Each part is its cells
    and the crossing house's cells."""
    name: str = ""
    """For people, such as "row 3"."""


@dataclass(frozen=True)
class Band:
    """The boxes beside each other, or below each other."""

    boxes: tuple[tuple[Cells, ...], ...]
    """The lines of each box: its rows if the boxes lie beside each other, else its columns. The lines ``k`` of all
    boxes form a row, or a column, of the grid."""
    name: str = ""
    """For people, such as "boxes 1 to 3"."""

    @property
    def cells(self) -> list[int]:
        """The boxes' cells."""
        return [cell for box in self.boxes for line in box for cell in line]


Region = House | Band


@cache
def houses(order: int) -> tuple[House, ...]:
    """Return the rows, then the columns, then the boxes, each from the top left on."""
    side = order**2
    rows = [tuple(range(row * side, (row + 1) * side)) for row in range(side)]
    cols = [*zip(*rows)]
    corners = [(top, left) for top in range(0, side, order) for left in range(0, side, order)]
    boxes = [tuple(cell for row in rows[top:][:order] for cell in row[left:][:order]) for top, left in corners]

    def house(kind: str, index: int, cells: Cells, *crossings: list[Cells]) -> House:
        parts = (tuple((tuple(sorted({*cells} & {*other})), other) for other in some) for some in crossings)
        return House(cells, tuple(parts), f"{kind} {index + 1}")

    return (
        *(house("row", index, row, boxes[index // order * order :][:order]) for index, row in enumerate(rows)),
        *(house("column", index, col, boxes[index // order :: order]) for index, col in enumerate(cols)),
        *(house("box", index, box, rows[top:][:order], cols[left:][:order])
          for index, (box, (top, left)) in enumerate(zip(boxes, corners))),
    )


@cache
def bands(order: int) -> tuple[Band, ...]:
    """Return the lines of boxes: the horizontal ones from the top on, then the vertical ones from the left on."""
    side = order**2
    boxes = houses(order)[2 * side :]

    def band(numbers: range, direction: int) -> Band:
        lines = (tuple(segment for segment, _ in boxes[at].partitions[direction]) for at in numbers)
        return Band(tuple(lines), f"boxes {numbers[0] + 1} to {numbers[-1] + 1}")

    level = [band(range(first, first + order), 0) for first in range(0, side, order)]
    return (*level, *(band(range(first, side, order), 1) for first in range(order)))


@cache
def numbers_of(regions: Callable[[int], Sequence[Region]], order: int) -> tuple[tuple[int, ...], ...]:
    """Return for every cell the numbers of its :func:`houses` or :func:`bands`."""
    numbers: list[list[int]] = [[] for _ in range(order**4)]
    for number, region in enumerate(regions(order)):
        for cell in region.cells:
            numbers[cell].append(number)
    return tuple(map(tuple, numbers))


def candidates(cells: Sequence[Sequence[int]]) -> list[int]:
    """Return the grid of these cells, row by row: a given is its only candidate, 0 has all digits."""
    every = (1 << len(cells)) - 1
    return [1 << digit - 1 if digit else every for row in cells for digit in row]


def is_solved(grid: Sequence[int]) -> bool:
    """Return whether every cell has exactly one candidate."""
    return all(mask.bit_count() == 1 for mask in grid)


def solution(grid: Sequence[int], order: int) -> tuple[tuple[int, ...], ...]:
    """Return a solved grid's digits, one tuple a row."""
    return tuple(map(tuple, in_rows([mask.bit_length() for mask in grid], order**2)))


def place(cell: int, order: int) -> str:
    """Name a cell for people, counted from 1."""
    return named(*divmod(cell, order**2))


def bits(mask: int) -> Iterator[int]:
    """Yield the mask's bits, each as a mask."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


def union(masks: Iterable[int]) -> int:
    """Return the union of masks."""
    return reduce(or_, masks, 0)


def transposed(masks: Sequence[int]) -> list[int]:
    """Return for each digit the places that have it, from each place's digits; or the other way round."""
    return [sum(1 << place for place, mask in enumerate(masks) if mask >> digit & 1) for digit in range(len(masks))]


Removals = dict[int, int]
"""The candidates that cells lose, as masks; cells that lose none are not in it."""


@dataclass(frozen=True)
class Technique:
    """A rule with its name."""

    name: str
    removals: Callable[[Sequence[int], Any], Removals]
    """Return the candidates to remove, from a grid and a region."""
    letter: str = ""
    """The letter in Table III of the paper, if it is there."""
    regions: Callable[[int], Sequence[Region]] = houses
    """Return the regions for the technique, from the grid's order."""

    def __call__(self, grid: Sequence[int], region: Region) -> Removals:
        return self.removals(grid, region)


def naked_singles(grid: Sequence[int], house: House) -> Removals:
    """Remove a placed digit from the house's other cells, and from both cells if two hold it."""
    placed = twice = 0
    for cell in house.cells:
        mask = grid[cell]
        if not mask & mask - 1:
            twice |= placed & mask
            placed |= mask
    removed = {}
    for cell in house.cells:
        mask = grid[cell]
        if gone := mask & (placed if mask & mask - 1 else twice):
            removed[cell] = gone
    return removed


def hidden_singles(grid: Sequence[int], house: House) -> Removals:
    """Place a digit that has one place left in the house."""
    once = twice = 0
    for cell in house.cells:
        twice |= once & grid[cell]
        once |= grid[cell]
    lone = once & ~twice
    removed = {}
    for cell in house.cells:
        mask = grid[cell]
        if (here := mask & lone) and (gone := mask if here & here - 1 else mask ^ here):
            removed[cell] = gone
    return removed


def locked_candidates(grid: Sequence[int], house: House) -> Removals:
    """Remove a digit whose only places are in another house, too, from the rest of that house.

    This is pointing if the house is a box, claiming if it is a line. :func:`naked_singles` handles placed digits.
    """
    removed: Removals = {}
    for partition in house.partitions:
        once = twice = 0
        for segment, _ in partition:
            room = union(grid[cell] for cell in segment)
            twice |= once & room
            once |= room
        for segment, crossing in partition:
            in_open_cells = union(grid[cell] for cell in segment if grid[cell] & grid[cell] - 1)
            if not (locked := in_open_cells & ~twice):
                continue
            for cell in crossing:
                if (gone := grid[cell] & locked) and cell not in segment:
                    removed[cell] = removed.get(cell, 0) | gone
    return removed


def naked_subsets(size: int, grid: Sequence[int], house: House) -> Removals:
    """If ``size`` open cells have ``size`` candidates together, remove these from the house's other cells."""
    return _named(house, _subset_removals(size, [grid[cell] for cell in house.cells]))


def hidden_subsets(size: int, grid: Sequence[int], house: House) -> Removals:
    """If ``size`` digits have ``size`` places together, remove all other digits from these.

    This is :func:`naked_subsets` with cells and digits exchanged.
    """
    places = transposed([grid[cell] for cell in house.cells])
    return _named(house, transposed(_subset_removals(size, places)))


def lines(size: int, grid: Sequence[int], band: Band) -> Removals:
    """If ``size`` boxes have room for a digit in only ``size`` lines, remove it from these in the other boxes.

    Sizes 1 to 3 are candidate lines, double lines and triple lines. :func:`naked_singles` handles boxes in which the
    digit is placed.
    """
    rooms = [[union(grid[cell] for cell in line) for line in box] for box in band.boxes]
    placed = [
        union(grid[cell] for line in box for cell in line if not grid[cell] & grid[cell] - 1) for box in band.boxes
    ]
    removed: Removals = {}
    for digit in bits(union(room for box in rooms for room in box)):
        masks = [  # for each box, the lines that have room
            0 if there & digit else sum(1 << at for at, room in enumerate(box) if room & digit)
            for box, there in zip(rooms, placed)
        ]
        for box, gone in zip(band.boxes, _subset_removals(size, masks, min(size, 2))):
            for cell in (cell for at, line in enumerate(box) if gone >> at & 1 for cell in line if grid[cell] & digit):
                removed[cell] = removed.get(cell, 0) | digit
    return removed


def _subset_removals(size: int, masks: Sequence[int], least: int = 2) -> list[int]:
    """Return the removals of naked subsets, by mask; members have at least ``least`` bits."""
    removed = [0] * len(masks)
    small = [place for place, mask in enumerate(masks) if least <= mask.bit_count() <= size]
    for members, held in _subsets(size, masks, small):
        for place, mask in enumerate(masks):
            if mask & held and place not in members:
                removed[place] |= mask & held
    return removed


def _subsets(
    size: int, masks: Sequence[int], places: Sequence[int], members: tuple[int, ...] = (), held: int = 0
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the choices of ``size`` places whose masks have at most ``size`` bits together, and these bits."""
    if len(members) == size:
        yield members, held
        return
    for index, place in enumerate(places):
        wider = held | masks[place]
        if wider.bit_count() <= size:
            yield from _subsets(size, masks, places[index + 1 :], (*members, place), wider)


def _named(house: House, removed: Sequence[int]) -> Removals:
    return {cell: gone for cell, gone in zip(house.cells, removed) if gone}


_NAMES = {2: "pairs", 3: "triplets", 4: "quartets", 5: "quintets"}


def _subsets_of(size: int, hidden: str, naked: str) -> tuple[Technique, Technique]:
    return (
        Technique(f"hidden {_NAMES[size]}", partial(hidden_subsets, size), hidden),
        Technique(f"naked {_NAMES[size]}", partial(naked_subsets, size), naked),
    )


SINGLES: tuple[Technique, ...] = (
    Technique("singles", naked_singles, "D"), Technique("hidden singles", hidden_singles, "C"),
)
LOCKED: tuple[Technique, ...] = (*SINGLES, Technique("locked candidates", locked_candidates))

PAPER: tuple[Technique, ...] = (
    *SINGLES, *_subsets_of(2, "A", "B"), *_subsets_of(3, "E", "F"),
    Technique("candidate lines", partial(lines, 1), "G", bands),
    Technique("double lines", partial(lines, 2), "H", bands),
    Technique("triple lines", partial(lines, 3), "I", bands), *_subsets_of(4, "J", "K"), *_subsets_of(5, "L", "M"),
)
"""The paper's techniques, in the order of section II and of the letters in Table III: singles, then A to M."""

Watch = Callable[[Sequence[int], Technique, Region, Removals], None]
"""Called after each trial of a technique on a region of a grid, before its removals are applied."""


def propagate(
    grid: list[int], order: int, techniques: Sequence[Technique], cells: Collection[int] = (),
    watch: Watch | None = None,
) -> bool:
    """Apply the techniques to the grid, in place, until none removes anything.

    Return False as soon as a cell has no candidate, or a house no place for a digit; the grid stays as it was then.
    The result does not depend on the order.

    Parameters
    ----------
    techniques : sequence of Technique
        The first one that has regions left to examine is applied first; it must be about houses.
    cells : collection of int, optional
        The cells that have changed since the techniques were last applied, all by default.
    watch : function, optional
        Called with every step.
    """
    every = (1 << order**2) - 1
    waiting = [_Waiting(technique.regions, order) for technique in techniques]
    for one in waiting:
        one.add_all(cells or range(len(grid)))
    queues = [one.queue for one in waiting]
    while True:
        level = next((level for level, queue in enumerate(queues) if queue), None)
        if level is None:
            return True
        region = waiting[level].take()
        if isinstance(region, House) and level == 0 and union(grid[cell] for cell in region.cells) != every:
            return False
        removed = techniques[level](grid, region)
        if watch is not None:
            watch(grid, techniques[level], region, removed)
        for cell, gone in removed.items():
            grid[cell] ^= gone
            if not grid[cell]:
                return False
        if removed:
            for one in waiting:
                one.add_all(removed)


def forced_chain(
    grid: Sequence[int], order: int, cell: int, techniques: Sequence[Technique], watch: Watch | None = None
) -> Removals:
    """Assume each of the cell's candidates in turn; return the candidates that every assumption removes.

    See section V-D of the paper. The techniques have been applied to the grid, and are applied after each assumption.
    An assumption that leads to a contradiction removes every candidate.
    """
    possible = [0] * len(grid)
    for digit in bits(grid[cell]):
        assumed = list(grid)
        assumed[cell] = digit
        if propagate(assumed, order, techniques, [cell], watch):
            possible = [one | other for one, other in zip(possible, assumed)]
    return {at: mask & ~left for at, (mask, left) in enumerate(zip(grid, possible)) if mask & ~left}


class _Waiting:
    """A queue of regions for a technique, each once, by their numbers."""

    def __init__(self, regions: Callable[[int], Sequence[Region]], order: int):
        self._regions, self._numbers = regions(order), numbers_of(regions, order)
        self.queue: deque[int] = deque()
        self._waits = bytearray(len(self._regions))

    def add_all(self, cells: Iterable[int]) -> None:
        """Add the regions that contain any of the cells."""
        waits, numbers = self._waits, self._numbers
        for number in {number for cell in cells for number in numbers[cell]}:
            if not waits[number]:
                waits[number] = 1
                self.queue.append(number)

    def take(self) -> Region:
        number = self.queue.popleft()
        self._waits[number] = 0
        return self._regions[number]
