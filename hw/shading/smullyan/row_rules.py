"""One visit of a row: remove what its clues, and knaves and knights side by side, exclude."""

from collections.abc import Iterable
from functools import reduce
from itertools import product
from operator import and_, or_

from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.shading.neighbours import Neighbours
from rowloom.hw.shading.shades import Cells

__all__ = ["CLUE_BITS", "RowRules"]

CLUE_BITS = 3
"""Of a clue: a number of knaves from 0 to 5, or 6 for more than there can be; not 7."""

_MOST = 5
"""Knaves in a domain."""

_TRIPLES = [triple for triple in product((0, 1), repeat=3) if (1, 1) not in (triple[:2], triple[1:])]
"""The ways to shade the three cells of a domain that lie in one row, without two knaves side by side."""


def _go_together(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two rows of a domain may lie one above the other."""
    return not any(map(and_, one, other))


class RowRules(GridUnit):
    """Applies the rules to a row of cells and the rows above and below it; combinational.

    - A way to shade a cell's domain survives if it has no two knaves side by side, if each of its cells may have that
      shade, and if it fits the clue; a shade of a cell survives if in each domain of the row some surviving way has it.
      What lies outside of the puzzle counts as unshaded. All 63 ways are looked at, as three rows that go together.
      Where a cell has no clue, its domain's knaves are kept apart.
    - A knight has a knight beside it; see :class:`.neighbours.Neighbours`.

    Members
    -------
    above, here, below : In(Cells)
        A row of cells, and the rows above and below.
    clues : In(ClueRow)
        Those of the row in the middle, :data:`CLUE_BITS` each: a knight's is the number of knaves in its domain, a
        knave's is not. If it is ``unlike``, it is the other way round.
    lonely : In(1)
        A knight needs a neighbour. Must be 0 where there may be only one knight.
    above_next, here_next, below_next : Out(Cells)
        All three after the visit. Where a cell has lost both shades, there is a contradiction.
    """

    def __init__(self, cols: int):
        places = "above", "here", "below"
        super().__init__(1, cols, {
            **{name: In(Cells(cols)) for name in places},
            "clues": In(ClueRow(cols, CLUE_BITS)), "lonely": In(1),
            **{f"{name}_next": Out(Cells(cols)) for name in places},
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.neighbours = neighbours = Neighbours(self._cols)
        rows = self.above, self.here, self.below
        m.d.comb += [
            neighbours.above.eq(self.above.unshaded), neighbours.here.eq(self.here.unshaded),
            neighbours.below.eq(self.below.unshaded), neighbours.certain.eq(self.here.unshaded & ~self.here.shaded),
        ]
        needed = neighbours.needed_above, neighbours.needed_here, neighbours.needed_below
        lonely = self.lonely.replicate(self._cols)
        for place, (row, after, in_domains) in enumerate(zip(
                rows, (self.above_next, self.here_next, self.below_next), self._by_domains(m), strict=True)):
            knights = in_domains[0] & ~(neighbours.lonely & lonely) if row is self.here else in_domains[0]
            m.d.comb += [
                after.unshaded.eq(row.unshaded & knights),
                after.shaded.eq(row.shaded & in_domains[1] & ~(needed[place] & lonely)),
            ]
        return m

    def _by_domains(self, m: Module) -> list[list[Value]]:
        """Return for each of the three rows the cells that may be unshaded, and shaded, in all domains they are in."""
        allowed = [self._allowed(m, row) for row in (self.above, self.here, self.below)]
        tells_truth, lies = self._by_count(m)
        # One side of the middle row has so many knaves, and goes together with a triple in the middle.
        side = {
            (place, middle, count): self._any(m, (allowed[place][triple] for triple in triples))
            for place in (0, 2) for middle in _TRIPLES for count in range(3)
            if (triples := [triple for triple in _TRIPLES if sum(triple) == count and _go_together(triple, middle)])
        }
        # What a side with so many knaves needs: a triple in the middle, and the other side with the right number.
        support = {
            (place, middle, count): self._any(m, (
                allowed[1][middle] & side[2 - place, middle, other]
                & (lies if middle[1] else tells_truth)[count + sum(middle) + other]
                for other in range(3) if (2 - place, middle, other) in side))
            for place, middle, count in side
        }
        kept = [
            {triple: allowed[place][triple] & self._any(m, (
                support[place, middle, sum(triple)] for middle in _TRIPLES if _go_together(triple, middle)))
             for triple in _TRIPLES}
            for place in (0, 2)
        ]
        kept.insert(1, {
            middle: self._any(m, (side[0, middle, count] & support[0, middle, count]
                                  for count in range(3) if (0, middle, count) in side))
            for middle in _TRIPLES
        })
        return [
            [self._in_all(*(self._any(m, (ways for triple, ways in of_row.items() if triple[column] == shade))
                            for column in range(3)))
             for shade in (0, 1)]
            for of_row in kept
        ]

    def _allowed(self, m: Module, row: Value) -> dict[tuple[int, ...], Signal]:
        """Return for each triple the columns around which a row's cells may be shaded so."""
        cols = self._cols
        may = Signal(cols + 2), Signal(cols + 2)
        # Whatever is not certainly shaded may count as unshaded, the frame included.
        m.d.comb += [may[0].eq(Cat(1, row.unshaded | ~row.shaded, 1)), may[1].eq(Cat(0, row.shaded, 0))]
        return {
            triple: self._any(m, [reduce(and_, (
                may[shade][column:cols + column] for column, shade in enumerate(triple)))])
            for triple in _TRIPLES
        }

    def _by_count(self, m: Module) -> tuple[list[Signal], list[Signal]]:
        """Return for each number of knaves the cells that may have it in their domain as knights, and as knaves."""
        clues = self.clues
        # The number that no clue has stands for none: so each of these depends on four bits.
        bits = [self._any(m, (bit, clues.free)) for bit in clues.bits]
        free = reduce(and_, bits)
        truths, lies = [], []
        for number in range(_MOST + 1):
            met = reduce(and_, (bit if number >> place & 1 else ~bit for place, bit in enumerate(bits)))
            truths.append(self._any(m, (free, met ^ clues.unlike)))
            lies.append(self._any(m, (free, ~(met ^ clues.unlike))))
        return truths, lies

    @staticmethod
    def _in_all(left: Value, middle: Value, right: Value) -> Value:
        """Return the cells that are allowed in all domains of the row, by those in which they are the left, the middle
        or the right one, each given by the column of its middle."""
        return middle & Cat(left[1:], 1) & Cat(1, right[:-1])

    def _any(self, m: Module, vectors: Iterable[Value]) -> Signal:
        result = Signal(self._cols)
        m.d.comb += result.eq(reduce(or_, vectors))
        return result
