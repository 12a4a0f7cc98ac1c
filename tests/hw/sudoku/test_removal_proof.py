"""The unit that removes givens tries each given once, and removes a given only if the solver reported that there is no
other solution. The proofs are by induction, so they hold for any puzzles, and for any number of clocks.

The first proof is about the random order of the cells, the second about the solver, and the third about the unit that
uses both. The third proof assumes what the first two prove.
"""

from enum import IntEnum
from types import SimpleNamespace

import pytest
from amaranth.hdl import Assert, Assume, Cat, Const, Mux, Signal, Value
from amaranth.lib import data

from rowloom.hw.sudoku.parallel.grid import Coordinates, GivenChange, only_cell
from rowloom.hw.sudoku.parallel.removal import GivenRemoval, RandomOrder
from rowloom.hw.sudoku.parallel.solver import Solver
from support.proof import Proof, refuted
from support.sudoku.parallel import all_cells, place

ORDER = 2
CELLS = ORDER ** 4


def constant(m, signal):
    """Assume that a free input always has the same value. A claim about a constant cell then holds for every cell."""
    before, started = Signal.like(signal), Signal()
    m.d.sync += [before.eq(signal), started.eq(1)]
    m.d.comb += Assume(~started | (Value.cast(signal) == Value.cast(before)))


def each_cell_once(m, order, cell, claim):
    """Assert or assume that each random order contains a cell exactly once, and that the cells obey the rules of a
    stream. Return whether the cell is still to come. ``order`` has the signals of a :class:`RandomOrder`."""
    owed, began, unfinished, stalled, shown = Signal(), Signal(), Signal(), Signal(), Signal(4)
    taken, mine = order.valid & order.ready, order.valid & (order.cell == cell)
    with m.If(order.start & ~order.more):
        m.d.sync += owed.eq(1)
    with m.Elif(mine & taken):
        m.d.sync += owed.eq(0)
    m.d.sync += [
        began.eq(order.start & ~order.more), unfinished.eq(order.more & ~taken), stalled.eq(order.valid & ~order.ready),
        shown.eq(order.cell),
    ]
    m.d.comb += [
        claim(~mine | owed), claim(order.more | ~owed),
        claim(~(began | unfinished) | order.more), claim(~order.valid | order.more),
        claim(~stalled | order.valid & (order.cell == shown)),
    ]
    return owed


class Order(Proof):
    """Each order contains each cell once. A start may come at any time, and the reader may pause."""

    State = IntEnum("State", "FILL IDLE TAIL DRAW MOVE RESTORE", start=0)
    """The unit's states, in the order in which the unit defines them."""

    def __init__(self, unit=None):
        unit = unit or RandomOrder(ORDER)
        self.cell = Signal(4)
        super().__init__(unit, [unit.start, unit.random, unit.cells.ready, self.cell])
        self.state = self.within("fsm_state", 3)
        self.index, self.moved = (self.within(name, range(CELLS)) for name in ("index", "moved"))
        self.place, self.tail = self.within("place", 4), self.within("tail", 4)
        self.list = [self.within(f"list[{number}]", 4) for number in range(CELLS)]

    def claims(self, m):
        unit, state, index, tail, State = self.unit, self.state, self.index, self.tail, self.State
        constant(m, self.cell)
        shown = unit.cells.payload.as_value()
        owed = each_cell_once(m, SimpleNamespace(
            start=unit.start, more=unit.more, valid=unit.cells.valid, ready=unit.cells.ready, cell=shown),
            self.cell, Assert)
        # The induction needs the following assertions, which imply the assertions above. First, the entries after the
        # rest of the list are in reading order.
        reading = [Value.cast(Coordinates(ORDER).const(place(ORDER, cell))) for cell in all_cells(ORDER)]
        whole = (state == State.IDLE) | (state == State.TAIL)
        m.d.comb += [
            Assert(state <= State.RESTORE), Assert(~whole | (index == CELLS - 1)),
            *(Assert((index != number) | (self.place == entry)) for number, entry in enumerate(reading)),
            *(Assert((number <= index) & ~whole | (mine == entry))
              for number, (mine, entry) in enumerate(zip(self.list, reading))),
        ]

        def entry(number):
            chosen = Signal(4)
            with m.Switch(number):
                for value, mine in enumerate(self.list):
                    with m.Case(value):
                        m.d.comb += chosen.eq(mine)
            return chosen

        # The rest of the list contains the cells that are still to come.
        times = sum((number < index + (state != State.RESTORE)) & (mine == self.cell)
                    for number, mine in enumerate(self.list))
        with m.If(state == State.TAIL):
            m.d.comb += [Assert(unit.more), Assert(shown == self.list[-1])]
        with m.If((state == State.DRAW) | (state == State.MOVE)):
            m.d.comb += [Assert(tail == entry(index)), Assert(times == owed), Assert(unit.more)]
        with m.Elif(state == State.RESTORE):
            before = (index - 1)[:len(index)]
            m.d.comb += [
                Assert((index == 0) | (times == owed)), Assert(unit.more == (index != 0)),
                Assert(Mux(self.moved == before, tail, shown) == entry(before)),
            ]
        with m.Else():
            m.d.comb += Assert(unit.more == owed)
        with m.If(state == State.MOVE):
            m.d.comb += [Assert(self.moved <= index), Assert(shown == entry(self.moved))]


