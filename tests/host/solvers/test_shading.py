"""The engine ``shading-logic``: deduction, lookahead, branching, explanations and grades."""

import pickle
import random
import re
from collections import Counter
from itertools import product

import pytest

from rowloom.host.formats import read
from rowloom.host.grading import graded
from rowloom.host.puzzles.canal import Canal
from rowloom.host.solvers.shading.deduction import deduction_for
from rowloom.host.solvers.shading.logic import ShadingLogic as search
from rowloom.host.solvers.shading.rules import OPEN
from support import brute
from support.loops import small
from support.puzzles import blank, made


def deduced(puzzle):
    """Return the state in which no rule finds anything more, or None if the rules find a contradiction."""
    deduction = deduction_for(puzzle)
    return deduction.state if deduction.run() else None


def shades(solution):
    return [*map(int, "".join(solution))]


def agrees(state, solutions):
    return all(one in (OPEN, other) for solution in solutions for one, other in zip(state, shades(solution)))


@pytest.mark.parametrize("genre", ["smullyan", "canal"])
def test_rules_and_lookahead_are_sound(genre):
    counts = Counter()
    rng = random.Random(genre)
    for puzzle in (small(genre, rng) for _ in range(100)):
        found, deduction = brute.solutions(puzzle), deduction_for(puzzle)
        for step, name in (deduction.run, "contradiction"), (deduction.look_ahead, "contradiction in a trial"):
            before = deduction.open_cells
            if not step():
                assert not found
                counts[name] += 1
                break
            assert agrees(deduction.state, found)
        else:
            counts["solved"] += not before
            counts["further"] += deduction.open_cells < before
            for cell, shade in product((cell for cell, one in enumerate(deduction.state) if one == OPEN), (0, 1)):
                trial = deduction.copy()
                trial.assign(cell, shade)
                assert trial.run()
    assert len(+counts) == (4 if genre == "smullyan" else 3)


def known(puzzle, drawing):
    """Return a dictionary that maps each known cell of a picture to whether the cell is shaded."""
    for row, col in drawing.found:
        assert drawing.texts[row][col] == ("·" if puzzle.clues[row][col] is None else str(puzzle.clues[row][col]))
    return {cell: True for cell in drawing.shaded} | {cell: False for cell in drawing.found}


def said(found):
    """Return a dictionary that maps each cell in the words of a step to whether the cell is shaded."""
    cells = {}
    for part in found.partition(": ")[0].split("; "):
        for row, col in re.findall(r"r(\d+)c(\d+)", part):
            cells[int(row) - 1, int(col) - 1] = " not" not in part
    return cells


@pytest.mark.parametrize("genre", ["smullyan", "canal"])
@pytest.mark.parametrize("difficulty", ["easy", "normal"])
def test_steps_lead_to_the_solution(genre, difficulty):
    rules = Counter()
    for seed in range(2):
        puzzle = made(genre, 7, 6, difficulty, seed)
        engine = search(puzzle)
        (solution,) = engine.solutions()
        so_far = {}
        for step in engine.steps:
            rules[re.sub(r"\d+", "N", step.rule)] += 1
            assert str(step) == f"{step.rule}, {step.place}: {step.found}"
            assert step.cells and all(0 <= row < 7 and 0 <= col < 6 for row, col in step.cells)
            fresh = said(step.found)
            assert fresh and not fresh.keys() & so_far.keys()
            so_far |= fresh
            assert known(puzzle, step.drawing()) == so_far
        assert so_far == {cell: solution[cell[0]][cell[1]] == "1" for cell in puzzle.cells}
    expected = {
        "smullyan": {"clue N", "two knaves side by side", "connection"},
        "canal": {"cells with a clue", "view of the N", "no NxN block", "connection"},
    }[genre]
    assert set(rules) == expected | ({"lookahead"} if difficulty == "normal" else set())


def test_words_of_steps():
    (puzzle,) = read("smullyan 4 3\n. . .\n2 2 .\n1 2 .\n. . 2\n", "printed")  # Somenzi (2025), Example 1
    engine = search(puzzle)
    assert len(list(engine.solutions())) == 1
    assert [str(step) for step in engine.steps[:2]] == [
        "clue 2, r4c3: r3c2 is not shaded",
        "lookahead, r1c2: r1c2 is not shaded: if shaded, it contradicts 'clue 2' at r4c3",
    ]


def test_steps_can_be_pickled():
    engine = search(made("canal", 5, 5, "normal", 1))
    list(engine.solutions())
    sent = pickle.loads(pickle.dumps(engine.steps))
    assert [step.drawing() for step in sent] == [step.drawing() for step in engine.steps]


def test_the_last_step():
    engine = search(blank(Canal, 3, 3))
    assert len(list(engine.solutions())) > 1 and engine.counters["nodes"] > 1
    assert [step.rule for step in engine.steps] == ["branching"]
    engine = search(blank(Canal, 1, 3, r1c1=2, r1c3=0))
    assert list(engine.solutions()) == []
    assert engine.steps[-1].found == "that is a contradiction"


@pytest.mark.parametrize("genre", ["smullyan", "canal"])
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_counters_of_grades(genre, level):
    for seed in range(3):
        puzzle = made(genre, 6, 6, level, seed)
        grade, engine = graded(puzzle), search(puzzle)
        assert len(list(engine.solutions())) == 1 and grade.level == level
        assert (engine.counters["nodes"] > 0) == (grade.counters["guessed_cells"] > 0)
        assert engine.counters["probes"] >= grade.counters["probes"]
        assert grade.counters["open_cells"] == deduced(puzzle).count(OPEN)
        needs = grade.counters["open_cells"] > 0, grade.counters["probes"] > 9 or grade.counters["guessed_cells"] > 0
        assert needs == {"easy": (False, False), "normal": (True, False), "hard": (True, True)}[level]
