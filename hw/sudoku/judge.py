"""What becomes of cells on their way: their candidates are put together, counted, and compared with what is sought."""

from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from .cell_stream import Place
from .evaluator import Amount, amount, count_in_two
from .unit_words import Kind

__all__ = ["Judge"]


class Judge(wiring.Component):
    """Judges the cells of a unit, one a clock.

    Latency: a cell is judged four clocks after its place comes, and at hand one later.

    Parameters
    ----------
    order : int
        The largest.

    Members
    -------
    valid, place : In(1), In(Place)
        A cell comes.
    used : In, three vectors
        What the row, the column and the box of the cell that came two clocks ago have used, ...
    excluded : In(order**2)
        ... and what is excluded of it.
    kind : In(2)
        Of the unit.
    target : In(order**2)
        The digits to be looked for.
    new : In(order**2)
        Digits of which it is asked whether a cell has lost them to the unit.
    run : In(1)
        Cells become the one at hand; otherwise that stays.
    flush : In(1)
        Cells that are not yet judged are forgotten.
    joined, candidates : Out(1), Out(order**2)
        A cell's candidates among the digits looked for are there; one clock before it is judged.
    judged, amount, lost, judged_place, judged_candidates : Out
        A cell is judged: how many such candidates it has, whether it has lost some of the new digits, and what it is.
    at_hand, count, cell : Out
        The cell at hand is a fresh one; the exact number of its candidates; its place.
    empty : Out(1)
        No cell is on its way.
    """

    def __init__(self, order: int):
        self._order = order
        size = order * order
        super().__init__({
            "valid": In(1), "place": In(Place(order)),
            "used": In(data.ArrayLayout(size, len(Kind))), "excluded": In(size),
            "kind": In(Kind), "target": In(size), "new": In(size), "run": In(1), "flush": In(1),
            "joined": Out(1), "candidates": Out(size),
            "judged": Out(1), "amount": Out(Amount()), "lost": Out(1),
            "judged_place": Out(Place(order)), "judged_candidates": Out(size),
            "at_hand": Out(1), "count": Out(range(size + 1)), "cell": Out(Place(order)), "empty": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._order * self._order
        place, valid, on_the_way = self.place, self.valid, []
        for stage in ("read", "held", "joined", "judged"):
            next_place = Signal(Place(self._order), name=f"place_{stage}")
            next_valid = Signal(name=f"valid_{stage}")
            m.d.sync += [next_place.eq(place), next_valid.eq(valid & ~self.flush)]
            place, valid = next_place, next_valid
            on_the_way.append(valid)
        m.d.comb += [
            self.joined.eq(on_the_way[-2]), self.judged.eq(valid), self.judged_place.eq(place),
            self.empty.eq(~Cat(on_the_way).any() & ~self.at_hand),
        ]

        missing, by_others = Signal(size), Signal(size)
        m.d.comb += by_others.eq(
            reduce(or_, (Mux(self.kind == kind, 0, self.used[kind]) for kind in Kind), self.excluded))
        m.d.sync += [
            self.candidates.eq(self.target & ~reduce(or_, self.used, self.excluded)),
            missing.eq(self.new & ~by_others),
            self.judged_candidates.eq(self.candidates),
            self.amount.eq(amount(m, self.candidates)),
            self.lost.eq(missing.any()),
            self.count.eq(count_in_two(m, self.candidates)),
            self.at_hand.eq(self.run & valid),
        ]
        with m.If(self.run):
            m.d.sync += self.cell.eq(place)
        return m
