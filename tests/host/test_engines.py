"""What this side knows of the engines, against what the gateware knows."""

import re

import pytest

from rowloom.host.engines import (
    KINDS,
    NAMES,
    PREFERRED,
    Size,
    abilities,
    boardless,
    counters,
    engine_name,
    engine_named,
    in_words,
    kind_of,
    soc_config,
    title,
)
from rowloom.host.job import Job, Unsuitable
from rowloom.host.protocol import Capability, Engine, Identity
from rowloom.host.puzzles.slink import Slink
from rowloom.hw.soc.config import ENGINES, SoCConfig
from rowloom.hw.soc.config import Size as BuildSize


def test_sizes_are_those_of_the_gateware():
    assert {kind.unit: kind.largest for kind in KINDS.values()} == ENGINES


def test_a_genre_that_no_board_solves():
    message = "no board solves slink; take a software engine: --engine sat or --engine z3 or --engine slink"
    assert boardless("slink") == message
    fast = Capability(1, Engine.FAST, 64, 36)
    board = Identity(1, 8, b"build...", 50_000_000, 1_000_000, 0, 0, False, (fast,))
    with pytest.raises(Unsuitable, match=f"^{message}$"):
        Job(Slink("square", 2, 2, ((2, 2), (2, 2)))).pose(board)


def test_every_engine_has_its_place():
    assert sorted(PREFERRED) == list(Engine) == sorted({engine for _, engine in KINDS})


@pytest.mark.parametrize("engine, name, words", [
    (Engine.CHECKER, "checker", "checker"), (Engine.FAST, "fast", "fast engine"),
    (Engine.STEPS, "steps", "fast engine in steps"), (Engine.SCAN, "scan", "scan engine"), (9, "engine 9", "engine 9"),
])  # fmt: skip
def test_names(engine, name, words):
    assert (engine_name(engine), title(engine)) == (name, words)


def test_engines_by_name():
    assert [engine_named(name) for name in NAMES] == list(Engine)
    message = "there is no engine 'slow'; there are: checker, fast, steps, scan"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        engine_named("slow")


@pytest.mark.parametrize("genre, engine, counts, named", [
    (1, 1, (1, 2, 3), {"nodes": 1, "backs": 2, "candidates": 3}),
    (1, 2, (1, 2, 3, 4, 5, 6, 7),
     {"nodes": 1, "probes": 2, "visits": 3, "sweeping": 4, "joining": 5, "flooding": 6, "probing": 7}),
    (2, 2, (1, 2, 3, 4), {"nodes": 1, "guesses": 2, "rounds": 3, "clocks": 4}),
    (2, 3, (1, 2, 3, 4), {"nodes": 1, "guesses": 2, "rounds": 3, "clocks": 4}),
    (1, 1, (1, 2, 3, 4), {"nodes": 1, "backs": 2, "candidates": 3}),
    (1, 2, (1,), {"nodes": 1}),
    (1, 9, (1, 2), {"nodes": 1}),
    (9, 1, (1, 2), {"nodes": 1}),
    (1, 1, (), {}),
])  # fmt: skip
def test_counters(genre, engine, counts, named):
    """A firmware of another time may count more, or less."""
    assert counters(genre, engine, counts) == named


def test_abilities():
    told = abilities([
        Capability(1, 2, 64, 36), Capability(2, 3, 9, 9), Capability(2, 4, 121, 121), Capability(9, 8, 7, 6)
    ])
    assert told == [
        {"genre": "slitherlink", "engine": "fast", "rows": 64, "cols": 36},
        {"genre": "sudoku", "engine": "steps", "rows": 9, "cols": 9},
        {"genre": "sudoku", "engine": "scan", "rows": 121, "cols": 121},
        {"genre": "genre 9", "engine": "engine 8", "rows": 7, "cols": 6},
    ]
    assert [in_words(one) for one in told] == [
        "slitherlink up to 64x36 (fast)", "sudoku 9x9 (steps)", "sudoku up to 121x121 (scan)",
        "genre 9 up to 7x6 (engine 8)",
    ]  # fmt: skip


@pytest.mark.parametrize("genre, engine, size, fits", [
    (1, Engine.FAST, (9, 8), True), (1, Engine.FAST, (9, 10), False), (9, 9, (4, 4), True),
    (2, Engine.FAST, (9, 9), True), (2, Engine.FAST, (4, 4), False), (2, Engine.STEPS, (4, 4), False),
    (2, Engine.SCAN, (4, 4), True), (2, Engine.SCAN, (16, 16), False),
])  # fmt: skip
def test_what_fits_a_build_for_9x9(genre, engine, size, fits):
    assert kind_of(genre, engine).fits(Size(9, 9), Size(*size)) == fits


@pytest.mark.parametrize("other, fits", [
    ((3, 5), True), ((1, 1), True), ((4, 5), False), ((3, 6), False), ((5, 3), False),
])  # fmt: skip
def test_what_a_size_holds(other, fits):
    assert Size(3, 5).holds(Size(*other)) == fits
    assert Size(5, 3).holds(Size(*other).turned) == fits


@pytest.mark.parametrize("capabilities, units", [
    ([(1, Engine.CHECKER, 3, 4)], {"checker": (3, 4)}),
    ([(1, Engine.FAST, 5, 6)], {"deducer": (5, 6)}),
    ([(1, Engine.FAST, 5, 6), (1, Engine.CHECKER, 3, 4)], {"checker": (3, 4), "deducer": (5, 6)}),
    ([(2, Engine.FAST, 9, 9), (2, Engine.STEPS, 9, 9)], {"sudoku": 3}),
    ([(2, Engine.FAST, 4, 4), (2, Engine.SCAN, 121, 121), (1, Engine.CHECKER, 3, 4)],
     {"sudoku": 2, "scan": 11, "checker": (3, 4), "rom_bytes": 1 << 15, "ram_bytes": 1 << 16}),
])  # fmt: skip
def test_builds(capabilities, units):
    units = {name: value if isinstance(value, int) else BuildSize(*value) for name, value in units.items()}
    expected = SoCConfig(**{"checker": None, "deducer": None, **units}, clock_hz=48_000_000)
    assert soc_config([Capability(*one) for one in capabilities], clock_hz=48_000_000) == expected


def test_builds_that_cannot_be():
    with pytest.raises(ValueError, match=r"^the deducer takes 1 to 64 rows, not 65$"):
        soc_config([Capability(1, Engine.FAST, 65, 3)])
