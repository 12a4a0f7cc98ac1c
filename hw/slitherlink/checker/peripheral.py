"""The checker's registers."""

from amaranth.hdl import Module

from rowloom.hw.slitherlink.checker.checker import Checker
from rowloom.hw.soc.peripheral import EnginePeripheral, register

__all__ = ["CheckerPeripheral"]


class CheckerPeripheral(EnginePeripheral):
    """The checker on the register bus.

    A read may immediately follow a write: the CPU starts the read four clocks after the write, because an access takes
    three clocks and leaves the bus idle for one. The write reaches the checker after one clock, and the check takes
    three. There is no slack.
    """

    def __init__(self, rows: int, cols: int):
        self._checker = Checker(rows, cols)
        super().__init__({
            "size": register(
                "rw", "The puzzle's size, used from the next ``clear`` on; cells beyond it are outside.",
                rows=8, cols=8),
            "control": register(
                "w", "Commands. ``clear``: use the size, and remove clues and assignments. ``flood``: flood inside "
                "cells (with ``outside``, outside cells from the frame) through cells of that colour (with "
                "``undecided``, also through undecided cells).", clear=1, flood=1, outside=1, undecided=1),
            "clue": register("w", "Set the clue of a cell, counted from 0.", value=2, unused=6, col=8, row=8),
            "assign": register(
                "w", "Give a cell a colour and, if it has a clue, a pattern (the paper's a and x); with ``assigned`` "
                "0, remove both.", inside=1, pattern=3, assigned=1, unused=3, col=8, row=8),
            "conflict": register("r", "1 if the assignment breaks the partial condition.", conflict=1),
            "verdict": register(
                "r", "The last flood's result, when ``busy`` is 0: all cells of the colour connected; no hole by "
                "Pick's theorem.", busy=1, joined=1, pick=1),
            **{name: [register("r", "The known cells of a row with this colour; bit j is column j.", cells=cols)
                      for _ in range(rows)] for name in ("inside", "outside")},
        })

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.submodules.checker = checker = self._checker
        registers = self._registers
        for written, port in ((registers.clue, checker.clue), (registers.assign, checker.assign)):
            m.d.comb += port.enable.eq(written.element.w_stb)
            for path, field in written:
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
            *(known.f.cells.r_data.eq(row) for known, row in zip(
                registers.inside + registers.outside, [*checker.inside, *checker.outside])),
        ]
        return m
