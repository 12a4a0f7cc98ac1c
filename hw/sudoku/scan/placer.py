"""Place a digit in a cell, or erase it."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.sudoku.scan.cell_stream import Place
from rowloom.hw.sudoku.scan.house_words import HouseKind, ReadPort, Slot, WritePort, one_hot

__all__ = ["Placer", "PlacerPort"]


class PlacerPort(wiring.Signature):
    """The placer as a sequencer sees it.

    Members
    -------
    start : Out(1)
        Place the digit that is found, in the cell at hand; not while busy.
    erase, choice : Out(1)
        Erase the cell's digit instead; mark the placement as a choice. Sampled by ``start``.
    done : In(1)
        High in the last clock of the work.
    """

    def __init__(self):
        super().__init__({"start": Out(1), "erase": Out(1), "choice": Out(1), "done": In(1)})


class Placer(wiring.Component):
    """Write what a placement changes: the words of the cell's houses, its value, and the trail.

    Latency: ``done`` comes five clocks after ``start``.

    Parameters
    ----------
    order : int
        The largest.

    Members
    -------
    port : In(PlacerPort)
    busy : Out(1)
    cell : In(Place)
        The cell; from the clock after ``start`` on.
    lowest, number : In(order**2), In(range(order**2))
        The digit to place; from two clocks after ``start`` on.
    value_bit : In(order**2)
        The digit to erase.
    changed : In(3)
        Which of the cell's houses have changed since they were examined: their words SEEN are kept.
    read, write : Out(ReadPort), Out(WritePort)
        The words of houses.
    value : Out(enable, value)
        Write the cell's value.
    push, pop : Out(enable, choice), Out(1)
        Lengthen and shorten the trail.
    placed : Out(1)
        The cell's houses have changed.
    """

    def __init__(self, order: int):
        self._size = size = order * order
        super().__init__({
            "port": In(PlacerPort()), "busy": Out(1), "cell": In(Place(order)),
            "lowest": In(size), "number": In(range(size)), "value_bit": In(size), "changed": In(len(HouseKind)),
            "read": Out(ReadPort(size)), "write": Out(WritePort(size)),
            "value": Out(data.StructLayout({"enable": 1, "value": range(size + 1)})),
            "push": Out(data.StructLayout({"enable": 1, "choice": 1})), "pop": Out(1), "placed": Out(1),
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
            # Used digits are read twice, to be remembered as seen and to be changed.
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
