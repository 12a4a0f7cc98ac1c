# amaranth: UnusedElaboratable=no
"""The identification block tells what it was built with."""

import re

import pytest

from rowloom.hw.soc.config import Size, SoCConfig
from rowloom.hw.soc.identity import Identity

ENGINES = "checker", "deducer", "sudoku", "scan"


@pytest.mark.parametrize("engines, words", [
    ({"checker": Size(7, 32), "deducer": None}, (32 << 8 | 7, 0, 0, 0)),
    ({"deducer": Size(64, 36)}, (0, 36 << 8 | 64, 0, 0)),
    ({"checker": Size(7, 32), "deducer": Size(1, 2)}, (32 << 8 | 7, 2 << 8 | 1, 0, 0)),
    ({"deducer": None, "sudoku": 3, "scan": 15}, (0, 0, 9 << 8 | 9, 225 << 8 | 225)),
])
def test_every_constant(simulate, engines, words):
    config = SoCConfig(**engines, clock_hz=25_000_000, bit_rate=115_200)
    seen = {}

    async def testbench(ctx, registers):
        for name in ("build_low", "build_high", "clock_hz", "bit_rate", *ENGINES):
            seen[name] = await registers.read(name)

    simulate(Identity(config, 0xFEDC_BA98_7654_3210), testbench)
    assert seen == {
        "build_low": 0x7654_3210, "build_high": 0xFEDC_BA98, "clock_hz": 25_000_000, "bit_rate": 115_200,
        **dict(zip(ENGINES, words)),
    }


@pytest.mark.parametrize("build_hash, shown", [(1 << 64, "0x10000000000000000"), (-1, "-0x1")])
def test_a_hash_of_more_than_64_bits(build_hash, shown):
    message = f"a build hash has 64 bits, which {shown} has not"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Identity(SoCConfig(), build_hash)
