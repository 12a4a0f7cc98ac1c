"""The way from a request to a folder with a bitstream; the programs on it are fakes here but for one slow test."""

import errno
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

import rowloom.boards.build as building
from rowloom import boards
from rowloom.boards import BOARDS
from rowloom.boards.bitstreams import BuildError
from rowloom.boards.build import Request, TimingError, build, plan
from rowloom.boards.ecp5_flow import ECP5Flow
from rowloom.boards.synthesis import Gateware, Netlist
from rowloom.sources import imported
from rowloom.tools import Run, ToolError

GIGABYTE = 10**9
TINY = ("checker:2x2",)
BOARD = BOARDS["ulx3s-25f"]


@pytest.fixture(autouse=True)
def no_gateware(request, monkeypatch):
    """What goes into the fake programs takes seconds to make, and they do not read it."""
    if "slow" not in request.keywords:
        fake = Gateware("gateware", "constraints", "synthesis", "memory map", "0123456789abcdef")
        monkeypatch.setattr(ECP5Flow, "generate", lambda self, config: fake)


def test_folder(tools, tmp_path):
    bitstream = build(Request(BOARD, TINY))
    bitstream.copy_to(tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "manifest.json", "memory-map.md", "report.md", "ulx3s-25f.bit"]
    assert (tmp_path / "out" / "ulx3s-25f.bit").read_bytes() == b"bits, placed with seed 1"
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["board"] == "ulx3s-25f"
    assert manifest["device"] == "LFE5U-25F"
    # What is in the gateware, even if somebody has changed the sources meanwhile.
    assert manifest["build"] == "0123456789abcdef"
    assert (manifest["clock_hz"], manifest["fmax_hz"], manifest["seed"]) == (50_000_000, 60_000_000, 1)
    assert manifest["engines"] == list(TINY)
    assert manifest["solves"] == [{"genre": "slitherlink", "engine": "checker", "rows": 2, "cols": 2}]
    assert manifest["tools"]["Yosys"] == "fake 1"
    assert manifest["loader"]["sram"] == ["--board", "ulx3s"]
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((tmp_path / "out" / name).read_bytes()).hexdigest() == digest


def test_report(tools):
    text = (build(Request(BOARD, TINY)).folder / "report.md").read_text()
    assert "Runs at 50 MHz; Fmax is 60.00 MHz\n(+3.33 ns of 20.00 ns left)." in text
    assert "| checker | 100 | 0 | 0 | 0 |" in text
    assert "| cpu | 0 | 1 | 0 | 0 |" in text
    assert "| 1.50 | `soc.cpu.pc` |\n| 3.00 | `soc.uart.x` |" in text


def test_device_options(tools):
    build(Request(BOARDS["ecpix5-85f"], TINY))
    assert "--um5g-85k --package CABGA554 --speed 8 " in tools.runs[0]
    assert " --placer=heap --router=router1 " in tools.runs[0]
    assert "--freq 50 --seed 1 --timing-allow-fail" in tools.runs[0]


def test_built_once(tools):
    assert build(Request(BOARD, TINY)).fresh
    again = build(Request(BOARD, TINY))
    assert not again.fresh
    assert len(tools.runs) == 1
    assert again.runs["placement"].seconds > 0


def damage(path, content):
    """Replaces a file's content; takes the file away for None."""
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)


@pytest.mark.parametrize("name, content", [
    ("ulx3s-25f.bit", b"bits"), ("ulx3s-25f.bit", None), ("report.md", None), ("memory-map.md", b""),
    ("manifest.json", b""), ("manifest.json", b"{}"), ("manifest.json", None),
    ("effort.json", b""), ("effort.json", b"{}"), ("effort.json", b"[]"), ("effort.json", b"\xff"),
    ("effort.json", None),
])
def test_what_was_damaged_is_built_again(tools, name, content):
    first = build(Request(BOARD, TINY))
    files = {path.name: path.read_bytes() for path in first.folder.iterdir() if path.name != "effort.json"}
    damage(first.folder / name, content)
    again = build(Request(BOARD, TINY))
    assert again.fresh
    assert (again.folder, again.manifest) == (first.folder, first.manifest)
    assert {path.name: path.read_bytes() for path in again.folder.iterdir() if path.name != "effort.json"} == files
    assert not build(Request(BOARD, TINY)).fresh
    assert len(tools.runs) == 2


def test_a_manifest_that_was_changed(tools):
    first = build(Request(BOARD, TINY))
    path = first.folder / "manifest.json"
    path.write_text(path.read_text().replace('"fmax_hz": 60', '"fmax_hz": 90'))
    assert build(Request(BOARD, TINY)).manifest == first.manifest


