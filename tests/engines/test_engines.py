"""The descriptions of engines, with their sizes and options, and the engines in the catalogue."""

from dataclasses import replace

import pytest

from rowloom.engines.catalogue import ENGINES, FAST, find, parse, register
from rowloom.engines.config import SoCConfig
from rowloom.engines.engine import Counter, Engine, EngineError, Genre, Option, Orders, Size, UpTo
from rowloom.hw.soc.top import bus_map_of

GENRE = Genre("tents", 77, puzzle_bytes=lambda size: size.rows * size.cols, solution_bytes=lambda size: size.rows)
OPTIONS = (
    Option("words", "words of memory", 64, lambda size: range(4 * size.rows, 100)),
    Option("lanes", "parallel lanes", 1, lambda size: range(1, 3), for_firmware=True),
)
SIZES, ORDERS = UpTo(20, 30), Orders(2, 4)
every_engine = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)


def camper(**fields):
    return Engine(**{
        "name": "camper", "genre": GENRE, "number": 3, "summary": "puts up tents", "sizes": SIZES,
        "usual": Size(5, 6), "peripheral": "nowhere:Nothing", "firmware": "camper.c",
        "counters": (Counter("nodes", "nodes of the search"),), **fields})


@pytest.mark.parametrize("text, size", [("10x10", Size(10, 10)), ("64x36", Size(64, 36)), ("0x007", Size(0, 7))])
def test_sizes_as_text(text, size):
    assert Size.parse(text) == Size.parse(str(size)) == size


