"""The rules in planes against the plain model, on every small grid's start and on random states."""

import random
from itertools import product

import pytest

from rowloom.host.solvers.slitherlink.planes import lattice, propagate
from support.slitherlink import rows as model
from support.slitherlink.planes import allowed_of, planes_of


def thinned(state, share: float, rng: random.Random):
    """Some possibilities fewer, so many of them, but at least one left for each place."""
    def some(possible):
        return frozenset(one for one in possible if rng.random() >= share) or possible

    return [model.Row(tuple(map(some, line.vertices)), tuple(map(some, line.cells))) for line in state]


@pytest.mark.parametrize("rows, cols", [*product(range(1, 5), repeat=2)])
def test_an_empty_grid(rows, cols):
    assert lattice(rows, cols).start == planes_of(model.begin(rows, cols))


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 5), (5, 1), (2, 3), (4, 4), (5, 3)])
def test_the_fixpoint_is_that_of_the_model(rows, cols):
    rng = random.Random(0)
    contradictions = 0
    for _ in range(40):
        state = thinned(model.begin(rows, cols), rng.choice((0, 0.03, 0.1)), rng)
        share = rng.choice((0, 0.1, 0.3, 0.7))
        clues = [[rng.randrange(4) if rng.random() < share else None for _ in range(cols)] for _ in range(rows)]
        expected, contradiction = model.fixpoint(state, clues)
        found = propagate(lattice(rows, cols), planes_of(state), allowed_of(clues))
        assert found == (None if contradiction else planes_of(expected)), clues
        contradictions += contradiction
    assert 0 < contradictions < 40


def test_places():
    grid = lattice(3, 4)
    cells = [(0, 0), (0, 3), (1, 1), (2, 0), (2, 3)]
    assert list(grid.places(grid.plane(cells))) == cells
    assert list(grid.places(grid.cells)) == list(product(range(3), range(4)))
    assert grid.plane([(-1, -1)]) == 1 and grid.plane([(3, 4)]).bit_length() == grid.frame.bit_length()
