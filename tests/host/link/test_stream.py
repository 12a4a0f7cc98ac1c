"""Links over pseudo-terminals, sockets and a loopback port, and the messages about links that fail."""

import os
import pty
import re
import socket
import stat
import subprocess
import sys
import threading
import time
import tty
from contextlib import ExitStack, closing, suppress
from types import SimpleNamespace
from unittest.mock import Mock, call

import pytest
import serial.rfc2217

from rowloom.errors import LinkError
from rowloom.host.link.stream import Link, SimulatorLink
from rowloom.sim import Simulator

RATE = 1_000_000
USUAL = "use a port's name, socket://HOST:PORT or rfc2217://HOST:PORT"


def failing(message):
    return pytest.raises(LinkError, match=f"^{re.escape(message)}$")


@pytest.fixture
def terminal():
    """Yield a pseudo-terminal: the far end's file, the near end's name, and a function that closes both ends."""
    far, near = pty.openpty()
    tty.setraw(near)
    with ExitStack() as files:
        files.callback(os.close, far)
        files.callback(os.close, near)
        yield SimpleNamespace(far=far, name=os.ttyname(near), close=files.close)


@pytest.fixture
def server():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def url(server):
    return f"socket://127.0.0.1:{server.getsockname()[1]}"


def read(link, size):
    data = b""
    while len(data) < size:
        data += link.read()
    return data


def test_serial_port(terminal, monkeypatch):
    with closing(Link(terminal.name, RATE)) as link:
        assert (link.name, link.has_bit_rate) == (terminal.name, True)
        every_byte = bytes(range(256))
        link.write(every_byte)
        assert os.read(terminal.far, 1000) == every_byte
        os.write(terminal.far, every_byte)
        assert read(link, 256) == every_byte
        assert link.read() == b""
        link.set_bit_rate(3_000_000)
        with failing(f"{terminal.name} cannot be set to -1 bit/s: Not a valid baudrate: -1"):
            link.set_bit_rate(-1)
    monkeypatch.setattr("rowloom.host.link.stream.TICK", 0.5)  # on a busy computer, the rest may arrive late
    with closing(Link(terminal.name, RATE)) as link:
        os.write(terminal.far, b"togeth")
        threading.Timer(0.005, os.write, (terminal.far, b"er")).start()
        assert link.read(8) == b"together"
        os.write(terminal.far, b"less")
        assert link.read(8) == b"less"


def test_socket(server):
    with closing(Link(url(server), RATE)) as link, server.accept()[0] as far:
        assert not link.has_bit_rate
        link.write(b"\0to")
        assert far.recv(10) == b"\0to"
        far.sendall(b"fro" * 1000)
        assert read(link, 3000) == b"fro" * 1000
        assert link.read() == b""
        with failing(f"{link.name}: a socket carries no break, the signal that restarts a board: stop the program that"
                     " listens there and start it again"):
            link.send_break()


@pytest.mark.parametrize("sizes", [(5,), (2, 3), (1, 1, 3)])
@pytest.mark.parametrize("least", [5, 1, 100])
def test_sockets_wait_for_enough_bytes(monkeypatch, server, sizes, least):
    """Bytes that were sent in pieces are read together. After the time ``TICK``, a read ends even if bytes are
    missing."""
    with closing(Link(url(server), RATE)) as link, server.accept()[0] as far:
        def talk():
            for size in sizes:
                time.sleep(0.005)
                far.sendall(bytes(size))

        far.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        thread = threading.Thread(target=talk)
        thread.start()
        if least == 100:
            thread.join()
        else:
            monkeypatch.setattr("rowloom.host.link.stream.TICK", 20)  # the bytes may arrive late
        heard = link.read(least)
        if least == 1:
            heard += read(link, 5 - len(heard))
        assert heard == bytes(5)
        thread.join()
        far.shutdown(socket.SHUT_WR)
        with pytest.raises(LinkError):
            link.read(100)


def test_break(terminal, monkeypatch):
    """The test observes pyserial, because a pseudo-terminal does not carry a break."""
    levels, slept = [], []
    monkeypatch.setattr("serial.Serial._update_break_state", lambda port: levels.append(port.break_condition))
    monkeypatch.setattr("rowloom.host.link.stream.time", SimpleNamespace(sleep=lambda s: slept.append((s, *levels))))
    with closing(Link(terminal.name, RATE)) as link:
        link.send_break()
    assert (levels, slept) == ([True, False], [(0.25, True)])


