"""The parallel Sudoku engine: rounds of deduction, and the search that goes on with them."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from ..primitives.memory import APART
from ..primitives.rows import lowest
from .grid import Place, check_order, only_cell, union
from .round import Round, pairs, planes

__all__ = ["Counters", "Solver"]

Counters = data.StructLayout({"guesses": 32, "rounds": 32, "clocks": 32})
"""Since ``begin``, modulo 2**32: guesses, rounds of deduction, and clocks in which the engine was busy."""


class Solver(wiring.Component):
    """Deduces, guesses and takes back, until a Sudoku is solved or known to have no (further) solution.

    A state is the cells' digits and nothing else: what they leave possible is worked out anew in every round
    (:class:`.round.Round`). To take back a guess it is enough to know which cells had digits before it, a bit a cell:
    no state is ever stored or fetched. Where nothing is certain any more, the engine tries the digits of one cell, the
    lowest first. When all but one have led to contradictions, the last one is no guess any more: it belongs to what was
    certain before.

    The cell is one with two candidates if there is any. Which one, another round tells, on these cells alone: for each
    of the two digits, whether another such cell has it, too, in one of its units. Both is best, then one: what is tried
    there decides more cells at once. docs/sudoku-fast.md says what else was compared.

    Latency: a round takes a clock. A contradiction, or that nothing is certain any more, is known one clock later; to
    guess takes four more, to take back one more. A puzzle without guesses is solved in its rounds and one clock.

    Parameters
    ----------
    order : int, 2 or 3

    Members
    -------
    begin : In(1)
        Empties the grid and sets the counters to 0.
    given : In
        When ``enable`` is high: that the cell at ``place`` has the digit, counted from 0. Takes three clocks.
    solve : In(1)
        Begins to search from the grid as it is.
    back : In(1)
        Goes on as if it were a contradiction: after a solution, to the next one; in steps, back to the last guess.
        There must be one (``depth``).
    guess : In(1)
        In steps: goes on with a guess.
    stepwise : In(1)
        With any of these three: ends before every guess and at every contradiction.
    stop : In(1)
        Ends soon, wherever it is.
    busy : Out(1)
        It works; commands but ``stop`` are ignored.
    solved : Out(1)
        It ended with a solution.
    contradiction : Out(1)
        It ended as the state has no solution; that of ``depth`` 0 if not ``stepwise``, so that there is no other.
    depth : Out
        Guesses that the state hangs on.
    values : Out, as :func:`.round.planes`
        The digits.
    counters : Out, as :data:`Counters`

    Raises
    ------
    ValueError
        If ``order`` is another one.
    """

    def __init__(self, order: int):
        check_order("Solver", order)
        self._order = order
        cells, digits = order ** 4, order ** 2
        super().__init__({
            "begin": In(1), "solve": In(1), "back": In(1), "guess": In(1), "stepwise": In(1), "stop": In(1),
            "given": In(data.StructLayout({"enable": 1, "place": Place(order), "digit": range(digits)})),
            "busy": Out(1), "solved": Out(1), "contradiction": Out(1), "depth": Out(range(cells + 1)),
            "values": Out(planes(order)), "counters": Out(Counters),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        order, cells, digits = self._order, self._order ** 4, self._order ** 2
        m.submodules.round = round_ = Round(order)
        m.d.comb += round_.values.eq(self.values)

        # The cell at hand, and what may be tried in it, the lowest first; it is written by a round on this cell alone.
        cell, choices, tried = Signal(cells), Signal(digits), Signal(digits)
        m.d.comb += tried.eq(lowest(choices))

        # The last guess lies in `last`, those before it in the memory, behind one that means nothing.
        guess = data.StructLayout({"before": cells, "cell": cells, "others": digits})
        last = Signal(guess)
        m.submodules.guesses = guesses = Memory(shape=guess, depth=cells, init=[], attrs=APART)
        push, pop = guesses.write_port(), guesses.read_port()
        m.d.comb += [push.addr.eq(self.depth), push.data.eq(last), pop.addr.eq(self.depth - 1)]

        writes, undoes = Signal(), Signal()
        kept = Signal(cells)
        m.d.comb += kept.eq(last.before | ~undoes.replicate(cells))
        with m.If(writes):
            m.d.sync += [value.eq(certain & kept) for value, certain in zip(self.values, round_.certain)]

        # What a round says is judged a clock later: `heard` is whether there was one.
        deduces, heard, full = Signal(), Signal(), Signal()
        bad, new, counts = Signal.like(round_.bad), Signal.like(round_.new), Signal.like(round_.counts)
        candidates, solitary = Signal(planes(order)), Signal(planes(order))
        m.d.sync += [
            heard.eq(deduces), bad.eq(round_.bad), new.eq(round_.new), full.eq(~round_.open.any()),
            counts.eq(round_.counts)]
        with m.If(deduces):
            m.d.sync += candidates.eq(round_.candidates)

        # Cells with two candidates; those that share a digit with another one, those that have one for themselves.
        two, shared, alone = Signal(cells), Signal(cells), Signal(cells)
        chosen, impossible, stepwise, again = Signal(cells), Signal(), Signal(), Signal()
        best = round_.open
        for better in (two, two & shared, two & shared & ~alone):
            best = Mux(better.any(), better, best)
        m.d.comb += chosen.eq(lowest(best))

        counters = self.counters
        m.d.sync += [
            counters.clocks.eq(counters.clocks + self.busy), counters.rounds.eq(counters.rounds + deduces)]

        def retract() -> None:
            m.d.comb += [writes.eq(1), undoes.eq(1)]
            m.d.sync += [cell.eq(last.cell), choices.eq(last.others), again.eq(1)]
            m.next = "TRY"

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))

            with m.State("IDLE"):
                with m.If(self.begin):
                    m.d.sync += [self.values.eq(0), self.depth.eq(0), counters.eq(0), impossible.eq(0)]
                with m.If(self.solve | self.back | self.guess):
                    m.d.sync += [self.solved.eq(0), self.contradiction.eq(0), stepwise.eq(self.stepwise)]
                with m.If(self.given.enable):
                    m.d.sync += [cell.eq(only_cell(order, self.given.place)), choices.eq(1 << self.given.digit)]
                    m.next = "PUT"
                with m.Elif(self.solve):
                    m.next = "DEDUCE"
                with m.Elif(self.back):
                    retract()
                with m.Elif(self.guess):
                    m.next = "TRY"

            with m.State("PUT"):
                m.d.comb += [round_.hidden.eq(~cell), round_.barred.eq(~tried), writes.eq(1)]
                m.next = "WRITTEN"

            with m.State("WRITTEN"):
                m.d.sync += impossible.eq(impossible | ~new.any())
                m.next = "IDLE"

            with m.State("DEDUCE"):
                m.d.comb += [deduces.eq(1), writes.eq(1)]
                with m.If(self.stop):
                    m.next = "IDLE"
                with m.Elif(heard & (bad.any() | impossible)):
                    with m.If(stepwise | ~self.depth.any()):
                        m.d.sync += self.contradiction.eq(1)
                        m.next = "IDLE"
                    with m.Else():
                        retract()
                with m.Elif(heard & full):
                    m.d.sync += self.solved.eq(1)
                    m.next = "IDLE"
                with m.Elif(heard & ~new.any()):
                    m.d.sync += two.eq(pairs(order, counts))
                    m.next = "COMPARE"

            with m.State("COMPARE"):
                m.d.comb += [round_.hidden.eq(~two), round_.plain.eq(1)]
                m.d.sync += solitary.eq(round_.solitary)
                m.next = "WEIGH"

            with m.State("WEIGH"):
                m.d.sync += [
                    alone.eq(union(can & single for can, single in zip(candidates, solitary))),
                    shared.eq(union(can & ~single for can, single in zip(candidates, solitary)))]
                m.next = "CHOOSE"

            with m.State("CHOOSE"):
                m.d.sync += [
                    cell.eq(chosen), choices.eq(Cat((chosen & plane).any() for plane in candidates)), again.eq(0)]
                m.next = "TRY"
                with m.If(stepwise):
                    m.next = "IDLE"

            with m.State("TRY"):
                m.d.comb += [round_.hidden.eq(~cell), round_.barred.eq(~tried), writes.eq(1)]
                m.d.sync += last.others.eq(choices & ~tried)
                with m.If(~again):
                    m.d.comb += push.en.eq(1)
                    m.d.sync += [
                        last.before.eq(~round_.open), last.cell.eq(cell), self.depth.eq(self.depth + 1),
                        counters.guesses.eq(counters.guesses + 1)]
                with m.Elif(choices == tried):
                    m.d.sync += [last.eq(pop.data), self.depth.eq(self.depth - 1)]
                m.next = "DEDUCE"
        return m
