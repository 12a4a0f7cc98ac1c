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
    rows, cols
        As of :class:`.GridUnit`.
    page_rows : int
        Rows of a page.
    state : ShapeLike
        The contents of a row of a page.
    clues : ClueRow
        The clues of a row.
    ports : mapping of str to Member
        The genre's other ports: the assumption about a cell, and outputs that are high while some kind of work is done.
        Each interface among them leads to another kind of page, which begins with the same parent as the page of
        ``port``, and is not copied with it.

    Members
    -------
    height, width: The puzzle's size; must not change while busy.
    start: Start; ignored while busy.
    first, last: The rows that have changed; sampled with ``start``.
    column: The cell of row ``first`` that has got a value, one-hot, or 0; must not change while busy.
    whole: Visit all rows; sampled with ``start``.
    flood: Begin with a flood, because lookahead found nothing more; sampled with ``start``.
    lookahead: The page is for lookahead; sampled with ``start``.
    undo: A lookahead is over: undo its changes outside the page. Once after each lookahead.
    forget: Another state begins. Not while busy or ``forgetting``.
    forgetting: No other state may begin.
    port: To the page.
    clue_row: The row of clues to read; 0 while it reads none.
    clues: Its clues, one clock later.
    busy: High while it works. The next three outputs are valid while idle.
    contradiction: No solution agrees with the state; the page is invalid.
    decided: The page is a solution.
    flooded: The flood of this ``start`` has changed something.
    visiting: A row is visited in this clock.
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
