"""The published puzzles of the shading genres, by the engines that solve them."""

from pathlib import Path

import pytest

from rowloom.host import puzzles
from rowloom.host.puzzles import canal, smullyan
from rowloom.host.puzzles.text import grids
from rowloom.host.solvers import ENGINES
from rowloom.host.solvers.shading_logic import OPEN, deduced

DATA = Path(__file__).parents[4] / "shared" / "data"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the puzzles for measuring, ../shared/data, are not there")

FOLDERS = pytest.mark.parametrize("folder, genre", [("smullyan", smullyan), ("canalview", canal)])


def published(folder, name):
    path = DATA / folder / name
    return list(puzzles.read(path.read_text(), str(path)))


def solutions_of(folder):
    """Those published, by the puzzles' names."""
    path = DATA / folder / "solutions.txt"
    return {grid.name: grid.text for grid in grids(path.read_text(), str(path))}


@FOLDERS
def test_published_solutions_are_right_and_nothing_else_is_deduced(folder, genre):
    solutions = solutions_of(folder)
    for puzzle in published(folder, "unique.txt"):
        assert genre.verify(puzzle, solutions[puzzle.name]) == []
        shades = [int(shade) for row in solutions[puzzle.name] for shade in row]
        assert all(one in (OPEN, other) for one, other in zip(deduced(puzzle), shades))


@pytest.mark.slow
@FOLDERS
@pytest.mark.parametrize("engine", ["z3", "sat"])
def test_every_published_puzzle_has_its_one_solution(folder, genre, engine):
    solutions = solutions_of(folder)
    for puzzle in published(folder, "unique.txt"):
        assert list(ENGINES[engine].search(puzzle).solutions()) == [solutions[puzzle.name]]


@FOLDERS
@pytest.mark.parametrize("engine", ["z3", "sat"])
def test_puzzles_of_the_course_that_have_none_or_several_solutions(folder, genre, engine):
    counts = {"ecen2703_25": 2, "ecen2703_26": 0, "ecen2703_15": 2, "ecen2703_27": 0, "ecen2703_28": 6}
    for puzzle in published(folder, "not_unique.txt"):
        found = set(ENGINES[engine].search(puzzle).solutions())
        assert len(found) == counts[puzzle.name]
        assert not any(genre.verify(puzzle, solution) for solution in found)
