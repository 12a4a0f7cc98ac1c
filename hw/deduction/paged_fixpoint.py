"""Pages in memory, with the fixpoint that works on them."""

from amaranth.hdl import Module, ShapeLike
from amaranth.lib import wiring
from amaranth.lib.wiring import In

from rowloom.hw.deduction.pages import PagePort, Pages, share
from rowloom.hw.primitives.passing import pass_on

__all__ = ["PagedFixpoint"]


class PagedFixpoint(wiring.Component):
    """A fixpoint with :class:`Pages` to work on.

    Parameters
    ----------
    fixpoint : Component
        With a member ``port``, which leads to the pages. It may have further ports to pages of its own: each of these
        begins as a copy of another one, and is a state's, with the page of ``port``.
    rows : int
        Of a page.
    state : ShapeLike
        What a row holds.
    words : int
        Rows of state in memory; of each kind of page.

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
        members = fixpoint.signature.members.items()
        self._own_pages = {
            name: Pages(member.signature.rows, member.signature.state, words) for name, member in members
            if name != "port" and member.is_signature}
        self._passed = {name: member for name, member in members if member.is_port}
        pages = self._pages.signature.members
        super().__init__({
            **self._passed, **{name: pages[name] for name in ("page", "parent", "begin", "written")},
            "port": In(PagePort(rows, state)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.fixpoint = fixpoint = self._fixpoint
        m.submodules.pages = pages = self._pages
        pass_on(m, fixpoint, self, self._passed)
        for name, own in self._own_pages.items():
            m.submodules[name] = own
            share(m, own.port, [getattr(fixpoint, name)])
        for one in (pages, *self._own_pages.values()):
            m.d.comb += [one.page.eq(self.page), one.parent.eq(self.parent), one.begin.eq(self.begin)]
        m.d.comb += self.written.eq(pages.written)
        share(m, pages.port, [fixpoint.port, self.port])
        return m
