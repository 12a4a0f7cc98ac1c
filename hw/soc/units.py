"""Small units of the SoC: cycle counter, identification block, status lights, CRC, detection of a line break."""

from functools import reduce

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.peripheral import Peripheral, register

__all__ = ["Crc32", "CycleCounter", "Identity", "LineBreak", "StatusLeds"]


class CycleCounter(Peripheral):
    """Count the clocks since reset in 64 bits, and latch the time when the engines' work ended."""

    def __init__(self):
        super().__init__({
            "low": register("r", "The lower 32 bits; reading them latches the upper ones in ``high``.", cycles=32),
            "high": register("r", "The upper 32 bits at the last reading of ``low``.", cycles=32),
            "ended": register("r", "The lower 32 bits in the first clock after ``busy``.", cycles=32),
        }, {"busy": In(1)})  # an engine works

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


class Identity(Peripheral):
    """Constants of a build, which the firmware reads and sends to the host.

    ``build_hash`` is a digest of everything in the build, in 64 bits.
    """

    def __init__(self, config: SoCConfig, build_hash: int):
        if not 0 <= build_hash < 1 << 64:
            raise ValueError(f"a build hash has 64 bits, which {build_hash:#x} has not")
        self._words = {
            "build_low": build_hash & 0xFFFF_FFFF, "build_high": build_hash >> 32,
            "clock_hz": config.clock_hz, "bit_rate": config.bit_rate,
        }
        super().__init__({name: register("r", "A constant of the build.", value=32) for name in self._words})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.d.comb += [getattr(self._registers, name).f.value.r_data.eq(value) for name, value in self._words.items()]
        return m


class StatusLeds(Peripheral):
    """Three lights that the firmware sets."""

    def __init__(self):
        super().__init__({
            "lights": register("rw", "One bit for each light, 1 for on.", alive=1, solving=1, error=1),
        }, {
            "alive": Out(1),  # the firmware runs
            "solving": Out(1),  # it solves a puzzle
            "error": Out(1),  # it refused the last frame
        })

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        lights = self._registers.lights.f
        m.d.comb += [getattr(self, name).eq(lights[name].data) for name in ("alive", "solving", "error")]
        return m


class Crc32(Peripheral):
    """Compute the CRC-32 of zlib and Ethernet, one byte per clock. Without this unit, the firmware would need a table,
    which would fill a sixteenth of the ROM."""

    def __init__(self):
        super().__init__({
            "begin": register("w", "Continue from this CRC, not inverted: all ones before the first byte.", crc=32),
            "byte": register("w", "Append a byte.", value=8),
            "crc": register("r", "The CRC so far, not inverted.", value=32),
        })

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        begin, byte = self._registers.begin.f.crc, self._registers.byte.f.value
        crc = Signal(32)
        m.d.comb += self._registers.crc.f.value.r_data.eq(crc)
        with m.If(begin.w_stb):
            m.d.sync += crc.eq(begin.w_data)
        with m.Elif(byte.w_stb):
            # The lowest bit comes first.
            m.d.sync += crc.eq(reduce(
                lambda rest, _: rest >> 1 ^ Mux(rest[0], 0xEDB88320, 0), range(8), crc ^ byte.w_data))
        return m


class LineBreak(wiring.Component):
    """Detect that a serial line is low for longer than any byte, to restart a board whose firmware does not respond.

    ``cycles`` is the length of a break in clocks, at least 2.
    """

    def __init__(self, cycles: int):
        if cycles < 2:
            raise ValueError(f"a break lasts at least 2 clocks, not {cycles}")
        self._cycles = cycles
        super().__init__({
            "line": In(1, init=1),  # synchronous to the clock; idle high
            # High for one clock, ``cycles`` clocks after the line fell, and not again before the line has risen. So an
            # undriven line that stays low restarts the board only once.
            "restart": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        left = Signal(range(self._cycles + 1), init=self._cycles)
        with m.If(self.line):
            m.d.sync += left.eq(self._cycles)
        with m.Elif(left != 0):
            m.d.sync += left.eq(left - 1)
            m.d.comb += self.restart.eq(left == 1)
        return m
