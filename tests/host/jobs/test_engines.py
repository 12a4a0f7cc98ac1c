"""The choice of a board's engine for a puzzle, the sizes that fit, and messages."""

import re

import pytest

from rowloom.engines.catalogue import ENGINES, FAST
from rowloom.engines.engine import Size
from rowloom.errors import Unsuitable
from rowloom.host.jobs.engines import (
    abilities,
    can_be_built_for,
    choose,
    describe_capability,
    engine_of,
    engines_for,
)
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.wire.protocol import Capability
from support.puzzles import blank

CHECKER, DEDUCER = Capability(1, 1, 10, 10), Capability(1, 2, 12, 5)
PARALLEL, SCAN = Capability(2, 2, 9, 9), Capability(2, 4, 36, 36)
UNKNOWN = Capability(1, 9, 10, 10)
CANAL = blank(Canal, 1, 1)


def loop(rows, cols):
    return blank(Slitherlink, rows, cols)


def sudoku(order):
    return Sudoku("sudoku", order**2, order**2, ((0,) * order**2,) * order**2)


def slink(rows, cols):
    return Slink("slink", rows, cols, ((2,) * cols,) * rows)


def test_engines_for_a_size():
    for genre, rows, cols, names in (
        ("slitherlink", 33, 5, ["deducer"]), ("slitherlink", 36, 64, ["deducer"]), ("slitherlink", 65, 1, []),
        ("slink", 32, 32, ["deducer", "checker"]), ("sudoku", 9, 9, ["parallel", "scan"]),
        ("sudoku", 225, 225, ["scan"]),
    ):  # fmt: skip
        assert [one.name for one in engines_for(genre) if can_be_built_for(one, Size(rows, cols))] == names


@pytest.mark.parametrize("genre, names", [
    ("slitherlink", ["deducer", "checker"]), ("slink", ["deducer", "checker"]), ("sudoku", ["parallel", "scan"]),
    ("smullyan", ["dynasty"]), ("canal", ["canal"]), ("golf", []),
])  # fmt: skip
def test_the_engines_of_a_genre_begin_with_the_fast_engine(genre, names):
    assert [engine.name for engine in engines_for(genre)] == names
    assert engine_of(genre, FAST) is engine_of(genre, "".join(names[:1])) is (ENGINES[names[0]] if names else None)
    assert engine_of(genre, "parallel") is (ENGINES["parallel"] if genre == "sudoku" else None)


def test_abilities():
    found = abilities([DEDUCER, PARALLEL, SCAN, Capability(9, 8, 7, 6)])
    assert [tuple(one.values()) for one in found] == [
        ("slitherlink", "deducer", 12, 5), ("sudoku", "parallel", 9, 9), ("sudoku", "scan", 36, 36),
        ("genre 9", "engine 8", 7, 6),
    ]  # fmt: skip
    assert [describe_capability(one) for one in found] == [
        "slitherlink up to 12x5 (deducer)", "sudoku 9x9 (parallel)", "sudoku up to 36x36 (scan)",
        "genre 9 up to 7x6 (engine 8)",
    ]  # fmt: skip


@pytest.mark.parametrize("puzzle, engines, asked, taken, turned", [
    (loop(5, 5), [CHECKER, DEDUCER], None, "deducer", False),
    (loop(5, 5), [CHECKER, DEDUCER], "checker", "checker", False),
    (loop(5, 12), [CHECKER, DEDUCER], None, "deducer", True),
    (loop(10, 6), [CHECKER, DEDUCER], None, "checker", False),
    (loop(5, 5), [UNKNOWN, DEDUCER], None, "deducer", False),
    (slink(5, 12), [PARALLEL, DEDUCER], None, "deducer", True),
    (sudoku(3), [PARALLEL, SCAN], None, "parallel", False),
    (sudoku(3), [PARALLEL, SCAN], "scan", "scan", False),
    (sudoku(2), [PARALLEL, SCAN], None, "scan", False),
])  # fmt: skip
@pytest.mark.parametrize("backwards", [False, True])
def test_the_engine_that_is_chosen(puzzle, engines, asked, taken, turned, backwards):
    engine, is_turned = choose(puzzle, engines[:: -1 if backwards else 1], asked)
    assert (engine.name, is_turned) == (taken, turned)


@pytest.mark.parametrize("puzzle, engines, asked, message", [
    (loop(37, 37), [CHECKER, DEDUCER], None, "37x37 is too large: no build solves more than 64x36"),
    (loop(33, 1), [CHECKER, DEDUCER], "checker", "33x1 is too large: no build solves more than 32x32"),
    (loop(30, 60), [CHECKER, DEDUCER], None, "30x60 is too large for this build, which solves up to 12x5 or up to"),
    (loop(5, 5), [CHECKER], "fast", "no deducer engine"),
    (loop(5, 5), [PARALLEL], None, "does not solve slitherlink"),
    (loop(5, 5), [UNKNOWN], None, "does not know"),
    (sudoku(2), [PARALLEL], None, "4x4 is too small for this build, which solves 9x9:"),
    (sudoku(4), [PARALLEL], "fast", "16x16 is too large: no build solves more than 9x9"),
    (sudoku(7), [PARALLEL, SCAN], None, "49x49 is too large for this build, which solves 9x9 or up to 36x36:"),
    (sudoku(3), [PARALLEL, SCAN], "checker", "no checker engine"),
    (slink(2, 2), [CHECKER], "fast", "no deducer engine for slink"),
    (blank(Smullyan, 1, 1), [CHECKER], None, "this build does not solve smullyan"),
])  # fmt: skip
def test_puzzles_that_no_engine_accepts(puzzle, engines, asked, message):
    with pytest.raises(Unsuitable, match=re.escape(message)):
        choose(puzzle, engines, asked)
