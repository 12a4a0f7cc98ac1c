"""Generated puzzles of the shading genres: one solution, the difficulty asked for, always the same."""

import random
from collections import Counter
from operator import ne

import pytest

from rowloom.host.generate import canal, smullyan
from rowloom.host.puzzles import genre
from rowloom.host.puzzles.clued import beside, cells_of
from rowloom.host.solvers.shading_deduction import deduced
from rowloom.host.solvers.shading_logic import graded
from rowloom.host.solvers.shading_rules import OPEN
from rowloom.host.solvers.smt import canal as canal_by_z3
from rowloom.host.solvers.smt import smullyan as smullyan_by_z3
from support import brute
from support.puzzles import solutions
from support.says import Says

MAKERS = pytest.mark.parametrize("maker, z3", [(smullyan, smullyan_by_z3), (canal, canal_by_z3)])


@MAKERS
@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
@pytest.mark.parametrize("rows, cols", [(4, 4), (5, 7), pytest.param(10, 10, marks=pytest.mark.slow)])
def test_one_solution_of_the_difficulty_asked_for(maker, z3, difficulty, rows, cols):
    for seed in (1, 2):
        puzzle = maker.generate(rows, cols, difficulty, seed)
        assert (puzzle.name, puzzle.rows, puzzle.cols) == (f"{rows}x{cols}-{difficulty}-{seed}", rows, cols)
        assert len(list(z3.search(puzzle).solutions())) == 1
        assert graded(puzzle).level == difficulty


@MAKERS
def test_brute_force_finds_one_solution_too(maker, z3):
    for seed in range(5):
        assert len(brute.solutions(maker.generate(3, 3, "easy", seed))) == 1


@MAKERS
def test_no_clue_of_a_hard_puzzle_can_be_spared(maker, z3):
    puzzle = maker.generate(4, 5, "hard", 3)
    for row, col in puzzle.clue_cells:
        rows = [list(clues) for clues in puzzle.clues]
        rows[row][col] = None
        fewer = type(puzzle)("fewer", 4, 5, tuple(map(tuple, rows)))
        assert len([None for _, _ in zip(range(2), z3.search(fewer).solutions())]) == 2


@MAKERS
def test_the_same_arguments_make_the_same_puzzle(maker, z3):
    puzzles = [maker.generate(5, 5, "normal", seed) for seed in (7, 7, 8)]
    assert puzzles[0] == puzzles[1]
    assert puzzles[0].clues != puzzles[2].clues


@MAKERS
def test_rules_alone_can_spare_no_clue_of_an_easy_puzzle(maker, z3):
    for seed in range(3):
        puzzle = maker.generate(7, 6, "easy", seed)
        assert OPEN not in deduced(puzzle)
        for cell in puzzle.clue_cells:
            fewer = puzzle.with_clues({other: clue for other, clue in puzzle.clue_cells.items() if other != cell})
            assert OPEN in deduced(fewer)


@MAKERS
@pytest.mark.slow  # half a minute
@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_large_ones(maker, z3, difficulty):
    puzzle = maker.generate(20, 30, difficulty, 1)
    assert len(solutions(puzzle)) == 1
    assert graded(puzzle).level == difficulty


def test_canals_wind_and_branch_around_banks():
    rng = random.Random(0)
    shares = []
    for _ in range(30):
        shaded = cells_of(canal.random_canal(12, 12, rng))
        count = len(shaded)
        shares.append(count / 144)
        touching = [[other for other in beside(*cell) if other in shaded] for cell in shaded]
        lengths = Counter(map(len, touching))
        turning = [others for others in touching if len(others) == 2 and all(map(ne, *others))]
        assert lengths[1] > 0.05 * count and lengths[3] + lengths[4] > 0.03 * count and len(turning) > 0.1 * count
        round_trips = sum(map(len, touching)) // 2 - count + 1
        assert 0 <= round_trips < 0.05 * count
        assert sum(sum(cell[axis] == at for cell in shaded) > 10 for axis in (0, 1) for at in range(12)) < 6
    assert 0.44 < min(shares) < 0.5 and 0.57 < max(shares) < 0.63


def test_knaves_do_not_give_themselves_away():
    shares, lies, truths = [], Counter(), Counter()
    for seed in range(20):
        puzzle = smullyan.generate(9, 9, "normal", seed)
        (solution,) = solutions(puzzle)
        knaves = cells_of(solution)
        shares.append(len(knaves) / 81)
        for cell, clue in puzzle.clue_cells.items():
            (lies if cell in knaves else truths)[clue] += 1
    assert 0.14 < min(shares) < 0.2 and 0.25 < max(shares) < 0.3
    for clue in range(5):
        assert abs(lies[clue] / lies.total() - truths[clue] / truths.total()) < 0.15
    assert 0.1 < lies.total() / (lies + truths).total() < 0.4


def test_what_is_drawn_at_random_breaks_no_rule():
    rng = random.Random(0)
    for maker, draw in ((smullyan, smullyan.random_knaves), (canal, canal.random_canal)):
        for rows, cols in ((1, 1), (1, 6), (7, 2), (8, 8)):
            blank = maker.generate(3, 3, "easy", 1).__class__("blank", rows, cols, ((None,) * cols,) * rows)
            shadings = {draw(rows, cols, rng) for _ in range(5)}
            assert not any(genre(blank.genre).verify(blank, shading) for shading in shadings)
        assert len(shadings) == 5


@pytest.mark.parametrize("maker, arguments, message", [
    (canal, (0, 3, "easy", 1), Says("Canal View", "rows, not 0")),
    (smullyan, (3, 256, "easy", 1), Says("columns, not 256")),
    (canal, (1, 1, "easy", 1), Says("1x1", "easy Canal View", "another size")),
])  # fmt: skip
def test_what_cannot_be_made(maker, arguments, message):
    with pytest.raises(ValueError) as error:
        maker.generate(*arguments)
    assert str(error.value) == message
