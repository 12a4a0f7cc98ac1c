"""A memory of pages, and what works on them."""

from amaranth.hdl import Module, Mux
from amaranth.lib import data, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from ..primitives.memory import APART
from ..primitives.rows import check_size
from .fixpoint import Fixpoint
from .pages import PagePort, Pages
from .row_rules import ClueRow

__all__ = ["Lane"]

_OWN_PORTS = "port", "clue_row", "clues"
"""Members of the fixpoint that lead to the memories of the lane."""


class Lane(wiring.Component):
    """:class:`.fixpoint.Fixpoint` with :class:`.pages.Pages` to work on, and a memory for the clues.

    Lanes that get the same commands hold the same, so that each can try another colour from there on.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    words : int
        Rows of state in memory.

    Members
    -------
    page, parent, begin, written
        As in :class:`.pages.Pages`. While busy, the first two must not change, and ``begin`` must be 0.
    port : In(PagePort)
        To the page at hand; of no effect while busy, nor with ``start``, but that ``write_state`` and ``keep`` must be
        0 then.
    clue_row : In(range(rows))
        A row of clues to be read; likewise.
    clues : Out(ClueRow)
        Those, one clock later.
    write_clues : In(enable, row, clues)
        With ``enable``, the clues of a row; not while busy, and not with ``start``.

    All others are those of the fixpoint.

    Raises
    ------
    ValueError
        If a size is less than 1.
    """

    def __init__(self, rows: int, cols: int, words: int):
        check_size("Lane", rows, cols)
        self._fixpoint = Fixpoint(rows, cols)
        self._pages = Pages(rows, cols, words)
        self._rows, self._cols = rows, cols
        self._passed = {
            name: member for name, member in self._fixpoint.signature.members.items() if name not in _OWN_PORTS}
        pages = self._pages.signature.members
        super().__init__({
            **self._passed,
            **{name: pages[name] for name in ("page", "parent", "begin", "written")},
            "port": In(PagePort(rows, cols)), "clue_row": In(range(rows)), "clues": Out(ClueRow(cols)),
            "write_clues": In(data.StructLayout({"enable": 1, "row": range(rows), "clues": ClueRow(cols)})),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.fixpoint = fixpoint = self._fixpoint
        m.submodules.pages = pages = self._pages
        m.submodules.clues = clues = Memory(shape=ClueRow(self._cols), depth=self._rows, init=[], attrs=APART)
        read, write = clues.read_port(), clues.write_port()
        for name, member in self._passed.items():
            inner, outer = getattr(fixpoint, name), getattr(self, name)
            m.d.comb += inner.eq(outer) if member.flow is In else outer.eq(inner)
        works = fixpoint.busy | self.start
        m.d.comb += [
            pages.page.eq(self.page), pages.parent.eq(self.parent), pages.begin.eq(self.begin),
            self.written.eq(pages.written),
            self.port.state.eq(pages.port.state), fixpoint.port.state.eq(pages.port.state),
            *(getattr(pages.port, name).eq(Mux(works, getattr(fixpoint.port, name), getattr(self.port, name)))
              for name in ("row", "write", "write_row")),
            *(getattr(pages.port, name).eq(
                getattr(fixpoint.port, name).as_value() | getattr(self.port, name).as_value())
              for name in ("write_state", "keep")),
            read.addr.eq(Mux(works, fixpoint.clue_row, self.clue_row)),
            fixpoint.clues.eq(read.data), self.clues.eq(read.data),
            write.en.eq(self.write_clues.enable), write.addr.eq(self.write_clues.row),
            write.data.eq(self.write_clues.clues),
        ]
        return m
