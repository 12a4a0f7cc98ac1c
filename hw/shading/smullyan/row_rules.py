"""The rules for a visit of a row: they remove shades that contradict its clues, or that would let knaves touch."""

from collections.abc import Iterable
from functools import reduce
from itertools import product
from operator import and_, or_

from amaranth.hdl import Cat, Module, Signal, Value

from rowloom.hw.shading.rules import ShadingRules

__all__ = ["CLUE_BITS", "JOINED", "DynastyRules"]

JOINED = 0
"""The shade whose cells are connected: knights are unshaded."""

CLUE_BITS = 3
"""The width of a clue: a number of knaves from 0 to 5, or 6 for any impossible number; 7 must not occur."""

_TRIPLES = [triple for triple in product((0, 1), repeat=3) if (1, 1) not in (triple[:2], triple[1:])]
"""The ways to shade three cells side by side (the cells of a domain in one row) so that no two knaves touch."""


def _go_together(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return whether two rows of a domain may lie one above the other."""
    return not any(map(and_, one, other))


class DynastyRules(ShadingRules):
    """The rules of rows; see :class:`.ShadingRules`.

    A way to shade a cell's domain survives if no two knaves touch, if each cell may have the shade that it would get,
    and if it fits the clue. A cell keeps a shade if, in each domain of the row that contains the cell, it has this
    shade in some surviving way. Cells outside the puzzle count as unshaded. All 63 ways are tried, each as three rows
    that go together. Knaves must not touch in the domain of a cell without a clue, either.

    The clue of a knight is the number of knaves in its domain, the clue of a knave is another number. If the clue is
    ``unlike``, the opposite holds.
    """

    def __init__(self, cols: int):
        super().__init__(cols, CLUE_BITS, JOINED)

    def left(self, m: Module) -> list[list[Value]]:
        """Return, for each of the three rows, the cells that may be unshaded in all of their domains, and the cells
        that may be shaded in all of them."""
        allowed = [self._allowed(m, row) for row in self.rows]
        tells_truth, lies = self._by_count(m)
        # `side`: the row above or below can have `count` knaves and go together with the triple `middle`.
        side = {
            (place, middle, count): self._any(m, (allowed[place][triple] for triple in triples))
            for place in (0, 2) for middle in _TRIPLES for count in range(3)
            if (triples := [triple for triple in _TRIPLES if sum(triple) == count and _go_together(triple, middle)])
        }
        # `support`: for such a row, the triple `middle` is allowed, and the other side can have the number of knaves
        # that fits the clue.
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
        """Return, for each triple, the columns around which a row's cells may be shaded like the triple."""
        cols = self._cols
        may = Signal(cols + 2), Signal(cols + 2)
        # A cell that is not certainly shaded may count as unshaded, and so may the frame.
        m.d.comb += [may[0].eq(Cat(1, row.unshaded | ~row.shaded, 1)), may[1].eq(Cat(0, row.shaded, 0))]
        return {
            triple: self._any(m, [reduce(and_, (
                may[shade][column:cols + column] for column, shade in enumerate(triple)))])
            for triple in _TRIPLES
        }

    def _by_count(self, m: Module) -> tuple[list[Signal], list[Signal]]:
        """Return, for each number of knaves, the cells that may have that many in their domain if they are knights, and
        the cells that may have that many if they are knaves."""
        clues = self.clues
        # The number 7 stands for no clue, so that each result depends on only four bits.
        bits = [self._any(m, (bit, clues.free)) for bit in clues.bits]
        free = reduce(and_, bits)
        truths, lies = [], []
        for number in range(6):
            met = reduce(and_, (bit if number >> place & 1 else ~bit for place, bit in enumerate(bits)))
            truths.append(self._any(m, (free, met ^ clues.unlike)))
            lies.append(self._any(m, (free, ~(met ^ clues.unlike))))
        return truths, lies

    @staticmethod
    def _in_all(left: Value, middle: Value, right: Value) -> Value:
        """Return the cells that are allowed in all domains of the row. The arguments have a bit for each domain, at the
        column of its middle: whether its ``left``, ``middle`` or ``right`` cell is allowed."""
        return middle & Cat(left[1:], 1) & Cat(1, right[:-1])

    def _any(self, m: Module, vectors: Iterable[Value]) -> Signal:
        result = Signal(self._cols)
        m.d.comb += result.eq(reduce(or_, vectors))
        return result
