"""The memory of excluded candidates: of each line, what its part in a box, or each of its cells, cannot hold."""

from amaranth.hdl import Cat, Module, Value
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out
from amaranth.utils import ceil_log2

from ..primitives.memory import APART

__all__ = ["Excluded"]


class Excluded(wiring.Component):
    """Digits that are excluded, for all rows or for all columns, in block RAM.

    Locked candidates concern all cells that a line and a box share, so that a word for each such part is enough: of the
    order's sixth power in bits, which a word for each cell takes, the order's fifth. Subsets concern single cells.

    Latency: as of :class:`.unit_words.UnitWords`.

    Parameters
    ----------
    order : int
        The largest.
    parts : int
        Of each line: ``order``, its boxes, or ``order**2``, its cells.

    Members
    -------
    line, part : In(range(order**2)), In(range(parts))
        The word to read: of which line, and of which part of it.
    word : Out(order**2)
        What it held, two clocks later.
    clear : In(1)
        Write 0 to the word ``index`` at the next edge.
    index : In(range(words))
        Which word.
    write, write_line, write_part, write_word : In
        Write a word at the next edge.

    Attributes
    ----------
    words : int
        As many as there are addresses: those of a line begin at a power of two, because a multiplication would be too
        slow.
    """

    def __init__(self, order: int, parts: int):
        self._size, self._parts = order * order, parts
        size = self._size
        self.words = size << ceil_log2(parts)
        line, part = range(size), range(parts)
        super().__init__({
            "line": In(line), "part": In(part), "word": Out(size),
            "clear": In(1), "index": In(range(self.words)),
            "write": In(1), "write_line": In(line), "write_part": In(part), "write_word": In(size),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.memory = memory = Memory(shape=self._size, depth=self.words, init=[], attrs=APART)
        read, write = memory.read_port(), memory.write_port()
        m.d.comb += [
            read.addr.eq(self._address(self.line, self.part)),
            write.en.eq(self.write),
            write.addr.eq(self._address(self.write_line, self.write_part)),
            write.data.eq(self.write_word),
        ]
        with m.If(self.clear):
            m.d.comb += [write.en.eq(1), write.addr.eq(self.index), write.data.eq(0)]
        m.d.sync += self.word.eq(read.data)
        return m

    def _address(self, line: Value, part: Value) -> Value:
        return Cat(part[:ceil_log2(self._parts)], line)
