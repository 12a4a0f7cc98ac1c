"""Slitherlinks that were made: one solution each, as hard as they shall be, and no clue too many."""

import random
from itertools import product

import pytest

from rowloom.engines.engine import Size
from rowloom.host.generate import Specification, make
from rowloom.host.generate.mask import mask_of
from rowloom.host.generate.recipe import BY_RULES, TO_ONE_SOLUTION, recipe
from rowloom.host.generate.slitherlink import random_loop, with_all_clues
from rowloom.host.generate.software import perform
from rowloom.host.grading import Grade
from rowloom.host.grading.slitherlink import from_counters, graded, level_counters
from rowloom.host.puzzles.clued import cells_of
from rowloom.host.puzzles.slitherlink import Slitherlink, verify
from rowloom.host.solvers.slitherlink_state import falls
from support.puzzles import blank, made, solutions

LEVELS = "easy", "normal", "hard"


def without(puzzle: Slitherlink, cell: tuple[int, int]) -> Slitherlink:
    return puzzle.with_clues({other: clue for other, clue in puzzle.clue_cells.items() if other != cell})


def is_unique(puzzle: Slitherlink) -> bool:
    found = solutions(puzzle)
    return len(found) == 1 and not verify(puzzle, found[0])


@pytest.mark.parametrize("difficulty", ["easy", "any"])
@pytest.mark.parametrize(
    "rows, cols", [(1, 1), (1, 2), (2, 1), (2, 2), (1, 9), (9, 1), (3, 5), (6, 6), (4, 13)]
)
def test_one_solution(rows, cols, difficulty):
    if (rows, cols, difficulty) == (1, 1, "easy"):
        pytest.skip("no rule says that there is a loop")
    for seed in range(5):
        puzzle = made("slitherlink", rows, cols, difficulty, seed)
        assert (puzzle.rows, puzzle.cols) == (rows, cols)
        assert is_unique(puzzle), puzzle


def test_levels():
    for level, seed in product(LEVELS, range(5)):
        puzzle = made("slitherlink", 8, 9, level, seed)
        assert is_unique(puzzle)
        assert graded(puzzle).level == level
        assert from_counters(puzzle, level_counters(puzzle)).level == level


def test_what_levels_follow_from():
    puzzle = blank(Slitherlink, 4, 5)
    for nodes, probes, level in ((1, 0, "easy"), (1, 1, "normal"), (1, 5, "normal"), (1, 6, "hard"), (3, 5, "hard")):
        assert from_counters(puzzle, {"nodes": nodes, "probes": probes}).level == level


def test_no_clue_can_be_spared():
    """Without it, the rules do not suffice for an easy puzzle, and there is another solution of one of any level."""
    for seed in range(3):
        for difficulty, suffices in (("any", is_unique), ("easy", falls)):
            puzzle = made("slitherlink", 6, 7, difficulty, seed)
            assert suffices(puzzle)
            assert not any(suffices(without(puzzle, cell)) for cell in puzzle.clue_cells)


class Stub:
    """The maker of Slitherlinks, but for a limited phase and what grades are; it keeps what it was asked."""

    ORDERS, SHARING = 2, None
    with_all_clues = staticmethod(with_all_clues)

    def __init__(self, level):
        self._level, self.solutions, self.graded = level, [], []

    def random_solution(self, specification, rng):
        self.solutions.append(random_loop(specification.rows, specification.cols, rng))
        return self.solutions[-1]

    def phases(self, specification, rng):
        return [BY_RULES, TO_ONE_SOLUTION._replace(most=4)]

    def grade(self, puzzle):
        self.graded.append(puzzle)
        return Grade(self._level(self.graded), {})
        yield


def made_by(maker):
    steps = recipe(maker, Specification("slitherlink", 10, 10, "normal"), 1)
    job = next(steps)
    try:
        while True:
            job = steps.send(perform(job))
    except StopIteration as end:
        return end.value.puzzle


def test_clues_come_back_where_it_is_too_hard():
    maker = Stub(lambda graded: "hard" if len(graded[-1].clue_cells) < len(graded[0].clue_cells) + 3 else "normal")
    puzzle = made_by(maker)
    assert puzzle == maker.graded[-1] and is_unique(puzzle)
    clues = [set(one.clue_cells) for one in maker.graded]
    assert clues[0] < clues[1] < clues[2]
    assert [len(some - clues[0]) for some in clues] == [0, 2, 3]


def test_another_order_before_another_solution():
    maker = Stub(lambda graded: "normal" if len(graded) == 4 else "easy")
    assert made_by(maker) == maker.graded[3]
    first, second = maker.solutions
    assert [verify(puzzle, first) == [] for puzzle in maker.graded] == [True, True, False, False]
    assert maker.graded[0] != maker.graded[1] and first != second


def test_loops_reach_all_parts_of_the_grid():
    for seed in range(3):
        loop = random_loop(12, 12, random.Random(seed))
        assert verify(blank(Slitherlink, 12, 12), loop) == []
        for row in range(0, 12, 4):
            for col in range(0, 12, 4):
                assert {line[col : col + 4] for line in loop[row : row + 4]} != {"0000"}


HEART = """
..##..##..
.####.###.
##########
##########
##########
.########.
..######..
...####...
....##....
..........
"""


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_clues_in_a_heart(difficulty):
    """Far from its cells nothing could be told of the loop."""
    mask, _ = mask_of(HEART, "heart", Size(10, 10))
    puzzle, solution, *_ = make(Specification("slitherlink", 10, 10, difficulty, mask=mask), 1)
    assert puzzle.clue_cells.keys() <= mask
    assert cells_of(solution) <= mask | {(1, 5)}
    assert solutions(puzzle) == [solution]
