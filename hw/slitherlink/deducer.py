"""The deducing engine: states in pages, what follows from them, and what follows from trying both colours of a cell."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import data, enum, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from ..primitives.rows import check_size, lowest, one_hot_number
from .fixpoint import Fixpoint
from .pages import Pages
from .row_rules import ClueRow, RowState
from .shapes import Shape

__all__ = ["Counters", "Deducer"]


class Counters(data.StructLayout):
    """What has happened since ``begin``: cells probed, rows visited; clocks spent sweeping, joining lines, flooding,
    and on all else that probing takes (candidates sought, states copied and compared)."""

    def __init__(self):
        super().__init__({name: 32 for name in ("probes", "visits", "sweeping", "joining", "flooding", "probing")})


class _Trial(enum.Enum, shape=2):
    """What the fixpoint being sought is for."""

    NONE = 0
    FIRST = 1
    SECOND = 2


class Deducer(wiring.Component):
    """Takes a state of a Slitherlink puzzle as far as deduction goes.

    ``solve`` seeks the state's fixpoint. Then it probes: of every cell that is undecided and has a decided neighbour,
    or lies at the frame, both colours are tried, each on a page of its own. A colour that contradicts leaves the
    other one; otherwise what is possible with neither colour is struck out. The cells with clues are probed first.
    This goes on until the puzzle is solved, nothing follows any more, or there is a contradiction.

    The first two pages' worth of memory is used for the trials; the others, of ``height + 1`` words each, are the
    caller's.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    words : int
        Rows of state in memory.

    Members
    -------
    size : In(rows, cols)
        The next puzzle's size; sampled with ``begin``.
    begin : In(1)
        Makes the page ``page`` know only what the frame tells, and forgets all clues.
    clue : In(enable, row, col, value)
        With ``enable``, the clue of a cell. The clues of a row must follow each other, not while busy.
    solve : In(1)
        Works on the page ``page``, which begins as a copy of ``parent`` if that is another one.
    any_solution : In(1)
        Stop at the first solution met: trying a colour may find one though there are others. Sampled with
        ``solve``.
    assume : In(enable, row, col, outside)
        With ``enable``, the cell is given a colour first: what else is known of the page must have been solved before.
        Sampled with ``solve``.
    page, parent : In(range(words))
        Addresses of the pages' first words; sampled with ``solve`` and ``begin``.
    stop : In(1)
        End soon; the page remains of use.
    row : In(range(rows))
        A row to be read from the page ``page`` while not busy.
    inside : Out(cols)
        Its cells that may be inside, one clock later.
    busy : Out(1)
        It works. What follows is right when it is 0 again.
    contradiction : Out(1)
        There is no solution; the page is of no use.
    decided : Out(1)
        The page is a solution.
    pick : Out(row, col)
        Otherwise, the cell to branch on.
    counters : Out(Counters)

    Attributes
    ----------
    words : int
        As given.

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
            "size": In(data.StructLayout({"rows": range(rows + 1), "cols": range(cols + 1)})),
            "begin": In(1),
            "clue": In(data.StructLayout({"enable": 1, "row": row, "col": col, "value": 2})),
            "solve": In(1), "any_solution": In(1),
            "assume": In(data.StructLayout({"enable": 1, "row": row, "col": col, "outside": 1})),
            "page": In(address), "parent": In(address),
            "stop": In(1), "row": In(row), "inside": Out(cols),
            "busy": Out(1), "contradiction": Out(1), "decided": Out(1),
            "pick": Out(data.StructLayout({"row": row, "col": col})),
            "counters": Out(Counters()),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        rows, cols = self._rows, self._cols
        m.submodules.pages = pages = Pages(rows, cols, self.words)
        m.submodules.fixpoint = fixpoint = Fixpoint(rows, cols)
        m.submodules.clues = clue_memory = Memory(shape=ClueRow(cols), depth=rows, init=[])
        read_clues, write_clues = clue_memory.read_port(), clue_memory.write_port()
        port = pages.port
        height, width = Signal(range(rows + 1)), Signal(range(cols + 1))
        base = Signal.like(self.page)
        trial_pages = Const(0), height + 1

        m.d.comb += [
            fixpoint.height.eq(height), fixpoint.port.state.eq(port.state),
            fixpoint.written_first.eq(pages.first), fixpoint.written_last.eq(pages.last),
            fixpoint.clues.eq(read_clues.data), read_clues.addr.eq(fixpoint.clue_row),
            self.inside.eq(port.state.inside),
        ]
        m.d.comb += [getattr(port, name).eq(getattr(fixpoint.port, name))
                     for name in ("row", "write", "write_row", "write_state")]
        page, parent = Signal.like(base), Signal.like(base)
        m.d.comb += [pages.page.eq(page), pages.parent.eq(parent)]
        self._count(m, fixpoint)

        # Clues come one by one; their row is written again with each.
        gathered, gathered_row, gathering = Signal(ClueRow(cols)), Signal.like(self.clue.row), Signal()
        cell = Signal(cols)
        clues = Signal(ClueRow(cols))
        no_clues = ClueRow(cols).const({"low": 0, "high": 0, "free": -1})
        m.d.comb += [
            cell.eq(1 << self.clue.col),
            clues.eq(Mux(gathering & (gathered_row == self.clue.row), gathered.as_value(), no_clues.as_value())),
            write_clues.addr.eq(self.clue.row),
            write_clues.data.low.eq(clues.low | cell & self.clue.value[0].replicate(cols)),
            write_clues.data.high.eq(clues.high | cell & self.clue.value[1].replicate(cols)),
            write_clues.data.free.eq(clues.free & ~cell),
            write_clues.en.eq(self.clue.enable),
        ]
        with m.If(self.clue.enable):
            m.d.sync += [gathered.eq(write_clues.data), gathered_row.eq(self.clue.row), gathering.eq(1)]

        # What the next fixpoint begins with.
        trial = Signal(_Trial)
        start = fixpoint.start
        first, last = Signal.like(fixpoint.first), Signal.like(fixpoint.last)
        column, colour, coloured = Signal(cols), Signal(), Signal()
        m.d.comb += [
            fixpoint.first.eq(first), fixpoint.last.eq(last), fixpoint.column.eq(column),
            fixpoint.colour.eq(colour), fixpoint.coloured.eq(coloured), fixpoint.trial.eq(trial != _Trial.NONE),
        ]

        # The search for candidates: rows of cells with a clue, then the others.
        at, blanks = Signal(range(rows + 1)), Signal()
        final, last_at, last_blanks = Signal(), Signal.like(at), Signal()
        above, here, below, free, tried = (Signal(cols) for _ in range(5))
        picked, stopping, any_solution, begun = (Signal() for _ in range(4))
        known = ~(port.state.inside & port.state.outside)
        beside = Cat(1, ~here)[:cols] | Cat(~here[1:], 1)
        candidates = here & (above | below | beside) & Mux(blanks, free, ~free) & ~tried
        candidate = Signal(cols)
        m.d.comb += candidate.eq(lowest(candidates))
        candidate_number = Signal(range(cols))
        m.d.comb += candidate_number.eq(one_hot_number(candidate))

        row, written_row = Signal(range(rows + 1)), Signal(range(rows + 1))
        end_row = Signal.like(row)
        first_rows = [Signal.like(row, name=f"first_{end}") for end in ("from", "to")]
        union = Signal(RowState(cols))
        both_from = Mux(pages.first > first_rows[0], pages.first, first_rows[0])
        both_to = Mux(pages.last < first_rows[1], pages.last, first_rows[1])
        valid = Signal()
        # Whether the row before was changed by what both trials have in common, and whether any was.
        differs, differing_row, differing_colours = Signal(), Signal.like(row), Signal()
        changed = Signal()
        m.d.sync += differs.eq(0)
        m.d.comb += [fixpoint.mark.eq(differs), fixpoint.marked.eq(differing_row)]
        with m.If(differs):
            m.d.sync += [
                changed.eq(1), coloured.eq(coloured | differing_colours),
                last.eq(Mux(differing_row == height, height, differing_row + 1)),
            ]
            with m.If(~changed):
                m.d.sync += first.eq(differing_row)

        def begin_trial(which: _Trial) -> list:
            return [trial.eq(which), page.eq(trial_pages[which is _Trial.SECOND]), parent.eq(base)]

        def return_to_base() -> list:
            return [trial.eq(_Trial.NONE), page.eq(base), parent.eq(base)]

        def progress() -> list:
            """All cells probed so far are worth probing again."""
            return [final.eq(0), last_at.eq(at), last_blanks.eq(blanks), picked.eq(0)]

        with m.If(self.stop):
            m.d.sync += stopping.eq(1)
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))

            with m.State("IDLE"):
                m.d.comb += [pages.page.eq(self.page), pages.parent.eq(self.page), port.row.eq(self.row)]
                m.d.sync += [page.eq(self.page), base.eq(self.page), parent.eq(self.parent), row.eq(0), valid.eq(0)]
                with m.If(self.begin):
                    m.d.sync += [height.eq(self.size.rows), width.eq(self.size.cols), gathering.eq(0),
                                 begun.eq(0)]
                    m.next = "BEGIN"
                with m.If(self.solve):
                    m.d.sync += [
                        self.contradiction.eq(0), self.decided.eq(0), stopping.eq(0),
                        any_solution.eq(self.any_solution), trial.eq(_Trial.NONE),
                        at.eq(0), blanks.eq(0), tried.eq(0), picked.eq(0),
                        final.eq(1), last_at.eq(height - 1), last_blanks.eq(1),
                        first.eq(0), last.eq(height), column.eq(0), colour.eq(self.assume.outside), coloured.eq(1),
                        end_row.eq(height),
                    ]
                    with m.If(self.assume.enable):
                        m.d.sync += [
                            first.eq(self.assume.row), last.eq(self.assume.row + 1),
                            column.eq(1 << self.assume.col),
                        ]
                    m.next = "ANOTHER STATE"

            with m.State("ANOTHER STATE"):
                # The first one after `begin` has no lines to be forgotten.
                with m.If(begun | ~fixpoint.forgetting):
                    m.d.comb += [pages.begin.eq(1), fixpoint.forget.eq(~begun)]
                    m.d.sync += begun.eq(0)
                    m.next = "START"
                    with m.If(page != parent):
                        m.next = "COPY"

            with m.State("BEGIN"):
                m.d.sync += row.eq(row + 1)
                m.d.comb += [
                    port.write.eq(1), port.write_row.eq(row), port.write_state.eq(self._framed(m, row, height, width)),
                    write_clues.en.eq(row != height), write_clues.addr.eq(row), write_clues.data.eq(no_clues),
                ]
                with m.If(row == height):
                    m.next = "BEGIN TO FORGET"
            with m.State("BEGIN TO FORGET"):
                with m.If(~fixpoint.forgetting):
                    m.d.comb += fixpoint.forget.eq(1)
                    m.next = "BEGUN"
            with m.State("BEGUN"):
                m.d.sync += [begun.eq(1), self.counters.eq(0)]
                with m.If(begun & ~fixpoint.forgetting):
                    m.next = "IDLE"

            # Rows `row` to `end_row` of the parent become the page's.
            with m.State("COPY"):
                m.d.sync += [row.eq(row + 1), written_row.eq(row), valid.eq(1)]
                m.d.comb += [
                    port.row.eq(row),
                    port.write.eq(valid), port.write_row.eq(written_row), port.write_state.eq(port.state),
                ]
                with m.If(valid & (written_row == end_row)):
                    m.d.sync += valid.eq(0)
                    m.d.sync += parent.eq(base)
                    m.next = "START"
                    with m.If(self.decided):
                        m.next = "IDLE"

            with m.State("START"):
                m.d.comb += start.eq(1)
                m.next = "RUN"

            with m.State("RUN"):
                with m.If(~fixpoint.busy):
                    m.d.comb += [pages.begin.eq(1), fixpoint.undo.eq(trial != _Trial.NONE)]
                    with m.If(trial == _Trial.NONE):
                        m.d.sync += [
                            self.contradiction.eq(fixpoint.contradiction), self.decided.eq(fixpoint.decided)]
                        m.next = "LOOK ABOVE"
                        with m.If(fixpoint.contradiction | fixpoint.decided):
                            m.next = "IDLE"
                    with m.Elif(fixpoint.contradiction):
                        # The other colour it is.
                        m.d.sync += [*return_to_base(), *progress(), colour.eq(~colour)]
                        m.next = "START"
                    with m.Elif(fixpoint.decided & any_solution):
                        m.d.sync += [
                            row.eq(pages.first), end_row.eq(pages.last), valid.eq(0),
                            *return_to_base(), parent.eq(page), self.decided.eq(1),
                        ]
                        m.next = "COPY"
                    with m.Elif(trial == _Trial.FIRST):
                        m.d.sync += [
                            first_rows[0].eq(pages.first), first_rows[1].eq(pages.last),
                            colour.eq(1), *begin_trial(_Trial.SECOND),
                        ]
                        m.next = "START"
                    with m.Elif(both_from > both_to):
                        m.d.sync += return_to_base()
                        m.next = "CHOOSE"
                    with m.Else():
                        m.d.sync += [row.eq(both_from), end_row.eq(both_to), valid.eq(0), changed.eq(0),
                                     page.eq(base), column.eq(0), coloured.eq(0)]
                        m.next = "READ FIRST"

            # A row of both trials and of the page that they began as: three clocks each, the third one overlaps with
            # the next row's first.
            with m.State("READ FIRST"):
                m.d.comb += [port.row.eq(row), pages.parent.eq(trial_pages[0])]
                with m.If(valid):
                    m.d.comb += [port.write.eq(1), port.write_row.eq(written_row), port.write_state.eq(union)]
                    m.d.sync += [
                        differs.eq(union.as_value() != port.state.as_value()), differing_row.eq(written_row),
                        differing_colours.eq(
                            Cat(union[name] != port.state[name] for name in ("inside", "outside")).any()),
                    ]
                m.next = "READ SECOND"
                with m.If(valid & (written_row == end_row)):
                    m.next = "MERGED"
            with m.State("READ SECOND"):
                m.d.comb += [port.row.eq(row), pages.parent.eq(trial_pages[1])]
                m.d.sync += union.eq(port.state)
                m.next = "READ BASE"
            with m.State("READ BASE"):
                m.d.comb += [port.row.eq(row), pages.parent.eq(base)]
                m.d.sync += [union.eq(union.as_value() | port.state.as_value()),
                             row.eq(row + 1), written_row.eq(row), valid.eq(1)]
                m.next = "READ FIRST"
            with m.State("MERGED"):
                m.next = "COMPARED"
            with m.State("COMPARED"):
                m.d.sync += [*return_to_base(), valid.eq(0)]
                with m.If(changed):
                    m.d.sync += progress()
                    m.next = "START"
                with m.Else():
                    m.next = "CHOOSE"

            with m.State("LOOK ABOVE"):
                m.d.comb += port.row.eq(at - 1)
                m.next = "LOOK HERE"
            with m.State("LOOK HERE"):
                m.d.comb += port.row.eq(at)
                m.d.sync += above.eq(Mux(at == 0, -1, known))
                m.next = "LOOK BELOW"
            with m.State("LOOK BELOW"):
                m.d.comb += [port.row.eq(at + 1), read_clues.addr.eq(at)]
                m.d.sync += here.eq(~known)
                m.next = "LOOK"
            with m.State("LOOK"):
                m.d.sync += [below.eq(known), free.eq(read_clues.data.free)]
                m.next = "CHOOSE"
            with m.State("CHOOSE"):
                m.d.comb += [port.row.eq(at + 2), read_clues.addr.eq(at + 1)]
                with m.If(stopping):
                    m.next = "IDLE"
                with m.Elif(candidate.any()):
                    with m.If(~picked):
                        m.d.sync += [picked.eq(1), self.pick.row.eq(at), self.pick.col.eq(candidate_number)]
                    m.d.sync += [
                        tried.eq(tried | candidate), column.eq(candidate), colour.eq(0), coloured.eq(1),
                        first.eq(at), last.eq(at + 1), *begin_trial(_Trial.FIRST),
                        self.counters.probes.eq(self.counters.probes + 1),
                    ]
                    m.d.comb += pages.begin.eq(1)
                    m.next = "START"
                with m.Elif(final & (at == last_at) & (blanks == last_blanks)):
                    m.next = "IDLE"
                with m.Elif(at == height - 1):
                    m.d.sync += [at.eq(0), blanks.eq(~blanks), tried.eq(0)]
                    with m.If(blanks):
                        m.d.sync += final.eq(1)
                    m.next = "LOOK ABOVE"
                with m.Else():
                    m.d.sync += [at.eq(at + 1), above.eq(~here), here.eq(~below), tried.eq(0)]
                    m.next = "LOOK"
        return m

    def _framed(self, m: Module, row: Signal, height: Signal, width: Signal) -> Signal:
        """A row of which no more is known than what the frame tells. Cells beyond the puzzle are outside."""
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

    def _count(self, m: Module, fixpoint: Fixpoint) -> None:
        counters, work = self.counters, fixpoint.sweeping | fixpoint.joining | fixpoint.flooding
        m.d.sync += [
            counters.visits.eq(counters.visits + fixpoint.visiting),
            counters.sweeping.eq(counters.sweeping + fixpoint.sweeping),
            counters.joining.eq(counters.joining + fixpoint.joining),
            counters.flooding.eq(counters.flooding + fixpoint.flooding),
            counters.probing.eq(counters.probing + (self.busy & ~work)),
        ]