def test_a_socket_that_never_pauses(server):
    """The peer sends bytes without a pause. Opening the socket and reading from it must not wait for a pause."""
    name, stop = url(server), threading.Event()

    def talk():
        with suppress(OSError), server.accept()[0] as far:
            while not stop.is_set():
                far.sendall(bytes(1 << 16))

    thread = threading.Thread(target=talk, daemon=True)
    thread.start()
    try:
        with closing(Link(name, RATE)) as link:
            assert 0 < len(link.read()) <= 8192
            assert len(read(link, 100_000)) < 110_000
    finally:
        stop.set()
        thread.join(10)


@pytest.mark.parametrize("name, message", [
    *((name, f"unknown kind of address; {USUAL}") for name in (
        "carrier://pigeon", "://", "http://127.0.0.1:80", "file:///dev/null", "cp2110://", "unknown://x")),
    *((name, f"not of the form {name.split(':')[0].lower()}://HOST:PORT") for name in (
        "socket://nowhere", "socket://:what", "socket://", "socket://a:99999", "socket://[::1:1", "SOCKET://a",
        "rfc2217://", "rfc2217://nowhere", "rfc2217://:1")),
    ("127.0.0.1:5", "no such port; if it is the address of a socket, write socket://127.0.0.1:5"),
    ("spy:///dev/null", "not a serial port"),
    ("alt:///dev/null", "not a serial port"),
    ("hwgrep://no board", "cannot be opened: no ports found matching regexp 'no board'"),
    ("hwgrep://(", f"cannot be opened: missing ), unterminated subpattern at position 0; {USUAL}"),
    ("/dev/null", "not a serial port"),
])  # fmt: skip
def test_no_link(name, message):
    with failing(f"{name}: {message}"):
        Link(name, RATE)


@pytest.mark.parametrize("scheme, hint", [
    ("socket", "`rowloom sim` and use the address that it prints"), ("rfc2217", "the server that shares the port"),
])  # fmt: skip
def test_nobody_listens(server, scheme, hint):
    name = url(server).replace("socket", scheme)
    server.close()
    with failing(f"{name}: nothing listens there; start {hint}"):
        Link(name, RATE)


@pytest.mark.filterwarnings("ignore:set(Daemon|Name)")  # by pyserial
def test_a_port_that_another_computer_shares(server):
    """Changes of the bit rate, and breaks, reach the other computer, too."""
    port = serial.serial_for_url("loop://", timeout=0.01)

    def share():
        with server.accept()[0] as client:
            manager = serial.rfc2217.PortManager(port, SimpleNamespace(write=client.sendall))
            with suppress(OSError):
                while data := client.recv(1000):
                    port.write(b"".join(manager.filter(data)))
                    client.sendall(b"".join(manager.escape(port.read(port.in_waiting))))

    thread = threading.Thread(target=share)
    thread.start()
    with closing(Link(url(server).replace("socket", "rfc2217"), RATE)) as link:
        link.write(b"round\xff")
        assert read(link, 6) == b"round\xff"
        link.set_bit_rate(2 * RATE)
        assert link.has_bit_rate and port.baudrate == 2 * RATE
        link.send_break()
    thread.join()


@pytest.mark.parametrize("ports, hint", [
    ({}, "no port is plugged in"),
    ({"/dev/ttyS0": "n/a"}, "no port is plugged in"),
    ({"/dev/ttyUSB1": "USB 1", "/dev/ttyS0": "n/a", "/dev/ttyACM0": "USB 2"}, "there are /dev/ttyACM0, /dev/ttyUSB1"),
])  # fmt: skip
def test_no_such_port(monkeypatch, ports, hint):
    found = [SimpleNamespace(device=device, hwid=hwid) for device, hwid in ports.items()]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)
    with failing(f"/dev/no-such-port: no such port; {hint}"):
        Link("/dev/no-such-port", RATE)


def refuse(*arguments):
    raise PermissionError(13, "Permission denied")


def test_a_file_is_not_a_port(monkeypatch, tmp_path):
    """The message is the same whether or not the user may write to the file."""
    (tmp_path / "file").touch()
    for opened in os.open, refuse:
        monkeypatch.setattr("serial.serialposix.os.open", opened)
        for path in tmp_path, tmp_path / "file":
            with failing(f"{path}: not a serial port"):
                Link(str(path), RATE)


