"""The flood rules: find the cells that can still be connected, one row per clock."""

from amaranth.hdl import Cat, Module, Mux, Signal, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.rows import fill, lowest, widen
from rowloom.hw.primitives.units import GridUnit, add_memory
from rowloom.hw.slitherlink.deducer.row_rules import RowState

__all__ = ["RowFlood"]


class RowFlood(GridUnit):
    """Flood a page from its frame and from one of its inside cells.

    A solution's inside cells are connected, and its outside cells are connected with the frame. So a cell is inside if
    the frame cannot reach it without crossing inside cells; and a cell is outside if the inside cells cannot reach it.
    A decided cell that the flood of its own colour cannot reach is a contradiction.

    Both floods run at the same time, one row per clock. Passes alternately go down and up. If the flood leaks from a
    row into further cells of the row visited before, another pass follows. After the last pass, if a cell has lost a
    colour, the rows are written back.

    Latency: ``height + 3`` clocks for each pass; a clock for each row written, and one more if any row is written.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            "height": In(range(rows + 1)),  # the puzzle's rows; must not change while busy
            "start": In(1),  # start; ignored while busy
            "busy": Out(1),  # High while the unit works. The outputs below are valid while idle.
            "contradiction": Out(1),  # a decided cell is cut off, or no cell may be inside
            "changed": Out(1),  # some cell has lost a colour
            "first": Out(range(rows)), "last": Out(range(rows)),  # the first and the last row with such a cell
            # Every cell had only one colour before the flood. If there is no contradiction either, the cells of each
            # colour are connected.
            "decided": Out(1),
            "port": Out(PagePort(rows + 1, RowState(cols))),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        port, rows, cols = self.port, self._rows, self._cols
        colours = data.ArrayLayout(cols, 2)
        read, write = add_memory(m, "wet", colours, rows)

        # A pipeline of three stages: set a row's address, read its words from the memories, flood the row.
        down, reading = Signal(), Signal()
        address, word_row = Signal(range(rows + 1)), Signal(range(rows + 1))
        row = Signal(range(rows + 1))
        word_valid, here = Signal(), Signal()
        may, wet_before = Signal(colours), Signal(colours)
        first_inside, inside_here, at_frame = Signal(cols), Signal(), Signal()
        first_pass = Signal()
        certainly_inside = port.state.inside & ~port.state.outside
        m.d.comb += [port.row.eq(Mux(self.busy, address, 0)), read.addr.eq(address)]
        m.d.sync += [
            word_row.eq(address), word_valid.eq(reading),
            row.eq(word_row), here.eq(word_valid),
            may[0].eq(port.state.inside), may[1].eq(port.state.outside),
            wet_before.eq(Mux(first_pass, 0, read.data.as_value())),
            first_inside.eq(lowest(certainly_inside)), inside_here.eq(certainly_inside.any()),
            at_frame.eq((word_row == 0) | (word_row + 1 == self.height)),
        ]

        # The previous row of this pass, if any, and whether the pass has reached an inside cell to start from.
        leading, seeded = Signal(), Signal()
        may_last, wet_last = Signal(colours), Signal(colours)
        only = [may[0] & ~may[1], may[1] & ~may[0]]
        seeds = [Mux(seeded, 0, first_inside), Mux(at_frame, -1, 1 | 1 << cols - 1)]
        wet, started = Signal(colours), Signal(2)
        m.d.comb += started.eq(Cat(seeded | inside_here, 1))
        cut_off, loses, leak = [], [], [(row != 0) & started[0] & ~seeded]
        for colour in range(2):
            m.d.comb += wet[colour].eq(fill(
                m, may[colour], wet_before[colour] | seeds[colour] | Mux(leading, 0, wet_last[colour])))
            dry = ~wet[colour] & started[colour].replicate(cols)
            cut_off.append((only[colour] & dry).any())
            loses.append((may[colour] & dry).any())
            leak.append(~leading & (wet[colour] & may_last[colour] & ~wet_last[colour]).any())

        leaks = Signal()
        with m.If(here):
            m.d.sync += [
                leading.eq(0), seeded.eq(started[0]), may_last.eq(may), wet_last.eq(wet),
                leaks.eq(leaks | Cat(leak).any()),
                self.contradiction.eq(self.contradiction | Cat(cut_off).any()),
                self.decided.eq(self.decided & ~(may[0] & may[1]).any()),
            ]
            with m.If(Cat(loses).any()):
                m.d.sync += self.changed.eq(1)
                widen(m, self.first, self.last, row, self.changed)
        m.d.comb += [write.addr.eq(row), write.data.eq(wet), write.en.eq(here)]

        self._cross_out(m, word_row, seeded, read.data)
        begin_pass = [
            reading.eq(1), leading.eq(1), leaks.eq(0), self.contradiction.eq(0), self.changed.eq(0),
            self.decided.eq(1),
        ]
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))

            with m.State("IDLE"):
                with m.If(self.start):
                    m.d.sync += [*begin_pass, first_pass.eq(1), seeded.eq(0), down.eq(1), address.eq(0)]
                    m.next = "READ"

            with m.State("READ"):
                m.d.sync += address.eq(Mux(down, address + 1, address - 1))
                with m.If(address == Mux(down, self.height - 1, 0)):
                    m.d.sync += [reading.eq(0), address.eq(address)]
                    m.next = "DRAIN"

            with m.State("DRAIN"):
                with m.If(here & ~word_valid):
                    m.next = "TURN"

            with m.State("TURN"):
                with m.If(leaks):
                    m.d.sync += [*begin_pass, first_pass.eq(0), down.eq(~down)]
                    m.next = "READ"
                with m.Elif(self.changed & ~self.contradiction):
                    m.d.sync += address.eq(self.first)
                    m.next = "READ AGAIN"
                with m.Else():
                    # Without an inside cell, there is no loop.
                    m.d.sync += self.contradiction.eq(self.contradiction | self.decided & ~seeded)
                    m.next = "IDLE"

            with m.State("READ AGAIN"):
                m.d.sync += address.eq(address + 1)
                m.next = "WRITE"

            with m.State("WRITE"):
                m.d.sync += address.eq(address + 1)
                m.d.comb += port.write.eq(1)
                with m.If(word_row == self.last):
                    m.next = "IDLE"
        return m

    def _cross_out(self, m: Module, row: Value, seeded: Value, wet: data.View) -> None:
        """Drive the contents of a row that is written. The frame below is not flooded."""
        port, cols = self.port, self._cols
        flooded = Cat(seeded, 1) & (row != self.height).replicate(2)
        with m.If(port.write):
            m.d.comb += [
                port.write_row.eq(row), port.keep.eq(-1),
                port.keep.inside.eq(wet[0] | ~flooded[0].replicate(cols)),
                port.keep.outside.eq(wet[1] | ~flooded[1].replicate(cols)),
            ]