def test_a_file_in_the_place_of_a_build(tools):
    folder = build(Request(BOARD, TINY)).folder
    shutil.rmtree(folder)
    folder.write_text("")
    assert build(Request(BOARD, TINY)).fresh


def test_what_a_killed_build_left_is_taken_away(tools):
    folder = build(Request(BOARD, TINY)).folder
    other = build(Request(BOARD, TINY, clock_hz=40_000_000)).folder
    shutil.rmtree(folder)
    for name in (f"{folder.name}-abc123", f"{other.name}-abc123"):
        (folder.parent / name / "seed-1").mkdir(parents=True)
    assert build(Request(BOARD, TINY)).fresh
    # What is another build's may be at work.
    assert {path.name for path in folder.parent.iterdir() if path.is_dir()} == {
        folder.name, other.name, f"{other.name}-abc123"}


def test_a_cache_that_cannot_be_used(tools, tmp_path):
    (tmp_path / "cache").write_text("")
    with pytest.raises(ToolError) as caught:
        build(Request(BOARD, TINY))
    assert str(caught.value) == (
        f"results cannot be kept in {tmp_path}/cache/bitstreams (Not a directory): name another folder for them with "
        "the environment variable ROWLOOM_CACHE")


def test_a_disk_that_is_full(tools, tmp_path, monkeypatch):
    def place(*arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("rowloom.boards.ecp5_flow.place", place)
    with pytest.raises(ToolError) as caught:
        build(Request(BOARD, TINY))
    assert str(caught.value) == f"cannot build in {tmp_path}/cache/bitstreams: No space left on device"
    assert [path.suffix for path in (tmp_path / "cache" / "bitstreams").iterdir()] == [".lock"]


def test_all_files_are_written_or_none(tools, tmp_path):
    bitstream, out = build(Request(BOARD, TINY)), tmp_path / "out"
    (out / "ulx3s-25f.bit").mkdir(parents=True)
    with pytest.raises(IsADirectoryError) as caught:
        bitstream.copy_to(out)
    assert caught.value.filename == f"{out}/ulx3s-25f.bit"
    assert [path.name for path in out.iterdir()] == ["ulx3s-25f.bit"]


def test_a_folder_that_cannot_be_written(tools, tmp_path, monkeypatch):
    def write(self, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    bitstream = build(Request(BOARD, TINY))
    monkeypatch.setattr(Path, "write_bytes", write)
    with pytest.raises(OSError, match="No space left on device") as caught:
        bitstream.copy_to(tmp_path / "out")
    assert caught.value.filename == f"{tmp_path}/out"
    assert list((tmp_path / "out").iterdir()) == []


def test_files_replace_those_that_are_there(tools, tmp_path):
    bitstream, out = build(Request(BOARD, TINY)), tmp_path / "out"
    out.mkdir()
    (out / "notes").write_text("mine")
    (out / "ulx3s-25f.bit").write_text("old")
    bitstream.copy_to(out)
    assert sorted(path.name for path in out.iterdir()) == [
        "manifest.json", "memory-map.md", "notes", "report.md", "ulx3s-25f.bit"]
    assert (out / "ulx3s-25f.bit").read_bytes() == b"bits, placed with seed 1"


def test_the_folder_is_that_of_the_cache(tools):
    bitstream = build(Request(BOARD, TINY))
    bitstream.copy_to(bitstream.folder)
    assert not build(Request(BOARD, TINY)).fresh


def test_a_cache_that_is_emptied_meanwhile(tools, tmp_path):
    bitstream = build(Request(BOARD, TINY))
    (bitstream.folder / "report.md").unlink()
    with pytest.raises(BuildError) as caught:
        bitstream.copy_to(tmp_path / "out")
    assert str(caught.value) == f"{bitstream.folder}/report.md cannot be read: No such file or directory"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("other", [
    Request(BOARDS["ulx3s-12f"], TINY),
    Request(BOARD, ("checker:2x3",)),
    Request(BOARD, TINY, clock_hz=40_000_000),
    Request(BOARD, TINY, seeds=(2,)),
])
def test_another_request_is_another_build(tools, other):
    tools.set(mhz=[60.0, 61.0])
    first = build(Request(BOARD, TINY))
    second = build(other)
    assert second.fresh
    assert second.manifest["digest"] != first.manifest["digest"]


def test_the_fastest_seed_is_kept(tools):
    tools.set(mhz=[52.0, 63.0, 63.0, 55.0])
    bitstream = build(Request(BOARD, TINY, seeds=(1, 2, 3, 4)))
    assert bitstream.manifest["seed"] == 2
    assert bitstream.fmax_hz == {1: 52_000_000, 2: 63_000_000, 3: 63_000_000, 4: 55_000_000}
    assert (bitstream.folder / "ulx3s-25f.bit").read_bytes() == b"bits, placed with seed 2"


def seeds_placed(tools):
    return sorted(int(run.split("--seed ")[1].split()[0]) for run in tools.runs)


def test_each_seed_is_kept_by_itself(tools):
    tools.set(mhz=[60.0, 58.0, 63.0])
    heard = []
    first = build(Request(BOARD, TINY), lambda phase, line: heard.append(phase))
    assert "synthesis" in heard
    heard.clear()
    best = build(Request(BOARD, TINY, seeds=(1, 2, 3)), lambda phase, line: heard.append(phase))
    # The netlist is kept, too.
    assert "synthesis" not in heard
    assert (best.fresh, best.manifest["seed"]) == (True, 3)
    assert best.fmax_hz == {1: 60_000_000, 2: 58_000_000, 3: 63_000_000}
    assert seeds_placed(tools) == [1, 2, 3]
    # The same build as if it had been asked for alone, and its whole cost.
    alone = build(Request(BOARD, TINY, seeds=(3,)))
    assert (alone.fresh, alone.folder, alone.manifest) == (False, best.folder, best.manifest)
    assert set(alone.runs) == {"synthesis", "placement", "bitstream"}
    assert build(Request(BOARD, TINY)).manifest == first.manifest
    assert seeds_placed(tools) == [1, 2, 3]


def test_the_plan_knows_what_is_kept(tools):
    tools.set(mhz=[60.0, 58.0])
    request = Request(BOARD, TINY, seeds=(1, 2, 3))
    assert (plan(request).netlist, plan(request).kept) == (False, [])
    build(Request(BOARD, TINY, seeds=(2,)))
    assert (plan(request).netlist, plan(request).kept) == (True, [2])
    assert plan(request).config == request.config()
    assert not plan(Request(BOARD, TINY, clock_hz=40_000_000)).netlist


def test_what_was_made_before_an_interrupt_is_kept(tools):
    tools.set(mhz=[60.0, 58.0])  # the program fails for the third seed
    with pytest.raises(ToolError, match="nextpnr-ecp5 failed"):
        build(Request(BOARD, TINY, seeds=(1, 2, 3)))
    tools.set(mhz=[60.0, 58.0, 63.0])
    placed = len(tools.runs)
    for seed in (1, 2, 3):
        build(Request(BOARD, TINY, seeds=(seed,)))
    assert len(tools.runs) < placed + 3


@pytest.mark.parametrize("name, content", [
    ("rowloom.json.gz", b""), ("rowloom.json.gz", None), ("gateware.json.gz", b"{}"), ("gateware.json.gz", None)])
def test_a_netlist_that_was_damaged_is_made_again(tools, tmp_path, name, content):
    build(Request(BOARD, TINY))
    [folder] = (path for path in (tmp_path / "cache" / "netlists").iterdir() if path.is_dir())
    damage(folder / name, content)
    heard = []
    tools.set(mhz=[60.0, 61.0])
    assert build(Request(BOARD, TINY, seeds=(2,)), lambda phase, line: heard.append(phase)).meets_timing
    assert "synthesis" in heard


@pytest.mark.parametrize("available, cores, workers", [
    (8 * GIGABYTE, 2, 2), (8 * GIGABYTE, 16, 7), (1.5 * GIGABYTE, 2, 1), (0, 2, 1)])
def test_as_many_at_a_time_as_there_is_room_for(monkeypatch, available, cores, workers):
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=available))
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    netlist = Netlist(Path(), dict.fromkeys(map(str, range(34_000)), "LUT4"), Run(1, 1))
    peak_bytes = ECP5Flow(BOARD).peak_bytes(netlist)
    assert 1.0 < peak_bytes / GIGABYTE < 1.1
    assert building._side_by_side(peak_bytes) == workers


