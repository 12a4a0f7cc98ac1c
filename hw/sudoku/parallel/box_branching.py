"""Which cell the parallel engine guesses at: one where much is open."""

from itertools import combinations

from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.popcount import column_counts
from rowloom.hw.primitives.rows import lowest
from rowloom.hw.sudoku.parallel.grid import by_place, check_order, union

__all__ = ["BoxBranching"]


class BoxBranching(wiring.Component):
    """Choose the branch cell: of the cells with the fewest candidates, one with many open cells around it.

    The score of a box is the number of open cells in its band and in its stack (its own count twice), plus those of
    them with the fewest candidates. Of the boxes that have such a cell, the one with the highest score is chosen,
    because a guess decides more where much is open, and in it the lowest such cell. docs/lab/parallel.md compares
    other ways to break the tie.

    Latency: none from ``fewest`` to ``cell``. The order of the boxes is that of the clock before: it changes slowly,
    and computing it in the same clock would be the critical path.

    Parameters
    ----------
    order : int, 2 or 3

    Members
    -------
    open : In, a bit a cell
        Cells that are not settled.
    fewest : In, a bit a cell
        Those to choose from.
    cell : Out, a bit a cell
        The one; none if there is none to choose from.

    Raises
    ------
    ValueError
        If ``order`` is another one.
    """

    def __init__(self, order: int):
        check_order("BoxBranching", order)
        self._order = order
        super().__init__({"open": In(order ** 4), "fewest": In(order ** 4), "cell": Out(order ** 4)})

    def elaborate(self, platform) -> Module:
        m = Module()
        order, boxes = self._order, self._order ** 2
        side = range(order)

        planes = column_counts(m, by_place(order, self.open) + by_place(order, self.fewest))

        def named(name: str, value: Value) -> Signal:
            signal = Signal(value.shape(), name=name)
            m.d.comb += signal.eq(value)
            return signal

        counts = [named("count", Cat(plane[box] for plane in planes)) for box in range(boxes)]
        bands = [named("band", sum(counts[band * order + stack] for stack in side)) for band in side]
        stacks = [named("stack", sum(counts[band * order + stack] for band in side)) for stack in side]
        scores = [named("score", bands[band] + stacks[stack]) for band in side for stack in side]

        # For each box, the others that go before it: of two boxes with the same score, the lower one goes first.
        has, chosen = Signal(boxes), Signal(boxes)
        earlier: list[list[Value]] = [[] for _ in scores]
        for one, other in combinations(range(boxes), 2):
            goes_first = Signal(name=f"box_{one}_before_{other}")
            m.d.sync += goes_first.eq(scores[one] >= scores[other])
            earlier[other].append(has[one] & goes_first)
            earlier[one].append(has[other] & ~goes_first)
        m.d.comb += [
            has.eq(union(by_place(order, self.fewest))),
            chosen.eq(Cat(~Cat(those).any() for those in earlier)),
            self.cell.eq(lowest(self.fewest & chosen.replicate(boxes))),
        ]
        return m
