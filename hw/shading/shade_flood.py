"""The flood rule: find the cells that can still be connected, one row per clock."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.rows import fill, lowest, one_hot_number
from rowloom.hw.primitives.units import GridUnit, add_memory
from rowloom.hw.shading.rules import SHADES, Shades

__all__ = ["ShadeFlood"]


class ShadeFlood(GridUnit):
    """Flood a page from its first cell that certainly has the joined shade, over all cells that may have it.

    A cell that is not reached does not have the joined shade. If such a cell cannot have the other shade, there is a
    contradiction. If no cell certainly has the joined shade, the flood cannot start, and nothing changes.

    The first pass goes down over all rows. If the flood leaks back into a row that the pass has left, the next pass
    moves in the opposite direction: it begins at the last row from which the flood leaks, and continues as long as
    further cells are reached. After a pass without a leak, the rows in which a cell loses a shade are written. In these
    rows, ``linked`` and the field of the joined shade must be equal when the flood begins. They are equal again when it
    ends.

    Latency: each pass takes a clock for each row visited, and 3 more. Each row that is written takes a
    clock; if any row is written, one further clock is needed.

    ``joined`` is the shade whose cells are connected, 0 or 1.
    """

    def __init__(self, rows: int, cols: int, joined: int):
        self._joined, self._other = SHADES[joined], SHADES[1 - joined]
        super().__init__(rows, cols, {
            "height": In(range(rows + 1)),  # the puzzle's rows; constant while busy
            "start": In(1),  # ignored while busy
            "port": Out(PagePort(rows, Shades(cols))),
            "busy": Out(1),  # the outputs below are valid when it is low again
            "contradiction": Out(1),  # a cell that must have the joined shade is cut off; the page has not changed
            "changed": Out(1),  # some cell has lost the joined shade
            "first": Out(range(rows)), "last": Out(range(rows)),  # the first and the last row with such a cell
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        port, rows, cols = self.port, self._rows, self._cols
        read, write = add_memory(m, "wet", cols, rows)

        # A pipeline of three stages: set a row's address, read its words from the memories, flood the row.
        down, first_pass, reading = Signal(), Signal(), Signal()
        address, word_row, row = (Signal(range(rows), name=name) for name in ("address", "word_row", "row"))
        word_comes, here = Signal(), Signal()
        may, wet_before, first_certain, certain, any_certain = (
            Signal(size, name=name) for name, size in (
                ("may", cols), ("wet_before", cols), ("first_certain", cols), ("certain", cols), ("any_certain", 1)))
        joined = port.state[self._joined]
        certain_now = joined & ~port.state[self._other]
        m.d.comb += [port.row.eq(Mux(self.busy, address, 0)), read.addr.eq(address)]
        m.d.sync += [
            word_row.eq(address), word_comes.eq(reading), row.eq(word_row), here.eq(word_comes),
            may.eq(joined), wet_before.eq(Mux(first_pass, 0, read.data)), certain.eq(certain_now),
            first_certain.eq(lowest(certain_now)), any_certain.eq(certain_now.any()),
        ]

        # The previous row of this pass, if any.
        leading, seeded = Signal(), Signal()
        may_last, wet_last, row_last = Signal(cols), Signal(cols), Signal.like(row)
        wet, leak = Signal(cols), Signal()
        m.d.comb += [
            wet.eq(fill(m, may, wet_before | Mux(seeded, 0, first_certain) | Mux(leading, 0, wet_last))),
            leak.eq(~leading & (wet & may_last & ~wet_last).any()),
            write.addr.eq(row), write.data.eq(wet), write.en.eq(here),
        ]
        # The next pass begins at `begin`, and goes at least to the first row of this pass into which the flood leaks.
        leaks, begin, least, least_next = Signal(), Signal.like(row), Signal.like(row), Signal.like(row)
        ends = Signal()
        m.d.comb += ends.eq(here & (
            (row == Mux(down, self.height - 1, 0))
            | ~first_pass & ~leading & (wet == wet_before) & Mux(down, row >= least, row <= least)))
        # The rows of this pass in which some cell loses a shade, and the rows in which some cell is cut off.
        losing, cut_off, left = Signal(rows), Signal(rows), Signal(rows)
        with m.If(here):
            m.d.sync += [
                leading.eq(0), seeded.eq(seeded | any_certain), may_last.eq(may), wet_last.eq(wet), row_last.eq(row),
                losing.bit_select(row, 1).eq((may & ~wet).any()),
                cut_off.bit_select(row, 1).eq((certain & ~wet).any()),
            ]
            with m.If(leak):
                m.d.sync += [leaks.eq(1), begin.eq(row)]
                with m.If(~leaks):
                    m.d.sync += least_next.eq(row_last)

        to_write = Signal(rows)
        next_to_write = [address.eq(one_hot_number(lowest(to_write))), left.eq(to_write & ~lowest(to_write))]
        m.d.comb += to_write.eq(left)
        with m.If(port.write):
            m.d.comb += [
                port.write_row.eq(word_row), port.keep.eq(-1), port.keep[self._joined].eq(read.data),
                port.keep.linked.eq(read.data)]

        begin_pass = [reading.eq(1), leading.eq(1), leaks.eq(0)]
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))

            with m.State("IDLE"):
                with m.If(self.start):
                    m.d.sync += [
                        *begin_pass, first_pass.eq(1), seeded.eq(0), down.eq(1), address.eq(0), losing.eq(0),
                        cut_off.eq(0)]
                    m.next = "FLOW"

            with m.State("FLOW"):
                m.d.sync += address.eq(Mux(down, address + 1, address - 1))
                with m.If(address == Mux(down, self.height - 1, 0)):
                    m.d.sync += [reading.eq(0), address.eq(address)]
                with m.If(ends):
                    m.d.sync += [reading.eq(0), word_comes.eq(0), here.eq(0)]
                    m.next = "TURN"

            with m.State("TURN"):
                m.d.comb += to_write.eq(losing)
                m.d.sync += [
                    self.contradiction.eq(seeded & cut_off.any()), self.changed.eq(seeded & losing.any()),
                    first_pass.eq(0)]
                with m.If(leaks):
                    m.d.sync += [*begin_pass, down.eq(~down), address.eq(begin), least.eq(least_next)]
                    m.next = "FLOW"
                with m.Elif(seeded & losing.any() & ~cut_off.any()):
                    m.d.sync += [*next_to_write, self.first.eq(one_hot_number(lowest(to_write)))]
                    m.next = "READ AGAIN"
                with m.Else():
                    m.next = "IDLE"

            with m.State("READ AGAIN"):
                m.d.sync += [*next_to_write, reading.eq(left.any())]
                m.next = "WRITE"

            with m.State("WRITE"):
                m.d.comb += port.write.eq(1)
                m.d.sync += [*next_to_write, reading.eq(left.any()), self.last.eq(word_row)]
                with m.If(~reading):
                    m.next = "IDLE"
        return m
