"""The parallel Sudoku engine: rounds of deduction, and the search that goes on with them."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import lowest
from rowloom.hw.primitives.units import add_memory
from rowloom.hw.sudoku.parallel.box_branching import BoxBranching
from rowloom.hw.sudoku.parallel.grid import Place, check_order, only_cell
from rowloom.hw.sudoku.parallel.round import Round

__all__ = ["Counters", "Solver"]

Counters = data.StructLayout({"guesses": 32, "rounds": 32, "clocks": 32})
"""Since ``begin``, modulo 2**32: guesses, rounds of deduction, and clocks in which the engine was busy."""


class Solver(wiring.Component):
    """Deduces, guesses and takes back, until it has found as many solutions of a Sudoku as wanted, or all.

    A state is what the cells can be, and which of them are open. A round of deduction (:class:`Round`) a clock
    removes what they cannot. Where nothing is new any more, the engine tries the digits of one cell, the lowest first:
    of one with two candidates, or if there is none with three, or with more. Of these it takes one where much is open
    (:class:`BoxBranching`). To take back a guess it is enough to know which cells were settled before
    it, a bit a cell: all others can be anything again, and the next rounds say what not. No state is ever stored or
    fetched. When all digits of a cell but one have led to contradictions, the last one is no guess any more: it belongs
    to what was certain before. docs/engines/parallel.md says what else was compared.

    Latency: a round takes a clock. A contradiction, or that nothing is new, is known one clock later; in the next, the
    digit is written; after a solution, too, that is not the last one wanted. A puzzle without guesses is solved in its
    rounds and one clock.

    Parameters
    ----------
    order : int, 2 or 3

    Members
    -------
    begin : In(1)
        Empties the grid and sets the counters to 0. Takes two clocks.
    given : In
        When ``enable`` is high: that the cell at ``place`` has the digit, counted from 0. Takes three clocks. With
        ``unlike``, the cell is no given any more, nothing but the givens is certain, and it searches for a solution
        with another digit there: once nothing more follows, it guesses the cell's other digits first. The givens must
        have a solution with this digit.
    accept : In(1)
        Makes all cells givens, with the digits of the solution that the last search ended with.
    solve : In(1)
        Begins to search from the grid as it is.
    most : In
        How many solutions to search for, 1 or 2; 3 for all. Sampled with ``solve``.
    stop : In(1)
        Ends, wherever it is.
    busy : Out(1)
        It works; commands but ``stop`` are ignored.
    found : Out(1)
        In this clock the candidates are a solution.
    solutions : Out
        How many were found since ``solve``, modulo 4. If these are fewer than wanted and it was not stopped, there are
        no more.
    candidates : Out, for each digit a bit a cell
        What the cells can be: the digits of the last solution, if it ended with one.
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
            "begin": In(1), "accept": In(1), "solve": In(1), "most": In(range(4)), "stop": In(1),
            "given": In(data.StructLayout({
                "enable": 1, "place": Place(order), "digit": range(digits), "unlike": 1})),
            "busy": Out(1), "found": Out(1), "solutions": Out(range(4)),
            "candidates": Out(cells).array(digits), "counters": Out(Counters),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        order, cells, digits = self._order, self._order ** 4, self._order ** 2
        m.submodules.round = round_ = Round(order)
        m.d.comb += [plane.eq(own) for plane, own in zip(round_.candidates, self.candidates)]

        # Of the guesses that the state hangs on, `last` holds the last one, the memory those before it, behind one that
        # means nothing.
        depth = Signal(range(cells + 1))
        guess = data.StructLayout({"before": cells, "cell": cells, "others": digits})
        last = Signal(guess)
        pop, push = add_memory(m, "guesses", guess, cells)
        m.d.comb += [push.addr.eq(depth), push.data.eq(last), pop.addr.eq(depth - 1)]

        # Of the cell at hand one digit is tried, the lowest of the choices. All cells that were open before the last
        # guess get all candidates back when it is undone.
        cell = Signal(cells)
        choices, tried = Signal(digits), Signal(digits)
        m.d.comb += tried.eq(lowest(choices))
        writes, tries, undoes = Signal(), Signal(), Signal()
        narrowed, restored = Signal(cells), Signal(cells)
        m.d.comb += [narrowed.eq(cell & tries.replicate(cells)), restored.eq(~last.before & undoes.replicate(cells))]
        open_ = Signal(cells)
        m.d.comb += round_.open.eq(open_)
        with m.If(writes):
            m.d.sync += open_.eq(round_.left_open & ~narrowed | restored)
            m.d.sync += [
                plane.eq(left & ~(narrowed & ~keeps.replicate(cells)) | restored)
                for plane, left, keeps in zip(self.candidates, round_.left, tried)]

        # What a round says is judged a clock later: `heard` is whether there was one.
        deduces, full = Signal(), Signal()
        heard = Signal()
        bad = Signal.like(round_.bad)
        new = Signal.like(round_.new)
        m.d.sync += [heard.eq(deduces), full.eq(~open_.any()), bad.eq(round_.bad), new.eq(round_.new)]
        contradicts = bad.any()

        m.submodules.branching = branching = BoxBranching(order)
        m.d.comb += branching.open.eq(open_)
        m.d.sync += branching.fewest.eq(
            Mux(round_.pairs.any(), round_.pairs, Mux(round_.triples.any(), round_.triples, open_)))

        # What is certain without any guess are the givens. While another digit than that of `asked` is searched for,
        # that cell is the first one to guess at, if it is still open then.
        givens, place, unlike, asked = Signal(cells), Signal(cells), Signal(), Signal(cells)
        m.d.comb += place.eq(only_cell(order, self.given.place))

        again = Signal()
        most, solutions = Signal.like(self.most), Signal.like(self.solutions)
        m.d.comb += solutions.eq(self.solutions + 1)
        counters = self.counters
        m.d.sync += [counters.clocks.eq(counters.clocks + self.busy), counters.rounds.eq(counters.rounds + deduces)]

        def retract() -> None:
            m.d.comb += [writes.eq(1), undoes.eq(1)]
            m.d.sync += [cell.eq(last.cell), again.eq(1)]
            m.next = "TRY"

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))

            with m.State("IDLE"):
                with m.If(self.begin):
                    m.d.sync += [last.before.eq(0), depth.eq(0), counters.eq(0), givens.eq(0)]
                    m.next = "EMPTY"
                with m.Elif(self.given.enable):
                    m.d.sync += [
                        cell.eq(place), asked.eq(place), last.others.eq(1 << self.given.digit),
                        unlike.eq(self.given.unlike),
                        last.before.eq(givens & ~place), depth.eq(0), givens.eq(givens | place)]
                    with m.If(self.given.unlike):
                        m.d.sync += givens.eq(givens & ~place)
                    m.next = "TAKE BACK"
                with m.Elif(self.accept):
                    m.d.sync += givens.eq(-1)
                with m.Elif(self.solve):
                    m.d.sync += [self.solutions.eq(0), most.eq(self.most), unlike.eq(0)]
                    m.next = "DEDUCE"

            with m.State("EMPTY"):
                m.d.comb += [writes.eq(1), undoes.eq(1)]
                m.next = "IDLE"

            with m.State("TAKE BACK"):
                m.d.comb += [writes.eq(1), undoes.eq(1), round_.frozen.eq(-1)]
                m.d.sync += [self.solutions.eq(0), most.eq(1)]
                m.next = "PUT"
                with m.If(unlike):
                    m.next = "DEDUCE"

            with m.State("PUT"):
                m.d.comb += [writes.eq(1), tries.eq(1), choices.eq(last.others), round_.frozen.eq(~cell)]
                m.next = "IDLE"

            with m.State("DEDUCE"):
                m.d.comb += [writes.eq(1), deduces.eq(1)]
                with m.If(self.stop):
                    m.next = "IDLE"
                with m.Elif(heard & (contradicts | full)):
                    with m.If(~contradicts & ~unlike):
                        m.d.comb += self.found.eq(1)
                        m.d.sync += self.solutions.eq(solutions)
                    with m.If(~depth.any() | ~contradicts & (solutions == most) & ~most.all()):
                        m.next = "IDLE"
                    with m.Else():
                        retract()
                with m.Elif(heard & ~new.any()):
                    m.d.sync += [cell.eq(Mux(unlike, asked, branching.cell)), again.eq(0)]
                    m.next = "TRY"
                    with m.If(unlike & ~(asked & open_).any()):
                        m.next = "IDLE"

            # The other cells have their round meanwhile.
            with m.State("TRY"):
                m.d.comb += [writes.eq(1), tries.eq(1)]
                m.d.sync += [last.others.eq(choices & ~tried), unlike.eq(0)]
                with m.If(~again):
                    m.d.comb += choices.eq(
                        Cat((cell & plane).any() for plane in self.candidates) & ~Mux(unlike, last.others, 0))
                    m.d.sync += [last.before.eq(~open_), last.cell.eq(cell), counters.guesses.eq(counters.guesses + 1)]
                    # An only other digit is no guess.
                    with m.If(~unlike | (choices != tried)):
                        m.d.comb += push.en.eq(1)
                        m.d.sync += depth.eq(depth + 1)
                with m.Else():
                    m.d.comb += choices.eq(last.others)
                    with m.If(choices == tried):
                        m.d.sync += [last.eq(pop.data), depth.eq(depth - 1)]
                m.next = "DEDUCE"
                with m.If(self.stop):
                    m.next = "IDLE"
        return m
