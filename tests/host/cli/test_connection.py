"""Connections to boards at ports: messages if the port or the board is missing, default ports, bit rates, and
``rowloom info``."""

import json
from types import SimpleNamespace

import pytest

from rowloom.errors import LinkError
from rowloom.host.cli import defaults
from rowloom.host.link import connection
from rowloom.host.link.session import Session
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE, MAX_BODY, VERSION
from support.channel import IDENTITY
from support.frames import SharedLine
from support.says import Says, out_of
from support.terminal import CHECKER, DEDUCER, loop_board

PORT = ("--port", "/dev/ttyUSB0")


@pytest.mark.parametrize("baud", [300, 9600, None, 3_000_000])
def test_timeouts_grow_with_slow_lines(terminal, monkeypatch, baud):
    """Even on a slow line, a message is repeated only when its first copy has had enough time to arrive."""
    times = []
    monkeypatch.setattr(connection, "Session", lambda link, *args, **_: times.append(args) or Session(link, 1.0, 1.0))
    terminal.run("info", *PORT, *(("--baud", baud) if baud else ()))
    ((timeout, resend_interval),) = times
    assert timeout / 2 > resend_interval > MAX_BODY * 10 / (baud or DEFAULT_BIT_RATE)


SILENT = [Says(f"test board: no answer for {seconds} s", "still waiting") for seconds in (120, 240, 360)]


@pytest.mark.parametrize("words, status, said, ends_before", [
    ((), 0, SILENT, 1e9),
    (PORT, 1, [Says("test board: the board has stopped answering", "1 puzzle not solved")], 6),
])  # fmt: skip
def test_silence_is_tolerated_in_simulations_only(terminal, words, status, said, ends_before):
    """A silent simulated board is perhaps just slow: a simulated second can take many real seconds."""
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
    """Without --baud, the rate at a port is the highest that the line can carry. At the end, the host and the board
    return to the board's own rate."""
    terminal.plug(loop_board(bit_rate=reset_rate))
    terminal.channel.bit_rate = DEFAULT_BIT_RATE
    terminal.channel.highest_rate = max(rate, 2_500_000)
    record = json.loads(*out_of(terminal.run("info", "--json", *words)))
    assert (record["bit_rate"], record["reset_bit_rate"]) == (rate, reset_rate)
    assert terminal.channel.now < 5.0
    terminal.channel.read()
    assert terminal.channel.bit_rate == terminal.channel.board.bit_rate == reset_rate


def test_a_simulated_board_has_the_requested_bit_rate(terminal):
    record = json.loads(*out_of(terminal.run("info", "--json", "--baud", 3_000_000)))
    assert (record["bit_rate"], record["reset_bit_rate"]) == (3_000_000, DEFAULT_BIT_RATE)


def test_a_bit_rate_that_the_line_does_not_carry(terminal):
    terminal.channel.highest_rate = 2_000_000
    assert terminal.run("info", *PORT, "--baud", 3_000_000)[::2] == (0, [Says("3,000,000 bit/s", "1,000,000")])
    assert terminal.channel.bit_rate == DEFAULT_BIT_RATE


def test_a_board_on_usb_has_no_bit_rate(terminal):
    terminal.plug(loop_board(bit_rate=0))
    terminal.channel.bit_rate = DEFAULT_BIT_RATE
    status, out, err = terminal.run("info", *PORT, "--baud", 3_000_000)
    assert (status, err) == (0, [Says("--baud has no effect")])
    assert "bit rate    none, because the board is on USB" in out
    record = json.loads(*out_of(terminal.run("info", "--json")))
    assert (record["bit_rate"], record["reset_bit_rate"]) == (0, 0)
    out = out_of(terminal.run("bench", "--stream", "ten.txt", *PORT))
    assert any("at full-speed USB" in line for line in out)
    assert terminal.channel.bit_rate == DEFAULT_BIT_RATE


@pytest.mark.parametrize("words, rate", [((), DEFAULT_BIT_RATE), (("--stream",), 3_000_000)])
def test_the_bit_rate_of_a_measurement(terminal, words, rate):
    """Before a stream is measured, the rate is raised. Single puzzles are measured at the board's own rate."""
    seen, write = set(), terminal.channel.write
    terminal.channel.write = lambda data: seen.add(terminal.channel.bit_rate) or write(data)
    out = out_of(terminal.run("bench", *words, "ten.txt", *PORT))
    assert seen == {DEFAULT_BIT_RATE, rate}
    assert bool(words) == any(f"at {rate:,} bit/s" in line for line in out)


def test_info(terminal):
    assert dict(line.split(maxsplit=1) for line in out_of(terminal.run("info"))) == {
        "board": "test board", "build": "00112233445566ff", "clock": "50 MHz", "round": Says("trip"),
        "protocol": Says(f"version {VERSION}", "room for 2,048 bytes"), "bit": Says("rate", "1,000,000", "1,000,000"),
        "solves": Says("slitherlink", "10x10", "checker"), "makes": Says("no puzzles", "on this computer"),
    }
    record = json.loads(*out_of(terminal.run("info", "--json")))
    assert 0 <= record.pop("round_trip") < 1
    assert record == {
        "board": "test board", "build": IDENTITY.build.hex(), "clock_hz": 50_000_000, "protocol": VERSION, "room": 2048,
        "bit_rate": DEFAULT_BIT_RATE, "reset_bit_rate": DEFAULT_BIT_RATE,
        "solves": (solves := [{"genre": "slitherlink", "engine": "checker", "rows": 10, "cols": 10}]),
        "socs": [solves], "makes": [],
    }


