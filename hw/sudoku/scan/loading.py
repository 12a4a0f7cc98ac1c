"""Prepare a puzzle: clear the memories, learn its order, and place its givens."""

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.sudoku.scan.cell_stream import Division
from rowloom.hw.sudoku.scan.house_reader import CellsToRead, Sequencer, read
from rowloom.hw.sudoku.scan.memories import HouseKind
from rowloom.hw.sudoku.scan.placing import PlacerPort

__all__ = ["Clearing", "Loading"]


class Clearing(wiring.Component):
    """Clear the memories, one address per clock, and make the table of divisions by the puzzle's order.

    ``words`` is the number of words of the largest memory, at least ``order**2``; it is also the number of clocks.
    """

    def __init__(self, order: int, words: int):
        self._order, self._words = order, words
        super().__init__({
            "order": In(range(order + 1)),  # the puzzle's order; sampled by ``start``, and must be held while busy
            "start": In(1), "busy": Out(1),  # start the work; not while busy
            "index": Out(range(words)),  # the address to clear while busy
            "teach": Out(Division(order)),  # an entry of the table
            # The number of the puzzle's digits, and a vector with as many ones; valid when not busy.
            "side": Out(range(order ** 2 + 1)), "digits": Out(order ** 2),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        quotient, remainder = Signal(range(self._order)), Signal(range(self._order))
        m.d.comb += [
            self.teach.enable.eq(self.busy & (self.index < self.side)), self.teach.index.eq(self.index),
            self.teach.quotient.eq(quotient), self.teach.remainder.eq(remainder),
        ]
        with m.If(self.start):
            m.d.sync += [
                self.busy.eq(1), self.index.eq(0), quotient.eq(0), remainder.eq(0),
                self.side.eq(self.order * self.order), self.digits.eq(0),
            ]
        with m.Elif(self.busy):
            m.d.sync += [
                self.busy.eq(self.index != self._words - 1), self.index.eq(self.index + 1), remainder.eq(remainder + 1)]
            with m.If(self.index < self.side):
                m.d.sync += self.digits.eq(Cat(1, self.digits))
            with m.If(remainder + 1 == self.order):
                m.d.sync += [remainder.eq(0), quotient.eq(quotient + 1)]
        return m


class Loading(Sequencer):
    """Place the values in a grid's memory as givens, cell by cell; end with a contradiction if a value is no candidate
    of its cell.

    Latency: 5 clocks for an open cell, 22 for a given.
    """

    def __init__(self, order: int):
        size = order * order
        super().__init__(order, {
            "side": In(range(size + 1)),  # the puzzle's rows
            "placer": Out(PlacerPort()),
            "cell": Out(data.StructLayout({"row": range(size), "col": range(size)})),
            # The cell's value three clocks later, as a number and as a vector with the bit of this digit.
            "value": In(range(size + 1)), "value_bit": In(size),
            "counted": Out(1),  # a cell has been read
            "done": Out(1), "contradiction": Out(1),  # all givens are placed; a given is no candidate of its cell
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        reader, judged = self.reader, self.reader.judged
        row, col = self.cell.row, self.cell.col
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                m.d.sync += [row.eq(0), col.eq(0)]
                with m.If(self.start):
                    m.next = "ADDRESS"
            with m.State("ADDRESS"):
                m.next = "READ"
            with m.State("READ"):
                m.next = "HELD"
            with m.State("HELD"):
                m.next = "VALUE"
            with m.State("VALUE"):
                m.d.comb += self.counted.eq(1)
                m.next = "CELL"
                with m.If(self.value == 0):
                    m.next = "NEXT"
                with m.Else():
                    read(m, reader, kind=HouseKind.ROW, house=row, position=col, target=self.value_bit)
            with m.State("CELL"):
                m.d.comb += [reader.cells.eq(CellsToRead.ONE), reader.stop.eq(judged.valid)]
                with m.If(judged.valid & judged.amount.some):
                    m.d.comb += self.placer.start.eq(1)
                    m.next = "PLACE"
                with m.Elif(judged.valid):
                    m.d.comb += self.contradiction.eq(1)
                    m.next = "IDLE"
            with m.State("PLACE"):
                with m.If(self.placer.done):
                    m.next = "NEXT"
            with m.State("NEXT"):
                m.d.sync += col.eq(col + 1)
                m.next = "ADDRESS"
                with m.If(col + 1 == self.side):
                    m.d.sync += [col.eq(0), row.eq(row + 1)]
                    with m.If(row + 1 == self.side):
                        m.d.comb += self.done.eq(1)
                        m.next = "IDLE"
        return m
