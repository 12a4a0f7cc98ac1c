"""The engine ``sudoku-logic``: all solutions, the techniques that puzzles need, and steps."""

import inspect
import random
import re
import sys

import pytest

from rowloom.host.generate.sudoku import random_grid
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers.sudoku.logic import NAMES, SudokuLogic, _SudokuSteps, needed
from rowloom.host.solvers.sudoku.techniques import PAPER, SINGLES, candidates, forced_chain, propagate
from support import brute
from support.puzzles import made_whole, sudoku
from support.says import Says

(HARD,) = Sudoku.read("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", "hard")
"""The techniques do not solve this puzzle without branching."""


def test_branching():
    search = SudokuLogic(HARD)
    (found,) = search.solutions()
    assert HARD.verify(found) == []
    assert needed(search.counters)[-1] == "P"
    assert search.counters["nodes"] > 2
    assert str(search.steps[-1]).startswith("branching, ")


def test_recursion_depth():
    puzzle, limit = sudoku([[0] * 16] * 16), sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 60)
    try:
        found = next(SudokuLogic(puzzle).solutions())
    finally:
        sys.setrecursionlimit(limit)
    assert puzzle.verify(found) == []


@pytest.mark.parametrize("rows, place, found", [
    ([[1, 2, 3, 0], [0, 0, 0, 4], [0] * 4, [0] * 4], "r1c4", "no digit"),
    ([[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2], [0, 0, 2, 0]], "box 2", "no cell is left for 2"),
    ([[1, 1, 0, 0], [0] * 4, [0] * 4, [0] * 4], "r1c1", "no digit"),
])  # fmt: skip
def test_a_contradiction(rows, place, found):
    search = SudokuLogic(sudoku(rows))
    assert list(search.solutions()) == []
    last = search.steps[-1]
    assert (last.rule, last.place, last.found) == ("contradiction", place, Says(found))


def test_the_steps_lead_to_the_solution():
    puzzle = made_whole(3, "hard", 1)
    search = SudokuLogic(puzzle)
    (found,) = search.solutions()
    digits, before = {}, None
    for step in search.steps:
        picture = step.drawing()
        possible = {
            (row, col): picture.candidates.get((row, col)) or {int(text)}
            for row, line in enumerate(picture.texts) for col, text in enumerate(line)}
        assert all(found[row][col] in some for (row, col), some in possible.items())
        words = dict(re.findall(r"(r\d+c\d+) is (\d+|not [\d or]+)", step.found))
        assert len(words) == len(re.findall(" is ", step.found))
        for (row, col), some in possible.items():
            said = words.get(f"r{row + 1}c{col + 1}", "")
            if said.isdecimal():
                assert some == {int(said)} and (row, col) in step.cells
                digits[row, col] = int(said)
            elif said:
                assert not some & {*map(int, re.findall(r"\d+", said))} and len(some) > 1
        assert before is None or all(some <= before[cell] for cell, some in possible.items())
        before = possible
    assert before == {(row, col): {digit} for row, line in enumerate(found) for col, digit in enumerate(line)}
    assert len(digits) == sum(line.count(0) for line in puzzle.cells)


def test_a_step_in_words():
    search = SudokuLogic(sudoku([[1, 2, 3, 0], [0, 0, 0, 0], [0] * 4, [0] * 4]))
    next(search.solutions())
    assert str(search.steps[0]) == "singles, row 1, column 4, box 2: r1c4 is 4"
    explanation = _SudokuSteps(sudoku([[0] * 4] * 4))
    explanation.found("naked pairs", "row 1", {0: 0b11, 1: 0b1110, 2: 0b100}, range(4))
    assert str(explanation.steps[0]) == "naked pairs, row 1: r1c1 is not 1 or 2, r1c2 is 1, r1c3 is not 3"
    assert explanation.steps[0].cells == {(0, 0), (0, 1), (0, 2), (0, 3)}
    explanation.branching(2)
    assert str(explanation.steps[1]) == "branching, r1c3: 1 and 2 and 4 are tried, with 15 cells left"


def test_the_letters():
    assert "".join(NAMES) == "DCABEFGHIJKLMNOP"
    assert needed({}) == []
    assert needed({"nodes": 3, "hidden_pairs": 1, "singles": 2, "triple_lines": 0}) == ["D", "A", "P"]


def test_forced_chains():
    rng = random.Random(1)
    removing = 0
    for _ in range(30):
        rows = [[digit if rng.random() < 0.45 else 0 for digit in row] for row in random_grid(2, rng)]
        grid = candidates(rows)
        if not propagate(grid, 2, SINGLES[:1]):
            continue
        ways = brute.solutions(sudoku(rows))
        for cell in range(16):
            if grid[cell].bit_count() < 2:
                continue
            removed = forced_chain(grid, 2, cell, SINGLES)
            assert all(gone and grid[at] & gone == gone for at, gone in removed.items())
            for way in ways:
                assert not any(gone >> way[at // 4][at % 4] - 1 & 1 for at, gone in removed.items())
            removing += bool(removed)
    assert removing > 5


def test_forced_chain_without_a_valid_assumption():
    grid = [0b11] * 16  # only two digits are possible in the four cells of each house
    assert forced_chain(grid, 2, 0, PAPER) == dict.fromkeys(range(16), 0b11)
