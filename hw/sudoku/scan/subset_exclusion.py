"""Exclude what the subsets of a house do."""

from amaranth.hdl import Array, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from rowloom.hw.sudoku.scan.house_reader import Cells, Sequencer, read
from rowloom.hw.sudoku.scan.house_words import HouseKind, one_hot
from rowloom.hw.sudoku.scan.subsets import LEFT_BY_HIDDEN, LEFT_BY_NAKED, Subsets

__all__ = ["SubsetExclusion"]


class SubsetExclusion(Sequencer):
    """Exclude what the naked subsets of a house do, then, if there can be any, what the hidden ones do.

    The search for naked subsets gets the open cells with their candidates, that for hidden ones the digits with the
    cells that can hold them, read digit by digit. For each subset found, the cells that lose something are read: those
    outside a naked subset lose its digits, those of a hidden one all others.

    Parameters
    ----------
    order
        As of :class:`.Sequencer`.
    subsets : int
        The largest order in which subsets are looked for.

    Members
    -------
    side : In(range(order**2 + 1)), digits : In(order**2)
        How many digits the puzzle has, and as many ones.
    kind, house : In(HouseKind), In(range(order**2))
        Sampled by ``start``.
    lost : Out(1)
        The cell that is judged loses all candidates but those it is judged with.
    """

    def __init__(self, order: int, subsets: int):
        self._subsets, size = subsets, order * order
        super().__init__(order, {
            "side": In(range(size + 1)), "digits": In(size), "kind": In(HouseKind), "house": In(range(size)),
            "lost": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size, reader, judged = self._size, self.reader, self.reader.judged
        m.submodules.search = search = Subsets(self._subsets ** 2)
        kind, hidden = Signal(HouseKind), Signal()
        # The digit whose cells are read, also as a vector, and these cells.
        number, digit, cells = Signal(range(size)), Signal(size), Signal(size)
        place = judged.place
        position = Array((place.col, place.row, place.inside))[kind]
        m.d.comb += [
            digit.eq(one_hot(number, size)),
            search.leave.eq(Mux(hidden, LEFT_BY_HIDDEN, LEFT_BY_NAKED)),
            search.give.number.eq(Mux(hidden, number, position)),
            search.give.word.eq(Mux(hidden, cells, judged.candidates)),
        ]
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                m.d.sync += [kind.eq(self.kind), hidden.eq(0)]
                with m.If(self.start):
                    m.d.comb += search.clear.eq(1)
                    read(m, reader, kind=self.kind, house=self.house, target=self.digits)
                    m.next = "CANDIDATES"
            with m.State("CANDIDATES"):
                m.d.comb += search.give.enable.eq(judged.valid)
                with m.If(reader.done):
                    m.d.comb += search.search.eq(1)
                    m.next = "SEARCH"
            with m.State("SEARCH"):
                with m.If(~search.busy & search.found):
                    read(m, reader, again=1)
                    with m.If(hidden):
                        m.d.comb += [reader.target.eq(search.rows), reader.new.eq(reader.need & ~search.rows)]
                    with m.Else():
                        m.d.comb += [reader.target.eq(self.digits & ~search.columns), reader.new.eq(search.columns)]
                    m.next = "LOSERS"
                with m.Elif(~search.busy):
                    m.d.comb += search.clear.eq(1)
                    m.d.sync += [hidden.eq(1), number.eq(0), cells.eq(0)]
                    m.next = "DIGIT"
                    with m.If(hidden | ~search.many):
                        m.next = "IDLE"
            with m.State("LOSERS"):
                m.d.comb += [
                    reader.cells.eq(Cells.AMONG),
                    reader.among.eq(Mux(hidden, search.columns, ~search.rows)),
                    self.lost.eq(judged.valid & judged.lost),
                ]
                with m.If(reader.done):
                    m.d.comb += search.search.eq(1)
                    m.next = "SEARCH"
            with m.State("DIGIT"):
                m.next = "NEXT DIGIT"
                with m.If((digit & reader.need).any()):
                    read(m, reader, again=1, target=digit)
                    m.next = "CELLS"
            with m.State("CELLS"):
                with m.If(judged.valid & judged.amount.some):
                    m.d.sync += cells.eq(cells | one_hot(position, size))
                with m.If(reader.done):
                    m.next = "GIVE DIGIT"
            with m.State("GIVE DIGIT"):
                m.d.comb += search.give.enable.eq(1)
                m.next = "NEXT DIGIT"
            with m.State("NEXT DIGIT"):
                m.d.sync += [number.eq(number + 1), cells.eq(0)]
                m.next = "DIGIT"
                with m.If(number + 1 == self.side):
                    m.d.comb += search.search.eq(1)
                    m.next = "SEARCH"
        return m
