"""Clues are unpacked and solutions are packed correctly, down to the clock cycle. The tests use all small puzzles, and
random puzzles whose words arrive late."""

import random
from itertools import product

import pytest

from rowloom.hw.deduction.peripheral import WORD, ClueUnpacker, SolutionPacker
from support.deduction.packing import packed
from support.simulation import pulse, simulate

SMALL = pytest.mark.parametrize("rows, cols", [(1, 1), (1, 3), (3, 1), (2, 2)])
LARGE = [(1, 36), (36, 1), (5, 7), (8, 8)]


def sizes(rng, rows, cols):
    """Return the largest size, and a random size with no more rows and no more columns."""
    return (rows, cols), (rng.randint(1, rows), rng.randint(1, cols))


def unpack(rows, cols, bits, puzzles, late=0.0):
    """Unpack puzzles; check the clues and the number of clocks. Each puzzle is given as (size, clues in reading order,
    clock of an interruption or None).

    A cell without a clue is None. In each clock, a word is late with the probability ``late``.
    """
    unit, rng = ClueUnpacker(rows, cols, bits), random.Random(0)

    async def testbench(ctx):
        for size, clues, end in puzzles:
            ctx.set(unit.size, dict(zip(("rows", "cols"), size)))
            await pulse(ctx, unit.start)
            expected = [(*divmod(cell, size[1]), clue) for cell, clue in enumerate(clues) if clue is not None]
            # Bits after the last cell are ignored.
            words = {unit.given: [*packed([clue is not None for clue in clues]), 0xFFFF_FFFF],
                     unit.values: packed([clue for *_, clue in expected], bits)}
            found, steps, clocks = [], 0, 0
            while clocks != end and (words[unit.given] or not ctx.get(unit.given.ready)):
                for stream, left in words.items():
                    valid = bool(left) and rng.random() >= late
                    ctx.set(stream.valid, valid)
                    ctx.set(stream.payload, left[0] if valid else rng.getrandbits(WORD))
                for stream, left in words.items():
                    if ctx.get(stream.valid) and ctx.get(stream.ready):
                        left.pop(0)
                if ctx.get(unit.clue.enable):
                    found.append(tuple(ctx.get(unit.clue[name]) for name in ("row", "col", "value")))
                steps += not (ctx.get(unit.given.ready) or ctx.get(unit.values.ready))
                clocks += 1
                await ctx.tick()
                assert ctx.get(unit.number) == len(found)
            if clocks != end:
                assert found == expected and steps == len(clues) and not words[unit.values]
            assert found == expected[:len(found)]

    simulate(unit, testbench)


@SMALL
def test_unpack_every_puzzle(rows, cols):
    unpack(rows, cols, 2, (
        ((rows, cols), clues, None) for clues in product((None, 1, 2), repeat=rows * cols)))


@pytest.mark.parametrize("rows, cols, bits", [(1, 36, 8), (36, 1, 4), (5, 7, 2), (8, 8, 4), (8, 8, 8)])
def test_unpack_random_puzzles(rows, cols, bits):
    """The puzzles have several sizes. Every second unpacking is interrupted."""
    rng = random.Random(rows * cols)
    unpack(rows, cols, bits, [
        (size, [rng.randrange(1 << bits) if rng.random() < density else None for _ in range(size[0] * size[1])], end)
        for density in (0.0, 0.1, 0.5, 1.0) for size in sizes(rng, rows, cols)
        for end in (rng.randrange(2, 60), None)], late=0.7)


def pack(rows, cols, solutions, late=0):
    """Pack solutions, each given as (size, cells in reading order, clock of an interruption). Each solution is packed
    twice; only the first time, packing is interrupted. Words are accepted up to ``late`` clocks late. Compare all
    words. For each solution, return the number of clocks until its last word, except clocks in which a word waits to be
    accepted.
    """
    unit, rng, found = SolutionPacker(rows, cols), random.Random(0), []

    async def testbench(ctx):
        async def clock():
            row, word = ctx.get(unit.row), rng.getrandbits(cols)
            if row < size[0]:
                line = cells[row * size[1]:(row + 1) * size[1]]
                word = word >> size[1] << size[1] | sum(cell << col for col, cell in enumerate(line))
            await ctx.tick()
            ctx.set(unit.cells, word)

        for size, cells, interrupted in solutions:
            ctx.set(unit.size, dict(zip(("rows", "cols"), size)))
            for length in (interrupted, 0):
                ctx.set(unit.start, 1)
                await clock()
                ctx.set(unit.start, 0)
                for _ in range(length):
                    await clock()
            clocks = 0
            for word in packed(cells):
                while not ctx.get(unit.packed.valid):
                    await clock()
                    clocks += 1
                for ready in [0] * rng.randint(0, late) + [1]:
                    assert (ctx.get(unit.packed.valid), ctx.get(unit.packed.payload)) == (1, word)
                    ctx.set(unit.packed.ready, ready)
                    await clock()
                ctx.set(unit.packed.ready, 0)
            for _ in range(2 * WORD):
                assert not ctx.get(unit.packed.valid)
                await clock()
            found.append(clocks)

    simulate(unit, testbench)
    return found


@SMALL
def test_pack_every_solution(rows, cols):
    """The last word is padded."""
    solutions = [((rows, cols), cells, 0) for cells in product((False, True), repeat=rows * cols)]
    assert set(pack(rows, cols, solutions)) == {WORD + 2 * rows}


@pytest.mark.parametrize("rows, cols", [*LARGE, (64, 36)])
def test_pack_random_solutions(rows, cols):
    """The solutions have several sizes. The unit begins to pack each solution twice, and is interrupted the first
    time."""
    rng = random.Random(rows * cols)
    solutions = [(size, rng.choices((False, True), k=size[0] * size[1]), rng.randrange(50))
                 for size in sizes(rng, rows, cols) * (5 if rows < 64 else 1)]
    for (size, cells, _), clocks in zip(solutions, pack(rows, cols, solutions, late=3), strict=True):
        assert clocks <= -(-len(cells) // WORD) * WORD + 2 * size[0]
