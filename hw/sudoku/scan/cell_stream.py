"""Find where the cells of a house lie in the grid, one cell per clock."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import lowest, one_hot_number
from rowloom.hw.primitives.units import add_memory
from rowloom.hw.sudoku.scan.memories import HouseKind, Place

__all__ = ["CellStream", "Division", "PartFilter"]


class Division(data.StructLayout):
    """An entry to write to the table of divisions, if ``enable`` is high: ``index`` divided by the puzzle's order."""

    def __init__(self, order: int):
        super().__init__({
            "enable": 1, "index": range(order * order), "quotient": range(order), "remainder": range(order)})


class PartFilter(data.StructLayout):
    """With ``enable``, only the cells in one ``part`` of a house come out; with ``other`` as well, only the cells in
    its other parts. A cell's part is the quotient of its position and the order. With ``across``, it is the remainder
    of this division, which is the cell's column in a box."""

    def __init__(self, order: int):
        super().__init__({"enable": 1, "part": range(order), "other": 1, "across": 1})


class CellStream(wiring.Component):
    """Turn a vector of positions in a house into the places of these cells: one per clock, the lowest position first.

    The position of a cell is its column in a row, its row in a column, and its number, counted row by row, in a box.
    Places depend on the puzzle's order and would need divisions, so a table holds quotients and remainders. The same
    circuit finds the lowest bit that is set in any vector.

    Latency: ``lowest`` and ``number`` are valid one clock after the vector is loaded; a cell's place comes two clocks
    after ``lowest``.
    """

    def __init__(self, order: int):
        self._order, size = order, order * order
        number = range(size)
        super().__init__({
            "order": In(range(order + 1)),  # the puzzle's order
            "teach": In(Division(order)),  # write an entry of the table
            "kind": In(HouseKind), "house": In(number),  # the house
            "look_up": In(1),  # divide ``house`` by the order, in two clocks in which nothing may run
            "band": Out(range(order)), "inner": Out(range(order)),  # the quotient and the remainder
            "only": In(PartFilter(order)),
            "load": In(1), "vector": In(size),  # set the vector of positions left
            "run": In(1),  # remove the lowest position, and begin to look up its place
            "flush": In(1),  # forget the places that are being looked up
            # The lowest position that was left a clock before, as a vector and as a number.
            "lowest": Out(size), "number": Out(number),
            "valid": Out(1), "place": Out(Place(order)),  # a cell comes out
            "empty": Out(1),  # no position is left or being looked up
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._order * self._order
        entry = data.StructLayout({"quotient": range(self._order), "remainder": range(self._order)})
        read, write = add_memory(m, "table", entry, size)
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

        # The number of the house, divided by the order.
        looked_up, band, inner = Signal(), self.band, self.inner
        above = Signal(range(size))
        m.d.sync += looked_up.eq(self.look_up)
        with m.If(looked_up):
            m.d.sync += [band.eq(read.data.quotient), inner.eq(read.data.remainder)]
        m.d.sync += above.eq(inner * self.order)
        first = Signal(range(size))
        m.d.sync += first.eq(self.house - inner)

        position, divided = Signal(range(size)), Signal()
        m.d.comb += [
            self.number.eq(one_hot_number(self.lowest)),
            read.addr.eq(Mux(self.look_up, self.house, self.number)),
        ]
        m.d.sync += [position.eq(self.number), divided.eq(comes & ~self.flush)]

        quotient, remainder, place = read.data.quotient, read.data.remainder, self.place
        part = Signal(range(self._order))
        m.d.comb += part.eq(Mux(self.only.across, remainder, quotient))
        m.d.sync += [
            place.part.eq(part),
            self.valid.eq(divided & ~self.flush & (~self.only.enable | ((part == self.only.part) ^ self.only.other))),
        ]
        with m.Switch(self.kind):
            with m.Case(HouseKind.ROW):
                m.d.sync += [
                    place.row.eq(self.house), place.col.eq(position), place.box.eq(first + quotient),
                    place.inside.eq(above + remainder), place.band.eq(band), place.stack.eq(quotient),
                ]
            with m.Case(HouseKind.COL):
                m.d.sync += [
                    place.row.eq(position), place.col.eq(self.house), place.box.eq(position - remainder + band),
                    place.inside.eq(remainder * self.order + inner), place.band.eq(quotient), place.stack.eq(band),
                ]
            with m.Case(HouseKind.BOX):
                m.d.sync += [
                    place.row.eq(first + quotient), place.col.eq(above + remainder), place.box.eq(self.house),
                    place.inside.eq(position), place.band.eq(band), place.stack.eq(inner),
                ]
        m.d.comb += self.empty.eq(~left.any() & ~comes & ~divided & ~self.valid)
        return m
