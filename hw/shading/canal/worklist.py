"""The list of clues that must be visited."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import lowest, one_hot_number
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.shading.canal.clue_rule import ClueCell

__all__ = ["ClueRequest", "ClueWorklist", "PendingClues"]


class ClueRequest(data.StructLayout):
    """A request to visit clues of a line, if ``valid``. ``cells`` may be 0; it settles late in the clock."""

    def __init__(self, lines: int, width: int):
        super().__init__({"valid": 1, "line": range(lines), "cells": width})


class PendingClues(wiring.Component):
    """Remember clues line by line, for ``lines`` lines of ``width`` cells each.

    Latency: clues that are added in one clock are available in the next.
    """

    def __init__(self, lines: int, width: int):
        self._lines, self._width = lines, width
        super().__init__({
            "clear": In(1),  # forget all clues
            "asked": In(ClueRequest(lines, width)),  # add these clues
            "any": Out(1),  # there is a line with clues
            "line": Out(range(lines)),  # the first such line
            "cells": Out(width),  # the clues of this line; only while ``asked`` is not valid
            "take": In(1),  # forget this line; not while ``asked`` is valid
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.clues = clues = Memory(shape=self._width, depth=self._lines, init=[])
        read, write = clues.read_port(domain="comb"), clues.write_port()
        pending, first, adds = Signal(self._lines), Signal(self._lines), self.asked.valid
        # The word of a line that is not pending is outdated.
        m.d.comb += [
            self.any.eq(pending.any()),
            first.eq(lowest(pending)), self.line.eq(one_hot_number(first)),
            read.addr.eq(Mux(adds, self.asked.line, self.line)), self.cells.eq(read.data),
            write.en.eq(adds), write.addr.eq(self.asked.line),
            write.data.eq(self.asked.cells | Mux(pending.bit_select(self.asked.line, 1), read.data, 0)),
        ]
        with m.If(self.take):
            m.d.sync += pending.eq(pending & ~first)
        with m.If(adds & self.asked.cells.any()):
            m.d.sync += pending.bit_select(self.asked.line, 1).eq(1)
        with m.If(self.clear):
            m.d.sync += pending.eq(0)
        return m


class ClueWorklist(GridUnit):
    """Output the clues to visit, one per clock: the clues from ``by_row`` before the clues from ``by_col``.

    A clue that came from both ports is output twice: a search in the other port's list would cost more than it saves.
    If all clues of the current line have been output when a clue is added, the added clue is output next, without
    waiting in the list.

    Latency: a clue that is added in one clock is output two clocks later at the earliest.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            "clear": In(1),  # forget all clues
            "by_row": In(ClueRequest(rows, cols)), "by_col": In(ClueRequest(cols, rows)),
            "place": Out(ClueCell(rows, cols)),  # the clue to visit
            "go": In(1),  # output the next clue in the next clock
            "empty": Out(1),  # no clue is left, and no request for clues comes in this clock
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.by_row = by_row = PendingClues(self._rows, self._cols)
        m.submodules.by_col = by_col = PendingClues(self._cols, self._rows)
        m.d.comb += [
            by_row.clear.eq(self.clear), by_col.clear.eq(self.clear),
            by_row.asked.eq(self.by_row), by_col.asked.eq(self.by_col),
        ]
        # The clues of the line from which clues are output now: a row (`of_row`) or a column.
        cells, of_row, line = Signal(max(self._rows, self._cols)), Signal(), Signal(range(max(self._rows, self._cols)))
        first, left, other = Signal.like(cells), Signal.like(cells), Signal.like(line)
        m.d.comb += [
            first.eq(lowest(cells)), left.eq(cells & ~first), other.eq(one_hot_number(first)),
            self.empty.eq(~(
                self.place.valid | cells.any() | by_row.any | by_col.any | self.by_row.valid | self.by_col.valid)),
        ]
        moves = Signal()
        m.d.comb += moves.eq(self.go | ~self.place.valid)
        with m.If(moves):
            m.d.sync += [
                self.place.valid.eq(cells.any()), self.place.row.eq(Mux(of_row, line, other)),
                self.place.col.eq(Mux(of_row, other, line)), cells.eq(left),
            ]
            with m.If(~left.any()):
                with m.If(self.by_row.valid):
                    m.d.comb += by_row.asked.valid.eq(0)
                    m.d.sync += [cells.eq(self.by_row.cells), of_row.eq(1), line.eq(self.by_row.line)]
                with m.Elif(by_row.any):
                    m.d.comb += by_row.take.eq(1)
                    m.d.sync += [cells.eq(by_row.cells), of_row.eq(1), line.eq(by_row.line)]
                with m.Elif(self.by_col.valid):
                    m.d.comb += by_col.asked.valid.eq(0)
                    m.d.sync += [cells.eq(self.by_col.cells), of_row.eq(0), line.eq(self.by_col.line)]
                with m.Elif(by_col.any):
                    m.d.comb += by_col.take.eq(1)
                    m.d.sync += [cells.eq(by_col.cells), of_row.eq(0), line.eq(by_col.line)]
        with m.If(self.clear):
            m.d.sync += [self.place.valid.eq(0), cells.eq(0)]
        return m
