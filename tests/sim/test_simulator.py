"""The simulator as a program: how it is built, started, ended and killed."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress

import psutil
import pytest

from rowloom.engines.config import SoCConfig
from rowloom.errors import LinkError, SimulationError
from rowloom.firmware.build import design_digest
from rowloom.sim import Simulator, build, build_simulator, process, program
from rowloom.sim.program import digest
from support.says import Says
from support.waiting import has_ended, until

TWO_BUILDERS = """
import sys, time
from rowloom.firmware.build import design_digest
from rowloom.engines.config import SoCConfig
from rowloom.sim import build

def fake(config, folder, report):
    with open(sys.argv[1], "a") as log:
        log.write("built\\n")
    time.sleep(1)
    program = folder / "program"
    program.write_text("program")
    return program

build._build = fake
assert build.build_simulator(SoCConfig.of()).read_text() == "program"
"""

OWNER = """
import sys
import time
from rowloom.engines.config import SoCConfig
from rowloom.sim import Simulator
bit_rate, *engines = sys.argv[1:]
simulator = Simulator(SoCConfig.of(*engines, bit_rate=int(bit_rate)))
print(simulator._process.pid, flush=True)
time.sleep(60)
"""


def test_two_processes_build_once(start, tmp_path):
    log = tmp_path / "log"
    environment = {**os.environ, "ROWLOOM_CACHE": str(tmp_path / "cache")}
    builders = [start([sys.executable, "-c", TWO_BUILDERS, str(log)], env=environment) for _ in range(2)]
    assert [builder.wait() for builder in builders] == [0, 0]
    assert log.read_text() == "built\n"


def test_a_built_simulator_is_found_again(config, monkeypatch):
    program = build_simulator(config)
    monkeypatch.setattr(build, "_build", None)
    assert build_simulator(config) == program


def test_the_digest_knows_what_goes_in(config, tmp_path, monkeypatch):
    builds = ["checker:10x10", "deducer:12x11"], ["checker:9x10"], ["checker:10x9"], ["deducer:10x10"]
    digests = {digest(design_digest(SoCConfig.of(*engines))) for engines in builds}
    digests |= {digest(design_digest(SoCConfig.of(**options))) for options in
                ({}, {"clock_hz": 60_000_000}, {"bit_rate": 500_000})}
    others = set()
    files = ("simulator.cpp", "board.h", "cable.h", "line.h", "library.cpp")
    for name in files:
        sources = tmp_path / name
        shutil.copytree(program.SOURCES, sources)
        with (sources / name).open("a") as source:
            source.write("\n")
        monkeypatch.setattr(program, "SOURCES", sources)
        others.add(digest(design_digest(config)))
    assert len(digests | others) == 7 + len(files)


def test_a_port_in_use_is_reported(config):
    with Simulator(config) as first:
        port = int(first.url.rpartition(":")[2])
        with pytest.raises(SimulationError, match=f"^The simulator did not start: .*cannot listen on port {port}"):
            Simulator(config, port=port)


def test_it_ends_with_its_owner(start, config):
    command = [sys.executable, "-c", OWNER, str(config.bit_rate), *config.names]
    owner = start(command, stdout=subprocess.PIPE, text=True)
    simulator = int(owner.stdout.readline())
    assert not has_ended(simulator)
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    until(lambda: has_ended(simulator))


def test_wave(tmp_path, open_board, config):
    path = tmp_path / "wave.vcd"
    with Simulator(config, wave=str(path)) as simulator:
        open_board(simulator).identify()
    with path.open() as file:
        head = file.read(200_000)
        file.seek(path.stat().st_size // 2)
        body = file.read(100_000)
    assert "$timescale 10 ns $end" in head
    assert "$scope module checker $end" in head
    assert "$enddefinitions $end" in head
    assert "#" in body


def test_a_wave_that_cannot_be_written(tmp_path, config):
    with pytest.raises(SimulationError, match=r"^The simulator did not start: .*cannot write .*: No such file"):
        Simulator(config, wave=str(tmp_path / "missing" / "wave.vcd"))


def test_line_use(open_board, config):
    """A byte takes ten bits. Each call returns how much the line was used since the previous call."""
    clocks = 50 * 10 * config.clock_hz // config.bit_rate
    with Simulator(config) as simulator:
        board = open_board(simulator)
        assert simulator.line_use() == (0, 0, 0)
        board.link.write(bytes(50))  # no frame, so there is no answer
        sent, deadline = 0, time.monotonic() + 5
        while sent < clocks and time.monotonic() < deadline:
            use = simulator.line_use()
            assert use.clocks == use.to_board
            sent += use.to_board
        assert sent == clocks
        board.identify()
        use = simulator.line_use()
        simulator._process.kill()
        simulator._process.wait()
        with pytest.raises(LinkError, match=r"^the simulator was killed \(signal 9\)$"):
            board.link.line_use()
        assert 0 < use.to_board < use.from_board < use.to_board + use.from_board < use.clocks


WORKS = b"#!/bin/sh\necho listening on 7\ncat >/dev/null\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows does not run scripts as programs")
@pytest.mark.parametrize("there", [
    b"", b"not to be run", b"\x7fELF", b"#!/bin/sh\nkill -SEGV $$\n", b"#!/bin/sh\n",
], ids=["empty", "mode", "cut off", "crashes", "silent"])  # fmt: skip
def test_a_damaged_program_in_the_cache_is_built_again(tmp_path, monkeypatch, there):
    path = tmp_path / "program"

    def start(built):
        def build(config, report):
            if not path.exists():
                path.write_bytes(built)
                path.chmod(0o755)
            return path

        path.write_bytes(there)
        path.chmod(0o755 if there != b"not to be run" else 0o644)
        monkeypatch.setattr(process, "build_simulator", build)
        reports = []
        with Simulator(report=reports.append) as started:
            return started.url, reports

    assert start(WORKS) == ("socket://127.0.0.1:7", [Says("program", "again")])
    with pytest.raises(SimulationError, match="program"):
        start(b"")


@pytest.mark.slow  # the program is started 200 times, and each start takes half a second
def test_a_batch_that_is_killed_at_any_moment_answers_every_puzzle_once(start, tmp_path):
    """Run ``solve --resume`` repeatedly, and each time kill its simulator or the command itself."""
    rng, names = random.Random(7), [str(number) for number in range(600)]
    puzzles = (f"# {name}\n2 2\n{rng.choice(['33', '3.', '00'])}\n..\n" for name in names)
    (tmp_path / "puzzles.txt").write_text("".join(puzzles))
    command = [sys.executable, "-m", "rowloom", "solve", "puzzles.txt", "--json", "--with", "checker:10x10",
               "--resume", "done.jsonl"]
    done, kills = tmp_path / "done.jsonl", {"simulator": 0, "command": 0}
    while sum(kills.values()) < 200:
        solving = start(command, cwd=tmp_path, stdout=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.3, 1.5))
        what = rng.choice(list(kills))
        with suppress(psutil.Error):
            owner = psutil.Process(solving.pid)
            for victim in owner.children() if what == "simulator" else [owner]:
                victim.kill()
                kills[what] += 1
        solving.wait()
        answered = done.read_bytes().count(b"\n") if done.exists() else 0
        if answered == len(names):
            records = map(json.loads, done.read_text().splitlines())
            assert sorted(record["name"] for record in records) == sorted(names)
            done.unlink()
