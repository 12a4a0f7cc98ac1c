# amaranth: UnusedElaboratable=no
"""The identification block tells what it was built with."""

import re

import pytest

from rowloom.hw.soc.config import Size, SoCConfig
from rowloom.hw.soc.identity import Identity


@pytest.mark.parametrize("checker, deducer, words", [
    (Size(7, 32), None, (32 << 8 | 7, 0)),
    (None, Size(64, 36), (0, 36 << 8 | 64)),
    (Size(7, 32), Size(1, 2), (32 << 8 | 7, 2 << 8 | 1)),
])
def test_every_constant(simulate, checker, deducer, words):
    config = SoCConfig(checker, deducer, clock_hz=25_000_000, bit_rate=115_200)
    seen = {}

    async def testbench(ctx, registers):
        for name in ("build_low", "build_high", "clock_hz", "bit_rate", "checker", "deducer"):
            seen[name] = await registers.read(name)

    simulate(Identity(config, 0xFEDC_BA98_7654_3210), testbench)
    assert seen == {
        "build_low": 0x7654_3210, "build_high": 0xFEDC_BA98, "clock_hz": 25_000_000, "bit_rate": 115_200,
        "checker": words[0], "deducer": words[1],
    }


@pytest.mark.parametrize("build_hash, shown", [(1 << 64, "0x10000000000000000"), (-1, "-0x1")])
def test_a_hash_of_more_than_64_bits(build_hash, shown):
    message = f"a build hash has 64 bits, which {shown} has not"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Identity(SoCConfig(), build_hash)
