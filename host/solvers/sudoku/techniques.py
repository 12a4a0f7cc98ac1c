"""The candidates of a Sudoku grid, its regions, and the techniques that people use. A technique is a rule for a region.

A *grid* is a list of ``order ** 4`` masks, row by row. In a cell's mask, bit ``digit - 1`` is set while the cell may
hold the digit. A digit is placed if it is the only candidate left in its cell. A technique returns the candidates to
remove from each cell; to place a digit, it removes the other candidates.

The names and letters are from González, Olivito and Resano (2009), sections II and V and Table III.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial, reduce
from operator import or_
from typing import Any

from rowloom.host.puzzles.text import in_rows
from rowloom.host.solvers import named

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
    """The partitions of this house by crossing houses: a row or column is divided by boxes, and a box by rows and by
    columns. A part is a pair: the cells that this house shares with a crossing house, and all cells of that crossing
    house."""
    name: str = ""
    """The display name, such as "row 3"."""


@dataclass(frozen=True)
class Band:
    """A horizontal or vertical line of boxes."""

    boxes: tuple[tuple[Cells, ...], ...]
    """The lines of each box: its rows if the boxes are side by side, or its columns if the boxes are one above another.
    The lines with the same index in all boxes are parts of the same row, or column, of the grid."""
    name: str = ""
    """The display name, such as "boxes 1 to 3"."""

    @property
    def cells(self) -> list[int]:
        """The cells of the boxes."""
        return [cell for box in self.boxes for line in box for cell in line]


Region = House | Band


@cache
def houses(order: int) -> tuple[House, ...]:
    """Return the rows from top to bottom, then the columns from left to right, then the boxes row by row."""
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
    """Return the horizontal lines of boxes from top to bottom, then the vertical lines of boxes from left to right."""
    side = order**2
    boxes = houses(order)[2 * side :]

    def band(numbers: range, direction: int) -> Band:
        lines = (tuple(segment for segment, _ in boxes[at].partitions[direction]) for at in numbers)
        return Band(tuple(lines), f"boxes {numbers[0] + 1} to {numbers[-1] + 1}")

    level = [band(range(first, first + order), 0) for first in range(0, side, order)]
    return (*level, *(band(range(first, side, order), 1) for first in range(order)))


@cache
def numbers_of(regions: Callable[[int], Sequence[Region]], order: int) -> tuple[tuple[int, ...], ...]:
    """Return, for every cell, the indices of the :func:`houses` or :func:`bands` that contain it."""
    numbers: list[list[int]] = [[] for _ in range(order**4)]
    for number, region in enumerate(regions(order)):
        for cell in region.cells:
            numbers[cell].append(number)
    return tuple(map(tuple, numbers))


def candidates(cells: Sequence[Sequence[int]]) -> list[int]:
    """Return the grid for these rows of digits. A given is the only candidate of its cell. If a cell has a 0, all
    digits are candidates."""
    every = (1 << len(cells)) - 1
    return [1 << digit - 1 if digit else every for row in cells for digit in row]


def is_solved(grid: Sequence[int]) -> bool:
    """Return whether every cell has exactly one candidate."""
    return all(mask.bit_count() == 1 for mask in grid)


def solution(grid: Sequence[int], order: int) -> tuple[tuple[int, ...], ...]:
    """Return the digits of a solved grid, with one tuple for each row."""
    return tuple(map(tuple, in_rows([mask.bit_length() for mask in grid], order**2)))


def place(cell: int, order: int) -> str:
    """Return the display name of a cell."""
    return named(*divmod(cell, order**2))


def bits(mask: int) -> Iterator[int]:
    """Yield the mask's bits, each as a mask."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


def union(masks: Iterable[int]) -> int:
    """Return the union of the masks."""
    return reduce(or_, masks, 0)


def transposed(masks: Sequence[int]) -> list[int]:
    """Return, for each digit, the mask of its possible places. ``masks`` contains, for each place, the mask of its
    digits.

    The function is its own inverse: if ``masks`` contains the places of each digit, it returns the digits of each
    place.
    """
    return [sum(1 << place for place, mask in enumerate(masks) if mask >> digit & 1) for digit in range(len(masks))]


Removals = dict[int, int]
"""For each cell that loses candidates, the mask of these candidates."""


@dataclass(frozen=True)
class Technique:
    """A rule with its name."""

    name: str
    removals: Callable[[Sequence[int], Any], Removals]
    """A function that returns the candidates to remove; its arguments are the grid and a region."""
    letter: str = ""
    """The technique's letter in Table III of the paper; empty if the table does not list the technique."""
    regions: Callable[[int], Sequence[Region]] = houses
    """A function that returns the regions for the technique; its argument is the grid's order."""


