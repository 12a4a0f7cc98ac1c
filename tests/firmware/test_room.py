"""Whatever engines a build has, its memories have room for its firmware."""

from itertools import combinations

import pytest
from amaranth.hdl import Fragment

from rowloom.firmware.build import NoRoom, assemble, build_hash, compile_firmware, fitted, image
from rowloom.hw.engines import ENGINES
from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.soc.top import bus_map_of

KIB = 1024


def largest(engines):
    return SoCConfig.of(*(engine.instance(engine.sizes.largest) for engine in map(ENGINES.get, engines)))


# A loaded firmware is the same but for its address, and its memory is as large as the ROM.
@pytest.mark.parametrize("engines, loaded", [
    *((pair, False) for pair in combinations(ENGINES, 2)), (tuple(ENGINES), False), (tuple(ENGINES), True)])
def test_it_fits(engines, loaded):
    """At the largest sizes."""
    config = fitted(largest(engines))
    code = compile_firmware(bus_map_of(config), loaded)  # the linker would refuse more than there is
    assert 4 * len(code) <= config.rom_bytes


def test_no_more_than_it_takes():
    config = fitted(largest(ENGINES))
    small = SoCConfig.of(*config.engines, rom_bytes=config.rom_bytes // 2, ram_bytes=config.ram_bytes)
    with pytest.raises(NoRoom, match=r"checker and .* needs more memory") as caught:
        compile_firmware(bus_map_of(small))
    assert caught.value.code


def test_data_grows_alone():
    """The checker's search needs memory for each cell, and hardly more code."""
    config = fitted(SoCConfig.of("checker:32x32", "deducer:64x36"))
    assert (config.rom_bytes, config.ram_bytes) == (16 * KIB, 64 * KIB)


def test_all_that_is_made_of_a_build_has_the_same_memories():
    """But its hash is found without compiling anything."""
    config = SoCConfig.of("checker:2x2", rom_bytes=8 * KIB, ram_bytes=16 * KIB)
    large = fitted(config)
    assert (large.rom_bytes, large.ram_bytes) == (16 * KIB, 32 * KIB)
    soc = assemble(config)
    Fragment.get(soc, None)  # Amaranth would warn that it was never elaborated
    assert soc.bus_map == bus_map_of(large)
    assert int.from_bytes(image(config)[8:12], "little") == soc.bus_map.interface
    assert build_hash(config) != build_hash(large)
