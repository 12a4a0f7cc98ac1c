"""What a SoC can be built with, and what is said about the rest."""

import re

import pytest

from rowloom.hw.soc.config import Size, SoCConfig


@pytest.mark.parametrize("choice, message", [
    ({"checker": None, "deducer": None}, "a SoC needs an engine: checker or deducer or sudoku or scan"),
    ({"checker": Size(0, 3)}, "the checker takes 1 to 32 rows, not 0"),
    ({"checker": Size(33, 3)}, "the checker takes 1 to 32 rows, not 33"),
    ({"checker": Size(3, 0)}, "the checker takes 1 to 32 columns, not 0"),
    ({"checker": Size(3, 33)}, "the checker takes 1 to 32 columns, not 33"),
    ({"deducer": Size(0, 3)}, "the deducer takes 1 to 64 rows, not 0"),
    ({"deducer": Size(65, 3)}, "the deducer takes 1 to 64 rows, not 65"),
    ({"deducer": Size(3, 0)}, "the deducer takes 1 to 36 columns, not 0"),
    ({"deducer": Size(3, 37)}, "the deducer takes 1 to 36 columns, not 37"),
    ({"deducer": Size(3, 3), "deducer_lanes": 0}, "the deducer has 1 or 2 lanes, not 0"),
    ({"deducer": Size(3, 3), "deducer_lanes": 3}, "the deducer has 1 or 2 lanes, not 3"),
    ({"deducer": Size(64, 3), "deducer_words": 259},
     "the deducer takes 260 to 65535 words for so many rows, not 259"),
    ({"deducer": Size(3, 3), "deducer_words": 65_536},
     "the deducer takes 16 to 65535 words for so many rows, not 65536"),
    ({"sudoku": 1}, "the sudoku unit's order is 2 to 3, not 1"),
    ({"sudoku": 4}, "the sudoku unit's order is 2 to 3, not 4"),
    *(({"sudoku": 3, "sudoku_peers": peers}, f"the sudoku unit goes by peers, 1, or does not, 0; not {peers}")
      for peers in (-1, 2)),
    ({"scan": 1}, "the scan unit's order is 2 to 15, not 1"),
    ({"scan": 16}, "the scan unit's order is 2 to 15, not 16"),
    ({"scan": 9, "scan_subsets": -1}, "the scan unit takes subsets of orders up to 15, not -1"),
    ({"scan": 9, "scan_subsets": 16}, "the scan unit takes subsets of orders up to 15, not 16"),
    ({"rom_bytes": 2048}, "the ROM is a power of two of at least 4096 bytes, not 2048"),
    ({"rom_bytes": 12 * 1024}, "the ROM is a power of two of at least 4096 bytes, not 12288"),
    ({"ram_bytes": 16 * 1024}, "the RAM is a power of two of at least 32768 bytes, not 16384"),
    ({"ram_bytes": 48 * 1024}, "the RAM is a power of two of at least 32768 bytes, not 49152"),
    ({"rom_bytes": 4096, "ram_bytes": 4096}, "the RAM is a power of two of at least 8192 bytes, not 4096"),
    ({"bit_rate": 12_000_000},
     "12000000 bit/s is too fast for a clock of 50000000 Hz: the UART makes at most 10000000 bit/s"),
    ({"bit_rate": 762},
     "762 bit/s is too slow for a clock of 50000000 Hz: the UART makes at least 763 bit/s"),
    ({"clock_hz": 65_535_000, "bit_rate": 999},
     "999 bit/s is too slow for a clock of 65535000 Hz: the UART makes at least 1000 bit/s"),
    ({"bit_rate": 11_000_000},
     "11000000 bit/s cannot be made from a clock of 50000000 Hz: the nearest is 10000000 bit/s"),
    ({"bit_rate": 4_700_000},
     "4700000 bit/s cannot be made from a clock of 50000000 Hz: the nearest is 4545454 bit/s"),
])
def test_messages(choice, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        SoCConfig(**choice)


@pytest.mark.parametrize("choice", [
    {"checker": Size(1, 1), "deducer": None}, {"checker": Size(32, 32), "deducer": None},
    {"checker": None, "deducer": Size(1, 1)}, {"checker": Size(32, 32), "deducer": Size(64, 36)},
    {"deducer": Size(64, 3), "deducer_words": 260}, {"deducer": Size(1, 1), "deducer_words": 65_535},
    {"deducer": Size(1, 1), "deducer_lanes": 2}, {"deducer": None, "sudoku": 2}, {"sudoku": 3, "scan": 2}, {"scan": 15},
    {"sudoku": 3, "sudoku_peers": 1}, {"scan": 3, "scan_subsets": 0}, {"scan": 3, "scan_subsets": 15},
    {"rom_bytes": 4096, "ram_bytes": 8192}, {"rom_bytes": 1 << 16, "ram_bytes": 1 << 17},
])
def test_limits_are_allowed(choice):
    config = SoCConfig(**choice)
    assert {name: getattr(config, name) for name in choice} == choice


@pytest.mark.parametrize("text, size", [("10x10", Size(10, 10)), ("64x36", Size(64, 36)), ("0x007", Size(0, 7))])
def test_sizes_as_text(text, size):
    assert Size.parse(text) == size
    assert Size.parse(str(size)) == size


@pytest.mark.parametrize("text", ["", "10", "x10", "10x", "-1x3", "3x3x3", " 3x3", "3X3", "3x3\n"])
def test_texts_that_are_no_size(text):
    with pytest.raises(ValueError, match=f"^{re.escape(f'a size is rows and columns, such as 10x10, not {text!r}')}$"):
        Size.parse(text)


@pytest.mark.parametrize("clock_hz, bit_rate, divisor", [
    (50_000_000, 1_000_000, 50), (50_000_000, 115_200, 434), (50_000_000, 921_600, 54),
    (50_000_000, 10_000_000, 5), (50_000_000, 763, 65_531), (65_535_000, 1000, 65_535),
])
def test_divisor_is_to_the_nearest(clock_hz, bit_rate, divisor):
    assert SoCConfig(clock_hz=clock_hz, bit_rate=bit_rate).divisor == divisor


REST = {"deducer_lanes": 1, "deducer_words": 512, "sudoku_peers": 0, "scan_subsets": 6, "clock_hz": 50_000_000,
        "bit_rate": 1_000_000, "rom_bytes": 16_384, "ram_bytes": 32_768}


@pytest.mark.parametrize("checker, deducer, sizes", [
    (Size(3, 4), None, (3, 4, 0, 0)), (None, Size(5, 6), (0, 0, 5, 6)), (Size(3, 4), Size(5, 6), (3, 4, 5, 6)),
])
def test_as_dict(checker, deducer, sizes):
    names = ("checker_rows", "checker_cols", "deducer_rows", "deducer_cols")
    orders = {"sudoku_order": 3, "scan_order": 0}
    assert SoCConfig(checker=checker, deducer=deducer, sudoku=3).as_dict() == {
        **dict(zip(names, sizes)), **orders, **REST}


def test_what_is_not_the_firmware_s():
    small = SoCConfig(deducer=Size(5, 6))
    others = {"deducer_lanes": 2, "deducer_words": 1024, "sudoku_peers": 1, "scan_subsets": 9}
    large = SoCConfig(deducer=Size(5, 6), **others)
    assert small.for_firmware() == large.for_firmware()
    assert small.as_dict() != large.as_dict()
    assert set(small.as_dict()) - set(small.for_firmware()) == set(others)


def test_engines_that_there_are():
    assert SoCConfig(checker=Size(3, 4), deducer=None).engines == {"checker": Size(3, 4)}
    assert SoCConfig(checker=None, deducer=Size(5, 6)).engines == {"deducer": Size(5, 6)}
    assert list(SoCConfig(checker=Size(3, 4), deducer=Size(5, 6)).engines) == ["checker", "deducer"]
    assert SoCConfig(deducer=None, sudoku=2, scan=15).engines == {"sudoku": Size(4, 4), "scan": Size(225, 225)}


def test_memories_grow_with_the_engines():
    sizes = {"checker": Size(3, 4), "deducer": Size(5, 6), "scan": Size(16, 16)}
    assert SoCConfig.with_engines(sizes).rom_bytes == 32 * 1024
    assert SoCConfig.with_engines(sizes).ram_bytes == 64 * 1024
    assert SoCConfig.with_engines(sizes, ram_bytes=128 * 1024).ram_bytes == 128 * 1024
    del sizes["checker"]
    assert SoCConfig.with_engines(sizes) == SoCConfig(deducer=Size(5, 6), scan=4)
