"""The simulator as a program: building, starting, ending."""

import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from rowloom.firmware.build import design_digest
from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.tools import ToolError
from rowloom.sim import Simulator, SimulatorError, build, build_simulator, program
from rowloom.sim.program import digest

TWO_BUILDERS = """
import sys, time
from pathlib import Path
from rowloom.firmware.build import design_digest
from rowloom.hw.soc.config import SoCConfig
from rowloom.sim import build

def fake(config, folder, report):
    with open(sys.argv[1], "a") as log:
        log.write("built\\n")
    time.sleep(1)
    program = folder / "program"
    program.write_text("program")
    return program

build._build = fake
assert build.build_simulator(SoCConfig(rows=7, cols=7)).read_text() == "program"
"""

OWNER = """
import time
from rowloom.sim import Simulator
simulator = Simulator(10, 10)
print(simulator._process.pid, flush=True)
time.sleep(60)
"""


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_two_processes_build_once(tmp_path):
    log = tmp_path / "log"
    environment = {**os.environ, "ROWLOOM_CACHE": str(tmp_path / "cache")}
    builders = [subprocess.Popen([sys.executable, "-c", TWO_BUILDERS, str(log)], env=environment) for _ in range(2)]
    assert [builder.wait() for builder in builders] == [0, 0]
    assert log.read_text() == "built\n"


def test_a_built_simulator_is_found_again(monkeypatch):
    program = build_simulator(SoCConfig())
    monkeypatch.setattr(build, "_build", None)
    assert build_simulator(SoCConfig()) == program


def test_the_digest_knows_what_goes_in(tmp_path, monkeypatch):
    digests = {digest(design_digest(SoCConfig(**options))) for options in
               ({}, {"rows": 9}, {"cols": 9}, {"clock_hz": 48_000_000}, {"bit_rate": 500_000})}
    another = tmp_path / "simulator.cpp"
    another.write_text("// another one")
    monkeypatch.setattr(program, "SIMULATOR", another)
    assert len(digests | {digest(design_digest(SoCConfig()))}) == 6


def test_a_failing_tool_is_reported(tmp_path, monkeypatch):
    monkeypatch.setenv("ROWLOOM_CACHE", str(tmp_path))
    monkeypatch.setattr(build, "_FLAGS", ["--no-such-flag"])
    with pytest.raises(ToolError, match=r"(?s)^The C\+\+ compiler failed:\n.*no-such-flag"):
        build_simulator(SoCConfig(rows=1, cols=1))
    assert not [path for path in (tmp_path / "simulators").iterdir() if path.suffix != ".lock"]


def test_a_port_in_use_is_reported():
    with Simulator(10, 10) as first:
        port = int(first.url.rpartition(":")[2])
        with pytest.raises(SimulatorError, match=f"^The simulator did not start: .*cannot listen on port {port}"):
            Simulator(10, 10, port=port)


def test_it_ends_with_its_owner():
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True)
    simulator = int(owner.stdout.readline())
    assert alive(simulator)
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    owner.stdout.close()
    for _ in range(50):
        if not alive(simulator):
            return
        time.sleep(0.1)
    pytest.fail("it outlived its owner by five seconds")


def test_wave(tmp_path, open_board):
    path = tmp_path / "wave.vcd"
    with Simulator(10, 10, wave=str(path)) as simulator:
        open_board(simulator).identify()
    with path.open() as file:
        head = file.read(200_000)
        file.seek(path.stat().st_size // 2)
        body = file.read(100_000)
    assert "$timescale 10 ns $end" in head
    assert "$scope module checker $end" in head
    assert "$enddefinitions $end" in head
    assert "#" in body


def test_a_wave_that_cannot_be_written(tmp_path):
    with pytest.raises(SimulatorError, match=r"^The simulator did not start: .*cannot write .*: No such file"):
        Simulator(10, 10, wave=str(tmp_path / "missing" / "wave.vcd"))


def test_a_second_connection_is_closed_at_once(open_board):
    with Simulator(10, 10) as simulator:
        first = open_board(simulator)
        first.identify()
        with socket.create_connection(("127.0.0.1", int(simulator.url.rpartition(":")[2])), timeout=5) as second:
            assert second.recv(1) == b""
        first.identify()


def test_one_connection_after_the_other(open_board):
    with Simulator(10, 10) as simulator:
        for _ in range(5):
            board = open_board(simulator)
            board.identify()
            board._link.close()
