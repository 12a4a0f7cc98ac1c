"""Place naked and hidden singles until nothing follows."""

from amaranth.hdl import Module, Signal
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.hw.sudoku.scan.house_reader import Cells, Sequencer, read
from rowloom.hw.sudoku.scan.house_words import HouseKind
from rowloom.hw.sudoku.scan.placer import PlacerPort

__all__ = ["Propagation"]


class Propagation(Sequencer):
    """Visit dirty houses until none is left or there is a contradiction; place a digit before that, if asked to.

    A visit reads the open cells of a house. A cell with one candidate is placed at once, and ends it. A digit that was
    met once only, when all cells were read, is placed by a second reading. After a placement the next house is visited.

    Latency: a visit of *k* cells in which nothing is placed takes *k* + 16 clocks, or 10 if there are no cells; it
    takes one to see that no house is dirty.

    Members
    -------
    digits : In(order**2)
        As many ones as the puzzle has digits.
    assume : In(enable, row, col, least, choice)
        With ``enable``, first place in the cell its lowest candidate among the digits ``least``; with ``choice``, the
        trail marks that. Sampled by ``start``.
    placer : Out(PlacerPort)
    first_kind, first : In(HouseKind), In(order**2)
        The dirty houses to be visited next, from the lowest on.
    find : Out(enable, vector)
        Find the lowest of them, ...
    number : In(range(order**2))
        ... which is this one.
    examined : Out(1)
        Nothing in the house has changed since the visit.
    lost : Out(1)
        The cell that is judged has lost candidates to the house.
    visit, hidden : Out(1)
        A visit starts; a hidden single is found.
    at_rest, contradiction : Out(1)
        Nothing follows any more; or there is a contradiction.
    """

    def __init__(self, order: int):
        size = order * order
        number = range(size)
        super().__init__(order, {
            "digits": In(size),
            "assume": In(data.StructLayout({"enable": 1, "row": number, "col": number, "least": size, "choice": 1})),
            "placer": Out(PlacerPort()),
            "first_kind": In(HouseKind), "first": In(size),
            "find": Out(data.StructLayout({"enable": 1, "vector": size})), "number": In(number),
            "examined": Out(1), "lost": Out(1), "visit": Out(1), "hidden": Out(1),
            "at_rest": Out(1), "contradiction": Out(1),
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
                m.d.comb += reader.cells.eq(Cells.ONE)
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
