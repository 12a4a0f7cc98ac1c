"""What takes a page to the fixpoint of the local rules of a genre whose cells are shaded or not."""

from collections.abc import Mapping

from amaranth.lib.wiring import In, Member, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.pages import PagePort
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.shading.shades import Shades

__all__ = ["LocalPropagation"]


class LocalPropagation(GridUnit):
    """Takes a page to the fixpoint of local rules; a genre's own class does the work.

    Parameters
    ----------
    rows, cols
        As of :class:`.GridUnit`.
    clues : ClueRow
        The clues of a row.
    ports : mapping of str to Member, optional
        Ports that only the genre has; also an attribute.

    Members
    -------
    height, width : In(range(rows + 1)), In(range(cols + 1))
        The puzzle's size; must not change while busy.
    start : In(1)
        Start; ignored while busy.
    first, last : In(range(rows))
        Rows that have changed; sampled with ``start``.
    whole : In(1)
        Another state, or other clues: all rows may have changed; sampled with ``start``.
    column : In(cols)
        The cell of row ``first`` that gets a shade, one-hot, or 0; must not change in the four clocks after ``start``;
        with ``whole``, while busy.
    value : In(1)
        The shade that it keeps; likewise.
    lonely : In(1)
        A cell of the joined shade needs a neighbour of that shade; must not change while busy. Must be 0 where there
        may be only one.
    port : Out(PagePort)
        To the page.
    clue_row : Out(range(rows))
        The row of clues to read; 0 while it reads none.
    clues : In(ClueRow)
        Its clues, one clock later.
    busy : Out(1)
        High while it works.
    visiting : Out(1)
        A row, or a clue, is visited in this clock.
    contradiction : Out(1)
        No solution agrees with the state; the page is invalid.
    cut : Out(1)
        Otherwise: cells that have lost the joined shade since cuts were looked for last may have cut those that are
        left (see :class:`.cuts.Cuts`); valid when not busy. ``linked`` is the joined shade's plane then.
    """

    def __init__(self, rows: int, cols: int, clues: ClueRow, ports: Mapping[str, Member] | None = None):
        self.ports = dict(ports or {})
        row = range(rows)
        super().__init__(rows, cols, {
            "height": In(range(rows + 1)), "width": In(range(cols + 1)),
            "start": In(1), "first": In(row), "last": In(row), "whole": In(1),
            "column": In(cols), "value": In(1), "lonely": In(1),
            "port": Out(PagePort(rows, Shades(cols))), "clue_row": Out(row), "clues": In(clues),
            "busy": Out(1), "visiting": Out(1), "contradiction": Out(1), "cut": Out(1),
            **self.ports,
        })
