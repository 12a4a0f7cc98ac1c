"""The reader for the cells of a house, one per clock, and the base class of the sequencers that use it."""

import enum
from collections.abc import Mapping

from amaranth.hdl import Array, Module, Mux, Signal, ValueLike
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Member, Out

from rowloom.hw.sudoku.scan.cell_stream import CellStream, Division, PartFilter
from rowloom.hw.sudoku.scan.judge import CellAtHand, Hidden, Judge, Judged
from rowloom.hw.sudoku.scan.memories import ExcludedPort, HouseKind, ReadPort, Slot, one_hot

__all__ = ["CellsToRead", "HouseReader", "ReaderPort", "Sequencer", "read"]


class CellsToRead(enum.IntEnum):
    """The cells of a house that are read: all open cells; the open cells from a position on; the open cells at some
    positions; or a single cell, which need not be open."""

    OPEN = 0
    FROM = 1
    AMONG = 2
    ONE = 3


class ReaderPort(wiring.Signature):
    """The reader as a sequencer sees it. An idle sequencer drives zeros."""

    def __init__(self, order: int):
        number, vector = range(order * order), order * order
        super().__init__({
            # Start to read a house: while no reading runs, or in the last clock of a reading. With ``again``, the house
            # is the same as before.
            "start": Out(1), "again": Out(1),
            "kind": Out(HouseKind), "house": Out(number), "position": Out(number),  # sampled by ``start``
            # ``target``: the digits sought. ``new``: the digits that each cell may have lost to the house. Both are
            # sampled by ``start``.
            "target": Out(vector), "new": Out(vector),
            # The cells to read. FROM begins at ``position``, AMONG reads the positions ``among``, and ``only``
            # restricts all readings to a part of the house. These three, ``count`` and ``visit`` must be held until the
            # end.
            "cells": Out(CellsToRead), "among": Out(vector), "only": Out(PartFilter(order)),
            "count": Out(1),  # count the cells in which each digit occurs
            # Visit the house: it is no longer dirty, and ``new`` becomes the digits used since the house was last
            # examined.
            "visit": Out(1),
            "stop": Out(1),  # end at once, and find the lowest candidate of the cell that is judged in this clock
            "done": In(1),  # high in the last clock of a reading that is not stopped: all cells have been judged
            "judged": In(Judged(order)), "cell": In(CellAtHand(order)),
            # The digits that the house has not used; valid from the first judged cell until the next start.
            "need": In(vector),
            # The digits that occurred at least once in the last reading with ``count``, and those that occurred exactly
            # once.
            "once": In(vector), "single": In(vector),
            "band": In(range(order)), "inner": In(range(order)),  # the house's number, divided by the order
        })


class Sequencer(wiring.Component):
    """A unit that executes a command with the reader of houses; a subclass says how.

    ``order`` is the largest order, ``ports`` are further ports.
    """

    def __init__(self, order: int, ports: Mapping[str, Member]):
        self._order, self._size = order, order * order
        super().__init__({
            "start": In(1), "busy": Out(1),  # start the work; not while busy
            "reader": Out(ReaderPort(order)), **ports})


def read(m: Module, reader: wiring.PureInterface, **operands: ValueLike) -> None:
    """Start a reading with these values of :class:`ReaderPort`'s outputs."""
    m.d.comb += [reader.start.eq(1), *(getattr(reader, name).eq(value) for name, value in operands.items())]


class HouseReader(wiring.Component):
    """Read the cells of a house, judge the candidates of one cell per clock, and count in how many cells each candidate
    occurs.

    Latency: of *k* cells, cell number *n* is judged *n* + 10 clocks after ``start``. ``done`` comes two clocks after
    the last cell was judged. If the last cells are not in the part that is read, it comes *k* + 6 clocks after
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
            # Whether the house has changed since it was last examined; valid a clock after ``kind`` and ``house``.
            "changed": In(1),
            "kind": Out(HouseKind), "house": Out(number),  # the house at hand
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

        # The stream gets the vector of positions. When the reading stops, the stream gets the candidates of the cell
        # that is judged.
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
