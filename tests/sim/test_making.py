"""Puzzles made on a board: the same ones as on this computer."""

import random
from functools import partial
from itertools import product

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.host import formats
from rowloom.host.generate import DIFFICULTIES, SYMMETRIES, Specification
from rowloom.host.generate.making import boards_make, made_on_board, make
from rowloom.host.link.pipeline import solve
from support.puzzles import solutions
from support.simulated import simulated


def draft(text):
    puzzle, = formats.read(text, "draft")
    return puzzle


UNIQUE = draft("smullyan 4 5\n9 2 ? . 2\n2 4 . 3 1\n2 2 . 2 1\n1 ? . 4 .\n")
SEVERAL = draft("smullyan 4 5\n9 . ? . .\n. 4 . . .\n. . . . .\n. . . 4 .\n")
"""With a clue of unknown value, and one that cannot be true."""

CANAL = draft("canal 4 5\n. 3 . . .\n. . . . .\n. . . . .\n. . . . .\n")

MASK = frozenset(divmod(cell, 8) for cell in range(64) if cell % 9)

SPECIFICATIONS = [
    *(Specification("slitherlink", 6, 7, level) for level in ("easy", "normal", "any")),
    pytest.param(Specification("slitherlink", 6, 7, "hard"), marks=pytest.mark.slow, id="hard"),
    Specification("slitherlink", 8, 8, "normal", "rotate90"),
    Specification("slitherlink", 7, 5, "any", "mirror", least=18, most=21),
    Specification("slitherlink", 8, 8, "easy", mask=MASK),
    *(Specification("smullyan", 6, 7, level) for level in ("easy", "normal", "hard", "any")),
    Specification("smullyan", 8, 8, "any", "rotate90"),
    Specification("smullyan", 7, 5, "normal", "mirror", least=14, most=20),
    Specification("smullyan", 8, 8, "easy", mask=MASK),
    pytest.param(Specification("smullyan", 4, 5, "any", least=8, draft=UNIQUE), id="unique-draft"),
    pytest.param(Specification("smullyan", 4, 5, "any", least=8, draft=SEVERAL), id="draft"),
    Specification("smullyan", 1, 8, "any"),
    *(Specification("canal", 6, 7, level) for level in ("easy", "normal", "hard", "any")),
    Specification("canal", 8, 8, "any", "rotate90"),
    Specification("canal", 7, 5, "normal", "mirror", least=8, most=16),
    Specification("canal", 8, 8, "easy", mask=MASK),
    pytest.param(Specification("canal", 4, 5, "any", draft=CANAL), id="canal-draft"),
    Specification("canal", 1, 8, "any"),
    Specification("sudoku", 4, 4, "any"),
    Specification("sudoku", 4, 4, "any", "diagonal"),
    Specification("sudoku", 4, 4, "easy"),
    *(Specification("sudoku", 4, 4, "easy", symmetry) for symmetry in ("rotate", "both", "all")),
]


@pytest.fixture(scope="module")
def board(four_genres):
    with simulated(four_genres) as session:
        yield session


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


@pytest.mark.slow  # minutes each
@pytest.mark.parametrize("engine, genre", [("canal", "canal"), ("dynasty", "smullyan")])
def test_many_of_the_same_puzzles(engine, genre):
    """400, of all sizes up to 10x10."""
    rng = random.Random(0)
    config = SoCConfig.of(f"{engine}:10x10", bit_rate=10_000_000)
    with simulated(config) as board:
        for number in range(100):
            rows, cols = rng.randint(3, 10), rng.randint(3, 10)
            level, symmetry = rng.choice((
                ("easy", "none"), ("any", "none"), ("any", "rotate"), ("any", "flip"),
                *((level, "none") for level in ("normal", "hard") if rows * cols > 50)))
            specification = Specification(genre, rows, cols, level, symmetry)
            seeds = range(4 * number, 4 * number + 4)
            there = made_on_board(specification, seeds, partial(solve, board))
            assert [made.puzzle for made in there] == [make(specification, seed).puzzle for seed in seeds]


@pytest.mark.slow  # minutes each
@pytest.mark.parametrize("name, rows, cols", [
    ("deducer:10x10", 7, 7), ("dynasty:10x10", 7, 7), ("canal:10x10", 7, 7), ("parallel:9x9", 9, 9),
])  # fmt: skip
def test_all_symmetries_and_difficulties(name, rows, cols):
    """And what is made is never harder than asked for."""
    config = SoCConfig.of(name, bit_rate=10_000_000)
    genre, seeds = config.engines[0].engine.genre.name, range(3)
    with simulated(config) as board:
        for symmetry, level in product(SYMMETRIES, DIFFICULTIES):
            specification = Specification(genre, rows, cols, level, symmetry)
            there = list(made_on_board(specification, seeds, partial(solve, board)))
            for seed, one in zip(seeds, there, strict=True):
                try:
                    here = make(specification, seed)
                except ValueError as error:
                    assert str(error) == str(one)
                else:
                    assert one.puzzle == here.puzzle and one.checks == here.checks
                    assert level == "any" or one.grade.level == level


def test_what_is_not_to_be_had(board, monkeypatch):
    monkeypatch.setattr("rowloom.host.generate.recipe._ATTEMPTS", 3)
    specification = Specification("slitherlink", 1, 2, "hard")
    error, = made_on_board(specification, [1], partial(solve, board))
    assert isinstance(error, ValueError) and "1x2" in str(error)


def test_what_boards_do_not_make():
    assert not any(map(boards_make, (
        Specification("sudoku", 16, 16), Specification("slink", 5, 5),
        Specification("canal", 1, 3, draft=draft("canal 1 3\n? . 1\n")))))
