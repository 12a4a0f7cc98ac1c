"""The reader for the cells of a house, one per clock, and the base class of the sequencers that use it."""

import enum
from collections.abc import Mapping

from amaranth.hdl import Array, Module, Mux, Signal, ValueLike
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Member, Out

from rowloom.hw.primitives.rows import lowest, one_hot_number
from rowloom.hw.primitives.units import add_memory
from rowloom.hw.sudoku.scan.judge import CellAtHand, Hidden, Judge, Judged
from rowloom.hw.sudoku.scan.memories import ExcludedPort, HouseKind, Place, ReadPort, Slot, one_hot

__all__ = ["CellStream", "CellsToRead", "Division", "HouseReader", "PartFilter", "ReaderPort", "Sequencer", "read"]


class Division(data.StructLayout):
    """An entry to write to the table of divisions, if ``enable`` is high: ``index`` divided by the puzzle's order."""

    def __init__(self, order: int):
        super().__init__({
            "enable": 1, "index": range(order * order), "quotient": range(order), "remainder": range(order)})


class PartFilter(data.StructLayout):
    """With ``enable``, a reading outputs only the cells in the part ``part`` of the house; with ``enable`` and
    ``other``, it outputs only the cells outside this part. The number of a cell's part is the cell's position divided
    by the order; in a box, this is the cell's row. With ``across``, the number is the remainder of this division; in a
    box, this is the cell's column."""

    def __init__(self, order: int):
        super().__init__({"enable": 1, "part": range(order), "other": 1, "across": 1})


