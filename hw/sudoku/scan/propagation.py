"""Deduction by singles: the houses to visit, propagation until nothing more follows, and the choice of branch cells."""

from amaranth.hdl import Array, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.sudoku.scan.house_reader import CellsToRead, Sequencer, read
from rowloom.hw.sudoku.scan.memories import HouseKind, Houses, one_hot
from rowloom.hw.sudoku.scan.placing import PlacerPort

__all__ = ["BranchFinder", "HouseWorklist", "Propagation"]


class HouseWorklist(wiring.Component):
    """Remember which houses are dirty, and which have changed. A house has changed if one of its cells was filled since
    the house was examined."""

    def __init__(self, size: int):
        self._size = size
        super().__init__({
            "cell": In(Houses(size)),  # the houses of a cell
            "mark": In(len(HouseKind)),  # the cell's houses of these kinds become dirty
            "placed": In(1),  # all houses of the cell become dirty, and have changed
            "every": In(size),  # these houses of all kinds become dirty
            "forget": In(1),  # no house is dirty, and none has changed
            "kind": In(HouseKind), "house": In(range(size)),  # the current house
            "visited": In(1),  # the house is no longer dirty
            "examined": In(1),  # the house counts as unchanged
            "changed": Out(1),  # whether the house has changed, a clock later
            "cell_changed": Out(len(HouseKind)),  # which of the cell's houses have changed, a clock later
            # The dirty boxes; if there are none, the dirty columns; if there are none either, the dirty rows.
            "first_kind": Out(HouseKind), "first": Out(size),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._size
        house = Signal(size)
        m.d.comb += house.eq(one_hot(self.house, size))
        all_dirty, all_changed = [], []
        for kind in HouseKind:
            name = kind.name.lower()
            dirty, changed = Signal(size, name=f"dirty_{name}"), Signal(size, name=f"changed_{name}")
            here, gone = Signal(size, name=f"here_{name}"), Signal(size, name=f"gone_{name}")
            m.d.comb += [here.eq(one_hot(self.cell[name], size)), gone.eq(Mux(self.kind == kind, house, 0))]
            m.d.sync += [
                dirty.eq(dirty & ~Mux(self.visited, gone, 0) | self.every
                         | Mux(self.mark[kind] | self.placed, here, 0)),
                changed.eq(changed & ~Mux(self.examined, gone, 0) | Mux(self.placed, here, 0)),
                self.cell_changed[kind].eq((changed & here).any()),
            ]
            with m.If(self.forget):
                m.d.sync += [dirty.eq(0), changed.eq(0)]
            all_dirty.append(dirty)
            all_changed.append(changed)
        m.d.sync += self.changed.eq((Array(all_changed)[self.kind] & house).any())
        rows, cols, boxes = all_dirty
        m.d.comb += [
            self.first_kind.eq(Mux(boxes.any(), HouseKind.BOX, Mux(cols.any(), HouseKind.COL, HouseKind.ROW))),
            self.first.eq(Mux(boxes.any(), boxes, Mux(cols.any(), cols, rows))),
        ]
        return m


class Propagation(Sequencer):
    """Visit dirty houses until none is left or there is a contradiction; on request, place a digit first.

    A visit reads the open cells of a house. If a cell has only one candidate, this digit is placed at once, and the
    visit ends. If all cells were read and a digit occurred only once, a second reading of the cells places this digit.
    After a placement, the next house is visited.

    Latency: *k* + 16 clocks for a visit of *k* cells in which nothing is placed, or 10 if there are no cells; one clock
    to find that no house is dirty.
    """

    def __init__(self, order: int):
        size = order * order
        number = range(size)
        super().__init__(order, {
            "digits": In(size),  # as many ones as the puzzle has digits
            # Before the visits, place the lowest of the cell's candidates that are among the digits ``least``, and
            # record ``choice`` in the trail. Sampled by ``start``.
            "assume": In(data.StructLayout({"enable": 1, "row": number, "col": number, "least": size, "choice": 1})),
            "placer": Out(PlacerPort()),
            # the dirty houses that are visited next, the lowest house first
            "first_kind": In(HouseKind), "first": In(size),
            # A request for the lowest set bit of ``vector``, and the answer: the number of this bit.
            "find": Out(data.StructLayout({"enable": 1, "vector": size})), "number": In(number),
            "examined": Out(1),  # the house has not changed during the visit
            "lost": Out(1),  # the cell that is judged has lost candidates because of the house's new digits
            "visit": Out(1),  # a visit starts
            "hidden": Out(1),  # a hidden single is found
            "at_rest": Out(1),  # nothing more follows
            "contradiction": Out(1),  # there is no solution
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        reader, judged = self.reader, self.reader.judged
        one = judged.amount.some & ~judged.amount.many
        choice, place = Signal(name="choice"), Signal()
        m.d.comb += [
            self.placer.start.eq(place), self.placer.choice.eq(choice & place),
            reader.stop.eq(place | self.contradiction),
        ]

        def go_on() -> None:
            with m.If(place):
                m.next = "PLACE"
            with m.If(self.contradiction):
                m.next = "IDLE"

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                with m.If(self.start):
                    m.d.sync += choice.eq(self.assume.enable & self.assume.choice)
                    m.next = "NEXT"
                    with m.If(self.assume.enable):
                        read(m, reader, kind=HouseKind.ROW, house=self.assume.row, position=self.assume.col,
                             target=self.assume.least)
                        m.next = "ASSUME"
            with m.State("ASSUME"):
                m.d.comb += reader.cells.eq(CellsToRead.ONE)
                with m.If(judged.valid):
                    m.d.comb += [place.eq(judged.amount.some), self.contradiction.eq(~judged.amount.some)]
                go_on()
            with m.State("NEXT"):
                m.d.comb += [self.find.enable.eq(1), self.find.vector.eq(self.first)]
                m.next = "LOWEST"
                with m.If(~self.first.any()):
                    m.d.comb += self.at_rest.eq(1)
                    m.next = "IDLE"
            with m.State("LOWEST"):
                m.next = "VISIT"
            with m.State("VISIT"):
                m.d.comb += self.visit.eq(1)
                read(m, reader, kind=self.first_kind, house=self.number, target=self.digits)
                m.next = "NAKED"
            with m.State("NAKED"):
                m.d.comb += [reader.visit.eq(1), reader.count.eq(1)]
                with m.If(reader.done):
                    m.next = "EXAMINED"
                with m.If(judged.valid):
                    m.d.comb += [self.lost.eq(judged.lost), place.eq(one), self.contradiction.eq(~judged.amount.some)]
                go_on()
            with m.State("EXAMINED"):
                m.d.comb += self.examined.eq(1)
                m.next = "NEXT"
                with m.If((reader.need & ~reader.once).any()):
                    m.d.comb += self.contradiction.eq(1)
                    m.next = "IDLE"
                with m.Elif(reader.single.any()):
                    read(m, reader, again=1, target=reader.single)
                    m.next = "HIDDEN"
            with m.State("HIDDEN"):
                with m.If(judged.valid):
                    m.d.comb += [place.eq(one), self.hidden.eq(one), self.contradiction.eq(judged.amount.many)]
                go_on()
            with m.State("PLACE"):
                with m.If(self.placer.done):
                    m.d.sync += choice.eq(0)
                    m.next = "NEXT"
        return m


class BranchFinder(Sequencer):
    """Look for the first open cell with the fewest candidates, row by row, starting at the cell in ``row`` and ``col``.

    Latency: for each row of *k* open cells, *k* + 12 clocks, or 6 if the row has no open cell.
    """

    def __init__(self, order: int):
        size = order * order
        number, count = range(size), range(size + 1)
        super().__init__(order, {
            "side": In(count), "digits": In(size),  # the number of the puzzle's digits, and a vector with as many ones
            # The first cell, and the number of candidates that ends the search; sampled by ``start``.
            "row": In(number), "col": In(number), "enough": In(count),
            "better": Out(1),  # the cell at hand has fewer candidates than ``fewest``
            # The number of candidates of the cell at the latest ``better``; before the first ``better``, all bits are
            # set.
            "fewest": In(count),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        reader, cell = self.reader, self.reader.cell
        row, enough, first = Signal(range(self._size)), Signal(range(self._size + 1)), Signal()
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                m.d.sync += [row.eq(self.row), enough.eq(self.enough), first.eq(1)]
                with m.If(self.start):
                    read(m, reader, kind=HouseKind.ROW, house=self.row, position=self.col, target=self.digits)
                    m.next = "ROW"
            with m.State("ROW"):
                with m.If(first):
                    m.d.comb += reader.cells.eq(CellsToRead.FROM)
                with m.If(reader.done):
                    m.d.sync += [row.eq(row + 1), first.eq(0)]
                    with m.If(row + 1 == self.side):
                        m.next = "IDLE"
                    with m.Else():
                        read(m, reader, kind=HouseKind.ROW, house=row + 1, target=self.digits)
                with m.If(cell.fresh & (cell.count < self.fewest)):
                    m.d.comb += self.better.eq(1)
                    with m.If(cell.count <= enough):
                        m.d.comb += reader.stop.eq(1)
                        m.next = "IDLE"
        return m
