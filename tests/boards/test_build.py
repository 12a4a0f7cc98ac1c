"""Builds of bitstreams, from the request to the finished folder. Except in a slow test, programs are fake."""

import errno
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

import rowloom.boards.build as building
from rowloom.boards import BOARDS
from rowloom.boards.bitstreams import BuildError, cached_build
from rowloom.boards.build import Request, TimingError, build, plan
from rowloom.boards.ecp5_flow import ECP5Flow
from rowloom.boards.flow import Design
from rowloom.boards.placement import Placement
from rowloom.boards.synthesis import Gateware, Netlist
from rowloom.host.cli import main
from rowloom.tools import RunCost, ToolError
from support.fake_loader import FakeLoader
from support.says import Says, failing
from support.waiting import until

GIGABYTE = 10**9
TINY = ("checker:2x2",)
BOARD = BOARDS["ulx3s-25f"]
REQUEST = Request(BOARD, TINY)
FILES = ["manifest.json", "memory-map.md", "report.md", "ulx3s-25f.bit"]


@pytest.fixture(autouse=True)
def no_gateware(request, monkeypatch):
    """Replace the gateware by a fake, because generating it takes seconds, and the fake programs do not read it."""
    if "slow" not in request.keywords:
        fake = Gateware("gateware", "constraints", "memory map", "0123456789abcdef")
        monkeypatch.setattr(ECP5Flow, "generate", lambda self, config: fake)


def of_seeds(*seeds):
    return Request(BOARD, TINY, seeds=seeds)


def failure(error, request):
    """Check that the build fails with this error; return the error's message."""
    with pytest.raises(error) as caught:
        build(request)
    assert type(caught.value) is error
    return str(caught.value)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "effort.json"}


def replace_program(tmp_path, name, script):
    """Replace a program by a shell script."""
    (tmp_path / name).write_text(f"#!/bin/sh\n[ $1 = --version ] && echo 2 && exit\n{script}\n")


@pytest.mark.parametrize("usb_io, crossing_ns, fmax", [
    (48.1, 19.9, 60.0), (47.0, 19.9, 50 * 47 / 48), (48.1, 25.0, 50 * 20 / 25), (47.0, 25.0, 50 * 20 / 25),
])
def test_the_clocks_of_a_build_for_usb(usb_io, crossing_ns, fmax):
    """The Fmax is that of the SoC's clock. If a USB clock misses its target, or if a signal between two clock domains
    takes longer than one period of the faster clock, the Fmax is reduced by the same factor."""
    clocks = {"usb_io_clk": (usb_io, 48), "usb_clk": (13.0, 12), "clk": (60.0, 50.0002)}
    fmax_of = {name: {"achieved": achieved, "constraint": target} for name, (achieved, target) in clocks.items()}
    paths = [{"from": source, "to": target, "path": [{"delay": delay / 2}, {"delay": delay / 2}]}
             for source, target, delay in (("posedge clk", "posedge clk", 99.0), ("<async>", "posedge clk", 99.0),
                                           ("posedge clk", "<async>", 99.0), ("posedge usb_clk", "posedge clk", 5.0),
                                           ("posedge clk", "posedge usb_clk", crossing_ns))]
    placement = Placement(50_000_000, 1, {"fmax": fmax_of, "critical_paths": paths}, RunCost(1.0, None))
    assert placement.soc_clock == "clk"
    assert placement.fmax_hz == pytest.approx(1e6 * fmax, rel=1e-5)


def test_files_and_report(tools, tmp_path):
    build(REQUEST).copy_to(tmp_path / "out")
    files = contents(tmp_path / "out")
    assert sorted(files) == FILES
    assert files["ulx3s-25f.bit"] == b"bits, placed with seed 1"
    manifest = json.loads(files["manifest.json"])
    expected = {
        "board": "ulx3s-25f", "device": "LFE5U-25F", "clock_hz": 50_000_000, "fmax_hz": 60_000_000, "seed": 1,
        # The hash is from the time when the gateware was generated; since then, the sources may have changed.
        "build": "0123456789abcdef", "engines": list(TINY),
        "solves": [{"genre": "slitherlink", "engine": "checker", "rows": 2, "cols": 2}]}
    assert {key: manifest[key] for key in expected} == expected
    assert manifest["tools"]["Yosys"] == "fake 1"
    assert manifest["loader"]["sram"] == ["--board", "ulx3s"]
    assert {name: hashlib.sha256(files[name]).hexdigest() for name in manifest["files"]} == manifest["files"]
    for text in (
        "Runs at 50 MHz; Fmax is 60.00 MHz\n(+3.33 ns of 20.00 ns left).", "| checker | 100 | 0 | 0 | 0 |",
        "| cpu | 0 | 1 | 0 | 0 |", "| 1.50 | `soc.cpu.pc` |\n| 3.00 | `soc.uart.x` |",
    ):
        assert text in files["report.md"].decode()


