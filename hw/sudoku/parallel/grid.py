"""The grid of the parallel engine: the numbers of its cells, and operations on sets of cells.

A cell has four coordinates, each from 0 to the order - 1: its column ``x`` and its row ``y`` within its box, and the
box's ``band`` and ``stack``. The cell's number is ``((x * order + y) * order + band) * order + stack``. A set of cells
is a vector with one bit for each cell. Shifts and masks of whole vectors work on all houses at once, so a simulator
needs few operations.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import product
from operator import and_, or_
from typing import NamedTuple

from amaranth.hdl import Cat, Const, Module, Signal, Value
from amaranth.lib import data

__all__ = [
    "Axes", "Axis", "Coordinates", "GivenChange", "Tally", "at_least", "by_place", "by_x", "by_y", "check_order",
    "for_all_x", "for_all_y", "in_reading_order", "named", "only_cell", "packed_digits", "union",
]

_ORDERS = 2, 3


def check_order(unit: str, order: int) -> None:
    """Raise ValueError, with the name of the unit, if the parallel engine cannot have this order."""
    if order not in _ORDERS:
        raise ValueError(f"{unit} has order {' or '.join(map(str, _ORDERS))}, not {order}")


def named(m: Module, name: str, value: Value) -> Signal:
    """Return a signal of that name with this value. Without the signal, a simulator would compute the value again
    wherever it is used."""
    signal = Signal(value.shape(), name=name)
    m.d.comb += signal.eq(value)
    return signal


def union(vectors: Iterable[Value]) -> Value:
    """Return the bits that are set in any of the vectors."""
    return reduce(or_, vectors)


def by_place(order: int, cells: Value) -> list[Value]:
    """Split a set of cells into one vector for each place in a box, in order of ``x``, then of ``y``. Each vector has
    one bit for each box."""
    boxes = order ** 2
    return [cells[first:first + boxes] for first in range(0, order ** 4, boxes)]


def by_x(order: int, cells: Value) -> list[Value]:
    """Split a set of cells into one vector for each ``x``. Each vector has one bit for each segment of a row (see
    :class:`Axis`), because a segment of a row contains one cell for each ``x``."""
    return [cells[first:first + order ** 3] for first in range(0, order ** 4, order ** 3)]


def by_y(order: int, cells: Value) -> list[Value]:
    """Split a set of cells into one vector for each ``y``, with one bit for each segment of a column (see
    :class:`Axis`)."""
    places = by_place(order, cells)
    return [Cat(places[y::order]) for y in range(order)]


def for_all_x(order: int, segments: Value) -> Value:
    """Return the cells of a set of segments of rows."""
    return segments.replicate(order)


def for_all_y(order: int, segments: Value) -> Value:
    """Return the cells of a set of segments of columns."""
    boxes = order ** 2
    return Cat(segments[first:first + boxes].replicate(order) for first in range(0, order ** 3, boxes))


class Axis:
    """Operations on sets of segments, along one of the segments' three coordinates.

    A segment is the part of a row or a column that is in one box. Its coordinates are its line in the box (``y`` of a
    row, ``x`` of a column), ``band`` and ``stack``. Its number is ``(line * order + band) * order + stack``. A set of
    segments of rows, or of segments of columns, is a vector with ``order ** 3`` bits.

    Segments that differ only in this axis' coordinate are *peers*. ``step`` is the difference between the numbers of
    neighbouring peers. A bit that describes a whole group of peers is stored at the group's first segment.
    """

    def __init__(self, order: int, step: int):
        self._order, self._step = order, step
        self.first = self._at(range(1))
        """A mask of the first segment of each group of peers."""

    def _at(self, coordinates: range) -> int:
        return sum(1 << number for number in range(self._order ** 3)
                   if number // self._step % self._order in coordinates)

    def along(self, segments: Value) -> list[Value]:
        """Return a vector for each value of this axis' coordinate. Each group of peers has one segment at this
        coordinate; if this segment is in the set, the vector has a one at the group's first segment. The vector's other
        bits have no meaning."""
        return [segments, *(segments.shift_right(self._step * distance) for distance in range(1, self._order))]

    def spread(self, firsts: Value) -> Value:
        """Copy the bit of each group's first segment to all segments of the group."""
        firsts &= self.first
        return union(firsts.shift_left(self._step * distance)[:len(firsts)] for distance in range(self._order))

    def others(self, segments: Value) -> Value:
        """Return the segments that have a peer in the set; a segment itself does not count as its peer."""
        order, size = self._order, len(segments)
        return union(
            segments.shift_left(self._step * distance)[:size] & self._at(range(distance, order))
            | segments.shift_right(self._step * distance) & self._at(range(order - distance))
            for distance in range(1, order))


