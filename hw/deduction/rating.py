"""Which cell is worth a branch."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import one_hot_number
from rowloom.hw.primitives.units import GridUnit

__all__ = ["Rating"]

_EFFORT_BITS = 10
"""Visits that are told apart when branch cells are compared."""


class Rating(GridUnit):
    """Chooses the cell of which the less laborious of the two assumptions took the most visits.

    Parameters
    ----------
    rows, cols
        As of :class:`.GridUnit`.

    Members
    -------
    forget : In(1)
        No cell has been tried. Not with ``tried``.
    visiting : In(1)
        A row is visited in this clock.
    ends : In(1)
        So does an assumption; the visits from the next clock on are another one's.
    tried : In(1)
        It was the last one of the cell in ``row`` and ``column``.
    single : In(1)
        It was the only one.
    row, column : In(range(rows)), In(cols)
        The column one-hot.
    branch : Out(row, col)
        The chosen cell; valid once one has been tried.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            "forget": In(1), "visiting": In(1), "ends": In(1), "tried": In(1), "single": In(1),
            "row": In(range(rows)), "column": In(cols),
            "branch": Out(data.StructLayout({"row": range(rows), "col": range(cols)})),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        effort, first_effort, most, rated = Signal(_EFFORT_BITS), Signal(_EFFORT_BITS), Signal(_EFFORT_BITS), Signal()
        less = Mux(self.single | (effort < first_effort), effort, first_effort)
        with m.If(self.ends):
            m.d.sync += [effort.eq(0), first_effort.eq(effort)]
        with m.Elif(self.visiting & ~effort.all()):
            m.d.sync += effort.eq(effort + 1)
        with m.If(self.tried & (~rated | (less > most))):
            m.d.sync += [
                rated.eq(1), most.eq(less),
                self.branch.row.eq(self.row), self.branch.col.eq(one_hot_number(self.column)),
            ]
        with m.If(self.forget):
            m.d.sync += rated.eq(0)
        return m
