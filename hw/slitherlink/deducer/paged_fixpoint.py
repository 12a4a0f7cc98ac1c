"""Pages in memory, with the fixpoint that works on them."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.pages import PagePort, Pages, share
from rowloom.hw.primitives.memory import add_memory
from rowloom.hw.primitives.rows import check_size
from rowloom.hw.slitherlink.deducer.fixpoint import Fixpoint
from rowloom.hw.slitherlink.deducer.row_rules import ClueRow, RowState

__all__ = ["PagedFixpoint"]

_OWN_PORTS = "port", "clue_row", "clues"
"""Members of the fixpoint that lead to the memories here."""


class PagedFixpoint(wiring.Component):
    """:class:`Fixpoint` with :class:`Pages` to work on, and a memory for the clues.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    words : int
        Rows of state in memory.

    Members
    -------
    page, parent, begin, written
        As in :class:`Pages`. While busy, the first two must not change, and ``begin`` must be 0.
    port : In(PagePort)
        To the current page; idle while busy and with ``start``.
    clue_row : In(range(rows))
        A row of clues to read; 0 while busy and with ``start``.
    clues : Out(ClueRow)
        Its clues, one clock later.
    write_clues : In(enable, row, clues)
        With ``enable``, write a row of clues, of which ``unlike`` is left out; not while busy or with ``start``.
    unlike_row : In(range(rows))
    unlike : In(cols)
        The row's cells whose clues must not be met.

    All others are those of the fixpoint.

    Raises
    ------
    ValueError
        If a size is less than 1.
    """

    def __init__(self, rows: int, cols: int, words: int):
        check_size("PagedFixpoint", rows, cols)
        self._fixpoint = Fixpoint(rows, cols)
        self._pages = Pages(rows + 1, RowState(cols), words)
        self._rows, self._cols = rows, cols
        self._passed = {
            name: member for name, member in self._fixpoint.signature.members.items() if name not in _OWN_PORTS}
        pages = self._pages.signature.members
        super().__init__({
            **self._passed,
            **{name: pages[name] for name in ("page", "parent", "begin", "written")},
            "port": In(PagePort(rows + 1, RowState(cols))), "clue_row": In(range(rows)), "clues": Out(ClueRow(cols)),
            "write_clues": In(data.StructLayout({"enable": 1, "row": range(rows), "clues": ClueRow(cols)})),
            "unlike_row": In(range(rows)), "unlike": In(cols),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.fixpoint = fixpoint = self._fixpoint
        m.submodules.pages = pages = self._pages
        kept = "low", "high", "free"
        read, write = add_memory(m, "clue_rows", data.StructLayout(dict.fromkeys(kept, self._cols)), self._rows)
        clues, row = Signal(ClueRow(self._cols)), Signal.like(self.clue_row)
        m.d.sync += row.eq(read.addr)
        m.d.comb += [
            *(clues[name].eq(read.data[name]) for name in kept),
            clues.unlike.eq(Mux(row == self.unlike_row, self.unlike, 0)),
            *(write.data[name].eq(self.write_clues.clues[name]) for name in kept),
        ]
        for name, member in self._passed.items():
            inner, outer = getattr(fixpoint, name), getattr(self, name)
            m.d.comb += inner.eq(outer) if member.flow is In else outer.eq(inner)
        m.d.comb += [
            pages.page.eq(self.page), pages.parent.eq(self.parent), pages.begin.eq(self.begin),
            self.written.eq(pages.written),
            read.addr.eq(fixpoint.clue_row | self.clue_row),
            fixpoint.clues.eq(clues), self.clues.eq(clues),
            write.en.eq(self.write_clues.enable), write.addr.eq(self.write_clues.row),
        ]
        share(m, pages.port, [fixpoint.port, self.port])
        return m
