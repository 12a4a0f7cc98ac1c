"""The standard sets of puzzles."""

from dataclasses import replace

import pytest

from rowloom.host.formats import read
from rowloom.host.generate import standard
from rowloom.host.generate.generator import generate_puzzle
from rowloom.host.generate.specification import Specification
from rowloom.host.generate.standard import STANDARD_SETS, StandardSet
from rowloom.host.jobs.job import Progress

LOOPS = StandardSet(3, Specification("slitherlink", 2, 2, "any"))
SUDOKUS = StandardSet(2, Specification("sudoku", 4, 4, "easy"))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ROWLOOM_CACHE", str(tmp_path))
    return tmp_path / "standard"


@pytest.mark.parametrize("one", [LOOPS, SUDOKUS])
def test_a_set_has_the_first_seeds(one):
    with one.file(Progress()).open() as file:
        puzzles = [replace(puzzle, line=None) for puzzle in read(file, "file")]
    assert puzzles == [generate_puzzle(one.specification, seed).puzzle for seed in range(1, one.number + 1)]


def test_a_set_is_generated_once(monkeypatch):
    seeds = []
    monkeypatch.setattr(standard, "generate_puzzle", lambda *made: seeds.append(made[1]) or generate_puzzle(*made))
    assert LOOPS.file(Progress()) == LOOPS.file(Progress())
    assert seeds == [1, 2, 3]
    StandardSet(1, LOOPS.specification).file(Progress())
    assert seeds == [1, 2, 3, 1]


def test_an_interrupted_set_leaves_no_file(folder, monkeypatch):
    monkeypatch.setattr(standard, "generate_puzzle", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        LOOPS.file(Progress())
    assert not list(folder.iterdir())


def test_no_two_sets_share_a_row_of_the_table():
    rows = [(one.specification.genre, one.specification.size) for one in STANDARD_SETS]
    assert len(set(rows)) == len(rows)
