"""Read the cells of one house, one a clock."""

import enum
from collections.abc import Mapping

from amaranth.hdl import Array, Module, Mux, Signal, ValueLike
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Member, Out

from rowloom.hw.sudoku.scan.cell_stream import CellStream, Division, PartFilter
from rowloom.hw.sudoku.scan.exclusions import ExcludedPort
from rowloom.hw.sudoku.scan.hidden import Hidden
from rowloom.hw.sudoku.scan.house_words import HouseKind, ReadPort, Slot, one_hot
from rowloom.hw.sudoku.scan.judge import CellAtHand, Judge, Judged

__all__ = ["Cells", "HouseReader", "ReaderPort", "Sequencer", "read"]


class Cells(enum.IntEnum):
    """Which cells of a house are read: all open ones; those from a position on; those at some positions; or the one at
    a position, open or not."""

    OPEN = 0
    FROM = 1
    AMONG = 2
    ONE = 3


class ReaderPort(wiring.Signature):
    """The reader as a sequencer sees it. An idle sequencer drives zeros.

    Members
    -------
    start, again : Out(1)
        Start to read a house, not while busy except in the last clock; with ``again``, the same one as before.
    kind, house, position : Out
        The house, and a position in it; sampled by ``start``.
    target, new : Out(order**2)
        The digits sought; the digits of which each cell is asked whether it has lost them to the house. Sampled by
        ``start``.
    cells, among, only : Out(Cells), Out(order**2), Out(PartFilter)
        Which cells: all open ones, the positions of AMONG, a part of the house. Held until the end.
    count : Out(1)
        Count each digit over the cells. Held until the end.
    visit : Out(1)
        Visit the house: it is not dirty any more, and ``new`` becomes what is new in it since it was examined. Held
        until the end.
    stop : Out(1)
        End at once, and find the lowest candidate of the cell that is judged in this clock.
    done : In(1)
        High in the last clock of a reading that is not stopped: all cells have been judged.
    judged, cell : In(Judged), In(CellAtHand)
        A cell that is judged; a clock later it is at hand, and stays so after the last one.
    need : In(order**2)
        The digits that the house has not used. Valid from the first judged cell until the next start.
    once, single : In(order**2)
        The digits that occurred in the last reading with ``count``, and those that occurred exactly once.
    band, inner : In(range(order))
        The house's number divided by the order: the quotient and the remainder.
    """

    def __init__(self, order: int):
        number, vector = range(order * order), order * order
        super().__init__({
            "start": Out(1), "again": Out(1), "kind": Out(HouseKind), "house": Out(number), "position": Out(number),
            "target": Out(vector), "new": Out(vector),
            "cells": Out(Cells), "among": Out(vector), "only": Out(PartFilter(order)),
            "count": Out(1), "visit": Out(1), "stop": Out(1),
            "done": In(1), "judged": In(Judged(order)), "cell": In(CellAtHand(order)),
            "need": In(vector), "once": In(vector), "single": In(vector),
            "band": In(range(order)), "inner": In(range(order)),
        })


class Sequencer(wiring.Component):
    """What does the work of a command, with the reader of houses; a subclass says what.

    Parameters
    ----------
    order : int
        The largest.
    ports : mapping of str to Member
        Further ones.

    Members
    -------
    start : In(1)
        Start; not while busy.
    busy : Out(1)
        High while it works.
    reader : Out(ReaderPort)
    """

    def __init__(self, order: int, ports: Mapping[str, Member]):
        self._order, self._size = order, order * order
        super().__init__({"start": In(1), "busy": Out(1), "reader": Out(ReaderPort(order)), **ports})


def read(m: Module, reader: wiring.PureInterface, **operands: ValueLike) -> None:
    """Start a reading with these members of :class:`ReaderPort`."""
    m.d.comb += [reader.start.eq(1), *(getattr(reader, name).eq(value) for name, value in operands.items())]


class HouseReader(wiring.Component):
    """Read the cells of a house, judge their candidates one a clock, and count them.

    Latency: of *k* cells, number *n* is judged *n* + 10 clocks after ``start``. ``done`` comes two clocks after the
    last one was judged; *k* + 6 clocks after ``start`` where the last ones are not in the part that is read.

    Parameters
    ----------
    order : int
        The largest.

    Members
    -------
    order : In(range(order + 1)), digits : In(order**2)
        The puzzle's order, and as many ones as it has digits.
    teach : In(Division)
        An entry of the table of divisions by the puzzle's order.
    port : In(ReaderPort)
        Requests and results.
    words, excluded : Out(ReadPort), Out(ExcludedPort)
        The memories.
    changed : In(1)
        Whether the house at hand has changed since it was examined, a clock after ``kind`` and ``house``.
    kind, house : Out
        The house at hand.
    visited : Out(1)
        A visit to the house at hand starts.
    find : In(enable, vector)
        Find the lowest one of a vector. Not while busy.
    lowest, number : Out(order**2), Out(range(order**2))
        The one found, as a vector and as a number: from two clocks after ``find`` or ``stop`` until the next start.
    """

    def __init__(self, order: int):
        self._order = order
        number, vector = range(order * order), order * order
        super().__init__({
            "order": In(range(order + 1)), "digits": In(vector), "teach": In(Division(order)),
            "port": In(ReaderPort(order)), "words": Out(ReadPort(vector)), "excluded": Out(ExcludedPort(order)),
            "changed": In(1), "kind": Out(HouseKind), "house": Out(number), "visited": Out(1),
            "find": In(data.StructLayout({"enable": 1, "vector": vector})), "lowest": Out(vector),
            "number": Out(number),
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

        # The vector of positions; then the candidates of cells, of which one is looked through when the reading stops.
        word, open_, at = Signal(size), Signal(size), Signal(size)
        m.d.comb += [
            word.eq(Array(words.words)[self.kind]), open_.eq(self.digits & ~word), at.eq(one_hot(position, size)),
            stream.load.eq(self.find.enable | port.stop),
            stream.vector.eq(Mux(self.find.enable, self.find.vector, judge.judged.candidates)),
        ]

        # What is remembered of the house, word by word, each two clocks after it is asked for.
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
                    with m.Case(Cells.OPEN):
                        m.d.comb += stream.vector.eq(open_)
                    with m.Case(Cells.FROM):
                        m.d.comb += stream.vector.eq(open_ & -at)
                    with m.Case(Cells.AMONG):
                        m.d.comb += stream.vector.eq(open_ & port.among)
                    with m.Case(Cells.ONE):
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