def test_info_about_several_socs(terminal):
    """SoCs with the same engines are listed together. Engines that make puzzles are counted."""
    terminal.plug(SharedLine([loop_board(engines=one, socs=3) for one in ((DEDUCER,), (CHECKER,), (DEDUCER,))]))
    lines = out_of(terminal.run("info", *PORT))
    assert (lines[0], lines[-5:]) == ("board       test board", [
        "SoCs        2 of 3 solve:", Says("solves", "deducer"), "SoCs        1 of 3 solve:", Says("solves", "checker"),
        Says("makes", "slitherlink up to 12x5 (deducer), 2 at a time")])
    record = json.loads(*out_of(terminal.run("info", *PORT, "--json")))
    assert record["board"] == "test board"
    assert [[one["engine"] for one in soc] for soc in record["socs"]] == [["deducer"], ["checker"], ["deducer"]]
    assert [one["engine"] for one in record["solves"]] == ["deducer", "checker"]
    assert record["makes"] == [{"genre": "slitherlink", "engine": "deducer", "rows": 12, "cols": 5, "at_a_time": 2}]


def test_solve_with_several_socs(terminal):
    terminal.plug(SharedLine([loop_board(socs=2), loop_board(socs=2)]))
    # Of 500 puzzles, each SoC gets some, even if its thread starts late.
    lines = out_of(terminal.run("solve", "--json", *PORT, *["ten.txt"] * 50))
    records = [json.loads(line) for line in lines]
    assert [record["name"] for record in records] == 50 * [f"unique-{number}" for number in range(10)]
    assert {record["board"] for record in records} == {"test board, SoC 0", "test board, SoC 1"}


SOLVE = "solve", "--no-draw", "unique.txt"


@pytest.fixture
def asked(terminal, monkeypatch):
    """Return a list of the ports and bit rates of the boards that a command opens. The port of a simulated board is
    None."""
    asked, open_board = [], connection.open_board

    def opened(where, baud, *more):
        asked.append((where if isinstance(where, str) else None, baud))
        return open_board(where, baud, *more)

    monkeypatch.setattr(connection, "open_board", opened)
    return asked


@pytest.fixture
def settings(monkeypatch, tmp_path):
    """Return a function that writes the given text into the configuration file."""
    monkeypatch.setenv("ROWLOOM_CONFIG", str(tmp_path / "config.toml"))
    return (tmp_path / "config.toml").write_text


@pytest.mark.parametrize("environment, baud", [
    ({}, 1_000_000), ({"PORT": "/dev/mine", "BAUD": "500000"}, 500_000), ({"PORT": "/dev/mine"}, None),
])  # fmt: skip
@pytest.mark.parametrize("words", [SOLVE, ("info",)])
def test_a_default_port(terminal, monkeypatch, asked, settings, words, environment, baud):
    """Environment variables take precedence over the configuration file."""
    settings(f'port = "/dev/{"other" if environment else "mine"}"\nbaud = 1000000\n')
    for name, value in environment.items():
        monkeypatch.setenv(f"ROWLOOM_{name}", value)
    assert terminal.run(*words)[0] == 0
    assert asked == [("/dev/mine", baud)]


@pytest.mark.parametrize("options, ports", [
    (("--port", "/dev/other"), ["/dev/other"]), (("--port", "simulated"), [None]), (("--with", "checker:4x4"), [None]),
    (("--simulators", 2), [None, None]), (("--engine", "sat"), []), (("--hint",), []),
])  # fmt: skip
def test_options_that_override_the_default_port(terminal, monkeypatch, asked, options, ports):
    monkeypatch.setenv("ROWLOOM_PORT", "/dev/mine")
    assert terminal.run(*SOLVE, *options)[::2] == (0, [])
    assert asked == [(port, None) for port in ports]


def test_the_source_of_a_default_port_is_in_the_message(terminal, monkeypatch):
    def no_link(port, wave, report):
        raise LinkError(f"{port}: no such port")

    monkeypatch.setenv("ROWLOOM_PORT", "/dev/mine")
    monkeypatch.setattr(connection, "open_link", no_link)
    assert terminal.run("info") == (1, [], [Says("/dev/mine: no such port (the port is from", "ROWLOOM_PORT)")])
    assert terminal.run("info", "--port", "x") == (1, [], ["rowloom: x: no such port"])


@pytest.mark.parametrize("text, fact", [
    ("port = 3\n", "found 3"), ('prot = "x"\n', "'prot' is unknown"), ("port = ", ": Invalid value"),
    ('port = "x"\nbaud = "fast"\n', "baud: expected a bit rate"), ('port = "x"\nbaud = true\n', "found True"),
    ('port = "x"\nbaud = 4294967296\n', "4294967296"),
])  # fmt: skip
def test_invalid_configuration_files(terminal, settings, text, fact):
    settings(text)
    assert terminal.run("info") == (1, [], [Says("config.toml", fact)])


def test_missing_configuration_files(terminal, settings, monkeypatch, tmp_path):
    """The file that $ROWLOOM_CONFIG names must exist. The file in the user's folder need not exist."""
    assert terminal.run("info") == (1, [], [Says("config.toml: No such file")])
    monkeypatch.delenv("ROWLOOM_CONFIG")
    monkeypatch.setattr(defaults, "platformdirs", SimpleNamespace(user_config_path=lambda name: tmp_path / "none"))
    out_of(terminal.run("info"))
