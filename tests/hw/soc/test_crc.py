"""The CRC unit against zlib."""

import random
import zlib

import pytest

from rowloom.hw.soc.crc import Crc32

_START = 0xFFFF_FFFF


async def _crc(ctx, registers, data: bytes) -> int:
    await registers.write("begin", _START)
    for byte in data:
        await registers.write("byte", byte)
    await ctx.tick()
    return await registers.read("crc") ^ _START


@pytest.mark.parametrize("bytes_", [[bytes([byte]) for byte in range(256)],
                                    [random.Random(1).randbytes(length) for length in range(20)]], ids=["one", "many"])
def test_crc(simulate, bytes_):
    async def testbench(ctx, registers):
        for data in bytes_:
            assert await _crc(ctx, registers, data) == zlib.crc32(data)

    simulate(Crc32(), testbench)


def test_going_on(simulate):
    """Two streams of bytes by turns."""
    one, other = b"one stream", b"another one"

    async def testbench(ctx, registers):
        states = [_START, _START]
        for both in zip(one, other):
            for number, byte in enumerate(both):
                await registers.write("begin", states[number])
                await registers.write("byte", byte)
                await ctx.tick()
                states[number] = await registers.read("crc")
        assert [state ^ _START for state in states] == [zlib.crc32(one), zlib.crc32(other[: len(one)])]

    simulate(Crc32(), testbench)
