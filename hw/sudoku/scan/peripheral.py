"""The scan unit's registers."""

from amaranth.hdl import Module, Signal
from amaranth.lib.wiring import Out
from amaranth_soc import csr

from rowloom.hw.soc.peripheral import Choice, Peripheral
from rowloom.hw.sudoku.scan.scan import Command, Counters, Scan
from rowloom.hw.sudoku.scan.watched import watched

__all__ = ["MOST_EXCLUDED", "ScanPeripheral"]

MOST_EXCLUDED = 11
"""The largest order for which candidates excluded by locked ones are kept: an LFE5U-85F has room for them beside all
that order 15 needs, and an LFE5U-45F beside what order 11 does. The search in larger puzzles does without."""


class ScanPeripheral(Peripheral):
    """Put the scan unit on the register bus.

    Parameters
    ----------
    order, subsets : int
        As of :class:`Scan`; ``subsets`` is limited to ``order``.

    Members
    -------
    busy : Out(1)
        The unit is busy: a read of ``state`` may wait.

    Raises
    ------
    ValueError
        As :class:`Scan`.
    """

    class Order(csr.Register, access="rw"):
        """The puzzle's order."""

        value: csr.Field(csr.action.RW, 8)

    class Cell(csr.Register, access="w"):
        """The cell of the next value, counted row by row from 0; each access to a value advances it. Behind the cells
        of the largest grid there is room for as many values."""

        number: csr.Field(csr.action.W, 17)

    class Given(csr.Register, access="w"):
        """Write the cell's value, 0 for none."""

        value: csr.Field(csr.action.W, 8)

    class Value(csr.Register, access="r"):
        """Read the cell's value, 0 for none."""

        value: csr.Field(csr.action.R, 8)

    class Control(csr.Register, access="w"):
        """A command and its operands: a cell, a value, whether it is a choice."""

        value: csr.Field(csr.action.W, 8)
        col: csr.Field(csr.action.W, 8)
        row: csr.Field(csr.action.W, 8)
        choice: csr.Field(csr.action.W, 1)
        command: csr.Field(Choice, Command)

    class State(csr.Register, access="r"):
        """The state, and the cell that was found. A read waits a while for ``busy`` to become 0."""

        value: csr.Field(csr.action.R, 8)
        col: csr.Field(csr.action.R, 8)
        row: csr.Field(csr.action.R, 8)
        busy: csr.Field(csr.action.R, 1)
        contradiction: csr.Field(csr.action.R, 1)
        solved: csr.Field(csr.action.R, 1)

    class Trail(csr.Register, access="r"):
        """Placements that can be undone, and choices among them."""

        depth: csr.Field(csr.action.R, 16)
        level: csr.Field(csr.action.R, 16)

    class Count(csr.Register, access="r"):
        """Since ``CLEAR``, modulo 2**32: houses visited, placements, hidden singles among them, parts of lines from
        which locked candidates were excluded, cells from which subsets excluded some."""

        value: csr.Field(csr.action.R, 32)

    def __init__(self, order: int, subsets: int):
        limits = {"excluded": min(order, MOST_EXCLUDED), "subsets": min(order, subsets)}
        self.watched = watched(order, **limits)
        self._scan = Scan(order, **limits)
        super().__init__({
            "order": self.Order(), "cell": self.Cell(), "given": self.Given(), "value": self.Value(),
            "control": self.Control(), "state": self.State(), "trail": self.Trail(),
            "counters": [self.Count() for _ in Counters()],
        }, {"busy": Out(1)})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.submodules.scan = scan = self._scan
        registers = self._registers
        number, given, value = registers.cell.f.number, registers.given.f.value, registers.value.f.value
        control, state, trail = registers.control.f, registers.state.f, registers.trail.f
        cell = Signal(17)
        with m.If(number.w_stb):
            m.d.sync += cell.eq(number.w_data)
        with m.Elif(given.w_stb | value.r_stb):
            m.d.sync += cell.eq(cell + 1)
        with m.If(control.command.w_stb):
            m.d.comb += scan.command.what.eq(control.command.w_data)
        m.d.comb += [
            self.busy.eq(scan.busy),
            scan.order.eq(registers.order.f.value.data),
            scan.address.eq(cell), scan.write.enable.eq(given.w_stb), scan.write.value.eq(given.w_data),
            value.r_data.eq(scan.value),
            *(scan.command[name].eq(control[name].w_data) for name in ("value", "col", "row", "choice")),
            *(state[name].r_data.eq(getattr(scan, name)) for name in ("busy", "contradiction", "solved")),
            *(state[name].r_data.eq(scan.found[name]) for name in ("value", "col", "row")),
            *(trail[name].r_data.eq(getattr(scan, name)) for name in ("depth", "level")),
            *(register.f.value.r_data.eq(scan.counters[name])
              for name, register in zip(Counters().members, registers.counters)),
        ]
        return m
