"""What this side knows of the engines, against what the gateware knows."""

import re

import pytest

from rowloom.host.engines import (
    LARGEST,
    NAMES,
    Size,
    abilities,
    counters,
    engine_name,
    engine_named,
    in_words,
    soc_config,
    title,
)
from rowloom.host.protocol import Capability, Engine
from rowloom.hw.soc.config import ENGINES, SoCConfig
from rowloom.hw.soc.config import Size as BuildSize


def test_sizes_are_those_of_the_gateware():
    units = {Engine.CHECKER: "checker", Engine.FAST: "deducer"}
    assert {engine: ENGINES[unit] for engine, unit in units.items()} == LARGEST


@pytest.mark.parametrize("engine, name, words", [
    (Engine.CHECKER, "checker", "checker"), (Engine.FAST, "fast", "fast engine"), (9, "engine 9", "engine 9"),
])  # fmt: skip
def test_names(engine, name, words):
    assert (engine_name(engine), title(engine)) == (name, words)


def test_engines_by_name():
    assert [engine_named(name) for name in NAMES] == list(Engine)
    message = "there is no engine 'slow'; there are: checker, fast"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        engine_named("slow")


@pytest.mark.parametrize("engine, counts, named", [
    (1, (1, 2, 3), {"nodes": 1, "backs": 2, "candidates": 3}),
    (2, (1, 2, 3, 4, 5, 6, 7),
     {"nodes": 1, "probes": 2, "visits": 3, "sweeping": 4, "joining": 5, "flooding": 6, "probing": 7}),
    (1, (1, 2, 3, 4), {"nodes": 1, "backs": 2, "candidates": 3}),
    (2, (1,), {"nodes": 1}),
    (9, (1, 2), {"nodes": 1}),
    (1, (), {}),
])  # fmt: skip
def test_counters(engine, counts, named):
    """A firmware of another time may count more, or less."""
    assert counters(engine, counts) == named


def test_abilities():
    told = abilities([Capability(1, 2, 64, 36), Capability(9, 8, 7, 6)])
    assert told == [
        {"genre": "slitherlink", "engine": "fast", "rows": 64, "cols": 36},
        {"genre": "genre 9", "engine": "engine 8", "rows": 7, "cols": 6},
    ]
    assert [in_words(one) for one in told] == ["slitherlink up to 64x36 (fast)", "genre 9 up to 7x6 (engine 8)"]


@pytest.mark.parametrize("other, fits", [
    ((3, 5), True), ((1, 1), True), ((4, 5), False), ((3, 6), False), ((5, 3), False),
])  # fmt: skip
def test_what_a_size_holds(other, fits):
    assert Size(3, 5).holds(Size(*other)) == fits
    assert Size(5, 3).holds(Size(*other).turned) == fits


@pytest.mark.parametrize("sizes, checker, deducer", [
    ({Engine.CHECKER: (3, 4)}, (3, 4), None),
    ({Engine.FAST: (5, 6)}, None, (5, 6)),
    ({Engine.FAST: (5, 6), Engine.CHECKER: (3, 4)}, (3, 4), (5, 6)),
])  # fmt: skip
def test_builds(sizes, checker, deducer):
    assert soc_config(sizes, clock_hz=48_000_000) == SoCConfig(
        checker and BuildSize(*checker), deducer and BuildSize(*deducer), clock_hz=48_000_000)


def test_builds_that_cannot_be():
    with pytest.raises(ValueError, match=r"^the deducer takes 1 to 64 rows, not 65$"):
        soc_config({Engine.FAST: (65, 3)})
