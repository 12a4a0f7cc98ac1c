"""Whatever engines a build has, its firmware fits into its memories."""

from itertools import combinations

import pytest

from rowloom.firmware.build import compile_firmware
from rowloom.hw.engines import ENGINES
from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.soc.top import bus_map_of
from rowloom.hw.tools import ToolError


# A loaded firmware is the same but for its address, and its memory is as large as the ROM.
@pytest.mark.parametrize("engines, loaded", [
    *((pair, False) for pair in combinations(ENGINES, 2)), (tuple(ENGINES), False), (tuple(ENGINES), True)])
def test_it_fits(engines, loaded):
    """At the largest sizes; of the checker, whose search needs memory for each cell, at the usual one."""
    config = SoCConfig.of(*(
        engine.instance(engine.usual if engine.name == "checker" else engine.sizes.largest)
        for engine in map(ENGINES.get, engines)))
    code = compile_firmware(bus_map_of(config), loaded)  # the linker would refuse more than there is
    assert 4 * len(code) <= config.rom_bytes


def test_what_does_not_fit_is_told():
    with pytest.raises(ToolError, match=r"checker and deducer needs more memory.*smaller engines, or fewer"):
        compile_firmware(bus_map_of(SoCConfig.of("checker:32x32", "deducer:64x36")))
