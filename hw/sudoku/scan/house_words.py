"""What is remembered of each house: the digits it has used, and which of its cells are filled."""

import enum

from amaranth.hdl import Const, Module, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out
from amaranth.utils import ceil_log2

from rowloom.hw.primitives.units import add_memory

__all__ = ["HouseKind", "HouseWords", "Houses", "ReadPort", "Slot", "WordMemory", "WritePort", "one_hot"]


class WordMemory(wiring.Component):
    """Hold words in block RAM.

    Latency: two clocks to read, because a word is held in a register: a read and what is made of it would be too long
    for one clock. What is written at an edge can be read at the next one.

    Parameters
    ----------
    size, depth : int
        Bits of a word, a digit or a position each; and words.

    Members
    -------
    address : In(range(depth)), word : Out(size)
        The word to read; what it held, two clocks later.
    write : In(enable, address, word)
        Write a word at the next edge.
    clear : In(1), index : In(range(depth))
        Write 0 at the address ``index`` instead, if there is such a word.

    Attributes
    ----------
    depth : int
    """

    def __init__(self, size: int, depth: int):
        self._size, self.depth = size, depth
        super().__init__({
            "address": In(range(depth)), "word": Out(size),
            "write": In(data.StructLayout({"enable": 1, "address": range(depth), "word": size})),
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
    """The words of a house: digits used, positions filled, and digits that were used when it was examined last."""

    USED = 0
    FILLED = 1
    SEEN = 2


class Houses(data.StructLayout):
    """The numbers of a row, a column and a box, such as those of a cell."""

    def __init__(self, size: int):
        super().__init__({kind.name.lower(): range(size) for kind in HouseKind})


class ReadPort(wiring.Signature):
    """Reads a word of a row, one of a column and one of a box: ``words``, two clocks after their addresses."""

    def __init__(self, size: int):
        super().__init__({
            "slot": Out(Slot), "houses": Out(Houses(size)), "words": In(data.ArrayLayout(size, len(HouseKind)))})


class WritePort(wiring.Signature):
    """Writes a word of a row, a column and a box, those with ``enable``, at the next edge."""

    def __init__(self, size: int):
        super().__init__({
            "enable": Out(len(HouseKind)), "slot": Out(Slot), "houses": Out(Houses(size)),
            "words": Out(data.ArrayLayout(size, len(HouseKind)))})


def one_hot(number: Value, width: int) -> Value:
    """Return the vector of which only bit ``number`` is one; 0 if it has no such bit."""
    return (Const(1, width) << number)[:width]


class HouseWords(wiring.Component):
    """Hold a word of each :class:`Slot` for every house.

    Latency: two clocks to read, as of :class:`WordMemory`.

    Parameters
    ----------
    size : int
        Houses of a kind, and bits in a word: positions, or digits.

    Members
    -------
    read : In(ReadPort)
    write : In(WritePort)
    clear : In(1), index : In(range(depth))
        Write 0 to the words at the address ``index`` instead.

    Attributes
    ----------
    depth : int
        Words for each kind of house. Those of a slot begin at a power of two.
    """

    def __init__(self, size: int):
        self._size, self.depth = size, len(Slot) << ceil_log2(size)
        super().__init__({
            "read": In(ReadPort(size)), "write": In(WritePort(size)), "clear": In(1), "index": In(range(self.depth)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        for kind in HouseKind:
            name = kind.name.lower()
            m.submodules[name] = memory = WordMemory(self._size, self.depth)
            m.d.comb += [
                memory.address.eq(self._address(self.read.slot, self.read.houses[name])),
                self.read.words[kind].eq(memory.word),
                memory.write.enable.eq(self.write.enable[kind]),
                memory.write.address.eq(self._address(self.write.slot, self.write.houses[name])),
                memory.write.word.eq(self.write.words[kind]),
                memory.clear.eq(self.clear), memory.index.eq(self.index),
            ]
        return m

    def _address(self, slot: Value, house: Value) -> Value:
        return slot << ceil_log2(self._size) | house
