"""Serial ports: their names, and the boards that answer there. In these tests, the ports are pseudo-terminals."""

import json
import re
import termios
import threading
import time
from contextlib import closing
from dataclasses import replace

import pytest

from rowloom.boards import BOARDS
from rowloom.errors import LinkError
from rowloom.host.link.connection import PortAnswer, probe_ports
from rowloom.host.link.ports import ADAPTERS, Port, check_name, find_ports, rate_limit, udev_rules
from rowloom.host.link.stream import Link
from rowloom.host.wire.protocol import Capability
from support.channel import IDENTITY, FakeBoard
from support.peripherals import Hub, Nothing
from support.says import Says

FTDI = {"vid": 0x0403, "pid": 0x6015, "serial_number": "K00219", "product": "ULX3S FPGA"}
SILENT = Says("no answer")


@pytest.fixture
def hub(monkeypatch):
    """Ports without devices."""
    hub = Hub()
    monkeypatch.setattr("serial.tools.list_ports.comports", hub.comports)
    return hub


def port(name):
    return Port(name, "", "", "")


@pytest.mark.parametrize("info, rate", [
    (FTDI, 3_000_000),
    ({"vid": 0x0403, "pid": 0x6010}, 12_000_000),
    ({"vid": 0x10C4, "pid": 0xEA60, "product": "CP2102 USB to UART Bridge Controller"}, 1_000_000),
    ({"vid": 0x10C4, "pid": 0xEA60, "product": "CP2102N USB to UART Bridge Controller"}, 3_000_000),
    ({"vid": 0x1A86, "pid": 0x7523, "product": None}, 2_000_000),
    ({"vid": 0x1D50, "pid": 0x602B}, None), ({"vid": 0x2341, "pid": 0x0043}, None), ({}, None),
])  # fmt: skip
def test_the_highest_bit_rate_of_an_adapter(hub, tmp_path, info, rate):
    device = str(tmp_path.resolve() / "ttyUSB0")
    hub.add(device + "1", vid=0x0403, pid=0x6014)
    hub.add(device, **info)
    (tmp_path / "link").symlink_to(device)
    assert rate_limit(device) == rate_limit(str(tmp_path / "link")) == rate
    assert rate_limit("/dev/another") is None


def test_ports_by_name(hub):
    hub.add("/dev/ttyS0", hwid="n/a", description="n/a")
    hub.add("/dev/ttyUSB2", vid=0x0403, pid=0x6010, location="1-3:1.1")
    hub.add("/dev/ttyUSB1", vid=0x0403, pid=0x6010, location="1-3:1.0")
    hub.add("/dev/ttyUSB0", **FTDI)
    hub.add("/dev/ttyACM0", vid=0x2341, pid=0x0043, product="Uno", serial_number=None)
    hub.add("/dev/ttyACM1", vid=0x1209, pid=0x0001, product="Rowloom", serial_number=None)
    hub.add("/dev/ttyS4", hwid="PNP0501", description="16550A-compatible COM port")
    ports = [
        Port("/dev/ttyACM0", "Uno", "2341:0043", ""),
        Port("/dev/ttyACM1", "Rowloom", "1209:0001", ""),
        Port("/dev/ttyS4", "16550A-compatible COM port", "", ""),
        Port("/dev/ttyUSB0", "FT231X", "0403:6015", "K00219"),
        Port("/dev/ttyUSB1", "FT2232H, port A", "0403:6010", ""),
        Port("/dev/ttyUSB2", "FT2232H, port B", "0403:6010", ""),
    ]
    assert find_ports() == ports
    assert find_ports(everything=True) == [*ports[:2], Port("/dev/ttyS0", "", "", ""), *ports[2:]]


def test_boards_that_are_usb_devices_are_known():
    """The adapter with the id of the gateware's USB device names all boards that support ``--usb``."""
    device = ADAPTERS[0x1209, 0x0001]
    names = re.split(", | and ", device.boards.removesuffix(", if built with --usb"))
    titles = [board.title for board in BOARDS.values() if board.usb]
    assert device.name == "Rowloom"
    assert all(any(name in title for name in names) for title in titles)
    assert all(any(name in title for title in titles) for name in names)


@pytest.mark.parametrize("name", [
    "/dev/no-such-port", "COM3", "/dev/null", "socket://localhost:1", "rfc2217://localhost:1", "socket://[::1]:1",
])  # fmt: skip
def test_possible_names_of_ports(name):
    check_name(name)


def test_ports_that_hang_delay_no_others(plug, monkeypatch):
    """One port hangs when it is opened, as Bluetooth ports do. Another port hangs when data is written to it."""
    released = threading.Event()

    def open_link(device, rate):
        if device == "/dev/rfcomm0":
            released.wait(30)
            raise LinkError("late")
        return Link(device, rate)

    monkeypatch.setattr("rowloom.host.link.connection.Link", open_link)
    names = ["/dev/rfcomm0", plug(), plug(FakeBoard(None))]
    start = time.monotonic()
    findings = probe_ports([port(name) for name in names], [1_000_000])
    assert time.monotonic() - start < 1.5
    released.set()
    hangs = Says("hangs", "Bluetooth")
    assert findings == [
        PortAnswer(port(names[0]), problem=hangs), PortAnswer(port(names[1]), problem=hangs),
        PortAnswer(port(names[2]), IDENTITY, 1_000_000),
    ]  # fmt: skip


