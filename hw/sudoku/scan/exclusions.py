"""The memories of excluded candidates: of each line's part in a box, and of each cell."""

from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Const, Module
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out
from amaranth.utils import ceil_log2

from rowloom.hw.sudoku.scan.cell_stream import Place
from rowloom.hw.sudoku.scan.house_words import WordMemory

__all__ = ["ExcludedPort", "Exclusions"]


class ExcludedPort(wiring.Signature):
    """Reads what is excluded of a cell: ``word``, two clocks after its ``place``."""

    def __init__(self, order: int):
        super().__init__({"place": Out(Place(order)), "word": In(order * order)})


class Exclusions(wiring.Component):
    """Hold the digits that are excluded from cells, by locked candidates and by subsets.

    Locked candidates concern all cells that a line and a box share, so that a word for each such part is enough: of the
    order's sixth power in bits, which a word for each cell takes, the order's fifth. Subsets concern single cells.

    Latency: two clocks to read, as of :class:`WordMemory`.

    Parameters
    ----------
    order : int
        The largest.
    locked, subsets : int
        The largest orders for which there are memories for locked candidates, and for subsets; 0 for none.

    Members
    -------
    read : In(ExcludedPort)
    lock : In(rows, cols, place, digits)
        Exclude digits from the part of the cell's row, or of its column, at the next edge. ``read`` must have had the
        place two clocks before.
    keep : In(enable, place, digits)
        Exclude all but these digits from the cell, at the next edge.
    clear, index : In(1), In
        Write 0 to the words at the address ``index`` instead.

    Attributes
    ----------
    depth : int
        Words of the largest memory. A line's begin at a power of two, because a multiplication would be too slow.
    """

    def __init__(self, order: int, locked: int, subsets: int):
        size, place = order * order, Place(order)
        self._locked, self._subsets = locked, subsets
        self._lines = [self._memory(locked, parts=locked) for _ in range(2)] if locked else []
        self._cells = [self._memory(subsets, parts=subsets ** 2)] if subsets else []
        self.depth = max((memory.depth for memory in self._lines + self._cells), default=0)
        super().__init__({
            "read": In(ExcludedPort(order)),
            "lock": In(data.StructLayout({"rows": 1, "cols": 1, "place": place, "digits": size})),
            "keep": In(data.StructLayout({"enable": 1, "place": place, "digits": size})),
            "clear": In(1), "index": In(range(self.depth)),
        })

    @staticmethod
    def _memory(order: int, parts: int) -> WordMemory:
        return WordMemory(order ** 2, order ** 2 << ceil_log2(parts))

    def elaborate(self, platform) -> Module:
        m = Module()
        lock, keep = self.lock, self.keep
        for name, memory, line, part in zip(("rows", "cols"), self._lines, ("row", "col"), ("stack", "band")):
            m.submodules[name] = memory
            self._connect(m, memory, line, part, self._locked, lock.place)
            m.d.comb += [memory.write.enable.eq(lock[name]), memory.write.word.eq(memory.word | lock.digits)]
        for memory in self._cells:
            m.submodules.cells = memory
            self._connect(m, memory, "row", "col", self._subsets ** 2, keep.place)
            m.d.comb += [memory.write.enable.eq(keep.enable), memory.write.word.eq(~keep.digits)]
        words = (memory.word for memory in (*self._lines, *self._cells))
        m.d.comb += self.read.word.eq(reduce(or_, words, Const(0)))
        return m

    def _connect(self, m: Module, memory: WordMemory, line: str, part: str, parts: int, written: Place) -> None:
        """Address a memory by what a place calls the line and its part."""
        bits = ceil_log2(parts)
        m.d.comb += [
            memory.address.eq(Cat(self.read.place[part][:bits], self.read.place[line])),
            memory.write.address.eq(Cat(written[part][:bits], written[line])),
            memory.clear.eq(self.clear), memory.index.eq(self.index),
        ]
