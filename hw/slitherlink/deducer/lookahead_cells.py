"""Select the cells worth a lookahead, one after the other."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import check_size, lowest, one_hot_number

__all__ = ["LookaheadCells"]


class LookaheadCells(wiring.Component):
    """Selects undecided cells that have a decided neighbour or lie at the frame.

    A round visits the cells with a clue row by row, then those without one. Rounds repeat until a whole one passes
    without ``progress``; then it is exhausted.

    Latency from ``seek``: none for another cell of the current row, or 4 clocks after ``begin`` or ``look``; 2 clocks
    for each further row, 5 from the last row to the first.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.

    Members
    -------
    height : In(range(rows + 1))
        The puzzle's rows, at least 1; must not change after ``begin``.
    begin : In(1)
        Start at the first row, with no row read and no cell tried.
    look : In(1)
        Cells have been decided: read the current row and its neighbours again.
    progress : In(1)
        All cells are worth a lookahead again, those of the current row in the next round. Also with ``look``.
    seek : In(1)
        Request the next cell; ``row`` and ``clue_row`` are being read. Stays 1 until ``found`` or ``exhausted``, or
        else ``begin`` must come next. Not with ``begin``, ``look`` or ``progress``.
    row : Out(range(rows + 1))
        The row to read.
    known : In(cols)
        Its decided cells, one clock later; includes all cells beyond the puzzle, those of row ``height`` too.
    clue_row : Out(range(rows))
        The row of clues to read.
    free : In(cols)
        Its cells without a clue, one clock later.
    found : Out(1)
        ``cell`` is valid. If ``seek`` is 1, it counts as tried from the next clock on.
    cell : Out(row, column)
        The cell: its row, and its column one-hot.
    exhausted : Out(1)
        No cell is left.
    branch : Out(row, col)
        The first cell found since ``begin`` or ``progress``; valid from the next clock on.

    Raises
    ------
    ValueError
        If a size is less than 1.
    """

    def __init__(self, rows: int, cols: int):
        check_size("LookaheadCells", rows, cols)
        self._rows, self._cols = rows, cols
        super().__init__({
            "height": In(range(rows + 1)),
            "begin": In(1), "look": In(1), "progress": In(1), "seek": In(1),
            "row": Out(range(rows + 1)), "known": In(cols), "clue_row": Out(range(rows)), "free": In(cols),
            "found": Out(1), "cell": Out(data.StructLayout({"row": range(rows), "column": cols})),
            "exhausted": Out(1), "branch": Out(data.StructLayout({"row": range(rows), "col": range(cols)})),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        cols = self._cols
        at, blanks = Signal(range(self._rows)), Signal()
        # The row that ends the round if there is no progress until then, once the search has been `away` from it.
        away, last_at, last_blanks = Signal(), Signal.like(at), Signal()
        above, here, below, free, tried = (Signal(cols) for _ in range(5))
        chosen, stale = Signal(), Signal()
        beside = Cat(1, ~here)[:cols] | Cat(~here[1:], 1)
        m.d.comb += [
            self.cell.row.eq(at),
            self.cell.column.eq(lowest(here & (above | below | beside) & Mux(blanks, free, ~free) & ~tried)),
        ]
        with m.FSM():
            with m.State("CHOOSE"):
                m.d.comb += [
                    self.row.eq(Mux(stale, at - 1, at + 2)), self.clue_row.eq(at + 1),
                    self.found.eq(~stale & self.cell.column.any()),
                    self.exhausted.eq(~stale & ~self.found & away & (at == last_at) & (blanks == last_blanks)),
                ]
                with m.If(self.seek & stale):
                    m.d.sync += stale.eq(0)
                    m.next = "LOOK HERE"
                with m.Elif(self.seek & self.found):
                    m.d.sync += tried.eq(tried | self.cell.column)
                    with m.If(~chosen):
                        m.d.sync += [
                            chosen.eq(1), self.branch.row.eq(at), self.branch.col.eq(one_hot_number(self.cell.column))]
                with m.Elif(self.seek & ~self.exhausted):
                    m.d.sync += [tried.eq(0), away.eq(1)]
                    with m.If(at == self.height - 1):
                        m.d.sync += [at.eq(0), stale.eq(1), blanks.eq(~blanks)]
                    with m.Else():
                        m.d.sync += [at.eq(at + 1), above.eq(~here), here.eq(~below)]
                        m.next = "LOOK"

            with m.State("LOOK HERE"):
                m.d.comb += self.row.eq(at)
                m.d.sync += above.eq(Mux(at == 0, -1, self.known))
                m.next = "LOOK BELOW"
            with m.State("LOOK BELOW"):
                m.d.comb += [self.row.eq(at + 1), self.clue_row.eq(at)]
                m.d.sync += here.eq(~self.known)
                m.next = "LOOK"
            with m.State("LOOK"):
                m.d.sync += [below.eq(self.known), free.eq(self.free)]
                m.next = "CHOOSE"

        with m.If(self.look):
            m.d.sync += stale.eq(1)
        with m.If(self.progress):
            m.d.sync += [away.eq(0), last_at.eq(at), last_blanks.eq(blanks), chosen.eq(0)]
        with m.If(self.begin):
            m.d.sync += [
                stale.eq(1), at.eq(0), blanks.eq(0), tried.eq(0), chosen.eq(0),
                last_at.eq(self.height - 1), last_blanks.eq(1),
            ]
        return m
