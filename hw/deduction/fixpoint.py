"""What takes a page to the fixpoint of a genre's rules, and the pages that it works on."""

from collections.abc import Mapping

from amaranth.hdl import Module, ShapeLike
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Member, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.pages import PagePort, Pages
from rowloom.hw.primitives.units import GridUnit, pass_on, share

__all__ = ["Fixpoint", "PagedFixpoint"]


class Fixpoint(GridUnit):
    """Takes a page to the fixpoint of a genre's rules; a genre's own class does the work.

    Parameters
    ----------
    rows, cols, ports
        As of :class:`.GridUnit`; the ports are those that only the genre has: what is assumed of a cell, and outputs
        that are high while it does some kind of work. Interfaces among them lead to pages of its own: each begins as
        the same page as that of ``port``, and is not copied with it.
    page_rows : int
        Of a page.
    state : ShapeLike
        What a row of a page holds.
    clues : ClueRow
        The clues of a row.

    Members
    -------
    height, width : In(range(rows + 1)), In(range(cols + 1))
        The puzzle's size; must not change while busy.
    start : In(1)
        Start; ignored while busy.
    first, last : In(range(rows))
        The rows that have changed; sampled with ``start``.
    column : In(cols)
        The cell of row ``first`` that has got a value, one-hot, or 0; must not change while busy.
    whole : In(1)
        Look at all rows; sampled with ``start``.
    flood : In(1)
        Begin with a flood, because lookahead has brought nothing more; sampled with ``start``.
    lookahead : In(1)
        The page is for lookahead; sampled with ``start``.
    undo : In(1)
        A lookahead is over: take back what it has changed outside of its page. Once after each lookahead.
    forget : In(1)
        Another state begins. Not while busy or ``forgetting``.
    forgetting : Out(1)
        No other state may begin.
    port : Out(PagePort)
        To the page.
    clue_row : Out(range(rows))
        The row of clues to read; 0 while it reads none.
    clues : In(ClueRow)
        Its clues, one clock later.
    busy : Out(1)
        High while it works. The next three outputs are valid when it is low again.
    contradiction : Out(1)
        No solution agrees with the state; the page is invalid.
    decided : Out(1)
        The page is a solution.
    flooded : Out(1)
        A flood that was asked for has changed something.
    visiting : Out(1)
        A row is visited in this clock.
    """

    def __init__(self, rows: int, cols: int, *, page_rows: int, state: ShapeLike, clues: ClueRow,
                 ports: Mapping[str, Member]):
        row = range(rows)
        super().__init__(rows, cols, {
            "height": In(range(rows + 1)), "width": In(range(cols + 1)), "start": In(1), "first": In(row),
            "last": In(row), "column": In(cols), "whole": In(1), "flood": In(1), "lookahead": In(1), "undo": In(1),
            "forget": In(1), "forgetting": Out(1), "port": Out(PagePort(page_rows, state)),
            "clue_row": Out(row), "clues": In(clues),
            "busy": Out(1), "contradiction": Out(1), "decided": Out(1), "flooded": Out(1), "visiting": Out(1),
            **ports,
        })


class PagedFixpoint(wiring.Component):
    """A fixpoint with :class:`Pages` to work on.

    Parameters
    ----------
    fixpoint : Fixpoint
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

    def __init__(self, fixpoint: Fixpoint, words: int):
        self._fixpoint = fixpoint
        members = fixpoint.signature.members
        pages = {name: Pages(member.signature.rows, member.signature.state, words)
                 for name, member in members.items() if member.is_signature}
        self._pages, self._own_pages = pages.pop("port"), pages
        self._passed = {name: member for name, member in members.items() if member.is_port}
        of_pages = self._pages.signature.members
        super().__init__({
            **self._passed, **{name: of_pages[name] for name in ("page", "parent", "begin", "written", "port")}})

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
