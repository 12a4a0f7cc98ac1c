"""The CPU."""

from amaranth.hdl import Module
from minerva.core import Minerva

__all__ = ["CPU"]


class CPU(Minerva):
    """Minerva as RV32IM with an instruction cache.

    The cache is there because the core's bare fetch takes four clocks for each instruction.

    Minerva's divider looks at the ``funct3`` field alone, so the release on PyPI divides for 34 clocks at every
    ``or``, ``and``, ``xor``, ``srl``, ``lbu``, ``lhu`` and every ordered branch. Here it is told which
    instructions are divisions; the search is more than twice as fast for it.
    """

    def __init__(self):
        # 64 lines of 8 words: 2 KiB, one block RAM, more than a search loop takes.
        super().__init__(with_muldiv=True, with_icache=True, icache_nlines=64, icache_nwords=8)

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.d.comb += self._divider.x_valid.eq(self._x.valid & self._x.sink.p.divide)
        return m
