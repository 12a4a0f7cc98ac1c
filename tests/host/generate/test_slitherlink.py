"""Generated Slitherlinks: grades, random loops and masks."""

import random
from itertools import product

import pytest

from rowloom.host.generate.generator import generate_puzzle
from rowloom.host.generate.slitherlink import random_loop
from rowloom.host.generate.specification import Specification
from rowloom.host.grading import from_counters
from rowloom.host.puzzles.clued import cells_of
from rowloom.host.puzzles.slitherlink import Slitherlink
from support.puzzles import blank, solutions


def test_levels():
    puzzle = blank(Slitherlink, 4, 5)
    for nodes, probes, level in ((1, 0, "easy"), (1, 1, "normal"), (1, 5, "normal"), (1, 6, "hard"), (3, 5, "hard")):
        assert from_counters(puzzle, {"nodes": nodes, "probes": probes}).level == level


def test_loops_fill_the_grid():
    for seed in range(3):
        loop = random_loop(12, 12, random.Random(seed))
        assert Slitherlink.verify(blank(Slitherlink, 12, 12), loop) == []
        for row in range(0, 12, 4):
            for col in range(0, 12, 4):
                assert {line[col : col + 4] for line in loop[row : row + 4]} != {"0000"}


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_mask(difficulty):
    """The loop surrounds only cells of the mask and cells with enough neighbours in the mask."""
    centre = 4, 4
    mask = {cell for cell in product(range(10), repeat=2) if 0 < abs(cell[0] - 4) + abs(cell[1] - 4) < 6}
    puzzle, solution, *_ = generate_puzzle(Specification("slitherlink", 10, 10, difficulty, mask=frozenset(mask)), 1)
    assert puzzle.clue_cells.keys() <= mask
    assert cells_of(solution) <= mask | {centre}
    assert solutions(puzzle) == [solution]
