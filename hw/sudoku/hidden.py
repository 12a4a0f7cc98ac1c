"""The hidden-candidate unit: how often each candidate occurs among the cells of a unit."""

from amaranth.hdl import Module, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Hidden"]


class Hidden(wiring.Component):
    """Counts each candidate over the cells of a unit, which come one a clock: not at all, once, twice or more.

    The counters of the paper (Gonzalez, Olivito and Resano 2009, figure 5). They need not hold where a candidate was
    met: a second pass over the cells finds that, and only units with a hidden single need one.

    Parameters
    ----------
    size : int
        Digits.

    Members
    -------
    clear : In(1)
        Nothing was met from the next clock on.
    count : In(1)
        A cell's candidates are there.
    candidates : In(size)
        They.
    once, twice : Out(size)
        What was met at least once, and at least twice; one clock after the last cell.
    """

    def __init__(self, size: int):
        super().__init__({
            "clear": In(1), "count": In(1), "candidates": In(size), "once": Out(size), "twice": Out(size),
        })

    @property
    def single(self) -> Value:
        """What was met exactly once."""
        return self.once & ~self.twice

    def elaborate(self, platform) -> Module:
        m = Module()
        with m.If(self.clear):
            m.d.sync += [self.once.eq(0), self.twice.eq(0)]
        with m.Elif(self.count):
            m.d.sync += [
                self.once.eq(self.once | self.candidates), self.twice.eq(self.twice | self.once & self.candidates)]
        return m
