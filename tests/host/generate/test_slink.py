"""Slinks that were made: every cell has a clue, the rules find the one solution, and how many rules that takes."""

import random

import pytest

from rowloom.host.grading import graded
from rowloom.host.puzzles.slink import Slink
from rowloom.host.solvers import Stuck
from rowloom.host.solvers.slink.logic import SlinkSearch
from support.puzzles import made, solutions
from support.says import Says


@pytest.mark.parametrize("rows, cols, difficulty", [
    (5, 5, "easy"), (5, 5, "normal"), (5, 5, "hard"), (10, 10, "easy"), (10, 10, "normal"), (8, 12, "hard"),
    (1, 6, "hard"), (6, 1, "hard"),
])  # fmt: skip
def test_the_rules_find_the_one_solution(rows, cols, difficulty):
    for seed in (1, 2):
        puzzle = made("slink", rows, cols, difficulty, seed)
        assert (puzzle.name, puzzle.rows, puzzle.cols) == (f"{rows}x{cols}-{difficulty}-{seed}", rows, cols)
        assert graded(puzzle).level == difficulty and SlinkSearch(puzzle).falls()
        assert list(SlinkSearch(puzzle).solutions()) == solutions(puzzle)
        assert len(solutions(puzzle)) == 1


@pytest.mark.parametrize("difficulty, last", [("easy", 6), ("normal", 7)])
def test_the_rules_that_it_takes(difficulty, last):
    puzzle = made("slink", 8, 8, difficulty, 3)
    assert list(SlinkSearch(puzzle, last).solutions()) == solutions(puzzle)
    if difficulty == "normal":
        with pytest.raises(Stuck):
            list(SlinkSearch(puzzle, last - 1).solutions())


def test_what_the_rules_do_not_solve():
    rng = random.Random(0)
    clues = [tuple(tuple(rng.randrange(4) for _ in range(3)) for _ in range(3)) for _ in range(20)]
    assert {SlinkSearch(Slink("any", 3, 3, some)).falls() for some in clues} == {False}


def test_the_same_arguments_make_the_same_puzzle():
    assert made("slink", 6, 7, "normal", 5) == made("slink", 6, 7, "normal", 5)
    assert made("slink", 6, 7, "normal", 5).clues != made("slink", 6, 7, "normal", 6).clues


@pytest.mark.parametrize("arguments, message", [
    ((0, 5, "easy", 1), Says("rows, not 0")),
    ((1, 1, "easy", 1), Says("1x1", "easy", "another size")),
])  # fmt: skip
def test_what_cannot_be_made(arguments, message):
    with pytest.raises(ValueError) as error:
        made("slink", *arguments)
    assert str(error.value) == message
