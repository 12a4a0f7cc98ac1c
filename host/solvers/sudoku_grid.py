"""Sudoku grids as candidates, and the regions that rules are about.

A *grid* is a list of ``order ** 4`` masks, row by row: bit ``digit - 1`` says that the cell may still hold
the digit. A cell with one candidate left counts as placed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_

__all__ = [
    "Band", "Region", "Unit",
    "bands", "bands_of", "bits", "candidates", "is_solved", "place", "solution", "transposed", "union", "units",
    "units_of",
]  # fmt: skip


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
    name : str
        For people, such as "row 3".
    """

    cells: tuple[int, ...]
    partitions: tuple[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...], ...]
    name: str = ""


@dataclass(frozen=True)
class Band:
    """The boxes beside each other, or below each other.

    Parameters
    ----------
    boxes : tuple of boxes, each a tuple of lines, each a tuple of cells
        The boxes' rows if they lie beside each other, else their columns. Line ``k`` of every box together make up a
        row, or a column, of the grid.
    name : str
        For people, such as "boxes 1 to 3".
    """

    boxes: tuple[tuple[tuple[int, ...], ...], ...]
    name: str = ""


Region = Unit | Band


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
        *(Unit(row, (parts(row, band(index)),), f"row {index + 1}") for index, row in enumerate(rows)),
        *(Unit(col, (parts(col, stack(index)),), f"column {index + 1}") for index, col in enumerate(cols)),
        *(
            Unit(
                box,
                (parts(box, rows[box[0] // side :][:order]), parts(box, cols[box[0] % side :][:order])),
                f"box {index + 1}",
            )
            for index, box in enumerate(boxes)
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


@cache
def bands(order: int) -> tuple[Band, ...]:
    """The lines of boxes: those beside each other, from the top on, then those below each other, from the left on."""
    side = order**2
    boxes = units(order)[2 * side :]

    def rows(box: Unit) -> tuple[tuple[int, ...], ...]:
        return tuple(segment for segment, _ in box.partitions[0])

    def columns(box: Unit) -> tuple[tuple[int, ...], ...]:
        return tuple(segment for segment, _ in box.partitions[1])

    return (
        *(
            Band(tuple(map(rows, boxes[first : first + order])), f"boxes {first + 1} to {first + order}")
            for first in range(0, side, order)
        ),
        *(
            Band(tuple(map(columns, boxes[first::order])), f"boxes {first + 1} to {side - order + first + 1}")
            for first in range(order)
        ),
    )


@cache
def bands_of(order: int) -> tuple[tuple[int, int], ...]:
    """The numbers of every cell's two lines of boxes in :func:`bands`."""
    side = order**2
    return tuple((row // order, order + col // order) for row in range(side) for col in range(side))


def candidates(cells: Sequence[Sequence[int]]) -> list[int]:
    """A grid of these cells, row by row: a given has itself for its only candidate, 0 has all digits."""
    every = (1 << len(cells)) - 1
    return [1 << digit - 1 if digit else every for row in cells for digit in row]


def is_solved(grid: Sequence[int]) -> bool:
    """Whether every cell has exactly one candidate."""
    return all(mask.bit_count() == 1 for mask in grid)


def solution(grid: Sequence[int], order: int) -> tuple[tuple[int, ...], ...]:
    """A solved grid's digits, one tuple a row."""
    side = order**2
    digits = [mask.bit_length() for mask in grid]
    return tuple(tuple(digits[start : start + side]) for start in range(0, side**2, side))


def place(cell: int, order: int) -> str:
    """A cell's place for people, counted from 1."""
    row, col = divmod(cell, order**2)
    return f"r{row + 1}c{col + 1}"


def bits(mask: int) -> Iterator[int]:
    """The mask's bits, each as a mask."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


def union(masks: Iterable[int]) -> int:
    """All bits of some masks."""
    return reduce(or_, masks, 0)


def transposed(masks: Sequence[int]) -> list[int]:
    """For each digit the places that have it, from each place's digits; or the other way round."""
    return [
        sum(1 << place for place, mask in enumerate(masks) if mask >> digit & 1) for digit in range(len(masks))
    ]
