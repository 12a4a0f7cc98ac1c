"""The memory of excluded candidates: of each line, what its part in a box cannot hold."""

from amaranth.hdl import Cat, Module, Value
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out
from amaranth.utils import ceil_log2

from ..primitives.memory import APART

__all__ = ["Excluded"]


class Excluded(wiring.Component):
    """Digits that locked candidates exclude, for all rows or for all columns, in block RAM.

    Locked candidates concern all cells that a line and a box share, so that a word for each such part is enough: of the
    order's sixth power in bits, which a word for each cell would take, the order's fifth.

    Latency: as of :class:`.unit_words.UnitWords`.

    Parameters
    ----------
    order : int
        The largest.

    Members
    -------
    line, part : In(range(order**2)), In(range(order))
        The word to read: of which line, in which of its boxes.
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

    def __init__(self, order: int):
        self._order = order
        size = order * order
        self.words = size << ceil_log2(order)
        line, part = range(size), range(order)
        super().__init__({
            "line": In(line), "part": In(part), "word": Out(size),
            "clear": In(1), "index": In(range(self.words)),
            "write": In(1), "write_line": In(line), "write_part": In(part), "write_word": In(size),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._order * self._order
        m.submodules.memory = memory = Memory(shape=size, depth=self.words, init=[], attrs=APART)
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
        return Cat(part[:ceil_log2(self._order)], line)
