"""Several SoCs share a line. The units of the router are tested with random frames, pauses and noise."""

import random
from collections import deque

import pytest

from rowloom.host.wire.protocol import Hello, pack
from rowloom.hw.soc.router import FrameDistributor, FrameMerger, FrameRouter
from rowloom.hw.soc.units import FrameCounter
from support.frames import distributed, frames_in, soc_of
from support.simulation import simulate


@pytest.mark.parametrize("socs", [1, 17])
@pytest.mark.parametrize("unit", [FrameDistributor, FrameMerger, FrameRouter])
def test_the_number_of_socs(unit, socs):
    with pytest.raises(ValueError, match=rf"^a line is shared by 2 to 16 SoCs, not {socs}$"):
        unit(socs)


def noise(rng, length):
    """Return random bytes. Many of them are small, so that short frames and all COBS codes occur."""
    return bytes(rng.choice((0, 1, 2, 3, rng.randrange(256))) for _ in range(length))


def test_a_frame_goes_to_the_soc_that_its_session_names():
    for number in (*range(256), 0x100, 0x1200, 0x120001, 0x12000000):
        (frame,) = frames_in(pack(Hello(), number))
        assert soc_of(frame, 16) == number % 16
        assert soc_of(frame, 5) == (number % 16 if number % 16 < 5 else 0)


@pytest.mark.parametrize("socs", [2, 3, 5, 16])
def test_distribution(socs):
    rng = random.Random(socs)
    line = b"".join(rng.choice((pack(Hello(padding=rng.randbytes(9)), rng.getrandbits(32)), noise(rng, 7) + b"\0"))
                    for _ in range(150))
    unit = FrameDistributor(socs)
    taken = [bytearray() for _ in range(socs)]

    async def testbench(ctx):
        waiting = deque(line)
        idle = 0
        while idle < 8:
            offers = bool(waiting) and rng.random() < 0.7
            ctx.set(unit.frames.valid, offers)
            ctx.set(unit.frames.payload, waiting[0] if offers else rng.randrange(256))
            valid = ctx.get(unit.valid)
            assert valid.bit_count() <= 1
            if valid:
                taken[valid.bit_length() - 1].append(ctx.get(unit.byte))
            if offers and ctx.get(unit.frames.ready):
                waiting.popleft()
            idle = 0 if waiting else idle + 1
            await ctx.tick()

    simulate(unit, testbench)
    assert taken == distributed(line, socs)


@pytest.mark.parametrize("socs", [2, 3, 5])
def test_merging(socs):
    """The SoCs send whole frames in turns, even after SoC 1 has stopped in the middle of a frame."""
    rng = random.Random(socs)
    sent = [b"".join(b"\0" * rng.randrange(3) + bytes(rng.choices(range(1, 256), k=rng.randrange(1, 6))) + b"\0"
                     for _ in range(30)) for _ in range(socs)]
    sent[1] = sent[1][: sent[1].index(b"\0", 20) + 1] + b"\0\x05\x06"
    unit, queues, merged, turns = FrameMerger(socs), [deque(one) for one in sent], bytearray(), []
    expected = [frames_in(one) for one in sent]

    async def testbench(ctx):
        idle = 0
        while idle < 5:
            for number, (queue, frames) in enumerate(zip(queues, unit.frames)):
                there = bool(queue) and (ctx.get(frames.ready) or rng.random() < 0.8)
                ctx.set(frames.valid, there)
                ctx.set(frames.payload, queue[0] if there else 7)
                ctx.set(unit.whole[number], bool(frames_in(queue)))
            ready = rng.random() < 0.6
            ctx.set(unit.merged.ready, ready)
            taking = [number for number, frames in enumerate(unit.frames) if ctx.get(frames.valid & frames.ready)]
            if ctx.get(unit.merged.valid) and ready:
                (number,) = taking
                assert ctx.get(unit.merged.payload) == queues[number][0]
                merged.append(queues[number].popleft())
                turns.append(number)
            else:
                assert not taking
            idle = 0 if any(map(frames_in, queues)) else idle + 1
            await ctx.tick()

    simulate(unit, testbench)
    order, start = [], 0
    for end in range(1, len(merged) + 1):
        if merged[end - 1] == 0 and any(merged[start:end]):
            assert len(set(turns[start:end])) == 1, "bytes of two SoCs in one frame"
            order.append((turns[start], bytes(merged[start:end]).strip(b"\0")))
            start = end
    assert start == len(merged), "a frame is not whole"
    for number in range(socs):
        assert [frame for soc, frame in order if soc == number] == expected[number]
    # While all SoCs have frames, they take turns.
    assert [soc for soc, _ in order[:socs]] == [*range(1, socs), 0]
    assert bytes(queues[1]).lstrip(b"\0") == b"\x05\x06"


def test_a_counter_of_frames():
    """The counter is compared with the contents of a queue that repeatedly becomes full and empty."""
    rng, depth = random.Random(1), 8
    unit, queue = FrameCounter(depth), deque()
    inside = False

    async def testbench(ctx):
        nonlocal inside
        for clock in range(3000):
            often = 0.9 if clock // 100 % 2 else 0.3
            enters, leaves = len(queue) < depth and rng.random() < often, bool(queue) and rng.random() < 1.2 - often
            byte = rng.choice((0, 0, 5))
            ctx.set(unit.enters.valid, enters)
            ctx.set(unit.enters.payload, byte)
            ctx.set(unit.leaves.valid, leaves)
            ctx.set(unit.leaves.payload, queue[0] if leaves else byte)
            assert ctx.get(unit.whole) == bool(frames_in([5 * inside, *queue]))
            await ctx.tick()
            if leaves:
                inside = queue.popleft() != 0
            if enters:
                queue.append(byte)

    simulate(unit, testbench)
