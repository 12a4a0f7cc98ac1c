"""The states of a search, in block RAM."""

from amaranth.hdl import Module, Mux, ShapeLike, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import add_memory

__all__ = ["PagePort", "Pages"]


class PagePort(wiring.Signature):
    """Access to the rows of the current page. All outputs are 0 while the unit is idle, so that others can share it.

    Parameters
    ----------
    rows : int
        Of a page.
    state : ShapeLike
        What a row holds.

    Members
    -------
    row : Out(range(rows))
        The row to read.
    state : In(state)
        Its contents, one clock later.
    write : Out(1)
        Write a row at the next edge.
    write_row : Out(range(rows))
        The row to write.
    write_state, keep : Out(state)
        Its new contents: ``write_state | keep & state``.

    Attributes
    ----------
    rows, state
        As given.
    """

    def __init__(self, rows: int, state: ShapeLike):
        self.rows, self.state = rows, state
        row = range(rows)
        super().__init__({
            "row": Out(row), "state": In(state),
            "write": Out(1), "write_row": Out(row), "write_state": Out(state), "keep": Out(state),
        })


class Pages(wiring.Component):
    """Memory for states, each in a page of up to ``rows`` words, one of which is the current one.

    A page may begin as a copy of another one without being copied: a row is read from the parent until it is written.

    Latency: a read takes one clock. A row written at one edge can be read at the next.

    Parameters
    ----------
    rows : int, at least 1
        Of the largest page.
    state : ShapeLike
        What a row holds.
    depth : int
        Words in the memory, of all pages together.

    Members
    -------
    port : In(PagePort)
        To the current page.
    page, parent : In(range(depth))
        Addresses of the first words of the current page and of the one that it begins as; equal if it is complete.
    begin : In(1)
        No row counts as written from the next clock on.
    written : Out(rows)
        The rows written since then, bit i for row i.
    """

    def __init__(self, rows: int, state: ShapeLike, depth: int):
        self._state, self._depth = state, depth
        super().__init__({
            "port": In(PagePort(rows, state)),
            "page": In(range(depth)), "parent": In(range(depth)), "begin": In(1),
            "written": Out(rows),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        read, write = add_memory(m, "memory", self._state, self._depth)
        port = self.port

        m.d.comb += [
            # Both sums in parallel with the selection, for the critical path.
            read.addr.eq(Mux(self.written.bit_select(port.row, 1), self.page + port.row, self.parent + port.row)),
            port.state.eq(read.data),
            write.en.eq(port.write),
            write.addr.eq(self.page + port.write_row),
            Value.cast(write.data).eq(
                Value.cast(port.write_state) | Value.cast(port.keep) & Value.cast(read.data)),
        ]
        with m.If(self.begin):
            m.d.sync += self.written.eq(0)
        with m.Elif(port.write):
            m.d.sync += self.written.bit_select(port.write_row, 1).eq(1)
        return m
