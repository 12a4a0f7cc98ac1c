"""The row rules: remove the shapes and colours that clues, vertices and colours exclude."""

import itertools
from functools import reduce
from operator import and_, or_

from amaranth.hdl import Cat, Const, Module, Signal, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.engines.slitherlink import SLITHERLINK_BITS
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.slitherlink.deducer.shapes import CORNERS, Shape, corner_lines

__all__ = ["RowRules", "RowState", "certain", "possible"]

_BITS = (0, 1)


class RowState(data.StructLayout):
    """The colours that are still possible for each cell in a row of ``cols`` cells, and the shapes that are still
    possible for each vertex along the row's upper edge."""

    def __init__(self, cols: int):
        super().__init__({
            # A vector of ``cols + 1`` bits for each :class:`Shape`, in order. Bit j: the vertex at the upper left
            # corner of cell j may have that shape; the last bit is for the upper right corner of the row.
            "shapes": data.ArrayLayout(cols + 1, len(Shape)),
            "inside": cols, "outside": cols,  # the cells that may have that colour
        })


def certain(shapes: data.View, side: str) -> Value:
    """Return the vertices whose edge on a side, such as ``"east"``, is a line in all possible shapes."""
    return reduce(and_, (~shapes[number] for number, shape in enumerate(Shape) if not getattr(shape, side)))


def possible(shapes: data.View, side: str) -> Value:
    """Return the vertices whose edge on a side is a line in some possible shape."""
    return reduce(or_, (shapes[number] for number, shape in enumerate(Shape) if getattr(shape, side)))


class RowRules(GridUnit):
    """Apply the rules to a row of cells and the vertices along its lower edge; combinational.

    The state is the set of possible shapes of each vertex, and the set of possible colours of each cell. Two rules
    reduce these sets:

    - A pattern of a cell survives if it fits the clue, and if at each corner, the vertex has a shape that agrees with
      the pattern. A shape survives if a surviving pattern agrees with the shape. So the shapes also record what a
      pattern implies for edges outside the cell, for example that exactly one of two edges is a line.
    - A shape of a vertex of the lower edge survives if the four cells around it may be coloured accordingly. A colour
      of a cell survives if some surviving shape allows it.
    """

    def __init__(self, cols: int):
        state = RowState(cols)
        super().__init__(1, cols, {
            "upper": In(state),  # the row of cells, and the vertices above it
            "lower": In(state),  # the row below, and the vertices between the two rows
            "clues": In(ClueRow(cols, SLITHERLINK_BITS)),  # the upper row's clues
            "upper_next": Out(state), "lower_next": Out(state),  # both rows after the visit
            "contradiction": Out(1),  # some cell or vertex has no possibility left in ``upper_next`` or ``lower_next``
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        by_clues_above, by_clues_below = self._by_clues(m)
        by_colours, upper_colours, lower_colours = self._by_colours(m)

        for number in range(len(Shape)):
            m.d.comb += [
                self.upper_next.shapes[number].eq(self.upper.shapes[number] & by_clues_above[number]),
                self.lower_next.shapes[number].eq(
                    self.lower.shapes[number] & by_clues_below[number] & by_colours[number]),
            ]
        for number, name in enumerate(("inside", "outside")):
            m.d.comb += [
                self.upper_next[name].eq(self.upper[name] & upper_colours[number]),
                self.lower_next[name].eq(self.lower[name] & lower_colours[number]),
            ]
        m.d.comb += self.contradiction.eq(Cat(
            ~left for state in (self.upper_next, self.lower_next)
            for left in (reduce(or_, state.shapes), state.inside | state.outside)).any())
        return m

    def _by_clues(self, m: Module) -> tuple[list[Value], ...]:
        """Return the shapes of the upper and of the lower vertices that survive the patterns."""
        cols = self._cols
        # For each corner and each pair of edges (horizontal, vertical): the cells for which the vertex at this corner
        # allows the pair.
        views = [[shapes[start:cols + start] for shapes in row.shapes]
                 for row in (self.upper, self.lower) for start in _BITS]
        allowed = {
            (corner, *pair): self._any(m, (views[corner][number] for number, shape in enumerate(Shape)
                                           if corner_lines(corner, shape) == pair), cols)
            for corner in CORNERS for pair in itertools.product(_BITS, repeat=2)
        }
        low, high = self.clues.bits
        fits = [
            self.clues.free | self.clues.unlike ^ ((low if clue & 1 else ~low) & (high if clue & 2 else ~high))
            for clue in range(4)
        ]
        fits.append(self.clues.free | self.clues.unlike)
        pairs = {(top, bottom, left, right): list(itertools.product((top, bottom), (left, right)))
                 for top, bottom, left, right in itertools.product(_BITS, repeat=4)}
        patterns = {}
        for pattern, at in pairs.items():
            patterns[pattern] = Signal(cols)
            m.d.comb += patterns[pattern].eq(
                fits[sum(pattern)] & reduce(and_, (allowed[corner, *at[corner]] for corner in CORNERS)))
        kept = {
            (corner, *pair): self._any(m, (patterns[pattern] for pattern, at in pairs.items()
                                           if at[corner] == pair), cols)
            for corner in CORNERS for pair in itertools.product(_BITS, repeat=2)
        }
        # A vertex is a right corner of the cell on its left and a left corner of the cell on its right. The frame has
        # no patterns and removes nothing.
        frame = Const(1)
        return tuple(
            [Cat(kept[left, *corner_lines(left, shape)], frame) & Cat(frame, kept[right, *corner_lines(right, shape)])
             for shape in Shape]
            for left, right in (CORNERS[:2], CORNERS[2:])
        )

    def _by_colours(self, m: Module) -> tuple[list[Value], tuple[Value, Value], tuple[Value, Value]]:
        """Return the lower vertices' shapes that survive the colours, and both rows' colours (inside, outside)."""
        cols = self._cols
        no, yes = Const(0), Const(1)
        # `may` is indexed by the position around the vertex (north-west, north-east, south-west, south-east) and by the
        # colour (inside, outside).
        rows = [(Cat(no, row.inside, no), Cat(yes, row.outside, yes)) for row in (self.upper, self.lower)]
        may = [[colour[start:cols + 1 + start] for colour in row] for row in rows for start in _BITS]

        coloured = {}
        for number, shape in enumerate(Shape):
            for first in _BITS:
                coloured[number, first] = Signal(cols + 1)
                m.d.comb += coloured[number, first].eq(self.lower.shapes[number] & reduce(and_, (
                    may[place][first ^ side] for place, side in enumerate(shape.sides))))
        shapes = [coloured[number, 0] | coloured[number, 1] for number in range(len(Shape))]
        kept = [
            [self._any(m, (coloured[number, colour ^ shape.sides[place]] for number, shape in enumerate(Shape)),
                       cols + 1) for colour in _BITS]
            for place in range(4)
        ]
        # A cell is south-west of a vertex and south-east of the previous vertex. In the same way, a cell of the upper
        # row is north-west of a vertex and north-east of the previous vertex.
        upper, lower = (
            tuple(kept[west][colour][1:] & kept[east][colour][:cols] for colour in _BITS)
            for west, east in ((0, 1), (2, 3))
        )
        return shapes, upper, lower

    @staticmethod
    def _any(m: Module, vectors, width: int) -> Signal:
        result = Signal(width)
        m.d.comb += result.eq(reduce(or_, vectors))
        return result
