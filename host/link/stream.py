"""Byte streams to boards, over any port that pyserial can open, and to simulated boards."""

import errno
import getpass
import os
import re
import select
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

if TYPE_CHECKING:
    from rowloom.sim import LineUse, Simulator

from rowloom.errors import LinkError

__all__ = ["TICK", "Link", "SimulatorLink", "check_address", "ending", "is_socket", "serial_ports"]

TICK = 0.05
"""The maximum time, in seconds, that :meth:`Link.read` waits."""

_MOST_BYTES = 4096
""":meth:`Link.read` returns after this many bytes even if more have arrived."""

_BREAK, _SIMULATED_BREAK = 0.25, 0.03
"""The duration in seconds of a break on a real line, and of a simulated break. A board detects a break after 20 ms, but
adapters take some time to begin and to end a break."""

_WRITE_TIMEOUT = 3.0
_EXIT_TICKS = 20

_HOST_AND_PORT = re.compile(r"[\w.-]+:\d+")
_WITH_HOST = "socket", "rfc2217"
_SCHEMES = *_WITH_HOST, "loop", "spy", "alt", "hwgrep"
"""The schemes of addresses; the last four are defined by pyserial."""

_USUAL = "use a port's name, socket://HOST:PORT or rfc2217://HOST:PORT"


def is_socket(url: str) -> bool:
    """Return whether a URL is the address of a socket. Sockets have no bit rate and no break."""
    return _scheme(url) == "socket"


def check_address(url: str) -> None:
    """Raise LinkError if an address is malformed or of an unknown kind. The names of ports are not checked."""
    if (scheme := _scheme(url)) is None:
        return
    if scheme not in _SCHEMES:
        raise LinkError(f"{url}: unknown kind of address; {_USUAL}")
    if scheme in _WITH_HOST:
        with suppress(ValueError):
            address = urlsplit(url)
            if address.hostname and address.port is not None:
                return
        raise LinkError(f"{url}: not of the form {scheme}://HOST:PORT")


def _scheme(url: str) -> str | None:
    scheme, is_url, _ = url.partition("://")
    return scheme.lower() if is_url else None


