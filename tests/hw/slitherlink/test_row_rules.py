"""Visits of a row are compared with the model, the model is compared with solved grids, and the shapes of a vertex are
compared with geometry."""

import random
from itertools import combinations, pairwise, product

import pytest

from rowloom.host.generate.slitherlink import line_counts
from rowloom.hw.slitherlink.deducer.row_rules import RowRules
from rowloom.hw.slitherlink.deducer.shapes import CORNERS, Shape, corner_lines
from support.simulation import simulate
from support.slitherlink.rows import (
    COLOURS,
    GridRow,
    begin,
    clue_word,
    fixpoint,
    grid_of,
    row_word,
    visit,
    within,
)

CLUES = 0, 1, 2, 3, None
ANY_SHAPE, ANY_COLOUR = frozenset(Shape), frozenset(COLOURS)
EDGES = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
"""The middle of each edge, as distances down and to the right from a vertex."""


def run(cols, cases):
    """Compare visits (upper, lower, clues) with the model."""
    dut = RowRules(cols)
    # Words are cached, because creating the value of a structure takes longer than simulating a visit.
    inputs = [port.as_value() for port in (dut.upper, dut.lower, dut.clues)]
    outputs = [port.as_value() for port in (dut.upper_next, dut.lower_next)]

    async def testbench(ctx):
        for upper, lower, clues in cases:
            for port, word in zip(inputs, (row_word(upper), row_word(lower), clue_word(tuple(clues)))):
                ctx.set(port, word)
            *after, contradiction = visit(upper, lower, clues)
            assert list(map(ctx.get, outputs)) == list(map(row_word, after)), (upper, lower, clues)
            assert ctx.get(dut.contradiction) == contradiction, (upper, lower, clues)

    simulate(dut, testbench)


def subsets(possible):
    return [frozenset(some) for size in range(len(possible) + 1) for some in combinations(possible, size)]


def random_part(row, share, rng):
    """Return the row with about this share of its possibilities."""
    def part(possible):
        return frozenset(value for value in possible if rng.random() < share)

    return GridRow(tuple(map(part, row.vertices)), tuple(map(part, row.cells)))


@pytest.mark.parametrize("place", [0, *(pytest.param(place, marks=pytest.mark.slow) for place in (1, 2, 3))])
def test_every_set_of_shapes_of_one_vertex(place):
    """Each set is combined with every clue, and with every set of colours."""
    colours = [*((above, below, None) for above, below in product(subsets(COLOURS)[1:], repeat=2)),
               *((ANY_COLOUR, ANY_COLOUR, clue) for clue in CLUES)]
    cases = []
    for shapes in subsets(Shape):
        vertices = [ANY_SHAPE] * 4
        vertices[place] = shapes
        upper, lower = tuple(vertices[:2]), tuple(vertices[2:])
        cases += [(GridRow(upper, (above,)), GridRow(lower, (below,)), [clue]) for above, below, clue in colours]
    run(1, cases)


@pytest.mark.parametrize("cols, count", [(1, 100), (2, 80), (3, 50), (5, 30), (36, 10)])
def test_random_rows(cols, count):
    """A visit is monotonic, so the order of visits does not matter."""
    rng = random.Random(cols)
    undecided, cases = GridRow((ANY_SHAPE,) * (cols + 1), (ANY_COLOUR,) * cols), []
    for _ in range(count):
        clues, share = rng.choices(CLUES, k=cols), rng.uniform(0.5, 1)
        larger = [random_part(undecided, share, rng) for _ in range(2)]
        smaller = [random_part(row, 0.9, rng) for row in larger]
        *after_larger, _ = visit(*larger, clues)
        *after_smaller, _ = visit(*smaller, clues)
        assert within(after_larger, larger)
        assert within(after_smaller, after_larger)
        cases += [(*larger, clues), (*smaller, clues)]
    run(cols, cases)


def solved(colouring):
    """Return a coloured grid as a state; raise ValueError if lines cross at a vertex."""
    cols = len(colouring[0])
    framed = ["0" * (cols + 2), *(f"0{line}0" for line in colouring), "0" * (cols + 2)]

    def shape(above, below, col):
        north_west, north_east, south_west, south_east = above[col:col + 2] + below[col:col + 2]
        return Shape((north_west != north_east, north_east != south_east,
                      south_west != south_east, north_west != south_west))

    return [
        GridRow(tuple(frozenset({shape(above, below, col)}) for col in range(cols + 1)),
            tuple(frozenset({COLOURS[cell == "0"]}) for cell in below[1:-1]))
        for above, below in pairwise(framed)]


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3)])
def test_fixpoints_of_the_model(rows, cols):
    """A fixpoint keeps all colourings that obey the clues and have no crossing lines. A decided state is one of these
    colourings. The lines of the decided state may form several loops, or no loop, because the row rules do not exclude
    this."""
    colourings = []
    for cells in product("01", repeat=rows * cols):
        colouring = ["".join(cells[row * cols:(row + 1) * cols]) for row in range(rows)]
        try:
            colourings.append((solved(colouring), line_counts(colouring)))
        except ValueError:
            continue
    places = list(product(range(rows), range(cols)))
    for clues in product(CLUES, repeat=rows * cols):
        given = {place: clue for place, clue in zip(places, clues) if clue is not None}
        obeying = [state for state, counts in colourings if given.items() <= counts.items()]
        state, contradiction = fixpoint(begin(rows, cols), grid_of(given, rows, cols))
        assert all(within(one, state) for one in obeying)
        assert not (contradiction and obeying)
        if not contradiction and all(len(possible) == 1 for row in state for possible in (*row.vertices, *row.cells)):
            assert state in obeying


def test_shapes():
    """A vertex has no lines or two lines, and the name of a shape says which edges are lines. On a walk around a
    vertex, each line leads to the other side of the loop."""
    assert {shape.value for shape in Shape} == {lines for lines in product((0, 1), repeat=4) if sum(lines) in (0, 2)}
    for shape in Shape:
        assert shape.value == tuple(getattr(shape, edge) for edge in EDGES)
        assert set(shape.name.split("_")) - {"EMPTY"} == {edge.upper() for edge in EDGES if getattr(shape, edge)}
        north_west, north_east, south_west, south_east = shape.sides
        assert north_west == 0
        walk = north_west, north_east, south_east, south_west, north_west
        assert tuple(side ^ next_side for side, next_side in pairwise(walk)) == shape.value


def test_corner_lines():
    """An edge of a cell lies between two of its corners."""
    for corner, (down, right) in zip(CORNERS, product((-1, 1), repeat=2), strict=True):
        for shape in Shape:
            lines = {(down + edge_down, right + edge_right) for edge, (edge_down, edge_right) in EDGES.items()
                     if getattr(shape, edge)}
            assert corner_lines(corner, shape) == ((down, 0) in lines, (0, right) in lines)
