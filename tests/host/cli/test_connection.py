"""Connections to boards at ports: messages if the port or the board is missing, bit rates, and ``rowloom info``."""

import json

import pytest

from rowloom.host.link import connection
from rowloom.host.link.session import Session
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE, MAX_BODY, VERSION
from support.channel import IDENTITY
from support.says import Says
from support.terminal import loop_board

OPEN_LINK = connection.open_link
PORT = ("--port", "/dev/ttyUSB0")


@pytest.mark.parametrize("command", [("solve", "unique.txt"), ("info",)])
def test_no_port(terminal, monkeypatch, command):
    monkeypatch.setattr(connection, "open_link", OPEN_LINK)
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    assert terminal.run(*command, "--port", "/dev/no-such-port") == (
        1, [], [Says("/dev/no-such-port: no such port", "no port is plugged in")])  # fmt: skip


@pytest.mark.parametrize("baud", [300, 9600, None, 3_000_000])
def test_timeouts_grow_with_slow_lines(terminal, monkeypatch, baud):
    """Even on a slow line, a message is repeated only when its first copy has had enough time to arrive."""
    times = []
    monkeypatch.setattr(connection, "Session", lambda link, *args, **_: times.append(args) or Session(link, 1.0, 1.0))
    terminal.run("info", *PORT, *(("--baud", baud) if baud else ()))
    ((timeout, resend_interval),) = times
    assert 2 * resend_interval < timeout
    assert resend_interval > MAX_BODY * 10 / (baud or DEFAULT_BIT_RATE)


SILENT = [Says(f"test board: no answer for {seconds} s", "still waiting") for seconds in (120, 240, 360)]


@pytest.mark.parametrize("words, status, said, ends_before", [
    ((), 0, SILENT, 1e9),
    (PORT, 1, [Says("test board: the board has stopped answering", "1 puzzle not solved")], 6),
])  # fmt: skip
def test_silence_is_tolerated_in_simulations_only(terminal, words, status, said, ends_before):
    """A silent simulated board is treated as slow, not as lost: a simulated second can take many real seconds."""
    terminal.plug(loop_board(seconds=1.0))
    channel, take = terminal.channel, terminal.channel.board.take
    channel.board.take = lambda: b"" if 0.5 < channel.now < 400.0 else take()
    found, _, err = terminal.run("solve", "--no-draw", "unique.txt", *words)
    assert (found, err) == (status, said)
    assert channel.now < ends_before


@pytest.mark.parametrize("words, reset_rate, rate", [
    ((*PORT, "--baud", 1_000_000), 1_000_000, 1_000_000), ((*PORT, "--baud", 3_000_000), 1_000_000, 3_000_000),
    ((*PORT, "--baud", 3_000_000), 3_000_000, 3_000_000), (PORT, 1_000_000, 2_000_000), ((), 1_000_000, 1_000_000),
])  # fmt: skip
def test_the_bit_rate(terminal, words, reset_rate, rate):
    """The rate is that of --baud. Without this option, the rate at a port is the highest rate that the line can carry.

    At the end, the host and the board return to the board's own rate.
    """
    terminal.plug(loop_board(bit_rate=reset_rate))
    terminal.channel.bit_rate = DEFAULT_BIT_RATE
    terminal.channel.highest_rate = max(rate, 2_500_000)
    status, (line,), err = terminal.run("info", "--json", *words)
    record = json.loads(line)
    assert (status, err, record["bit_rate"], record["reset_bit_rate"]) == (0, [], rate, reset_rate)
    assert terminal.channel.now < 5.0
    terminal.channel.read()
    assert terminal.channel.bit_rate == terminal.channel.board.bit_rate == reset_rate


def test_a_bit_rate_that_the_line_does_not_carry(terminal):
    terminal.channel.highest_rate = 2_000_000
    status, _, err = terminal.run("info", *PORT, "--baud", 3_000_000)
    assert (status, err) == (0, [Says("3,000,000 bit/s", "1,000,000")])
    assert terminal.channel.bit_rate == DEFAULT_BIT_RATE


def test_a_board_on_usb_has_no_bit_rate(terminal):
    terminal.plug(loop_board(bit_rate=0))
    terminal.channel.bit_rate = DEFAULT_BIT_RATE
    status, out, err = terminal.run("info", *PORT, "--baud", 3_000_000)
    assert (status, err) == (0, [Says("--baud has no effect")])
    assert "bit rate    none, because the board is on USB" in out
    status, (line,), err = terminal.run("info", "--json")
    record = json.loads(line)
    assert (status, err, record["bit_rate"], record["reset_bit_rate"]) == (0, [], 0, 0)
    status, out, err = terminal.run("bench", "--stream", "ten.txt", *PORT)
    assert (status, err) == (0, [])
    assert any("at full-speed USB" in line for line in out)
    assert terminal.channel.bit_rate == DEFAULT_BIT_RATE


@pytest.mark.parametrize("words, rate", [((), DEFAULT_BIT_RATE), (("--stream",), 3_000_000)])
def test_the_bit_rate_of_a_measurement(terminal, words, rate):
    """Before a stream is measured, the rate is raised. Single puzzles are measured at the board's own rate."""
    seen, write = set(), terminal.channel.write
    terminal.channel.write = lambda data: seen.add(terminal.channel.bit_rate) or write(data)
    status, out, err = terminal.run("bench", *words, "ten.txt", *PORT)
    assert (status, err) == (0, [])
    assert seen == {DEFAULT_BIT_RATE, rate}
    assert bool(words) == any(f"at {rate:,} bit/s" in line for line in out)


# info


def test_info(terminal):
    status, out, err = terminal.run("info")
    lines = dict(line.split(maxsplit=1) for line in out)
    assert (status, err) == (0, [])
    assert lines == {
        "board": "test board", "build": "00112233445566ff", "clock": "50 MHz", "round": Says("trip"),
        "protocol": Says(f"version {VERSION}", "room for 2,048 bytes"), "bit": Says("rate", "1,000,000", "1,000,000"),
        "solves": Says("slitherlink", "10x10", "checker"),
    }


def test_info_json(terminal):
    status, (line,), err = terminal.run("info", "--json")
    record = json.loads(line)
    assert (status, err) == (0, [])
    assert 0 <= record.pop("round_trip") < 1
    assert record == {
        "board": "test board", "build": IDENTITY.build.hex(), "clock_hz": 50_000_000, "protocol": VERSION, "room": 2048,
        "bit_rate": DEFAULT_BIT_RATE, "reset_bit_rate": DEFAULT_BIT_RATE,
        "solves": [{"genre": "slitherlink", "engine": "checker", "rows": 10, "cols": 10}],
    }
