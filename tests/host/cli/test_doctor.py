"""``rowloom doctor`` with boards at serial ports, which are pseudo-terminals, and with a fake openFPGALoader."""

import errno
import json
import os
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from rowloom.host.doctor import computer
from rowloom.host.link.connection import PortAnswer
from support.builds import write
from support.channel import IDENTITY, FakeBoard
from support.doctor import healthy_board
from support.peripherals import Nothing
from support.says import Says

DETECTED = """\
empty
Jtag frequency : requested 6.00MHz    -> real 3.00MHz
index 0:
\tidcode {}
\tmanufacturer lattice
\tfamily ECP5
\tmodel  LFE5U-25
\tirlength 8
"""
FTDI = {"vid": 0x0403, "pid": 0x6015, "serial_number": "K00219", "product": "ULX3S FPGA"}


class Echo(FakeBoard):
    """A port whose RX and TX are connected to each other."""

    def feed(self, data):
        self._output += data


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch, loader, hurry):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(computer, "_WAIT", 0.0)
    monkeypatch.setattr(computer, "USUAL_RATES", ())
    monkeypatch.setattr(computer, "_SCANNED", [960_000])
    write(Path("build/ulx3s-25f"))
    loader.says(DETECTED.format("0x41111043"))


@pytest.fixture
def examine(run_lines, plug):
    """Run the command; return two dicts with the names of tests as keys: the verdicts, and the texts of faults."""
    board = healthy_board()

    def examine(*words, plugged=board):
        if plugged:
            examine.port = plug(plugged, **FTDI)
        status, (line,), err = run_lines("doctor", "--json", "--seconds", 0.2, *words)
        assert err == []
        diagnoses = json.loads(line)["diagnoses"]
        faults = {one["test"]: one["text"] for one in diagnoses if one["verdict"] == "fault"}
        assert status == bool(faults)
        return {one["test"]: one["verdict"] for one in diagnoses}, faults

    return examine


def test_a_healthy_board(examine, loader):
    verdicts, faults = examine("ulx3s-25f")
    assert not faults
    assert list(verdicts) == [
        "software", "FPGA", "adapter", "permission", "answer", "build", "line at 1,000,000 bit/s",
        "line at 2,000,000 bit/s", "line at 3,000,000 bit/s", "RAM", "ROM", "CPU", "engine deducer"]  # fmt: skip
    assert loader.calls() == [["--board", "ulx3s", "--detect"]]


def test_text(run_lines, plug):
    board = healthy_board()
    board.faults = {1: 0x80}
    port = plug(board, **FTDI)
    status, out, err = run_lines("doctor", "--port", port, "--seconds", 0.2)
    assert (status, err) == (1, [])
    assert out[0] == Says("ok      software: rowloom ", "Python ", "pyserial")
    assert out[1] == Says(f"ok      adapter: {port} FT231X 0403:6015")
    assert Says("FAULT   RAM: ", "bit 7") in out
    assert out[-1] == "1 fault"


@pytest.mark.parametrize("missing, verdict, text", [
    ("pyserial", "FAULT", Says("not installed: pyserial")),
    ("ziglang", "ok", Says("without ziglang (pip install 'rowloom[sim]')")),
])  # fmt: skip
def test_missing_packages(monkeypatch, missing, verdict, text):
    def version(name):
        if name == missing:
            raise PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(computer, "version", version)
    found = computer.software()
    assert (found.verdict, found.text) == (verdict, text)


@pytest.mark.parametrize("said, status, faults", [
    ("unable to open ftdi device: -3 (device not found)", 1, {"FPGA": Says("no board was found")}),
    ("unable to open ftdi device: -4 (usb_open() failed)", 1, {"FPGA": Says("no permission", "udev")}),
    ("TDO is stuck at 1", 1, {"FPGA": Says("no FPGA answers")}), ("empty", 0, {"FPGA": Says("no FPGA answers")}),
    (DETECTED.format("0x41113043"), 0, {"FPGA": Says("wrong board", "LFE5U-85F (0x41113043)", "LFE5U-25F")}),
    # The upper bits of the ID code distinguish a 12F from a 25F, but openFPGALoader may leave these bits out.
    (DETECTED.format("0x21111043"), 0, {"FPGA": Says("wrong board", "LFE5U-12F")}),
    (DETECTED.format("0x1111043"), 0, {}),
])  # fmt: skip
def test_faults_at_the_adapter_for_programming(examine, loader, said, status, faults):
    loader.says(said + "\n", status=status)
    assert examine("ulx3s-25f")[1] == faults


def test_no_permission(examine, monkeypatch):
    open_file = os.open

    def refuse(path, *options, **more):
        if str(path).startswith("/dev/pts"):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        return open_file(path, *options, **more)

    monkeypatch.setattr("serial.serialposix.os.open", refuse)
    assert examine("ulx3s-25f")[1] == {"permission": Says("no permission")}


@pytest.mark.parametrize("words, plugged, test, fault", [
    (["ulx3s-25f"], None, "adapter", Says("no serial port", "data cable")),
    (["--port", "/dev/no-such-port"], Nothing(), "permission", Says("/dev/no-such-port: no such port")),
    (["ulx3s-25f"], Nothing(), "answer", Says("no answer", "RX and TX may be swapped")),
    (["ulx3s-25f"], Echo(None), "answer", Says("only sends back what it receives")),
])  # fmt: skip
def test_ports_at_which_no_board_answers(examine, words, plugged, test, fault):
    assert examine(*words, plugged=plugged)[1] == {test: fault}


def test_the_wrong_build(examine):
    write(Path("build/ulx3s-25f"), build="f" * 16)
    assert examine("ulx3s-25f")[1] == {"build": Says("00112233445566ff", "f" * 16)}


def test_a_wrong_clock_or_divisor(examine, monkeypatch):
    """The board answers only at 960,000 bit/s."""

    def probe(ports, rates):
        found = (IDENTITY, 960_000) if 960_000 in rates else (None, None)
        return [PortAnswer(port, *found, "no answer") for port in ports]

    monkeypatch.setattr(computer, "probe_ports", probe)
    assert examine("ulx3s-25f")[1] == {"answer": Says("at 960,000 bit/s", "1,000,000", "48 MHz instead of 50 MHz")}


def test_several_boards(examine, plug):
    plug(healthy_board(), **FTDI)
    plug(Nothing(), **FTDI)
    verdicts, faults = examine("ulx3s-25f")
    assert not faults and verdicts["answer"] == "ok"


@pytest.mark.parametrize("words, status, message", [
    (["ulx3s-25f", "--with", "deducer"], 2, Says("--with", "BOARD")),
    (["icepi-zero", "build/ulx3s-25f"], 1, Says("Radiona ULX3S (25F)")),
    (["no-such-board"], 2, Says("no-such-board")),
    (["--port", "socket://127.0.0.1:1"], 1, Says("")),
])  # fmt: skip
def test_wrong_command_lines(run_lines, words, status, message):
    found, out, err = run_lines("doctor", *words)
    assert (found, [*out, *err][-1]) == (status, message)


def test_a_board_without_a_build(examine):
    verdicts, faults = examine("ulx3s-85f")
    assert not faults and verdicts["FPGA"] == "skipped"
