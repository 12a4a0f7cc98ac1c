"""Generated Slitherlinks: random loops, restored clues, masks, and similar loops."""

import random
from itertools import combinations, product

import pytest

from rowloom.host.generate.generator import generate_puzzle
from rowloom.host.generate.proofs import broken_by_similar_loops
from rowloom.host.generate.recipe import BY_RULES, TO_ONE_SOLUTION
from rowloom.host.generate.slitherlink import line_counts, random_loop, with_all_clues
from rowloom.host.generate.specification import Specification
from rowloom.host.grading import from_counters
from rowloom.host.jobs.status import Grade
from rowloom.host.puzzles.clued import cells_of, coloured
from rowloom.host.puzzles.slitherlink import Slitherlink
from support.puzzles import blank, solutions


def test_levels():
    puzzle = blank(Slitherlink, 4, 5)
    for nodes, probes, level in ((1, 0, "easy"), (1, 1, "normal"), (1, 5, "normal"), (1, 6, "hard"), (3, 5, "hard")):
        assert from_counters(puzzle, {"nodes": nodes, "probes": probes}).level == level


class Stub:
    """A generator that records its random solutions and the puzzles that it grades. The function ``level`` grades the
    puzzles. The second phase of thinning removes at most four clues."""

    ORDERS, SHARED_SOLUTION = 2, None
    with_all_clues = staticmethod(with_all_clues)

    def __init__(self, level):
        self._level, self.solutions, self.graded = level, [], []

    def random_solution(self, specification, rng):
        self.solutions.append(random_loop(specification.rows, specification.cols, rng))
        return self.solutions[-1]

    def phases(self, specification, rng):
        return [BY_RULES, TO_ONE_SOLUTION._replace(most=4)]

    def grade(self, puzzle, counters):
        self.graded.append(puzzle)
        return Grade(self._level(self.graded), {})


def made_by(monkeypatch, generator):
    monkeypatch.setattr("rowloom.host.generate.recipe.from_counters", generator.grade)
    monkeypatch.setattr("rowloom.host.generate.generator._generator", lambda specification: generator)
    return generate_puzzle(Specification("slitherlink", 10, 10, "normal"), 1).puzzle


def test_clues_are_restored_if_a_puzzle_is_too_hard(monkeypatch):
    generator = Stub(lambda graded: "hard" if len(graded[-1].clue_cells) < len(graded[0].clue_cells) + 3 else "normal")
    puzzle = made_by(monkeypatch, generator)
    assert puzzle == generator.graded[-1] and len(solutions(puzzle)) == 1
    clues = [set(one.clue_cells) for one in generator.graded]
    assert clues[0] < clues[1] < clues[2]
    assert [len(some - clues[0]) for some in clues] == [0, 2, 3]


def test_orders_per_solution(monkeypatch):
    generator = Stub(lambda graded: "normal" if len(graded) == 4 else "easy")
    assert made_by(monkeypatch, generator) == generator.graded[3]
    first, second = generator.solutions
    assert [Slitherlink.verify(puzzle, first) == [] for puzzle in generator.graded] == [True, True, False, False]
    assert generator.graded[0] != generator.graded[1] and first != second


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


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 7), (7, 2), (5, 6)])
def test_similar_loops(rows, cols):
    """Two loops are compared by the cells inside them. All loops that differ from the given loop in one cell are found,
    and some loops that differ in two cells. For each loop that is found, the result contains the cells whose numbers
    change."""
    cells = set(product(range(rows), range(cols)))
    for seed in range(3):
        loop = random_loop(rows, cols, random.Random(seed))
        inside, counts = cells_of(loop), line_counts(loop)
        broken = {number: set() for number in (1, 2)}
        for number in broken:
            for changed in combinations(cells, number):
                other = coloured(inside.symmetric_difference(changed), rows, cols)
                if not Slitherlink.verify(blank(Slitherlink, rows, cols), other):
                    fresh = line_counts(other)
                    broken[number].add(frozenset(cell for cell in cells if fresh[cell] != counts[cell]))
        found = set(map(frozenset, broken_by_similar_loops(loop)))
        assert broken[1] <= found <= broken[1] | broken[2]