def test_options_of_nextpnr(tools):
    build(Request(BOARDS["ecpix5-85f"], TINY))
    for options in ("--um5g-85k --package CABGA554 --speed 8 ", " --placer=heap --router=router1 ",
                    "--freq 50 --seed 1 --timing-allow-fail"):
        assert options in tools.runs[0]
    assert build(Request(BOARDS["colorlight-5a75b"], TINY)).manifest["bit_rate"] == 9_600


@pytest.mark.parametrize(("asked", "placer"), [
    (["scan:144x144"], "heap"), (["scan:169x169"], "static"), (["parallel:9x9"], "static"),
    (["deducer:64x36", "scan:25x25"], "heap"), (["deducer:64x36", "parallel:9x9"], "static"),
    (["dynasty:30x20", "canal:30x20"], "heap"),
    (["deducer:64x36", "dynasty:36x36", "canal:36x36"], "static --no-tmdriv"),
])
def test_the_placer_depends_on_the_design(asked, placer):
    request = Request(BOARDS["ulx3s-85f"], tuple(asked))
    assert request.flow.options(request.config())["placer"] == placer


def check_damage(read, folder, *damages):
    """Check that ``read`` returns None for every damaged copy of the folder. Each copy differs from the folder in one
    file, given as (name, new content); the content None removes the file."""
    for name, content in damages:
        copy = shutil.copytree(folder, folder.with_name("damaged"))
        (copy / name).unlink() if content is None else (copy / name).write_bytes(content)
        assert read(copy) is None, (name, content)
        shutil.rmtree(copy)


def test_a_damaged_build_is_built_again(tools):
    first = build(REQUEST)
    files = contents(first.folder)
    changed = files["manifest.json"].replace(b'"fmax_hz": 60', b'"fmax_hz": 90')
    check_damage(
        cached_build, first.folder, ("ulx3s-25f.bit", b"bits"), ("report.md", None), ("memory-map.md", b""),
        *(("manifest.json", content) for content in (b"", b"{}", None, changed)),
        *(("effort.json", content) for content in (b"", b"[]", b"\xff", None)))
    (first.folder / "report.md").unlink()
    again = build(REQUEST)
    assert again.fresh and (again.folder, again.manifest) == (first.folder, first.manifest)
    assert contents(again.folder) == files
    assert not build(REQUEST).fresh
    shutil.rmtree(first.folder)
    first.folder.write_text("")
    assert build(REQUEST).fresh
    assert len(tools.runs) == 3


def test_the_remains_of_a_killed_build_are_removed(tools):
    folder = build(REQUEST).folder
    other = build(Request(BOARD, TINY, clock_hz=40_000_000)).folder
    shutil.rmtree(folder)
    for name in (f"{folder.name}-abc123", f"{other.name}-abc123"):
        (folder.parent / name / "seed-1").mkdir(parents=True)
    assert build(REQUEST).fresh
    # The folders of other builds remain, because they may be in use.
    assert {path.name for path in folder.parent.iterdir() if path.is_dir()} == {
        folder.name, other.name, f"{other.name}-abc123"}


def test_a_cache_that_cannot_be_used(tools, tmp_path, monkeypatch):
    def place(*arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("rowloom.boards.ecp5_flow.route", place)
    cache = tmp_path / "cache" / "bitstreams"
    assert failure(ToolError, REQUEST) == f"cannot build in {cache}: No space left on device"
    assert [path.suffix for path in cache.iterdir()] == [".lock"]
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "cache").write_text("")
    assert failure(ToolError, REQUEST).startswith(f"results cannot be kept in {cache} (Not a directory): set the env")


