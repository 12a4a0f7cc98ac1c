"""States in pages, propagation to a fixpoint, and lookahead, for any genre."""

from abc import abstractmethod
from collections.abc import Callable, Sequence

from amaranth.hdl import Cat, Module, Mux, Signal, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.candidates import Candidates
from rowloom.hw.deduction.clues import ClueChange, ClueMemory
from rowloom.hw.deduction.filling import Filling
from rowloom.hw.deduction.fixpoint import Fixpoint, PagedFixpoint
from rowloom.hw.deduction.rating import Rating
from rowloom.hw.primitives.rows import lowest
from rowloom.hw.primitives.units import GridUnit

__all__ = ["Counters", "Deducer"]

_LOOKAHEAD_PAGE = 0
"""The address of the page for lookahead."""


class Counters(data.StructLayout):
    """Counts since ``begin``: lookaheads, row visits; clocks that a fixpoint spent on each of its ``works`` (the first
    of these that applies), and on the rest of lookahead (seeking candidates, copying states)."""

    def __init__(self, works: Sequence[str]):
        super().__init__({name: 32 for name in ("probes", "visits", *works, "probing")})


class Deducer(GridUnit):
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

    A subclass says what there is to know of a genre: it implements the methods from :meth:`empty` on.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    words : int
        Rows of state in memory; also an attribute.
    clue_bits : int
        Of a clue.
    fixpoint : callable
        Return the genre's :class:`.Fixpoint`; called with the rows and columns, as the next two.
    candidates : callable
        Return the unit that selects what is worth a lookahead.
    clue_memory : callable, optional
        Return the memory for the clues, if it is not a mere :class:`ClueMemory`.
    frame : bool, optional
        Whether a page has a row for the frame below.
    columns : bool, optional
        Whether the fixpoint has pages of columns.
    floods : bool, optional
        Whether the fixpoint can be asked for a flood.
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

    def __init__(self, rows: int, cols: int, words: int, *, clue_bits: int, fixpoint: Callable[[int, int], Fixpoint],
                 candidates: Callable[[int, int], Candidates], works: Sequence[str],
                 clue_memory: Callable[[int, int], ClueMemory] | None = None,
                 frame: bool = False, columns: bool = False, floods: bool = False):
        row, col, address = range(rows), range(cols), range(words)
        super().__init__(rows, cols, {
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
        page_words = max(rows + frame, cols if columns else 0)
        if words < 4 * page_words:
            grid = f"{rows} rows and {cols} columns" if columns else f"{rows} rows"
            raise ValueError(f"{type(self).__name__} needs at least {4 * page_words} words for {grid}, not {words}")
        self.words = words
        self._frame, self._columns, self._floods, self._works = frame, columns, floods, works
        self._candidates = candidates(rows, cols)
        self._clue_memory = clue_memory(rows, cols) if clue_memory else ClueMemory(rows, cols, clue_bits)
        self._fixpoint = PagedFixpoint(fixpoint(rows, cols), words)
        page = self._fixpoint.port.signature
        self._filling, self._rating = Filling(page.rows, page.state), Rating(rows, cols)
        self._held = _Held(self, self._fixpoint, self._candidates, self._clue_memory)

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
        """Connect what is assumed, besides the row and the column, with the fixpoint: a candidate, and its value."""

    @abstractmethod
    def is_cell(self, candidate: Value) -> Value:
        """Return whether a candidate is a cell, so that there can be a branch on it."""

    def connect_clues(self, m: Module, clues: ClueMemory, fixpoint: PagedFixpoint) -> None:
        """Connect the memory of clues with what reads it, but for the row's number."""
        m.d.comb += [fixpoint.clues.eq(clues.clues), self._candidates.clues.eq(clues.clues)]

    def elaborate(self, platform) -> Module:
        m = Module()
        held, here = self._held, self._fixpoint.port.state
        fixpoint, candidates, filling, rating = self._fixpoint, self._candidates, self._filling, self._rating
        m.submodules.candidates, m.submodules.fixpoint = candidates, fixpoint
        m.submodules.clue_memory = clues = self._clue_memory
        m.submodules.filling, m.submodules.rating = filling, rating
        self._count(m)
        self.connect_clues(m, clues, fixpoint)
        self.see(m, candidates.seen, here)
        if candidates.skips:
            self.note(m, candidates.note.noted, here)
        self.assume_candidate(m, fixpoint, held.assumed, held.value)
        m.d.comb += [
            fixpoint.port.row.eq(filling.port.row | held.row), fixpoint.port.write.eq(filling.port.write),
            fixpoint.port.write_row.eq(filling.port.write_row), fixpoint.port.write_state.eq(filling.port.write_state),
            filling.port.state.eq(here),
            fixpoint.height.eq(held.height), fixpoint.width.eq(held.width),
            fixpoint.page.eq(held.page), fixpoint.parent.eq(held.parent),
            fixpoint.first.eq(held.first), fixpoint.last.eq(held.last), fixpoint.column.eq(held.assumed.column),
            fixpoint.whole.eq(held.whole), fixpoint.flood.eq(held.flood), fixpoint.lookahead.eq(held.lookahead),
            candidates.height.eq(held.height), self.cells.eq(self.solution(here)),
            clues.clue.eq(self.clue), clues.change.eq(self.change), clues.row.eq(fixpoint.clue_row | held.clue_row),
            clues.clear.enable.eq(filling.begins & (filling.row != held.height) & ~held.same_clues),
            clues.clear.row.eq(filling.row),
            filling.last.eq(self._page_rows - 1), filling.near.eq(held.near),
            filling.window.first.eq(self.window.first), filling.window.last.eq(self.window.last),
            filling.empty.eq(self.empty(m, filling.row, held.height, held.width)),
            rating.visiting.eq(fixpoint.visiting), rating.single.eq(held.assumed.single),
            rating.row.eq(held.assumed.row), rating.column.eq(held.assumed.column), self.branch.eq(rating.branch),
        ]
        with m.If(candidates.progress):
            m.d.comb += rating.forget.eq(1)
        with m.If(self.stop):
            m.d.sync += held.stopping.eq(1)
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            self._commands(m)
            self._beginning(m)
            self._copying(m)
            self._running(m)
            self._choosing(m)
        return m

    @property
    def _page_rows(self) -> Value:
        return self._held.height + self._frame

    @property
    def _kept_page(self) -> Value:
        """The page behind the one for lookahead."""
        rows, width = self._page_rows, self._held.width
        return Mux(width > rows, width, rows) if self._columns else rows

    def _commands(self, m: Module) -> None:
        """Wait for a command, and for rows and clues to be read."""
        held, fixpoint = self._held, self._fixpoint
        with m.State("IDLE"):
            m.d.comb += [fixpoint.page.eq(self.page), fixpoint.parent.eq(self.page), held.row.eq(self.row)]
            m.d.comb += held.clue_row.eq(self.change.row)
            m.d.sync += [held.page.eq(self.page), held.base.eq(self.page), held.parent.eq(self.parent)]
            with m.If(self.begin):
                m.d.comb += [
                    fixpoint.begin.eq(1), self._filling.begin.eq(1), self._clue_memory.begin.eq(~self.same_clues)]
                m.d.sync += [
                    held.height.eq(self.size.rows), held.width.eq(self.size.cols), held.begun.eq(0), self.kept.eq(0),
                    self.found.eq(0), held.same_clues.eq(self.same_clues), held.near.eq(self.near),
                    held.goes_on.eq(self.solve),
                ]
                m.next = "BEGIN"
            with m.If(self.solve):
                m.d.comb += self._rating.forget.eq(1)
                m.d.sync += [
                    self.contradiction.eq(0), self.decided.eq(0), held.stopping.eq(0),
                    held.solutions.eq(self.solutions), held.shallow.eq(self.shallow),
                    held.first.eq(0), held.last.eq(Mux(self.begin, self.size.rows, held.height) - 1),
                    held.whole.eq(self.assume.enable), held.assumed.eq(0), held.value.eq(self.assume.value),
                ]
                with m.If(self.assume.enable):
                    m.d.sync += [
                        held.first.eq(self.assume.row), held.assumed.column.eq(1 << self.assume.col)]
                with m.If(~self.begin):
                    m.next = "ANOTHER STATE"

    def _beginning(self, m: Module) -> None:
        """Initialise the page."""
        held, fixpoint = self._held, self._fixpoint
        with m.State("BEGIN"):
            with m.If(self._filling.done):
                m.next = "BEGIN TO FORGET"
        with m.State("BEGIN TO FORGET"):
            with m.If(~fixpoint.forgetting):
                m.d.comb += fixpoint.forget.eq(1)
                m.next = "BEGUN"
        with m.State("BEGUN"):
            m.d.sync += [held.all_rows.eq(fixpoint.written), held.begun.eq(1)]
            with m.If(~held.same_clues):
                m.d.sync += self.counters.eq(0)
            with m.If(held.begun):
                m.next = "IDLE"
                with m.If(held.goes_on):
                    m.next = "ANOTHER STATE"

    def _copying(self, m: Module) -> None:
        """Copy rows of the parent to the current page: of the page that a state begins as, or of a solution."""
        held, fixpoint, filling = self._held, self._fixpoint, self._filling
        with m.State("ANOTHER STATE"):
            m.d.comb += filling.asked.eq(held.all_rows)
            # The first state after `begin` has nothing to forget: that goes on while clues are set.
            with m.If(~fixpoint.forgetting):
                m.d.comb += [
                    fixpoint.begin.eq(1), fixpoint.forget.eq(~held.begun), self._candidates.begin.eq(1)]
                m.d.sync += [held.begun.eq(0), held.parent.eq(Mux(held.begun, held.page, held.parent))]
                m.next = "START"
                with m.If((held.page != held.parent) & ~held.begun):
                    m.d.comb += filling.copy.eq(1)
                    m.next = "COPY"
        with m.State("COPY"):
            with m.If(filling.done):
                m.next = "COPIED"
        with m.State("COPIED"):
            # A solution to keep is in part on its own page, in part on the page that it began as.
            m.d.comb += [fixpoint.begin.eq(~held.keeping), filling.asked.eq(held.looked_ahead)]
            m.d.sync += [held.keeping.eq(0), held.page.eq(held.base), held.parent.eq(held.base)]
            m.next = "START"
            with m.If(held.keeping):
                m.d.comb += filling.copy.eq(1)
                m.d.sync += [held.page.eq(held.page), held.parent.eq(_LOOKAHEAD_PAGE)]
                m.next = "COPY"
            with m.Elif(self.decided):
                m.next = "IDLE"

    def _running(self, m: Module) -> None:
        """Take a page to its fixpoint: the caller's, or that of a lookahead."""
        held, fixpoint, candidates = self._held, self._fixpoint, self._candidates
        with m.State("START"):
            m.d.comb += fixpoint.start.eq(1)
            m.d.sync += held.whole.eq(0)
            m.next = "RUN"
        with m.State("RUN"):
            with m.If(~fixpoint.busy):
                m.d.comb += [fixpoint.begin.eq(1), fixpoint.undo.eq(held.lookahead), self._rating.ends.eq(1)]
                m.d.sync += [held.lookahead.eq(0), held.page.eq(held.base), held.parent.eq(held.base), held.flood.eq(0)]
                with m.If(held.lookahead):
                    self._judge_trial(m)
                with m.Else():
                    m.d.comb += [candidates.look.eq(1), candidates.progress.eq(fixpoint.flooded)]
                    m.d.sync += [self.contradiction.eq(fixpoint.contradiction), self.decided.eq(fixpoint.decided)]
                    m.next = "CHOOSE"
                    with m.If(fixpoint.contradiction | fixpoint.decided | held.flood & ~fixpoint.flooded
                              | held.shallow):
                        m.next = "IDLE"

    def _judge_trial(self, m: Module) -> None:
        """Conclude what follows from the end of a lookahead."""
        held, fixpoint, filling = self._held, self._fixpoint, self._filling
        m.d.comb += filling.asked.eq(fixpoint.written)
        with m.If(fixpoint.decided & ((held.solutions == 1) | (held.solutions == 2) & self.kept)):
            m.d.comb += filling.copy.eq(1)
            m.d.sync += [self.decided.eq(1), held.parent.eq(_LOOKAHEAD_PAGE)]
            m.next = "COPY"
        with m.Elif(fixpoint.contradiction | fixpoint.decided):
            # Only the opposite assumption is left.
            m.d.comb += self._candidates.progress.eq(1)
            m.d.sync += [
                held.value.eq(~held.value), self.found.eq(self.found + (fixpoint.decided & (held.solutions == 3)))]
            m.next = "START"
            with m.If(fixpoint.decided & (held.solutions == 2)):
                m.d.comb += [filling.copy.eq(1), filling.asked.eq(held.all_rows & ~fixpoint.written)]
                m.d.sync += [
                    self.kept.eq(1), held.keeping.eq(1), held.looked_ahead.eq(fixpoint.written),
                    held.page.eq(self._kept_page),
                ]
                m.next = "COPY"
        with m.Else():
            m.d.comb += self._rating.tried.eq(held.second & self.is_cell(held.assumed))
            if self._candidates.skips:
                m.d.comb += filling.read.eq(1)
                m.next = "NOTE"
            else:
                self._end_trial(m)

    def _end_trial(self, m: Module) -> None:
        """Go on to the other assumption, or to the next candidate."""
        held = self._held
        with m.If(~held.second):
            m.d.sync += [
                held.second.eq(1), held.lookahead.eq(1), held.page.eq(_LOOKAHEAD_PAGE), held.value.eq(~held.value)]
            m.next = "START"
        with m.Else():
            m.next = "CHOOSE"

    def _choosing(self, m: Module) -> None:
        """Look ahead: note what a trial has led to, and try the next candidate."""
        held, candidates, filling = self._held, self._candidates, self._filling
        candidate = candidates.candidate
        if candidates.skips:
            with m.State("NOTE"):
                # The page at hand is the trial's parent again, so that no row of it counts as written.
                m.d.comb += [
                    self._fixpoint.parent.eq(_LOOKAHEAD_PAGE),
                    candidates.note.enable.eq(filling.reads), candidates.note.row.eq(filling.read_row),
                ]
                with m.If(filling.done):
                    self._end_trial(m)
        with m.State("CHOOSE"):
            m.d.comb += [
                candidates.seek.eq(~held.stopping), held.row.eq(candidates.row),
                held.clue_row.eq(candidates.clue_row),
            ]
            m.d.sync += [
                held.first.eq(candidate.row), held.last.eq(candidate.row), held.assumed.eq(candidate),
                held.value.eq(candidate.value), held.second.eq(candidate.single),
            ]
            with m.If(held.stopping):
                m.next = "IDLE"
            with m.Elif(candidates.exhausted):
                m.d.sync += held.flood.eq(self._floods)
                m.next = "START" if self._floods else "IDLE"
            with m.Elif(candidates.found):
                m.d.sync += [
                    held.lookahead.eq(1), held.page.eq(_LOOKAHEAD_PAGE),
                    self.counters.probes.eq(self.counters.probes + 1),
                ]
                m.next = "START"

    def _count(self, m: Module) -> None:
        counters, fixpoint = self.counters, self._fixpoint
        m.d.sync += counters.visits.eq(counters.visits + fixpoint.visiting)
        spent = lowest(Cat(*(getattr(fixpoint, name) for name in self._works), self.busy))
        for name, now in zip((*self._works, "probing"), spent):
            m.d.sync += counters[name].eq(counters[name] + now)


class _Held:
    """What a deducer keeps from clock to clock, besides its outputs; and the rows that are read in this clock."""

    def __init__(self, deducer: Deducer, fixpoint: PagedFixpoint, candidates: Candidates, clues: ClueMemory):
        # The puzzle's size, and all rows of a page of it.
        self.height = Signal.like(fixpoint.height)
        self.width = Signal.like(fixpoint.width)
        self.all_rows = Signal.like(fixpoint.written)
        # The caller's page, the current one, and the one that this begins as.
        self.base, self.page, self.parent = (
            Signal.like(deducer.page, name=f"{name}_page") for name in ("base", "current", "parent"))
        # The next fixpoint's start.
        self.first = Signal.like(fixpoint.first)
        self.last = Signal.like(fixpoint.last)
        self.whole = Signal()
        self.flood = Signal()
        self.lookahead = Signal()
        self.second = Signal()
        self.assumed = Signal(candidates.candidate.shape())
        self.value = Signal()
        # The command, and whether it is to be ended.
        self.solutions = Signal.like(deducer.solutions)
        self.same_clues = Signal()
        self.near = Signal()
        self.shallow = Signal()
        self.goes_on = Signal()
        self.begun = Signal()
        self.stopping = Signal()
        # Whether a solution that lookahead has found is being kept, and which rows are on its own page.
        self.keeping = Signal()
        self.looked_ahead = Signal.like(fixpoint.written)
        # Not kept: what is read besides what the fixpoint and the filling read; 0 for nothing.
        self.row = Signal.like(fixpoint.port.row)
        self.clue_row = Signal.like(clues.row)
