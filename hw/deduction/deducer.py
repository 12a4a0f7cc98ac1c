"""The deducer for any genre: it holds states in pages, propagates them to a fixpoint, and looks ahead."""

from abc import abstractmethod
from collections.abc import Callable, Sequence

from amaranth.hdl import Cat, Module, Mux, Signal, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.candidates import Candidates, Rating
from rowloom.hw.deduction.clues import ClueChange, ClueMemory
from rowloom.hw.deduction.pages import PageFiller, Pages
from rowloom.hw.deduction.propagation import Fixpoint
from rowloom.hw.primitives.rows import lowest
from rowloom.hw.primitives.units import GridUnit, share_port

__all__ = ["Counters", "Deducer"]

_LOOKAHEAD_PAGE = 0
"""The address of the page for lookahead."""


class Counters(data.StructLayout):
    """The counters since ``begin``. ``probes`` counts the candidates that were tried, and ``visits`` counts the visits
    of rows. The counters in ``works`` count the clocks of each kind of work of the fixpoint; a clock with several kinds
    of work counts only for the first of these kinds. ``probing`` counts the other clocks in which the deducer is busy:
    it selects candidates or copies rows."""

    def __init__(self, works: Sequence[str]):
        super().__init__({name: 32 for name in ("probes", "visits", *works, "probing")})


