"""The branch cell of the parallel engine: one with many open cells around it."""

from itertools import combinations

from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.popcount import column_counts
from rowloom.hw.primitives.rows import lowest
from rowloom.hw.sudoku.parallel.grid import by_place, check_order, named, union

__all__ = ["BoxBranching"]


class BoxBranching(wiring.Component):
    """Choose the branch cell: of the cells with the fewest candidates, one with many open cells around it.

    The score of a box is the number of open cells in its band and in its stack (its own cells count twice), plus the
    number of those with the fewest candidates. The branch cell is the lowest such cell in the box with the highest
    score, because a guess decides more where much is open. docs/lab/parallel.md compares other ways to break the tie.

    Latency: none from ``fewest`` to ``cell``. The order of the boxes is that of the clock before: it changes slowly,
    and computing it in the same clock would be the critical path. ``order`` is 2 or 3.
    """

    def __init__(self, order: int):
        check_order("BoxBranching", order)
        self._order = order
        super().__init__({  # vectors with a bit a cell
            "open": In(order ** 4),  # cells that are not settled
            "fewest": In(order ** 4),  # cells to choose from
            "cell": Out(order ** 4),  # the branch cell; 0 if ``fewest`` is 0
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        order, boxes = self._order, self._order ** 2
        side = range(order)

        planes = column_counts(m, by_place(order, self.open) + by_place(order, self.fewest))

        counts = [named(m, "count", Cat(plane[box] for plane in planes)) for box in range(boxes)]
        bands = [named(m, "band", sum(counts[band * order + stack] for stack in side)) for band in side]
        stacks = [named(m, "stack", sum(counts[band * order + stack] for band in side)) for stack in side]
        scores = [named(m, "score", bands[band] + stacks[stack]) for band in side for stack in side]

        # For each box, the boxes before it: of two boxes with the same score, the lower one comes first.
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
