"""The CPU."""

from amaranth.hdl import Cat, Fragment, Module
from amaranth.lib import wiring
from minerva.core import Minerva
from minerva.units.exception import ExceptionUnit

__all__ = ["CPU"]


class CPU(Minerva):
    """Minerva as RV32IM with an instruction cache.

    There are no interrupts and no control registers, and an exception jumps to address 0, where the firmware
    begins. Minerva's own unit for all that costs 350 LUTs and 510 flip-flops on an ECP5, and the way from it to the
    next instruction's address was the longest of the whole SoC: 54 MHz with it, 58 and more without.

    The cache is there because the core's bare fetch takes four clocks for each instruction.

    Minerva's divider looks at the ``funct3`` field alone, so the release on PyPI divides for 34 clocks at every
    ``or``, ``and``, ``xor``, ``srl``, ``lbu``, ``lhu`` and every ordered branch. Here it is told which
    instructions are divisions; the search is more than twice as fast for it.
    """

    def __init__(self):
        # 64 lines of 8 words: 2 KiB, one block RAM, more than a search loop takes.
        super().__init__(with_muldiv=True, with_icache=True, icache_nlines=64, icache_nwords=8)
        self._exception = _Restart(self._exception)

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.d.comb += self._divider.x_valid.eq(self._x.valid & self._x.sink.p.divide)
        return m


class _Restart(wiring.Component):
    """Every exception jumps to address 0: the vectors' base is an output that nothing drives."""

    def __init__(self, replaced: ExceptionUnit):
        super().__init__(replaced.signature)
        # Elaborated for nothing, or Amaranth warns that it never was.
        Fragment.get(replaced, None)

    def elaborate(self, platform) -> Module:
        m = Module()
        m.d.comb += self.m_trap.eq(Cat(
            self.m_fetch_misaligned, self.m_fetch_error, self.m_load_misaligned, self.m_load_error,
            self.m_store_misaligned, self.m_store_error, self.m_illegal, self.m_ebreak, self.m_ecall).any())
        return m
