"""Edge colourings: proper ones, and not always the same."""

import random

import pytest

from rowloom.host.generate.full_grids import random_colouring


@pytest.mark.parametrize("size, degree", [(1, 1), (2, 2), (5, 1), (5, 3), (9, 9), (40, 6)])
def test_no_two_edges_of_a_colour_share_an_end(size, degree):
    rng = random.Random(size)
    for _ in range(20):
        shift = rng.sample(range(size), degree)
        names = rng.sample(range(100), size)
        edges = [[names[(left + step) % size] for step in shift] for left in range(size)]
        colours = random_colouring(edges, rng)
        assert [set(ends) for ends in edges] == [set(coloured) for coloured in colours]
        for coloured in colours:
            assert sorted(coloured.values()) == list(range(degree))
        for name in names:
            assert sorted(coloured[name] for coloured in colours if name in coloured) == list(range(degree))


def test_the_graph_is_left_as_it_is():
    edges = [[0, 1], [1, 0]]
    random_colouring(edges, random.Random(0))
    assert edges == [[0, 1], [1, 0]]


def test_every_colouring_comes_out():
    """Of a complete graph these are the Latin squares; there are 12 of order 3."""
    rng = random.Random(0)
    edges = [range(3)] * 3
    squares = {tuple(tuple(row[end] for end in range(3)) for row in random_colouring(edges, rng)) for _ in range(300)}
    assert len(squares) == 12
