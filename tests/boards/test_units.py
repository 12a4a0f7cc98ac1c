"""Units as people name them."""

import pytest

from rowloom.boards import BOARDS
from rowloom.boards.units import UnitError, config_of, describe, solved_by, units_of
from rowloom.hw.soc.config import Size, SoCConfig

FAST, CHECKER = "slitherlink:60x30", "checker:12x7"


@pytest.mark.parametrize("units, checker, deducer", [
    ([CHECKER], Size(12, 7), None),
    ([FAST], None, Size(60, 30)),
    ([FAST, CHECKER], Size(12, 7), Size(60, 30)),
    ([CHECKER, FAST], Size(12, 7), Size(60, 30)),
])
def test_sizes(units, checker, deducer):
    config = config_of(units, 48_000_000)
    assert config == SoCConfig(checker, deducer, clock_hz=48_000_000)
    assert set(units_of(config)) == set(units)


@pytest.mark.parametrize("options, lanes, words", [
    ("", 1, 512), (",lanes=2", 2, 512), (",words=1024", 1, 1024), (",lanes=2,words=100", 2, 100),
])
def test_options(options, lanes, words):
    config = config_of([f"slitherlink:20x30{options}"], 50_000_000)
    assert config == SoCConfig(None, Size(20, 30), lanes, words)
    assert units_of(config) == (f"slitherlink:20x30{options}",)


@pytest.mark.parametrize("unit, chosen", [
    ("sudoku:9x9", {"sudoku": 3}), ("sudoku:4x4", {"sudoku": 2}),
    ("sudoku:9x9,peers=1", {"sudoku": 3, "sudoku_peers": 1}),
    ("sudoku-any:4x4", {"scan": 2}), ("sudoku-any:225x225", {"scan": 15}),
    ("sudoku-any:81x81,subsets=9", {"scan": 9, "scan_subsets": 9}),
])
def test_sudoku(unit, chosen):
    config = config_of([unit], 50_000_000)
    assert config == SoCConfig(deducer=None, **chosen)
    assert units_of(config) == (unit,)


def test_what_sudoku_units_solve():
    config = config_of(["sudoku:9x9", "sudoku-any:25x25"], 50_000_000)
    assert describe(config) == "Sudoku 9x9 (fast), Sudoku 9x9 (steps), Sudoku 25x25 (scan)"


def test_what_is_solved():
    config = config_of([FAST, CHECKER], 50_000_000)
    assert solved_by(config) == [
        {"genre": "slitherlink", "engine": "checker", "rows": 12, "cols": 7},
        {"genre": "slitherlink", "engine": "fast", "rows": 60, "cols": 30},
    ]
    assert describe(config) == "Slitherlink 12x7 (checker), Slitherlink 60x30 (fast)"


def test_a_capital_x():
    assert config_of(["checker:12X7"], 50_000_000) == config_of(["checker:12x7"], 50_000_000)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_every_board_has_usual_units(board):
    for size in config_of(board.units, 50_000_000).engines.values():
        assert min(size) >= 10


@pytest.mark.parametrize("units, message", [
    ([], "a build needs a unit, such as slitherlink:64x36 or checker:10x10 or sudoku:9x9 or sudoku-any:25x25"),
    (["chess:8x8"], "there is no unit 'chess'; known: slitherlink:64x36, checker:10x10, sudoku:9x9, sudoku-any:25x25"),
    (["slitherlink"], "slitherlink needs its largest size as rows and columns, such as slitherlink:64x36, not ''"),
    (["checker:10"], "checker needs its largest size as rows and columns, such as checker:10x10, not '10'"),
    (["checker:-1x3"], "checker needs its largest size as rows and columns, such as checker:10x10, not '-1x3'"),
    (["checker:10x33"], "the checker takes 1 to 32 columns, not 33"),
    (["sudoku:9"], "sudoku needs its largest size as rows and columns, such as sudoku:9x9, not '9'"),
    (["sudoku:9x4"], "a Sudoku is 4x4, 9x9, 16x16 and so on, not 9x4"),
    (["sudoku:8x8"], "a Sudoku is 4x4, 9x9, 16x16 and so on, not 8x8"),
    (["sudoku:16x16"], "the sudoku unit's order is 2 to 3, not 4"),
    (["sudoku:9x9,peers=2"], "the sudoku unit goes by peers, 1, or does not, 0; not 2"),
    (["sudoku:9x9,peers=yes"], "sudoku has no option 'peers=yes'; it takes sudoku:9x9,peers=1"),
    (["sudoku-any:256x256"], "the scan unit's order is 2 to 15, not 16"),
    (["slitherlink:0x3"], "the deducer takes 1 to 64 rows, not 0"),
    (["slitherlink:3x3,lanes=3"], "the deducer has 1 or 2 lanes, not 3"),
    (["slitherlink:3x3,words=15"], "the deducer takes 16 to 65535 words for so many rows, not 15"),
    (["slitherlink:3x3,lanes"],
     "slitherlink has no option 'lanes'; it takes slitherlink:64x36,lanes=2,words=1024"),
    (["slitherlink:3x3,speed=2"],
     "slitherlink has no option 'speed=2'; it takes slitherlink:64x36,lanes=2,words=1024"),
    (["sudoku-any:9x9,lanes=2"], "sudoku-any has no option 'lanes=2'; it takes sudoku-any:25x25,subsets=4"),
    (["sudoku-any:9x9,subsets=16"], "the scan unit takes subsets of orders up to 15, not 16"),
    (["checker:3x3,lanes=2"], "checker has no option 'lanes=2'; it takes none"),
    (["slitherlink:3x3", "slitherlink:4x4"], "slitherlink is asked for twice; a build has one of each"),
])
def test_messages(units, message):
    with pytest.raises(UnitError) as caught:
        config_of(units, 50_000_000)
    assert str(caught.value) == message
