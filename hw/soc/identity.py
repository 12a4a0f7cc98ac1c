"""The identity of a build: constants that the firmware reads and sends to the host."""

from amaranth.hdl import Module
from amaranth_soc import csr

from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.peripheral import Peripheral

__all__ = ["Identity"]


class Identity(Peripheral):
    """The identification block.

    Parameters
    ----------
    config : SoCConfig
        The build's parameters.
    build_hash : int, 64 bits
        A digest of everything in the build.

    Members
    -------
    bus : In(csr.Signature)
        The registers ``build_low``, ``build_high``, ``clock_hz`` and ``bit_rate``.
    """

    class Word(csr.Register, access="r"):
        """A constant of the build."""

        value: csr.Field(csr.action.R, 32)

    def __init__(self, config: SoCConfig, build_hash: int):
        if not 0 <= build_hash < 1 << 64:
            raise ValueError(f"a build hash has 64 bits, which {build_hash:#x} has not")
        self._words = {
            "build_low": build_hash & 0xFFFF_FFFF, "build_high": build_hash >> 32,
            "clock_hz": config.clock_hz, "bit_rate": config.bit_rate,
        }
        super().__init__({name: self.Word() for name in self._words})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.d.comb += [getattr(self._registers, name).f.value.r_data.eq(value) for name, value in self._words.items()]
        return m
