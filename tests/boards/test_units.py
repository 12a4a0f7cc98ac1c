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


def test_what_is_solved():
    config = config_of([FAST, CHECKER], 50_000_000)
    assert solved_by(config) == [
        {"genre": "slitherlink", "engine": "checker", "rows": 12, "cols": 7},
        {"genre": "slitherlink", "engine": "fast", "rows": 60, "cols": 30},
    ]
    assert describe(config) == "Slitherlink up to 12x7 (checker), Slitherlink up to 60x30 (fast)"


def test_a_capital_x():
    assert config_of(["checker:12X7"], 50_000_000) == config_of(["checker:12x7"], 50_000_000)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_every_board_has_usual_units(board):
    for size in config_of(board.units, 50_000_000).engines.values():
        assert min(size) >= 10


@pytest.mark.parametrize("units, message", [
    ([], "a build needs a unit, such as slitherlink:64x36 or checker:10x10"),
    (["chess:8x8"], "there is no unit 'chess'; known: slitherlink:64x36, checker:10x10"),
    (["slitherlink"], "slitherlink needs its largest size as rows and columns, such as slitherlink:64x36, not ''"),
    (["checker:10"], "checker needs its largest size as rows and columns, such as checker:10x10, not '10'"),
    (["checker:-1x3"], "checker needs its largest size as rows and columns, such as checker:10x10, not '-1x3'"),
    (["checker:10x33"], "the checker takes 1 to 32 columns, not 33"),
    (["slitherlink:0x3"], "the deducer takes 1 to 64 rows, not 0"),
    (["slitherlink:3x3", "slitherlink:4x4"], "slitherlink is asked for twice; a build has one of each"),
])
def test_messages(units, message):
    with pytest.raises(UnitError) as caught:
        config_of(units, 50_000_000)
    assert str(caught.value) == message
