"""The CPU."""

from amaranth.hdl import Cat, Fragment, Module
from amaranth.lib import wiring
from minerva.core import Minerva
from minerva.units.exception import ExceptionUnit

__all__ = ["CPU"]


class CPU(Minerva):
    """Minerva as RV32I with an instruction cache; without the cache, each fetch would take four clocks.

    There are no interrupts and no control registers. An exception jumps to address 0, where the firmware begins.
    Minerva's own exception unit takes 350 LUTs and 510 flip-flops on an ECP5, and the critical path of the SoC ran from
    this unit to the next PC. The SoC reached 54 MHz with the unit, and at least 58 MHz without it.

    Multiplier and divider are left out: the next critical path ran through the multiplier, and the firmware seldom
    multiplies. firmware/arithmetic.c multiplies and divides in software.
    """

    def __init__(self):
        # 128 lines of 8 words: 4 KiB, two block RAMs. With half the size, making a Sudoku takes 1,300 clocks more.
        super().__init__(with_icache=True, icache_nlines=128, icache_nwords=8)
        # Synthesis would use a block RAM for the tags, too. The outputs of a block RAM are valid 5 ns after the clock's
        # edge, so the SoC would reach 55.0 MHz instead of 68.8 MHz; it would need 480 LUTs less.
        for way in self._fetch._icache._ways:
            way._tag_mem.attrs["ram_style"] = "distributed"
        self._exception = _Restart(self._exception)  # type: ignore[has-type]


class _Restart(wiring.Component):
    """Jump to address 0 at every exception: the output for the base address of handlers is 0, because nothing drives
    it."""

    def __init__(self, replaced: ExceptionUnit):
        super().__init__(replaced.signature)
        # Otherwise Amaranth warns that the replaced unit was never elaborated.
        Fragment.get(replaced, None)

    def elaborate(self, platform) -> Module:
        m = Module()
        m.d.comb += self.m_trap.eq(Cat(
            self.m_fetch_misaligned, self.m_fetch_error, self.m_load_misaligned, self.m_load_error,
            self.m_store_misaligned, self.m_store_error, self.m_illegal, self.m_ebreak, self.m_ecall).any())
        return m
