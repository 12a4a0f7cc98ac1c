"""The memory for the clues of a Canal View, and the visit of a clue, which bounds the lengths of the clue's four
arms."""

from collections.abc import Iterable

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value, signed
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.engines.shading import CANAL_BITS
from rowloom.hw.deduction.clues import ClueChange, ClueMemory, ClueRow
from rowloom.hw.primitives.rows import adder_tree, one_hot_number
from rowloom.hw.primitives.units import GridUnit, add_memory
from rowloom.hw.shading.rules import SHADES, Cells

__all__ = ["PLANES", "UNKNOWN", "CanalClueMemory", "ClueCell", "ClueRule", "numbered"]

UNKNOWN = 255
"""The clue of an unshaded cell whose number is unknown."""

PLANES = 1
"""The number of bits of a clue in a :class:`.ClueRow`. Its only bit says whether the clue is :data:`UNKNOWN`; the
clues' numbers are in another memory."""


def numbered(clues: Value) -> Value:
    """Return the cells of a :class:`.ClueRow` whose clue is a number."""
    return ~clues.free & ~clues.bits[0]


class CanalClueMemory(GridUnit):
    """A :class:`.ClueMemory` for the positions of the clues, and a memory with one number in each word.

    Numbers are stored one by one, because only one number is needed at a time, and a row of numbers would be wide.
    Latency: one clock for a read, two for a change.
    """

    def __init__(self, rows: int, cols: int):
        row, col = range(rows), range(cols)
        super().__init__(rows, cols, {
            # As in ClueMemory; clues are CANAL_BITS wide.
            "begin": In(1), "clear": In(data.StructLayout({"enable": 1, "row": row})),
            "clue": In(data.StructLayout({"enable": 1, "row": row, "col": col, "value": CANAL_BITS})),
            "change": In(ClueChange(rows, cols, CANAL_BITS)),
            "row": In(row), "clues": Out(ClueRow(cols, PLANES)),
            "col": In(col), "number": Out(CANAL_BITS),  # a column; the clue in ``row`` and ``col``, one clock later
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.rows = rows = ClueMemory(self._rows, self._cols, PLANES)
        read, write = add_memory(m, "numbers", CANAL_BITS, self._rows << len(self.col))
        clue, change = self.clue, self.change
        m.d.comb += [
            rows.begin.eq(self.begin), rows.clear.eq(self.clear), rows.row.eq(self.row), self.clues.eq(rows.clues),
            *(rows.clue[name].eq(clue[name]) for name in ("enable", "row", "col")),
            *(rows.change[name].eq(change[name]) for name in ("enable", "row", "col", "valued", "free", "unlike")),
            *(unit.value.eq(value == UNKNOWN) for unit, value in (
                (rows.clue, clue.value), (rows.change, change.value))),
            read.addr.eq(Cat(self.col, self.row)), self.number.eq(read.data),
            write.en.eq(clue.enable | change.enable & change.valued),
            write.addr.eq(Mux(change.enable, Cat(change.col, change.row), Cat(clue.col, clue.row))),
            write.data.eq(Mux(change.enable, change.value, clue.value)),
        ]
        return m


_NUMBER = signed(CANAL_BITS + 3)
"""The shape of sums and differences of clues and positions."""


class ClueCell(data.StructLayout):
    """The cell of a clue. If not ``valid``, there is no clue."""

    def __init__(self, rows: int, cols: int):
        super().__init__({"valid": 1, "row": range(rows), "col": range(cols)})


class Arm(wiring.Component):
    """Find the cells at which an arm of a clue may end, in a line of ``width`` cells; combinational.

    An arm is a run of shaded cells, from the clue towards higher positions. Its end is the first position after the
    run: an unshaded cell, or the position after the last cell of the puzzle. One carry runs from the clue's cell
    through all cells that may be shaded, and a second carry runs through the cells that are certainly shaded.
    """

    def __init__(self, width: int):
        self._width = width
        super().__init__({
            "cells": In(Cells(width)), "at": In(width),  # the line, and the clue's cell, one-hot
            "first": Out(width + 1), "last": Out(width + 1),  # the nearest and the farthest possible end, one-hot
            "ends": Out(width + 1),  # all possible ends
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
    """Find the shades that a clue excludes for the cells of its row and its column. The unit is a pipeline that accepts
    a clue in each clock.

    The lengths of a clue's four arms add up to its number. So an arm's length is at most the number minus the least
    lengths of the other three arms, and at least the number minus their greatest lengths. Cells nearer than the nearest
    possible end are shaded; an end is unshaded if no other end is possible. A clue that must not be met (``unlike``)
    excludes nothing until all lengths are known.

    Latency: two clocks with ``go``, from a clue at the inputs to the excluded shades at the outputs. The first stage
    finds the ends of the arms, the second stage computes the bounds, and the third stage finds the excluded shades.
    """

    def __init__(self, rows: int, cols: int):
        place = ClueCell(rows, cols)
        super().__init__(rows, cols, {
            "go": In(1),  # the pipeline moves
            "clear": In(1),  # remove all clues from the pipeline
            "place": In(place),  # the clue's cell
            "row": In(Cells(cols)), "column": In(Cells(rows)),  # its row and its column
            "number": In(CANAL_BITS),  # the clue
            "clues": In(ClueRow(cols, PLANES)),  # the clues of its row; only ``unlike`` is used
            "struck_place": Out(place),  # the cell of the clue in the third stage
            "across": Out(Cells(cols)), "down": Out(Cells(rows)),  # the shades excluded in its row and column
            "contradiction": Out(1),  # the clue in the third stage cannot be met
            "busy": Out(1),  # a clue is in the pipeline
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        at_col, at_row = Signal(self._cols), Signal(self._rows)
        found = Signal(ClueCell(self._rows, self._cols))
        bounded = self.struck_place
        number, unlike = Signal(CANAL_BITS), Signal()
        m.d.comb += [
            at_col.eq(1 << self.place.col), at_row.eq(1 << self.place.row),
            self.busy.eq(found.valid | bounded.valid),
        ]

        # First stage: the arms, to the right and to the left, down and up. A possible end is open if its cell may be
        # shaded.
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
                m.d.sync += [ends.all.eq(arm.ends), ends.open.eq(open_ends), first.eq(arm.first), last.eq(arm.last)]

        # Second stage: the bounds. An arm's length is the position of its end minus the clue's position. In the sum of
        # all four lengths, the clue's positions cancel out.
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

        # Third stage: the ends within the bounds, and the shades that these ends exclude.
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
    """The positions at which an arm may end (``all``). At some of these positions, a shaded cell may also continue the
    arm (``open``)."""

    def __init__(self, width: int):
        super().__init__({"all": width + 1, "open": width})


def _turn(vector: Value, mirrored: bool) -> Value:
    return vector[::-1] if mirrored else vector


def _from(m: Module, number: Value, width: int, after: int) -> Value:
    """Return the positions that are at least ``number + after``; the signed ``number`` may lie outside the range of the
    positions.

    The three lower bits and the higher bits are looked up in tables, because comparisons would become carry chains.
    """
    low, high, negative = number[:3], number[3:-1], number[-1]
    groups = range((width + 7) // 8)
    # These are signals, because simulators compute an expression again wherever it is used.
    whole, first, within = Signal(len(groups)), Signal(len(groups)), Signal(8)
    m.d.comb += [
        whole.eq(Cat(negative | _is_in(range(group), high) for group in groups)),
        first.eq(Cat(~negative & _is_in([group], high) for group in groups)),
        within.eq(Cat(_is_in(range(place + 1 - after), low) for place in range(8))),
    ]
    places = [bit.replicate(8) | first[group].replicate(8) & within for group, bit in enumerate(whole)]
    return Cat(places)[:width]


def _is_in(values: Iterable[int], number: Value) -> Value:
    """Return whether an unsigned number is one of ``values``."""
    table = sum(1 << value for value in values)
    return Const(table, 1 << len(number)).bit_select(number, 1)