def test_a_boards_file_is_in_the_digests_of_its_own_builds_only(tmp_path):
    for board in (BOARD, BOARDS["icepi-zero"]):
        files = {path.name for path in imported([ECP5Flow.__module__, board.module])}
        described = {Path(module.__file__).name for module in boards._FAMILIES}
        assert files & described == {f"{board.module.rpartition('.')[2]}.py"}


def test_too_slow(tools):
    tools.set(mhz=[49.5])
    for _ in range(2):
        with pytest.raises(TimingError) as caught:
            build(Request(BOARD, ("checker:10x10",)))
        assert str(caught.value).startswith(
            "ulx3s-25f would run at 49.50 MHz at most, and 50 MHz are wanted: 0.50 MHz are missing. Try other seeds "
            "(--seeds 8), a slower clock (--freq 49.21875) or smaller engines (--with checker:8x8); --allow-slow "
            "writes the bitstream all the same. What is slow: ")
    assert len(tools.runs) == 1
    bitstream = build(Request(BOARD, ("checker:10x10",)), allow_slow=True)
    assert not bitstream.meets_timing
    assert "**Too slow**: Fmax is 49.50 MHz" in (bitstream.folder / "report.md").read_text()


def test_too_large(tools, tmp_path):
    tools.set(luts=30_000)
    with pytest.raises(BuildError) as caught:
        build(Request(BOARD, ("checker:10x10",)))
    assert str(caught.value) == (
        "this does not fit on ulx3s-25f: it needs 30,000 logic cells, and the LFE5U-25F has 24,288. Leave an engine "
        "out or make it smaller: --with checker:8x8, for example")
    assert not list((tmp_path / "cache" / "bitstreams").iterdir())


