"""Count the candidates of cells, one cell a clock, and compare them with what is sought."""

from functools import reduce
from itertools import pairwise
from operator import or_

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.sudoku.scan.cell_stream import Place
from rowloom.hw.sudoku.scan.evaluator import Amount, amount, count_in_two
from rowloom.hw.sudoku.scan.house_words import HouseKind

__all__ = ["CellAtHand", "Judge", "Judged"]


class Judged(data.StructLayout):
    """A cell that is judged if ``valid``: its candidates among the digits sought, whether there are none, one or more,
    and whether it has ``lost`` some of the new digits."""

    def __init__(self, order: int):
        super().__init__({
            "valid": 1, "place": Place(order), "candidates": order * order, "amount": Amount(), "lost": 1})


class CellAtHand(data.StructLayout):
    """The last cell that was judged: its place, and how many candidates it has; ``fresh`` in its first clock."""

    def __init__(self, order: int):
        super().__init__({"fresh": 1, "place": Place(order), "count": range(order * order + 1)})


class Judge(wiring.Component):
    """Judge the cells of a house, one a clock.

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
    kind : In(HouseKind)
        Of the house.
    target : In(order**2)
        The digits sought.
    new : In(order**2)
        Digits of which a cell is asked whether it has lost them to the house.
    run : In(1)
        Cells become the one at hand; otherwise that stays.
    flush : In(1)
        Forget the cells that are not judged yet.
    joined, candidates : Out(1), Out(order**2)
        A cell's candidates among the digits sought are there, one clock before it is judged.
    judged : Out(Judged)
    cell : Out(CellAtHand)
    empty : Out(1)
        No cell is on its way.
    """

    def __init__(self, order: int):
        self._order = order
        size = order * order
        super().__init__({
            "valid": In(1), "place": In(Place(order)),
            "used": In(data.ArrayLayout(size, len(HouseKind))), "excluded": In(size),
            "kind": In(HouseKind), "target": In(size), "new": In(size), "run": In(1), "flush": In(1),
            "joined": Out(1), "candidates": Out(size),
            "judged": Out(Judged(order)), "cell": Out(CellAtHand(order)), "empty": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._order * self._order
        judged, cell = self.judged, self.cell
        stages = [(Signal(Place(self._order), name=f"place_{name}"), Signal(name=f"valid_{name}"))
                  for name in ("read", "held", "joined")]
        stages.append((judged.place, judged.valid))
        for (place, valid), (next_place, next_valid) in pairwise([(self.place, self.valid), *stages]):
            m.d.sync += [next_place.eq(place), next_valid.eq(valid & ~self.flush)]
        m.d.comb += [
            self.joined.eq(stages[-2][1]),
            self.empty.eq(~Cat(valid for _, valid in stages).any() & ~cell.fresh),
        ]

        missing, by_others = Signal(size), Signal(size)
        m.d.comb += by_others.eq(
            reduce(or_, (Mux(self.kind == kind, 0, self.used[kind]) for kind in HouseKind), self.excluded))
        m.d.sync += [
            self.candidates.eq(self.target & ~reduce(or_, self.used, self.excluded)),
            missing.eq(self.new & ~by_others),
            judged.candidates.eq(self.candidates),
            judged.amount.eq(amount(m, self.candidates)),
            judged.lost.eq(missing.any()),
            cell.count.eq(count_in_two(m, self.candidates)),
            cell.fresh.eq(self.run & judged.valid),
        ]
        with m.If(self.run):
            m.d.sync += cell.place.eq(judged.place)
        return m
