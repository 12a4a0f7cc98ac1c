"""Another firmware on the simulated board: over the real UART, into the real memories, run by the real CPU."""

import struct
import zlib
from contextlib import closing

import pytest

from rowloom.firmware.build import firmware_digest, fitted, image
from rowloom.host.firmware import FirmwareError, Image, load, restore
from rowloom.host.jobs.job import SOLVED, Job
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Refusal, Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.host.puzzles import slitherlink
from rowloom.host.wire.protocol import Reason
from rowloom.hw.soc.top import bus_map_of
from rowloom.sim import Simulator

PUZZLE = slitherlink.Slitherlink("p", 2, 2, ((3, None), (None, 3)))
HEAD = 16


@pytest.fixture(scope="module")
def sources(config) -> Image:
    """The firmware of the sources, to be loaded."""
    return Image.parse(image(config))


def program(like: Image, *instructions: int) -> Image:
    """An image of a few instructions, with the head of another one."""
    return Image.parse(like.data[:HEAD] + struct.pack(f"<{len(instructions)}I", *instructions))


def solves(board: Session) -> None:
    (outcome,) = solve(board, [Job(PUZZLE)])
    assert (outcome.status, outcome.verified, outcome.message) == (SOLVED, True, "")


@pytest.fixture
def fresh(open_board, config):
    """A board that a test may leave in any state."""
    with Simulator(config) as simulator:
        yield open_board(simulator)


def test_loaded_it_solves_and_can_be_left(fresh, sources, config):
    own = fresh.identify()
    assert not own.loaded
    loaded = load(fresh, sources)
    assert loaded.loaded
    assert loaded.firmware == own.firmware == firmware_digest(bus_map_of(fitted(config)))
    solves(fresh)
    assert fresh.change_rate(500_000) == 500_000
    solves(fresh)
    back = restore(fresh)
    assert back == own
    solves(fresh)


def test_a_broken_transfer(sources, config):
    with Simulator(config) as simulator:
        with closing(SimulatorLink(simulator, config.bit_rate)) as link:
            board = Session(link, 20.0, 3.0)
            board.identify()
            for offset in (0, 1024, 2048):
                board.load(offset, sources.data[offset:offset + 1024])
        # Plugged in again, nothing has changed, and half an image does not start.
        with closing(SimulatorLink(simulator, config.bit_rate)) as link:
            board = Session(link, 20.0, 3.0)
            assert not board.identify().loaded
            with pytest.raises(Refusal) as caught:
                board.start(len(sources.data), zlib.crc32(sources.data))
            assert caught.value.reason == Reason.DAMAGED_IMAGE
            solves(board)
            assert load(board, sources).loaded
            solves(board)


def test_loaded_it_is_there_for_the_next_client(open_board, sources, config):
    with Simulator(config) as simulator:
        first, second = open_board(simulator), open_board(simulator)
        assert not first.identify().loaded
        assert load(second, sources).loaded
        first._link.close()
        assert second.identify().loaded
        second._link.close()
        assert open_board(simulator).identify().loaded
        assert not open_board(simulator).identify().loaded


def test_wrong_images(fresh, sources, config):
    other = Image.parse(sources.data[:8] + bytes(4) + sources.data[12:])
    with pytest.raises(FirmwareError, match=r"^made for another build of the gateware \(interface 00000000; this"):
        load(fresh, other)
    # Nor does the board take them from a host that does not look.
    for data, reason in (
        (other.data, Reason.OTHER_BUILD),
        (bytes(len(sources.data)), Reason.DAMAGED_IMAGE),
        (sources.data[:8], Reason.DAMAGED_IMAGE),
    ):
        for offset in range(0, len(data), 1024):
            fresh.load(offset, data[offset:offset + 1024])
        with pytest.raises(Refusal) as caught:
            fresh.start(len(data), zlib.crc32(data))
        assert caught.value.reason == reason
    with pytest.raises(Refusal) as caught:
        fresh.load(fitted(config).rom_bytes, b"beyond the memory")
    assert caught.value.reason == Reason.TOO_LARGE
    assert not fresh.identify().loaded
    solves(fresh)


def test_one_that_hangs_is_ended_by_a_break(fresh, sources):
    jump_to_itself = 0x0000006F
    with pytest.raises(FirmwareError, match=r"it hangs\. The board was restarted, and its own firmware runs$"):
        load(fresh, program(sources, *[jump_to_itself] * 65))
    assert not fresh.identify().loaded
    solves(fresh)


def test_one_that_crashes_falls_back(fresh, sources):
    no_instruction = 0x00000000
    with pytest.raises(FirmwareError, match=r"it crashes as soon as it begins$"):
        load(fresh, program(sources, *[no_instruction] * 65))
    assert not fresh.identify().loaded
    solves(fresh)
