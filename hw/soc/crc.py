"""The CRC of frames."""

from functools import reduce

from amaranth.hdl import Module, Mux, Signal, Value
from amaranth_soc import csr

from rowloom.hw.soc.peripheral import Peripheral

__all__ = ["Crc32"]

_POLYNOMIAL = 0xEDB88320


class Crc32(Peripheral):
    """The CRC-32 of zlib and Ethernet, a byte a clock. The CPU alone would need a table, a sixteenth of the ROM.

    Members
    -------
    bus : In(csr.Signature)
        The registers ``begin``, ``byte`` and ``crc``.
    """

    class Begin(csr.Register, access="w"):
        """Go on from this CRC, not inverted: all ones before the first byte."""

        crc: csr.Field(csr.action.W, 32)

    class Byte(csr.Register, access="w"):
        """Append a byte."""

        value: csr.Field(csr.action.W, 8)

    class Crc(csr.Register, access="r"):
        """The CRC so far, not inverted."""

        value: csr.Field(csr.action.R, 32)

    def __init__(self):
        super().__init__({"begin": self.Begin(), "byte": self.Byte(), "crc": self.Crc()})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        begin, byte = self._registers.begin.f.crc, self._registers.byte.f.value
        crc = Signal(32)
        m.d.comb += self._registers.crc.f.value.r_data.eq(crc)
        with m.If(begin.w_stb):
            m.d.sync += crc.eq(begin.w_data)
        with m.Elif(byte.w_stb):
            m.d.sync += crc.eq(_appended(crc, byte.w_data))
        return m


def _appended(crc: Value, byte: Value) -> Value:
    """Return the CRC after another byte, whose lowest bit comes first."""
    return reduce(lambda rest, _: rest >> 1 ^ Mux(rest[0], _POLYNOMIAL, 0), range(8), crc ^ byte)
