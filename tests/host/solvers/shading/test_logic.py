"""Deduction, lookahead and branching for the shading genres: sound, complete, explained, and what makes the grade."""

import pickle
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from rowloom.host.formats import read
from rowloom.host.grading import graded
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.solvers.shading.deduction import Deduction, deduction_for
from rowloom.host.solvers.shading.logic import LogicSearch as search
from rowloom.host.solvers.shading.rules import OPEN, rules_for
from support import brute
from support.puzzles import made, solutions

EXAMPLES = Path(__file__).parents[4] / "examples"

KINDS = pytest.mark.parametrize("kind, values", [
    (Smullyan, (UNKNOWN, 0, 1, 2, 3, 5)), (Canal, (UNKNOWN, 0, 1, 2, 3)),
])  # fmt: skip


def random_puzzles(kind, values, count, seed=0):
    rng = random.Random(seed)
    for _ in range(count):
        clues = tuple(tuple(rng.choice(values) if rng.random() < 0.4 else None for _ in range(3)) for _ in range(3))
        yield kind("random", 3, 3, clues)


def deduced(puzzle):
    """The state in which no rule by itself says more; None if the rules contradict each other."""
    deduction = deduction_for(puzzle)
    return deduction.state if deduction.run() else None


def shades(solution):
    return [*map(int, "".join(solution))]


@KINDS
def test_what_is_deduced_holds_in_every_solution(kind, values):
    contradictions = settled = 0
    for puzzle in random_puzzles(kind, values, 60):
        state = deduced(puzzle)
        found = [shades(solution) for solution in brute.solutions(puzzle)]
        contradictions += state is None
        assert state is not None or not found
        for solution in found:
            assert all(one in (OPEN, other) for one, other in zip(state, solution))
        settled += bool(found) and OPEN not in state
    assert contradictions and settled


@KINDS
def test_lookahead_finds_more_and_nothing_wrong(kind, values):
    more = contradictions = 0
    for puzzle in random_puzzles(kind, values, 100, seed=1):
        deduction = deduction_for(puzzle)
        if not deduction.run():
            continue
        before = deduction.open_cells
        consistent = deduction.look_ahead()
        found = [shades(solution) for solution in brute.solutions(puzzle)]
        contradictions += not consistent
        assert consistent or not found
        for solution in found:
            assert all(one in (OPEN, other) for one, other in zip(deduction.state, solution))
        if consistent:
            more += deduction.open_cells < before
            for cell in (cell for cell, shade in enumerate(deduction.state) if shade == OPEN):
                for shade in (0, 1):
                    trial = deduction.copy()
                    trial.know(cell, shade)
                    assert trial.run()
    assert more and (contradictions or kind is Canal)


@pytest.mark.parametrize("genre", ["smullyan", "canal"])
def test_the_order_of_clues_makes_no_difference(genre):
    rng = random.Random(0)
    for seed in range(5):
        puzzle = made(genre, 6, 7, "hard", seed)
        rules = rules_for(puzzle)
        deduction = Deduction(rules)
        for cell in rng.sample([*rules.of_clue], len(rules.of_clue)):
            before = deduction.copy()
            deduction.add([cell])
            assert deduction.run()
            assert all(one in (OPEN, other) for one, other in zip(before.state, deduction.state))
        assert deduction.state == deduced(puzzle)


@pytest.mark.parametrize("genre", ["smullyan", "canal"])
@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_nothing_wrong_is_deduced_of_the_examples(genre, difficulty):
    path = EXAMPLES / f"{genre}-10x10-{difficulty}.txt"
    for puzzle in read(path.read_text(), path.name):
        (solution,) = solutions(puzzle)
        assert all(shade in (OPEN, right) for shade, right in zip(deduced(puzzle), shades(solution)))


def known(puzzle, drawing):
    """What a picture shows as known, by place: whether the cell is shaded."""
    for row, col in drawing.found:
        assert drawing.texts[row][col] == ("·" if puzzle.clues[row][col] is None else str(puzzle.clues[row][col]))
    return {cell: True for cell in drawing.shaded} | {cell: False for cell in drawing.found}