def test_each_cell_comes_once(prove_by_induction):
    prove_by_induction(Order())


def test_an_order_that_begins_too_early_is_refuted(prove_by_induction):
    """In the wrong unit, a start in the clock in which the last cell is taken begins an order."""
    class Early(RandomOrder):
        def elaborate(self, platform):
            m = super().elaborate(platform)
            with m.If(self.start):
                m.d.sync += self.more.eq(1)
            return m

    with refuted():
        prove_by_induction(Order(Early(ORDER)))


def obeys(m, solver, claim):
    """Assert or assume that a solver changes its givens as commanded, is busy from the clock after a command, and can
    be stopped from its second busy clock on. Return the number of clocks for which the present command has kept it
    busy, up to 2, and whether this command is a search. ``solver`` has the signals of a :class:`Solver`."""
    givens, age, searches = Signal(CELLS), Signal(range(3)), Signal()
    began, rests, stopped = Signal(), Signal(), Signal()
    commands = solver.begin | solver.given.enable | solver.solve & ~solver.accept
    cell = only_cell(ORDER, solver.given.place)
    m.d.sync += [
        givens.eq(solver.givens), age.eq(Mux(solver.busy, age + (age != 2), 0)),
        began.eq(~solver.busy & commands), rests.eq(~solver.busy & ~commands),
        stopped.eq(solver.busy & solver.stop & (age != 0)),
    ]
    with m.If(~solver.busy):
        m.d.sync += searches.eq(~solver.begin & (~solver.given.enable | solver.given.unlike))
        with m.If(solver.begin):
            m.d.sync += givens.eq(0)
        with m.Elif(solver.given.enable):
            m.d.sync += givens.eq(Mux(solver.given.unlike, solver.givens & ~cell, solver.givens | cell))
        with m.Elif(solver.accept):
            m.d.sync += givens.eq(-1)
    m.d.comb += [
        claim(solver.givens == givens), claim(~began | solver.busy), claim(~(rests | stopped) | ~solver.busy),
        claim(~solver.busy | searches | (age != 2)),
    ]
    return age, searches


class Obedience(Proof):
    """The solver obeys any commands, and counts the solutions that it finds."""

    State = IntEnum("State", "IDLE EMPTY TAKE_BACK DEDUCE PUT TRY", start=0)
    """The solver's states, in the order in which the solver mentions them."""

    def __init__(self, unit=None):
        unit = unit or Solver(ORDER)
        super().__init__(unit, [unit.begin, unit.accept, unit.solve, unit.most, unit.stop, unit.given])
        self.state, self.unlike = self.within("fsm_state", 3), self.within("unlike")

    def claims(self, m):
        unit, state, State = self.unit, self.state, self.State
        age, searches = obeys(m, unit, Assert)
        solutions = Signal.like(unit.solutions)
        with m.If(unit.busy):
            m.d.sync += solutions.eq(solutions + unit.found)
        with m.Elif(~unit.begin & (unit.given.enable | unit.solve & ~unit.accept)):
            m.d.sync += solutions.eq(0)
        m.d.comb += [
            Assert(unit.busy | ~unit.found), Assert((state == State.TAKE_BACK) | (unit.solutions == solutions)),
            # The induction needs the following assertions, which imply the assertions above.
            Assert(unit.busy == (state != State.IDLE)), Assert(state <= State.TRY),
            Assert((state != State.TAKE_BACK) | (solutions == 0) & (age == 0) & (searches == self.unlike)),
            Assert((state != State.EMPTY) | (age == 0) & ~searches),
            Assert((state != State.PUT) | (age == 1) & ~searches),
            Assert((state != State.DEDUCE) & (state != State.TRY) | searches),
        ]


