"""The cycle counter."""

from amaranth.hdl import Module, Signal
from amaranth.lib.wiring import In
from amaranth_soc import csr

from rowloom.hw.soc.peripheral import Peripheral

__all__ = ["CycleCounter"]


class CycleCounter(Peripheral):
    """Counts the clocks since reset in 64 bits.

    Reading ``low`` latches the upper half of the same clock for ``high``. ``ended`` tells when the engines' work
    ended, however late the CPU asks.

    Members
    -------
    bus : In(csr.Signature)
        The registers ``low``, ``high`` and ``ended``.
    busy : In(1)
        An engine works.
    """

    class Low(csr.Register, access="r"):
        """The lower 32 bits; reading them latches the upper ones in ``high``."""

        cycles: csr.Field(csr.action.R, 32)

    class High(csr.Register, access="r"):
        """The upper 32 bits at the last reading of ``low``."""

        cycles: csr.Field(csr.action.R, 32)

    class Ended(csr.Register, access="r"):
        """The lower 32 bits in the first clock after ``busy``."""

        cycles: csr.Field(csr.action.R, 32)

    def __init__(self):
        super().__init__({"low": self.Low(), "high": self.High(), "ended": self.Ended()}, {"busy": In(1)})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        low, high = self._registers.low.f.cycles, self._registers.high.f.cycles
        cycles = Signal(64)
        held, ended, was_busy = Signal(32), Signal(32), Signal()
        m.d.sync += cycles.eq(cycles + 1)
        with m.If(low.r_stb):
            m.d.sync += held.eq(cycles[32:])
        m.d.sync += was_busy.eq(self.busy)
        with m.If(was_busy & ~self.busy):
            m.d.sync += ended.eq(cycles)
        m.d.comb += [
            low.r_data.eq(cycles[:32]), high.r_data.eq(held), self._registers.ended.f.cycles.r_data.eq(ended)]
        return m