class Deducer(GridUnit):
    """Deduce all that follows from a state of a puzzle, with propagation and lookahead.

    ``solve`` propagates the state to its fixpoint. Then it looks ahead: it tries one value of each candidate, then the
    other value. If a trial leads to a contradiction, the other value is right. When lookahead finds nothing more, some
    genres search for unreachable cells with a flood (``floods``). All this is repeated until the puzzle is solved,
    nothing more follows, or there is a contradiction.

    If a trial solves the puzzle, its solution is the only solution with the value that was tried. To find a further
    solution, the unit continues with the candidate's other value.

    The trials since the latest deduction determine the branch cell; see :class:`.Rating`.

    The first page is for lookahead, and the second page is for a solution that the unit saves; the caller uses the
    other pages. A page has a word for each of the puzzle's rows and, with ``frame``, a word for the frame below the
    last row. Some fixpoints also keep the state column by column, in pages with a word per column
    (``columns``). Then each page has at least as many words as the puzzle has columns.

    Each genre has a subclass, which implements the abstract methods.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    words : int
        The number of words in the memory for pages; also an attribute.
    clue_bits : int
        The number of bits of a clue.
    fixpoint : callable
        Return the genre's :class:`.Fixpoint`; called with ``rows`` and ``cols``, like the next two callables.
    candidates : callable
        Return the unit that selects candidates.
    clue_memory : callable, optional
        Return the memory for the clues; by default a :class:`ClueMemory`.
    frame : bool, optional
        Whether a page has a word for the frame below the last row.
    columns : bool, optional
        Whether the fixpoint has pages of columns.
    floods : bool, optional
        Whether the unit requests a flood from the fixpoint when lookahead finds nothing more.
    works : sequence of str
        The names of the fixpoint's outputs that show its current work, for the counters.

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
            # The next puzzle's size; sampled with ``begin``.
            "size": In(data.StructLayout({"rows": range(rows + 1), "cols": range(cols + 1)})),
            "begin": In(1),  # initialise the page ``page`` for an empty grid
            # Initialise only the rows in ``window``, and copy the other rows from the page ``parent``; sampled with
            # ``begin``.
            "near": In(1),
            # The first and the last row of the window; must not change while busy with ``begin``.
            "window": In(data.StructLayout({"first": range(rows + 1), "last": range(rows + 1)})),
            "same_clues": In(1),  # keep the clues and the counters; sampled with ``begin``
            # As in :class:`ClueMemory`; must not be enabled while busy.
            "clue": In(data.StructLayout({"enable": 1, "row": row, "col": col, "value": clue_bits})),
            "change": In(ClueChange(rows, cols, clue_bits)),
            # Work on the page ``page``. If ``parent`` is a different page, ``page`` begins as a copy of ``parent``.
            # With ``begin``, work on the page after its initialisation.
            "solve": In(1),
            # The number of solutions to find; sampled with ``solve``. If 1, the work ends with the first solution that
            # a trial finds. If 2, the first solution is saved, and the work ends with the second. If 0, solutions are
            # ignored, because the caller already knows them. If 3, solutions are only counted.
            "solutions": In(range(4)),
            # Only propagate the state to its fixpoint, without lookahead and without the final flood; sampled with
            # ``solve``.
            "shallow": In(1),
            # With ``enable``, assign a value to the cell first; without ``begin``, the page must be the result of an
            # earlier ``solve``. Sampled with ``solve``.
            "assume": In(data.StructLayout({"enable": 1, "row": row, "col": col, "value": 1})),
            # Addresses of the pages' first words; sampled with ``solve`` and ``begin``.
            "page": In(address), "parent": In(address),
            "stop": In(1),  # end the work soon; the page remains valid
            "row": In(row),  # the row to read from the page ``page`` while idle
            "cells": Out(cols),  # this row's cells, as :meth:`solution` returns them; one clock later
            "busy": Out(1),  # High while the unit works. The outputs below are valid while idle.
            "contradiction": Out(1),  # there is no solution; the page is invalid
            "decided": Out(1),  # the page is a solution
            "saved": Out(1),  # since ``begin``, lookahead has saved a solution in the second page
            "found": Out(32),  # the number of solutions that lookahead has counted since ``begin``, modulo 2**32
            # The branch cell, if neither contradiction nor solution was found.
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
        self._fixpoint = fixpoint(rows, cols)
        ports = {name: member.signature for name, member in self._fixpoint.signature.members.items()
                 if member.is_signature}
        self._all_pages = {name: Pages(port.rows, port.state, words) for name, port in ports.items()}
        self._pages, self._port = self._all_pages["port"], ports["port"].create(path=("port",))
        self._filler, self._rating = PageFiller(ports["port"].rows, ports["port"].state), Rating(rows, cols)
        self._regs = _Registers(self, self._fixpoint, self._candidates, self._pages)

    @abstractmethod
    def empty(self, m: Module, row: Value, height: Value, width: Value) -> Value:
        """Return a row of an empty grid of this size."""

    @abstractmethod
    def solution(self, state: Value) -> Value:
        """Return the cells of a row in the form that they have in a solution."""

    @abstractmethod
    def see(self, m: Module, seen: Value, state: Value) -> None:
        """Drive the candidates' input ``seen`` from a row's state."""

    def note(self, m: Module, noted: Value, state: Value) -> None:
        """Drive the candidates' input ``note.noted`` from a row's state. Only called if the candidates' attribute
        ``skips`` is true."""
        raise NotImplementedError

    @abstractmethod
    def assume_candidate(self, m: Module, fixpoint: Fixpoint, assumed: Value, value: Value) -> None:
        """Connect the assumed candidate's kind and value to the fixpoint. The row and the column are already
        connected."""

    @abstractmethod
    def is_cell(self, candidate: Value) -> Value:
        """Return whether a candidate is a cell. Only a cell can become the branch cell."""

    def connect_clues(self, m: Module, clues: ClueMemory, fixpoint: Fixpoint) -> None:
        """Connect the clues that the memory outputs to the units that read them."""
        m.d.comb += [fixpoint.clues.eq(clues.clues), self._candidates.clues.eq(clues.clues)]

    def elaborate(self, platform) -> Module:
        m = Module()
        regs, port, pages = self._regs, self._port, self._pages
        fixpoint, candidates, filler, rating = self._fixpoint, self._candidates, self._filler, self._rating
        m.submodules.candidates, m.submodules.fixpoint = candidates, fixpoint
        m.submodules.clue_memory = clues = self._clue_memory
        m.submodules.filler, m.submodules.rating, m.submodules.pages = filler, rating, pages
        self._count(m)
        self.connect_clues(m, clues, fixpoint)
        self.see(m, candidates.seen, port.state)
        if candidates.skips:
            self.note(m, candidates.note.noted, port.state)
        self.assume_candidate(m, fixpoint, regs.assumed, regs.value)
        # The fixpoint's other pages have the same addresses as the pages of its port.
        for name, other in self._all_pages.items():
            if other is not pages:
                m.submodules[name] = other
                share_port(m, other.port, [getattr(fixpoint, name)])
                m.d.comb += [other.page.eq(pages.page), other.parent.eq(pages.parent), other.begin.eq(pages.begin)]
        share_port(m, pages.port, [fixpoint.port, port])
        m.d.comb += [
            port.row.eq(filler.port.row | regs.row), filler.port.state.eq(port.state),
            port.write.eq(filler.port.write), port.write_row.eq(filler.port.write_row),
            port.write_state.eq(filler.port.write_state),
            pages.page.eq(regs.page), pages.parent.eq(regs.parent),
            *(getattr(fixpoint, name).eq(getattr(regs, name))
              for name in ("height", "width", "first", "last", "whole", "flood", "lookahead")),
            fixpoint.column.eq(regs.assumed.column),
            candidates.height.eq(regs.height), self.cells.eq(self.solution(port.state)),
            clues.clue.eq(self.clue), clues.change.eq(self.change), clues.row.eq(fixpoint.clue_row | regs.clue_row),
            clues.clear.enable.eq(filler.begins & (filler.row != regs.height) & ~regs.same_clues),
            clues.clear.row.eq(filler.row),
            filler.last.eq(self._page_rows - 1), filler.near.eq(regs.near),
            filler.window.first.eq(self.window.first), filler.window.last.eq(self.window.last),
            filler.empty.eq(self.empty(m, filler.row, regs.height, regs.width)),
            rating.visiting.eq(fixpoint.visiting), rating.single.eq(regs.assumed.single),
            rating.row.eq(regs.assumed.row), rating.column.eq(regs.assumed.column), self.branch.eq(rating.branch),
        ]
        with m.If(candidates.progress):
            m.d.comb += rating.forget.eq(1)
        with m.If(self.stop):
            m.d.sync += regs.stopping.eq(1)
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
        return self._regs.height + self._frame

    @property
    def _saved_page(self) -> Value:
        """The address of the page for a saved solution: the page after the page for lookahead."""
        rows, width = self._page_rows, self._regs.width
        return Mux(width > rows, width, rows) if self._columns else rows

    def _commands(self, m: Module) -> None:
        """Wait for a command; read rows and clues."""
        regs, pages = self._regs, self._pages
        with m.State("IDLE"):
            m.d.comb += [
                pages.page.eq(self.page), pages.parent.eq(self.page), regs.row.eq(self.row),
                regs.clue_row.eq(self.change.row),
            ]
            m.d.sync += [regs.page.eq(self.page), regs.base.eq(self.page), regs.parent.eq(self.parent)]
            self._forget(m)
            with m.If(self.begin):
                m.d.comb += [pages.begin.eq(1), self._filler.begin.eq(1), self._clue_memory.begin.eq(~self.same_clues)]
                m.d.sync += [
                    regs.height.eq(self.size.rows), regs.width.eq(self.size.cols), regs.begun.eq(0), self.saved.eq(0),
                    self.found.eq(0), regs.same_clues.eq(self.same_clues), regs.near.eq(self.near),
                    regs.solves_next.eq(self.solve),
                ]
                with m.If(~self.same_clues):
                    m.d.sync += regs.stale.eq(1)  # the size may be different
                m.next = "BEGIN"
            with m.If(self.solve):
                m.d.comb += self._rating.forget.eq(1)
                m.d.sync += [
                    self.contradiction.eq(0), self.decided.eq(0), regs.stopping.eq(0),
                    regs.solutions.eq(self.solutions), regs.shallow.eq(self.shallow),
                    regs.first.eq(0), regs.last.eq(Mux(self.begin, self.size.rows, regs.height) - 1),
                    regs.whole.eq(self.assume.enable), regs.assumed.eq(0), regs.value.eq(self.assume.value),
                ]
                with m.If(self.assume.enable):
                    m.d.sync += [regs.first.eq(self.assume.row), regs.assumed.column.eq(1 << self.assume.col)]
                with m.If(~self.begin):
                    m.next = "ANOTHER STATE"

    def _forget(self, m: Module) -> None:
        """Let the fixpoint forget the previous state, as early as possible: while the unit is idle or initialises a
        page."""
        m.d.comb += self._fixpoint.forget.eq(self._regs.stale)
        m.d.sync += self._regs.stale.eq(0)

    def _beginning(self, m: Module) -> None:
        """Initialise the page."""
        regs = self._regs
        with m.State("BEGIN"):
            self._forget(m)
            with m.If(self._filler.done):
                m.next = "BEGUN"
        with m.State("BEGUN"):
            m.d.sync += [regs.all_rows.eq(self._pages.written), regs.begun.eq(1)]
            with m.If(~regs.same_clues):
                m.d.sync += self.counters.eq(0)
            with m.If(regs.begun):
                m.next = "IDLE"
                with m.If(regs.solves_next):
                    m.next = "ANOTHER STATE"

    def _copying(self, m: Module) -> None:
        """Copy rows of the parent to the current page: to begin a state, or to save a solution."""
        regs, filler, pages = self._regs, self._filler, self._pages
        with m.State("ANOTHER STATE"):
            m.d.comb += [filler.requested.eq(regs.all_rows), pages.begin.eq(1), self._candidates.begin.eq(1)]
            m.d.sync += [regs.begun.eq(0), regs.parent.eq(Mux(regs.begun, regs.page, regs.parent))]
            m.next = "START"
            with m.If((regs.page != regs.parent) & ~regs.begun):
                m.d.comb += filler.copy.eq(1)
                m.next = "COPY"
        with m.State("COPY"):
            with m.If(filler.done):
                m.next = "COPIED"
        with m.State("COPIED"):
            # A solution to be saved is copied in two steps: first the rows that the trial did not write, from the
            # trial's parent; then the rows that it wrote, from the page for lookahead.
            m.d.comb += [pages.begin.eq(~regs.saving), filler.requested.eq(regs.lookahead_rows)]
            m.d.sync += [regs.saving.eq(0), regs.page.eq(regs.base), regs.parent.eq(regs.base)]
            m.next = "START"
            with m.If(regs.saving):
                m.d.comb += filler.copy.eq(1)
                m.d.sync += [regs.page.eq(regs.page), regs.parent.eq(_LOOKAHEAD_PAGE)]
                m.next = "COPY"
            with m.Elif(self.decided):
                m.next = "IDLE"

    def _running(self, m: Module) -> None:
        """Propagate the caller's page, or the page for lookahead, to its fixpoint."""
        regs, fixpoint, candidates = self._regs, self._fixpoint, self._candidates
        with m.State("START"):
            m.d.comb += fixpoint.start.eq(1)
            m.d.sync += [regs.whole.eq(0), regs.stale.eq(1)]
            m.next = "RUN"
        with m.State("RUN"):
            with m.If(~fixpoint.busy):
                m.d.comb += [self._pages.begin.eq(1), fixpoint.undo.eq(regs.lookahead), self._rating.ends.eq(1)]
                m.d.sync += [regs.lookahead.eq(0), regs.page.eq(regs.base), regs.parent.eq(regs.base), regs.flood.eq(0)]
                with m.If(regs.lookahead):
                    self._judge_trial(m)
                with m.Else():
                    m.d.comb += [candidates.look.eq(1), candidates.progress.eq(fixpoint.flooded)]
                    m.d.sync += [self.contradiction.eq(fixpoint.contradiction), self.decided.eq(fixpoint.decided)]
                    m.next = "CHOOSE"
                    with m.If(fixpoint.contradiction | fixpoint.decided | regs.flood & ~fixpoint.flooded
                              | regs.shallow):
                        m.next = "IDLE"

    def _judge_trial(self, m: Module) -> None:
        """Draw the conclusion from a trial."""
        regs, fixpoint, filler, pages = self._regs, self._fixpoint, self._filler, self._pages
        m.d.comb += filler.requested.eq(pages.written)
        with m.If(fixpoint.decided & ((regs.solutions == 1) | (regs.solutions == 2) & self.saved)):
            m.d.comb += filler.copy.eq(1)
            m.d.sync += [self.decided.eq(1), regs.parent.eq(_LOOKAHEAD_PAGE)]
            m.next = "COPY"
        with m.Elif(fixpoint.contradiction | fixpoint.decided):
            # The candidate must have the other value.
            m.d.comb += self._candidates.progress.eq(1)
            m.d.sync += [
                regs.value.eq(~regs.value), self.found.eq(self.found + (fixpoint.decided & (regs.solutions == 3)))]
            m.next = "START"
            with m.If(fixpoint.decided & (regs.solutions == 2)):
                m.d.comb += [filler.copy.eq(1), filler.requested.eq(regs.all_rows & ~pages.written)]
                m.d.sync += [
                    self.saved.eq(1), regs.saving.eq(1), regs.lookahead_rows.eq(pages.written),
                    regs.page.eq(self._saved_page),
                ]
                m.next = "COPY"
        with m.Else():
            m.d.comb += self._rating.tried.eq(regs.second & self.is_cell(regs.assumed))
            if self._candidates.skips:
                m.d.comb += filler.read.eq(1)
                m.next = "NOTE"
            else:
                self._end_trial(m)

    def _end_trial(self, m: Module) -> None:
        """Try the other value, or the next candidate."""
        regs = self._regs
        with m.If(~regs.second):
            m.d.sync += [
                regs.second.eq(1), regs.lookahead.eq(1), regs.page.eq(_LOOKAHEAD_PAGE), regs.value.eq(~regs.value)]
            m.next = "START"
        with m.Else():
            m.next = "CHOOSE"

    def _choosing(self, m: Module) -> None:
        """Look ahead: note the results of a trial, and try the next candidate."""
        regs, candidates, filler = self._regs, self._candidates, self._filler
        candidate = candidates.candidate
        if candidates.skips:
            with m.State("NOTE"):
                # No row of the current page counts as written, so all rows are read from its parent: the page for
                # lookahead, with the result of the trial.
                m.d.comb += [
                    self._pages.parent.eq(_LOOKAHEAD_PAGE),
                    candidates.note.enable.eq(filler.reads), candidates.note.row.eq(filler.read_row),
                ]
                with m.If(filler.done):
                    self._end_trial(m)
        with m.State("CHOOSE"):
            m.d.comb += [
                candidates.seek.eq(~regs.stopping), regs.row.eq(candidates.row), regs.clue_row.eq(candidates.clue_row)]
            m.d.sync += [
                regs.first.eq(candidate.row), regs.last.eq(candidate.row), regs.assumed.eq(candidate),
                regs.value.eq(candidate.value), regs.second.eq(candidate.single),
            ]
            with m.If(regs.stopping):
                m.next = "IDLE"
            with m.Elif(candidates.exhausted):
                m.d.sync += regs.flood.eq(self._floods)
                m.next = "START" if self._floods else "IDLE"
            with m.Elif(candidates.found):
                m.d.sync += [
                    regs.lookahead.eq(1), regs.page.eq(_LOOKAHEAD_PAGE),
                    self.counters.probes.eq(self.counters.probes + 1),
                ]
                m.next = "START"

    def _count(self, m: Module) -> None:
        counters, fixpoint = self.counters, self._fixpoint
        m.d.sync += counters.visits.eq(counters.visits + fixpoint.visiting)
        spent = lowest(Cat(*(getattr(fixpoint, name) for name in self._works), self.busy))
        for name, now in zip((*self._works, "probing"), spent):
            m.d.sync += counters[name].eq(counters[name] + now)