def said(found):
    """What the words of a step say, by place."""
    cells = {}
    for part in found.partition(": ")[0].split("; "):
        for row, col in re.findall(r"r(\d+)c(\d+)", part):
            cells[int(row) - 1, int(col) - 1] = " not" not in part
    return cells


@pytest.mark.parametrize("genre", ["smullyan", "canal"])
@pytest.mark.parametrize("difficulty", ["easy", "normal"])
def test_steps_lead_to_the_solution(genre, difficulty):
    rules = Counter()
    for seed in range(3):
        puzzle = made(genre, 7, 6, difficulty, seed)
        engine = search(puzzle)
        (solution,) = engine.solutions()
        told = {}
        for step in engine.steps:
            rules[re.sub(r"\d+", "N", step.rule)] += 1
            assert str(step) == f"{step.rule}, {step.place}: {step.found}"
            assert step.cells and all(0 <= row < 7 and 0 <= col < 6 for row, col in step.cells)
            fresh = said(step.found)
            assert fresh and not fresh.keys() & told.keys()
            told |= fresh
            assert known(puzzle, step.drawing()) == told
        assert told == {cell: solution[cell[0]][cell[1]] == "1" for cell in puzzle.cells}
    expected = {
        "smullyan": {"clue N", "two knaves side by side", "connection"},
        "canal": {"cells with a clue", "view of the N", "no NxN block", "connection"},
    }[genre]
    assert set(rules) == expected | ({"lookahead"} if difficulty == "normal" else set())


def test_the_words_of_steps():
    (puzzle,) = read("smullyan 4 3\n. . .\n2 2 .\n1 2 .\n. . 2\n", "printed")  # Somenzi (2025), Example 1
    engine = search(puzzle)
    assert len(list(engine.solutions())) == 1
    assert [str(step) for step in engine.steps[:2]] == [
        "clue 2, r4c3: r3c2 is not shaded",
        "lookahead, r1c2: r1c2 is not shaded: if shaded, it contradicts 'clue 2' at r4c3",
    ]


def test_steps_can_be_sent_to_another_process():
    engine = search(made("canal", 5, 5, "normal", 1))
    list(engine.solutions())
    sent = pickle.loads(pickle.dumps(engine.steps))
    assert [step.drawing() for step in sent] == [step.drawing() for step in engine.steps]


def test_branching_is_the_last_step_of_several_solutions():
    puzzle = Canal("blank", 3, 3, ((None,) * 3,) * 3)
    engine = search(puzzle)
    assert len(list(engine.solutions())) == len(brute.solutions(puzzle)) and engine.counters["nodes"] > 1
    assert [step.rule for step in engine.steps] == ["branching"]


def test_a_contradiction_is_the_last_step():
    (puzzle,) = read("canal 1 3\n2 . 0\n", "none")
    engine = search(puzzle)
    assert list(engine.solutions()) == []
    assert engine.steps[-1].found == "that is a contradiction"


@pytest.mark.parametrize("genre", ["smullyan", "canal"])
def test_grades(genre):
    levels = Counter()
    for seed in range(12):
        difficulty = ("easy", "normal", "hard")[seed % 3]
        puzzle = made(genre, 6, 6, difficulty, seed)
        level, counters = graded(puzzle)
        assert counters["open_cells"] == deduced(puzzle).count(OPEN)
        engine = search(puzzle)
        assert len(list(engine.solutions())) == 1
        assert engine.counters["probes"] >= counters["probes"]
        assert (engine.counters["nodes"] > 0) == (counters["guessed_cells"] > 0)
        if level == "easy":
            assert set(counters.values()) == {0}
        elif level == "normal":
            assert counters["open_cells"] > 0 == counters["guessed_cells"] and 1 <= counters["probes"] <= 9
        else:
            assert counters["probes"] > 9 or counters["guessed_cells"] > 0
        assert level == graded(puzzle, briefly=True).level == difficulty
        levels[level] += 1
    assert len(levels) == 3
