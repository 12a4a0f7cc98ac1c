"""Commands with ``--jobs`` and ``--cluster``, and ``rowloom worker``."""

import json
import time

import psutil
import pytest

from rowloom.host.cli.meter import Meter
from rowloom.host.cluster import cluster
from support.cluster import at_work, threads
from support.peer import peer
from support.peripherals import Hub
from support.says import Says, out_of
from support.terminal import LOOPS, loop_board, press_ctrl_c
from support.waiting import until


@pytest.fixture(autouse=True)
def loops(tmp_path):
    (tmp_path / "loops.txt").write_text(LOOPS["unique"] * 3)


@pytest.fixture(scope="module")
def address():
    """Start a scheduler with two workers, and return its address."""
    with threads(2) as (_, address):
        yield address


@pytest.mark.parametrize("words, text, said", [
    ("solve --engine sat --count 2", "".join(LOOPS[name] for name in ("unique", "bad", "unsolvable", "ambiguous")),
     "rowloom: 2 of 4 puzzles solved\n"),
    ("grade", "".join(LOOPS[name] for name in ("unique", "bad", "ambiguous", "slink")), ""),
    ("techniques", "1234341221434320\n" + "1" * 16 + "\n", ""),
])  # fmt: skip
def test_commands_print_the_same_as_without_workers(command, address, tmp_path, words, text, said):
    (tmp_path / "puzzles.txt").write_text(text)
    alone, together = (
        (status, [json.loads(line) for line in out.splitlines()], err) for status, out, err in (
            command(*words.split(), "--json", "puzzles.txt", *where) for where in ((), ("--cluster", address))))
    for record in alone[1] + together[1]:
        record["seconds"] = record.get("seconds") is None
    assert alone == together
    assert (alone[0], len(alone[1]) >= 2, alone[2]) == (1, True, said)


def test_ctrl_c_keeps_the_results(command, address, tmp_path, monkeypatch):
    def interrupted(meter, done, workers):
        if done > 100 and not pressed:
            pressed.append(done)
            press_ctrl_c()

    pressed = []
    monkeypatch.setattr(Meter, "at_work", interrupted)
    (tmp_path / "loops.txt").write_text(LOOPS["unique"] * 3_000)
    status, out, err = command("solve", "--no-draw", "--engine", "sat", "loops.txt", "--cluster", address)
    assert (status, err) == (1, Says("interrupted:", "of 3,000 puzzles solved"))
    solved, cancelled = out.count("solved and verified"), out.count("cancelled")
    assert solved and cancelled and solved + cancelled == 3_000


def test_puzzles_made_on_workers_are_the_same(command, address):
    words = "generate", "slink", "--size", "4x4", "-n", "7"
    assert command(*words, "--cluster", address) == command(*words)
    assert command("generate", "sudoku", "--size", "8x8", "--cluster", address) == (2, "", Says("not 8x8"))


@pytest.mark.parametrize("name, words", [
    ("solve", ()), ("bench", ("--count", 2)), ("compare", ("--engines", "checker")),
])  # fmt: skip
def test_commands_use_the_boards_of_workers(command, tmp_path, name, words):
    (tmp_path / "slink.txt").write_text(LOOPS["slink"])
    with (
        Hub() as hub,
        threads(1) as (crew, address),
        at_work(crew.client.cluster, [hub.plug(loop_board())], print),
    ):
        until(lambda: crew.listen() or crew.boards == 1)
        out = out_of(command(name, "--json", *words, "loops.txt", "slink.txt", "--cluster", address))
    records = [json.loads(line) for line in out.splitlines()]
    assert len(records) == 4
    assert all("checker" in (record.get("engine"), *record.get("engines", ())) for record in records)


def test_a_process_of_this_computer(command):
    out = out_of(command("solve", "--no-draw", "--engine", "sat", "--jobs", 1, "loops.txt"))
    assert out.count("solved and verified") == 3
    assert not [child for child in psutil.Process().children(recursive=True) if "spawn_main" in str(child.cmdline())]


@pytest.mark.parametrize("where, message", [
    ("tcp://127.0.0.1:1", "no scheduler"), ("tcp://no host:1", "no scheduler"), ("nonsense", "missing port"),
    ("foo://x:1", "foo"), ("http://x:1", "tcp://HOST:PORT"), ("tcp://127.0.0.1:99999", "65535"),
])  # fmt: skip
def test_no_scheduler(command, monkeypatch, where, message):
    monkeypatch.setattr(cluster, "_CONNECTING", 1.0)
    for words in ("solve", "loops.txt", "--cluster", where), ("worker", where, "--jobs", 1):
        begun = time.monotonic()
        assert command(*words) == (1, "", Says(where, message))
        assert time.monotonic() - begun < 8


@pytest.mark.parametrize("scheme, greeting, message", [
    ("tcp", b"", "not a scheduler"), ("tcp", b"SSH-2.0-OpenSSH_9.2\r\n", "not a scheduler"), ("tls", b"", "TLS"),
    ("tcp", None, "not a scheduler"),
])  # fmt: skip
def test_a_program_that_is_not_a_scheduler(command, monkeypatch, scheme, greeting, message):
    """The program at the address sends some bytes, sends nothing, or closes the connection at once."""
    monkeypatch.setattr(cluster, "_CONNECTING", 0.5)

    def behave(connection, over):
        if greeting is not None:
            connection.sendall(greeting)
            over.wait(20)

    with peer(behave) as port:
        where = f"{scheme}://127.0.0.1:{port}"
        assert command("solve", "loops.txt", "--cluster", where) == (1, "", Says(where, message))


def test_what_a_cluster_lacks(command, monkeypatch):
    """The address is that of a worker, the scheduler has no workers, or the board of a worker is missing."""
    monkeypatch.setattr(cluster, "_JOINING", 0.5)
    with threads(1) as (found, _):
        where = next(iter(found.client.scheduler_info()["workers"]))
        assert command("solve", "loops.txt", "--cluster", where) == (1, "", Says(where, "worker", "not a scheduler"))
    with threads(0) as (_, where):
        assert command("solve", "loops.txt", "--cluster", where) == (1, "", Says("no worker", "rowloom worker", where))
    assert command("worker", "tcp://127.0.0.1:1", "--port", "/dev/none") == (1, "", Says("/dev/none", "no such port"))
