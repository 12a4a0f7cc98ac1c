"""Sudoku grids as candidates, and the regions that rules are about.

A *grid* is a list of ``order ** 4`` masks, row by row: bit ``digit - 1`` says that the cell may still hold
the digit. A cell with one candidate left counts as placed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_

from rowloom.host.puzzles.text import in_rows

__all__ = [
    "Band", "House", "Region", "bands", "bits", "candidates", "houses", "is_solved", "numbers_of", "place", "solution",
    "transposed", "union",
]  # fmt: skip


Cells = tuple[int, ...]


@dataclass(frozen=True)
class House:
    """A row, a column or a box."""

    cells: Cells
    """Its cells, row by row."""
    partitions: tuple[tuple[tuple[Cells, Cells], ...], ...]
    """The ways to cut it where other houses cross it: a line into its boxes' parts, a box into its rows' parts and into
    its columns' parts. Each part is its cells and the crossing house's cells."""
    name: str = ""
    """For people, such as "row 3"."""


@dataclass(frozen=True)
class Band:
    """The boxes beside each other, or below each other."""

    boxes: tuple[tuple[Cells, ...], ...]
    """Of each box its lines: the rows if the boxes lie beside each other, else the columns. Line ``k`` of every box
    together make up a row, or a column, of the grid."""
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
    cols = [tuple(range(col, side**2, side)) for col in range(side)]
    boxes = [
        tuple(rows[top + down][left + right] for down in range(order) for right in range(order))
        for top in range(0, side, order)
        for left in range(0, side, order)
    ]

    def parts(cells: Cells, crossings: list[Cells]) -> tuple[tuple[Cells, Cells], ...]:
        return tuple((tuple(sorted(set(cells).intersection(other))), other) for other in crossings)

    found = []
    for index, row in enumerate(rows):
        found.append(House(row, (parts(row, boxes[index // order * order :][:order]),), f"row {index + 1}"))
    for index, col in enumerate(cols):
        found.append(House(col, (parts(col, boxes[index // order :: order]),), f"column {index + 1}"))
    for index, box in enumerate(boxes):
        across, down = rows[box[0] // side :][:order], cols[box[0] % side :][:order]
        found.append(House(box, (parts(box, across), parts(box, down)), f"box {index + 1}"))
    return tuple(found)


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
    """Return for every cell the numbers of those of a grid's :func:`houses`, or :func:`bands`, that it is in."""
    numbers: list[list[int]] = [[] for _ in range(order**4)]
    for number, region in enumerate(regions(order)):
        for cell in region.cells:
            numbers[cell].append(number)
    return tuple(map(tuple, numbers))


def candidates(cells: Sequence[Sequence[int]]) -> list[int]:
    """Return a grid of these cells, row by row: a given is its own only candidate, 0 has all digits."""
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
    row, col = divmod(cell, order**2)
    return f"r{row + 1}c{col + 1}"


def bits(mask: int) -> Iterator[int]:
    """Yield the mask's bits, each as a mask."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


def union(masks: Iterable[int]) -> int:
    """Return all bits of some masks."""
    return reduce(or_, masks, 0)


def transposed(masks: Sequence[int]) -> list[int]:
    """Return for each digit the places that have it, from each place's digits; or the other way round."""
    return [sum(1 << place for place, mask in enumerate(masks) if mask >> digit & 1) for digit in range(len(masks))]