def test_another_request_is_another_build(tools):
    tools.set(mhz=[60.0, 61.0])
    builds = [build(request) for request in (
        REQUEST, of_seeds(2), Request(BOARD, TINY, clock_hz=40_000_000), Request(BOARDS["ulx3s-12f"], TINY),
        Request(BOARD, ("checker:2x3",)))]
    assert all(one.fresh for one in builds) and len({one.manifest["digest"] for one in builds}) == 5


def test_a_damaged_netlist_is_made_again(tools, tmp_path):
    build(REQUEST)
    [folder] = (path for path in (tmp_path / "cache" / "netlists").iterdir() if path.is_dir())
    for name in ("rowloom.json.gz", "gateware.json.gz"):
        packed = (folder / name).read_bytes()
        check_damage(Design.read, folder, *((name, content) for content in (b"", b"{}", packed[:-9], None)))
    (folder / "gateware.json.gz").unlink()
    heard = []
    tools.set(mhz=[60.0, 61.0])
    assert build(of_seeds(2), lambda phase, line: heard.append(phase)).meets_timing
    assert "synthesis" in heard


def test_all_files_are_written_or_none(tools, tmp_path, monkeypatch):
    bitstream, out = build(REQUEST), tmp_path / "out"
    (out / "ulx3s-25f.bit").mkdir(parents=True)
    with pytest.raises(IsADirectoryError) as caught:
        bitstream.copy_to(out)
    assert caught.value.filename == f"{out}/ulx3s-25f.bit"
    assert [path.name for path in out.iterdir()] == ["ulx3s-25f.bit"]

    def write(self, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write)
    with pytest.raises(OSError, match="No space left on device") as caught:
        bitstream.copy_to(tmp_path / "full")
    assert caught.value.filename == f"{tmp_path}/full"
    assert list((tmp_path / "full").iterdir()) == []


def test_files_replace_older_ones(tools, tmp_path):
    bitstream, out = build(REQUEST), tmp_path / "out"
    out.mkdir()
    (out / "notes").write_text("mine")
    (out / "ulx3s-25f.bit").write_text("old")
    bitstream.copy_to(out)
    assert sorted(contents(out)) == sorted([*FILES, "notes"])
    assert (out / "ulx3s-25f.bit").read_bytes() == b"bits, placed with seed 1"
    bitstream.copy_to(bitstream.folder)
    assert not build(REQUEST).fresh
    (bitstream.folder / "report.md").unlink()
    with failing(BuildError, f"{bitstream.folder}/report.md cannot be read: No such file or directory"):
        bitstream.copy_to(tmp_path / "late")
    assert not (tmp_path / "late").exists()


def seeds_placed(tools):
    return sorted(int(run.split("--seed ")[1].split()[0]) for run in tools.runs)


def test_each_seed_is_kept_separately_and_the_fastest_returned(tools):
    tools.set(mhz=[60.0, 58.0, 63.0, 63.0])
    heard = []
    first = build(REQUEST, lambda phase, line: heard.append((phase, line)))
    assert list(dict.fromkeys(phase for phase, _ in heard)) == ["gateware", "synthesis", "placement", "bitstream"]
    assert {("synthesis", "2.1. Executing SYNTH_ECP5 pass."), ("placement", "Info: Routing..")} <= {*heard}
    heard.clear()
    best = build(of_seeds(1, 2, 3, 4), lambda phase, line: heard.append((phase, line)))
    # The netlist is in the cache, too, so there is no synthesis.
    reached = (f"Info: seed {seed} reached {mhz}.00 MHz" for seed, mhz in ((2, 58), (3, 63), (4, 63)))
    assert sorted(heard) == [("placement", ""), *(("placement", line) for line in reached)]
    assert (best.fresh, best.manifest["seed"]) == (True, 3)
    assert best.fmax_hz == {1: 60_000_000, 2: 58_000_000, 3: 63_000_000, 4: 63_000_000}
    assert (best.folder / "ulx3s-25f.bit").read_bytes() == b"bits, placed with seed 3"
    assert seeds_placed(tools) == [1, 2, 3, 4]
    # A request for seed 3 alone finds this build in the cache, and the build knows how long each phase took.
    alone = build(of_seeds(3))
    assert (alone.fresh, alone.folder, alone.manifest) == (False, best.folder, best.manifest)
    assert set(alone.runs) == {"synthesis", "placement", "bitstream"} and alone.runs["placement"].seconds > 0
    assert build(REQUEST).manifest == first.manifest
    assert seeds_placed(tools) == [1, 2, 3, 4]


