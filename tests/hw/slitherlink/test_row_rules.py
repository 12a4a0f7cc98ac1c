"""Two claims about the row rules are proved for all states and clues of short rows: no solution is lost, and a decided
state is left unchanged only if it obeys the rules. In addition, visits of rows with a single cell are compared with the
model."""

from itertools import combinations, pairwise, product

import pytest
from amaranth.hdl import Assert, Assume, Cat, Mux, Signal

from rowloom.hw.slitherlink.deducer import row_rules
from rowloom.hw.slitherlink.deducer.row_rules import RowRules
from rowloom.hw.slitherlink.deducer.shapes import Shape, corner_lines
from support.proof import Proof, refuted
from support.simulation import simulate
from support.slitherlink.rows import COLOURS, GridRow, clue_word, row_word, visit


class RowRulesProof(Proof):
    """A claim about the unit for all inputs."""

    def __init__(self, cols):
        self.cols, unit = cols, RowRules(cols)
        super().__init__(unit, [unit.upper, unit.lower, unit.clues])
        self.states = [(unit.upper, unit.upper_next), (unit.lower, unit.lower_next)]

    def clue_holds(self, col, top, bottom, left, right):
        clues = self.unit.clues
        is_met = top + bottom + left + right == Cat(plane[col] for plane in clues.bits)
        return clues.free[col] | (is_met ^ clues.unlike[col])


def lines_round(above, below, col):
    """Return whether each edge of a vertex (north, east, south, west) between two framed rows of cells is a line."""
    north_west, north_east, south_west, south_east = *above[col:col + 2], *below[col:col + 2]
    return north_west ^ north_east, north_east ^ south_east, south_west ^ south_east, north_west ^ south_west


class RowRulesAreSound(RowRulesProof):
    """A solution that agrees with the state before a visit also agrees with the state after the visit, and there is no
    contradiction.

    A solution colours the two rows and the row above them. The colours determine all edges of the vertices between
    these three rows, and therefore the shapes. No lines cross at a vertex, and the clues hold.
    """

    def __init__(self, cols):
        super().__init__(cols)
        self.inside = [Signal(cols, name=name) for name in ("inside_above", "inside_upper", "inside_lower")]
        self.ports += self.inside

    def claims(self, m):
        framed = [Cat(0, row, 0) for row in self.inside]
        lines = [[lines_round(above, below, col) for col in range(self.cols + 1)] for above, below in pairwise(framed)]
        for col in range(self.cols):
            (_, top, left, _), (_, _, right, _) = lines[0][col:col + 2]
            _, bottom, _, _ = lines[1][col]
            m.d.comb += Assume(self.clue_holds(col, top, bottom, left, right))
        for (before, after), row, row_lines in zip(self.states, self.inside[1:], lines):
            for agrees, state in ((Assume, before), (Assert, after)):
                for col in range(self.cols):
                    m.d.comb += agrees(Mux(row[col], state.inside[col], state.outside[col]))
                for col, vertex_lines in enumerate(row_lines):
                    # No shape fits a vertex at which lines cross.
                    m.d.comb += agrees(Cat(
                        state.shapes[number][col] & (Cat(vertex_lines) == Cat(shape.value))
                        for number, shape in enumerate(Shape)
                    ).any())
        m.d.comb += Assert(~self.unit.contradiction)


class RowRulesAreComplete(RowRulesProof):
    """If all cells and vertices are decided and a visit changes nothing, the rows obey the rules, and the unit reports
    no contradiction."""

    def claims(self, m):
        unit, vertices = self.unit, range(self.cols + 1)
        for before, after in self.states:
            m.d.comb += Assume(before.as_value() == after.as_value())
            for col in vertices:
                m.d.comb += Assume(sum(shape[col] for shape in after.shapes) == 1)
            m.d.comb += Assume(after.inside == ~after.outside)
        m.d.comb += Assert(~unit.contradiction)

        north, east, south, west = range(4)
        upper, lower = (
            [[Cat(state.shapes[number][col] for number, shape in enumerate(Shape) if shape.value[edge]).any()
              for edge in range(4)] for col in vertices]
            for state, _ in self.states
        )
        colours = [Cat(0, state.inside, 0) for state, _ in self.states]
        for col in vertices:
            m.d.comb += [
                Assert(Cat(lower[col]) == Cat(lines_round(*colours, col))),
                Assert(upper[col][south] == lower[col][north]),
            ]
        for col in range(self.cols):
            m.d.comb += [
                Assert(upper[col][east] == upper[col + 1][west]),
                Assert(self.clue_holds(
                    col, upper[col][east], lower[col][east], upper[col][south], upper[col + 1][south])),
            ]


CLAIMS = RowRulesAreSound, RowRulesAreComplete


@pytest.mark.parametrize("sizes", [(1, 2), pytest.param((3, 4, 5, 36), marks=pytest.mark.slow)])
def test_every_visit(prove_at_once, sizes):
    prove_at_once(*(claim(cols) for claim in CLAIMS for cols in sizes))


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_wrong_unit_is_refuted(prove_at_once, monkeypatch, claim):
    """In the wrong unit, the edges of each corner are swapped."""
    monkeypatch.setattr(row_rules, "corner_lines", lambda corner, shape: corner_lines(corner, shape)[::-1])
    with refuted():
        prove_at_once(claim(2))


ANY_SHAPE, ANY_COLOUR = frozenset(Shape), frozenset(COLOURS)


def subsets(possible):
    return [frozenset(some) for size in range(len(possible) + 1) for some in combinations(possible, size)]


@pytest.mark.parametrize("place", [0, *(pytest.param(place, marks=pytest.mark.slow) for place in (1, 2, 3))])
def test_every_set_of_shapes_of_one_vertex(place):
    """Each set is combined with every clue, and with every set of colours."""
    colours = [*((above, below, None) for above, below in product(subsets(COLOURS)[1:], repeat=2)),
               *((ANY_COLOUR, ANY_COLOUR, clue) for clue in (0, 1, 2, 3, None))]
    dut = RowRules(1)

    async def testbench(ctx):
        for shapes, (above, below, clue) in product(subsets(Shape), colours):
            vertices = [ANY_SHAPE] * 4
            vertices[place] = shapes
            upper, lower = GridRow(tuple(vertices[:2]), (above,)), GridRow(tuple(vertices[2:]), (below,))
            ctx.set(dut.upper.as_value(), row_word(upper))
            ctx.set(dut.lower.as_value(), row_word(lower))
            ctx.set(dut.clues.as_value(), clue_word((clue,)))
            *after, contradiction = visit(upper, lower, [clue])
            ports = dut.upper_next.as_value(), dut.lower_next.as_value()
            assert list(map(ctx.get, ports)) == list(map(row_word, after)), (upper, lower, clue)
            assert ctx.get(dut.contradiction) == contradiction, (upper, lower, clue)

    simulate(dut, testbench)
