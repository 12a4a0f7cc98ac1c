"""The memory of the cells' values."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import add_memory

__all__ = ["CellValues"]


class CellValues(wiring.Component):
    """Hold the values of a grid's cells row by row, and as many words behind those of the largest grid.

    Latency: a cell's ``value`` three clocks after ``cell``; a word from outside, one after its address.

    Parameters
    ----------
    size : int
        Rows and columns of the largest grid, and the largest value.

    Members
    -------
    side : In(range(size + 1))
        Rows and columns of the puzzle.
    cell : In(row, col)
    value : Out(range(size + 1))
        Its value, 0 for none.
    write : In(enable, value)
        Write to the cell of one clock before.
    outside : In(1)
        Read at the outside ``address`` instead of the cell.
    address : In(range(2 * size**2)), word : Out(range(size + 1))
    put : In(enable, value)
        Write at that address; not together with ``write``.
    """

    def __init__(self, size: int):
        self._size = size
        number, value = range(size), range(size + 1)
        write = data.StructLayout({"enable": 1, "value": value})
        super().__init__({
            "side": In(value), "cell": In(data.StructLayout({"row": number, "col": number})),
            "value": Out(value), "write": In(write),
            "outside": In(1), "address": In(range(2 * size * size)), "word": Out(value), "put": In(write),
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
