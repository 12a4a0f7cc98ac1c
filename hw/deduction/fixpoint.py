"""The base class of units that propagate a state to its fixpoint."""

from collections.abc import Mapping

from amaranth.hdl import ShapeLike
from amaranth.lib.wiring import In, Member, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.units import GridUnit

__all__ = ["Fixpoint"]


class Fixpoint(GridUnit):
    """The ports of a unit that propagates a page to the fixpoint of a genre's rules; subclasses do the work.

    Parameters
    ----------
    page_rows : int
        The number of rows of a page.
    state : ShapeLike
        The contents of a row of a page.
    clues : ClueRow
        The clues of a row.
    ports : mapping of str to Member
        The genre's other ports: the assumption about a cell, and outputs that are high while some kind of work is done.
        Each interface among them leads to another kind of page, which begins with the same parent as the page of
        ``port``, and is not copied with it.
    """

    def __init__(self, rows: int, cols: int, *, page_rows: int, state: ShapeLike, clues: ClueRow,
                 ports: Mapping[str, Member]):
        row = range(rows)
        super().__init__(rows, cols, {
            # The puzzle's size; must not change while busy.
            "height": In(range(rows + 1)), "width": In(range(cols + 1)),
            "start": In(1),  # start; ignored while busy
            "first": In(row), "last": In(row),  # the rows that have changed; sampled with ``start``
            # The cell of row ``first`` that has got a value, one-hot, or 0; must not change while busy.
            "column": In(cols),
            "whole": In(1),  # visit all rows; sampled with ``start``
            "flood": In(1),  # begin with a flood, because lookahead found nothing more; sampled with ``start``
            "lookahead": In(1),  # the page is for lookahead; sampled with ``start``
            # A lookahead is over: undo its changes outside the page. Must come once after each lookahead.
            "undo": In(1),
            "forget": In(1),  # Another state begins. Not while busy or ``forgetting``.
            "forgetting": Out(1),  # no other state may begin
            "clue_row": Out(row),  # the row of clues to read; 0 while it reads none
            "clues": In(clues),  # the clues of this row, one clock later
            "busy": Out(1),  # High while it works. The next three outputs are valid while idle.
            "contradiction": Out(1),  # no solution agrees with the state; the page is invalid
            "decided": Out(1),  # the page is a solution
            "flooded": Out(1),  # the flood of this ``start`` has changed something
            "visiting": Out(1),  # a row is visited in this clock
            "port": Out(PagePort(page_rows, state)),
            **ports,
        })
