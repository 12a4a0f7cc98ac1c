"""Configurations of a SoC: parameters, limits, and the constants for the firmware."""

import pytest

from rowloom.engines.catalogue import parse
from rowloom.engines.config import SoCConfig
from rowloom.engines.engine import EngineError
from support.says import failing


@pytest.mark.parametrize("parameters, words", [
    ({"rom_bytes": 2048}, ("ROM", "4096", "2048")), ({"rom_bytes": 18 * 1024}, ("ROM", "4096", "18432")),
    ({"ram_bytes": 2048}, ("RAM", "4096", "2048")), ({"ram_bytes": 42 * 1024}, ("RAM", "4096", "43008")),
    ({"bit_rate": 12_000_000}, ("12000000 bit/s is too fast", "at most 10000000 bit/s")),
    ({"bit_rate": 762}, ("762 bit/s is too slow", "at least 763 bit/s")),
    ({"clock_hz": 65_535_000, "bit_rate": 999}, ("999 bit/s is too slow", "at least 1000 bit/s")),
    ({"bit_rate": 11_000_000}, ("11000000 bit/s", "the nearest is 10000000 bit/s")),
    ({"bit_rate": 4_700_000}, ("4700000 bit/s", "the nearest is 4545454 bit/s")),
])
def test_parameters_out_of_range(parameters, words):
    with pytest.raises(ValueError) as caught:
        SoCConfig.of(**parameters)
    assert all(word in str(caught.value) for word in words)


def test_a_build_without_an_engine():
    with pytest.raises(EngineError, match="checker or deducer or parallel or scan"):
        SoCConfig(())


@pytest.mark.parametrize("code, data, rom_kib, ram_kib", [
    (0, 1, 16, 24), (1, 0, 20, 16), (4096, 0, 20, 16), (4097, 4096, 24, 24), (0, 8192, 16, 24), (0, 8193, 16, 32),
])
def test_enlarged_memories(code, data, rom_kib, ram_kib):
    assert SoCConfig.of().enlarged(code, data) == SoCConfig.of(rom_bytes=rom_kib * 1024, ram_bytes=ram_kib * 1024)


@pytest.mark.parametrize("clock_hz, bit_rate, divisor", [
    (50_000_000, 1_000_000, 50), (50_000_000, 115_200, 434), (50_000_000, 921_600, 54),
    (50_000_000, 10_000_000, 5), (50_000_000, 763, 65_531), (65_535_000, 1000, 65_535),
])
def test_divisor_is_to_the_nearest(clock_hz, bit_rate, divisor):
    assert SoCConfig.of(clock_hz=clock_hz, bit_rate=bit_rate).divisor == divisor


def test_equal_builds():
    assert SoCConfig.of() == SoCConfig.of("deducer:64x36")
    assert SoCConfig.of(*parse(["deducer:5x6,words=1024"])) == SoCConfig.of("deducer:5x6,words=1024")
    one, other = SoCConfig.of("scan:4x4", "checker:3x3"), SoCConfig.of("checker:3x3", "scan:4x4")
    assert one == other
    assert one.names == ("checker:3x3", "scan:4x4")


@pytest.mark.parametrize("texts, socs, names", [
    (["deducer:5x6*3"], [["deducer:5x6"]] * 3, ["deducer:5x6*3"]),
    (["deducer:5x6,words=1024*2", "scan:9x9", "checker:3x3"],
     [["checker:3x3", "scan:9x9"], ["deducer:5x6,words=1024"], ["deducer:5x6,words=1024"]],
     ["checker:3x3+scan:9x9*1", "deducer:5x6,words=1024*2"]),
    (["scan:9x9+deducer:5x6*1", "deducer:5x6+scan:9x9*1"], [["deducer:5x6", "scan:9x9"]] * 2,
     ["deducer:5x6+scan:9x9*2"]),
    (["deducer*16"], [["deducer:64x36"]] * 16, ["deducer:64x36*16"]),
])
def test_several_socs(texts, socs, names):
    config = SoCConfig.of(*texts)
    assert [list(map(str, one.engines)) for one in config.socs] == socs
    assert [*config.names] == names and SoCConfig.of(*names) == config
    assert config.socs[0] == config
    for number, one in enumerate(config.socs):
        assert one.for_firmware()["socs"] == len(socs)
        assert [list(map(str, engines)) for engines in one.beside] == socs[:number] + socs[number + 1:]
    every = [engine for engines in socs for engine in engines]
    assert [str(one) for one in config.instances] == [*dict.fromkeys(every)]
    assert str(config) != str(SoCConfig.of(*socs[0]))


@pytest.mark.parametrize("texts, words", [
    (["deducer*0"], "deducer*0: the number of SoCs after * must be 1 to 16, not '0'"),
    (["deducer*17"], "deducer*17: the number of SoCs after * must be 1 to 16, not '17'"),
    (["deducer:8x8*"], "deducer:8x8*: the number of SoCs after * must be 1 to 16, not ''"),
    (["deducer*2*2"], "deducer*2*2: the number of SoCs after * must be 1 to 16, not '2*2'"),
    (["deducer*8", "scan*9"], "a build has at most 16 SoCs, not 17"),
    (["checker", "deducer*16"], "a build has at most 16 SoCs, not 17"),
    (["deducer+deducer:3x3*2"], "deducer is given twice; a SoC has at most one engine of each kind"),
])
def test_numbers_of_socs_that_are_not_allowed(texts, words):
    with failing(EngineError, words):
        SoCConfig.of(*texts)


@pytest.mark.parametrize("parameter", [
    {"clock_hz": 25_000_000}, {"bit_rate": 500_000}, {"rom_bytes": 8192}, {"ram_bytes": 65_536},
])
def test_every_parameter_is_in_the_text(parameter):
    """The digest of a design is computed from this text."""
    assert str(SoCConfig.of(**parameter)) != str(SoCConfig.of())


def test_constants_for_the_firmware():
    config = SoCConfig.of("deducer:5x6", "scan:25x25", clock_hz=25_000_000)
    assert config.for_firmware() == {
        "socs": 1, "clock_hz": 25_000_000, "bit_rate": 1_000_000,
        # The scan engine has the larger puzzles. Here, their size is 16x16, because larger puzzles are sent in pieces.
        "puzzle_bytes": 16 * 16 // 8 + 16 * 16 // 2, "solution_bytes": (15 * 15 + 1) // 2, "counters": 7,
        "stores": 1,  # for the scan engine
        "numbered_rows": 5, "thinned_cells": 30,  # for the deducer
        "deducer_genre": 1, "deducer_number": 2, "deducer_rows": 5, "deducer_cols": 6,
        "scan_genre": 2, "scan_number": 4, "scan_rows": 25, "scan_cols": 25, "scan_order": 5,
    }


@pytest.mark.parametrize("one, other", [
    ("deducer:5x6", "deducer:5x6,words=1024"), ("scan:9x9", "scan:9x9,subsets=0"),
])
def test_options_that_the_firmware_does_not_see(one, other):
    assert SoCConfig.of(one).for_firmware() == SoCConfig.of(other).for_firmware()
    assert str(SoCConfig.of(one)) != str(SoCConfig.of(other))
