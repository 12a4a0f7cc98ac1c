"""States in pages, propagation to a fixpoint, and lookahead, for any genre."""

from abc import abstractmethod
from collections.abc import Sequence

from amaranth.hdl import Cat, Const, Module, Mux, ShapeLike, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.candidates import Candidates
from rowloom.hw.deduction.clues import ClueChange, ClueMemory
from rowloom.hw.deduction.paged_fixpoint import PagedFixpoint
from rowloom.hw.primitives.rows import check_size, lowest, one_hot_number

__all__ = ["Counters", "Deducer"]

_EFFORT_BITS = 10
"""Visits that are told apart when branch cells are compared."""


class Counters(data.StructLayout):
    """Counts since ``begin``: lookaheads, row visits; clocks that a fixpoint spent on each of its ``works`` (the first
    of these that applies), and on the rest of lookahead (seeking candidates, copying states)."""

    def __init__(self, works: Sequence[str]):
        super().__init__({name: 32 for name in ("probes", "visits", *works, "probing")})


class Deducer(wiring.Component):
    """Deduces all that it can from a state of a puzzle.

    ``solve`` takes the state to its fixpoint. Then it looks ahead: each of the candidates is assumed to have one value,
    then the other one. If one of the two leads to a contradiction, the other one holds. If lookahead brings nothing
    more, the page is flooded. This is repeated until the puzzle is solved, nothing more follows, or there is a
    contradiction.

    If lookahead solves the puzzle, there is no other solution with that assumption. As long as another one is wanted,
    the opposite assumption holds then.

    The branch cell is the one of which the less laborious of the two assumptions took the most visits, since anything
    was deduced.

    Of the pages, the first is for lookahead, and the second for a solution that it keeps; the others are the caller's.
    A page has a word for each of the puzzle's rows, and for the frame below if states tell something of it. If the
    fixpoint has pages of columns, too, a page has at least as many words as the puzzle has columns.

    A subclass says what there is to know of a genre: it implements the methods from :meth:`make_fixpoint` on.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    words : int
        Rows of state in memory; also an attribute.
    clue_bits : int
        Of a clue.
    frame : bool
        Whether a page has a row for the frame below.
    columns : bool
        Whether the fixpoint has pages of columns.
    state : ShapeLike
        What a row of a page holds.
    works : sequence of str
        Outputs of the fixpoint that tell what it does; counted.

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
    clue, change : In
        As in :class:`ClueMemory`; not while busy.
    solve : In(1)
        Work on the page ``page``, which begins as a copy of ``parent`` if that is another one. With ``begin``, work on
        the page once it is initialised.
    solutions : In(range(4))
        How many are wanted. If lookahead finds one, it is the last one (1), or it is kept, unless one has been kept
        before (2), or it is passed over, because it was found before (0) or because it is enough to count it (3).
        Sampled with ``solve``.
    shallow : In(1)
        Neither look ahead nor flood at the end: only take the state to its fixpoint. Sampled with ``solve``.
    assume : In(enable, row, col, value)
        With ``enable``, give the cell a value first; without ``begin``, the page must be solved otherwise. Sampled with
        ``solve``.
    page, parent : In(range(words))
        Addresses of the pages' first words; sampled with ``solve`` and ``begin``.
    stop : In(1)
        End soon; the page remains valid.
    row : In(range(rows))
        The row to read from the page ``page`` while not busy.
    cells : Out(cols)
        Its cells as in a solution, one clock later.
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

    def __init__(self, rows: int, cols: int, words: int, *, clue_bits: int, frame: bool, columns: bool,
                 state: ShapeLike, works: Sequence[str]):
        name, page_words = type(self).__name__, max(rows + frame, cols if columns else 0)
        check_size(name, rows, cols)
        if words < 4 * page_words:
            grid = f"{rows} rows and {cols} columns" if columns else f"{rows} rows"
            raise ValueError(f"{name} needs at least {4 * page_words} words for {grid}, not {words}")
        self._rows, self._cols, self.words = rows, cols, words
        self._clue_bits, self._frame, self._columns = clue_bits, frame, columns
        self._state, self._works = state, works
        row, col, address = range(rows), range(cols), range(words)
        super().__init__({
            "size": In(data.StructLayout({"rows": range(rows + 1), "cols": range(cols + 1)})), "begin": In(1),
            "near": In(1), "window": In(data.StructLayout({"first": range(rows + 1), "last": range(rows + 1)})),
            "same_clues": In(1),
            "clue": In(data.StructLayout({"enable": 1, "row": row, "col": col, "value": clue_bits})),
            "change": In(ClueChange(rows, cols, clue_bits)),
            "solve": In(1), "solutions": In(range(4)), "shallow": In(1),
            "assume": In(data.StructLayout({"enable": 1, "row": row, "col": col, "value": 1})),
            "page": In(address), "parent": In(address),
            "stop": In(1), "row": In(row), "cells": Out(cols),
            "busy": Out(1), "contradiction": Out(1), "decided": Out(1), "kept": Out(1), "found": Out(32),
            "branch": Out(data.StructLayout({"row": row, "col": col})),
            "counters": Out(Counters(works)),
        })

    @abstractmethod
    def make_fixpoint(self) -> wiring.Component:
        """Return the genre's fixpoint, with these members:

        - ``height``, ``width`` : In, the puzzle's size;
        - ``start`` : In(1), ``busy`` : Out(1);
        - ``first``, ``last`` : In, rows that have changed; ``column`` : In(cols), the cell of row ``first`` that has
          got a value, or 0; ``lookahead`` : In(1), the page is for lookahead; all sampled with ``start``;
        - ``forget`` : In(1), another state begins;
        - ``contradiction``, ``decided`` : Out(1), valid when it is not busy: there is no solution; the page is one;
        - ``visiting`` : Out(1), a row is visited in this clock;
        - ``port`` : Out(PagePort); ``clue_row``, ``clues``, as in :class:`ClueMemory`; further
          ports lead to pages of its own, which begin as the same page, but are not copied with it;

        and, if it needs or has that,

        - ``whole`` : In(1), look at all rows; sampled with ``start``;
        - ``flood`` : In(1), begin with a flood, as there is one when lookahead brings nothing more; sampled with
          ``start``; ``flooded`` : Out(1), a flood has changed something; valid when it is not busy;
        - ``clue_col`` : Out, ``number`` : In, the column of a clue to read, and that clue one clock later, if the
          memory of clues tells that;
        - ``undo`` : In(1), a lookahead is over, and what it has changed outside of its page is to be taken back;
        - ``forgetting`` : Out(1), no other state may begin.
        """

    def make_clue_memory(self) -> wiring.Component:
        """Return the memory for the clues, with the members of :class:`ClueMemory`; also with ``col`` and ``number`` if
        the fixpoint reads single clues."""
        return ClueMemory(self._rows, self._cols, self._clue_bits)

    @abstractmethod
    def make_candidates(self) -> Candidates:
        """Return the unit that selects what is worth a lookahead."""

    @abstractmethod
    def empty(self, m: Module, row: Value, height: Value, width: Value) -> Value:
        """Return a row of an empty grid of a size."""

    @abstractmethod
    def solution(self, state: Value) -> Value:
        """Return a row's cells as in a solution."""

    @abstractmethod
    def see(self, m: Module, seen: Value, state: Value) -> None:
        """Drive what the candidates see of a row's state."""

    def note(self, m: Module, noted: Value, state: Value) -> None:
        """Drive what the candidates note of a row's state, if they skip values."""
        raise NotImplementedError

    @abstractmethod
    def assume_candidate(self, m: Module, fixpoint: PagedFixpoint, assumed: Value, value: Value) -> None:
        """Tell the fixpoint what is assumed, besides the row: a candidate, or no column; and its value."""

    @abstractmethod
    def is_cell(self, candidate: Value) -> Value:
        """Return whether a candidate is a cell, so that there can be a branch on it."""

    def elaborate(self, platform) -> Module:
        m = Module()
        rows, cols = self._rows, self._cols
        m.submodules.candidates = candidates = self.make_candidates()
        m.submodules.fixpoint = fixpoint = PagedFixpoint(
            self.make_fixpoint(), rows + self._frame, self._state, self.words)
        m.submodules.clue_memory = clues = self.make_clue_memory()
        here = fixpoint.port.state
        whole_input, flood_input, flooded, undo, forgetting = (
            getattr(fixpoint, name, Signal(name=name)) for name in ("whole", "flood", "flooded", "undo", "forgetting"))
        floods, skips = hasattr(fixpoint, "flood"), hasattr(candidates, "note")
        self._count(m, fixpoint)

        height = Signal(range(rows + 1))
        width = Signal(range(cols + 1))
        base, page, parent = (Signal.like(self.page, name=f"{name}_page") for name in ("base", "current", "parent"))
        page_rows = height + self._frame
        lookahead_page, last_row = Const(0), page_rows - 1
        kept_page = Mux(width > page_rows, width, page_rows) if self._columns else page_rows
        m.d.comb += [
            fixpoint.height.eq(height), fixpoint.width.eq(width), fixpoint.page.eq(page), fixpoint.parent.eq(parent),
            candidates.height.eq(height), self.cells.eq(self.solution(here)),
            clues.clue.eq(self.clue), clues.change.eq(self.change), fixpoint.clues.eq(clues.clues),
            candidates.clues.eq(clues.clues),
        ]
        if hasattr(fixpoint, "clue_col"):
            m.d.comb += [clues.col.eq(fixpoint.clue_col), fixpoint.number.eq(clues.number)]
        self.see(m, candidates.seen, here)
        if skips:
            self.note(m, candidates.note.noted, here)

        # The next fixpoint's start.
        lookahead = Signal()
        second = Signal()
        assumed = Signal(candidates.candidate.shape())
        value = Signal()
        first, last, whole, flood = Signal.like(fixpoint.first), Signal.like(fixpoint.last), Signal(), Signal()
        self.assume_candidate(m, fixpoint, assumed, value)
        m.d.comb += [
            fixpoint.first.eq(first), fixpoint.last.eq(last), whole_input.eq(whole), flood_input.eq(flood),
            fixpoint.lookahead.eq(lookahead),
        ]

        # The visits that an assumption took, and the most of those that the less laborious one of a cell took.
        effort, first_effort, most, rated = Signal(_EFFORT_BITS), Signal(_EFFORT_BITS), Signal(_EFFORT_BITS), Signal()
        less = Mux(assumed.single | (effort < first_effort), effort, first_effort)
        with m.If(fixpoint.visiting & ~effort.all()):
            m.d.sync += effort.eq(effort + 1)

        # Rows on their way into the current page: those that are `left`, the one to read, the one that is `held`.
        left, all_rows = Signal.like(fixpoint.written), Signal.like(fixpoint.written)
        row, comes = Signal(range(rows + 1)), Signal()
        read_row, reads = Signal.like(row), Signal()
        held, held_row, holds = Signal(self._state), Signal.like(row), Signal()
        upmost, upmost_row = Signal.like(left), Signal.like(row)
        m.d.comb += [upmost.eq(lowest(left)), upmost_row.eq(one_hot_number(upmost))]
        next_row = [row.eq(upmost_row), comes.eq(left.any()), left.eq(left & ~upmost)]
        gathers, begins = Signal(), Signal()
        empty = self.empty(m, row, height, width)
        m.d.comb += [
            fixpoint.port.write.eq(holds), fixpoint.port.write_row.eq(held_row), fixpoint.port.write_state.eq(held)]
        m.d.sync += [
            holds.eq(0), held_row.eq(0),
            held.eq(Mux(gathers, Value.cast(here), 0) | Mux(begins, Value.cast(empty), 0)),
        ]

        stopping, solutions, begun = Signal(), Signal(range(4)), Signal()
        same_clues, shallow, near, goes_on = (Signal() for _ in range(4))
        keeping, looked_ahead = Signal(), Signal.like(left)
        clue_row = Signal.like(clues.row)
        with m.If(self.stop):
            m.d.sync += stopping.eq(1)

        def end_trial() -> None:
            """Go on to the other assumption, or to the next candidate."""
            with m.If(~second):
                m.d.sync += [second.eq(1), lookahead.eq(1), page.eq(lookahead_page), value.eq(~value)]
                m.next = "START"
            with m.Else():
                m.next = "CHOOSE"

        with m.FSM() as fsm:
            m.d.comb += [self.busy.eq(~fsm.ongoing("IDLE")), clues.row.eq(fixpoint.clue_row | clue_row)]

            with m.State("IDLE"):
                m.d.comb += [fixpoint.page.eq(self.page), fixpoint.parent.eq(self.page), fixpoint.port.row.eq(self.row)]
                m.d.comb += clue_row.eq(self.change.row)
                m.d.sync += [page.eq(self.page), base.eq(self.page), parent.eq(self.parent), row.eq(0)]
                with m.If(self.begin):
                    m.d.comb += [fixpoint.begin.eq(1), clues.begin.eq(~self.same_clues)]
                    m.d.sync += [height.eq(self.size.rows), width.eq(self.size.cols), begun.eq(0), self.kept.eq(0)]
                    m.d.sync += [self.found.eq(0), same_clues.eq(self.same_clues), near.eq(self.near)]
                    m.d.sync += goes_on.eq(self.solve)
                    m.next = "READ"
                with m.If(self.solve):
                    m.d.sync += [
                        self.contradiction.eq(0), self.decided.eq(0), stopping.eq(0),
                        solutions.eq(self.solutions), shallow.eq(self.shallow),
                        first.eq(0), last.eq(Mux(self.begin, self.size.rows, height) - 1), whole.eq(self.assume.enable),
                        assumed.eq(0), value.eq(self.assume.value), rated.eq(0),
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
                    clues.clear.enable.eq((row != height) & ~same_clues), clues.clear.row.eq(row),
                ]
                m.d.sync += [row.eq(row + 1), holds.eq(1), held_row.eq(row)]
                with m.If(row == last_row):
                    m.next = "BEGIN TO FORGET"
            with m.State("BEGIN TO FORGET"):
                with m.If(~forgetting):
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
                # The first state after `begin` has nothing to forget: that goes on while clues are set.
                with m.If(~forgetting):
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
                    m.d.comb += [fixpoint.begin.eq(1), undo.eq(lookahead)]
                    m.d.sync += [
                        lookahead.eq(0), page.eq(base), parent.eq(base), flood.eq(0),
                        effort.eq(0), first_effort.eq(effort),
                    ]
                    with m.If(~lookahead):
                        m.d.comb += [candidates.look.eq(1), candidates.progress.eq(flooded)]
                        m.d.sync += [self.contradiction.eq(fixpoint.contradiction), self.decided.eq(fixpoint.decided)]
                        m.next = "CHOOSE"
                        with m.If(fixpoint.contradiction | fixpoint.decided | flood & ~flooded | shallow):
                            m.next = "IDLE"
                    with m.Elif(fixpoint.decided & ((solutions == 1) | (solutions == 2) & self.kept)):
                        m.d.sync += [self.decided.eq(1), parent.eq(lookahead_page), left.eq(fixpoint.written)]
                        m.next = "COPY"
                    with m.Elif(fixpoint.contradiction | fixpoint.decided):
                        # Only the opposite assumption is left.
                        m.d.comb += candidates.progress.eq(1)
                        m.d.sync += [
                            value.eq(~value), self.found.eq(self.found + (fixpoint.decided & (solutions == 3)))]
                        m.next = "START"
                        with m.If(fixpoint.decided & (solutions == 2)):
                            m.d.sync += [
                                self.kept.eq(1), keeping.eq(1), looked_ahead.eq(fixpoint.written),
                                page.eq(kept_page), left.eq(all_rows & ~fixpoint.written),
                            ]
                            m.next = "COPY"
                    with m.Else():
                        with m.If(second & self.is_cell(assumed) & (~rated | (less > most))):
                            m.d.sync += [
                                rated.eq(1), most.eq(less), self.branch.row.eq(assumed.row),
                                self.branch.col.eq(one_hot_number(assumed.column)),
                            ]
                        if skips:
                            m.d.sync += left.eq(fixpoint.written)
                            m.next = "NOTE"
                        else:
                            end_trial()

            if skips:
                with m.State("NOTE"):
                    m.d.sync += next_row
                    m.next = "NOTE ROWS"
                with m.State("NOTE ROWS"):
                    # The page at hand is the trial's parent again, so that no row of it counts as written.
                    m.d.comb += [
                        fixpoint.port.row.eq(row), fixpoint.parent.eq(lookahead_page),
                        candidates.note.enable.eq(reads), candidates.note.row.eq(read_row),
                    ]
                    m.d.sync += [*next_row, read_row.eq(row), reads.eq(comes)]
                    with m.If(~comes & ~reads):
                        end_trial()

            with m.State("CHOOSE"):
                m.d.comb += [
                    candidates.seek.eq(~stopping), fixpoint.port.row.eq(candidates.row),
                    clue_row.eq(candidates.clue_row),
                ]
                m.d.sync += [
                    first.eq(candidates.candidate.row), last.eq(candidates.candidate.row),
                    assumed.eq(candidates.candidate), value.eq(candidates.candidate.value),
                    second.eq(candidates.candidate.single),
                ]
                with m.If(stopping):
                    m.next = "IDLE"
                with m.Elif(candidates.exhausted):
                    m.d.sync += flood.eq(floods)
                    m.next = "START" if floods else "IDLE"
                with m.Elif(candidates.found):
                    m.d.sync += [
                        lookahead.eq(1), page.eq(lookahead_page), self.counters.probes.eq(self.counters.probes + 1)]
                    m.next = "START"

        with m.If(candidates.progress):
            m.d.sync += rated.eq(0)
        return m

    def _count(self, m: Module, fixpoint: PagedFixpoint) -> None:
        counters = self.counters
        m.d.sync += counters.visits.eq(counters.visits + fixpoint.visiting)
        spent = lowest(Cat(*(getattr(fixpoint, name) for name in self._works), self.busy))
        for name, now in zip((*self._works, "probing"), spent):
            m.d.sync += counters[name].eq(counters[name] + now)
