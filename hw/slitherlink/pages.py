"""The states of a search, in block RAM."""

from amaranth.hdl import Module, Mux
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from ..primitives.memory import APART
from .row_rules import RowState

__all__ = ["PagePort", "Pages"]


class PagePort(wiring.Signature):
    """How a unit reads and writes the rows of the page at hand.

    Parameters
    ----------
    rows, cols : int
        The grid's size; the frame below it is row ``rows``.

    Members
    -------
    row : Out(range(rows + 1))
        The row to read.
    state : In(RowState)
        What it held, one clock later.
    write : Out(1)
        Write a row at the next edge.
    write_row : Out(range(rows + 1))
        Which one.
    write_state, keep : Out(RowState)
        What it holds then: ``write_state``, and of what was read last as much as is in ``keep``. Both are 0 while the
        unit does not work, so that several units' can be joined.
    """

    def __init__(self, rows: int, cols: int):
        row, state = range(rows + 1), RowState(cols)
        super().__init__({
            "row": Out(row), "state": In(state),
            "write": Out(1), "write_row": Out(row), "write_state": Out(state), "keep": Out(state),
        })


class Pages(wiring.Component):
    """Memory for states, each in a page of ``rows + 1`` words or fewer, of which one is at hand.

    A page may begin as another one's copy without being copied: until a row is written it is read from the parent.

    Latency: a read takes one clock. What is written at an edge can be read at the next one.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    depth : int
        Words in the memory, of all pages together.

    Members
    -------
    port : In(PagePort)
        To the page at hand.
    page, parent : In(range(depth))
        Addresses of the first words of the page at hand and of the one that it begins as; the same if it is
        complete.
    begin : In(1)
        No row counts as written from the next clock on.
    written : Out(rows + 1)
        The rows that were written since then, bit i for row i.
    """

    def __init__(self, rows: int, cols: int, depth: int):
        self._rows, self._cols, self._depth = rows, cols, depth
        super().__init__({
            "port": In(PagePort(rows, cols)),
            "page": In(range(depth)), "parent": In(range(depth)), "begin": In(1),
            "written": Out(rows + 1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.memory = memory = Memory(shape=RowState(self._cols), depth=self._depth, init=[], attrs=APART)
        read, write = memory.read_port(), memory.write_port()
        port = self.port

        m.d.comb += [
            # Both sums at once, so that they need not wait for the choice.
            read.addr.eq(Mux(self.written.bit_select(port.row, 1), self.page + port.row, self.parent + port.row)),
            port.state.eq(read.data),
            write.en.eq(port.write),
            write.addr.eq(self.page + port.write_row),
            write.data.eq(port.write_state.as_value() | port.keep.as_value() & read.data.as_value()),
        ]
        with m.If(self.begin):
            m.d.sync += self.written.eq(0)
        with m.Elif(port.write):
            m.d.sync += self.written.bit_select(port.write_row, 1).eq(1)
        return m
