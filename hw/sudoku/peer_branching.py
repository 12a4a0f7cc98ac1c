"""Which cell the parallel engine guesses at, on a device with room: the one that shares most with its peers."""

from collections.abc import Iterable
from itertools import product

from amaranth.hdl import Cat, Module, Mux, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from ..primitives.popcount import adder_tree, popcount
from ..primitives.ranking import goes_before
from .grid import cell_number, check_order, union
from .round import planes

__all__ = ["PeerBranching", "Shares"]


class Shares(wiring.Component):
    """What each cell that can have a digit shares by that with its peers.

    In each of its three units it is one for every cell that can have the digit, and four for one that has two
    candidates. So a cell counts itself, too, three times.

    Latency: one clock.

    Parameters
    ----------
    order : int, 2 or 3

    Members
    -------
    can : In, a bit a cell
        Cells that can have the digit.
    pairs : In, a bit a cell
        Cells with two candidates.
    amounts : Out, a number a cell
        What it shares: 0 if it cannot have the digit now, or else what it would have in the clock before.

    Raises
    ------
    ValueError
        If ``order`` is another one.
    """

    def __init__(self, order: int):
        check_order("Shares", order)
        self._order = order
        cells = order ** 4
        super().__init__({
            "can": In(cells), "pairs": In(cells),
            "amounts": Out(data.ArrayLayout(range(3 * 4 * order ** 2 + 1), cells)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        order, side, lines = self._order, range(self._order), range(self._order ** 2)
        fours, ones = Signal.like(self.can), Signal.like(self.can)
        m.d.comb += [fours.eq(self.can & self.pairs), ones.eq(self.can & ~self.pairs)]

        def named(name: str, domain: str, value: Value) -> Signal:
            signal = Signal(value.shape(), name=name)
            m.d[domain] += signal.eq(value)
            return signal

        def segment(name: str, cells: Iterable[tuple[int, int]]) -> Signal:
            # It has at most three cells, so what counts one fits below what counts four.
            numbers = [cell_number(order, *cell) for cell in cells]
            return named(name, "comb", Cat(popcount(Cat(kind[cell] for cell in numbers)) for kind in (ones, fours)))

        row_segments = [[segment(f"row_{row}_stack_{stack}", ((row, stack * order + x) for x in side))
                         for stack in side] for row in lines]
        col_segments = [[segment(f"col_{col}_band_{band}", ((band * order + y, col) for y in side))
                         for band in side] for col in lines]
        rows = [named(f"row_{row}", "sync", adder_tree(row_segments[row])) for row in lines]
        cols = [named(f"col_{col}", "sync", adder_tree(col_segments[col])) for col in lines]
        boxes = [[named(f"box_{band}_{stack}", "sync",
                        adder_tree([row[stack] for row in row_segments[band * order:][:order]]))
                  for stack in side] for band in side]

        for row, stack in product(lines, side):
            in_row_and_box = named(f"row_{row}_box_{stack}", "comb", rows[row] + boxes[row // order][stack])
            for col in lines[stack * order:][:order]:
                cell = cell_number(order, row, col)
                m.d.comb += self.amounts[cell].eq(Mux(self.can[cell], in_row_and_box + cols[col], 0))
        return m


class PeerBranching(wiring.Component):
    """Among the open cells with the fewest candidates, the one that shares most with its peers.

    If several do, it is the first box's, and the lowest one there.

    A guess there says much at once to many cells, and most to those that it leaves a single candidate. That a cell
    counts itself as a peer makes no difference among cells with equally many candidates. docs/sudoku-fast.md tells what
    it is worth, and what it takes.

    Latency: two clocks, in three stages: what is shared in each unit (:class:`Shares`); by each cell, of all digits;
    the best of the cells. All inputs are to be the same in both clocks, and ``open`` also when ``cell`` is read.

    Parameters
    ----------
    order : int, 2 or 3

    Members
    -------
    candidates : In, as :func:`.round.planes`
        What the cells can be.
    pairs : In, a bit a cell
        Those with two candidates.
    open : In, a bit a cell
        Cells that are not settled.
    cell : Out, a bit a cell
        The one; none if none is open.

    Raises
    ------
    ValueError
        If ``order`` is another one.
    """

    def __init__(self, order: int):
        check_order("PeerBranching", order)
        self._order = order
        cells = order ** 4
        super().__init__({
            "candidates": In(planes(order)), "pairs": In(cells), "open": In(cells), "cell": Out(cells)})

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._order ** 2
        shares = [Shares(self._order) for _ in range(size)]
        for digit, (unit, plane) in enumerate(zip(shares, self.candidates), 1):
            m.submodules[f"shares_{digit}"] = unit
            m.d.comb += [unit.can.eq(plane), unit.pairs.eq(self.pairs)]

        scores = []
        for cell, is_open in enumerate(self.open):
            count = Signal(range(size + 1), name=f"count_{cell}")
            shared = Signal(range(3 * 4 * size ** 2 + 1), name=f"shared_{cell}")
            few = Signal(range(size + 1), name=f"few_{cell}")
            m.d.sync += [
                count.eq(popcount(Cat(plane[cell] for plane in self.candidates))),
                shared.eq(Mux(is_open, adder_tree([unit.amounts[cell] for unit in shares]), 0)),
                few.eq(Mux(is_open, size - count, 0)),
            ]
            scores.append(Cat(shared, few))

        # The best cell of each box, which lie together, then the best of the boxes.
        def best(rivals: list[Value], name: str) -> Signal:
            chosen = Signal(len(rivals), name=f"best_{name}")
            m.d.comb += chosen.eq(Cat(~Cat(goes_first for _, goes_first in before).any()
                                      for before in goes_before(m, "comb", rivals, name)))
            return chosen

        boxes = [scores[box::size] for box in range(size)]
        best_cells = [best(box, f"cell_of_{number}") for number, box in enumerate(boxes)]
        best_scores = [Signal(len(scores[0]), name=f"best_score_of_{number}") for number in range(size)]
        m.d.comb += [
            best_score.eq(union(score & wins.replicate(len(score)) for score, wins in zip(box, best_cell)))
            for best_score, box, best_cell in zip(best_scores, boxes, best_cells)]
        best_box = best(best_scores, "box")
        m.d.comb += self.cell.eq(self.open & Cat(
            Cat(best_cell[place] for best_cell in best_cells) & best_box for place in range(size)))
        return m
