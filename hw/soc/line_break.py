"""A way to restart a board whose firmware no longer listens."""

from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["LineBreak"]


class LineBreak(wiring.Component):
    """Tells when a serial line is held low for longer than any byte takes.

    Parameters
    ----------
    cycles : int, at least 2
        How long that is, in clocks.

    Members
    -------
    line : In(1)
        The line, in step with the clock; it rests high.
    restart : Out(1)
        High for one clock, ``cycles`` clocks after the line fell; not again before it has risen. A line that
        nobody drives, and that lies low for ever, so restarts once.
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
