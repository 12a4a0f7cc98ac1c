"""The checker's registers."""

from amaranth.hdl import Module
from amaranth_soc import csr

from rowloom.hw.slitherlink.checker.checker import Checker
from rowloom.hw.soc.peripheral import EnginePeripheral

__all__ = ["CheckerPeripheral"]


class CheckerPeripheral(EnginePeripheral):
    """The checker on the register bus.

    A read may immediately follow a write: the CPU starts it four clocks later, because an access takes three clocks and
    leaves the bus idle for one. The write reaches the checker after one clock, and the check takes three. There is no
    slack.

    Parameters
    ----------
    rows, cols : int, 1 to 32
        The largest puzzle.
    """

    class Size(csr.Register, access="rw"):
        """The puzzle's size, used from the next ``clear`` on; cells beyond it are outside."""

        rows: csr.Field(csr.action.RW, 8)
        cols: csr.Field(csr.action.RW, 8)

    class Control(csr.Register, access="w"):
        """Commands. ``clear``: use the size, and remove clues and assignments. ``flood``: flood inside cells (with
        ``outside``, outside cells from the frame) through cells of that colour (with ``undecided``, also through
        undecided cells)."""

        clear: csr.Field(csr.action.W, 1)
        flood: csr.Field(csr.action.W, 1)
        outside: csr.Field(csr.action.W, 1)
        undecided: csr.Field(csr.action.W, 1)

    class Clue(csr.Register, access="w"):
        """Set the clue of a cell, counted from 0."""

        value: csr.Field(csr.action.W, 2)
        unused: csr.Field(csr.action.ResR0W0, 6)
        col: csr.Field(csr.action.W, 8)
        row: csr.Field(csr.action.W, 8)

    class Assign(csr.Register, access="w"):
        """Give a cell a colour and, if it has a clue, a pattern (the paper's a and x); with ``assigned`` 0, remove
        both."""

        inside: csr.Field(csr.action.W, 1)
        pattern: csr.Field(csr.action.W, 3)
        assigned: csr.Field(csr.action.W, 1)
        unused: csr.Field(csr.action.ResR0W0, 3)
        col: csr.Field(csr.action.W, 8)
        row: csr.Field(csr.action.W, 8)

    class Conflict(csr.Register, access="r"):
        """1 if the assignment breaks the partial condition."""

        conflict: csr.Field(csr.action.R, 1)

    class Verdict(csr.Register, access="r"):
        """The last flood's result, when ``busy`` is 0: all cells of the colour connected; no hole by Pick's theorem."""

        busy: csr.Field(csr.action.R, 1)
        joined: csr.Field(csr.action.R, 1)
        pick: csr.Field(csr.action.R, 1)

    class Row(csr.Register, access="r"):
        """The cells of a row that are known to have this colour; bit j is column j."""

        def __init__(self, cols: int):
            super().__init__({"cells": csr.Field(csr.action.R, cols)})

    def __init__(self, rows: int, cols: int):
        self._checker = Checker(rows, cols)
        super().__init__({
            "size": self.Size(), "control": self.Control(), "clue": self.Clue(), "assign": self.Assign(),
            "conflict": self.Conflict(), "verdict": self.Verdict(),
            **{name: [self.Row(cols) for _ in range(rows)] for name in ("inside", "outside")},
        })

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.submodules.checker = checker = self._checker
        registers = self._registers
        for register, port in ((registers.clue, checker.clue), (registers.assign, checker.assign)):
            m.d.comb += port.enable.eq(register.element.w_stb)
            for path, field in register:
                if path[0] != "unused":
                    m.d.comb += port[path[0]].eq(field.w_data)
        control, verdict = registers.control.f, registers.verdict.f
        m.d.comb += [
            *(checker.size[name].eq(registers.size.f[name].data) for name in ("rows", "cols")),
            checker.clear.eq(control.clear.w_stb & control.clear.w_data),
            checker.flood.start.eq(control.flood.w_stb & control.flood.w_data),
            *(checker.flood[name].eq(control[name].w_data) for name in ("outside", "undecided")),
            registers.conflict.f.conflict.r_data.eq(checker.conflict),
            *(verdict[name].r_data.eq(getattr(checker, name)) for name in ("busy", "joined", "pick")),
            *(register.f.cells.r_data.eq(row) for register, row in zip(
                registers.inside + registers.outside, [*checker.inside, *checker.outside])),
        ]
        return m
