"""Deduction and steps for Slitherlink, compared with brute force. See also ``tests/sim/test_lookahead.py``."""

import random

import pytest

from rowloom.host.drawing.drawing import Drawing, Edge
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import Step
from rowloom.host.solvers.slitherlink.logic import Explanation, SlitherlinkLogic
from support.loops import loops_with, random_clues
from support.puzzles import blank, made, solutions


def marks(picture: Drawing) -> list[Edge]:
    return [line for rows in (picture.horizontal, picture.vertical) for row in rows for line in row]


def check(puzzle: Slitherlink, found: list) -> list[Step]:
    """Check that each step agrees with all solutions and keeps the findings of earlier steps; return the steps."""
    steps = [*Explanation(puzzle)]
    before = marks(Slitherlink.drawing(puzzle)), frozenset()
    for number, step in enumerate(steps):
        picture = step.drawing()
        now = marks(picture), frozenset(picture.tinted)
        for solution in found:
            lines = marks(Slitherlink.drawing(puzzle, solution))
            assert all(mark == Edge.NONE or (mark == Edge.FOUND) == (line == Edge.FOUND)
                       for mark, line in zip(now[0], lines)), step
            assert all(solution[row][col] == "1" for row, col in picture.tinted), step
        assert all(mark in (Edge.NONE, later) for mark, later in zip(before[0], now[0])) and before[1] <= now[1]
        if step.found == "there is no solution":
            assert not found and number == len(steps) - 1
        elif step.found == "there are several solutions":
            assert len(found) > 1 and number == len(steps) - 1
        else:
            assert now != before or " outside" in step.found
            before = now
        assert step.cells <= {*puzzle.cells} and step.cells
    if len(found) == 1:
        assert before == (
            [Edge.FOUND if mark == Edge.FOUND else Edge.CROSSED for mark in marks(puzzle.drawing(found[0]))],
            frozenset(puzzle.drawing(found[0]).tinted),
        )  # fmt: skip
    return steps


def rules(steps: list[Step]) -> set[str]:
    return {step.rule.partition(":")[0] for step in steps}


def test_random_small_puzzles():
    rng = random.Random(2)
    seen = set()
    for rows, cols in ((1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (3, 4)):
        for _ in range(20):
            clues = random_clues(rng, rows, cols, (0.3, 0.5, 0.8, 1))
            found = loops_with(rows, cols, clues)
            steps = check(blank(Slitherlink, rows, cols).with_clues(clues), found)
            ends = {0: "there is no solution", 1: steps[-1].found}
            assert steps[-1].found == ends.get(len(found), "there are several solutions")
            seen |= rules(steps)
    assert {"clue 0", "clue 1", "clue 2", "clue 3", "vertex", "colours", "lookahead"} <= seen


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_made_puzzles(difficulty):
    seen = set()
    for seed in range(2):
        puzzle = made("slitherlink", 8, 7, difficulty, seed)
        steps = check(puzzle, solutions(puzzle))
        if difficulty == "easy":
            assert not rules(steps) & {"lookahead", "branching"}
        seen |= rules(steps)
    assert {"vertex", "early loop", "clue 2 with its corners"} <= seen
    assert difficulty != "hard" or "lookahead" in seen


def steps_of(puzzle: Slitherlink) -> list[str]:
    return list(map(str, Explanation(puzzle)))


def test_words():
    assert steps_of(blank(Slitherlink, 2, 2, r1c1=0, r2c2=3)) == [
        "clue 0, r1c1: no lines around r1c1",
        "vertex, the top-right corner of r1c1: no line above r1c2",
        "vertex, the top-right corner of r1c2: no line to the right of r1c2",
        "vertex, the bottom-left corner of r1c1: no line to the left of r2c1",
        "vertex, the bottom-left corner of r2c1: no line below r2c1",
        "clue 3 with its corners, r2c2: there is no solution",
    ]
    assert steps_of(blank(Slitherlink, 1, 1, r1c1=0)) == [
        "clue 0, r1c1: no lines around r1c1", "no line is left, the whole grid: there is no solution",
    ]  # fmt: skip


def test_two_threes_at_a_corner():
    """The first step uses both threes; from a single three, nothing would follow."""
    first = Explanation(blank(Slitherlink, 5, 5, r2c2=3, r3c3=3))[0]
    assert (first.rule, first.place) == ("corner patterns", "the 3 at r2c2 and the 3 at r3c3")
    assert first.found.startswith("lines above r2c2, to the left of r2c2, to the right of r3c3 and below r3c3")
    assert {(1, 1), (2, 2)} <= first.cells


def test_steps_are_made_on_demand():
    puzzle = made("slitherlink", 6, 6, "hard", 0)
    steps = SlitherlinkLogic(puzzle).steps
    assert steps and steps[0].found and steps[3] is steps[3]
    assert steps[-1] is steps[len(steps) - 1]
    with pytest.raises(IndexError):
        steps[len(steps)]


def test_several_solutions():
    assert steps_of(blank(Slitherlink, 1, 2)) == ["branching, the rest: there are several solutions"]
    steps = Explanation(blank(Slitherlink, 3, 3, r1c1=0))
    assert steps[0].rule == "clue 0" and steps[-1].found == "there are several solutions"
    assert (0, 0) not in steps[-1].cells and (2, 2) in steps[-1].cells
