"""What a kind of unit remembers: the digits its units have used, and where they are filled."""

import enum

from amaranth.hdl import Cat, Const, Module, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out
from amaranth.utils import ceil_log2

from ..primitives.memory import APART

__all__ = ["Kind", "Slot", "UnitWords", "number_of", "one_hot"]


class Kind(enum.IntEnum):
    """The three ways in which cells make up a unit."""

    ROW = 0
    COL = 1
    BOX = 2


class Slot(enum.IntEnum):
    """What is remembered of a unit: the digits used, the positions filled, and the digits that were used when the
    unit was examined last."""

    USED = 0
    FILLED = 1
    SEEN = 2


def one_hot(number: Value, width: int) -> Value:
    """The vector of which only bit ``number`` is one."""
    return (Const(1, width) << number)[:width]


def number_of(m: Module, vector: Value) -> Value:
    """Which bit of ``vector`` is one, if it is the only one.

    The vector is folded in the middle until one bit is left; whether the upper half had the one is a digit of the
    number.

    Parameters
    ----------
    m : Module
        Takes the folds.
    vector : Value, any width of at least 1
    """
    digits = []
    while len(vector) > 1:
        half = 1 << ceil_log2(len(vector)) - 1
        upper, folded = vector[half:], Signal(half, name="folded")
        m.d.comb += folded.eq(vector[:half] | upper)
        digits.insert(0, upper.any())
        vector = folded
    return Cat(digits)


class UnitWords(wiring.Component):
    """The memory of one kind of unit: for each unit a word of each :class:`Slot`, in block RAM.

    Latency: a word comes two clocks after its address, because it is held in a register: reading and what is made of
    it would be too long for one clock. What is written at an edge can be read at the next one.

    Parameters
    ----------
    size : int
        Units, and bits in a word: cells of a unit, or digits.

    Members
    -------
    slot, unit : In(Slot), In(range(size))
        The word to read.
    word : Out(size)
        What it held, two clocks later.
    write : In(1)
        Write a word at the next edge.
    write_slot, write_unit, write_word : In
        Which one, and what it holds then.
    """

    def __init__(self, size: int):
        self._size = size
        super().__init__({
            "slot": In(2), "unit": In(range(size)), "word": Out(size),
            "write": In(1), "write_slot": In(2), "write_unit": In(range(size)), "write_word": In(size),
        })

    @staticmethod
    def address(slot: Value, unit: Value, size: int) -> Value:
        """Slot after slot, each beginning at a power of two."""
        return (slot << ceil_log2(size)) | unit

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.memory = memory = Memory(
            shape=self._size, depth=len(Slot) << ceil_log2(self._size), init=[], attrs=APART)
        read, write = memory.read_port(), memory.write_port()
        m.d.comb += [
            read.addr.eq(self.address(self.slot, self.unit, self._size)),
            write.en.eq(self.write),
            write.addr.eq(self.address(self.write_slot, self.write_unit, self._size)),
            write.data.eq(self.write_word),
        ]
        m.d.sync += self.word.eq(read.data)
        return m
