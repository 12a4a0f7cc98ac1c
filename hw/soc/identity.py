"""What a build is: constants that the firmware reads and tells the host."""

from amaranth.hdl import Module
from amaranth_soc import csr

from .config import ENGINES, Size, SoCConfig
from .peripheral import Peripheral

__all__ = ["Identity"]


class Identity(Peripheral):
    """The identification block.

    Parameters
    ----------
    config : SoCConfig
        The build's parameters.
    build_hash : int, 64 bits
        A digest of all that went into the build.

    Members
    -------
    bus : In(csr.Signature)
        The registers ``build_low``, ``build_high``, ``clock_hz``, ``bit_rate`` and one of sizes for each
        engine.
    """

    class Word(csr.Register, access="r"):
        """A constant of the build."""

        value: csr.Field(csr.action.R, 32)

    class Size(csr.Register, access="r"):
        """The largest puzzle of an engine; zero where the build is without it."""

        rows: csr.Field(csr.action.R, 8)
        cols: csr.Field(csr.action.R, 8)

    def __init__(self, config: SoCConfig, build_hash: int):
        if not 0 <= build_hash < 1 << 64:
            raise ValueError(f"a build hash has 64 bits, which {build_hash:#x} has not")
        self._words = {
            "build_low": build_hash & 0xFFFF_FFFF,
            "build_high": build_hash >> 32,
            "clock_hz": config.clock_hz,
            "bit_rate": config.bit_rate,
        }
        self._sizes = {engine: config.engines.get(engine, Size(0, 0)) for engine in ENGINES}
        self._registers = {
            **{name: self.Word() for name in self._words},
            **{name: self.Size() for name in self._sizes},
        }
        super().__init__(self._registers)

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.d.comb += [self._registers[name].f.value.r_data.eq(value) for name, value in self._words.items()]
        for name, size in self._sizes.items():
            fields = self._registers[name].f
            m.d.comb += [fields.rows.r_data.eq(size.rows), fields.cols.r_data.eq(size.cols)]
        return m