def test_plan(tools):
    tools.set(mhz=[60.0, 58.0])
    request = of_seeds(1, 2, 3)
    assert (plan(request).netlist, plan(request).cached) == (False, [])
    build(of_seeds(2))
    assert (plan(request).netlist, plan(request).cached) == (True, [2])
    assert plan(request).config == request.config()
    assert not plan(Request(BOARD, TINY, clock_hz=40_000_000)).netlist


def test_results_before_a_failure_are_kept(tools):
    tools.set(mhz=[60.0, 58.0])  # the program fails for the third seed
    assert failure(ToolError, of_seeds(1, 2, 3)).startswith("nextpnr-ecp5 failed")
    tools.set(mhz=[60.0, 58.0, 63.0])
    placed = len(tools.runs)
    for seed in (1, 2, 3):
        build(of_seeds(seed))
    assert len(tools.runs) < placed + 3


@pytest.mark.parametrize("available, cores, workers", [
    (8 * GIGABYTE, 2, 2), (8 * GIGABYTE, 16, 7), (1.5 * GIGABYTE, 2, 1), (0, 2, 1)])
def test_as_many_placements_at_a_time_as_memory_allows(monkeypatch, available, cores, workers):
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=available))
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    netlist = Netlist(Path(), dict.fromkeys(map(str, range(34_000)), "LUT4"), RunCost(1, 1))
    peak_bytes = ECP5Flow(BOARD).peak_bytes(netlist)
    assert 1.0 < peak_bytes / GIGABYTE < 1.1
    assert building._parallel_placements(peak_bytes) == workers


def test_too_slow(tools):
    tools.set(mhz=[49.5])
    request = Request(BOARD, ("checker:10x10",))
    for _ in range(2):
        assert failure(TimingError, request) == Says(
            "ulx3s-25f would run at 49.50 MHz at most, but 50 MHz is required: it is 0.50 MHz too slow.", "(--seeds 8)",
            "(--freq 49.21875)", "(--with checker:8x8)", "--allow-slow writes the bitstream anyway. ")
    assert len(tools.runs) == 1
    bitstream = build(request, allow_slow=True)
    assert not bitstream.meets_timing
    assert "**Too slow**: Fmax is 49.50 MHz" in (bitstream.folder / "report.md").read_text()
    tools.set(mhz=[40.0, 45.0])
    assert failure(TimingError, of_seeds(1, 2)).startswith(
        "ulx3s-25f would run at 45.00 MHz at most, with the best of 2 seeds, but")
    fixed = failure(TimingError, Request(BOARD, ("parallel:9x9",)))
    assert fixed == Says("(--seeds 8)", "(--freq ", "--allow-slow") and "smaller engines" not in fixed


@pytest.mark.parametrize(("asked", "luts", "rams", "needs", "instead"), [
    ("checker:10x10", 30_000, 0, "30,000 logic cells, and the LFE5U-25F has 24,288", "checker:8x8"),
    ("scan:225x225", 25_000, 100, "25,000 logic cells, and the LFE5U-25F has 24,288; 100 block RAMs, and the LFE5U-25F "
                                  "has 56", "scan:144x144"),
    ("parallel:9x9", 25_000, 0, "25,000 logic cells, and the LFE5U-25F has 24,288", None),
])
def test_too_large(tools, tmp_path, asked, luts, rams, needs, instead):
    tools.set(luts=luts, rams=rams, engine=asked.partition(":")[0])
    advice = "Use a larger board"
    if instead:
        advice = f"Leave out an engine, or use smaller engines, for example --with {instead}"
    assert failure(BuildError, Request(BOARD, (asked,))) == (
        f"the design does not fit on ulx3s-25f: it needs {needs}. {advice}")
    assert not list((tmp_path / "cache" / "bitstreams").iterdir())