RULES = "follow the instructions at the top of what `rowloom flash --udev-rules` prints"
JOIN = "join the group that owns it (sudo usermod -aG uucp $USER, then log out and in again), or"


@pytest.mark.parametrize("owner, group, groups, message", [
    (0, ("root", []), [1000], f"; {RULES}"),
    (20, None, [1000], f"; {RULES}"),
    (20, ("uucp", ["somebody"]), [1000], f"; {JOIN} {RULES}"),
    (20, ("uucp", ["somebody", "me"]), [1000],
     " yet: you have joined the group uucp; log out and in again for it to take effect"),
    (20, ("uucp", ["me"]), [1000, 20], f"; {JOIN} {RULES}"),
])  # fmt: skip
def test_no_permission(monkeypatch, terminal, owner, group, groups, message):
    def look_up(number):
        assert number == owner
        if group is None:
            raise KeyError(number)
        return SimpleNamespace(gr_gid=owner, gr_name=group[0], gr_mem=group[1])

    monkeypatch.setattr("serial.serialposix.os.open", refuse)
    status = SimpleNamespace(st_gid=owner, st_mode=stat.S_IFCHR)
    monkeypatch.setattr("rowloom.host.link.stream.os.stat", lambda path, **options: status)
    monkeypatch.setattr("grp.getgrgid", look_up)
    monkeypatch.setattr("rowloom.host.link.stream.os.getgroups", lambda: groups)
    monkeypatch.setattr("getpass.getuser", lambda: "me")
    with failing(f"{terminal.name}: no permission{message}"):
        Link(terminal.name, RATE)


def test_busy(terminal):
    busy = f"{terminal.name}: busy; close the other program that uses it"
    with closing(Link(terminal.name, RATE)), failing(busy):
        Link(terminal.name, RATE)


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="the system does not tell who has a file open")
def test_busy_names_the_other_program(start, terminal):
    command = "import sys, serial; port = serial.Serial(sys.argv[1], exclusive=True); print(flush=True); input()"
    program = start([sys.executable, "-c", command, terminal.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    program.stdout.readline()
    with open(f"/proc/{program.pid}/comm") as comm:
        name = comm.read().strip()
    with failing(f"{terminal.name}: busy; close the other program that uses it: {name} (process {program.pid})"):
        Link(terminal.name, RATE)


def test_unplugged(terminal):
    with closing(Link(terminal.name, RATE)) as link:
        terminal.close()
        for use in link.read, lambda: link.write(b"hello?"), link.send_break:
            with failing(f"{terminal.name}: the connection was lost (was the cable unplugged?)"):
                use()


def test_bytes_before_the_end_are_read(server):
    with closing(Link(url(server), RATE)) as link:
        with server.accept()[0] as far:
            far.sendall(b"the last words")
        assert read(link, 14) == b"the last words"
        with failing(f"{link.name}: the connection was closed (was the simulator ended?)"):
            link.read()


def test_a_port_that_takes_no_data(server, monkeypatch):
    monkeypatch.setattr("rowloom.host.link.stream._WRITE_TIMEOUT", 0.05)
    with closing(Link(url(server), RATE)) as link, failing(
            f"{link.name} accepts no data: nothing reads at the other end"):
        link.write(bytes(50_000_000))


@pytest.fixture
def simulator(server):
    return Mock(Simulator, url=url(server), failure=lambda: "its last words")


def test_bit_rates_and_breaks_of_a_simulator(simulator):
    with closing(SimulatorLink(simulator, RATE)) as link:
        assert (link.name, link.has_bit_rate) == ("simulator", True)
        link.set_bit_rate(3_000_000)
        link.send_break()
    assert simulator.method_calls == [call.set_bit_rate(3_000_000), call.send_break(0.03)]


@pytest.mark.parametrize("statuses, message", [
    ([None, None, -9], "the simulator was killed (signal 9)"),
    ([None, 3], "the simulator ended with status 3: its last words"),
    ([None] * 100, "the simulator closed the connection, but still runs"),
])  # fmt: skip
def test_simulator_that_ends(server, simulator, monkeypatch, statuses, message):
    monkeypatch.setattr("rowloom.host.link.stream.TICK", 0.001)
    simulator.poll.side_effect = statuses
    with closing(SimulatorLink(simulator, RATE)) as link:
        server.accept()[0].close()
        with failing(message):
            link.read()
