"""Select what is worth a lookahead, one candidate after the other."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import check_size, lowest

__all__ = ["Candidate", "Candidates"]


class Candidate(data.StructLayout):
    """A cell, or with ``edge`` the edge to the right of it: the row, and the column one-hot."""

    def __init__(self, rows: int, cols: int):
        super().__init__({"row": range(rows), "column": cols, "edge": 1})


class Candidates(wiring.Component):
    """Selects undecided cells that have a decided neighbour or lie at the frame, and edges between undecided cells.

    A round visits, row by row, the cells with a clue; then those without one; then the vertical edges between two
    undecided cells with a clue, if they are open. Rounds repeat until a whole one passes without ``progress``; then it
    is exhausted.

    Latency from ``seek``: none for another candidate of the current row, or 4 clocks after ``begin`` or ``look``; 2
    clocks for each further row, 5 from the last row to the first.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.

    Members
    -------
    height : In(range(rows + 1))
        The puzzle's rows, at least 1; must not change after ``begin``.
    begin : In(1)
        Start at the first row, with no row read and nothing tried.
    look : In(1)
        The state has changed: read the current row and its neighbours again.
    progress : In(1)
        All candidates are worth a lookahead again, those of the current row in the next round. Also with ``look``.
    seek : In(1)
        Request the next candidate; ``row`` and ``clue_row`` are being read. Stays 1 until ``found`` or ``exhausted``,
        or else ``begin`` must come next. Not with ``begin``, ``look`` or ``progress``.
    row : Out(range(rows + 1))
        The row to read.
    known : In(cols)
        Its decided cells, one clock later; includes all cells beyond the puzzle, those of row ``height`` too.
    open : In(cols)
        Its cells whose right edge may be a line and may be none, one clock later. The last one does not count.
    clue_row : Out(range(rows))
        The row of clues to read.
    free : In(cols)
        Its cells without a clue, one clock later.
    found : Out(1)
        ``candidate`` is valid. If ``seek`` is 1, it counts as tried from the next clock on.
    candidate : Out(Candidate)
    exhausted : Out(1)
        None is left.

    Raises
    ------
    ValueError
        If a size is less than 1.
    """

    def __init__(self, rows: int, cols: int):
        check_size("Candidates", rows, cols)
        self._rows, self._cols = rows, cols
        super().__init__({
            "height": In(range(rows + 1)),
            "begin": In(1), "look": In(1), "progress": In(1), "seek": In(1),
            "row": Out(range(rows + 1)), "known": In(cols), "open": In(cols),
            "clue_row": Out(range(rows)), "free": In(cols),
            "found": Out(1), "candidate": Out(Candidate(rows, cols)), "exhausted": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        cols = self._cols
        at, blanks, edges = Signal(range(self._rows)), Signal(), Signal()
        # The row that ends the round if there is no progress until then, once the search has been `away` from it.
        away, last_at, last_blanks, last_edges = Signal(), Signal.like(at), Signal(), Signal()
        above, here, below, open_here, open_below, free, tried = (Signal(cols) for _ in range(7))
        stale = Signal()
        beside = Cat(1, ~here)[:cols] | Cat(~here[1:], 1)
        cells = here & (above | below | beside) & Mux(blanks, free, ~free)
        with_clue = here & ~free
        pairs = with_clue & with_clue[1:] & open_here
        left = Signal(cols)
        m.d.comb += [
            left.eq(Mux(edges, pairs, cells) & ~tried),
            self.candidate.row.eq(at), self.candidate.column.eq(lowest(left)), self.candidate.edge.eq(edges),
        ]
        with m.FSM():
            with m.State("CHOOSE"):
                m.d.comb += [
                    self.row.eq(Mux(stale, at - 1, at + 2)), self.clue_row.eq(at + 1),
                    self.found.eq(~stale & left.any()),
                    self.exhausted.eq(~stale & ~self.found & away & (at == last_at)
                                      & (blanks == last_blanks) & (edges == last_edges)),
                ]
                with m.If(self.seek & stale):
                    m.d.sync += stale.eq(0)
                    m.next = "LOOK HERE"
                with m.Elif(self.seek & self.found):
                    m.d.sync += tried.eq(tried | self.candidate.column)
                with m.Elif(self.seek & ~self.exhausted):
                    m.d.sync += [tried.eq(0), away.eq(1)]
                    with m.If(at == self.height - 1):
                        m.d.sync += [at.eq(0), stale.eq(1), blanks.eq(~blanks & ~edges), edges.eq(blanks)]
                    with m.Else():
                        m.d.sync += [at.eq(at + 1), above.eq(~here), here.eq(~below), open_here.eq(open_below)]
                        m.next = "LOOK"

            with m.State("LOOK HERE"):
                m.d.comb += self.row.eq(at)
                m.d.sync += above.eq(Mux(at == 0, -1, self.known))
                m.next = "LOOK BELOW"
            with m.State("LOOK BELOW"):
                m.d.comb += [self.row.eq(at + 1), self.clue_row.eq(at)]
                m.d.sync += [here.eq(~self.known), open_here.eq(self.open)]
                m.next = "LOOK"
            with m.State("LOOK"):
                m.d.sync += [below.eq(self.known), open_below.eq(self.open), free.eq(self.free)]
                m.next = "CHOOSE"

        with m.If(self.look):
            m.d.sync += stale.eq(1)
        with m.If(self.progress):
            m.d.sync += [away.eq(0), last_at.eq(at), last_blanks.eq(blanks), last_edges.eq(edges)]
        with m.If(self.begin):
            m.d.sync += [
                stale.eq(1), at.eq(0), blanks.eq(0), edges.eq(0), tried.eq(0),
                last_at.eq(self.height - 1), last_blanks.eq(0), last_edges.eq(1),
            ]
        return m