class Axes(NamedTuple):
    """The three coordinates of segments."""

    line: Axis
    band: Axis
    stack: Axis

    @classmethod
    def of(cls, order: int) -> "Axes":
        """Return the axes of an order."""
        return cls(Axis(order, order ** 2), Axis(order, order), Axis(order, 1))


class Coordinates(data.StructLayout):
    """A cell's four coordinates."""

    def __init__(self, order: int):
        super().__init__(dict.fromkeys(("x", "y", "stack", "band"), range(order)))


class GivenChange(data.StructLayout):
    """A command to a :class:`.solver.Solver`, if ``enable`` is set: make the cell a given with this digit, counted from
    0. With ``unlike``, remove this given instead, and search for a solution with another digit in the cell."""

    def __init__(self, order: int):
        super().__init__({"enable": 1, "place": Coordinates(order), "digit": range(order ** 2), "unlike": 1})


def only_cell(order: int, place: data.View) -> Value:
    """Return the set that contains only the cell with these :class:`Coordinates`."""
    side = range(order)
    box = Cat((place.band == band) & (place.stack == stack) for band in side for stack in side)
    return Cat(box & ((place.x == x) & (place.y == y)).replicate(order ** 2) for x in side for y in side)


def in_reading_order(order: int, cells: Value) -> list[Value]:
    """Return the bit of each cell, row by row."""
    side = range(order)
    return [cells[((x * order + y) * order + band) * order + stack]
            for band in side for y in side for stack in side for x in side]


def packed_digits(order: int, planes: Sequence[Value]) -> Value:
    """Return the digits of a solved grid, row by row, with four bits for each digit. ``planes`` contains the set of
    cells with the digit 1, the set with the digit 2, and so on."""
    bits = [union(plane for digit, plane in enumerate(planes, 1) if digit >> bit & 1)
            for bit in range(len(planes).bit_length())]
    bits += [Const(0, len(planes[0]))] * (4 - len(bits))
    return Cat(Cat(cell) for cell in zip(*(in_reading_order(order, bit) for bit in bits)))


def at_least(parts: Sequence[Sequence[Value]], most: int) -> list[Value]:
    """Count, for each bit, the vectors in which the bit is set. Return a list: for each number from 1 to ``most``, the
    bits that are set in at least that number of vectors.

    The vectors are divided into groups, and ``parts`` contains such a list for each group, up to ``most`` or up to the
    size of the group. The list for a single vector contains only this vector. ``most`` is at least 1, and at most the
    number of vectors.
    """
    shares = list(product(*(range(len(part) + 1) for part in parts)))
    return [
        union(reduce(and_, [part[share - 1] for part, share in zip(parts, split) if share])
              for split in shares if sum(split) == count)
        for count in range(1, most + 1)]


class Tally(NamedTuple):
    """The bits that are set in at least one of several vectors (``some``), and in at least two (``many``)."""

    some: Value
    many: Value

    @classmethod
    def of(cls, vectors: Sequence[Value]) -> "Tally":
        """Return the tally of several vectors; there must be at least two."""
        return cls(*at_least([[vector] for vector in vectors], 2))

    @classmethod
    def sum(cls, tallies: Sequence["Tally"]) -> "Tally":
        """Return the tally of all vectors from the tallies of groups of vectors."""
        return cls(*at_least(tallies, 2))

    @property
    def one(self) -> Value:
        """The bits that are set in exactly one vector."""
        return self.some & ~self.many
