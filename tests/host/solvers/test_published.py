"""Slitherlinks of magazines and of Loopy by ``sat``: solved, alone, and as published."""

from pathlib import Path

import pytest

from rowloom.host.puzzles import slitherlink
from rowloom.host.solvers import ENGINES
from rowloom.host.solvers.runner import run

DATA = Path(__file__).parents[4] / "shared" / "data" / "slitherlink"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not DATA.is_dir(), reason="the puzzles for measuring, ../shared/data, are not there"),
]


def published() -> dict[str, tuple[str, ...]]:
    """Solutions by the puzzles' names."""
    solutions = {}
    for block in (DATA / "janko_solutions.txt").read_text().split("# ")[1:]:
        name, _, *rows = block.split("\n")
        solutions[name.strip()] = tuple(filter(None, rows))
    return solutions


@pytest.mark.parametrize("name, number", [("janko.txt", 554), ("loopy.txt", 158)])
def test_every_one_is_solved(name, number):
    solutions, compared = published(), 0
    puzzles = list(slitherlink.read((DATA / name).read_text(), name))
    assert len(puzzles) == number
    for puzzle in puzzles:
        outcome = run(ENGINES["sat"], puzzle, 2)
        assert (outcome.message, len(outcome.solutions)) == ("unique: there is no other solution", 1), puzzle.name
        if puzzle.name in solutions:
            assert outcome.solutions[0] == solutions[puzzle.name], puzzle.name
            compared += 1
    assert compared == (len(solutions) if name == "janko.txt" else 0)