@pytest.mark.parametrize(("asked", "engine", "rams", "needs", "instead"), [
    ("scan:225x225", "scan", 0, "",
     "Leave an engine out or make it smaller: --with scan:169x169, for example"),
    ("scan:225x225", "scan", 100, "; 100 block RAMs, and the LFE5U-25F has 56",
     "Leave an engine out or make it smaller: --with scan:144x144, for example"),
    ("parallel:9x9", "parallel", 0, "", "Take a larger one"),
])
def test_too_large_sudoku(tools, asked, engine, rams, needs, instead):
    tools.set(luts=25_000, rams=rams, engine=engine)
    with pytest.raises(BuildError) as caught:
        build(Request(BOARD, (asked,)))
    assert str(caught.value) == (
        f"this does not fit on ulx3s-25f: it needs 25,000 logic cells, and the LFE5U-25F has 24,288{needs}. {instead}")


@pytest.mark.parametrize(("asked", "instead"), [
    ("scan:225x225", ", a slower clock (--freq 36.363636) or smaller engines (--with scan:169x169)"),
    ("parallel:9x9", " or a slower clock (--freq 36.363636)"),
])
def test_too_slow_sudoku(tools, asked, instead):
    tools.set(mhz=[36.4])
    with pytest.raises(TimingError) as caught:
        build(Request(BOARDS["ulx3s-85f"], (asked,)))
    assert f"Try other seeds (--seeds 8){instead}; --allow-slow" in str(caught.value)


@pytest.mark.parametrize(("asked", "placer"), [
    (["scan:144x144"], "heap"), (["scan:169x169"], "static"), (["parallel:9x9"], "heap"),
    (["deducer:64x36", "scan:25x25"], "heap"), (["deducer:64x36", "parallel:9x9"], "static"),
    (["dynasty:30x20", "canal:30x20"], "heap"),
    (["deducer:64x36", "dynasty:36x36", "canal:36x36"], "static"),
])
def test_what_is_hard_to_place_has_a_placer_of_its_own(tools, asked, placer):
    build(Request(BOARDS["ulx3s-85f"], tuple(asked)))
    [run] = tools.runs
    assert f"--placer={placer} " in run


def test_too_large_for_place_and_route(tools, tmp_path):
    tools.set(luts=23_000)
    (tmp_path / "nextpnr_ecp5").write_text(
        "#!/bin/sh\n[ $1 = --version ] && echo 2 && exit\n"
        "echo ERROR: Unable to find legal placement, design is probably at utilisation limit.; exit 255\n")
    with pytest.raises(BuildError) as caught:
        build(Request(BOARD, ("checker:10x10",)))
    assert str(caught.value) == (
        "this does not fit on ulx3s-25f: it needs 23,000 logic cells, and the LFE5U-25F has 24,288. Leave an engine "
        "out or make it smaller: --with checker:9x9, for example")


def test_the_best_of_several_is_too_slow(tools):
    tools.set(mhz=[40.0, 45.0])
    with pytest.raises(TimingError, match=r"^ulx3s-25f would run at 45\.00 MHz at most, with the best of 2 seeds, and"):
        build(Request(BOARD, TINY, seeds=(1, 2)))


def test_bit_rate_of_a_slow_line(tools):
    assert build(Request(BOARDS["colorlight-5a75b"], TINY)).manifest["bit_rate"] == 9_600