class CellStream(wiring.Component):
    """Output the places of the cells at certain positions of a house, one per clock, the lowest position first.

    The position of a cell in a row is its column; in a column, its row; and in a box, its number, counted row by row.
    The places depend on the puzzle's order. To avoid divisions, a table has the quotients and remainders. The same
    circuit can also find the lowest set bit of any other vector.

    Latency: ``lowest`` and ``number`` are valid one clock after the vector is loaded; a cell's place comes two clocks
    after ``lowest``.
    """

    def __init__(self, order: int):
        self._order, size = order, order * order
        number = range(size)
        super().__init__({
            "order": In(range(order + 1)),  # the puzzle's order
            "teach": In(Division(order)),  # write an entry of the table
            "kind": In(HouseKind), "house": In(number),  # the house
            "look_up": In(1),  # divide ``house`` by the order, in two clocks; ``run`` must be 0
            "band": Out(range(order)), "inner": Out(range(order)),  # the quotient and the remainder
            "only": In(PartFilter(order)),
            "load": In(1), "vector": In(size),  # set the positions of the cells to output
            "run": In(1),  # remove the lowest position, and begin to look up its place
            "flush": In(1),  # forget the places that are being looked up
            # The lowest position that was left in the previous clock, as a vector and as a number.
            "lowest": Out(size), "number": Out(number),
            "valid": Out(1), "place": Out(Place(order)),  # a cell is output
            "empty": Out(1),  # no position is left or being looked up
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._order * self._order
        entry = data.StructLayout({"quotient": range(self._order), "remainder": range(self._order)})
        read, write = add_memory(m, "table", entry, size)
        m.d.comb += [
            write.en.eq(self.teach.enable), write.addr.eq(self.teach.index),
            write.data.quotient.eq(self.teach.quotient), write.data.remainder.eq(self.teach.remainder),
        ]

        left, taken, comes = Signal(size), Signal(size), Signal()
        m.d.comb += taken.eq(lowest(left))
        with m.If(self.load):
            m.d.sync += left.eq(self.vector)
        with m.Elif(self.run):
            m.d.sync += left.eq(left & ~taken)
        m.d.sync += [self.lowest.eq(taken), comes.eq(self.run & left.any() & ~self.flush)]

        # The number of the house, divided by the order.
        looked_up, band, inner = Signal(), self.band, self.inner
        above = Signal(range(size))
        m.d.sync += looked_up.eq(self.look_up)
        with m.If(looked_up):
            m.d.sync += [band.eq(read.data.quotient), inner.eq(read.data.remainder)]
        m.d.sync += above.eq(inner * self.order)
        first = Signal(range(size))
        m.d.sync += first.eq(self.house - inner)

        position, divided = Signal(range(size)), Signal()
        m.d.comb += [
            self.number.eq(one_hot_number(self.lowest)),
            read.addr.eq(Mux(self.look_up, self.house, self.number)),
        ]
        m.d.sync += [position.eq(self.number), divided.eq(comes & ~self.flush)]

        quotient, remainder, place = read.data.quotient, read.data.remainder, self.place
        part = Signal(range(self._order))
        m.d.comb += part.eq(Mux(self.only.across, remainder, quotient))
        m.d.sync += [
            place.part.eq(part),
            self.valid.eq(divided & ~self.flush & (~self.only.enable | ((part == self.only.part) ^ self.only.other))),
        ]
        with m.Switch(self.kind):
            with m.Case(HouseKind.ROW):
                m.d.sync += [
                    place.row.eq(self.house), place.col.eq(position), place.box.eq(first + quotient),
                    place.inside.eq(above + remainder), place.band.eq(band), place.stack.eq(quotient),
                ]
            with m.Case(HouseKind.COL):
                m.d.sync += [
                    place.row.eq(position), place.col.eq(self.house), place.box.eq(position - remainder + band),
                    place.inside.eq(remainder * self.order + inner), place.band.eq(quotient), place.stack.eq(band),
                ]
            with m.Case(HouseKind.BOX):
                m.d.sync += [
                    place.row.eq(first + quotient), place.col.eq(above + remainder), place.box.eq(self.house),
                    place.inside.eq(position), place.band.eq(band), place.stack.eq(inner),
                ]
        m.d.comb += self.empty.eq(~left.any() & ~comes & ~divided & ~self.valid)
        return m


class CellsToRead(enum.IntEnum):
    """The cells of a house that are read: all open cells; all open cells at or after a position; the open cells at
    certain positions; or a single cell, which need not be open."""

    OPEN = 0
    FROM = 1
    AMONG = 2
    ONE = 3


class ReaderPort(wiring.Signature):
    """A sequencer's access to the reader. While a sequencer is idle, it drives all outputs to 0."""

    def __init__(self, order: int):
        number, vector = range(order * order), order * order
        super().__init__({
            # Start to read a house. Allowed only while no reading is running, or in the last clock of a reading. With
            # ``again``, the house is the same as before.
            "start": Out(1), "again": Out(1),
            "kind": Out(HouseKind), "house": Out(number), "position": Out(number),  # sampled by ``start``
            # ``target``: the digits sought. ``new``: digits that are new in the house, so its cells may have lost them
            # as candidates. Both are sampled by ``start``.
            "target": Out(vector), "new": Out(vector),
            # The cells to read. FROM begins at ``position``, AMONG reads the cells at the positions ``among``, and
            # ``only`` restricts any reading to a part of the house. ``cells``, ``among``, ``only``, ``count`` and
            # ``visit`` must be held until the end of the reading.
            "cells": Out(CellsToRead), "among": Out(vector), "only": Out(PartFilter(order)),
            "count": Out(1),  # count the cells in which each digit occurs
            # Visit the house: it is no longer dirty, and ``new`` becomes the digits used since the previous
            # visit.
            "visit": Out(1),
            "stop": Out(1),  # end at once, and find the lowest candidate of the cell that is judged in this clock
            "done": In(1),  # high in the last clock of a reading that is not stopped: all cells have been judged
            "judged": In(Judged(order)), "cell": In(CellAtHand(order)),
            # The digits that the house has not used; valid from the first judged cell until the next start.
            "need": In(vector),
            # The digits that occurred at least once in the latest reading with ``count``, and those that occurred
            # exactly once.
            "once": In(vector), "single": In(vector),
            "band": In(range(order)), "inner": In(range(order)),  # the house's number, divided by the order
        })


class Sequencer(wiring.Component):
    """A unit that executes a command with the reader of houses. Each command has a subclass.

    ``order`` is the largest order, and ``ports`` are the subclass's own ports.
    """

    def __init__(self, order: int, ports: Mapping[str, Member]):
        self._order, self._size = order, order * order
        super().__init__({
            "start": In(1), "busy": Out(1),  # start the work; not while busy
            "reader": Out(ReaderPort(order)), **ports})


def read(m: Module, reader: wiring.PureInterface, **operands: ValueLike) -> None:
    """Start a reading. ``operands`` are the names and the values of outputs of :class:`ReaderPort`."""
    m.d.comb += [reader.start.eq(1), *(getattr(reader, name).eq(value) for name, value in operands.items())]


class HouseReader(wiring.Component):
    """Read the cells of a house, judge the candidates of one cell per clock, and count in how many cells each candidate
    occurs.

    Latency: of *k* cells, cell number *n* is judged *n* + 10 clocks after ``start``. ``done`` comes two clocks after
    the last cell was judged. If the last cells are not in the part that is read, ``done`` comes *k* + 6 clocks after
    ``start``.
    """

    def __init__(self, order: int):
        self._order = order
        number, vector = range(order * order), order * order
        super().__init__({
            # The puzzle's order, and a vector with as many ones as the puzzle has digits.
            "order": In(range(order + 1)), "digits": In(vector),
            "teach": In(Division(order)),  # an entry of the table of divisions by the puzzle's order
            "port": In(ReaderPort(order)),
            "words": Out(ReadPort(vector)), "excluded": Out(ExcludedPort(order)),  # the memories
            # Whether the house has changed since it was examined; valid a clock after ``kind`` and ``house``.
            "changed": In(1),
            "kind": Out(HouseKind), "house": Out(number),  # the current house
            "visited": Out(1),  # a visit of this house starts
            # Find the lowest bit that is set in a vector; not during a reading. ``lowest`` (the bit) and ``number``
            # (its number) are valid from two clocks after ``find`` or ``port.stop`` until the next start.
            "find": In(data.StructLayout({"enable": 1, "vector": vector})),
            "lowest": Out(vector), "number": Out(number),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._order * self._order
        port, words = self.port, self.words
        m.submodules.stream = stream = CellStream(self._order)
        m.submodules.judge = judge = Judge(self._order)
        m.submodules.hidden = hidden = Hidden(size)
        target, new, position = Signal(size), Signal(size), Signal(range(size))
        with m.If(port.start):
            m.d.sync += [target.eq(port.target), new.eq(port.new), position.eq(port.position)]
            with m.If(~port.again):
                m.d.sync += [self.kind.eq(port.kind), self.house.eq(port.house)]

        # Cells flow from the stream, by way of the memories, to the judge.
        run, of_house = Signal(), Signal()
        place, house = Signal.like(words.houses), Signal.like(words.houses)
        m.d.comb += [
            stream.order.eq(self.order), stream.teach.eq(self.teach),
            stream.kind.eq(self.kind), stream.house.eq(self.house), stream.only.eq(port.only),
            stream.run.eq(run), stream.flush.eq(port.stop),
            *(place[kind.name.lower()].eq(stream.place[kind.name.lower()]) for kind in HouseKind),
            *(house[kind.name.lower()].eq(self.house) for kind in HouseKind),
            words.houses.eq(Mux(of_house, house, place)),
            self.excluded.place.eq(stream.place),
            judge.valid.eq(stream.valid), judge.place.eq(stream.place),
            judge.used.eq(words.words), judge.excluded.eq(self.excluded.word),
            judge.kind.eq(self.kind), judge.target.eq(target), judge.new.eq(new),
            judge.run.eq(run), judge.flush.eq(port.stop),
            hidden.candidates.eq(judge.candidates), hidden.count.eq(judge.joined & port.count),
            port.judged.eq(judge.judged), port.cell.eq(judge.cell), port.once.eq(hidden.once),
            port.single.eq(hidden.single), port.band.eq(stream.band), port.inner.eq(stream.inner),
            self.lowest.eq(stream.lowest), self.number.eq(stream.number),
        ]

        # The stream is loaded with the positions to read. When the reading stops, the stream is loaded with the
        # candidates of the cell that is judged, to find the lowest of these candidates.
        word, open_, at = Signal(size), Signal(size), Signal(size)
        m.d.comb += [
            word.eq(Array(words.words)[self.kind]), open_.eq(self.digits & ~word), at.eq(one_hot(position, size)),
            stream.load.eq(self.find.enable | port.stop),
            stream.vector.eq(Mux(self.find.enable, self.find.vector, judge.judged.candidates)),
        ]

        # Read the words of the house; each comes two clocks after its address.
        with m.FSM():
            with m.State("IDLE"):
                with m.If(port.start):
                    m.next = "FILLED"
            with m.State("FILLED"):
                m.d.comb += [
                    stream.look_up.eq(1), of_house.eq(1), words.slot.eq(Slot.FILLED),
                    hidden.clear.eq(port.count), self.visited.eq(port.visit),
                ]
                m.next = "SEEN"
            with m.State("SEEN"):
                m.d.comb += [of_house.eq(1), words.slot.eq(Slot.SEEN)]
                m.next = "POSITIONS"
            with m.State("POSITIONS"):
                m.d.comb += [of_house.eq(1), words.slot.eq(Slot.USED), stream.load.eq(1)]
                with m.Switch(port.cells):
                    with m.Case(CellsToRead.OPEN):
                        m.d.comb += stream.vector.eq(open_)
                    with m.Case(CellsToRead.FROM):
                        m.d.comb += stream.vector.eq(open_ & -at)
                    with m.Case(CellsToRead.AMONG):
                        m.d.comb += stream.vector.eq(open_ & port.among)
                    with m.Case(CellsToRead.ONE):
                        m.d.comb += stream.vector.eq(at)
                with m.If(port.visit):
                    m.d.sync += new.eq(self.changed.replicate(size))
                m.next = "UNSEEN"
            with m.State("UNSEEN"):
                m.d.comb += run.eq(1)
                with m.If(port.visit):
                    m.d.sync += new.eq(new & ~word)
                m.next = "USED"
            with m.State("USED"):
                m.d.comb += run.eq(1)
                m.d.sync += port.need.eq(self.digits & ~word)
                with m.If(port.visit):
                    m.d.sync += new.eq(new & word)
                m.next = "STREAM"
            with m.State("STREAM"):
                m.d.comb += [run.eq(1), port.done.eq(stream.empty & judge.empty)]
                with m.If(port.done | port.stop):
                    m.next = "IDLE"
                with m.If(port.start):
                    m.next = "FILLED"
        return m
