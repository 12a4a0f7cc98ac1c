"""The shapes of a vertex, against where edges and cells lie."""

from itertools import pairwise, product

import pytest

from rowloom.hw.slitherlink.deducer.shapes import (
    BOTTOM_LEFT,
    BOTTOM_RIGHT,
    CORNERS,
    TOP_LEFT,
    TOP_RIGHT,
    Shape,
    corner_lines,
)

# Down and right of a cell's centre, or of a vertex; an edge lies where its middle does.
CORNER_PLACES = {TOP_LEFT: (-1, -1), TOP_RIGHT: (-1, 1), BOTTOM_LEFT: (1, -1), BOTTOM_RIGHT: (1, 1)}
EDGES = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


def test_a_vertex_has_no_line_or_two():
    assert {shape.value for shape in Shape} == {lines for lines in product((0, 1), repeat=4) if sum(lines) in (0, 2)}


@pytest.mark.parametrize("shape", Shape)
def test_a_shape_is_named_after_its_lines(shape):
    assert shape.value == tuple(getattr(shape, edge) for edge in EDGES)
    assert set(shape.name.split("_")) - {"EMPTY"} == {edge.upper() for edge in EDGES if getattr(shape, edge)}


@pytest.mark.parametrize("shape", Shape)
def test_only_a_line_parts_the_sides_of_the_loop(shape):
    """Walking round the vertex from the north-west, over its edges in the order of a shape's value."""
    north_west, north_east, south_west, south_east = shape.sides
    walk = north_west, north_east, south_east, south_west, north_west
    assert north_west == 0
    assert tuple(side ^ next_side for side, next_side in pairwise(walk)) == shape.value


def test_every_corner_is_one():
    assert list(CORNER_PLACES) == list(CORNERS)


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("shape", Shape)
def test_corner_lines_are_those_of_the_cell(corner, shape):
    corner_down, corner_right = CORNER_PLACES[corner]
    lines = {
        (corner_down + down, corner_right + right) for edge, (down, right) in EDGES.items() if getattr(shape, edge)
    }
    assert corner_lines(corner, shape) == ((corner_down, 0) in lines, (0, corner_right) in lines)
