"""Detection of a break on the serial line, which restarts a board whose firmware no longer responds."""

from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["LineBreak"]


class LineBreak(wiring.Component):
    """Detects when a serial line is held low for longer than any byte.

    Parameters
    ----------
    cycles : int, at least 2
        The length of a break in clocks.

    Members
    -------
    line : In(1)
        The line, synchronous to the clock; idle high.
    restart : Out(1)
        High for one clock, ``cycles`` clocks after the line fell, and not again before it has risen. So an undriven
        line that stays low restarts the board once.
    """

    def __init__(self, cycles: int):
        if cycles < 2:
            raise ValueError(f"a break lasts at least 2 clocks, not {cycles}")
        self._cycles = cycles
        super().__init__({"line": In(1, init=1), "restart": Out(1)})

    def elaborate(self, platform) -> Module:
        m = Module()
        left = Signal(range(self._cycles + 1), init=self._cycles)
        with m.If(self.line):
            m.d.sync += left.eq(self._cycles)
        with m.Elif(left != 0):
            m.d.sync += left.eq(left - 1)
            m.d.comb += self.restart.eq(left == 1)
        return m
