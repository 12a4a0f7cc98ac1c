"""Count the candidates of cells, one cell per clock, and compare them with the digits sought."""

from functools import reduce
from itertools import pairwise
from operator import or_

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out
from amaranth.utils import ceil_log2

from rowloom.hw.primitives.rows import column_counts, grid_count
from rowloom.hw.sudoku.scan.memories import HouseKind, Place

__all__ = ["Amount", "CellAtHand", "Hidden", "Judge", "Judged", "amount", "count_in_two"]


class Amount(data.StructLayout):
    """The number of ones in a vector. ``some``: there is at least one. ``many``: there are at least two."""

    def __init__(self):
        super().__init__({"some": 1, "many": 1})


def amount(m: Module, vector: Value) -> data.View:
    """Return the :class:`Amount` of a vector, which may have any width of at least 1.

    The vector is folded in the middle until one bit is left. This is a tree of pairs, computed in few wide operations.
    """
    some, many = vector, Const(0, len(vector))
    while len(some) > 1:
        middle = (len(some) + 1) // 2
        low, high = some[:middle], some[middle:]
        next_some, next_many = Signal(middle, name="some"), Signal(middle, name="many")
        m.d.comb += [next_some.eq(low | high), next_many.eq(many[:middle] | many[middle:] | low & high)]
        some, many = next_some, next_many
    return data.View(Amount(), Cat(some[:1], many[:1]))


def count_in_two(m: Module, vector: Value) -> Value:
    """Return the number of ones, one clock after ``vector``: adding them up in the same clock would be the critical
    path."""
    # With somewhat more rows than columns, the two steps (add up the rows, then count along the sums) take about
    # equally long.
    width = 1 << ceil_log2(len(vector)) // 2
    rows = [Cat(vector[start:start + width], Const(0, width))[:width] for start in range(0, len(vector), width)]
    held = []
    for number, plane in enumerate(column_counts(m, rows)):
        held.append(Signal(width, name=f"plane_{number}"))
        m.d.sync += held[-1].eq(plane)
    return grid_count(held)


class Hidden(wiring.Component):
    """Count in how many cells of a house each candidate occurs: none, one, or at least two. The cells come one per
    clock.

    The counters are those of the paper (Gonzalez, Olivito and Resano 2009, figure 5). They do not record where a
    candidate occurred. The place is needed only for hidden singles, and is found by a second pass over the cells of
    their house.
    """

    def __init__(self, size: int):
        super().__init__({
            "clear": In(1),  # set all counts to 0
            "count": In(1), "candidates": In(size),  # count the candidates of a cell
            # The candidates that occur in at least one cell, and those that occur in at least two; a clock later.
            "once": Out(size), "twice": Out(size),
        })

    @property
    def single(self) -> Value:
        """The candidates that occur in exactly one cell."""
        return self.once & ~self.twice

    def elaborate(self, platform) -> Module:
        m = Module()
        with m.If(self.clear):
            m.d.sync += [self.once.eq(0), self.twice.eq(0)]
        with m.Elif(self.count):
            m.d.sync += [
                self.once.eq(self.once | self.candidates), self.twice.eq(self.twice | self.once & self.candidates)]
        return m


class Judged(data.StructLayout):
    """The cell that is judged in this clock, if ``valid``: its candidates among the digits sought, whether there are
    some or many of these candidates, and whether the cell has ``lost`` some of the new digits."""

    def __init__(self, order: int):
        super().__init__({
            "valid": 1, "place": Place(order), "candidates": order * order, "amount": Amount(), "lost": 1})


class CellAtHand(data.StructLayout):
    """The cell at hand, which is the cell that was judged most recently: its place, and the number of its candidates.
    ``fresh`` is high in the first clock in which the cell is at hand."""

    def __init__(self, order: int):
        super().__init__({"fresh": 1, "place": Place(order), "count": range(order * order + 1)})


class Judge(wiring.Component):
    """Judge the cells of a house, one per clock. A cell is judged four clocks after its place arrives. A clock later,
    it becomes the cell at hand."""

    def __init__(self, order: int):
        self._order, size = order, order * order
        super().__init__({
            "valid": In(1), "place": In(Place(order)),  # a cell arrives
            # The digits used by the row, the column and the box of the cell that arrived two clocks ago, and the digits
            # excluded from this cell.
            "used": In(data.ArrayLayout(size, len(HouseKind))), "excluded": In(size),
            "kind": In(HouseKind),  # the kind of the house
            "target": In(size),  # the digits sought
            "new": In(size),  # digits that are new in the house, so its cells may have lost them as candidates
            "run": In(1),  # the cell judged becomes the cell at hand; otherwise the cell at hand stays
            "flush": In(1),  # forget the cells that are not judged yet
            # ``joined``: ``candidates`` is valid. It contains a cell's candidates among the digits sought, one clock
            # before the cell is judged.
            "joined": Out(1), "candidates": Out(size),
            "judged": Out(Judged(order)), "cell": Out(CellAtHand(order)),
            "empty": Out(1),  # no cell is still on its way through the unit
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
