"""Units as people name them."""

import pytest

from rowloom.boards import BOARDS
from rowloom.boards.units import UnitError, config_of
from rowloom.hw.soc.config import SoCConfig


def test_sizes():
    assert config_of(["slitherlink:12x7"], 48_000_000) == SoCConfig(rows=12, cols=7, clock_hz=48_000_000)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_every_board_has_usual_units(board):
    assert config_of(board.units, 50_000_000).rows >= 10


@pytest.mark.parametrize("units, message", [
    ([], "a build needs a unit, such as slitherlink:10x10"),
    (["chess:8x8"], "there is no unit 'chess'; known: slitherlink:10x10"),
    (["slitherlink"], "slitherlink needs its largest size as rows and columns, such as slitherlink:10x10, not ''"),
    (["slitherlink:10"], "slitherlink needs its largest size as rows and columns, such as slitherlink:10x10, not '10'"),
    (["slitherlink:-1x3"],
     "slitherlink needs its largest size as rows and columns, such as slitherlink:10x10, not '-1x3'"),
    (["slitherlink:10x33"], "a SoC takes 1 to 32 cols, not 33"),
    (["slitherlink:0x3"], "a SoC takes 1 to 32 rows, not 0"),
    (["slitherlink:3x3", "slitherlink:4x4"], "slitherlink is asked for twice; a build has one of each"),
])
def test_messages(units, message):
    with pytest.raises(UnitError) as caught:
        config_of(units, 50_000_000)
    assert str(caught.value) == message
