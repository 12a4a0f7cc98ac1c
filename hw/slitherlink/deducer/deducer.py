"""The deducer: states in pages, propagation to a fixpoint, and lookahead."""

from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import check_size, lowest, one_hot_number
from rowloom.hw.slitherlink.deducer.candidates import Candidate, Candidates
from rowloom.hw.slitherlink.deducer.paged_fixpoint import PagedFixpoint
from rowloom.hw.slitherlink.deducer.row_rules import ClueRow, RowState
from rowloom.hw.slitherlink.deducer.shapes import Shape

__all__ = ["Counters", "Deducer"]

_EFFORT_BITS = 10
"""Visits that are told apart when branch cells are compared."""


class Counters(data.StructLayout):
    """Counts since ``begin``: lookaheads, row visits; clocks spent sweeping, joining lines, flooding (the first of
    these that applies), and on the rest of lookahead (seeking candidates, copying states)."""

    def __init__(self):
        super().__init__({name: 32 for name in ("probes", "visits", "sweeping", "joining", "flooding", "probing")})


class Deducer(wiring.Component):
    """Deduces all that it can from a state of a Slitherlink puzzle.

    ``solve`` takes the state to its fixpoint. Then it looks ahead: each of the :class:`Candidates` is assumed to be
    outside, then inside, or if it is an edge a line, then none. If one of the two leads to a contradiction, the other
    one holds. If lookahead brings nothing more, the page is flooded. This is repeated until the puzzle is solved,
    nothing more follows, or there is a contradiction.

    If lookahead solves the puzzle, there is no other solution with that assumption. As long as another one is wanted,
    the opposite assumption holds then.

    The branch cell is the one of which the less laborious of the two assumptions took the most visits, since anything
    was deduced.

    Of the pages, ``height + 1`` words each, the first is for lookahead, and the second for a solution that it keeps;
    the others are the caller's.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    words : int
        Rows of state in memory; also an attribute.

    Members
    -------
    size : In(rows, cols)
        The next puzzle's size; sampled with ``begin``.
    begin : In(1)
        Initialise the page ``page`` for an empty grid.
    near : In(1)
        Copy the rows of the page ``parent`` that are not in ``window``; sampled with ``begin``.
    window : In(first, last)
        Rows; must not change while busy with ``begin``.
    same_clues : In(1)
        Do not remove all clues, nor clear the counters; sampled with ``begin``.
    clue : In(enable, row, col, value)
        With ``enable``, set the clue of a cell. The clues of a row must follow each other; not while busy.
    change : In(enable, row, col, value, valued, free, unlike)
        With ``enable``, change the clue of a cell: the cell is ``free`` of it; or, until the next change, the number of
        lines is any other one (``unlike``). Without ``valued``, the value is what it was. Takes two clocks; neither
        while busy nor before the last ``clue``.
    solve : In(1)
        Work on the page ``page``, which begins as a copy of ``parent`` if that is another one. With ``begin``, work on
        the page once it is initialised.
    solutions : In(range(4))
        How many are wanted. If lookahead finds one, it is the last one (1), or it is kept, unless one has been kept
        before (2), or it is passed over, because it was found before (0) or because it is enough to count it (3).
        Sampled with ``solve``.
    shallow : In(1)
        Neither look ahead nor flood at the end: only take the state to its fixpoint, where it is decided if its lines
        have become a loop. Sampled with ``solve``.
    assume : In(enable, row, col, outside)
        With ``enable``, give the cell a colour first; the page must be solved otherwise. Sampled with ``solve``.
    page, parent : In(range(words))
        Addresses of the pages' first words; sampled with ``solve`` and ``begin``.
    stop : In(1)
        End soon; the page remains valid.
    row : In(range(rows))
        The row to read from the page ``page`` while not busy.
    inside : Out(cols)
        Its cells that may be inside, one clock later.
    busy : Out(1)
        High while it works. The outputs below are valid when it is low again.
    contradiction : Out(1)
        There is no solution; the page is invalid.
    decided : Out(1)
        The page is a solution.
    kept : Out(1)
        Lookahead has found a solution since ``begin``, which is in the second page.
    found : Out(32)
        The number of solutions that lookahead has counted since ``begin``, modulo 2**32.
    branch : Out(row, col)
        Otherwise, the branch cell.
    counters : Out(Counters)

    Raises
    ------
    ValueError
        If a size is less than 1, or four pages of the largest grid do not fit.
    """

    def __init__(self, rows: int, cols: int, words: int = 512):
        check_size("Deducer", rows, cols)
        if words < 4 * (rows + 1):
            raise ValueError(f"Deducer needs at least {4 * (rows + 1)} words for {rows} rows, not {words}")
        self._rows, self._cols, self.words = rows, cols, words
        row, col, address = range(rows), range(cols), range(words)
        super().__init__({
            "size": In(data.StructLayout({"rows": range(rows + 1), "cols": range(cols + 1)})), "begin": In(1),
            "near": In(1), "window": In(data.StructLayout({"first": range(rows + 1), "last": range(rows + 1)})),
            "same_clues": In(1), "clue": In(data.StructLayout({"enable": 1, "row": row, "col": col, "value": 2})),
            "change": In(data.StructLayout({
                "enable": 1, "row": row, "col": col, "value": 2, "valued": 1, "free": 1, "unlike": 1})),
            "solve": In(1), "solutions": In(range(4)), "shallow": In(1),
            "assume": In(data.StructLayout({"enable": 1, "row": row, "col": col, "outside": 1})),
            "page": In(address), "parent": In(address),
            "stop": In(1), "row": In(row), "inside": Out(cols),
            "busy": Out(1), "contradiction": Out(1), "decided": Out(1), "kept": Out(1), "found": Out(32),
            "branch": Out(data.StructLayout({"row": row, "col": col})),
            "counters": Out(Counters()),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        rows, cols = self._rows, self._cols
        m.submodules.candidates = candidates = Candidates(rows, cols)
        m.submodules.fixpoint = fixpoint = PagedFixpoint(rows, cols, self.words)
        here = fixpoint.port.state
        self._count(m, fixpoint)
        no_clues = self._keep_clues(m, fixpoint)

        height = Signal(range(rows + 1))
        width = Signal(range(cols + 1))
        base, page, parent = (Signal.like(self.page, name=f"{name}_page") for name in ("base", "current", "parent"))
        lookahead_page, kept_page = Const(0), height + 1
        line_below, none_below = (
            reduce(or_, (here.shapes[number] for number, shape in enumerate(Shape) if shape.south == south))
            for south in (1, 0)
        )
        m.d.comb += [
            fixpoint.height.eq(height), fixpoint.width.eq(width), fixpoint.page.eq(page), fixpoint.parent.eq(parent),
            candidates.height.eq(height), candidates.known.eq(~(here.inside & here.outside)),
            candidates.open.eq((line_below & none_below)[1:]), candidates.free.eq(fixpoint.clues.free),
            self.inside.eq(here.inside),
        ]

        # The next fixpoint's start.
        lookahead = Signal()
        second = Signal()
        assumed = Signal(Candidate(rows, cols))
        colour = Signal()
        first, last, whole, flood = Signal.like(fixpoint.first), Signal.like(fixpoint.last), Signal(), Signal()
        m.d.comb += [
            fixpoint.first.eq(first), fixpoint.last.eq(last), fixpoint.whole.eq(whole),
            fixpoint.column.eq(assumed.column), fixpoint.edge.eq(assumed.edge), fixpoint.colour.eq(colour),
            fixpoint.flood.eq(flood), fixpoint.lookahead.eq(lookahead),
        ]

        # The visits that an assumption took, and the most of those that the less laborious one of a cell took.
        effort, first_effort, most, rated = Signal(_EFFORT_BITS), Signal(_EFFORT_BITS), Signal(_EFFORT_BITS), Signal()
        less = Mux(effort < first_effort, effort, first_effort)
        with m.If(fixpoint.visiting & ~effort.all()):
            m.d.sync += effort.eq(effort + 1)

        # Rows on their way into the current page: those that are `left`, the one to read, the one that is `held`.
        left, all_rows = Signal(rows + 1), Signal(rows + 1)
        row, comes = Signal(range(rows + 1)), Signal()
        read_row, reads = Signal.like(row), Signal()
        held, held_row, holds = Signal(RowState(cols)), Signal.like(row), Signal()
        upmost, upmost_row = Signal.like(left), Signal.like(row)
        m.d.comb += [upmost.eq(lowest(left)), upmost_row.eq(one_hot_number(upmost))]
        next_row = [row.eq(upmost_row), comes.eq(left.any()), left.eq(left & ~upmost)]
        gathers, begins = Signal(), Signal()
        framed = self._framed(m, row, height, width)
        m.d.comb += [
            fixpoint.port.write.eq(holds), fixpoint.port.write_row.eq(held_row), fixpoint.port.write_state.eq(held)]
        m.d.sync += [
            holds.eq(0), held_row.eq(0),
            held.eq(Mux(gathers, here.as_value(), 0) | Mux(begins, framed.as_value(), 0)),
        ]

        stopping, solutions, begun = Signal(), Signal(range(4)), Signal()
        same_clues, shallow, near, goes_on = (Signal() for _ in range(4))
        keeping, looked_ahead = Signal(), Signal(rows + 1)
        with m.If(self.stop):
            m.d.sync += stopping.eq(1)
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))

            with m.State("IDLE"):
                m.d.comb += [fixpoint.page.eq(self.page), fixpoint.parent.eq(self.page), fixpoint.port.row.eq(self.row)]
                m.d.comb += fixpoint.clue_row.eq(self.change.row)
                m.d.sync += [page.eq(self.page), base.eq(self.page), parent.eq(self.parent), row.eq(0)]
                with m.If(self.begin):
                    m.d.comb += fixpoint.begin.eq(1)
                    m.d.sync += [height.eq(self.size.rows), width.eq(self.size.cols), begun.eq(0), self.kept.eq(0)]
                    m.d.sync += [self.found.eq(0), same_clues.eq(self.same_clues), near.eq(self.near)]
                    m.d.sync += goes_on.eq(self.solve)
                    m.next = "READ"
                with m.If(self.solve):
                    m.d.sync += [
                        self.contradiction.eq(0), self.decided.eq(0), stopping.eq(0),
                        solutions.eq(self.solutions), shallow.eq(self.shallow),
                        # All rows, because their lines are to be joined.
                        first.eq(0), last.eq(Mux(self.begin, self.size.rows, height)), whole.eq(self.assume.enable),
                        assumed.eq(0), colour.eq(self.assume.outside), rated.eq(0),
                    ]
                    with m.If(self.assume.enable):
                        m.d.sync += [first.eq(self.assume.row), assumed.column.eq(1 << self.assume.col)]
                    with m.If(~self.begin):
                        m.next = "ANOTHER STATE"

            with m.State("READ"):
                m.next = "BEGIN"
            with m.State("BEGIN"):
                copies = near & ((row < self.window.first) | (row > self.window.last))
                m.d.comb += [
                    gathers.eq(copies), begins.eq(~copies), fixpoint.port.row.eq(row + 1),
                    fixpoint.write_clues.enable.eq((row != height) & ~same_clues), fixpoint.write_clues.row.eq(row),
                    fixpoint.write_clues.clues.eq(no_clues),
                ]
                m.d.sync += [row.eq(row + 1), holds.eq(1), held_row.eq(row)]
                with m.If(row == height):
                    m.next = "BEGIN TO FORGET"
            with m.State("BEGIN TO FORGET"):
                with m.If(~fixpoint.forgetting):
                    m.d.comb += fixpoint.forget.eq(1)
                    m.next = "BEGUN"
            with m.State("BEGUN"):
                m.d.sync += [all_rows.eq(fixpoint.written), begun.eq(1)]
                with m.If(~same_clues):
                    m.d.sync += self.counters.eq(0)
                with m.If(begun):
                    m.next = "IDLE"
                    with m.If(goes_on):
                        m.next = "ANOTHER STATE"

            with m.State("ANOTHER STATE"):
                # The first state after `begin` has no joined lines to remove: that goes on while clues are set.
                with m.If(~fixpoint.forgetting):
                    m.d.comb += [fixpoint.begin.eq(1), fixpoint.forget.eq(~begun), candidates.begin.eq(1)]
                    m.d.sync += [begun.eq(0), left.eq(all_rows), parent.eq(Mux(begun, page, parent))]
                    m.next = "START"
                    with m.If((page != parent) & ~begun):
                        m.next = "COPY"

            # Copy rows of the parent to the current page.
            with m.State("COPY"):
                m.d.sync += next_row
                m.next = "COPY ROWS"
            with m.State("COPY ROWS"):
                m.d.comb += [fixpoint.port.row.eq(row), gathers.eq(1)]
                m.d.sync += [*next_row, read_row.eq(row), reads.eq(comes), held_row.eq(read_row), holds.eq(reads)]
                with m.If(~comes & ~reads):
                    m.next = "COPIED"
            with m.State("COPIED"):
                # A solution to keep is in part on its own page, in part on the page that it began as.
                m.d.comb += fixpoint.begin.eq(~keeping)
                m.d.sync += [keeping.eq(0), page.eq(base), parent.eq(base)]
                m.next = "START"
                with m.If(keeping):
                    m.d.sync += [page.eq(page), parent.eq(lookahead_page), left.eq(looked_ahead)]
                    m.next = "COPY"
                with m.Elif(self.decided):
                    m.next = "IDLE"

            with m.State("START"):
                m.d.comb += fixpoint.start.eq(1)
                m.d.sync += whole.eq(0)
                m.next = "RUN"

            with m.State("RUN"):
                with m.If(~fixpoint.busy):
                    m.d.comb += [fixpoint.begin.eq(1), fixpoint.undo.eq(lookahead)]
                    m.d.sync += [
                        lookahead.eq(0), page.eq(base), parent.eq(base), flood.eq(0),
                        effort.eq(0), first_effort.eq(effort),
                    ]
                    with m.If(~lookahead):
                        m.d.comb += [candidates.look.eq(1), candidates.progress.eq(fixpoint.flooded)]
                        m.d.sync += [self.contradiction.eq(fixpoint.contradiction), self.decided.eq(fixpoint.decided)]
                        m.next = "CHOOSE"
                        with m.If(fixpoint.contradiction | fixpoint.decided | flood & ~fixpoint.flooded | shallow):
                            m.next = "IDLE"
                    with m.Elif(fixpoint.decided & ((solutions == 1) | (solutions == 2) & self.kept)):
                        m.d.sync += [self.decided.eq(1), parent.eq(lookahead_page), left.eq(fixpoint.written)]
                        m.next = "COPY"
                    with m.Elif(fixpoint.contradiction | fixpoint.decided):
                        # Only the opposite assumption is left.
                        m.d.comb += candidates.progress.eq(1)
                        m.d.sync += [
                            colour.eq(~colour), self.found.eq(self.found + (fixpoint.decided & (solutions == 3)))]
                        m.next = "START"
                        with m.If(fixpoint.decided & (solutions == 2)):
                            m.d.sync += [
                                self.kept.eq(1), keeping.eq(1), looked_ahead.eq(fixpoint.written),
                                page.eq(kept_page), left.eq(all_rows & ~fixpoint.written),
                            ]
                            m.next = "COPY"
                    with m.Elif(~second):
                        m.d.sync += [second.eq(1), lookahead.eq(1), page.eq(lookahead_page), colour.eq(~colour)]
                        m.next = "START"
                    with m.Else():
                        with m.If(~assumed.edge & (~rated | (less > most))):
                            m.d.sync += [
                                rated.eq(1), most.eq(less), self.branch.row.eq(assumed.row),
                                self.branch.col.eq(one_hot_number(assumed.column)),
                            ]
                        m.next = "CHOOSE"

            with m.State("CHOOSE"):
                m.d.comb += [
                    candidates.seek.eq(~stopping), fixpoint.port.row.eq(candidates.row),
                    fixpoint.clue_row.eq(candidates.clue_row),
                ]
                m.d.sync += [
                    first.eq(candidates.candidate.row), last.eq(candidates.candidate.row + 1),
                    assumed.eq(candidates.candidate), colour.eq(~candidates.candidate.edge), second.eq(0),
                ]
                with m.If(stopping):
                    m.next = "IDLE"
                with m.Elif(candidates.exhausted):
                    m.d.sync += flood.eq(1)
                    m.next = "START"
                with m.Elif(candidates.found):
                    m.d.sync += [
                        lookahead.eq(1), page.eq(lookahead_page), self.counters.probes.eq(self.counters.probes + 1)]
                    m.next = "START"

        with m.If(candidates.progress):
            m.d.sync += rated.eq(0)
        return m

    def _keep_clues(self, m: Module, fixpoint: PagedFixpoint) -> Value:
        """Write a row of clues again with each clue that comes or changes; return a row without clues."""
        cols, write = self._cols, fixpoint.write_clues
        no_clues = ClueRow(cols).const({"low": 0, "high": 0, "free": -1})
        gathered, row, gathering = Signal(ClueRow(cols)), Signal.like(self.clue.row), Signal()
        changing, changed = Signal(), Signal.like(self.change)
        clue, free, unlike, valued = Signal.like(self.clue), Signal(), Signal(cols), Signal()
        cell, clues = Signal(cols), Signal(ClueRow(cols))
        m.d.sync += changing.eq(self.change.enable)
        with m.If(self.change.enable):
            m.d.sync += changed.eq(self.change)
        m.d.comb += [
            clue.eq(self.clue), valued.eq(1),
            clues.eq(Mux(gathering & (row == self.clue.row), gathered.as_value(), no_clues.as_value())),
            fixpoint.unlike_row.eq(changed.row), fixpoint.unlike.eq(unlike),
        ]
        with m.If(changing):
            m.d.comb += [
                *(clue[name].eq(changed[name]) for name in ("enable", "row", "col", "value")),
                free.eq(changed.free), valued.eq(changed.valued), clues.eq(fixpoint.clues),
            ]
            m.d.sync += unlike.eq(Mux(changed.unlike, cell, 0))
        with m.If(self.begin & ~self.same_clues):
            m.d.sync += unlike.eq(0)
        m.d.comb += [
            cell.eq(1 << clue.col),
            write.enable.eq(clue.enable), write.row.eq(clue.row),
            *(write.clues[name].eq(Mux(valued, clues[name] & ~cell | Mux(value, cell, 0), clues[name]))
              for name, value in (("low", clue.value[0]), ("high", clue.value[1]))),
            write.clues.free.eq(clues.free & ~cell | Mux(free, cell, 0)),
        ]
        with m.If(self.begin):
            m.d.sync += gathering.eq(0)
        with m.If(self.clue.enable):
            m.d.sync += [gathered.eq(write.clues), row.eq(self.clue.row), gathering.eq(1)]
        return no_clues

    def _framed(self, m: Module, row: Signal, height: Signal, width: Signal) -> Signal:
        """Return a row of an empty grid. Cells beyond the puzzle are outside."""
        cells, vertices = self._cols, self._cols + 1
        state, in_puzzle, right = Signal(RowState(cells)), Signal(cells), Signal(vertices)
        m.d.comb += [
            in_puzzle.eq((1 << width) - 1), right.eq(1 << width),
            state.inside.eq(in_puzzle & (row != height).replicate(cells)), state.outside.eq(-1),
        ]
        for number, shape in enumerate(Shape):
            possible = Cat(in_puzzle, 0) | right
            if shape is Shape.EMPTY:
                possible = Const(-1, vertices)
            if shape.west:
                possible &= ~Const(1, vertices)
            if shape.east:
                possible &= ~right
            if shape.north:
                possible &= (row != 0).replicate(vertices)
            if shape.south:
                possible &= (row != height).replicate(vertices)
            m.d.comb += state.shapes[number].eq(possible)
        return state

    def _count(self, m: Module, fixpoint: PagedFixpoint) -> None:
        counters = self.counters
        m.d.sync += counters.visits.eq(counters.visits + fixpoint.visiting)
        kinds = lowest(Cat(fixpoint.sweeping, fixpoint.joining, fixpoint.flooding, self.busy))
        for name, spent in zip(("sweeping", "joining", "flooding", "probing"), kinds):
            m.d.sync += counters[name].eq(counters[name] + spent)
