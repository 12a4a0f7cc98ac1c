"""The identification block tells what it was built with."""

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.identity import Identity


def test_every_constant(simulate):
    config = SoCConfig.of("checker:7x32", clock_hz=25_000_000, bit_rate=115_200)
    seen = {}

    async def testbench(ctx, registers):
        for name in ("build_low", "build_high", "clock_hz", "bit_rate"):
            seen[name] = await registers.read(name)

    simulate(Identity(config, 0xFEDC_BA98_7654_3210), testbench)
    assert seen == {
        "build_low": 0x7654_3210, "build_high": 0xFEDC_BA98, "clock_hz": 25_000_000, "bit_rate": 115_200,
    }


@pytest.mark.parametrize("build_hash, shown", [(1 << 64, "0x10000000000000000"), (-1, "-0x1")])
def test_a_hash_of_more_than_64_bits(build_hash, shown):
    with pytest.raises(ValueError, match=shown):
        Identity(SoCConfig.of(), build_hash)
