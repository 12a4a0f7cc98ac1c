"""Placements: the preparation of a puzzle, writing and erasing the digit of a cell, the trail of placements, and
undoing placements."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import add_memory
from rowloom.hw.sudoku.scan.house_reader import CellsToRead, Division, Sequencer, read
from rowloom.hw.sudoku.scan.memories import HouseKind, Place, ReadPort, Slot, WritePort, one_hot

__all__ = ["Clearing", "Entry", "Loading", "Placer", "PlacerPort", "Trail", "Undoing"]


class PlacerPort(wiring.Signature):
    """A sequencer's access to the placer."""

    def __init__(self):
        super().__init__({
            "start": Out(1),  # place the digit that the reader has found; not while busy
            # ``erase``: erase the cell's digit instead. ``choice``: mark the placement as a choice. Both are sampled by
            # ``start``.
            "erase": Out(1), "choice": Out(1),
            "done": In(1),  # high in the last clock of the work
        })


class Placer(wiring.Component):
    """Write all that a placement changes: the words of the cell's houses, its value, and the trail.

    ``done`` comes five clocks after ``start``.
    """

    def __init__(self, order: int):
        self._size = size = order * order
        super().__init__({
            "port": In(PlacerPort()), "busy": Out(1),
            "cell": In(Place(order)),  # the cell; valid from the clock after ``start`` on
            # the digit to place; valid from two clocks after ``start`` on
            "lowest": In(size), "number": In(range(size)),
            "value_bit": In(size),  # the digit to erase
            # The cell's houses that have changed since they were examined; these houses keep their SEEN words.
            "changed": In(len(HouseKind)),
            "read": Out(ReadPort(size)), "write": Out(WritePort(size)),  # the words of houses
            "value": Out(data.StructLayout({"enable": 1, "value": range(size + 1)})),  # write the cell's value
            "push": Out(data.StructLayout({"enable": 1, "choice": 1})), "pop": Out(1),  # lengthen and shorten the trail
            "placed": Out(1),  # the cell's houses have changed
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size, cell, read, write = self._size, self.cell, self.read, self.write
        erase, choice, digit = Signal(), Signal(), Signal(range(size))
        with m.If(self.port.start):
            m.d.sync += [erase.eq(self.port.erase), choice.eq(self.port.choice)]
        m.d.comb += [self.value.value.eq(Mux(erase, 0, digit + 1)), self.push.choice.eq(choice)]
        for kind, position in zip(HouseKind, (cell.col, cell.row, cell.inside)):
            name = kind.name.lower()
            bit = Signal(size, name=f"bit_{name}")
            m.d.comb += [
                read.houses[name].eq(cell[name]), write.houses[name].eq(cell[name]),
                bit.eq(Mux(write.slot == Slot.FILLED, one_hot(position, size),
                           Mux(erase, self.value_bit, self.lowest))),
                write.words[kind].eq(Mux(erase, read.words[kind] & ~bit, read.words[kind] | bit)),
            ]
            with m.If(write.slot == Slot.SEEN):
                m.d.comb += write.words[kind].eq(read.words[kind])

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                with m.If(self.port.start):
                    m.next = "READ"
            # The word of used digits is read twice: first to be copied to the word SEEN, then to be changed.
            with m.State("READ"):
                m.d.comb += read.slot.eq(Slot.USED)
                m.next = "DIGIT"
            with m.State("DIGIT"):
                m.d.comb += read.slot.eq(Slot.USED)
                m.d.sync += digit.eq(self.number)
                m.next = "SEEN"
            with m.State("SEEN"):
                m.d.comb += [
                    read.slot.eq(Slot.FILLED),
                    write.slot.eq(Slot.SEEN), write.enable.eq(Mux(erase, 0, ~self.changed)),
                ]
                m.next = "USED"
            with m.State("USED"):
                m.d.comb += [
                    write.slot.eq(Slot.USED), write.enable.eq(-1),
                    self.value.enable.eq(1), self.push.enable.eq(~erase), self.pop.eq(erase),
                ]
                m.next = "FILLED"
            with m.State("FILLED"):
                m.d.comb += [
                    write.slot.eq(Slot.FILLED), write.enable.eq(-1), self.placed.eq(~erase), self.port.done.eq(1)]
                m.next = "IDLE"
        return m


class Entry(data.StructLayout):
    """A cell that was filled, and whether its digit was a choice."""

    def __init__(self, size: int):
        super().__init__({"row": range(size), "col": range(size), "choice": 1})


class Trail(wiring.Component):
    """A stack of the cells that were filled; ``size`` is the number of rows of the largest grid."""

    def __init__(self, size: int):
        self._size = size
        entry, number = Entry(size), range(size * size + 1)
        super().__init__({
            "push": In(data.StructLayout({"enable": 1, "entry": entry})), "pop": In(1), "clear": In(1),
            "last": Out(entry),  # the top of the stack, two clocks after ``depth``
            "depth": Out(number), "level": Out(number),  # the number of entries, and of choices among them
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
    """Erase the digits of the cells in the trail, from the latest cell back to the latest choice, including this
    choice. Each cell takes 19 clocks.

    There must be a choice in the trail at ``start``.
    """

    def __init__(self, order: int):
        super().__init__(order, {
            "placer": Out(PlacerPort()),
            "last": In(Entry(order * order)),  # the top of the trail
            "done": Out(1),  # this is the last clock
        })

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
                    reader.cells.eq(CellsToRead.ONE), reader.stop.eq(judged.valid), self.placer.start.eq(judged.valid),
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


class Clearing(wiring.Component):
    """Clear the memories, one address per clock, and fill the table of divisions by the puzzle's order.

    ``words`` is the number of words of the largest memory, at least ``order**2``. The work takes ``words`` clocks.
    """

    def __init__(self, order: int, words: int):
        self._order, self._words = order, words
        super().__init__({
            "order": In(range(order + 1)),  # the puzzle's order; sampled by ``start``, and must be held while busy
            "start": In(1), "busy": Out(1),  # start the work; not while busy
            "index": Out(range(words)),  # the address to clear while busy
            "teach": Out(Division(order)),  # an entry of the table
            # The number of the puzzle's digits, and a vector with as many ones; valid when not busy.
            "side": Out(range(order ** 2 + 1)), "digits": Out(order ** 2),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        quotient, remainder = Signal(range(self._order)), Signal(range(self._order))
        m.d.comb += [
            self.teach.enable.eq(self.busy & (self.index < self.side)), self.teach.index.eq(self.index),
            self.teach.quotient.eq(quotient), self.teach.remainder.eq(remainder),
        ]
        with m.If(self.start):
            m.d.sync += [
                self.busy.eq(1), self.index.eq(0), quotient.eq(0), remainder.eq(0),
                self.side.eq(self.order * self.order), self.digits.eq(0),
            ]
        with m.Elif(self.busy):
            m.d.sync += [
                self.busy.eq(self.index != self._words - 1), self.index.eq(self.index + 1), remainder.eq(remainder + 1)]
            with m.If(self.index < self.side):
                m.d.sync += self.digits.eq(Cat(1, self.digits))
            with m.If(remainder + 1 == self.order):
                m.d.sync += [remainder.eq(0), quotient.eq(quotient + 1)]
        return m


class Loading(Sequencer):
    """Place the givens, which are in the memory for the cells' values, cell by cell; end with a contradiction if a
    value is not a candidate of its cell.

    Latency: 5 clocks for an open cell, 22 for a given.
    """

    def __init__(self, order: int):
        size = order * order
        super().__init__(order, {
            "side": In(range(size + 1)),  # the puzzle's rows
            "placer": Out(PlacerPort()),
            "cell": Out(data.StructLayout({"row": range(size), "col": range(size)})),
            # The cell's value three clocks later, as a number and as a vector with the bit of this digit.
            "value": In(range(size + 1)), "value_bit": In(size),
            "counted": Out(1),  # a cell has been read
            "done": Out(1),  # all givens are placed
            "contradiction": Out(1),  # a given is not a candidate
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        reader, judged = self.reader, self.reader.judged
        row, col = self.cell.row, self.cell.col
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                m.d.sync += [row.eq(0), col.eq(0)]
                with m.If(self.start):
                    m.next = "ADDRESS"
            with m.State("ADDRESS"):
                m.next = "READ"
            with m.State("READ"):
                m.next = "HELD"
            with m.State("HELD"):
                m.next = "VALUE"
            with m.State("VALUE"):
                m.d.comb += self.counted.eq(1)
                m.next = "CELL"
                with m.If(self.value == 0):
                    m.next = "NEXT"
                with m.Else():
                    read(m, reader, kind=HouseKind.ROW, house=row, position=col, target=self.value_bit)
            with m.State("CELL"):
                m.d.comb += [reader.cells.eq(CellsToRead.ONE), reader.stop.eq(judged.valid)]
                with m.If(judged.valid & judged.amount.some):
                    m.d.comb += self.placer.start.eq(1)
                    m.next = "PLACE"
                with m.Elif(judged.valid):
                    m.d.comb += self.contradiction.eq(1)
                    m.next = "IDLE"
            with m.State("PLACE"):
                with m.If(self.placer.done):
                    m.next = "NEXT"
            with m.State("NEXT"):
                m.d.sync += col.eq(col + 1)
                m.next = "ADDRESS"
                with m.If(col + 1 == self.side):
                    m.d.sync += [col.eq(0), row.eq(row + 1)]
                    with m.If(row + 1 == self.side):
                        m.d.comb += self.done.eq(1)
                        m.next = "IDLE"
        return m
