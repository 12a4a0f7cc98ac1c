"""A board on USB, and the link to the board through a host.

``python -m support.usb.board FILE ...`` in the folder ``tests`` measures how many puzzles per second the link carries.
It streams the puzzles of the files over the UART and over USB, to simulated boards with the default engines of a 25F.
"""

import argparse
import ctypes
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Lock
from types import SimpleNamespace

from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import connect, flipped

from rowloom.boards import find_board
from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import assemble
from rowloom.host import formats
from rowloom.host.cli.figures import Measurement
from rowloom.host.jobs.job import Job
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import SIMULATOR_TIMES, BitRate, Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.hw.soc.usb import USBPort
from rowloom.sim import LineUse, Simulator
from rowloom.sim.netlist import write_netlist
from rowloom.sim.program import compile_cxxrtl
from rowloom.tools import YOSYS
from support.gateware import compile_unit
from support.usb.host import FOLDER, Host, Wires

__all__ = ["GLUE", "RESEND_INTERVAL", "TIMEOUT", "Losses", "USBBoard", "USBLink", "compile_netlist", "jobs_of", "plug",
           "stream"]

GLUE = [FOLDER / "soc.cc", FOLDER / "wire.cc"]
CLOCK_HZ = 50e6  # of the SoC
TIMEOUT, RESEND_INTERVAL = 2.0, 0.05
_FRAME = 1e-3


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
    """A link through a :class:`Host`. Its clock is that of the simulation. Several threads may use the link.

    Like a computer's host controller, the link begins a frame each millisecond, alternates between the two directions,
    and keeps the bytes that have arrived.
    """

    TICK = 2e-3
    name, has_bit_rate, bit_rate = "USB", True, 1_000_000

    def __init__(self, host):
        self.host, self.sent, self.received = host, 0, 0
        self._arrived, self._frame = b"", 0
        self._in_use = Lock()
        self._begun = self.clock()

    def clock(self):
        return self.host.wires.seconds

    def write(self, data):
        self.sent += len(data)
        with self._in_use:
            while data:
                data = data[self.host.write(data[:64]):]
                self._turn()

    def read(self, least=1):
        end = self.clock() + self.TICK
        while len(self._arrived) < least and self.clock() < end:
            with self._in_use:
                self._turn()
        with self._in_use:
            data, self._arrived = self._arrived, b""
        self.received += len(data)
        return data

    def line_use(self):
        """Return the board's clocks since the previous call; the bus itself is always in use."""
        begun, self._begun = self._begun, self.clock()
        return LineUse(*[round((self._begun - begun) * CLOCK_HZ)] * 3)

    def set_bit_rate(self, rate):
        raise AssertionError("a board on USB has no bit rate")

    def _turn(self):
        """Begin the frames that are due, and ask the device for a packet."""
        if self.clock() >= (self._frame + 1) * _FRAME:
            self._frame = int(self.clock() / _FRAME)
            self.host.frame(self._frame % 2048)
        self._arrived += self.host.read() or b""


class Losses(BitRate):
    """Counts the frames that are lost in either direction."""

    frames = 0

    def lost(self):
        self.frames += 1


def compile_netlist(request, folder):
    """Compile the netlist of a bitstream for USB; return an object for :class:`Wires`."""
    design = write_netlist(request, request.flow.generate(request.config()), folder)
    glue = folder / "glue.cc"
    glue.write_text(f'#include "{design.stem}.h"\nstatic cxxrtl_design::p_rowloom unit;\n'
                    + "".join(path.read_text() for path in GLUE))
    return SimpleNamespace(code=ctypes.CDLL(str(compile_cxxrtl([design, glue], folder, shared=True, writer=YOSYS))))


def plug(unit, noise=0.0):
    """Return a session with a board that was just plugged in."""
    wires = Wires(unit)
    wires.speeds(device_hz=CLOCK_HZ)
    host = Host(wires)
    host.attempts = 1000
    wires.wait(2e-3)
    host.configure()
    wires.noise = noise
    link = USBLink(host)
    return Session(link, TIMEOUT, RESEND_INTERVAL, link.clock)


def jobs_of(name):
    """Return a job for each puzzle of a file."""
    return [Job(puzzle) for puzzle in formats.read(Path(name).read_text(), name)]


def stream(name, session, jobs):
    """Stream jobs to a board, and print how many it solves per second; return the cycles of each."""
    session.identify()
    session.rate, measurement = Losses(session), Measurement([session])
    cycles = [outcome.cycles for outcome in solve(session, jobs)]
    seconds, passed, busy = measurement.line_use()
    print(f"{name}: {len(jobs) / seconds:,.0f} a second; bytes per puzzle: "
          f"{passed['to_board'] / len(jobs):.1f} to the board, {passed['from_board'] / len(jobs):.1f} from the board; "
          f"line busy {busy['to_board']:.1%}, {busy['from_board']:.1%}; {session.rate.frames} frames lost", flush=True)
    return cycles


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args()
    config = SoCConfig.of(*find_board("ulx3s-25f").engines)
    jobs = {name: jobs_of(name) for name in options.files}
    cycles = {name: [] for name in jobs}

    def stream_all(line, session):
        for name, some in jobs.items():
            cycles[name].append(stream(f"{name}, {line}", session, some))

    with Simulator(config, report=print) as simulator:
        for rate in (1_000_000, 3_000_000):
            with closing(SimulatorLink(simulator, config.bit_rate)) as link:
                session = Session(link, *SIMULATOR_TIMES)
                stream_all(f"UART at {session.rate.change(rate):,} bit/s", session)
    with tempfile.TemporaryDirectory() as folder:
        unit = compile_unit(USBBoard(replace(config, usb=True)), Path(folder), clock="usb_clk", glue=GLUE)
        stream_all("USB", plug(unit))
    for name, runs in cycles.items():
        same = sum(len(set(one)) == 1 for one in zip(*runs))
        print(f"{name}: the same cycles in all runs for {same:,} puzzles of {len(jobs[name]):,}")


if __name__ == "__main__":
    main()
