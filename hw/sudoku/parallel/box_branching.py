"""The choice of the branch cell in the parallel engine: a cell with many open cells around it."""

from itertools import combinations

from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.popcount import column_counts
from rowloom.hw.primitives.rows import lowest
from rowloom.hw.sudoku.parallel.grid import by_place, check_order, named, union

__all__ = ["BoxBranching"]


class BoxBranching(wiring.Component):
    """Choose the branch cell: a cell that has the fewest candidates, and many open cells around it.

    The score of a box is the number of open cells in its band and in its stack (its own cells count twice), plus the
    number of these cells that have the fewest candidates. Of the boxes with a cell that has the fewest candidates, the
    box with the highest score is chosen, because a guess decides more where many cells are open. The branch cell is the
    lowest such cell in this box. docs/lab/parallel.md compares other ways to break the tie.

    Latency: none from ``fewest`` to ``cell``. The boxes are ordered by their scores of the clock before: the order
    changes slowly, and computing it in the same clock would be the critical path. ``order`` is 2 or 3.
    """

    def __init__(self, order: int):
        check_order("BoxBranching", order)
        self._order = order
        super().__init__({  # vectors with one bit for each cell
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

        # For each box, the boxes that come before it: of two boxes with the same score, the lower one comes first.
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
