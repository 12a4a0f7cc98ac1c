"""The board's tests of its line, its memories and its CPU."""

import random

import pytest

from rowloom.host.doctor.board import cpu_result
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import MAX_BODY, Part, Reason, Refused

RNG = random.Random("selftest")


@pytest.fixture
def tested(ask):
    def tested(part, number=0):
        (answer,) = ask(3, protocol.Test(number, part))
        assert answer == protocol.Tested(answer.number, part)
        return answer.number

    return tested


def test_bytes_come_back(ask):
    """The answer contains the number of tests of the line so far. Other tests are not counted."""
    for number, length in enumerate([0, 1, 248, MAX_BODY - 7 - 5], 1):
        padding = RNG.randbytes(length)
        assert ask(number, protocol.Test(77, Part.LINE, padding)) == [protocol.Tested(number, Part.LINE, padding)]
        assert ask(number, protocol.Test(0, Part.ROM))


def test_a_part_that_does_not_exist(ask):
    assert ask.raw(protocol.Kind.TEST, bytes([0, 0, 0, 0, len(Part)])) == Refused(Reason.MALFORMED)


def test_ram(tested, native):
    native.ram[:] = before = [RNG.getrandbits(32) for _ in native.ram]
    assert tested(Part.RAM) == 0
    assert native.ram == before


@pytest.mark.parametrize("word, ones, zeros", [(0, 1, 0), (1234, 0, 1 << 31), (-1, 0x100, 0x80)])
def test_stuck_bits(tested, native, word, ones, zeros):
    native.stuck[word % len(native.ram)] = ones, zeros
    assert tested(Part.RAM) == ones | zeros


@pytest.mark.parametrize("bit", [0, 5, 11])
def test_an_address_line_that_is_not_connected(tested, native, bit):
    native.address_mask = ~(1 << bit)
    assert tested(Part.RAM) == 0xFFFF_FFFF


def test_rom(tested, native):
    words = [RNG.getrandbits(32) for _ in native.rom]
    native.rom[:] = [*words[:-1], -sum(words[:-1]) % (1 << 32)]
    assert tested(Part.ROM) == 0
    native.rom[RNG.randrange(len(words))] ^= 1 << 7
    assert tested(Part.ROM) in (1 << 7, (1 << 32) - (1 << 7))


@pytest.mark.parametrize("seed", [0, 1, 0xFFFF_FFFF, *(RNG.getrandbits(32) for _ in range(20))])
def test_the_cpu(tested, seed):
    assert tested(Part.CPU, seed) == cpu_result(seed)


def test_requests_of_other_sessions(ask):
    assert ask(0, protocol.Test(0, Part.RAM), session=1) == [Refused(Reason.NO_SESSION)]
