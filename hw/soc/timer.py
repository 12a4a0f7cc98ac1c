"""The cycle counter."""

from amaranth.hdl import Module, Signal
from amaranth_soc import csr

from rowloom.hw.soc.peripheral import Peripheral

__all__ = ["CycleCounter"]


class CycleCounter(Peripheral):
    """Counts the clocks since reset in 64 bits.

    Reading ``low`` latches the upper half of the same clock for ``high``.

    Members
    -------
    bus : In(csr.Signature)
        The registers ``low`` and ``high``.
    """

    class Low(csr.Register, access="r"):
        """The lower 32 bits; reading them latches the upper ones in ``high``."""

        cycles: csr.Field(csr.action.R, 32)

    class High(csr.Register, access="r"):
        """The upper 32 bits at the last reading of ``low``."""

        cycles: csr.Field(csr.action.R, 32)

    def __init__(self):
        super().__init__({"low": self.Low(), "high": self.High()})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        low, high = self._registers.low.f.cycles, self._registers.high.f.cycles
        cycles = Signal(64)
        held = Signal(32)
        m.d.sync += cycles.eq(cycles + 1)
        with m.If(low.r_stb):
            m.d.sync += held.eq(cycles[32:])
        m.d.comb += [low.r_data.eq(cycles[:32]), high.r_data.eq(held)]
        return m
