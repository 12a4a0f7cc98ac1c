"""A SoC with its firmware and a USB device solves puzzles. The host exchanges packets with the device."""

from contextlib import closing

import pytest

from rowloom.boards import find_board
from rowloom.boards.build import Request
from rowloom.engines.config import SoCConfig
from rowloom.host.doctor import Verdict
from rowloom.host.doctor.board import examine
from rowloom.host.jobs.job import Job, Progress
from rowloom.host.jobs.status import SOLVED
from rowloom.host.link import pool
from rowloom.host.link.connection import share
from rowloom.host.link.pipeline import solve
from rowloom.host.link.rates import AutomaticRate
from rowloom.host.link.session import BoardError, Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import MAX_BODY, Part
from rowloom.sim import Simulator
from support.puzzles import examples, made
from support.usb.board import GLUE, RESEND_INTERVAL, TIMEOUT, Losses, USBBoard, USBLink, compile_netlist, plug

ENGINES = "deducer:12x11", "scan:9x9"
TWO = "parallel:4x4", "parallel:4x4+checker:3x3*1"
SUSPENDED, UNPLUGGED = 6e-3, 20e-3
"""In seconds. A bus that is idle for 3 ms is suspended (USB 2.0, section 7.1.7.6)."""


@pytest.fixture(scope="module")
def unit(compiled):
    return compiled(USBBoard(SoCConfig.of(*ENGINES, usb=True)), clock="usb_clk", glue=GLUE)


@pytest.fixture(scope="module")
def shared(compiled):
    """Two SoCs behind a USB device; only SoC 1 has an engine for Slitherlinks."""
    return compiled(USBBoard(SoCConfig.of(*TWO, usb=True)), clock="usb_clk", glue=GLUE)


@pytest.fixture(scope="module")
def netlist(tmp_path_factory):
    """Return the compiled netlist of a bitstream with the engines ``ENGINES``."""
    return compile_netlist(Request(find_board("ulx3s-25f"), ENGINES, usb=True), tmp_path_factory.mktemp("netlist"))


@pytest.fixture(scope="module")
def expected():
    """Return the outcomes of the jobs over the UART."""
    with Simulator(SoCConfig.of(*ENGINES)) as simulator, closing(SimulatorLink(simulator, 1_000_000)) as link:
        return list(solve(Session(link, 120.0, 30.0), jobs()))


def jobs():
    names = "slitherlink-5x5", "slitherlink-10x10-easy", "sudoku-9x9-easy"
    return [Job(examples(name)[0], counters=True) for name in names]


def suspended_before(link, name, number):
    """Let the host suspend the bus before each of the next ``number`` calls of the link's method ``name``. Return the
    list to which the times of these calls will be added."""
    method, moments = getattr(link, name), []

    def suspend(*arguments):
        if len(moments) < number:
            moments.append(link.clock())
            link.host.suspend(SUSPENDED)
        return method(*arguments)

    setattr(link, name, suspend)
    return moments


def check(outcomes, expected):
    """Check that all puzzles are solved, with the expected solutions, cycles and counters."""
    assert [one.status for one in outcomes] == [SOLVED] * len(expected)
    for field in ("solutions", "cycles", "counters"):
        assert [getattr(one, field) for one in outcomes] == [getattr(one, field) for one in expected]


@pytest.mark.slow  # a SoC with two engines is compiled twice
def test_it_solves_as_over_the_uart(unit, expected):
    """The results and their cycles are the same as over the UART, with and without damaged packets. USB has no bit rate
    to change: the host does not try to raise it, and the board refuses a request for another rate."""
    for noise in (0.0, 0.1):
        session = plug(unit, noise)
        assert session.identify().bit_rate == 0
        session.rate = AutomaticRate(session)
        session.rate.raise_now()
        with pytest.raises(BoardError, match="cannot make 2,000,000 bit/s"):
            session.rate.change(2_000_000)
        check(list(solve(session, jobs())), expected)


@pytest.mark.slow  # synthesis, and the compilation of the netlist, take some minutes
def test_the_netlist_of_a_bitstream(netlist, expected):
    """The FPGA is simulated cell by cell, and connected to the host by its pins D+ and D-. Its searches take as many
    cycles as over the UART."""
    check(list(solve(plug(netlist), jobs())), expected)


