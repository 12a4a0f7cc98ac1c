"""A visit of a clue: its four arms, and what the number says of their lengths."""

from collections.abc import Iterable

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value, signed
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.engines.shading import CANAL_BITS
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.primitives.popcount import adder_tree
from rowloom.hw.primitives.rows import one_hot_number
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.shading.canal.clue_memory import PLANES
from rowloom.hw.shading.shades import SHADES, Cells

__all__ = ["ClueRule", "Place"]

_NUMBER = signed(CANAL_BITS + 3)
"""What sums and differences of clues and places fit into."""


class Place(data.StructLayout):
    """A clue's cell, if there is one (``valid``)."""

    def __init__(self, rows: int, cols: int):
        super().__init__({"valid": 1, "row": range(rows), "col": range(cols)})


class Arm(wiring.Component):
    """Finds the cells at which the arm of a clue may end, along rising places of a line; combinational.

    An arm is a run of shaded cells. It ends at the first one that is not, or at the frame: the place behind the last
    cell of the line, or of the puzzle, counts as one where it ends. A carry runs from the clue's cell through all cells
    that may be shaded, a second one through those that certainly are.

    Parameters
    ----------
    width : int, at least 1
        Cells in the line.

    Members
    -------
    cells : In(Cells)
        Those of the line.
    at : In(width)
        The clue's cell, one-hot.
    first, last : Out(width + 1)
        The nearest place where it may end and the farthest one, one-hot.
    ends : Out(width + 1)
        All such places.
    """

    def __init__(self, width: int):
        self._width = width
        super().__init__({
            "cells": In(Cells(width)), "at": In(width),
            **{name: Out(width + 1) for name in ("first", "last", "ends")},
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        places = self._width + 1
        may, certain, begin, touched, held = (
            Signal(places, name=name) for name in ("may", "certain", "begin", "touched", "held"))
        m.d.comb += [
            may.eq(self.cells.shaded), certain.eq(self.cells.shaded & ~self.cells.unshaded), begin.eq(Cat(0, self.at)),
            touched.eq((may + begin) ^ may), held.eq((certain + begin) ^ certain),
            self.ends.eq(touched & ~certain), self.last.eq(touched & ~may), self.first.eq(held & ~certain),
        ]
        return m


class ClueRule(GridUnit):
    """Strikes what a clue excludes in its row and its column; a pipeline, one clue a clock.

    The four arms of a clue are together as long as its number. So none is longer than the number without the least
    lengths of the others, nor shorter than it without their greatest lengths. Cells nearer than the nearest end that is
    left are shaded; the only end that is left is unshaded. A clue that must not be met says nothing but that the arms,
    once all are known, have another length.

    Latency: what goes in in one clock comes out two clocks later, not counting those without ``go``. First the ends of
    the arms are found, then the bounds, then what lies beyond these.

    Members
    -------
    go : In(1)
        The pipeline moves.
    clear : In(1)
        Forget what is under way.
    place : In(Place)
        The clue's cell.
    row, column : In(Cells)
        Those of its row and its column.
    number : In(8)
        The clue, which must be a number.
    clues : In(ClueRow)
        Those of its row, of which only ``unlike`` is looked at.
    struck_place : Out(Place)
        The cell of the clue that comes out.
    across, down : Out(Cells)
        The shades that the cells of its row and its column lose, which they had.
    contradiction : Out(1)
        The clue cannot be met; only if there is one.
    busy : Out(1)
        Some clue is under way.
    """

    def __init__(self, rows: int, cols: int):
        place = Place(rows, cols)
        super().__init__(rows, cols, {
            "go": In(1), "clear": In(1), "place": In(place), "row": In(Cells(cols)), "column": In(Cells(rows)),
            "number": In(CANAL_BITS), "clues": In(ClueRow(cols, PLANES)),
            "struck_place": Out(place), "across": Out(Cells(cols)), "down": Out(Cells(rows)),
            "contradiction": Out(1), "busy": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        at_col, at_row = Signal(self._cols), Signal(self._rows)
        found = Signal(Place(self._rows, self._cols))
        bounded = self.struck_place
        number, unlike = Signal(CANAL_BITS), Signal()
        m.d.comb += [
            at_col.eq(1 << self.place.col), at_row.eq(1 << self.place.row),
            self.busy.eq(found.valid | bounded.valid),
        ]

        # First stage: the arms, to the right and to the left, down and up. An end is open if it may be shaded.
        arms = []
        for name, cells, at in (("row", self.row, at_col), ("column", self.column, at_row)):
            for mirrored in (False, True):
                m.submodules[f"{name}_arm_{int(mirrored)}"] = arm = Arm(len(at))
                open_ends, stages = Signal(len(at)), [_Ends(len(at)), _Ends(len(at))]
                m.d.comb += [
                    *(arm.cells[shade].eq(_turn(cells[shade], mirrored)) for shade in SHADES),
                    arm.at.eq(_turn(at, mirrored)), open_ends.eq(arm.ends & arm.cells.shaded),
                ]
                arms.append((arm, open_ends, *(Signal(stage, name=f"{name}_ends") for stage in stages)))
        firsts, lasts = ([Signal(len(arm.ends)) for arm, *_ in arms] for _ in range(2))
        with m.If(self.go):
            m.d.sync += [
                found.eq(self.place), number.eq(self.number), unlike.eq((self.clues.unlike & at_col).any()),
            ]
            for (arm, open_ends, ends, _), first, last in zip(arms, firsts, lasts, strict=True):
                m.d.sync += [
                    ends.all.eq(arm.ends), ends.open.eq(open_ends), first.eq(arm.first), last.eq(arm.last)]

        # Second stage: the bounds. An arm's length is the place of its end without that of the clue, which cancels out
        # in the sum of all four.
        nearest, farthest = ([one_hot_number(end) for end in ends] for ends in (firsts, lasts))
        target, room, less, wrong = Signal(_NUMBER), Signal(_NUMBER), Signal(_NUMBER), Signal()
        nears, fars = ([Signal(_NUMBER) for _ in arms] for _ in range(2))
        most = Const(max(self._rows, self._cols))
        m.d.comb += [
            target.eq(number + (self._cols + 1 + self._rows + 1)),
            room.eq(target - adder_tree(nearest)), less.eq(adder_tree(farthest) - target),
        ]
        with m.If(self.go):
            m.d.sync += [
                bounded.eq(found),
                wrong.eq(Mux(unlike, (room == 0) & (less == 0), (room < 0) | (less < 0))),
            ]
            for (*_, ends, after), first, last, near, far in zip(arms, nearest, farthest, nears, fars, strict=True):
                m.d.sync += [
                    after.eq(ends), near.eq(Mux(unlike, 0, last - less)), far.eq(Mux(unlike, most, first + room))]
        with m.If(self.clear):
            m.d.sync += [found.valid.eq(0), bounded.valid.eq(0)]

        # Third stage: the ends within the bounds, and what follows.
        losses, none_left = [], []
        for (*_, ends), near, far in zip(arms, nears, fars, strict=True):
            left, nearer, single = Signal.like(ends.all), Signal.like(ends.all), Signal()
            loss = Signal(Cells(len(ends.open)))
            m.d.comb += [
                left.eq(ends.all & _from(m, near, len(left), after=0) & ~_from(m, far, len(left), after=1)),
                nearer.eq((left - 1) & ~left), single.eq(~(left & (left - 1)).any()),
                loss.unshaded.eq(ends.open & nearer), loss.shaded.eq(ends.open & left & single.replicate(len(left))),
            ]
            losses.append(loss)
            none_left.append(~left.any())
        for lost, ahead, back in ((self.across, *losses[:2]), (self.down, *losses[2:])):
            m.d.comb += [
                lost[shade].eq(Mux(bounded.valid, ahead[shade] | back[shade][::-1], 0)) for shade in SHADES]
        m.d.comb += self.contradiction.eq(bounded.valid & (wrong | Cat(none_left).any()))
        return m


class _Ends(data.StructLayout):
    """Places where an arm may end, and those of them where it need not."""

    def __init__(self, width: int):
        super().__init__({"all": width + 1, "open": width})


def _turn(vector: Value, mirrored: bool) -> Value:
    return vector[::-1] if mirrored else vector


def _from(m: Module, number: Value, width: int, after: int) -> Value:
    """Return the places, which a signed number may lie outside, from so many after it on.

    Three binary digits at a time are looked up in tables: comparisons would become carry chains.
    """
    low, high, negative = number[:3], number[3:-1], number[-1]
    groups = range((width + 7) // 8)
    # Signals, not expressions: simulators compute each expression wherever it is used.
    whole, first, within = Signal(len(groups)), Signal(len(groups)), Signal(8)
    m.d.comb += [
        whole.eq(Cat(negative | _is_in(range(group), high) for group in groups)),
        first.eq(Cat(~negative & _is_in([group], high) for group in groups)),
        within.eq(Cat(_is_in(range(place + 1 - after), low) for place in range(8))),
    ]
    places = [bit.replicate(8) | first[group].replicate(8) & within for group, bit in enumerate(whole)]
    return Cat(places)[:width]


def _is_in(values: Iterable[int], number: Value) -> Value:
    """Return whether an unsigned number is one of some that are given."""
    table = sum(1 << value for value in values)
    return Const(table, 1 << len(number)).bit_select(number, 1)
