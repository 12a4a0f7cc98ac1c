"""A memory of words that is read through a register and can be cleared."""

from amaranth.hdl import Module
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import add_memory

__all__ = ["WordMemory"]


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