def test_too_large_for_place_and_route(tools, tmp_path):
    tools.set(luts=23_000)
    says = "ERROR: Unable to find legal placement, design is probably at utilisation limit."
    replace_program(tmp_path, "nextpnr_ecp5", f"echo {says}; exit 255")
    assert failure(BuildError, Request(BOARD, ("checker:10x10",))) == Says(
        "it needs 23,000 logic cells, and the LFE5U-25F has 24,288. ",
        "smaller engines, for example --with checker:9x9")


def test_an_impossible_clock_and_a_failing_tool(tools, tmp_path):
    impossible = Request(BOARD, TINY, clock_hz=1_000_000)
    assert failure(BuildError, impossible) == "ulx3s-25f: no PLL setting generates 1 MHz from 25 MHz"
    replace_program(tmp_path, "nextpnr_ecp5", "echo no room; exit 3")
    assert failure(ToolError, REQUEST) == "nextpnr-ecp5 failed:\nno room"


NO_GATEWARE = """
from rowloom.boards.ecp5_flow import ECP5Flow
from rowloom.boards.synthesis import Gateware
ECP5Flow.generate = lambda self, config: Gateware("", "", "", "0123456789abcdef")
"""
COMMAND = f"""{NO_GATEWARE}
import sys
from rowloom.host.cli import main
sys.exit(main(["build", "ulx3s-25f", "--with", "checker:1x1", "--seeds", "3"]))
"""


@pytest.mark.parametrize("program, number", [("yosys", signal.SIGHUP), ("nextpnr_ecp5", signal.SIGTERM)])
def test_a_signal_leaves_no_program_behind(tools, start, tmp_path, program, number):
    """As in a batch system, only the command receives the signal, not the program that it runs. The program prints
    nothing, so it would not notice that the command has ended."""
    pids = tmp_path / "pids"
    replace_program(tmp_path, program, f"echo $$ >> {pids}; exec sleep 60")
    command = start([sys.executable, "-c", COMMAND], cwd=tmp_path, stderr=subprocess.DEVNULL)
    until(lambda: pids.exists() and pids.read_text(), seconds=60)
    command.send_signal(number)
    assert command.wait(30) == 128 + number
    assert not any(psutil.pid_exists(int(pid)) for pid in pids.read_text().split())
    left = [path for path in (tmp_path / "cache").glob("*/*") if path.suffix != ".lock"]
    assert [path.parent.name for path in left] == ["netlists"] * (program == "nextpnr_ecp5")


@pytest.mark.slow
def test_a_real_bitstream(tmp_path, monkeypatch):
    """Two builds with empty caches meet the timing, and produce the same bytes."""
    bits = []
    for name in ("one", "two"):
        monkeypatch.setenv("ROWLOOM_CACHE", str(tmp_path / name))
        bitstream = build(Request(BOARD, ("checker:3x3",)))
        assert bitstream.fresh and bitstream.meets_timing
        bits.append(contents(bitstream.folder))
    assert bits[0] == bits[1]
    assert 100_000 < len(bits[0]["ulx3s-25f.bit"]) < 1_000_000


def test_the_bitstream_of_a_release(tools, tmp_path, capsys, monkeypatch):
    """A release publishes two files for a build, which ``rowloom flash --from`` can use."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "sitecustomize.py").write_text(NO_GATEWARE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    tools.set(mhz=[55.0, 60.0])
    dist = tmp_path / "dist"
    script = Path(__file__).parents[2] / ".ci" / "release"
    FakeLoader(tmp_path / "bin", monkeypatch)
    files = []
    for usb in ("", "--usb"):
        options = *usb.split(), "--with", *TINY, "--seeds", "2"
        subprocess.run([script, "bitstream", dist, BOARD.name, *options], check=True)
        name = f"ulx3s-25f{usb.removeprefix('-')}"
        files += [f"{name}.bit", f"{name}.json"]
        assert sorted(os.listdir(dist)) == sorted(files)
        assert json.loads((dist / f"{name}.json").read_text())["usb"] is bool(usb)
        capsys.readouterr()
        assert main(["flash", BOARD.name, "--from", str(dist / f"{name}.json"), "--dry-run"]) == 0
        bitstream = Path(capsys.readouterr().out.split()[-1])
        assert (bitstream.name, bitstream.read_bytes()) == (f"{name}.bit", b"bits, placed with seed 2")
