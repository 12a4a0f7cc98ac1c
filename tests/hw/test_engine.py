"""Descriptions of engines: sizes, options, and what a build has of them."""

import pytest

from rowloom.engines.engine import Counter, Engine, EngineError, Genre, Option, Orders, Size, UpTo

GENRE = Genre("tents", 77, puzzle_bytes=lambda size: size.rows * size.cols, solution_bytes=lambda size: size.rows)


def engine(**fields):
    return Engine(**{
        "name": "camper", "genre": GENRE, "number": 3, "summary": "puts up tents", "sizes": UpTo(20, 30),
        "usual": Size(5, 6), "peripheral": "nowhere:Nothing", "firmware": "camper.c",
        "counters": (Counter("nodes", "nodes of the search"),), **fields})


OPTIONS = (
    Option("words", "words of memory", 64, lambda size: range(4 * size.rows, 100)),
    Option("lanes", "how many at once", 1, lambda size: range(1, 3), for_firmware=True),
)


@pytest.mark.parametrize("text, size", [("10x10", Size(10, 10)), ("64x36", Size(64, 36)), ("0x007", Size(0, 7))])
def test_sizes_as_text(text, size):
    assert Size.parse(text) == size
    assert Size.parse(str(size)) == size


@pytest.mark.parametrize("text", ["", "10", "x10", "10x", "-1x3", "3x3x3", " 3x3", "3X3", "3x3\n"])
def test_texts_that_are_no_size(text):
    with pytest.raises(ValueError) as caught:
        Size.parse(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("other, holds", [
    ((3, 5), True), ((1, 1), True), ((4, 5), False), ((3, 6), False), ((5, 3), False),
])
def test_what_a_size_holds(other, holds):
    assert Size(3, 5).holds(Size(*other)) == holds
    assert Size(5, 3).holds(Size(*other).turned) == holds


@pytest.mark.parametrize("sizes, size, words", [
    (UpTo(20, 30), (0, 3), "1 to 20 rows, not 0"),
    (UpTo(20, 30), (21, 3), "1 to 20 rows, not 21"),
    (UpTo(20, 30), (3, 0), "1 to 30 columns, not 0"),
    (UpTo(20, 30), (3, 31), "1 to 30 columns, not 31"),
    (Orders(2, 4), (9, 4), "not 9x4"),
    (Orders(2, 4), (8, 8), "not 8x8"),
    (Orders(2, 4), (1, 1), "4x4 to 16x16, not 1x1"),
    (Orders(2, 4), (25, 25), "4x4 to 16x16, not 25x25"),
])
def test_sizes_that_cannot_be_built(sizes, size, words):
    with pytest.raises(EngineError, match=words):
        engine(sizes=sizes).instance(Size(*size))


@pytest.mark.parametrize("sizes, size, parameters", [
    (UpTo(20, 30), (1, 1), {"rows": 1, "cols": 1}), (UpTo(20, 30), (20, 30), {"rows": 20, "cols": 30}),
    (Orders(2, 4), (4, 4), {"order": 2}), (Orders(2, 4), (16, 16), {"order": 4}),
])
def test_sizes_as_parameters(sizes, size, parameters):
    instance = engine(sizes=sizes).instance(Size(*size))
    assert instance.parameters == parameters
    assert instance.for_firmware().items() >= {**parameters, "rows": size[0], "cols": size[1]}.items()


@pytest.mark.parametrize("sizes, largest", [(UpTo(20, 30), Size(20, 30)), (Orders(2, 4), Size(16, 16))])
def test_the_largest_size(sizes, largest):
    assert sizes.largest == largest
    engine(sizes=sizes).instance(largest)


@pytest.mark.parametrize("sizes, size, fits", [
    (UpTo(20, 30), (9, 8), True), (UpTo(20, 30), (9, 10), False),
    (Orders(2, 4), (4, 4), True), (Orders(2, 4), (9, 9), True), (Orders(2, 4), (16, 16), False),
    (Orders(2, 4, exact=True), (9, 9), True), (Orders(2, 4, exact=True), (4, 4), False),
])
def test_what_fits_a_build_for_9x9(sizes, size, fits):
    one = engine(sizes=sizes)
    assert one.fits(Size(9, 9), Size(*size)) == fits
    assert one.takes(Size(9, 9)) == ("9x9" if sizes.exact else "up to 9x9")


def test_options():
    one = engine(options=OPTIONS)
    usual, chosen = one.instance(Size(5, 6)), one.instance(Size(5, 6), words=80, lanes=2)
    assert (str(usual), str(chosen)) == ("camper:5x6", "camper:5x6,words=80,lanes=2")
    assert usual.parameters == {"rows": 5, "cols": 6, "words": 64, "lanes": 1}
    assert chosen.parameters == {"rows": 5, "cols": 6, "words": 80, "lanes": 2}
    # The firmware is compiled for some only.
    assert chosen.for_firmware() == {"genre": 77, "number": 3, "rows": 5, "cols": 6, "lanes": 2}


@pytest.mark.parametrize("options, words", [
    ({"words": 19}, "words from 20 to 99, not 19"), ({"words": 100}, "not 100"), ({"lanes": 0}, "lanes from 1 to 2"),
    ({"speed": 2}, "'speed'; it has words, lanes"),
])
def test_options_that_cannot_be_had(options, words):
    with pytest.raises(EngineError, match=words):
        engine(options=OPTIONS).instance(Size(5, 6), **options)


def test_an_engine_without_options():
    with pytest.raises(EngineError, match="'words'"):
        engine().instance(Size(5, 6), words=64)


@pytest.mark.parametrize("size, puzzle, solution", [((5, 6), 30, 5), ((20, 6), 36, 6), ((20, 30), 42, 6)])
def test_room_for_puzzles_that_pass_whole(size, puzzle, solution):
    """Larger ones are never in the buffers."""
    instance = engine(whole=Size(6, 7)).instance(Size(*size))
    assert (instance.puzzle_bytes, instance.solution_bytes) == (puzzle, solution)
