"""The registers of the parallel Sudoku engine, and the registers and memories that show its work."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data

from rowloom.hw.soc.peripheral import EnginePeripheral, Watched, register
from rowloom.hw.sudoku.parallel.grid import packed_digits
from rowloom.hw.sudoku.parallel.removal import GivenRemoval
from rowloom.hw.sudoku.parallel.solver import ParallelCounters, Solver

__all__ = ["ParallelPeripheral"]


class ParallelPeripheral(EnginePeripheral):
    """The parallel Sudoku engine, of order 2 or 3, on the register bus.

    A search keeps its first solution, with four bits for each cell. Software can read it word by word while the engine
    looks for the second solution.
    """

    class Count(EnginePeripheral.Count):
        """Since ``begin``, modulo 2**32: guesses, rounds of deduction, clocks."""

    def __init__(self, order: int):
        self._order = order
        self._solver, self._removal = Solver(order), GivenRemoval(order)
        cells = order ** 4
        super().__init__({
            "control": register(
                "w", "Commands. ``begin``: empty the grid. ``solve``: search for up to ``most`` solutions, or for all "
                "if ``most`` is 3. ``stop``: end the search. ``keep``: keep the latest solution instead of the first. "
                "``accept``: make all cells of the latest solution givens.",
                begin=1, solve=1, stop=1, keep=1, most=2, accept=1),
            "given": register(
                "w", "Write a digit, counted from 0, into the cell in column ``x`` and row ``y`` of the box in "
                "``stack`` and ``band``. With ``unlike``, remove this given, and search for a solution with another "
                "digit in the cell. With ``fixed``, ``random`` never removes this given.",
                digit=4, x=2, y=2, stack=2, band=2, unlike=1, fixed=1),
            "remove": register(
                "w", "Options of ``random``. ``spare``: the largest number of givens to remove. ``again``: first find "
                "the only solution, and make all its cells givens.", spare=range(cells + 1), again=1),
            "random": register(
                "w", "Remove givens that the puzzle does not need, in random order. The value written, which is not 0, "
                "is the initial state of the random number generator. Up to 16 puzzles may wait.", state=32),
            "state": register(
                "r", "``solutions``: the number of solutions found. ``removes``: the engine removes givens. ``ready``: "
                "``left`` contains a result; ``busy`` is then 0. A read waits until ``busy`` is 0, up to a timeout.",
                busy=1, solutions=2, removes=1, ready=1),
            "digits": register(
                "r", "The next eight cells of the solution that is kept, row by row: four bits for each cell, the "
                "first cell in the lowest bits.",
                cells=32),
            "found": register("r", "The number of solutions since ``solve``, modulo 2**32.", value=32),
            "left": register(
                "r", "The next word of the results of ``random``. For each puzzle: a bit for each cell, row by row, "
                "which is 1 if the cell still has a given; then a word with the number of clocks.", cells=32),
        }, ParallelCounters.members, watched(order))

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.submodules.solver, m.submodules.removal = solver, removal = self._solver, self._removal
        registers = self._registers
        control, given, state = registers.control.f, registers.given.f, registers.state.f
        change = Signal.like(solver.given)
        spare, again = Signal.like(removal.spare), Signal()
        with m.If(registers.remove.element.w_stb):
            m.d.sync += [spare.eq(registers.remove.f.spare.w_data), again.eq(registers.remove.f.again.w_data)]
        m.d.comb += [
            self.busy.eq((solver.busy | removal.busy) & ~removal.results.valid),
            solver.begin.eq(control.begin.w_stb & control.begin.w_data),
            solver.stop.eq(control.stop.w_stb & control.stop.w_data | removal.stops),
            solver.solve.eq(control.solve.w_stb & control.solve.w_data | removal.solve),
            solver.accept.eq(control.accept.w_stb & control.accept.w_data | removal.accept),
            solver.most.eq(Mux(removal.busy, 1, control.most.w_data)),
            change.enable.eq(registers.given.element.w_stb), change.digit.eq(given.digit.w_data),
            change.unlike.eq(given.unlike.w_data),
            *(change.place[name].eq(given[name].w_data) for name in ("x", "y", "stack", "band")),
            solver.given.eq(Mux(removal.busy, removal.change, change)),
            state.busy.r_data.eq(self.busy), state.solutions.r_data.eq(solver.solutions),
            state.removes.r_data.eq(removal.busy), state.ready.r_data.eq(removal.results.valid),
            removal.noted.enable.eq(change.enable & ~change.unlike), removal.noted.fixed.eq(given.fixed.w_data),
            removal.noted.place.eq(change.place), removal.noted.digit.eq(change.digit),
            removal.spare.eq(spare), removal.again.eq(again),
            removal.random.valid.eq(registers.random.element.w_stb),
            removal.random.payload.eq(registers.random.f.state.w_data),
            registers.left.f.cells.r_data.eq(removal.results.payload),
            removal.results.ready.eq(registers.left.element.r_stb),
            removal.stop.eq(control.stop.w_stb & control.stop.w_data),
            removal.searches.eq(solver.busy), removal.solutions.eq(solver.solutions), removal.givens.eq(solver.givens),
        ]
        self.connect_counters(m, solver.counters)

        found = registers.found.f.value.r_data
        count = Signal.like(found)
        m.d.comb += found.eq(count)
        with m.If(solver.solve):
            m.d.sync += count.eq(0)
        with m.Elif(solver.found):
            m.d.sync += count.eq(count + 1)

        solution, cells = Signal(4 * self._order ** 4), registers.digits.f.cells
        m.d.comb += cells.r_data.eq(solution)
        with m.If(solver.found & ~solver.solutions.any() | control.keep.w_stb & control.keep.w_data):
            m.d.sync += solution.eq(packed_digits(self._order, solver.candidates))
        with m.Elif(cells.r_stb):
            m.d.sync += solution.eq(solution.shift_right(32))
        return m


def watched(order: int) -> tuple[Watched, ...]:
    """Return the registers and memories to watch. Vectors of cells are in the order of :mod:`.grid`."""
    cells, digits = order ** 4, order ** 2
    guess = data.StructLayout({"before": cells, "cell": cells, "others": digits})
    return (
        *(Watched(f"digit_{digit}", f"solver.candidates__{digit - 1}", f"the cells that can be {digit}")
          for digit in range(1, digits + 1)),
        Watched("open", "solver.open", "the cells that are not settled"),
        Watched("search", "solver.fsm_state", "the state of the engine"),
        Watched("cell", "solver.cell", "the branch cell, as a bit; valid when `search` is TRY"),
        Watched("again", "solver.again", "whether another digit was tried in the branch cell before"),
        Watched("depth", "solver.depth", "the number of guesses"),
        Watched("guess", "solver.last", "the last guess: the cells settled before it, its cell as a bit, the digits "
                "still to try", guess),
        Watched("heard", "solver.heard", "whether `bad` and `new` are the results of a round"),
        Watched("bad", "solver.bad", "a contradiction, if any bit is set"),
        Watched("new", "solver.new", "cells that lost candidates"),
        Watched("solutions", "solver.solutions", "solutions found, modulo 4"),
        Watched("counters", "solver.counters", "the counters", ParallelCounters),
    )