class Link:
    """A connection that carries bytes to and from a board; LinkError if the connection cannot be opened.

    ``url`` is a serial port's name (``/dev/ttyUSB0``, ``COM3``), ``socket://HOST:PORT``, ``rfc2217://HOST:PORT`` for a
    port that another computer shares, or another URL that pyserial knows. ``bit_rate`` is the bit rate of the line, if
    it has one: ``has_bit_rate`` is true for a serial line, and false for a socket. ``name`` is the link's name in
    messages, and ``port`` is the URL, which the links with several SoCs share. ``sent`` and ``received`` are the
    numbers of bytes since the link was opened.
    """

    def __init__(self, url: str, bit_rate: int):
        self.name = self.port = url
        self.bit_rate, self.has_bit_rate = bit_rate, not is_socket(url)
        self.sent = self.received = 0
        check_address(url)
        # A port of this computer is opened for exclusive use, so opening fails if another program uses the port.
        # pyserial supports neither exclusive use of URLs nor write timeouts of RFC 2217 ports. Timeouts are never
        # changed later, because pyserial would configure the whole port again.
        exclusive = True if _scheme(url) is None else None
        write_timeout = None if _scheme(url) == "rfc2217" else _WRITE_TIMEOUT
        try:
            self._port: Any = _Socket(url) if is_socket(url) else serial.serial_for_url(
                url, bit_rate, timeout=TICK, write_timeout=write_timeout, exclusive=exclusive
            )
        except (OSError, ValueError) as error:
            raise LinkError(_why_not_open(url, error)) from error
        except (LookupError, TypeError, re.error) as error:
            # pyserial does not check every part of an address.
            raise LinkError(f"{url}: cannot be opened: {error}; {_USUAL}") from error

    def read(self, least: int = 1) -> bytes:
        """Wait up to :data:`TICK` for ``least`` bytes; return the bytes that have arrived, at most a few thousand."""
        data = b""
        try:
            data = self._port.read(least)
            while 0 < len(data) < _MOST_BYTES and (waiting := self._port.in_waiting):
                data += self._port.read(waiting)
        except OSError as error:
            # Return the bytes that arrived before the end of the connection; the next call raises the error.
            if not data:
                raise self._lost() from error
        self.received += len(data)
        return data

    def write(self, data: bytes) -> None:
        self.sent += len(data)
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise LinkError(f"{self.name} accepts no data: nothing reads at the other end") from error
        except OSError as error:
            raise self._lost() from error

    def set_bit_rate(self, rate: int) -> None:
        try:
            self._port.baudrate = rate
        except (OSError, ValueError) as error:
            raise LinkError(f"{self.name} cannot be set to {rate:,} bit/s: {error}") from error
        self.bit_rate = rate

    def send_break(self) -> None:
        """Send a break, which restarts a board even if its firmware hangs. LinkError if the link has no break."""
        if not self.has_bit_rate:
            raise LinkError(
                f"{self.name}: a socket carries no break, the signal that restarts a board: stop the program that"
                " listens there and start it again"
            )
        with self._reporting_loss():
            # With pyserial's send_break, the duration of the break would depend on the operating system.
            self._port.break_condition = True
            time.sleep(_BREAK)
            self._port.break_condition = False

    def line_use(self) -> "LineUse | None":
        """Return how much the line was used since the previous call; None if this is not measured."""
        return None

    def close(self) -> None:
        with suppress(OSError):
            self._port.close()

    @contextmanager
    def _reporting_loss(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise self._lost() from error

    def _lost(self) -> LinkError:
        """Return the error for a lost connection."""
        if self.has_bit_rate:
            return LinkError(f"{self.name}: the connection was lost (was the cable unplugged?)")
        return LinkError(f"{self.name}: the connection was closed (was the simulator ended?)")


class _Socket:
    """A TCP connection with the interface of a serial port.

    pyserial's own class for sockets reads one byte at a time. Moreover, opening such a socket reads until no more bytes
    arrive, which may never happen.
    """

    in_waiting = 0

    def __init__(self, url: str):
        address = urlsplit(url)
        self._socket = socket.create_connection((address.hostname, address.port), timeout=_WRITE_TIMEOUT)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._least = 1  # the socket is readable when this many bytes have arrived

    def read(self, size: int) -> bytes:
        """Wait up to a tick for ``size`` bytes; return all bytes that have arrived."""
        if not (self._is_readable(size, TICK) or self._is_readable(1, 0)):
            return b""
        if data := self._socket.recv(_MOST_BYTES):
            return data
        raise OSError("closed at the other end")

    def _is_readable(self, size: int, seconds: float) -> bool:
        """Return whether ``size`` bytes, or the end of the stream, arrive within ``seconds``."""
        if size != self._least:
            self._least = size
            # On systems without this option, such as Windows, select waits only for the first byte.
            with suppress(OSError):
                self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, size)
        return bool(select.select([self._socket], [], [], seconds)[0])

    def write(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except TimeoutError as error:
            raise serial.SerialTimeoutException from error

    def close(self) -> None:
        self._socket.close()


class SimulatorLink(Link):
    """A link to a running simulator. If the link owns the simulator, closing the link ends the simulator."""

    def __init__(self, simulator: "Simulator", bit_rate: int, owned: bool = False):
        self._simulator, self._owned = simulator, owned
        super().__init__(simulator.url, bit_rate)
        self.name, self.has_bit_rate = "simulator", True

    def close(self) -> None:
        super().close()
        if self._owned:
            self._simulator.close()

    def set_bit_rate(self, rate: int) -> None:
        with self._reporting_loss():
            self._simulator.set_bit_rate(rate)
        self.bit_rate = rate

    def send_break(self) -> None:
        with self._reporting_loss():
            self._simulator.send_break(_SIMULATED_BREAK)

    def line_use(self) -> "LineUse":
        with self._reporting_loss():
            return self._simulator.line_use()

    def _lost(self) -> LinkError:
        # The exit status becomes known only shortly after the connection has closed.
        for _ in range(_EXIT_TICKS):
            if (status := self._simulator.poll()) is not None:
                return LinkError(ending(self._simulator, status))
            time.sleep(TICK)
        return LinkError("the simulator closed the connection, but still runs")


def ending(simulator: "Simulator", status: int) -> str:
    """Return a message about a simulator that ended with this exit status."""
    if status < 0:
        return f"the simulator was killed (signal {-status})"
    return f"the simulator ended with status {status}: {simulator.failure()}"


def serial_ports(everything: bool = False) -> list[ListPortInfo]:
    """Return the serial ports, sorted by name; ``everything`` includes ports without hardware."""
    ports = (port for port in list_ports.comports() if everything or port.hwid != "n/a")
    return sorted(ports, key=lambda port: port.device)


def _why_not_open(url: str, error: Exception) -> str:
    """Return a message that explains why a port cannot be opened. Either pyserial's exception or the exception's
    context has an ``errno``."""
    cause = error.__context__ or error
    if _scheme(url) in _WITH_HOST:
        if isinstance(cause, ConnectionRefusedError):
            simulator, server = "`rowloom sim` and use the address that it prints", "the server that shares the port"
            return f"{url}: nothing listens there; start {simulator if is_socket(url) else server}"
        return f"{url}: no connection: {cause}"
    if Path(url).is_file() or Path(url).is_dir():
        return f"{url}: not a serial port"
    match cause.args[0] if cause.args else None:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            if _HOST_AND_PORT.fullmatch(url):
                return f"{url}: no such port; if it is the address of a socket, write socket://{url}"
            ports = ", ".join(port.device for port in serial_ports())
            return f"{url}: no such port; " + (f"there are {ports}" if ports else "no port is plugged in")
        case errno.EACCES | errno.EPERM:
            return f"{url}: no permission{_how_permitted(url)}"
        case errno.EBUSY | errno.EAGAIN:
            users = ", ".join(_users_of(url))
            return f"{url}: busy; close the other program that uses it" + (f": {users}" if users else "")
        case errno.ENOTTY:
            return f"{url}: not a serial port"
    return f"{url}: cannot be opened: {cause}"


def _how_permitted(port: str) -> str:
    """Return a message that explains how to get permission to use a port. On Linux, the user can join the port's
    group."""
    import grp  # Windows lacks this module, but this error does not occur there

    group = None
    with suppress(OSError, KeyError):
        group = grp.getgrgid(os.stat(port).st_gid)
    rules = "follow the instructions at the top of what `rowloom flash --udev-rules` prints"
    if group is None or group.gr_gid == 0:
        return f"; {rules}"
    if getpass.getuser() in group.gr_mem and group.gr_gid not in os.getgroups():
        return f" yet: you have joined the group {group.gr_name}; log out and in again for it to take effect"
    return (
        f"; join the group that owns it (sudo usermod -aG {group.gr_name} $USER, then log out and in again), or {rules}"
    )


def _users_of(port: str) -> list[str]:
    """Return the names of this user's other programs that have opened a port; empty on systems other than Linux."""
    path, users = os.path.realpath(port), []
    with suppress(OSError):
        for process in Path("/proc").iterdir():
            with suppress(OSError):
                if process.name.isdigit() and int(process.name) != os.getpid() and any(
                    os.readlink(file) == path for file in (process / "fd").iterdir()
                ):
                    users.append(f"{(process / 'comm').read_text().strip()} (process {process.name})")
    return users
