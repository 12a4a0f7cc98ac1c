"""Rows on their way into a page."""

from amaranth.hdl import Module, Mux, ShapeLike, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.rows import lowest, one_hot_number

__all__ = ["Filling"]


class Filling(wiring.Component):
    """Fills the current page, a row a clock: with rows of the page that it begins as, or anew. Or only reads rows.

    Latency: one clock and one for each row to begin a page, three and one for each row otherwise. A row is written in
    the clock after the one in which it has been read; the last row of a page that is begun, in the clock after that.

    Parameters
    ----------
    rows : int
        Of the largest page.
    state : ShapeLike
        What a row holds.

    Members
    -------
    begin : In(1)
        Fill the rows from the first one to ``last``. Not while busy, as the next two.
    copy, read : In(1)
        Copy, or only read, the rows that are ``asked`` for.
    last : In(range(rows))
        Must not change while busy.
    near, window : In(1), In(first, last)
        To begin a page: copy the rows that are not in the window, whose ends may lie one behind the last row; likewise.
    asked : In(rows)
        Bit i for row i; sampled with ``copy`` and ``read``.
    port : Out(PagePort)
        To the page.
    begins, row : Out(1), Out(range(rows))
        A page is begun, and this row is next.
    empty : In(state)
        That row of a new page.
    reads, read_row : Out(1), Out(range(rows))
        This row is being read: it is there in this clock.
    busy : Out(1)
        High while it works.
    done : Out(1)
        It is the last such clock.
    """

    def __init__(self, rows: int, state: ShapeLike):
        self._state = state
        row, window = range(rows), data.StructLayout({"first": range(rows + 1), "last": range(rows + 1)})
        super().__init__({
            "begin": In(1), "copy": In(1), "read": In(1), "last": In(row),
            "near": In(1), "window": In(window), "asked": In(rows),
            "port": Out(PagePort(rows, state)), "begins": Out(1), "row": Out(row), "empty": In(state),
            "reads": Out(1), "read_row": Out(row), "busy": Out(1), "done": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        port, row, here = self.port, self.row, Value.cast(self.port.state)
        # Rows to read: those that are `left`, the one whose address comes now; and whether they are written.
        left, upmost, comes, copies = Signal.like(self.asked), Signal.like(self.asked), Signal(), Signal()
        m.d.comb += upmost.eq(lowest(left))
        next_row = [row.eq(one_hot_number(upmost)), comes.eq(left.any()), left.eq(left & ~upmost)]

        # The row that is written.
        held, held_row, holds = Signal(self._state), Signal.like(row), Signal()
        gathers, renews = Signal(), Signal()
        m.d.comb += [port.write.eq(holds), port.write_row.eq(held_row), port.write_state.eq(held)]
        m.d.sync += [
            holds.eq(0), held_row.eq(0), held.eq(Mux(gathers, here, 0) | Mux(renews, Value.cast(self.empty), 0))]

        with m.FSM() as fsm:
            m.d.comb += [self.busy.eq(~fsm.ongoing("IDLE")), self.begins.eq(fsm.ongoing("BEGIN"))]

            with m.State("IDLE"):
                m.d.sync += [row.eq(0), left.eq(self.asked), copies.eq(self.copy)]
                with m.If(self.begin):
                    m.next = "READ"
                with m.If(self.copy | self.read):
                    m.next = "FIRST"

            with m.State("READ"):
                m.next = "BEGIN"
            with m.State("BEGIN"):
                far = self.near & ((row < self.window.first) | (row > self.window.last))
                m.d.comb += [gathers.eq(far), renews.eq(~far), port.row.eq(row + 1), self.done.eq(row == self.last)]
                m.d.sync += [row.eq(row + 1), holds.eq(1), held_row.eq(row)]
                with m.If(self.done):
                    m.next = "IDLE"

            with m.State("FIRST"):
                m.d.sync += next_row
                m.next = "ROWS"
            with m.State("ROWS"):
                m.d.comb += [port.row.eq(row), gathers.eq(1), self.done.eq(~comes & ~self.reads)]
                m.d.sync += [*next_row, self.read_row.eq(row), self.reads.eq(comes)]
                with m.If(copies):
                    m.d.sync += [held_row.eq(self.read_row), holds.eq(self.reads)]
                with m.If(self.done):
                    m.next = "IDLE"
        return m