@pytest.mark.slow  # a SoC with two engines is compiled
def test_a_reset_of_the_bus_while_it_solves(unit):
    """A reset of the bus loses the bytes that are on their way, so the host has to repeat requests."""
    session = plug(unit)
    session.identify()
    host, write = session.link.host, session.link.write
    resets = iter(range(3))

    def write_and_reset(data):
        write(data)
        if next(resets, None) is not None:
            host.configure()

    session.link.write = write_and_reset
    assert [one.status for one in solve(session, jobs())] == [SOLVED] * len(jobs())


@pytest.mark.slow  # a SoC with two engines is compiled
def test_suspensions_while_it_solves(unit, expected):
    """The host suspends the bus before it sends a request, and again before it reads an answer. No frame is lost, and
    the SoC searches meanwhile."""
    session = plug(unit)
    session.identify()
    session.rate = Losses(session)
    link = session.link
    written, read = suspended_before(link, "write", 2), suspended_before(link, "read", 3)
    check(list(solve(session, jobs())), expected)
    assert session.rate.frames == 0
    assert (len(written), len(read)) == (2, 3)


@pytest.mark.slow  # a SoC with two engines is compiled
def test_the_cable_is_unplugged_while_it_solves(unit, expected):
    """The board has a power supply of its own. Its cable is unplugged during a search, and then plugged in again: the
    host resets the bus and configures the device with another address. The next session solves its puzzles, and gets
    no answer from the session before."""
    session = plug(unit)
    host = session.link.host
    session.identify()
    for outcome in solve(session, jobs()):
        assert outcome.status == SOLVED
        break  # the other jobs are on the board
    host.wires.wait(UNPLUGGED)
    host.configure(address=9)
    link = USBLink(host)
    outcomes = list(solve(Session(link, TIMEOUT, RESEND_INTERVAL, link.clock), jobs()))
    for field in ("solutions", "counters"):
        assert [getattr(one, field) for one in outcomes] == [getattr(one, field) for one in expected]


def plug_both(unit):
    """Return the sessions with both SoCs of a board that was just plugged in."""
    session = plug(unit)
    assert session.identify().socs == 2
    share(session, Progress())
    for soc in session.socs:
        soc.rate = Losses(soc)
    return session.socs


def check_both(socs):
    """Check that both SoCs solve puzzles at the same time."""
    puzzles = [made(genre, size, size, "easy", seed) for seed in range(8)
               for genre, size in (*[("sudoku", 4)] * 8, ("slitherlink", 3))]
    outcomes = list(pool.solve(socs, [Job(puzzle, count=2) for puzzle in puzzles]))
    assert [outcome.puzzle for outcome in outcomes] == puzzles
    assert all(outcome.verified and outcome.unique for outcome in outcomes)
    for genre, solvers in (("sudoku", socs), ("slitherlink", socs[1:])):
        assert {one.board for one in outcomes if one.puzzle.genre == genre} == {soc.name for soc in solvers}


@pytest.mark.slow  # two SoCs are compiled
def test_two_socs_share_the_usb_device(shared):
    """The doctor finds no fault. While the SoCs solve, the host never has more bytes in flight than a SoC's queue can
    hold, so no frame is lost."""
    socs = plug_both(shared)
    assert not [one for one in examine(socs[0], socs[0].board.build.hex(), 0.05) if one.verdict is Verdict.FAULT]
    check_both(socs)
    assert [soc.rate.frames for soc in socs] == [0, 0]


@pytest.mark.slow  # two SoCs are compiled
def test_two_socs_lose_requests(shared):
    """A SoC with a full queue does not hold up the USB device, so bytes are lost. The host repeats the requests."""
    socs = plug_both(shared)
    send, floods = socs[1].send, iter(range(2))

    def flood_and_send(request, sequence=0):
        if next(floods, None) is not None:
            for number in range(10):
                send(protocol.Test(number, Part.LINE, bytes(MAX_BODY - 12)))
        send(request, sequence)

    socs[1].send = flood_and_send
    check_both(socs)
    assert socs[0].rate.frames == 0 < socs[1].rate.frames
