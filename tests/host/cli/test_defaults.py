"""The default port and the default bit rate."""

from types import SimpleNamespace

import pytest

from rowloom.errors import LinkError
from rowloom.host.cli import defaults
from rowloom.host.link import connection
from support.says import Says
from support.terminal import loop_board

SOLVE = "solve", "--no-draw", "unique.txt"


@pytest.fixture
def asked(terminal, monkeypatch):
    """Return a list. For each board that is opened, a pair is added to the list: the board's port and bit rate.

    The port of a simulated board is None.
    """
    asked = []
    open_board = connection.open_board

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
@pytest.mark.parametrize("command", [SOLVE, ("info",)])
def test_a_default_port(terminal, monkeypatch, asked, settings, command, environment, baud):
    """Environment variables take precedence over the configuration file."""
    settings(f'port = "/dev/{"other" if environment else "mine"}"\nbaud = 1000000\n')
    for name, value in environment.items():
        monkeypatch.setenv(f"ROWLOOM_{name}", value)
    assert terminal.run(*command)[0] == 0
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
    status, out, err = terminal.run("info")
    assert (status, out, err) == (1, [], [Says("config.toml", fact)])


def test_a_missing_configuration_file(terminal, settings):
    assert terminal.run("info")[::2] == (1, [Says("config.toml: No such file")])


def test_without_a_configuration_file(terminal, monkeypatch, tmp_path):
    monkeypatch.delenv("ROWLOOM_CONFIG")
    monkeypatch.setattr(defaults, "platformdirs", SimpleNamespace(user_config_path=lambda name: tmp_path / "none"))
    terminal.plug(loop_board())
    assert terminal.run("info")[::2] == (0, [])
