"""A visit of a row against the model."""

import random
from itertools import product

import pytest

from rowloom.hw.shading.canal.row_rules import RowRules
from support.shading.canal import UNKNOWN, clue_vectors, visit

SHADES = "", "0", "1", "01"


@pytest.fixture
def run(check_visits):
    return lambda cols, cases: check_visits(RowRules(cols), cases, visit, clue_vectors)


@pytest.mark.parametrize("clue", [None, (0, False), (3, True), (UNKNOWN, False)])
def test_every_column(run, clue):
    """Of one cell, with every kind of clue."""
    run(1, [((above,), (here,), (below,), [clue], lonely) for above, here, below in product(SHADES, repeat=3)
            for lonely in (False, True)])


def test_every_block(run):
    """Of 2x2 cells, in the middle row and the one above or below it."""
    for cells in product(SHADES[1:], repeat=4):
        one, other = cells[:2], cells[2:]
        run(2, [(one, other, ("", ""), [None] * 2, lonely) for lonely in (False, True)]
            + [(("", ""), one, other, [None] * 2, lonely) for lonely in (False, True)])


@pytest.mark.parametrize("cols, count", [(2, 300), (3, 400), (5, 300), (36, 50)])
def test_random_rows(run, cols, count):
    rng = random.Random(cols)
    cases = []
    for _ in range(count):
        weights = rng.choice([(1, 3, 9, 9), (0, 1, 9, 9), (0, 3, 3, 1), (0, 1, 1, 9)])
        rows = [tuple(rng.choices(SHADES, weights, k=cols)) for _ in range(3)]
        clues = rng.choices([None, (2, False), (UNKNOWN, False)], [9, 1, 1], k=cols)
        cases.append((*rows, clues, rng.random() < 0.7))
    run(cols, cases)
