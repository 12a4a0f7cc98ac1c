"""What a SoC can be built with, and what is said about the rest."""

import re

import pytest

from rowloom.hw.soc.config import SoCConfig


@pytest.mark.parametrize("choice, message", [
    ({"rows": 0}, "a SoC takes 1 to 32 rows, not 0"),
    ({"rows": 33}, "a SoC takes 1 to 32 rows, not 33"),
    ({"cols": 0}, "a SoC takes 1 to 32 cols, not 0"),
    ({"cols": 33}, "a SoC takes 1 to 32 cols, not 33"),
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
    {"rows": 1, "cols": 1}, {"rows": 32, "cols": 32},
    {"rom_bytes": 4096, "ram_bytes": 8192}, {"rom_bytes": 1 << 16, "ram_bytes": 1 << 17},
])
def test_limits_are_allowed(choice):
    config = SoCConfig(**choice)
    assert {name: config.as_dict()[name] for name in choice} == choice


@pytest.mark.parametrize("clock_hz, bit_rate, divisor", [
    (50_000_000, 1_000_000, 50), (50_000_000, 115_200, 434), (50_000_000, 921_600, 54),
    (50_000_000, 10_000_000, 5), (50_000_000, 763, 65_531), (65_535_000, 1000, 65_535),
])
def test_divisor_is_to_the_nearest(clock_hz, bit_rate, divisor):
    assert SoCConfig(clock_hz=clock_hz, bit_rate=bit_rate).divisor == divisor


def test_as_dict():
    assert SoCConfig(rows=3, cols=4).as_dict() == {
        "rows": 3, "cols": 4, "clock_hz": 50_000_000, "bit_rate": 1_000_000,
        "rom_bytes": 16_384, "ram_bytes": 32_768,
    }
