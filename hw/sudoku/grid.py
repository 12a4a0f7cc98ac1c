"""The grid as the parallel engine holds it: how its cells are numbered, and what lies along its units.

A cell has four coordinates, each from 0 to the order - 1: its column ``x`` and its row ``y`` within its box, and the
box's ``band`` and ``stack``. Its number is ``((x * order + y) * order + band) * order + stack``. So the cells at one
place of all boxes lie side by side, in a vector of ``order ** 2`` bits with a bit a box, and what is to be known of all
units at once comes from operations on such vectors.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import product
from operator import and_, or_
from typing import NamedTuple

from amaranth.hdl import Cat, Value
from amaranth.lib import data

__all__ = [
    "ORDERS", "Place", "Tally", "across_bands", "across_stacks", "at_least", "by_place", "cell_number", "check_order",
    "only_cell", "other_bands", "other_stacks", "over_bands", "over_stacks", "row_of", "union",
]

ORDERS = 2, 3
"""The orders that the parallel engine can have."""


def check_order(unit: str, order: int) -> None:
    """Refuses an order that the parallel engine cannot have.

    Raises
    ------
    ValueError
        If it is neither 2 nor 3; the message names the unit.
    """
    if order not in ORDERS:
        raise ValueError(f"{unit} has order {' or '.join(map(str, ORDERS))}, not {order}")


def cell_number(order: int, row: int, col: int) -> int:
    """The number of the cell in that row and column of the grid, both counted from 0."""
    (band, y), (stack, x) = divmod(row, order), divmod(col, order)
    return ((x * order + y) * order + band) * order + stack


class Place(data.StructLayout):
    """A cell's four coordinates."""

    def __init__(self, order: int):
        super().__init__(dict.fromkeys(("x", "y", "stack", "band"), range(order)))


def only_cell(order: int, place: data.View) -> Value:
    """The vector with a bit a cell in which only that of the cell at a :class:`Place` is set."""
    side = range(order)
    box = Cat((place.band == band) & (place.stack == stack) for band in side for stack in side)
    return Cat(box & ((place.x == x) & (place.y == y)).replicate(order ** 2) for x in side for y in side)


def row_of(order: int, cells: Value, band: Value, y: Value) -> Value:
    """Of a bit a cell, those of a row, from left to right."""
    side = range(order)
    boxes = [cells[x * order ** 3:][:order ** 3].word_select(y, order ** 2).word_select(band, order) for x in side]
    return Cat(boxes[x][stack] for stack in side for x in side)


def by_place(order: int, cells: Value) -> list[Value]:
    """A vector with a bit a cell, as one with a bit a box for each place: by ``x``, then by ``y``."""
    boxes = order ** 2
    return [cells[first:first + boxes] for first in range(0, order ** 4, boxes)]


def union(vectors: Iterable[Value]) -> Value:
    """What is in any of the vectors."""
    return reduce(or_, vectors)


def at_least(parts: Sequence[Sequence[Value]], most: int) -> list[Value]:
    """From how many of some vectors have a bit set in each part, how many have it in all.

    Parameters
    ----------
    parts : sequence of sequences of Value
        Of each part, where at least 1, 2, ... of its vectors have a bit set: up to ``most``, or as many as it has.
        A vector is a part of its own.
    most : int
        How far to count, at least 1 and not further than there are vectors.

    Returns
    -------
    list of Value
        Where at least 1, 2, ... ``most`` of all the vectors have a bit set.
    """
    shares = list(product(*(range(len(part) + 1) for part in parts)))
    return [
        union(reduce(and_, [part[share - 1] for part, share in zip(parts, split) if share])
              for split in shares if sum(split) == count)
        for count in range(1, most + 1)]


class Tally(NamedTuple):
    """How many of some vectors have a bit set: at least one (``some``), at least two (``many``)."""

    some: Value
    many: Value

    @classmethod
    def of(cls, vectors: Sequence[Value]) -> "Tally":
        """Of at least two vectors."""
        return cls(*at_least([[vector] for vector in vectors], 2))

    @classmethod
    def sum(cls, tallies: Sequence["Tally"]) -> "Tally":
        """Of all the vectors that were counted in these."""
        return cls(*at_least(tallies, 2))

    @property
    def one(self) -> Value:
        """Exactly one."""
        return self.some & ~self.many


def over_stacks(order: int, boxes: Value) -> Value:
    """Of a bit a box, whether any in the band is set: a bit a band."""
    return Cat(boxes[band * order:][:order].any() for band in range(order))


def over_bands(order: int, boxes: Value) -> Value:
    """Of a bit a box, whether any in the stack is set: a bit a stack."""
    return union(boxes[band * order:][:order] for band in range(order))


def across_stacks(order: int, bands: Value) -> Value:
    """A bit a band, for all of its boxes: a bit a box."""
    return Cat(bands[band].replicate(order) for band in range(order))


def across_bands(order: int, stacks: Value) -> Value:
    """A bit a stack, for all of its boxes: a bit a box."""
    return stacks.replicate(order)


def other_stacks(order: int, boxes: Value) -> Value:
    """Whether the bit of another box in the same band is set."""
    bands = [boxes[band * order:][:order] for band in range(order)]
    return union(Cat(band.rotate_left(shift) for band in bands) for shift in range(1, order))


def other_bands(order: int, boxes: Value) -> Value:
    """Whether the bit of another box in the same stack is set."""
    return union(boxes.rotate_left(shift * order) for shift in range(1, order))
