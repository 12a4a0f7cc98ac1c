"""The states of a search in block RAM, with a page for each state, and the unit that fills a page."""

from amaranth.hdl import Module, Mux, ShapeLike, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import lowest, one_hot_number
from rowloom.hw.primitives.units import add_memory

__all__ = ["PageFiller", "PagePort", "Pages"]


class PagePort(wiring.Signature):
    """Access to the rows of the current page. All outputs of an idle unit are 0, so that units can share a page.

    ``rows``, the number of rows of a page, and ``state``, the shape of a row's contents, are also attributes.
    """

    def __init__(self, rows: int, state: ShapeLike):
        self.rows, self.state = rows, state
        row = range(rows)
        super().__init__({
            "row": Out(row),  # the row to read
            "state": In(state),  # its contents, one clock later
            "write": Out(1),  # write a row at the next edge
            "write_row": Out(row),  # the row to write
            "write_state": Out(state), "keep": Out(state),  # its new contents are ``write_state | keep & state``
        })


class Pages(wiring.Component):
    """A memory of ``depth`` words for states. Each state is in a page of up to ``rows`` words; one page is the current
    page.

    A page may begin as a copy of another page, its parent. Nothing is copied for this: until a row of the page is
    written, it is read from the parent.

    Latency: one clock for a read. A row written at one edge can be read at the next.
    """

    def __init__(self, rows: int, state: ShapeLike, depth: int):
        self._state, self._depth = state, depth
        super().__init__({
            # Addresses of the first words of the current page and of its parent; they are equal if the page is
            # complete.
            "page": In(range(depth)), "parent": In(range(depth)),
            "begin": In(1),  # starting with the next clock, no row counts as written
            "written": Out(rows),  # the rows written since ``begin``, bit i for row i
            "port": In(PagePort(rows, state)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        read, write = add_memory(m, "memory", self._state, self._depth)
        port = self.port
        m.d.comb += [
            # The two sums are computed before one of them is selected, to shorten the critical path.
            read.addr.eq(Mux(self.written.bit_select(port.row, 1), self.page + port.row, self.parent + port.row)),
            port.state.eq(read.data),
            write.en.eq(port.write), write.addr.eq(self.page + port.write_row),
            Value.cast(write.data).eq(Value.cast(port.write_state) | Value.cast(port.keep) & Value.cast(read.data)),
        ]
        with m.If(self.begin):
            m.d.sync += self.written.eq(0)
        with m.Elif(port.write):
            m.d.sync += self.written.bit_select(port.write_row, 1).eq(1)
        return m


class PageFiller(wiring.Component):
    """Fill the current page with new rows or with rows of its parent, one row per clock; or only read rows.

    Latency: one clock for ``begin``, three clocks for ``copy`` and ``read``, and one clock more for each row.
    A row is written in the clock after it was read. With ``begin``, the last row is written in the clock after
    ``done``.
    """

    def __init__(self, rows: int, state: ShapeLike):
        self._state = state
        row, window = range(rows), data.StructLayout({"first": range(rows + 1), "last": range(rows + 1)})
        super().__init__({
            # Fill the rows from the first row to ``last``. Like ``copy`` and ``read``, this must not be high while
            # busy.
            "begin": In(1),
            "copy": In(1), "read": In(1),  # copy, or only read, the ``requested`` rows
            "last": In(row),  # the page's last row; must not change while busy
            # With ``near``, ``begin`` copies the rows outside the window; must not change while busy. Either end of the
            # window may also be the row after the page's last row.
            "near": In(1), "window": In(window),
            "requested": In(rows),  # bit i for row i; sampled with ``copy`` and ``read``
            "begins": Out(1), "row": Out(row),  # with ``begins``, this row is filled next
            "empty": In(state),  # the contents of this row in an empty page
            "reads": Out(1), "read_row": Out(row),  # with ``reads``, the contents of this row arrive in this clock
            "done": Out(1),  # high in the last clock of ``busy``
            "port": Out(PagePort(rows, state)), "busy": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        port, row, here = self.port, self.row, Value.cast(self.port.state)
        # `left`: the rows that must still be read, after `row`. `addressed`: whether `row` must be read. `copies`:
        # whether the rows are also written.
        left, next_one, addressed, copies = Signal.like(self.requested), Signal.like(self.requested), Signal(), Signal()
        m.d.comb += next_one.eq(lowest(left))
        next_row = [row.eq(one_hot_number(next_one)), addressed.eq(left.any()), left.eq(left & ~next_one)]

        # The row that is written.
        word, word_row, word_valid = Signal(self._state), Signal.like(row), Signal()
        copies_row, renews_row = Signal(), Signal()
        m.d.comb += [port.write.eq(word_valid), port.write_row.eq(word_row), port.write_state.eq(word)]
        m.d.sync += [
            word_valid.eq(0), word_row.eq(0),
            word.eq(Mux(copies_row, here, 0) | Mux(renews_row, Value.cast(self.empty), 0)),
        ]

        with m.FSM() as fsm:
            m.d.comb += [self.busy.eq(~fsm.ongoing("IDLE")), self.begins.eq(fsm.ongoing("BEGIN"))]

            with m.State("IDLE"):
                m.d.sync += [row.eq(0), left.eq(self.requested), copies.eq(self.copy)]
                with m.If(self.begin):
                    m.next = "READ"
                with m.If(self.copy | self.read):
                    m.next = "FIRST"

            with m.State("READ"):
                m.next = "BEGIN"
            with m.State("BEGIN"):
                far = self.near & ((row < self.window.first) | (row > self.window.last))
                m.d.comb += [
                    copies_row.eq(far), renews_row.eq(~far), port.row.eq(row + 1), self.done.eq(row == self.last)]
                m.d.sync += [row.eq(row + 1), word_valid.eq(1), word_row.eq(row)]
                with m.If(self.done):
                    m.next = "IDLE"

            with m.State("FIRST"):
                m.d.sync += next_row
                m.next = "ROWS"
            with m.State("ROWS"):
                m.d.comb += [port.row.eq(row), copies_row.eq(1), self.done.eq(~addressed & ~self.reads)]
                m.d.sync += [*next_row, self.read_row.eq(row), self.reads.eq(addressed)]
                with m.If(copies):
                    m.d.sync += [word_row.eq(self.read_row), word_valid.eq(self.reads)]
                with m.If(self.done):
                    m.next = "IDLE"
        return m
