"""The parallel Sudoku engine: rounds of deduction, the choice of a branch cell, and the search that uses them."""

from itertools import combinations

from amaranth.hdl import Cat, Module, Mux, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import column_counts, lowest
from rowloom.hw.primitives.units import add_memory
from rowloom.hw.sudoku.parallel.grid import GivenChange, by_place, check_order, named, only_cell, union
from rowloom.hw.sudoku.parallel.round import Round

__all__ = ["BoxBranching", "ParallelCounters", "Solver"]


class BoxBranching(wiring.Component):
    """Choose the branch cell: a cell that has the fewest candidates, and many open cells around it.

    The score of a box is the number of open cells in its band and in its stack (the box's own cells count twice), plus
    the number of cells with the fewest candidates in its band and in its stack. Of the boxes that have a cell with the
    fewest candidates, the box with the highest score is chosen, because a guess has more consequences if many cells are
    open. Of this box's cells with the fewest candidates, the cell with the lowest number is the branch cell.
    docs/lab/parallel.md compares other ways to break the tie.

    Latency: none from ``fewest`` to ``cell``. The scores are those of the previous clock: they change slowly, and
    computing them in the same clock would be the critical path. ``order`` is 2 or 3.
    """

    def __init__(self, order: int):
        check_order("BoxBranching", order)
        self._order = order
        super().__init__({  # vectors with one bit for each cell
            "open": In(order ** 4),  # cells that are not settled
            "fewest": In(order ** 4),  # cells to choose from
            "cell": Out(order ** 4),  # the branch cell; 0 if ``fewest`` is 0
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        order, boxes = self._order, self._order ** 2
        side = range(order)

        planes = column_counts(m, by_place(order, self.open) + by_place(order, self.fewest))

        counts = [named(m, "count", Cat(plane[box] for plane in planes)) for box in range(boxes)]
        bands = [named(m, "band", sum(counts[band * order + stack] for stack in side)) for band in side]
        stacks = [named(m, "stack", sum(counts[band * order + stack] for band in side)) for stack in side]
        scores = [named(m, "score", bands[band] + stacks[stack]) for band in side for stack in side]

        # For each box, the boxes that come before it: of two boxes with the same score, the box with the lower number
        # comes first.
        has, chosen = Signal(boxes), Signal(boxes)
        earlier: list[list[Value]] = [[] for _ in scores]
        for one, other in combinations(range(boxes), 2):
            goes_first = Signal(name=f"box_{one}_before_{other}")
            m.d.sync += goes_first.eq(scores[one] >= scores[other])
            earlier[other].append(has[one] & goes_first)
            earlier[one].append(has[other] & ~goes_first)
        m.d.comb += [
            has.eq(union(by_place(order, self.fewest))),
            chosen.eq(Cat(~Cat(those).any() for those in earlier)),
            self.cell.eq(lowest(self.fewest & chosen.replicate(boxes))),
        ]
        return m


ParallelCounters = data.StructLayout({"guesses": 32, "rounds": 32, "clocks": 32})
"""Counts since ``begin``, modulo 2**32: guesses, rounds of deduction, and clocks in which the engine was busy."""


class Solver(wiring.Component):
    """Deduce, guess and undo guesses until the wanted number of solutions is found, or all solutions.

    A state consists of the candidates of all cells, and of the set of open cells. A round of deduction (:class:`Round`)
    in each clock removes candidates. When a round finds nothing new, the engine chooses a branch cell
    (:class:`BoxBranching`). It then tries the digits of this cell, the lowest digit first.

    The engine does not store states. To undo a guess, it only needs to know which cells were settled before the guess,
    which is one bit for each cell. All other cells get all candidates back, and the next rounds remove the wrong
    candidates. When all digits of a cell except one have led to contradictions, the remaining digit is not a guess: it
    follows from the state in which the cell was chosen. docs/engines/parallel.md compares other designs.

    Latency: a round takes a clock. One clock later, it is known whether the round has found a contradiction, nothing
    new, or a solution. If the search continues, the digit to try next is written in the clock after that. A puzzle
    without guesses takes one clock more than it has rounds. ``order`` is 2 or 3.
    """

    def __init__(self, order: int):
        check_order("Solver", order)
        self._order = order
        cells, digits = order ** 4, order ** 2
        super().__init__({
            "begin": In(1),  # empty the grid and set the counters to 0, in two clocks
            "accept": In(1),  # make all cells givens, with the digits of the solution that ended the previous search
            "solve": In(1), "most": In(range(4)),  # search for 1 or 2 solutions, or for all (3), from the present grid
            "stop": In(1),  # end the search
            # Make the cell a given with the digit, counted from 0, in three clocks. With ``unlike``, the cell is no
            # longer a given, all cells except the givens are opened, and the engine searches for a solution with
            # another digit in the cell: the first guesses are the cell's other digits. The remaining givens must have
            # a solution with this digit in the cell.
            "given": In(GivenChange(order)),
            "busy": Out(1),  # commands other than ``stop`` are ignored
            "found": Out(1),  # in this clock the candidates are a solution
            # The number of solutions since ``solve``, modulo 4. If fewer solutions than wanted were found and the
            # search was not stopped, there are no further solutions.
            "solutions": Out(range(4)),
            "candidates": Out(cells).array(digits),  # for each digit, the cells that can have it
            "givens": Out(cells),
            "counters": Out(ParallelCounters),
        })
        self._round, self._branching = Round(order), BoxBranching(order)

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.round, m.submodules.branching = self._round, self._branching
        held = _Held(self._order)
        self._keep_guesses(m, held)
        self._deduce(m, held)
        counters = self.counters
        m.d.sync += [
            counters.clocks.eq(counters.clocks + self.busy), counters.rounds.eq(counters.rounds + held.deduces)]
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            self._commands(m, held)
            self._search(m, held)
        return m

    def _keep_guesses(self, m: Module, held: "_Held") -> None:
        """Connect the memory for the guesses that came before the latest guess; the memory's first word is not used."""
        pop, push = add_memory(m, "guesses", held.last.shape(), self._order ** 4)
        m.d.comb += [
            push.addr.eq(held.depth), push.data.eq(held.last), push.en.eq(held.pushes),
            pop.addr.eq(held.depth - 1), held.former.eq(pop.data),
        ]

    def _deduce(self, m: Module, held: "_Held") -> None:
        """Write the results of a round, of a trial, and of undoing a guess. Check the round's result a clock later."""
        round_, branching, cells = self._round, self._branching, self._order ** 4
        narrowed, restored = Signal(cells), Signal(cells)
        m.d.comb += [
            *(plane.eq(own) for plane, own in zip(round_.candidates, self.candidates)),
            round_.open.eq(held.open), branching.open.eq(held.open), held.tried.eq(lowest(held.choices)),
            narrowed.eq(held.cell & held.tries.replicate(cells)),
            # All cells that were open before the latest guess get all candidates back when that guess is undone.
            restored.eq(~held.last.before & held.undoes.replicate(cells)),
        ]
        with m.If(held.writes):
            m.d.sync += held.open.eq(round_.left_open & ~narrowed | restored)
            m.d.sync += [
                plane.eq(left & ~(narrowed & ~keeps.replicate(cells)) | restored)
                for plane, left, keeps in zip(self.candidates, round_.left, held.tried)]
        m.d.sync += [
            held.heard.eq(held.deduces), held.full.eq(~held.open.any()),
            held.bad.eq(round_.bad), held.new.eq(round_.new),
            branching.fewest.eq(
                Mux(round_.pairs.any(), round_.pairs, Mux(round_.triples.any(), round_.triples, held.open))),
        ]

    def _commands(self, m: Module, held: "_Held") -> None:
        """Execute the commands that empty the grid, set givens, or start a search."""
        place = Signal(self._order ** 4)
        m.d.comb += place.eq(only_cell(self._order, self.given.place))
        with m.State("IDLE"):
            with m.If(self.begin):
                m.d.sync += [held.last.before.eq(0), held.depth.eq(0), self.counters.eq(0), self.givens.eq(0)]
                m.next = "EMPTY"
            with m.Elif(self.given.enable):
                m.d.sync += [
                    held.cell.eq(place), held.asked.eq(place), held.last.others.eq(1 << self.given.digit),
                    held.unlike.eq(self.given.unlike),
                    held.last.before.eq(self.givens & ~place), held.depth.eq(0), self.givens.eq(self.givens | place)]
                with m.If(self.given.unlike):
                    m.d.sync += self.givens.eq(self.givens & ~place)
                m.next = "TAKE BACK"
            with m.Elif(self.accept):
                m.d.sync += self.givens.eq(-1)
            with m.Elif(self.solve):
                m.d.sync += [self.solutions.eq(0), held.most.eq(self.most), held.unlike.eq(0)]
                m.next = "DEDUCE"

        with m.State("EMPTY"):
            m.d.comb += [held.writes.eq(1), held.undoes.eq(1)]
            m.next = "IDLE"

        with m.State("TAKE BACK"):
            m.d.comb += [held.writes.eq(1), held.undoes.eq(1), self._round.frozen.eq(-1)]
            m.d.sync += [self.solutions.eq(0), held.most.eq(1)]
            m.next = "PUT"
            with m.If(held.unlike):
                m.next = "DEDUCE"

        with m.State("PUT"):
            m.d.comb += [
                held.writes.eq(1), held.tries.eq(1), held.choices.eq(held.last.others),
                self._round.frozen.eq(~held.cell)]
            m.next = "IDLE"

    def _search(self, m: Module, held: "_Held") -> None:
        """Deduce, and try the digits of cells."""
        solutions, contradicts = Signal.like(self.solutions), held.bad.any()
        m.d.comb += solutions.eq(self.solutions + 1)
        with m.State("DEDUCE"):
            m.d.comb += [held.writes.eq(1), held.deduces.eq(1)]
            # `asked` is the cell whose given is tested. If this cell is settled, it has the digit of the given, because
            # no other digit follows from the remaining givens. So there is no solution with another digit.
            with m.If(self.stop | held.unlike & ~(held.asked & held.open).any()):
                m.next = "IDLE"
            with m.Elif(held.heard & (contradicts | held.full)):
                with m.If(~contradicts & ~held.unlike):
                    m.d.comb += self.found.eq(1)
                    m.d.sync += self.solutions.eq(solutions)
                with m.If(~held.depth.any() | ~contradicts & (solutions == held.most) & ~held.most.all()):
                    m.next = "IDLE"
                with m.Else():
                    m.d.comb += held.undoes.eq(1)
                    m.d.sync += [held.cell.eq(held.last.cell), held.again.eq(1)]
                    m.next = "TRY"
            with m.Elif(held.heard & ~held.new.any()):
                m.d.sync += [held.cell.eq(Mux(held.unlike, held.asked, self._branching.cell)), held.again.eq(0)]
                m.next = "TRY"

        # While a digit is tried, the other cells go through a round.
        with m.State("TRY"):
            m.d.comb += [held.writes.eq(1), held.tries.eq(1)]
            m.d.sync += [held.last.others.eq(held.choices & ~held.tried), held.unlike.eq(0)]
            with m.If(~held.again):
                m.d.comb += held.choices.eq(
                    Cat((held.cell & plane).any() for plane in self.candidates)
                    & ~Mux(held.unlike, held.last.others, 0))
                m.d.sync += [
                    held.last.before.eq(~held.open), held.last.cell.eq(held.cell),
                    self.counters.guesses.eq(self.counters.guesses + 1),
                ]
                # If there is only one other digit, trying it is not a guess.
                with m.If(~held.unlike | (held.choices != held.tried)):
                    m.d.comb += held.pushes.eq(1)
                    m.d.sync += held.depth.eq(held.depth + 1)
            with m.Else():
                m.d.comb += held.choices.eq(held.last.others)
                with m.If(held.choices == held.tried):
                    m.d.sync += [held.last.eq(held.former), held.depth.eq(held.depth - 1)]
            m.next = "DEDUCE"
            with m.If(self.stop):
                m.next = "IDLE"


class _Held:
    """A solver's registers, except its outputs, and the signals that control the current clock."""

    def __init__(self, order: int):
        cells, digits = order ** 4, order ** 2
        # The state's latest guess, the guess before that, and the number of guesses.
        self.last = Signal(data.StructLayout({"before": cells, "cell": cells, "others": digits}))
        self.former = Signal.like(self.last)
        self.depth = Signal(range(cells + 1))
        # The branch cell, and the digits to choose from; the lowest of these is tried. `again`: another digit was tried
        # in this cell before.
        self.cell = Signal(cells)
        self.again = Signal()
        self.choices = Signal(digits)
        self.tried = Signal(digits)
        self.open = Signal(cells)
        # The result of a round, which is checked a clock later. `heard`: a round was made in the previous clock.
        self.heard = Signal()
        self.full = Signal()
        self.bad = Signal(order ** 3)
        self.new = Signal(cells)
        # While `unlike` is set, the engine searches for a solution with another digit in the cell `asked`. The first
        # guess is therefore made in this cell.
        self.asked = Signal(cells)
        self.unlike = Signal()
        self.most = Signal(range(4))
        # The following signals are combinational.
        self.writes = Signal()
        self.tries = Signal()
        self.undoes = Signal()
        self.deduces = Signal()
        self.pushes = Signal()
