"""The cells of a unit, one a clock: where each lies in the grid."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from ..primitives.memory import APART
from ..primitives.rows import lowest
from .unit_words import Kind, number_of

__all__ = ["CellStream", "Place"]


class Place(data.StructLayout):
    """Where a cell lies: its row, its column, its box, its position in the box (row by row); and of the row and the
    column the position by whole boxes; and in which part of the unit at hand it is, of those that it shares with units
    of another kind."""

    def __init__(self, order: int):
        number = range(order * order)
        super().__init__({"row": number, "col": number, "box": number, "inside": number,
                          "band": range(order), "stack": range(order), "part": range(order)})


class CellStream(wiring.Component):
    """Turns a vector of a unit's positions into the places of cells, lowest first, one a clock.

    Positions are columns in a row, rows in a column, and cells row by row in a box. What part of the grid a position
    is depends on the puzzle's order, and would need divisions: a table holds quotients and remainders.

    The same circuit tells the lowest one of any vector, and its number.

    Latency: ``number`` one clock after ``lowest``, that one clock after ``left``; a cell's place two clocks after
    ``lowest``.

    Parameters
    ----------
    order : int
        The largest.

    Members
    -------
    order : In(range(order + 1))
        The puzzle's.
    teach : In(enable, index, quotient, remainder)
        An entry of the table: ``index`` divided by the order.
    kind, unit : In
        The unit.
    look_up : In(1)
        Divides ``unit``. Needs two clocks, and nothing may run meanwhile.
    band, inner : Out(range(order))
        The quotient and the remainder.
    across : In(1)
        Parts of the unit are told by the remainder of the position, not by the quotient: columns of a box.
    only : In(enable, part, other)
        With ``enable``, only the cells of a part come out; with ``other``, only those of the other parts.
    load : In(1), vector : In(order**2)
        Sets what is left.
    run : In(1)
        The lowest one is taken away as it goes on its way; otherwise nothing comes out.
    flush : In(1)
        What is on its way is forgotten.
    lowest : Out(order**2)
        The lowest one of what was left a clock before.
    number : Out(range(order**2))
        Which one it is.
    valid : Out(1)
        A cell comes out.
    place : Out(Place)
        It.
    empty : Out(1)
        Nothing is left, or on its way.
    """

    def __init__(self, order: int):
        self._order = order
        size = order * order
        number = range(size)
        super().__init__({
            "order": In(range(order + 1)),
            "teach": In(data.StructLayout(
                {"enable": 1, "index": number, "quotient": range(order), "remainder": range(order)})),
            "kind": In(2), "unit": In(number), "look_up": In(1),
            "band": Out(range(order)), "inner": Out(range(order)),
            "across": In(1), "only": In(data.StructLayout({"enable": 1, "part": range(order), "other": 1})),
            "load": In(1), "vector": In(size), "run": In(1), "flush": In(1),
            "lowest": Out(size), "number": Out(number),
            "valid": Out(1), "place": Out(Place(order)), "empty": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._order * self._order
        entry = data.StructLayout({"quotient": range(self._order), "remainder": range(self._order)})
        m.submodules.table = table = Memory(shape=entry, depth=size, init=[], attrs=APART)
        read, write = table.read_port(), table.write_port()
        m.d.comb += [
            write.en.eq(self.teach.enable), write.addr.eq(self.teach.index),
            write.data.quotient.eq(self.teach.quotient), write.data.remainder.eq(self.teach.remainder),
        ]

        left, taken, comes = Signal(size), Signal(size), Signal()
        m.d.comb += taken.eq(lowest(left))
        with m.If(self.load):
            m.d.sync += left.eq(self.vector)
        with m.Elif(self.run):
            m.d.sync += left.eq(left & ~taken)
        m.d.sync += [self.lowest.eq(taken), comes.eq(self.run & left.any() & ~self.flush)]

        # The unit, divided.
        looked_up, band, inner = Signal(), self.band, self.inner
        above = Signal(range(size))
        m.d.sync += looked_up.eq(self.look_up)
        with m.If(looked_up):
            m.d.sync += [band.eq(read.data.quotient), inner.eq(read.data.remainder)]
        m.d.sync += above.eq(inner * self.order)
        first = Signal(range(size))
        m.d.sync += first.eq(self.unit - inner)

        position, divided = Signal(range(size)), Signal()
        m.d.comb += [
            self.number.eq(number_of(m, self.lowest)),
            read.addr.eq(Mux(self.look_up, self.unit, self.number)),
        ]
        m.d.sync += [position.eq(self.number), divided.eq(comes & ~self.flush)]

        quotient, remainder, place = read.data.quotient, read.data.remainder, self.place
        part = Signal(range(self._order))
        m.d.comb += part.eq(Mux(self.across, remainder, quotient))
        m.d.sync += [
            place.part.eq(part),
            self.valid.eq(divided & ~self.flush
                          & (~self.only.enable | ((part == self.only.part) ^ self.only.other))),
        ]
        with m.Switch(self.kind):
            with m.Case(Kind.ROW):
                m.d.sync += [
                    place.row.eq(self.unit), place.col.eq(position), place.box.eq(first + quotient),
                    place.inside.eq(above + remainder), place.band.eq(band), place.stack.eq(quotient),
                ]
            with m.Case(Kind.COL):
                m.d.sync += [
                    place.row.eq(position), place.col.eq(self.unit), place.box.eq(position - remainder + band),
                    place.inside.eq(remainder * self.order + inner), place.band.eq(quotient), place.stack.eq(band),
                ]
            with m.Case(Kind.BOX):
                m.d.sync += [
                    place.row.eq(first + quotient), place.col.eq(above + remainder), place.box.eq(self.unit),
                    place.inside.eq(position), place.band.eq(band), place.stack.eq(inner),
                ]
        m.d.comb += self.empty.eq(~left.any() & ~comes & ~divided & ~self.valid)
        return m
