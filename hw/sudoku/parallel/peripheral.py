"""The parallel Sudoku engine's registers."""

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib.wiring import Out
from amaranth_soc import csr

from rowloom.hw.soc.peripheral import Peripheral
from rowloom.hw.sudoku.parallel.grid import row_of, union
from rowloom.hw.sudoku.parallel.solver import Counters, Solver

__all__ = ["ParallelPeripheral"]

_CELLS = 8
"""In a word of digits."""


class ParallelPeripheral(Peripheral):
    """The parallel Sudoku engine on the register bus.

    Parameters
    ----------
    order : int, 2 or 3

    Members
    -------
    busy : Out(1)
        The engine works: a read of ``state`` may wait.

    Raises
    ------
    ValueError
        As :class:`Solver`.
    """

    class Control(csr.Register, access="w"):
        """Commands: empty the grid; search for a solution; after one, for the next; end soon."""

        begin: csr.Field(csr.action.W, 1)
        solve: csr.Field(csr.action.W, 1)
        back: csr.Field(csr.action.W, 1)
        stop: csr.Field(csr.action.W, 1)

    class Given(csr.Register, access="w"):
        """Writes a digit, counted from 0, into a cell: its column and row within its box, and the box's."""

        digit: csr.Field(csr.action.W, 4)
        x: csr.Field(csr.action.W, 2)
        y: csr.Field(csr.action.W, 2)
        stack: csr.Field(csr.action.W, 2)
        band: csr.Field(csr.action.W, 2)

    class State(csr.Register, access="r"):
        """How it ended, and how many guesses the state hangs on. Reading waits a while for ``busy`` to become 0."""

        busy: csr.Field(csr.action.R, 1)
        solved: csr.Field(csr.action.R, 1)
        contradiction: csr.Field(csr.action.R, 1)
        unused: csr.Field(csr.action.ResR0W0, 5)
        depth: csr.Field(csr.action.R, 8)

    class Row(csr.Register, access="rw"):
        """A row to be read: its number within its band, and the band's."""

        y: csr.Field(csr.action.RW, 2)
        band: csr.Field(csr.action.RW, 2)

    class Digits(csr.Register, access="r"):
        """Of a solved grid, that row's digits, four bits each, the leftmost lowest, in one word or two."""

        def __init__(self, count: int):
            super().__init__({"digits": csr.Field(csr.action.R, 4 * count)})

    class Count(csr.Register, access="r"):
        """Since ``begin``, modulo 2**32: guesses, rounds of deduction, clocks."""

        value: csr.Field(csr.action.R, 32)

    def __init__(self, order: int):
        self._order = order
        self._solver = Solver(order)
        super().__init__({
            "control": self.Control(), "given": self.Given(), "state": self.State(), "row": self.Row(),
            "digits": [self.Digits(min(_CELLS, order ** 2 - col)) for col in range(0, order ** 2, _CELLS)],
            "counters": [self.Count() for _ in Counters.members],
        }, {"busy": Out(1)})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.submodules.solver = solver = self._solver
        registers, digits = self._registers, self._order ** 2
        control, given, state, row = registers.control.f, registers.given.f, registers.state.f, registers.row.f
        m.d.comb += [
            self.busy.eq(solver.busy),
            *(getattr(solver, name).eq(control[name].w_stb & control[name].w_data)
              for name in ("begin", "solve", "back", "stop")),
            solver.given.enable.eq(registers.given.element.w_stb), solver.given.digit.eq(given.digit.w_data),
            *(solver.given.place[name].eq(given[name].w_data) for name in ("x", "y", "stack", "band")),
            *(state[name].r_data.eq(getattr(solver, name)) for name in ("busy", "solved", "contradiction", "depth")),
            *(register.f.value.r_data.eq(solver.counters[name])
              for name, register in zip(Counters.members, registers.counters)),
        ]
        # Of each digit, the cells of the row that have it; from these, the number of the digit that a cell has.
        having = [Signal(digits, name=f"having_{digit}") for digit in range(1, digits + 1)]
        m.d.comb += [
            cells.eq(row_of(self._order, plane, row.band.data, row.y.data))
            for cells, plane in zip(having, solver.candidates)]
        bits = [Signal(digits, name=f"bit_{bit}") for bit in range(4)]
        m.d.comb += [
            cells.eq(union(cells for digit, cells in enumerate(having, 1) if digit >> bit & 1))
            for bit, cells in enumerate(bits) if digits >> bit]
        numbers = Cat(cells[col] for col in range(digits) for cells in bits)
        m.d.comb += [register.f.digits.r_data.eq(numbers[4 * _CELLS * word:])
                     for word, register in enumerate(registers.digits)]
        return m
