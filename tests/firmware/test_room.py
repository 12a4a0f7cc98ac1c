"""Whatever engines a build has, its firmware fits into its memories."""

from itertools import combinations

import pytest

from rowloom.firmware.build import compile_firmware
from rowloom.hw.soc.config import ENGINES, Size, SoCConfig
from rowloom.hw.soc.top import bus_map_of

SIZES = {"checker": Size(10, 10), "deducer": Size(64, 36), "sudoku": Size(9, 9), "scan": Size(225, 225)}


@pytest.mark.parametrize("engines", [*combinations(ENGINES, 2), tuple(ENGINES)], ids="-".join)
@pytest.mark.parametrize("loaded", [False, True], ids=["in ROM", "loaded"])
def test_it_fits(engines, loaded):
    config = SoCConfig.with_engines({engine: SIZES[engine] for engine in engines})
    code = compile_firmware(bus_map_of(config), loaded)  # the linker would refuse more than there is
    assert 4 * len(code) <= config.rom_bytes
