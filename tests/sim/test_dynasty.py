"""The engine for Smullyanic Dynasties in the whole system, on puzzles of the generator."""

import random
from contextlib import closing

import pytest

from rowloom.host.generate import Specification, make
from rowloom.host.job import NO_SOLUTION, SOLVED, Job
from rowloom.host.link import SimulatorLink
from rowloom.host.pipeline import solve
from rowloom.host.puzzles.smullyan import verify
from rowloom.host.session import Session
from rowloom.sim import Simulator
from support.puzzles import solutions


@pytest.fixture(scope="module")
def board(three_genres):
    with Simulator(three_genres) as simulator, closing(SimulatorLink(simulator, three_genres.bit_rate)) as link:
        yield Session(link, 60, 3)


def generated(number, rng):
    """Puzzles of all sizes and difficulties, and the same with a clue changed, or without some."""
    for seed in range(number):
        rows, cols = rng.randint(3, 12), rng.randint(3, 12)
        puzzle = make(Specification("smullyan", rows, cols, "any"), seed).puzzle
        yield puzzle
        cell, clues = rng.choice([*puzzle.clue_cells]), puzzle.clue_cells
        yield puzzle.with_clues(clues | {cell: rng.choice([clue for clue in range(7) if clue != clues[cell]])})
        some = rng.sample([*clues], max(1, len(clues) // 10))
        yield puzzle.with_clues({cell: clue for cell, clue in clues.items() if cell not in some})


@pytest.mark.parametrize("number", [10, pytest.param(300, marks=pytest.mark.slow)])  # the latter for minutes
def test_generated_puzzles_against_sat(board, number):
    """With no, one and several solutions."""
    found = set()
    for outcome in solve(board, (Job(one, count=2) for one in generated(number, random.Random(number)))):
        puzzle, there_are = outcome.puzzle, solutions(outcome.puzzle)
        found.add(len(there_are))
        assert outcome.complete and outcome.status == (SOLVED if there_are else NO_SOLUTION)
        assert len(set(outcome.solutions)) == len(there_are)
        assert not any(verify(puzzle, one) for one in outcome.solutions)
        assert len(there_are) > 1 or list(outcome.solutions) == there_are
    assert found == {0, 1, 2}
