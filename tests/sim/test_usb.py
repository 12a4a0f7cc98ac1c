"""The SoC with its firmware and its USB device solves puzzles; the host's program talks to it in packets."""

from contextlib import closing
from pathlib import Path

import pytest
from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import connect, flipped

from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import assemble
from rowloom.host import formats
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.status import SOLVED
from rowloom.host.link.pipeline import solve
from rowloom.host.link.rates import AutomaticRate
from rowloom.host.link.session import BoardError, Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.hw.soc.usb import USBPort
from rowloom.sim import Simulator
from support.usb.host import FOLDER, Host, Wires

EXAMPLES = Path(__file__).parents[2] / "examples"
ENGINES = "deducer:12x11", "parallel:9x9"
TIMEOUT, RESEND_INTERVAL = 2.0, 0.05


class USBBoard(wiring.Component):
    """A SoC with its USB device; the ports are those of the device."""

    def __init__(self, config):
        self._soc, self._usb = assemble(config), USBPort()
        ports = self._usb.signature.members
        super().__init__({name: ports[name] for name in ("d_p", "d_n", "pullup")})

    def elaborate(self, platform):
        m = Module()
        m.submodules.soc, m.submodules.usb = soc, usb = self._soc, self._usb
        connect(m, soc.line, usb.line)
        for name in ("d_p", "d_n"):
            connect(m, getattr(usb, name), flipped(getattr(self, name)))
        m.d.comb += self.pullup.eq(usb.pullup)
        return m


class USBLink:
    """A link through a :class:`Host`, in the time of the simulation."""

    PAUSE, TICK = 50e-6, 2e-3
    name, has_bit_rate, bit_rate = "USB", True, 1_000_000

    def __init__(self, host):
        self.host, self.sent, self.received = host, 0, 0

    def clock(self):
        return self.host.wires.seconds

    def write(self, data):
        self.sent += len(data)
        while data:
            data = data[self.host.write(data):]

    def read(self, least=1):
        data, end = b"", self.clock() + self.TICK
        while len(data) < least and self.clock() < end:
            if packet := self.host.read():
                data += packet
            else:
                self.host.wires.wait(self.PAUSE)
        self.received += len(data)
        return data

    def set_bit_rate(self, rate):
        raise AssertionError("a board on USB has no bit rate")


@pytest.fixture(scope="module")
def unit(compiled):
    board = USBBoard(SoCConfig.of(*ENGINES, usb=True))
    return compiled(board, clock="usb_clk", glue=[FOLDER / "soc.cc", FOLDER / "wire.cc"])


def jobs():
    names = "slitherlink-5x5", "slitherlink-10x10-easy", "sudoku-9x9-easy"
    return [Job(next(formats.read((EXAMPLES / f"{name}.txt").read_text(), name)), counters=True) for name in names]


def plug(unit, noise=0.0):
    """Return a session with a board that was just plugged in."""
    host = Host(Wires(unit, noise))
    host.attempts = 1000
    host.wires.wait(2e-3)
    host.wires.noise, noise = 0.0, host.wires.noise
    host.configure()
    host.wires.noise = noise
    link = USBLink(host)
    session = Session(link, TIMEOUT, RESEND_INTERVAL, link.clock)
    session.rate = AutomaticRate(session)
    return session


@pytest.mark.slow  # a SoC with two engines is compiled twice
def test_it_solves_as_over_the_uart(unit):
    """The results and their cycles are the same, with or without damaged packets. The host leaves the rate alone, and
    the board refuses to change it."""
    with Simulator(SoCConfig.of(*ENGINES)) as simulator, closing(SimulatorLink(simulator, 1_000_000)) as link:
        expected = list(solve(Session(link, 120.0, 30.0), jobs()))
    for noise in (0.0, 0.1):
        session = plug(unit, noise)
        assert session.identify().bit_rate == 0
        session.rate.raise_now()
        with pytest.raises(BoardError, match="cannot make 2,000,000 bit/s"):
            session.rate.change(2_000_000)
        outcomes = list(solve(session, jobs()))
        assert [one.status for one in outcomes] == [SOLVED] * len(expected)
        assert [one.solutions for one in outcomes] == [one.solutions for one in expected]
        assert [one.cycles for one in outcomes] == [one.cycles for one in expected]
        assert [one.counters for one in outcomes] == [one.counters for one in expected]


@pytest.mark.slow  # it uses the same SoC
def test_a_reset_of_the_bus_while_it_solves(unit):
    """The bytes on their way are lost, and the host's program sends its requests again."""
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
