"""Status lights."""

from amaranth.hdl import Module
from amaranth.lib.wiring import Out
from amaranth_soc import csr

from rowloom.hw.soc.peripheral import Peripheral

__all__ = ["StatusLeds"]


class StatusLeds(Peripheral):
    """Three lights that the firmware sets.

    Members
    -------
    bus : In(csr.Signature)
        The register ``lights``.
    alive, solving, error : Out(1)
        The firmware runs; it is solving a puzzle; the last frame was refused.
    """

    class Lights(csr.Register, access="rw"):
        """One bit for each light, 1 for on."""

        alive: csr.Field(csr.action.RW, 1)
        solving: csr.Field(csr.action.RW, 1)
        error: csr.Field(csr.action.RW, 1)

    def __init__(self):
        super().__init__({"lights": self.Lights()}, {"alive": Out(1), "solving": Out(1), "error": Out(1)})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        lights = self._registers.lights.f
        m.d.comb += [getattr(self, name).eq(lights[name].data) for name in ("alive", "solving", "error")]
        return m
