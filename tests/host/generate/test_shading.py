"""Generated puzzles of the shading genres: one solution, the difficulty asked for, always the same."""

import random

import pytest

from rowloom.host.generate import canal, smullyan
from rowloom.host.grading.shading import graded
from rowloom.host.puzzles import genre
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.solvers.smt import canal as canal_by_z3
from rowloom.host.solvers.smt import smullyan as smullyan_by_z3
from support import brute
from support.puzzles import blank, made

GENRES = pytest.mark.parametrize("name, z3", [("smullyan", smullyan_by_z3), ("canal", canal_by_z3)])


@GENRES
@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
@pytest.mark.parametrize("rows, cols", [(4, 4), (5, 7), pytest.param(10, 10, marks=pytest.mark.slow)])
def test_one_solution_of_the_difficulty_asked_for(name, z3, difficulty, rows, cols):
    for seed in (1, 2):
        puzzle = made(name, rows, cols, difficulty, seed)
        assert (puzzle.name, puzzle.rows, puzzle.cols) == (f"{rows}x{cols}-{difficulty}-{seed}", rows, cols)
        assert len(list(z3.search(puzzle).solutions())) == 1
        assert graded(puzzle).level == difficulty


@GENRES
def test_brute_force_finds_one_solution_too(name, z3):
    for seed in range(5):
        assert len(brute.solutions(made(name, 3, 3, "easy", seed))) == 1


@GENRES
def test_no_clue_can_be_spared(name, z3):
    puzzle = made(name, 4, 5, "any", 3)
    for cell in puzzle.clue_cells:
        fewer = puzzle.with_clues({other: clue for other, clue in puzzle.clue_cells.items() if other != cell})
        assert len([None for _, _ in zip(range(2), z3.search(fewer).solutions())]) == 2


def test_what_is_drawn_at_random_breaks_no_rule():
    rng = random.Random(0)
    for kind, draw in ((Smullyan, smullyan.random_knaves), (Canal, canal.random_canal)):
        for rows, cols in ((1, 1), (1, 6), (7, 2), (8, 8)):
            puzzle = blank(kind, rows, cols)
            shadings = {draw(rows, cols, rng) for _ in range(5)}
            assert not any(genre(puzzle.genre).verify(puzzle, shading) for shading in shadings)
        assert len(shadings) == 5


def test_clues_of_a_solution():
    rng = random.Random(0)
    for maker in (smullyan, canal):
        for _ in range(5):
            solution = maker.random_solution(6, 7, rng)
            puzzle = maker.with_all_clues("full", solution, rng)
            assert genre(puzzle.genre).verify(puzzle, solution) == []
            assert len(puzzle.clue_cells) == sum(line.count("0") for line in solution) or maker is smullyan
