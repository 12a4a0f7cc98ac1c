"""The engines that there are: found by what they are called, and described as their gateware is."""

from dataclasses import replace

import pytest
from amaranth.hdl import Fragment

from rowloom.engines.catalogue import ENGINES, FAST, find, parse, register
from rowloom.engines.config import SoCConfig
from rowloom.engines.engine import EngineError
from rowloom.hw.soc.top import bus_map_of


@pytest.fixture
def engines(monkeypatch):
    """ENGINES, which is as before when the test is over."""
    monkeypatch.setattr("rowloom.engines.catalogue.ENGINES", dict(ENGINES))


@pytest.mark.parametrize("text", [
    "checker:12x7", "deducer:60x30", "deducer:20x30,words=1024", "parallel:4x4", "parallel:9x9", "scan:4x4",
    "scan:225x225", "scan:81x81,subsets=9",
])
def test_parsed_and_written(text):
    instance, = parse([text])
    assert str(instance) == text


def test_what_is_left_out_is_usual():
    for name, engine in ENGINES.items():
        assert parse([name]) == (engine.instance(engine.usual),)
    assert str(*parse(["deducer:64x36,words=512"])) == "deducer:64x36"


def test_capitals():
    assert parse(["deducer:12X7,WORDS=600"]) == parse(["deducer:12x7,words=600"])


@pytest.mark.parametrize("texts, words", [
    (["chess:8x8"], ("'chess'", "checker, deducer, parallel, scan")),
    (["fast:9x9"], ("'fast'",)),
    (["checker:10"], ("checker:10", "'10'")),
    (["checker:-1x3"], ("'-1x3'",)),
    (["checker:"], ("''",)),
    (["checker:10x33"], ("checker", "1 to 32 columns", "33")),
    (["parallel:16x16"], ("parallel", "4x4 to 9x9", "16x16")),
    (["scan:256x256"], ("scan", "225x225", "256x256")),
    (["deducer:3x3,words=15"], ("words", "16 to 65535", "15")),
    (["deducer:64x3,words=259"], ("words", "260 to 65535", "259")),
    (["deducer:3x3,words=65536"], ("words", "65536")),
    (["deducer:3x3,words"], ("'words'",)),
    (["deducer:3x3,words=many"], ("'words=many'",)),
    (["deducer:3x3,words=-1"], ("'words=-1'",)),
    (["deducer:3x3,speed=2"], ("'speed'", "it has words")),
    (["scan:9x9,subsets=16"], ("subsets", "0 to 15", "16")),
    (["checker:3x3,words=2"], ("checker", "'words'")),
    (["deducer:3x3", "checker:3x3", "deducer:4x4"], ("deducer", "twice")),
])
def test_what_cannot_be_parsed(texts, words):
    with pytest.raises(EngineError) as caught:
        parse(texts)
    assert all(word in str(caught.value) for word in words)


def test_by_number():
    for engine in ENGINES.values():
        assert find(engine.genre.number, engine.number) is engine
    assert find(1, 99) is None
    assert find(99, 1) is None


def test_a_name_or_a_number_serves_once(engines):
    scan = ENGINES["scan"]
    for name in ("scan", FAST):
        with pytest.raises(EngineError, match=f"'{name}'"):
            register(replace(scan, name=name, number=99))
    with pytest.raises(EngineError, match="number 4 of sudoku is the scan engine's"):
        register(replace(scan, name="another"))
    register(replace(scan, name="another", number=99))
    assert find(2, 99).name == "another"


def test_every_genre_has_one_fast_engine():
    genres = {engine.genre.name for engine in ENGINES.values()}
    assert sorted(engine.genre.name for engine in ENGINES.values() if engine.fast) == sorted(genres)


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_all_that_is_described_can_be_built(engine):
    assert str(engine.instance(engine.sizes.largest))
    for size in (engine.usual, *(default.size for default in engine.on_boards)):
        assert engine.sizes.largest.holds(size)
        engine.instance(size)


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@pytest.mark.parametrize("logic, memory", [(0, 0), (0.3, 0.5), (0.9, 1), (1, 0.1)])
def test_smaller_sizes_are_smaller_and_can_be_built(engine, logic, memory):
    for size in (engine.usual, engine.sizes.largest):
        smaller = engine.smaller(size, logic, memory)
        assert size.holds(smaller)
        engine.instance(smaller)


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_counters_are_those_of_the_gateware(engine):
    """The gateware keeps the last ones, or none; the firmware those before them."""
    unit = engine.instance(engine.usual).peripheral()
    Fragment.get(unit, None)  # Amaranth would warn that it was never elaborated
    kept = len(unit.counters)
    assert list(unit.counters) == [counter.name for counter in engine.counters[len(engine.counters) - kept:]]
    assert engine.counters[0].name == "nodes"


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_the_registers_bear_the_engines_name(engine):
    units = {register.unit for register in bus_map_of(SoCConfig.of(engine.name)).registers}
    assert units == {"identity", "uart", "timer", "leds", "crc", engine.name}
