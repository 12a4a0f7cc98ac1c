"""How often each candidate occurs among the cells of a house."""

from amaranth.hdl import Module, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Hidden"]


class Hidden(wiring.Component):
    """Count each candidate over the cells of a house, which come one a clock: not at all, once, twice or more.

    The counters of the paper (Gonzalez, Olivito and Resano 2009, figure 5). They need not hold where a candidate was
    met: a second pass over the cells finds that, and only houses with a hidden single need one.

    Latency: one clock.

    Parameters
    ----------
    size : int
        Digits.

    Members
    -------
    clear : In(1)
        Forget what was met.
    count : In(1), candidates : In(size)
        A cell's candidates are there.
    once, twice : Out(size)
        What was met at least once, and at least twice.
    """

    def __init__(self, size: int):
        super().__init__({
            "clear": In(1), "count": In(1), "candidates": In(size), "once": Out(size), "twice": Out(size),
        })

    @property
    def single(self) -> Value:
        """Return what was met exactly once."""
        return self.once & ~self.twice

    def elaborate(self, platform) -> Module:
        m = Module()
        with m.If(self.clear):
            m.d.sync += [self.once.eq(0), self.twice.eq(0)]
        with m.Elif(self.count):
            m.d.sync += [
                self.once.eq(self.once | self.candidates), self.twice.eq(self.twice | self.once & self.candidates)]
        return m
