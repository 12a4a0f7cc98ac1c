"""Puzzles made on a board: the same ones as on this computer."""

from contextlib import closing
from functools import partial

import pytest

from rowloom.host.generate import Specification
from rowloom.host.generate.making import boards_make, made_on_board, make
from rowloom.host.link import SimulatorLink
from rowloom.host.pipeline import solve
from rowloom.host.session import Session
from rowloom.hw.soc.config import SoCConfig
from rowloom.sim import Simulator
from support.puzzles import solutions

SPECIFICATIONS = [
    *(Specification("slitherlink", 6, 7, level) for level in ("easy", "normal", "any")),
    pytest.param(Specification("slitherlink", 6, 7, "hard"), marks=pytest.mark.slow, id="hard"),
    Specification("slitherlink", 8, 8, "normal", "rotate90"),
    Specification("slitherlink", 7, 5, "any", "mirror", least=18, most=21),
    Specification("slitherlink", 8, 8, "easy", mask=frozenset(divmod(cell, 8) for cell in range(64) if cell % 9)),
    Specification("sudoku", 4, 4, "any"),
    Specification("sudoku", 4, 4, "any", "diagonal"),
    Specification("sudoku", 4, 4, "easy"),
]


@pytest.fixture(scope="module")
def board():
    config = SoCConfig.of("deducer:12x11", "parallel:4x4", bit_rate=10_000_000)
    with Simulator(config) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as link:
        yield Session(link, 60, 3)


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_the_same_puzzles(board, specification):
    assert boards_make(specification)
    here = [make(specification, seed) for seed in range(2)]
    there = list(made_on_board(specification, range(2), partial(solve, board)))
    assert [made.puzzle for made in there] == [made.puzzle for made in here]
    for made, same in zip(there, here):
        assert solutions(made.puzzle) == [made.solution] == [same.solution]
        assert made.cycles and made.clock and not same.cycles
        assert made.checks == same.checks
        assert (made.grade and made.grade.level) == (same.grade and same.grade.level)


def test_what_is_not_to_be_had(board, monkeypatch):
    monkeypatch.setattr("rowloom.host.generate.recipe._ATTEMPTS", 3)
    specification = Specification("slitherlink", 1, 2, "hard")
    error, = made_on_board(specification, [1], partial(solve, board))
    assert isinstance(error, ValueError) and "1x2" in str(error)


def test_what_boards_do_not_make():
    assert not any(map(boards_make, (
        Specification("sudoku", 16, 16), Specification("slink", 5, 5), Specification("canal", 5, 5))))
