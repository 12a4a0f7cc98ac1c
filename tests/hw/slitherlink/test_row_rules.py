"""Visits of a row are compared with the model."""

from itertools import combinations, product

import pytest

from rowloom.hw.slitherlink.deducer.row_rules import RowRules
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.simulation import simulate
from support.slitherlink.rows import COLOURS, GridRow, clue_word, row_word, visit

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
