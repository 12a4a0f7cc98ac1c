"""The registers of the parallel Sudoku engine, and the registers and memories that show its work."""

from amaranth.hdl import Module, Signal
from amaranth.lib import data

from rowloom.hw.soc.peripheral import EnginePeripheral, Watched, register
from rowloom.hw.sudoku.parallel.grid import packed_digits
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
        self._solver = Solver(order)
        super().__init__({
            "control": register(
                "w", "Commands: empty the grid; search for up to ``most`` solutions, or for all if ``most`` is 3; end "
                "the search; keep the latest solution instead of the first; make all cells of the latest solution "
                "givens.",
                begin=1, solve=1, stop=1, keep=1, most=2, accept=1),
            "given": register(
                "w", "Write a digit, counted from 0, into the cell in column ``x`` and row ``y`` of the box in "
                "``stack`` and ``band``. With ``unlike``, remove this given, and search for a solution with another "
                "digit in the cell.",
                digit=4, x=2, y=2, stack=2, band=2, unlike=1),
            "state": register(
                "r", "``busy``, and the number of solutions found. A read waits for ``busy`` to become 0, up to a "
                "timeout.", busy=1, solutions=2),
            "digits": register(
                "r", "The next eight cells of the solution that is kept, row by row: four bits for each cell, the "
                "first cell in the lowest bits.",
                cells=32),
            "found": register("r", "The number of solutions since ``solve``, modulo 2**32.", value=32),
        }, ParallelCounters.members, watched(order))

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.submodules.solver = solver = self._solver
        registers = self._registers
        control, given, state = registers.control.f, registers.given.f, registers.state.f
        m.d.comb += [
            self.busy.eq(solver.busy),
            *(getattr(solver, name).eq(control[name].w_stb & control[name].w_data)
              for name in ("begin", "accept", "solve", "stop")),
            solver.most.eq(control.most.w_data),
            solver.given.enable.eq(registers.given.element.w_stb), solver.given.digit.eq(given.digit.w_data),
            solver.given.unlike.eq(given.unlike.w_data),
            *(solver.given.place[name].eq(given[name].w_data) for name in ("x", "y", "stack", "band")),
            *(state[name].r_data.eq(getattr(solver, name)) for name in ("busy", "solutions")),
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
