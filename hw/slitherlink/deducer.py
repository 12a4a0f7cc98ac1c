"""The deducing engine: states in pages, what follows from them, and what follows from trying both colours of a cell."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from ..primitives.rows import check_size, lowest, one_hot_number
from .candidates import Candidates
from .lane import Lane
from .row_rules import ClueRow, RowState
from .shapes import Shape

__all__ = ["Counters", "Deducer"]


class Counters(data.StructLayout):
    """What has happened since ``begin``: cells probed, rows visited; clocks spent sweeping, joining lines, flooding
    (the first of these that some lane does), and on all else that probing takes (candidates sought, states copied and
    compared)."""

    def __init__(self):
        super().__init__({name: 32 for name in ("probes", "visits", "sweeping", "joining", "flooding", "probing")})


class Deducer(wiring.Component):
    """Takes a state of a Slitherlink puzzle as far as deduction goes.

    ``solve`` seeks the state's fixpoint. Then it probes: of every cell that is undecided and has a decided neighbour,
    or lies at the frame, both colours are tried, each on a page of its own. A colour that contradicts leaves the
    other one; otherwise what is possible with neither colour is struck out. The cells with clues are probed first.
    This goes on until the puzzle is solved, nothing follows any more, or there is a contradiction.

    One lane tries the colours one after the other, two at once; in all else two lanes do the same.

    The first two pages' worth of memory is used for the trials; the others, of ``height + 1`` words each, are the
    caller's.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    words : int
        Rows of state in memory, of each lane.
    lanes : int, 1 or 2

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
    words, lanes : int
        As given.

    Raises
    ------
    ValueError
        If a size is less than 1, four pages of the largest grid do not fit, or there are not 1 or 2 lanes.
    """

    def __init__(self, rows: int, cols: int, words: int = 512, lanes: int = 1):
        check_size("Deducer", rows, cols)
        if words < 4 * (rows + 1):
            raise ValueError(f"Deducer needs at least {4 * (rows + 1)} words for {rows} rows, not {words}")
        if lanes not in (1, 2):
            raise ValueError(f"Deducer has 1 or 2 lanes, not {lanes}")
        self._rows, self._cols, self.words, self.lanes = rows, cols, words, lanes
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
        m.submodules.candidates = candidates = Candidates(rows, cols)
        lanes = [Lane(rows, cols, self.words) for _ in range(self.lanes)]
        for number, lane in enumerate(lanes):
            m.submodules[f"lane_{number}"] = lane
        every, here = self._every(m, lanes), lanes[0].port.state
        self._count(m, lanes)
        no_clues = self._keep_clues(m, every.write_clues)

        height, width = Signal(range(rows + 1)), Signal(range(cols + 1))
        base, page, parent = (Signal.like(self.page) for _ in range(3))
        m.d.comb += [
            every.height.eq(height), every.page.eq(page), every.parent.eq(parent),
            candidates.height.eq(height), candidates.known.eq(~(here.inside & here.outside)),
            candidates.free.eq(lanes[0].clues.free),
            self.inside.eq(here.inside), self.pick.eq(candidates.pick),
        ]

        # What the next fixpoint begins with. One lane tries the first colour, and then the second one, on another page.
        turns = 2 // self.lanes
        trial_pages = [Const(0), height + 1]
        trial, turn, first_written = Signal(), Signal(), Signal(rows + 1)
        first, last = Signal.like(every.first), Signal.like(every.last)
        column, colour, coloured = Signal(cols), Signal(), Signal()
        m.d.comb += [
            every.first.eq(first), every.last.eq(last), every.column.eq(column), every.coloured.eq(coloured),
            every.trial.eq(trial),
            *(lane.colour.eq(colour ^ (trial & number)) for number, lane in enumerate(lanes)),
        ]
        busy, contradictions, solutions = (
            Cat(getattr(lane, name) for lane in lanes) for name in ("busy", "contradiction", "decided"))

        # Rows on their way into the page at hand: those that are `left`, the one to be read, the one that is `held`.
        left, all_rows = Signal(rows + 1), Signal(rows + 1)
        row, comes = Signal(range(rows + 1)), Signal()
        read_row, reads = Signal.like(row), Signal()
        held, held_row, holds = Signal(RowState(cols)), Signal.like(row), Signal()
        upmost, upmost_row = Signal.like(left), Signal.like(row)
        m.d.comb += [upmost.eq(lowest(left)), upmost_row.eq(one_hot_number(upmost))]
        next_row = [row.eq(upmost_row), comes.eq(left.any()), left.eq(left & ~upmost)]
        gathers, adds, begins = Signal(self.lanes), Signal(), Signal()
        framed = self._framed(m, row, height, width)
        sources = [(lane.port.state, gathers[number]) for number, lane in enumerate(lanes)]
        sources += [(held, adds), (framed, begins)]
        m.d.comb += [every.port.write.eq(holds), every.port.write_row.eq(held_row), every.port.write_state.eq(held)]
        m.d.sync += [
            holds.eq(0), held.eq(reduce(or_, (Mux(enable, state.as_value(), 0) for state, enable in sources)))]

        # Whether the row before was changed by what both trials have in common, and whether any was.
        differs, differing_row, differing_colours = Signal(), Signal.like(row), Signal()
        changed = Signal()
        m.d.sync += differs.eq(0)
        m.d.comb += [every.mark.eq(differs), every.marked.eq(differing_row)]
        with m.If(differs):
            m.d.sync += [
                changed.eq(1), coloured.eq(coloured | differing_colours),
                last.eq(Mux(differing_row == height, height, differing_row + 1)),
            ]
            with m.If(~changed):
                m.d.sync += first.eq(differing_row)

        forgetting = Cat(lane.forgetting for lane in lanes).any()
        solver, stopping, any_solution, begun = Signal(self.lanes), Signal(), Signal(), Signal()
        with m.If(self.stop):
            m.d.sync += stopping.eq(1)
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))

            with m.State("IDLE"):
                m.d.comb += [every.page.eq(self.page), every.parent.eq(self.page), every.port.row.eq(self.row)]
                m.d.sync += [page.eq(self.page), base.eq(self.page), parent.eq(self.parent), row.eq(0)]
                with m.If(self.begin):
                    m.d.comb += every.begin.eq(1)
                    m.d.sync += [height.eq(self.size.rows), width.eq(self.size.cols), begun.eq(0)]
                    m.next = "BEGIN"
                with m.If(self.solve):
                    m.d.comb += candidates.begin.eq(1)
                    m.d.sync += [
                        self.contradiction.eq(0), self.decided.eq(0), stopping.eq(0),
                        any_solution.eq(self.any_solution), solver.eq(1),
                        first.eq(0), last.eq(height), column.eq(0), colour.eq(self.assume.outside), coloured.eq(1),
                    ]
                    with m.If(self.assume.enable):
                        m.d.sync += [
                            first.eq(self.assume.row), last.eq(self.assume.row + 1),
                            column.eq(1 << self.assume.col),
                        ]
                    m.next = "ANOTHER STATE"

            with m.State("BEGIN"):
                m.d.comb += [
                    begins.eq(1),
                    every.write_clues.enable.eq(row != height), every.write_clues.row.eq(row),
                    every.write_clues.clues.eq(no_clues),
                ]
                m.d.sync += [row.eq(row + 1), holds.eq(1), held_row.eq(row)]
                with m.If(row == height):
                    m.next = "BEGIN TO FORGET"
            with m.State("BEGIN TO FORGET"):
                with m.If(~forgetting):
                    m.d.comb += every.forget.eq(1)
                    m.next = "BEGUN"
            with m.State("BEGUN"):
                m.d.sync += [all_rows.eq(lanes[0].written), begun.eq(1), self.counters.eq(0)]
                with m.If(begun & ~forgetting):
                    m.next = "IDLE"

            with m.State("ANOTHER STATE"):
                # The first one after `begin` has no lines to be forgotten.
                with m.If(begun | ~forgetting):
                    m.d.comb += [every.begin.eq(1), every.forget.eq(~begun)]
                    m.d.sync += [begun.eq(0), left.eq(all_rows)]
                    m.next = "START"
                    with m.If(page != parent):
                        m.next = "COPY"

            # What one lane holds becomes the page's.
            with m.State("COPY"):
                m.d.sync += next_row
                m.next = "COPY ROWS"
            with m.State("COPY ROWS"):
                m.d.comb += [every.port.row.eq(row), gathers.eq(solver)]
                m.d.sync += [
                    *next_row, read_row.eq(row), reads.eq(comes), held_row.eq(read_row), holds.eq(reads)]
                with m.If(~comes & ~reads):
                    m.d.sync += parent.eq(base)
                    m.next = "START"
                    with m.If(self.decided):
                        m.next = "IDLE"

            with m.State("START"):
                m.d.comb += every.start.eq(1)
                m.next = "RUN"

            with m.State("RUN"):
                with m.If(~busy.any()):
                    m.d.comb += [every.begin.eq(1), every.undo.eq(trial)]
                    m.d.sync += [trial.eq(0), page.eq(base), parent.eq(base)]
                    with m.If(~trial):
                        m.d.comb += candidates.look.eq(1)
                        m.d.sync += [self.contradiction.eq(contradictions[0]), self.decided.eq(solutions[0])]
                        m.next = "CHOOSE"
                        with m.If(contradictions[0] | solutions[0]):
                            m.next = "IDLE"
                    with m.Elif(solutions.any() & any_solution):
                        m.d.sync += [
                            self.decided.eq(1), parent.eq(page), solver.eq(lowest(solutions)),
                            left.eq(reduce(or_, (Mux(lane.decided, lane.written, 0) for lane in lanes))),
                        ]
                        m.next = "COPY"
                    with m.Elif(contradictions.any()):
                        # The other colour it is.
                        m.d.comb += candidates.progress.eq(1)
                        m.d.sync += colour.eq(colour ^ contradictions[0])
                        m.next = "START"
                    with m.Elif(turn + 1 != turns):
                        m.d.sync += [
                            first_written.eq(lanes[0].written), turn.eq(1),
                            trial.eq(1), page.eq(trial_pages[1]), colour.eq(1),
                        ]
                        m.next = "START"
                    with m.Else():
                        m.d.sync += [changed.eq(0), column.eq(0), coloured.eq(0), left.eq(lanes[0].written & (
                            first_written if turns == 2 else lanes[1].written))]
                        m.next = "MERGE"

            # A row of both trials and of the page that they began as, one after the other; what comes is what the clock
            # before has asked for.
            with m.State("MERGE"):
                m.d.sync += next_row
                m.next = "READ TRIAL 0"
            for number in range(turns):
                with m.State(f"READ TRIAL {number}"):
                    m.d.comb += [every.port.row.eq(row), every.parent.eq(trial_pages[number])]
                    m.next = f"READ TRIAL {number + 1}" if number + 1 < turns else "READ BASE"
                    if number > 0:
                        m.d.comb += gathers.eq(-1)
                        continue
                    with m.If(holds):
                        m.d.sync += [
                            differs.eq(held.as_value() != here.as_value()), differing_row.eq(held_row),
                            differing_colours.eq(
                                Cat(held[name] != here[name] for name in ("inside", "outside")).any()),
                        ]
                    with m.If(~comes):
                        m.next = "MERGED"
            with m.State("READ BASE"):
                m.d.comb += [every.port.row.eq(row), gathers.eq(-1), adds.eq(turns > 1)]
                m.d.sync += [*next_row, held_row.eq(row), holds.eq(1)]
                m.next = "READ TRIAL 0"
            with m.State("MERGED"):
                m.next = "COMPARED"
            with m.State("COMPARED"):
                m.d.comb += candidates.progress.eq(changed)
                m.next = "CHOOSE"
                with m.If(changed):
                    m.next = "START"

            with m.State("CHOOSE"):
                m.d.comb += [
                    candidates.seek.eq(~stopping), every.port.row.eq(candidates.row),
                    every.clue_row.eq(candidates.clue_row),
                ]
                with m.If(stopping | candidates.exhausted):
                    m.next = "IDLE"
                with m.Elif(candidates.found):
                    m.d.comb += every.begin.eq(1)
                    m.d.sync += [
                        first.eq(candidates.cell.row), last.eq(candidates.cell.row + 1),
                        column.eq(candidates.cell.column), colour.eq(0), coloured.eq(1),
                        turn.eq(0), trial.eq(1), page.eq(trial_pages[0]),
                        self.counters.probes.eq(self.counters.probes + 1),
                    ]
                    m.next = "START"
        return m

    def _every(self, m: Module, lanes: Sequence[Lane]) -> wiring.PureInterface:
        """What goes to all lanes, as one; but for the colour, each takes the same."""
        every = lanes[0].signature.create(path=("every",))
        for lane in lanes:
            for (path, member, wire), (_, _, shared) in zip(
                    lane.signature.flatten(lane), lane.signature.flatten(every)):
                if member.flow is In and path != ("colour",):
                    m.d.comb += wire.eq(shared)
        return every

    def _keep_clues(self, m: Module, write: data.View) -> Value:
        """Clues come one by one; their row is written again with each. Returns a row without any."""
        cols = self._cols
        no_clues = ClueRow(cols).const({"low": 0, "high": 0, "free": -1})
        gathered, row, gathering = Signal(ClueRow(cols)), Signal.like(self.clue.row), Signal()
        cell, clues = Signal(cols), Signal(ClueRow(cols))
        m.d.comb += [
            cell.eq(1 << self.clue.col),
            clues.eq(Mux(gathering & (row == self.clue.row), gathered.as_value(), no_clues.as_value())),
            write.enable.eq(self.clue.enable), write.row.eq(self.clue.row),
            write.clues.low.eq(clues.low | cell & self.clue.value[0].replicate(cols)),
            write.clues.high.eq(clues.high | cell & self.clue.value[1].replicate(cols)),
            write.clues.free.eq(clues.free & ~cell),
        ]
        with m.If(self.begin):
            m.d.sync += gathering.eq(0)
        with m.If(self.clue.enable):
            m.d.sync += [gathered.eq(write.clues), row.eq(self.clue.row), gathering.eq(1)]
        return no_clues

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

    def _count(self, m: Module, lanes: Sequence[Lane]) -> None:
        counters = self.counters
        visits, *work = ([getattr(lane, name) for lane in lanes]
                         for name in ("visiting", "sweeping", "joining", "flooding"))
        m.d.sync += counters.visits.eq(counters.visits + sum(visits))
        kinds = lowest(Cat(*(Cat(lanes_at).any() for lanes_at in work), self.busy))
        for name, spent in zip(("sweeping", "joining", "flooding", "probing"), kinds):
            m.d.sync += counters[name].eq(counters[name] + spent)
