"""Exclude candidates by the locked candidates of a house."""

import enum

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.sudoku.scan.house_reader import CellsToRead, Sequencer, read
from rowloom.hw.sudoku.scan.memories import HouseKind, Place

__all__ = ["Lock", "LockedCandidates"]


class Lock(enum.IntEnum):
    """The house with locked candidates: a row or a column, whose parts lie in boxes; or a box, whose parts lie in rows
    or in columns."""

    ROW = 0
    COL = 1
    BOX_ROWS = 2
    BOX_COLS = 3


class LockedCandidates(Sequencer):
    """If a digit is a candidate in only one part of a house, exclude the digit from the rest of the crossing house,
    which shares this part.

    The parts are read one after the other to learn which digits are in only one part. Then all parts are read once
    more; if a part has such digits, the crossing house is read. Then the crossing house is handled part by part: if
    cells of a part lose some of the digits, the digits are excluded from the part.

    Latency: each part is read twice, with 3 further clocks for each reading. A crossing house takes a reading and one
    clock; then each part of this house takes 15 clocks if it loses digits, and otherwise one clock.
    """

    def __init__(self, order: int):
        size = order * order
        super().__init__(order, {
            # the puzzle's order, and a vector with as many ones as it has digits
            "order": In(range(order + 1)), "digits": In(size),
            "lock": In(Lock), "house": In(range(size)),  # sampled by ``start``
            "recall": Out(1),  # read again which digits are excluded from the cell at hand
            # Exclude the digits from the part of the row, or of the column, that contains the cell at hand.
            "exclude": Out(data.StructLayout({"rows": 1, "cols": 1, "digits": size})),
            "lost": Out(1),  # the cell that is judged loses candidates
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size, reader, judged = self._size, self.reader, self.reader.judged
        lock, house = Signal(Lock), Signal(range(size))
        part, own_part, second_time = Signal(range(self._order)), Signal(range(self._order)), Signal()
        # Three sets of digits: in at least one part, in at least two parts, and only in the part that is read.
        somewhere, in_two, only_here = Signal(size), Signal(size), Signal(size)
        # `sample`: the last cell of the part. `parts_hit`: the parts of the crossing house in which cells lose
        # candidates. `first`: the first position of the part to which bit 0 of `parts_hit` belongs.
        sample, parts_hit, first = Signal(Place(self._order)), Signal(self._order), Signal(range(size))
        m.d.comb += [only_here.eq(reader.once & somewhere & ~in_two), self.exclude.digits.eq(only_here)]
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                m.d.sync += [
                    lock.eq(self.lock), house.eq(self.house), part.eq(0), second_time.eq(0), somewhere.eq(0),
                    in_two.eq(0)]
                with m.If(self.start):
                    m.next = "START PART"
            with m.State("START PART"):
                read(m, reader, house=house, target=self.digits)
                with m.Switch(lock):
                    with m.Case(Lock.ROW):
                        m.d.comb += reader.kind.eq(HouseKind.ROW)
                    with m.Case(Lock.COL):
                        m.d.comb += reader.kind.eq(HouseKind.COL)
                    with m.Default():
                        m.d.comb += reader.kind.eq(HouseKind.BOX)
                m.next = "PART"
            with m.State("PART"):
                m.d.comb += [
                    reader.count.eq(1), reader.only.enable.eq(1), reader.only.part.eq(part),
                    reader.only.across.eq(lock == Lock.BOX_COLS),
                ]
                with m.If(judged.valid):
                    m.d.sync += sample.eq(judged.place)
                with m.If(reader.done):
                    m.next = "COUNTED"
            with m.State("COUNTED"):
                m.next = "NEXT PART"
                with m.If(~second_time):
                    m.d.sync += [somewhere.eq(somewhere | reader.once), in_two.eq(in_two | somewhere & reader.once)]
                with m.Elif(only_here.any()):
                    read(m, reader, target=only_here)
                    m.d.sync += [own_part.eq(Mux(lock == Lock.BOX_COLS, reader.band, reader.inner)), parts_hit.eq(0)]
                    with m.Switch(lock):
                        with m.Case(Lock.ROW, Lock.COL):
                            m.d.comb += [reader.kind.eq(HouseKind.BOX), reader.house.eq(sample.box)]
                        with m.Case(Lock.BOX_ROWS):
                            m.d.comb += [reader.kind.eq(HouseKind.ROW), reader.house.eq(sample.row)]
                        with m.Case(Lock.BOX_COLS):
                            m.d.comb += [reader.kind.eq(HouseKind.COL), reader.house.eq(sample.col)]
                    m.next = "CROSSING"
            with m.State("NEXT PART"):
                m.d.sync += part.eq(part + 1)
                m.next = "START PART"
                with m.If(part + 1 == self.order):
                    m.d.sync += [part.eq(0), second_time.eq(1)]
                    with m.If(second_time):
                        m.next = "IDLE"
            with m.State("CROSSING"):
                m.d.comb += [
                    reader.only.enable.eq(1), reader.only.other.eq(1), reader.only.part.eq(own_part),
                    reader.only.across.eq(lock == Lock.COL),
                ]
                with m.If(judged.valid & judged.amount.some):
                    m.d.comb += self.lost.eq(1)
                    m.d.sync += parts_hit.bit_select(judged.place.part, 1).eq(1)
                with m.If(reader.done):
                    m.next = "PARTS HIT"
            with m.State("PARTS HIT"):
                m.d.sync += first.eq(0)
                m.next = "NEXT HIT"
                with m.If(~parts_hit.any()):
                    m.next = "NEXT PART"
            # The first cell of a part provides the address of the part's word.
            with m.State("NEXT HIT"):
                m.d.comb += [reader.start.eq(parts_hit[0]), reader.again.eq(1), reader.position.eq(first)]
                m.d.sync += [parts_hit.eq(parts_hit >> 1), first.eq(first + Mux(lock == Lock.COL, 1, self.order))]
                with m.If(parts_hit[0]):
                    m.next = "FIRST CELL"
                with m.Elif(~parts_hit.any()):
                    m.next = "NEXT PART"
            with m.State("FIRST CELL"):
                m.d.comb += [reader.cells.eq(CellsToRead.ONE), reader.stop.eq(judged.valid)]
                with m.If(judged.valid):
                    m.next = "RECALL"
            # The word is read again, because the stream has passed the cell.
            with m.State("RECALL"):
                m.d.comb += self.recall.eq(1)
                m.next = "HELD"
            with m.State("HELD"):
                m.next = "EXCLUDE"
            with m.State("EXCLUDE"):
                m.d.comb += [
                    self.exclude.rows.eq((lock == Lock.ROW) | (lock == Lock.BOX_ROWS)),
                    self.exclude.cols.eq((lock == Lock.COL) | (lock == Lock.BOX_COLS)),
                ]
                m.next = "NEXT HIT"
        return m