def naked_singles(grid: Sequence[int], house: House) -> Removals:
    """Remove each placed digit from the other cells of the house. If a digit is placed in two cells, remove the digit
    from both cells.
    """
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
    """Place each digit that has only one place left in the house."""
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
    """If all places of a digit in this house are also in a crossing house, remove the digit from the other cells of the
    crossing house.

    This is called pointing if this house is a box, and claiming if this house is a row or a column.
    :func:`naked_singles` handles placed digits.
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
    """If ``size`` open cells have only ``size`` candidates in total, remove these candidates from the house's other
    cells."""
    return _named(house, _subset_removals(size, [grid[cell] for cell in house.cells]))


def hidden_subsets(size: int, grid: Sequence[int], house: House) -> Removals:
    """If ``size`` digits have only ``size`` places in total, remove all other digits from these places.

    This works like :func:`naked_subsets`, but the roles of cells and digits are exchanged.
    """
    places = transposed([grid[cell] for cell in house.cells])
    return _named(house, transposed(_subset_removals(size, places)))


def lines(size: int, grid: Sequence[int], band: Band) -> Removals:
    """If ``size`` boxes have places for a digit only in ``size`` lines, remove the digit from these lines in the other
    boxes.

    For sizes 1 to 3, the technique is called candidate lines, double lines and triple lines. :func:`naked_singles`
    handles boxes in which the digit is placed.
    """
    rooms = [[union(grid[cell] for cell in line) for line in box] for box in band.boxes]
    placed = [
        union(grid[cell] for line in box for cell in line if not grid[cell] & grid[cell] - 1) for box in band.boxes
    ]
    removed: Removals = {}
    for digit in bits(union(room for box in rooms for room in box)):
        masks = [  # for each box, the lines that have places for the digit
            0 if there & digit else sum(1 << at for at, room in enumerate(box) if room & digit)
            for box, there in zip(rooms, placed)
        ]
        for box, gone in zip(band.boxes, _subset_removals(size, masks, min(size, 2))):
            for cell in (cell for at, line in enumerate(box) if gone >> at & 1 for cell in line if grid[cell] & digit):
                removed[cell] = removed.get(cell, 0) | digit
    return removed


def _subset_removals(size: int, masks: Sequence[int], least: int = 2) -> list[int]:
    """Return the bits that naked subsets remove from each mask. Each member of a subset has at least ``least`` bits."""
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
    """Yield each choice of ``size`` places whose masks together have at most ``size`` different bits, with the union of
    these masks."""
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
"""A function that is called when a technique has been tried on a region, before its removals are applied."""


def propagate(
    grid: list[int], order: int, techniques: Sequence[Technique], cells: Collection[int] = (),
    watch: Watch | None = None,
) -> bool:
    """Apply the techniques to the grid, which is changed in place, until no technique removes anything.

    Return False as soon as a cell has no candidate, or a house has no place for a digit; the grid then keeps the state
    in which this was found. The order of the techniques does not change the result.

    Parameters
    ----------
    techniques : sequence of Technique
        In each step, the first technique that still has regions to examine is applied to one of these regions. The
        regions of the first technique in the sequence must be houses.
    cells : collection of int, optional
        The cells that have changed since the techniques were last applied; by default, all cells.
    watch : function, optional
        A function that is called each time a technique has been tried; see :data:`Watch`.
    """
    every = (1 << order**2) - 1
    # For each technique, the indices of the regions to examine, in order.
    queues: list[dict[int, None]] = [{} for _ in techniques]

    def add(cells: Iterable[int]) -> None:
        for technique, queue in zip(techniques, queues):
            numbers = numbers_of(technique.regions, order)
            queue.update(dict.fromkeys({number for cell in cells for number in numbers[cell]}))

    add(cells or range(len(grid)))
    while True:
        level = next((level for level, queue in enumerate(queues) if queue), None)
        if level is None:
            return True
        number = next(iter(queues[level]))
        del queues[level][number]
        region = techniques[level].regions(order)[number]
        if isinstance(region, House) and level == 0 and union(grid[cell] for cell in region.cells) != every:
            return False
        removed = techniques[level].removals(grid, region)
        if watch is not None:
            watch(grid, techniques[level], region, removed)
        for cell, gone in removed.items():
            grid[cell] ^= gone
            if not grid[cell]:
                return False
        if removed:
            add(removed)


def forced_chain(
    grid: Sequence[int], order: int, cell: int, techniques: Sequence[Technique], watch: Watch | None = None
) -> Removals:
    """Assume each of the cell's candidates in turn; return the candidates that every assumption removes.

    See section V-D of the paper. The techniques must already have been applied to the grid. They are applied again
    after each assumption. An assumption that leads to a contradiction is treated as if it removed every candidate.
    """
    possible = [0] * len(grid)
    for digit in bits(grid[cell]):
        assumed = list(grid)
        assumed[cell] = digit
        if propagate(assumed, order, techniques, [cell], watch):
            possible = [one | other for one, other in zip(possible, assumed)]
    return {at: mask & ~left for at, (mask, left) in enumerate(zip(grid, possible)) if mask & ~left}
