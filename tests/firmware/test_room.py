"""The memories of every build have room for the firmware."""

from dataclasses import replace
from itertools import combinations

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import NoRoom, assemble, build_hash, compile_firmware, compile_fitted, fitted
from rowloom.hw.soc.top import bus_map_of

KIB = 1024


def largest(engines):
    return SoCConfig.of(*(engine.instance(engine.sizes.largest) for engine in map(ENGINES.get, engines)))


@pytest.fixture(scope="module")
def everything():
    """The build that has all engines at their largest sizes."""
    return fitted(largest(ENGINES))


@pytest.mark.slow  # each case takes some seconds; a test that is not slow uses `everything`
@pytest.mark.parametrize("engines", list(combinations(ENGINES, 2)))
def test_it_fits(engines):
    """The firmware fits even if each engine of the build has its largest size."""
    config, code = compile_fitted(largest(engines))  # if the program does not fit, the linker fails
    assert 4 * len(code) <= config.rom_bytes


@pytest.mark.parametrize("code, data", [
    (4 * KIB, 16 * KIB), *(pytest.param(*sizes, marks=pytest.mark.slow) for sizes in ((4 * KIB, 0), (0, 8 * KIB)))])
def test_no_more_than_it_takes(everything, code, data):
    small = replace(everything, rom_bytes=everything.rom_bytes - code, ram_bytes=everything.ram_bytes - data)
    with pytest.raises(NoRoom, match=r"checker and .* needs more memory") as caught:
        compile_firmware(bus_map_of(small))
    assert small.enlarged(caught.value.code, caught.value.data) == everything


def test_all_that_is_made_of_a_build_has_the_same_memories(monkeypatch):
    """If the firmware does not fit, the SoC gets larger memories than requested. The build hash is computed before the
    firmware is compiled, so it depends on the requested sizes."""
    def compile_firmware(bus_map):
        if bus_map != bus_map_of(replace(config, rom_bytes=12 * KIB, ram_bytes=16 * KIB)):
            raise NoRoom("", 1, 9 * KIB)
        return [1, 2, 3]

    monkeypatch.setattr("rowloom.firmware.build.compile_firmware", compile_firmware)
    config = SoCConfig.of("checker:2x2", rom_bytes=8 * KIB, ram_bytes=4 * KIB)
    large = fitted(config)
    assert (large.rom_bytes, large.ram_bytes) == (12 * KIB, 16 * KIB)
    assert assemble(config).bus_map == bus_map_of(large)
    assert build_hash(config) != build_hash(large)
