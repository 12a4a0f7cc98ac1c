"""Pages in memory, with the fixpoint that works on them."""

from amaranth.hdl import Module, ShapeLike
from amaranth.lib import wiring
from amaranth.lib.wiring import In

from rowloom.hw.deduction.pages import PagePort, Pages, share

__all__ = ["PagedFixpoint"]


class PagedFixpoint(wiring.Component):
    """A fixpoint with :class:`Pages` to work on.

    Parameters
    ----------
    fixpoint : Component
        With a member ``port``, which leads to the pages.
    rows : int
        Of a page.
    state : ShapeLike
        What a row holds.
    words : int
        Rows of state in memory.

    Members
    -------
    page, parent, begin, written
        As in :class:`Pages`. While busy, the first two must not change, and ``begin`` must be 0.
    port : In(PagePort)
        To the current page; idle while busy and with ``start``.

    All others are those of the fixpoint.
    """

    def __init__(self, fixpoint: wiring.Component, rows: int, state: ShapeLike, words: int):
        self._fixpoint = fixpoint
        self._pages = Pages(rows, state, words)
        self._passed = {name: member for name, member in fixpoint.signature.members.items() if name != "port"}
        pages = self._pages.signature.members
        super().__init__({
            **self._passed, **{name: pages[name] for name in ("page", "parent", "begin", "written")},
            "port": In(PagePort(rows, state)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.fixpoint = fixpoint = self._fixpoint
        m.submodules.pages = pages = self._pages
        for name, member in self._passed.items():
            inner, outer = getattr(fixpoint, name), getattr(self, name)
            m.d.comb += inner.eq(outer) if member.flow is In else outer.eq(inner)
        m.d.comb += [
            pages.page.eq(self.page), pages.parent.eq(self.parent), pages.begin.eq(self.begin),
            self.written.eq(pages.written),
        ]
        share(m, pages.port, [fixpoint.port, self.port])
        return m