class _Registers:
    """The registers of a deducer that are not outputs, and the rows that it reads in this clock."""

    def __init__(self, deducer: Deducer, fixpoint: Fixpoint, candidates: Candidates, pages: Pages):
        # The puzzle's size, and a mask of the rows of its pages.
        self.height = Signal.like(fixpoint.height)
        self.width = Signal.like(fixpoint.width)
        self.all_rows = Signal.like(pages.written)
        # The caller's page, the current page, and its parent.
        self.base, self.page, self.parent = (
            Signal.like(deducer.page, name=f"{name}_page") for name in ("base", "current", "parent"))
        # Inputs of the fixpoint when it starts next, and whether it then runs the candidate's second trial.
        self.first = Signal.like(fixpoint.first)
        self.last = Signal.like(fixpoint.last)
        self.whole = Signal()
        self.flood = Signal()
        self.lookahead = Signal()
        self.second = Signal()
        self.assumed = Signal(candidates.candidate.shape())
        self.value = Signal()
        # The inputs of the current command.
        self.solutions = Signal.like(deducer.solutions)
        self.same_clues = Signal()
        self.near = Signal()
        self.shallow = Signal()
        self.solves_next = Signal()
        # The fixpoint has not yet forgotten the previous state.
        self.stale = Signal()
        self.begun = Signal()
        self.stopping = Signal()
        # `saving`: a solution of lookahead is being saved. `lookahead_rows`: the rows of this solution that are in the
        # page for lookahead.
        self.saving = Signal()
        self.lookahead_rows = Signal.like(pages.written)
        # These signals are not registers: they select the rows that the deducer itself reads, or are 0 if it reads
        # none.
        self.row = Signal.like(deducer._port.row)
        self.clue_row = Signal.like(deducer.change.row)
