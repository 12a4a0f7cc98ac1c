"""The trail of placements, and undoing them."""

from amaranth.hdl import Module
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import add_memory
from rowloom.hw.sudoku.scan.house_reader import Cells, Sequencer, read
from rowloom.hw.sudoku.scan.house_words import HouseKind
from rowloom.hw.sudoku.scan.placer import PlacerPort

__all__ = ["Entry", "Trail", "Undoing"]


class Entry(data.StructLayout):
    """A cell that was filled, and whether that was a choice."""

    def __init__(self, size: int):
        super().__init__({"row": range(size), "col": range(size), "choice": 1})


class Trail(wiring.Component):
    """Keep a stack of the cells that were filled.

    Latency: ``last`` two clocks after ``depth``.

    Parameters
    ----------
    size : int
        Rows and columns of the largest grid.

    Members
    -------
    push : In(enable, entry)
    pop : In(1)
    clear : In(1)
        Empty the stack.
    last : Out(Entry)
        The top of the stack.
    depth, level : Out(range(size**2 + 1))
        Entries, and choices among them.
    """

    def __init__(self, size: int):
        self._size = size
        entry, number = Entry(size), range(size * size + 1)
        super().__init__({
            "push": In(data.StructLayout({"enable": 1, "entry": entry})), "pop": In(1), "clear": In(1),
            "last": Out(entry), "depth": Out(number), "level": Out(number),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        read, write = add_memory(m, "memory", Entry(self._size), self._size ** 2)
        m.d.comb += [
            read.addr.eq(self.depth - 1),
            write.en.eq(self.push.enable), write.addr.eq(self.depth), write.data.eq(self.push.entry),
        ]
        m.d.sync += self.last.eq(read.data)
        with m.If(self.push.enable):
            m.d.sync += [self.depth.eq(self.depth + 1), self.level.eq(self.level + self.push.entry.choice)]
        with m.If(self.pop):
            m.d.sync += [self.depth.eq(self.depth - 1), self.level.eq(self.level - self.last.choice)]
        with m.If(self.clear):
            m.d.sync += [self.depth.eq(0), self.level.eq(0)]
        return m


class Undoing(Sequencer):
    """Erase the cells of the trail, the last one first, until one was a choice.

    Latency: 19 clocks for each cell.

    Members
    -------
    start : In(1)
        There must be a choice in the trail.
    placer : Out(PlacerPort)
    last : In(row, col, choice)
        The top of the trail.
    done : Out(1)
        It is the last clock.
    """

    def __init__(self, order: int):
        super().__init__(
            order, {"placer": Out(PlacerPort()), "last": In(Entry(order * order)), "done": Out(1)})

    def elaborate(self, platform) -> Module:
        m = Module()
        reader, judged = self.reader, self.reader.judged
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                with m.If(self.start):
                    m.next = "READ"
            with m.State("READ"):
                m.next = "HELD"
            with m.State("HELD"):
                m.next = "LAST"
            with m.State("LAST"):
                read(m, reader, kind=HouseKind.ROW, house=self.last.row, position=self.last.col)
                m.next = "CELL"
            with m.State("CELL"):
                m.d.comb += [
                    reader.cells.eq(Cells.ONE), reader.stop.eq(judged.valid), self.placer.start.eq(judged.valid),
                    self.placer.erase.eq(1),
                ]
                with m.If(judged.valid):
                    m.next = "ERASE"
            with m.State("ERASE"):
                with m.If(self.placer.done):
                    m.d.comb += self.done.eq(self.last.choice)
                    m.next = "READ"
                    with m.If(self.last.choice):
                        m.next = "IDLE"
        return m
