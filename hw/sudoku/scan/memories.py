"""The memories for words of houses, excluded candidates and values of cells, and the numbers that address them."""

import enum
from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out
from amaranth.utils import ceil_log2

from rowloom.hw.primitives.units import add_memory

__all__ = [
    "CellValues", "ExcludedPort", "Exclusions", "HouseKind", "HouseWords", "Houses", "Place", "ReadPort", "Slot",
    "WordMemory", "WritePort", "one_hot"]


class WordMemory(wiring.Component):
    """Hold ``depth`` words of ``size`` bits in block RAM; each bit stands for a digit or a position.

    A read takes two clocks: the word is held in a register, because a read and the following logic would be too long
    for one clock. A word written at one edge can be read at the next.
    """

    def __init__(self, size: int, depth: int):
        self._size, self.depth = size, depth
        super().__init__({
            "address": In(range(depth)), "word": Out(size),  # the word to read, and its contents two clocks later
            "write": In(data.StructLayout({"enable": 1, "address": range(depth), "word": size})),
            # Write 0 at the address ``index``, if it exists; ``write`` is ignored.
            "clear": In(1), "index": In(range(depth)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        read, write = add_memory(m, "memory", self._size, self.depth)
        m.d.comb += [
            read.addr.eq(self.address),
            write.en.eq(self.write.enable), write.addr.eq(self.write.address), write.data.eq(self.write.word),
        ]
        with m.If(self.clear):
            m.d.comb += [write.en.eq(self.index < self.depth), write.addr.eq(self.index), write.data.eq(0)]
        m.d.sync += self.word.eq(read.data)
        return m


class HouseKind(enum.IntEnum):
    """The three kinds of house."""

    ROW = 0
    COL = 1
    BOX = 2


class Slot(enum.IntEnum):
    """The words of a house: digits used, positions filled, and digits that were used when the house was most recently
    examined."""

    USED = 0
    FILLED = 1
    SEEN = 2


class Houses(data.StructLayout):
    """A row number, a column number and a box number, such as the numbers of the three houses that contain a cell."""

    def __init__(self, size: int):
        super().__init__({kind.name.lower(): range(size) for kind in HouseKind})


class Place(data.StructLayout):
    """The place of a cell. ``row``, ``col``, ``box``: the numbers of its houses. ``inside``: its position in the box,
    counted row by row. ``band``, ``stack``: its row and its column, counted in boxes. ``part``: the part of the
    current house that contains the cell. The current house shares this part with a house of another kind."""

    def __init__(self, order: int):
        number = range(order * order)
        super().__init__({"row": number, "col": number, "box": number, "inside": number,
                          "band": range(order), "stack": range(order), "part": range(order)})


class ReadPort(wiring.Signature):
    """Read a word of a row, a word of a column and a word of a box; ``words`` come two clocks after their addresses."""

    def __init__(self, size: int):
        super().__init__({
            "slot": Out(Slot), "houses": Out(Houses(size)), "words": In(data.ArrayLayout(size, len(HouseKind)))})


class WritePort(wiring.Signature):
    """Write a word of a row, of a column and of a box at the next edge; ``enable`` has a bit for each of the three."""

    def __init__(self, size: int):
        super().__init__({
            "enable": Out(len(HouseKind)), "slot": Out(Slot), "houses": Out(Houses(size)),
            "words": Out(data.ArrayLayout(size, len(HouseKind)))})


def one_hot(number: Value, width: int) -> Value:
    """Return the vector of ``width`` bits in which only bit ``number`` is one; 0 if there is no such bit."""
    return (Const(1, width) << number)[:width]


class HouseWords(wiring.Component):
    """Hold a word of each :class:`Slot` for every house; a read takes two clocks.

    ``size`` is the number of houses of each kind, and the number of bits in a word. ``depth`` is the number of words
    for each kind of house. It includes padding: the number of words of each slot is ``size``, rounded up to a power of
    two.
    """

    def __init__(self, size: int):
        self._size, self.depth = size, len(Slot) << ceil_log2(size)
        super().__init__({
            "read": In(ReadPort(size)), "write": In(WritePort(size)),
            # Write 0 to the words at the address ``index``; the other writes are ignored.
            "clear": In(1), "index": In(range(self.depth)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        def address(slot: Value, house: Value) -> Value:
            return slot << ceil_log2(self._size) | house

        for kind in HouseKind:
            name = kind.name.lower()
            m.submodules[name] = memory = WordMemory(self._size, self.depth)
            m.d.comb += [
                memory.address.eq(address(self.read.slot, self.read.houses[name])),
                self.read.words[kind].eq(memory.word),
                memory.write.enable.eq(self.write.enable[kind]),
                memory.write.address.eq(address(self.write.slot, self.write.houses[name])),
                memory.write.word.eq(self.write.words[kind]),
                memory.clear.eq(self.clear), memory.index.eq(self.index),
            ]
        return m


class ExcludedPort(wiring.Signature):
    """Read the digits excluded from a cell; ``word`` comes two clocks after the cell's ``place``."""

    def __init__(self, order: int):
        super().__init__({"place": Out(Place(order)), "word": In(order * order)})


class Exclusions(wiring.Component):
    """Hold the digits that are excluded from cells, by locked candidates and by subsets; a read takes two clocks.

    Locked candidates concern all cells that a line and a box share, so one word for all these cells is enough. The
    number of bits is thus the fifth power of the order; with a word for each cell, it would be the sixth power. Subsets
    concern single cells.

    ``locked`` is the largest order with memories for locked candidates, and ``subsets`` is the largest order with a
    memory for subsets; 0 means no memory. ``depth`` is the number of words of the largest memory. The number of words
    of each line is rounded up to a power of two: otherwise, the address of a word would need a multiplication, which
    would be too slow.
    """

    def __init__(self, order: int, locked: int, subsets: int):
        size, place = order * order, Place(order)
        self._locked, self._subsets = locked, subsets
        self._lines = [self._memory(locked, parts=locked) for _ in range(2)] if locked else []
        self._cells = [self._memory(subsets, parts=subsets ** 2)] if subsets else []
        self.depth = max((memory.depth for memory in self._lines + self._cells), default=0)
        super().__init__({
            "read": In(ExcludedPort(order)),
            # At the next edge, exclude digits from the part of the row, or of the column, that contains the cell.
            # ``read.place`` must have been this cell two clocks before.
            "lock": In(data.StructLayout({"rows": 1, "cols": 1, "place": place, "digits": size})),
            # At the next edge, exclude all digits except ``digits`` from the cell.
            "keep": In(data.StructLayout({"enable": 1, "place": place, "digits": size})),
            # Write 0 to the words at the address ``index``; the other writes are ignored.
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
        """Address a memory by the fields of a place that name the line and its part."""
        bits = ceil_log2(parts)
        m.d.comb += [
            memory.address.eq(Cat(self.read.place[part][:bits], self.read.place[line])),
            memory.write.address.eq(Cat(written[part][:bits], written[line])),
            memory.clear.eq(self.clear), memory.index.eq(self.index),
        ]


class CellValues(wiring.Component):
    """Hold the values of a grid's cells row by row. The memory has twice as many words as the largest grid has cells;
    the words for cells come first.

    ``size`` is the number of rows of the largest grid, and the largest value. Latency: a cell's ``value`` comes three
    clocks after ``cell``; a word for the bus comes one clock after its address.
    """

    def __init__(self, size: int):
        self._size = size
        number, value = range(size), range(size + 1)
        write = data.StructLayout({"enable": 1, "value": value})
        super().__init__({
            "side": In(value),  # the puzzle's rows
            "cell": In(data.StructLayout({"row": number, "col": number})), "value": Out(value),  # 0 for none
            "write": In(write),  # write to the cell that ``cell`` selected one clock before
            "outside": In(1),  # read at ``address`` instead of the cell
            "address": In(range(2 * size * size)), "word": Out(value),
            "put": In(write),  # write at ``address``; not together with ``write``
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        read, write = add_memory(m, "memory", range(self._size + 1), 2 * self._size ** 2)
        address = Signal(range(self._size ** 2))
        m.d.sync += [address.eq(self.cell.row * self.side + self.cell.col), self.value.eq(read.data)]
        m.d.comb += [
            self.word.eq(read.data),
            read.addr.eq(Mux(self.outside, self.address, address)),
            write.en.eq(self.put.enable | self.write.enable),
            write.addr.eq(Mux(self.write.enable, address, self.address)),
            write.data.eq(Mux(self.write.enable, self.write.value, self.put.value)),
        ]
        return m
