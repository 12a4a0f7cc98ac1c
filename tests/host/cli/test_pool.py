"""Commands that use several boards at once; each board is a fake one behind a pseudo-terminal."""

import json
import socket

import pytest

from support.peripherals import Nothing
from support.says import Says
from support.terminal import CHECKER, DEDUCER, LOOPS, Switch, loop_board


@pytest.fixture
def puzzles(tmp_path, monkeypatch):
    """Write files with Slitherlinks, and a file with Slinks, into the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "many.txt").write_text((LOOPS["unique"] + LOOPS["ambiguous"]) * 20)
    (tmp_path / "large.txt").write_text(LOOPS["large"])
    (tmp_path / "slink.txt").write_text(LOOPS["slink"] * 9)
    return tmp_path


@pytest.fixture
def run(command, puzzles):
    """Run a command with a ``--port`` for each of the ports; return the exit status, and the lines of both outputs."""

    def run(*words, ports=()):
        options = [word for port in ports for word in ("--port", port)]
        status, out, err = command(*words, *options)
        return status, out.splitlines(), err.splitlines()

    return run


def boards_of(out):
    """Check that every answer was verified and that the order is kept; return the ports of the boards that answered."""
    records = [json.loads(line) for line in out]
    assert [record["name"] for record in records] == ["unique", "ambiguous"] * 20
    assert all(record["verified"] for record in records)
    return {record["board"] for record in records}


def test_puzzles_go_to_all_boards(run, plug):
    ports = [plug(loop_board(seconds=0.05)) for _ in range(3)]
    status, out, err = run("solve", "--json", "many.txt", ports=ports)
    assert (status, err, boards_of(out)) == (0, [], set(ports))


def test_boards_may_differ(run, plug):
    ports = [plug(loop_board(engines=(CHECKER,))), plug(loop_board(engines=(DEDUCER,), clock=80_000_000))]
    status, out, err = run("solve", "--json", "large.txt", "many.txt", ports=ports)
    assert (status, err) == (0, [])
    large = json.loads(out[0])
    assert (large["board"], large["clock_hz"], large["engine"]) == (ports[1], 80_000_000, "deducer")


def test_bench_counts_the_clock_of_each_board(run, plug):
    ports = [plug(loop_board(clock=clock)) for clock in (40_000_000, 80_000_000)]
    status, out, err = run("bench", "many.txt", ports=ports)
    assert (status, err) == (0, [])
    assert "time at 40 and 80 MHz" in " ".join(out)


def test_a_missing_board(run, plug):
    ports = [plug(loop_board()), "/dev/no-such-port"]
    status, out, err = run("solve", "--json", "many.txt", ports=ports)
    assert (status, err) == (0, [Says("/dev/no-such-port: no such port", "continuing without it")])
    assert len(out) == 40


def test_puzzles_of_a_dead_board_are_solved_by_others(run, plug):
    ports = [plug(loop_board(seconds=0.2)), plug(Switch(loop_board(seconds=0.2), 20))]
    status, out, err = run("solve", "--json", "many.txt", ports=ports)
    assert (status, boards_of(out)) == (0, set(ports))
    assert err == [Says(f"{ports[1]}: the board has stopped answering", "the other boards continue with its")]


# --port auto


@pytest.fixture
def hurry(monkeypatch):
    """Wait less for answers and try only one bit rate: the boards are in this process, so they answer quickly."""
    monkeypatch.setattr("rowloom.host.link.connection._TIMEOUT", 0.3)
    monkeypatch.setattr("rowloom.host.link.connection.USUAL_RATES", ())


def test_auto_finds_all_boards(run, plug, hurry):
    ports = [plug(loop_board(seconds=0.05)), plug(Nothing()), plug(loop_board(seconds=0.05))]
    status, out, err = run("solve", "--json", "many.txt", ports=["auto"])
    assert (status, err, boards_of(out)) == (0, [], {ports[0], ports[2]})


def test_auto_adds_to_the_ports_that_are_named(run, plug, hurry):
    port = plug(loop_board(seconds=0.05))
    with socket.create_server(("127.0.0.1", 0)) as server:
        elsewhere = f"socket://127.0.0.1:{server.getsockname()[1]}"
        server.close()
        status, out, err = run("solve", "--json", "many.txt", ports=[elsewhere, "auto"])
    assert (status, err) == (0, [Says(elsewhere, "continuing without it")])
    assert {json.loads(line)["board"] for line in out} == {None}
    assert port


def test_auto_finds_none(run, plug, hurry):
    plug(Nothing())
    status, out, err = run("solve", "many.txt", ports=["auto"])
    assert (status, out, err) == (1, [], [Says("--port auto: no board answers", "`rowloom ports`")])




def test_no_board_is_there(run, plug, monkeypatch):
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    status, out, err = run("solve", "many.txt", ports=["/dev/no-such-port", "/dev/no-other-port"])
    assert (status, out, err) == (1, [], [Says("/dev/no-such-port: no such port")])


def test_a_repeated_port_is_opened_once(run, plug):
    port = plug(loop_board())
    status, out, err = run("solve", "--json", "many.txt", ports=[port, port])
    assert (status, err) == (0, [])
    assert {json.loads(line)["board"] for line in out} == {None}