@pytest.mark.parametrize("seeds", [(1,), (1, 2, 3)])
def test_an_interrupt_ends_the_programs(tools, tmp_path, seeds):
    # It would work for a minute without a word.
    (tmp_path / "nextpnr_ecp5").write_text(
        "#!/bin/sh\n[ $1 = --version ] && echo 2 && exit\n"
        f"for i in $(seq 600); do echo $$ >> {tmp_path}/alive; sleep 0.1; done\n")
    interrupt = threading.Timer(2, os.kill, [os.getpid(), signal.SIGINT])

    def hear(phase, line):
        if (phase, line) == ("placement", ""):
            interrupt.start()

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        build(Request(BOARD, TINY, seeds=seeds), hear)
    assert time.monotonic() - began < 30
    interrupt.join()
    lines = (tmp_path / "alive").read_text()
    time.sleep(0.5)
    assert (tmp_path / "alive").read_text() == lines


COMMAND = """
import sys
from rowloom.boards.ecp5_flow import ECP5Flow
from rowloom.boards.synthesis import Gateware
from rowloom.host.cli import main
ECP5Flow.generate = lambda self, config: Gateware("", "", "", "", "")
sys.exit(main(["build", "ulx3s-25f", "--with", "checker:1x1", "--seeds", "3"]))
"""


@pytest.mark.parametrize("program, number", [("yosys", signal.SIGHUP), ("nextpnr_ecp5", signal.SIGTERM)])
def test_a_signal_leaves_no_program_behind(tools, start, tmp_path, program, number):
    """Sent to the command alone, as by a batch system; what would work for a minute is silent."""
    (tmp_path / program).write_text(
        f"#!/bin/sh\n[ $1 = --version ] && echo 2 && exit\necho $$ > {tmp_path}/pid; exec sleep 60\n")
    command = start([sys.executable, "-c", COMMAND], cwd=tmp_path, stderr=subprocess.DEVNULL)
    pid, deadline = tmp_path / "pid", time.monotonic() + 60
    while not (pid.exists() and pid.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    command.send_signal(number)
    assert command.wait(60) == 128 + number
    assert not psutil.pid_exists(int(pid.read_text()))
    left = [path for path in (tmp_path / "cache").glob("*/*") if path.suffix != ".lock"]
    assert [path.parent.name for path in left] == ["netlists"] * (program == "nextpnr_ecp5")


def test_impossible_clock(tools):
    with pytest.raises(BuildError, match=r"^ulx3s-25f: no PLL setting makes 1 MHz from 25 MHz$"):
        build(Request(BOARD, TINY, clock_hz=1_000_000))


def test_a_failing_tool(tools, tmp_path):
    (tmp_path / "nextpnr_ecp5").write_text("#!/bin/sh\n[ $1 = --version ] && echo 2 && exit\necho no room; exit 3\n")
    with pytest.raises(ToolError, match=r"^nextpnr-ecp5 failed:\nno room$"):
        build(Request(BOARD, TINY))


def test_progress(tools):
    heard = []
    build(Request(BOARD, TINY), lambda phase, line: heard.append((phase, line)))
    assert list(dict.fromkeys(phase for phase, _ in heard)) == ["gateware", "synthesis", "placement", "bitstream"]
    assert ("synthesis", "2.1. Executing SYNTH_ECP5 pass.") in heard
    assert ("placement", "Info: Routing..") in heard


def test_progress_of_several_seeds(tools):
    tools.set(mhz=[52.0, 63.5])
    heard = []
    build(Request(BOARD, TINY, seeds=(1, 2)), lambda phase, line: heard.append((phase, line)))
    assert sorted(line for phase, line in heard if phase == "placement") == [
        "", "Info: seed 1 reached 52.00 MHz", "Info: seed 2 reached 63.50 MHz"]


@pytest.mark.slow
def test_a_real_bitstream(tmp_path, monkeypatch):
    """The whole way with the real programs, twice from nothing: timing met, and the same bytes."""
    bits = []
    for name in ("one", "two"):
        monkeypatch.setenv("ROWLOOM_CACHE", str(tmp_path / name))
        bitstream = build(Request(BOARD, ("checker:3x3",)))
        assert bitstream.fresh
        assert bitstream.meets_timing
        bits.append({path.name: path.read_bytes() for path in bitstream.folder.iterdir() if path.name != "effort.json"})
    assert bits[0] == bits[1]
    assert 100_000 < len(bits[0]["ulx3s-25f.bit"]) < 1_000_000