def test_ports_that_cannot_be_opened(plug, hurry):
    [gone] = probe_ports([port("/dev/no-such-port")], [1_000_000])
    assert gone.problem == Says("no such port")
    name = plug(Nothing())
    with closing(Link(name, 1_000_000)):
        [busy] = probe_ports([port(name)], [1_000_000])
    assert busy.problem == Says("busy")


def test_the_table(plug, run_lines, hurry, monkeypatch):
    """A table that is written to a file is not cut off at the width of the terminal."""
    monkeypatch.setenv("COLUMNS", "40")
    name, silent = plug(FakeBoard(None), **FTDI), plug(Nothing())
    status, out, err = run_lines("ports")
    assert (status, err) == (0, [])
    assert out[0].split() == ["port", "adapter", "what", "answers"]
    rows = dict(line.split(None, 1) for line in out[2:])
    assert rows[name] == (
        "FT231X 0403:6015 K00219   Rowloom, build 00112233445566ff, 50 MHz: slitherlink up to 10x10 (checker)"
    )
    assert rows[silent] == SILENT


def test_json(plug, run_lines, hurry):
    identity = replace(IDENTITY, capabilities=(Capability(1, 1, 10, 10), Capability(99, 7, 3, 4)))
    name = plug(FakeBoard(None, identity), **FTDI)
    silent = plug(Nothing())
    status, [line], err = run_lines("ports", "--json")
    assert (status, err) == (0, [])
    assert sorted(json.loads(line), key=lambda record: record["port"] != name) == [
        {
            "port": name, "adapter": "FT231X", "usb_id": "0403:6015", "serial_number": "K00219", "rowloom": True,
            "problem": None, "build": "00112233445566ff", "clock_hz": 50_000_000, "bit_rate": 1_000_000,
            "solves": [
                {"genre": "slitherlink", "engine": "checker", "rows": 10, "cols": 10},
                {"genre": "genre 99", "engine": "engine 7", "rows": 3, "cols": 4},
            ],
        },
        {
            "port": silent, "adapter": "", "usb_id": "", "serial_number": "", "rowloom": False, "problem": SILENT,
        },
    ]  # fmt: skip


def test_other_bit_rates(plug, run_lines, hurry):
    name = plug(FakeBoard(None), speed=termios.B3000000)
    assert run_lines("ports")[0] == 1
    for options in (("--baud", "3000000"), ("--baud", "all"), ("--baud", "921600", "--baud", "3000000")):
        status, out, _ = run_lines("ports", *options)
        assert (status, out[2].split(None, 1)) == (0, [
            name,
            "Rowloom, build 00112233445566ff, 50 MHz, 3,000,000 bit/s (--baud): slitherlink up to 10x10 (checker)",
        ])  # fmt: skip


@pytest.mark.parametrize("rate", ["fast", "0", "-1", ""])
def test_no_bit_rate(run_lines, rate):
    status, _, err = run_lines("ports", f"--baud={rate}")
    assert (status, err[-1]) == (2, Says("--baud", repr(rate)))


def test_nothing_plugged_in(plug, run_lines):
    assert run_lines("ports") == (1, [], [Says("no serial port")])
    assert run_lines("ports", "--json") == (1, ["[]"], [])


def test_names_without_hardware(hub, run_lines):
    hub.add("/dev/ttyS99", hwid="n/a", description="n/a")
    assert run_lines("ports")[1] == []
    status, out, _ = run_lines("ports", "--all")
    assert (status, out[2].split(None, 1)) == (1, ["/dev/ttyS99", Says("no such port")])


def test_udev_rules():
    """There is a rule for every adapter. All lines have the form of a rule, and each jump has a label."""
    item = r'[A-Z]+(?:{\w+})?(?:==|!=|\+=|=)"[^"]*"'
    lines = [line for line in udev_rules().splitlines() if line and not line.startswith("#")]
    assert all(re.fullmatch(rf"{item}(?:, {item})*", line) for line in lines)
    assert {re.search(r'GOTO="(\w+)"', line)[1] for line in lines if "GOTO" in line} == {"rowloom_end"}
    assert lines[-1] == 'LABEL="rowloom_end"'
    adapter = (
        r'ATTRS{idVendor}=="([0-9a-f]{4})", ATTRS{idProduct}=="([0-9a-f]{4})", TAG\+="uaccess",'
        r' ENV{ID_MM_DEVICE_IGNORE}="1"'
    )
    adapters = [match.groups() for line in lines if (match := re.fullmatch(adapter, line))]
    assert [(int(vendor, 16), int(product, 16)) for vendor, product in adapters] == list(ADAPTERS)
