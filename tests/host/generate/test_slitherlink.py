"""Slitherlinks that were made: one solution each, and as many clues as the difficulty says."""


import pytest

from rowloom.host.generate.slitherlink import DIFFICULTIES, generate
from rowloom.host.puzzles.slitherlink import Slitherlink, verify
from support.puzzles import solutions
from support.says import Says


def clue_cells(puzzle: Slitherlink) -> list[tuple[int, int]]:
    return [
        (row, col)
        for row, clues in enumerate(puzzle.clues)
        for col, clue in enumerate(clues)
        if clue is not None
    ]


def without(puzzle: Slitherlink, cell: tuple[int, int]) -> Slitherlink:
    clues = [list(row) for row in puzzle.clues]
    clues[cell[0]][cell[1]] = None
    return Slitherlink(puzzle.name, puzzle.rows, puzzle.cols, tuple(map(tuple, clues)))


def is_unique(puzzle: Slitherlink) -> bool:
    found = solutions(puzzle)
    return len(found) == 1 and not verify(puzzle, found[0])


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize(
    "rows, cols", [(1, 1), (1, 2), (2, 1), (2, 2), (1, 9), (9, 1), (3, 5), (6, 6), (4, 13)]
)
def test_one_solution(rows, cols, difficulty):
    for seed in range(5):
        puzzle = generate(rows, cols, difficulty, seed)
        assert (puzzle.rows, puzzle.cols) == (rows, cols)
        assert is_unique(puzzle), puzzle


def test_easier_means_more_clues():
    for seed in range(3):
        easy, normal, hard = (len(clue_cells(generate(8, 8, name, seed))) for name in DIFFICULTIES)
        assert (easy, normal) == (42, 36)  # 65 % and 55 % of 64, rounded up
        assert hard < normal


def test_no_clue_of_a_hard_puzzle_can_be_spared():
    puzzle = generate(6, 7, "hard", 1)
    for cell in clue_cells(puzzle):
        assert not is_unique(without(puzzle, cell))


def test_the_same_arguments_make_the_same_puzzle():
    assert generate(6, 6, "normal", 5) == generate(6, 6, "normal", 5)
    assert generate(6, 6, "normal", 5).name == "6x6-normal-5"
    assert generate(6, 6, "normal", 5).clues != generate(6, 6, "normal", 6).clues


def test_loops_reach_all_parts_of_the_grid():
    for seed in range(3):
        (solution,) = solutions(generate(12, 12, "easy", seed))
        for row in range(0, 12, 4):
            for col in range(0, 12, 4):
                assert {line[col : col + 4] for line in solution[row : row + 4]} != {"0000"}


@pytest.mark.parametrize("arguments, message", [
    ((0, 5, "easy", 1), Says("rows, not 0")),
    ((5, 256, "easy", 1), Says("columns, not 256")),
])  # fmt: skip
def test_what_cannot_be_made(arguments, message):
    with pytest.raises(ValueError) as error:
        generate(*arguments)
    assert str(error.value) == message