def test_the_solver_obeys(prove_by_induction):
    prove_by_induction(Obedience())


def test_a_disobedient_solver_is_refuted(prove_by_induction):
    """The wrong solver accepts a solution even during a search."""
    class Hasty(Solver):
        def elaborate(self, platform):
            m = super().elaborate(platform)
            with m.If(self.accept):
                m.d.sync += self.givens.eq(-1)
            return m

    with refuted():
        prove_by_induction(Obedience(Hasty(ORDER)))


class Small(GivenRemoval):
    """The unit with short queues."""

    QUEUED = 4


class Trials(Proof):
    """The unit between a CPU and a solver, which are connected with it as in the engine. The CPU may write puzzles,
    stop the unit and read results in any clock. The solver may find another solution or not, after any number of
    clocks.

    The following claims are about the given of an arbitrary cell:

    - The unit tries the given at most once per puzzle, with the digit that it noted last, and never if the given is
      ``fixed``.
    - If the solver finds another solution, or if the trial is stopped, the next command puts the given back. So all
      givens in a result are givens of the puzzle, and a given is missing only if the solver found no other solution.
    - At most ``spare`` givens are missing. If fewer are missing and there was no stop, each given was tried, except the
      ``fixed`` ones.
    """

    State = IntEnum("State", "IDLE RUN REOPEN SOLVE ACCEPT REPORT", start=0)
    """The unit's states, in the order in which the unit mentions them."""

    Trial = IntEnum("Trial", "NONE RUNS NEEDED SPARED", start=0)
    """The state or the result of the trial of the cell's given."""

    Opening = IntEnum("Opening", "REOPEN SOLVE ACCEPT DONE", start=0)
    """The next command before the first trial."""

    WORDS = 2  # of a result

    CLOCKS_TO_END = 6
    """The largest number of clocks from a stop to the result of the puzzle, unless the stop comes before the first
    trial."""

    def __init__(self, unit=None):
        unit = unit or Small(ORDER)
        self.cell, self.change, self.fixed = Signal(4), Signal(GivenChange(ORDER)), Signal()
        self.begin, self.accept, self.solve = Signal(name="begin"), Signal(name="accept"), Signal(name="solve")
        super().__init__(unit, [
            self.cell, self.change, self.fixed, self.begin, self.accept, self.solve, unit.spare, unit.again,
            unit.random.valid, unit.random.payload, unit.results.ready, unit.stop, unit.searches, unit.solutions,
            unit.givens])
        self.state, self.stopping = self.within("fsm_state", 3), self.within("stopping")
        self.spare, self.tests = self.within("spare_inside", range(CELLS + 1)), self.within("tests")
        self.tested = data.View(GivenChange(ORDER), self.within("tested", 8))
        self.looks, self.is_next = self.within("looks"), self.within("is_next")
        self.place, self.digit = self.within("place", 4), self.within("digit", range(ORDER ** 2))
        self.known = [self.within(f"known[{number}]", 3) for number in range(CELLS)]
        self.read = self.within("known__data", 3)
        self.clocks, self.word = self.within("clocks", 32), self.within("word")
        self.order = SimpleNamespace(
            start=self.within("turns.start"), more=self.within("turns.more"), valid=self.within("turns.cells__valid"),
            ready=self.within("turns.cells__ready"), cell=self.within("turns.cells__payload", 4))
        self.waiting = self.within("puzzles.level", range(unit.QUEUED + 1))
        self.takes = self.within("puzzles.r_rdy") & self.within("puzzles.r_en")
        self.room, self.result = self.within("finished.w_rdy"), self.within("finished.w_data", 32)
        self.written = self.room & self.within("finished.w_en")

    def claims(self, m):
        unit = self.unit
        constant(m, self.cell)
        noted = self.cpu(m)
        solver = SimpleNamespace(
            begin=self.begin, accept=unit.accept | self.accept, solve=unit.solve | self.solve,
            given=Signal(GivenChange(ORDER)), stop=unit.stop | unit.stops, busy=unit.searches, givens=unit.givens)
        m.d.comb += solver.given.eq(Mux(unit.busy, unit.change, self.change))
        self.age, self.is_search = obeys(m, solver, Assume)
        self.owed = each_cell_once(m, self.order, self.cell, Assume)
        self.begins = self.order.start & ~self.order.more
        self.puzzles(m)
        self.commands(m)
        self.trials(m, noted)
        self.next_trial(m, noted)
        self.results(m)
        self.end(m)

    def cpu(self, m):
        """Assume that the CPU sends the solver no commands and keeps the options while the unit is busy. Return the
        word that the unit noted about the given: its digit, and whether it is fixed."""
        unit, options, before, was_busy = self.unit, Signal(6), Signal(6), Signal()
        noted = Signal(3)
        with m.If(unit.noted.enable & ~unit.busy & (unit.noted.place.as_value() == self.cell)):
            m.d.sync += noted.eq(Cat(unit.noted.digit, unit.noted.fixed))
        m.d.sync += [before.eq(options), was_busy.eq(unit.busy)]
        commands = self.begin | self.accept | self.solve
        m.d.comb += [
            options.eq(Cat(unit.spare, unit.again)), unit.noted.fixed.eq(self.fixed),
            unit.noted.enable.eq(self.change.enable & ~self.change.unlike),
            unit.noted.place.eq(self.change.place), unit.noted.digit.eq(self.change.digit),
            Assume(~was_busy | (options == before)), Assume(unit.spare <= CELLS), Assume(~(unit.busy & commands)),
            # The CPU writes to one register at a time, and begins only when the solver rests.
            Assume(~unit.random.valid | unit.busy | ~(unit.searches | self.change.enable | commands)),
            *(Assert((self.cell != number) | (word == noted)) for number, word in enumerate(self.known)),
        ]
        return noted

    def puzzles(self, m):
        """Each puzzle that the unit accepts is worked on, and its result is written, unless a stop came before: then
        the unit drops a puzzle at least every second clock."""
        unit, State = self.unit, self.State
        waiting, late = Signal.like(self.waiting), Signal()
        self.active, self.stopped, self.words = Signal(), Signal(), Signal(range(self.WORDS))
        m.d.sync += [
            waiting.eq(waiting + (unit.random.valid & unit.random.ready) - self.takes),
            late.eq(self.stopped & ~self.active & waiting.any() & ~self.takes)]
        with m.If(self.written):
            m.d.sync += self.words.eq(self.words + 1)
        with m.If(self.begins):
            m.d.sync += self.active.eq(1)
        with m.Elif(self.written & (self.words == self.WORDS - 1)):
            m.d.sync += self.active.eq(0)
        with m.If(unit.stop & unit.busy):
            m.d.sync += self.stopped.eq(1)
        with m.Elif(~unit.busy):
            m.d.sync += self.stopped.eq(0)
        m.d.comb += [
            Assert(unit.busy == (self.active | waiting.any())), Assert(~self.written | self.active),
            Assert(~self.takes | ~self.active & waiting.any()), Assert(self.begins == (self.takes & ~self.stopped)),
            Assert(~late | self.takes),
            # The induction needs the following assertions, which imply the assertions above.
            Assert(self.waiting == waiting), Assert(self.active == (self.state != State.IDLE)),
            Assert(self.stopping == self.stopped), Assert(self.word == self.words),
            Assert((self.state == State.REPORT) | (self.words == 0)), Assert(self.state <= State.REPORT),
        ]

    def commands(self, m):
        """The unit sends a command only while it is busy and the solver rests. With ``again``, three commands restore
        all givens before the first trial."""
        unit, State, Opening = self.unit, self.State, self.Opening
        opening = Signal(Opening, init=Opening.DONE)
        enable, unlike = unit.change.enable, unit.change.unlike
        with m.If(self.begins):
            m.d.sync += opening.eq(Mux(unit.again, Opening.REOPEN, Opening.DONE))
        with m.Elif((opening != Opening.DONE) & (enable | unit.solve | unit.accept)):
            m.d.sync += opening.eq(opening + 1)
        self.running = self.active & (opening == Opening.DONE)
        m.d.comb += [
            Assert(~(enable | unit.solve | unit.accept) | self.active & ~unit.searches),
            Assert(~unit.stops | self.running & self.stopped),
            Assert((opening != Opening.REOPEN) | enable & ~unlike),
            Assert(unit.solve == ((opening == Opening.SOLVE) & ~unit.searches)),
            Assert(unit.accept == ((opening == Opening.ACCEPT) & ~unit.searches)),
            Assert(~enable | (opening == Opening.REOPEN) | self.running),
            # The induction needs the following assertions, which imply the assertions above.
            *(Assert((opening == step) == (self.state == State[step.name]))
              for step in (Opening.REOPEN, Opening.SOLVE, Opening.ACCEPT)),
            Assert(~unit.busy | ~unit.searches | (self.state != State.IDLE) & (self.state != State.REOPEN)
                   & (self.state != State.REPORT)),
        ]

    def trials(self, m, noted):
        """The claims about the given of the cell."""
        unit, Trial = self.unit, self.Trial
        change, place, digit = unit.change, unit.change.place.as_value(), Signal(range(ORDER ** 2))
        given, fixed = Signal(), noted[-1]
        self.began, self.trial, self.missing = Signal(), Signal(Trial), Signal(range(CELLS + 1))
        self.tries, tried, tried_digit = Signal(), Signal(4), Signal.like(digit)
        unlike, ends = change.enable & change.unlike, self.tries & ~unit.searches
        needed = ends & (unit.solutions.any() | self.stopped)
        m.d.comb += [
            given.eq((only_cell(ORDER, data.View(Coordinates(ORDER), self.cell)) & unit.givens).any()),
            digit.eq(noted[:-1]),
            Assert((self.running & change.enable & ~change.unlike) == needed),
            Assert(~needed | (place == tried) & (change.digit == tried_digit)),
            Assert(~unlike | ~self.stopped & (self.missing < unit.spare)),
            Assert(~self.running | (given == (self.began & (self.trial != Trial.RUNS) & (self.trial != Trial.SPARED)))),
            Assert(~self.active | (self.missing <= unit.spare)),
        ]
        with m.If(unlike):
            m.d.sync += [
                self.tries.eq(1), tried.eq(place), tried_digit.eq(change.digit), self.missing.eq(self.missing + 1)]
        with m.Elif(ends):
            m.d.sync += [self.tries.eq(0), self.missing.eq(self.missing - needed)]
        with m.If(self.begins):
            m.d.sync += [self.trial.eq(Trial.NONE), self.began.eq(given | unit.again), self.missing.eq(0)]
        with m.Elif(unlike & (place == self.cell)):
            m.d.comb += [Assert(self.trial == Trial.NONE), Assert(given & ~fixed), Assert(change.digit == digit)]
            m.d.sync += self.trial.eq(Trial.RUNS)
        with m.Elif(ends & (tried == self.cell)):
            m.d.sync += self.trial.eq(Mux(needed, Trial.NEEDED, Trial.SPARED))
        with m.If(change.enable & ~self.running & (place == self.cell)):
            m.d.comb += Assert(change.digit == digit)
        self.given, self.is_fixed = given, fixed
        m.d.comb += [
            # The induction needs the following assertions, which imply the assertions above.
            Assert(self.tests == self.tries), Assert(~self.tries | (self.state == self.State.RUN)),
            Assert(~self.tries | (self.tested.place.as_value() == tried) & (self.tested.digit == tried_digit)),
            Assert(~self.tries | self.missing.any()), Assert(~(self.tries & unit.searches) | self.is_search),
            Assert((self.trial == Trial.RUNS) == (self.tries & (tried == self.cell))),
            Assert((self.trial == Trial.NONE) | self.began & ~fixed | ~self.active),
            Assert(~self.active | (self.spare == unit.spare - self.missing)),
        ]

    def next_trial(self, m, noted):
        """The induction needs assertions about the cell that is tried next."""
        State, coming, here = self.State, Signal(), self.place == self.cell
        m.d.comb += coming.eq((self.looks | self.is_next) & here)
        new = self.trial == self.Trial.NONE
        with m.If(self.state == State.RUN):
            m.d.comb += [
                Assert(~(self.looks & self.is_next)), Assert(~(self.owed & coming)),
                Assert(~(self.owed | coming) | new),
                Assert(self.owed | coming | ~(new & self.began & ~self.is_fixed)),
                Assert(~(self.is_next & here) | self.given & ~self.is_fixed & (self.digit == noted[:-1])),
                Assert(~(self.looks & here) | (self.read == noted)),
            ]
        with m.Elif((self.state != State.IDLE) & (self.state != State.REPORT)):
            m.d.comb += [Assert(self.owed & new & self.began), Assert(~self.looks & ~self.is_next)]
        with m.Else():
            m.d.comb += Assert(~self.looks | (self.state == State.REPORT) & (self.words == 0))
        with m.If((self.state == State.REOPEN) & (self.cell == 0)):
            m.d.comb += Assert(self.read == noted)

    def results(self, m):
        """A result consists of the givens that are left, in reading order, and of the clocks since the unit took the
        puzzle. It is kept until it is read."""
        unit, since, stalled, shown = self.unit, Signal(32), Signal(), Signal(32)
        m.d.sync += [
            since.eq(Mux(self.begins, 1, since + 1)), stalled.eq(unit.results.valid & ~unit.results.ready),
            shown.eq(unit.results.payload)]
        cell = data.View(Coordinates(ORDER), self.cell)
        number = (cell.band * ORDER + cell.y) * ORDER ** 2 + cell.stack * ORDER + cell.x
        shows = (self.result.bit_select(number, 1) == self.given) & (self.result < 1 << CELLS)
        m.d.comb += [
            Assert(~self.written | ~self.tries & Mux(self.words == self.WORDS - 1, self.result == since, shows)),
            Assert(~stalled | unit.results.valid & (unit.results.payload == shown)),
            Assert((self.state != self.State.REPORT) | self.stopped | (self.missing == unit.spare)
                   | (self.trial != self.Trial.NONE) | ~self.began | self.is_fixed),
            # The induction needs this assertion.
            Assert(~self.active | (self.clocks == since)),
        ]

    def end(self, m):
        """A stop ends the work on a puzzle within six clocks; then a word of the result is written in each clock in
        which there is room."""
        unit, State, since = self.unit, self.State, Signal(range(self.CLOCKS_TO_END + 2))
        ending = self.stopped & (self.state == State.RUN)
        m.d.sync += since.eq(Mux(ending, since + (since <= self.CLOCKS_TO_END), 0))
        # The clocks that are still needed: to stop a trial, to put the given back, and to end.
        left = Mux(unit.searches,
                   Mux(self.tries, Mux(self.age == 0, 6, 5), Mux(self.age == 0, 3, 2)),
                   Mux(self.tries, 4, 1))
        m.d.comb += [
            Assert(~ending | (since < self.CLOCKS_TO_END)),
            Assert(self.written == (self.room & (self.state == State.REPORT))),
            # The induction needs the following assertions, which imply the assertions above.
            Assert(~ending | (since + left <= self.CLOCKS_TO_END)),
            Assert((self.state != State.RUN) | self.tries | ~unit.searches | ~self.is_search),
        ]


def test_givens_are_removed_only_if_they_are_not_needed(prove_by_induction):
    prove_by_induction(Trials())


class Forgetful(Small):
    """A unit that does not put the given back after a stop."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        with m.If(self.stops):
            m.d.comb += self.change.enable.eq(0)
        return m


def test_a_unit_that_loses_a_given_is_refuted(prove_by_induction):
    with refuted():
        prove_by_induction(Trials(Forgetful(ORDER)))


@pytest.mark.parametrize("name, wrong", [
    ("only_cell", lambda order, place: Const(-1, order ** 4)), ("in_reading_order", lambda order, cells: list(cells))])
def test_a_wrong_unit_is_refuted(prove_by_induction, monkeypatch, name, wrong):
    """One wrong unit also tries cells without a given. The other writes the cells of a result in the wrong order."""
    monkeypatch.setattr(f"rowloom.hw.sudoku.parallel.removal.{name}", wrong)
    with refuted():
        prove_by_induction(Trials())