@pytest.mark.parametrize("text", ["", "10", "x10", "10x", "-1x3", "3x3x3", " 3x3", "3X3", "3x3\n"])
def test_invalid_sizes(text):
    with pytest.raises(ValueError) as caught:
        Size.parse(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("fields, size, options, words", [
    ({}, (0, 3), {}, "1 to 20 rows, not 0"), ({}, (21, 3), {}, "1 to 20 rows, not 21"),
    ({}, (3, 0), {}, "1 to 30 columns, not 0"), ({"sizes": ORDERS}, (9, 4), {}, "not 9x4"),
    ({"sizes": ORDERS}, (8, 8), {}, "not 8x8"), ({"sizes": ORDERS}, (1, 1), {}, "4x4 to 16x16, not 1x1"),
    ({"options": OPTIONS}, (5, 6), {"lanes": 0}, "lanes must be 1 to 2"),
    ({}, (5, 6), {"words": 64}, "'words': it has no options"),
])
def test_builds_that_are_impossible(fields, size, options, words):
    with pytest.raises(EngineError, match=words):
        camper(**fields).instance(Size(*size), **options)


@pytest.mark.parametrize("sizes, size, parameters", [
    (SIZES, (1, 1), {"rows": 1, "cols": 1}), (SIZES, SIZES.largest, {"rows": 20, "cols": 30}),
    (ORDERS, (4, 4), {"order": 2}), (ORDERS, ORDERS.largest, {"order": 4}),
])
def test_sizes_as_parameters(sizes, size, parameters):
    instance = camper(sizes=sizes).instance(Size(*size))
    assert instance.parameters == parameters
    assert instance.for_firmware().items() >= {**parameters, "rows": size[0], "cols": size[1]}.items()


@pytest.mark.parametrize("sizes, size, fits", [
    (SIZES, (9, 8), True), (SIZES, (9, 10), False),
    (ORDERS, (4, 4), True), (ORDERS, (9, 9), True), (ORDERS, (16, 16), False),
    (Orders(2, 4, exact=True), (9, 9), True), (Orders(2, 4, exact=True), (4, 4), False),
])
def test_puzzles_that_fit_a_build_of_9x9(sizes, size, fits):
    engine = camper(sizes=sizes)
    assert engine.fits(Size(9, 9), Size(*size)) == fits
    assert engine.takes(Size(9, 9)) == ("9x9" if sizes.exact else "up to 9x9")


def test_options():
    engine = camper(options=OPTIONS)
    usual, chosen = engine.instance(Size(5, 6)), engine.instance(Size(5, 6), words=80, lanes=2)
    assert (str(usual), str(chosen)) == ("camper:5x6", "camper:5x6,words=80,lanes=2")
    assert usual.parameters == {"rows": 5, "cols": 6, "words": 64, "lanes": 1}
    assert chosen.parameters == {"rows": 5, "cols": 6, "words": 80, "lanes": 2}
    assert chosen.for_firmware() == {"genre": 77, "number": 3, "rows": 5, "cols": 6, "lanes": 2}


@pytest.mark.parametrize("size, puzzle, solution", [((5, 6), 30, 5), ((20, 6), 36, 6), ((20, 30), 42, 6)])
def test_buffers_hold_puzzles_that_are_sent_whole(size, puzzle, solution):
    instance = camper(whole=Size(6, 7)).instance(Size(*size))
    assert (instance.puzzle_bytes, instance.solution_bytes) == (puzzle, solution)


@pytest.mark.parametrize("text, parsed", [
    *((text, text) for text in (
        "checker:12x7", "deducer:60x30", "deducer:20x30,words=1024", "parallel:4x4", "parallel:9x9", "scan:4x4",
        "scan:225x225", "scan:81x81,subsets=9")),
    *((name, f"{name}:{engine.usual}") for name, engine in ENGINES.items()),
    ("deducer:64x36,words=512", "deducer:64x36"), ("deducer:12X7,WORDS=600", "deducer:12x7,words=600"),
])
def test_parse(text, parsed):
    instance, = parse([text])
    assert str(instance) == parsed


@pytest.mark.parametrize("texts, words", [
    (["chess:8x8"], ("'chess'", "checker, deducer, parallel, scan")),
    (["fast:9x9"], ("'fast'",)), (["checker:10"], ("checker:10", "'10'")), (["checker:-1x3"], ("'-1x3'",)),
    (["checker:"], ("''",)), (["checker:10x33"], ("checker", "1 to 32 columns", "33")),
    (["parallel:16x16"], ("parallel", "4x4 to 9x9", "16x16")), (["scan:256x256"], ("scan", "225x225", "256x256")),
    (["deducer:3x3,words=15"], ("words", "16 to 65535", "15")),
    (["deducer:64x3,words=259"], ("words", "260 to 65535", "259")),
    (["deducer:3x3,words=65536"], ("words", "65536")), (["deducer:3x3,words"], ("'words'",)),
    (["deducer:3x3,words=many"], ("'words=many'",)), (["deducer:3x3,words=-1"], ("'words=-1'",)),
    (["deducer:3x3,speed=2"], ("'speed'", "it has only words")),
    (["deducer:3x3,words=16,words=17"], ("words is given twice",)),
    (["scan:9x9,subsets=16"], ("subsets", "0 to 15", "16")), (["checker:3x3,words=2"], ("checker", "'words'")),
    (["deducer:3x3", "checker:3x3", "deducer:4x4"], ("deducer", "twice")),
])
def test_texts_that_cannot_be_parsed(texts, words):
    with pytest.raises(EngineError) as caught:
        parse(texts)
    assert all(word in str(caught.value) for word in words)


def test_register_and_find(monkeypatch):
    monkeypatch.setattr("rowloom.engines.catalogue.ENGINES", dict(ENGINES))
    scan = ENGINES["scan"]
    for name in ("scan", FAST):
        with pytest.raises(EngineError, match=f"'{name}'"):
            register(replace(scan, name=name, number=99))
    with pytest.raises(EngineError, match="number 4 of sudoku already belongs to the scan engine"):
        register(replace(scan, name="another"))
    assert find(2, 99) is find(99, 1) is None
    register(replace(scan, name="another", number=99))
    assert find(2, 99).name == "another"


@every_engine
def test_sizes_in_descriptions_can_be_built(engine):
    assert find(engine.genre.number, engine.number) is engine
    for size in (engine.usual, engine.sizes.largest, *(default.size for default in engine.on_boards if default.size)):
        assert engine.sizes.largest.holds(size)
        engine.instance(size)
        for shares in (0, 0), (0.3, 0.5), (0.9, 1), (1, 0.1):
            smaller = engine.smaller(size, *shares)
            assert size.holds(smaller)
            engine.instance(smaller)


@every_engine
def test_gateware_agrees_with_its_description(engine):
    """The firmware increments the first counters of an engine's list, and the gateware increments the rest."""
    unit = engine.instance(Size(4, 4)).peripheral()
    by_firmware = len(engine.counters) - len(unit.counters)
    assert list(unit.counters) == [counter.name for counter in engine.counters[by_firmware:]]
    assert engine.counters[0].name == "nodes"
    units = {register.unit for register in bus_map_of(SoCConfig.of(f"{engine.name}:4x4")).registers}
    assert units == {"identity", "port", "timer", "leds", "crc", engine.name}
