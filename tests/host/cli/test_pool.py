"""Commands that use several boards at once. Each board is a fake board behind a pseudo-terminal."""

import json
import socket

import pytest

from support.peripherals import Nothing
from support.says import Says, out_of
from support.terminal import LOOPS, loop_board


@pytest.fixture
def run(run_lines, tmp_path):
    """Run a command on forty Slitherlinks, with one option ``--port`` for each port."""
    (tmp_path / "many.txt").write_text((LOOPS["unique"] + LOOPS["ambiguous"]) * 20)
    return lambda *words, ports: run_lines(*words, "many.txt", *(word for port in ports for word in ("--port", port)))


def boards_of(out):
    """Check that every answer was verified and that the answers are in order; return the ports of the boards that
    answered."""
    records = [json.loads(line) for line in out]
    assert [record["name"] for record in records] == ["unique", "ambiguous"] * 20
    assert all(record["verified"] for record in records)
    return {record["board"] for record in records}


def test_bench_counts_the_clock_of_each_board(run, plug):
    ports = [plug(loop_board(clock=clock)) for clock in (40_000_000, 80_000_000)]
    out = out_of(run("bench", ports=ports))
    assert "time at 40 and 80 MHz" in " ".join(out)


def test_a_missing_board(run, plug):
    ports = [plug(loop_board()), "/dev/no-such-port"]
    status, out, err = run("solve", "--json", ports=ports)
    assert (status, err) == (0, [Says("/dev/no-such-port: no such port", "continuing without it")])
    assert len(out) == 40


@pytest.fixture
def hurry(hurry, monkeypatch):
    """Wait only briefly, like the fixture in ``conftest.py``, and also try only one bit rate at each port."""
    monkeypatch.setattr("rowloom.host.link.connection.USUAL_RATES", ())


def test_puzzles_go_to_all_boards(run, plug, hurry):
    ports = {plug(loop_board(seconds=0.05)) for _ in range(3)}
    plug(Nothing())
    for named in ports, ["auto"]:
        assert boards_of(out_of(run("solve", "--json", ports=named))) == ports


def test_auto_adds_to_the_ports_that_are_named(run, plug, hurry):
    plug(loop_board(seconds=0.05))
    with socket.create_server(("127.0.0.1", 0)) as server:
        elsewhere = f"socket://127.0.0.1:{server.getsockname()[1]}"
        server.close()
        status, out, err = run("solve", "--json", ports=[elsewhere, "auto"])
    assert (status, err) == (0, [Says(elsewhere, "continuing without it")])
    assert {json.loads(line)["board"] for line in out} == {None}


def test_auto_finds_none(run, plug, hurry):
    plug(Nothing())
    assert run("solve", ports=["auto"]) == (1, [], [Says("--port auto: no board answers", "`rowloom ports`")])


def test_a_repeated_port_is_opened_once(run, plug):
    port = plug(loop_board())
    out = out_of(run("solve", "--json", ports=[port, port]))
    assert {json.loads(line)["board"] for line in out} == {None}
