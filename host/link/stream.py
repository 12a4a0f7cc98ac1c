"""The bytes to and from a board: any port that pyserial opens, or a simulator of the tool's own."""

import errno
import getpass
import os
import re
import select
import socket
import time
from contextlib import suppress
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
"""The longest that :meth:`Link.read` waits, in seconds."""

_MOST_BYTES = 4096
"""After so many, :meth:`Link.read` returns even if more have arrived."""

_BREAK = 0.25
"""Seconds; a board detects a break after 20 ms, but adapters are slow to begin one and to end it."""

_SIMULATED_BREAK = 0.03
"""The same of simulated seconds, each of which takes many real ones."""

_HOST_AND_PORT = re.compile(r"[\w.-]+:\d+")

_WRITE_TIMEOUT = 3.0
_EXIT_TICKS = 20


_RFC2217 = "rfc2217"
_WITH_HOST = "socket", _RFC2217
_SCHEMES = *_WITH_HOST, "loop", "spy", "alt", "hwgrep"
"""Kinds of addresses that can be opened; pyserial knows what the last ones mean."""

_USUAL = "use a port's name, socket://HOST:PORT or rfc2217://HOST:PORT"


def is_socket(url: str) -> bool:
    """Return whether this is the address of a socket, which has neither a bit rate nor a break."""
    return _scheme(url) == "socket"


def check_address(url: str) -> None:
    """Verify that an address may be opened, of a board that need not be there yet; a port's name is none.

    Raises
    ------
    LinkError
        If it is malformed, or of an unknown kind.
    """
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
    """A byte stream each way.

    Parameters
    ----------
    url : str
        A serial port's name (``/dev/ttyUSB0``, ``COM3``), ``socket://HOST:PORT``, ``rfc2217://HOST:PORT`` for a port
        that another computer shares, or another URL that pyserial knows.
    bit_rate : int
        Where there is a line with one.

    Attributes
    ----------
    name : str
        For messages.
    bit_rate : int
        That of this end.
    sent, received : int
        Bytes since it was opened.

    Raises
    ------
    LinkError
        If it cannot be opened.
    """

    def __init__(self, url: str, bit_rate: int):
        self.name, self.bit_rate = url, bit_rate
        self.sent = self.received = 0
        check_address(url)
        scheme = _scheme(url)
        # Opening a port exclusively is how a busy one is found; only real ports support it.
        exclusive = True if scheme is None else None
        # That of a shared port cannot be set.
        write_timeout = None if scheme == _RFC2217 else _WRITE_TIMEOUT
        try:
            # The timeouts stay as they are: changing one makes pyserial configure the whole port again.
            self._port: Any = _Socket(url) if is_socket(url) else serial.serial_for_url(
                url, bit_rate, timeout=TICK, write_timeout=write_timeout, exclusive=exclusive
            )
        except (OSError, ValueError) as error:
            raise LinkError(_why_not_open(url, error)) from error
        except (LookupError, TypeError, re.error) as error:
            # pyserial does not check all of an address.
            raise LinkError(f"{url}: cannot be opened: {error}; {_USUAL}") from error

    @property
    def has_bit_rate(self) -> bool:
        """Whether :meth:`set_bit_rate` means anything here."""
        return not is_socket(self.name)

    def read(self, least: int = 1) -> bytes:
        """Return what has arrived, at most a few thousand bytes; wait up to :data:`TICK` for ``least`` bytes."""
        data = b""
        try:
            data = self._port.read(least)
            while 0 < len(data) < _MOST_BYTES and (waiting := self._port.in_waiting):
                data += self._port.read(waiting)
        except OSError as error:
            # What came before the end is still returned; the next call raises.
            if not data:
                raise self._lost(error) from error
        self.received += len(data)
        return data

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self.sent += len(data)
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise LinkError(f"{self.name} takes no data: nothing reads it at the other end") from error
        except OSError as error:
            raise self._lost(error) from error

    def set_bit_rate(self, rate: int) -> None:
        """Change this end's bit rate."""
        try:
            self._port.baudrate = rate
        except (OSError, ValueError) as error:
            raise LinkError(f"{self.name} cannot be set to {rate:,} bit/s: {error}") from error
        self.bit_rate = rate

    def send_break(self) -> None:
        """Hold the line low for longer than any byte, which restarts a board whatever its firmware does.

        Raises
        ------
        LinkError
            If the connection was lost, or is not one that carries a break.
        """
        if not self.has_bit_rate:
            raise LinkError(
                f"{self.name}: a socket carries no break, the signal that restarts a board: end what listens there"
                " and start it again"
            )
        try:
            # pyserial's own send_break makes something else of the time on every system.
            self._port.break_condition = True
            time.sleep(_BREAK)
            self._port.break_condition = False
        except OSError as error:
            raise self._lost(error) from error

    def line_use(self) -> "LineUse | None":
        """Return how much the line was in use since the last call; None where that is not counted."""
        return None

    def close(self) -> None:
        """Close the connection, even a broken one."""
        with suppress(OSError):
            self._port.close()

    def _lost(self, error: OSError) -> LinkError:
        """Return the error for a connection that broke."""
        if self.has_bit_rate:
            return LinkError(f"{self.name}: the connection was lost (was the cable unplugged?)")
        return LinkError(f"{self.name}: the connection was closed (was the simulator ended?)")


class _Socket:
    """A TCP connection with as much of a serial port's interface as is used here.

    pyserial's own reads byte by byte, and opens by reading until nothing comes: for ever, if the other end never
    pauses.
    """

    in_waiting = 0
    """Nothing is left after :meth:`read`, as far as is known."""

    def __init__(self, url: str):
        address = urlsplit(url)
        self._socket = socket.create_connection((address.hostname, address.port), timeout=_WRITE_TIMEOUT)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._awaited = 1  # bytes, until the socket counts as readable

    def read(self, size: int) -> bytes:
        """Return what has come, however much that is; wait a tick for so many bytes."""
        if not (self._come(size, TICK) or self._come(1, 0)):
            return b""
        if data := self._socket.recv(_MOST_BYTES):
            return data
        raise OSError("closed at the other end")

    def _come(self, size: int, seconds: float) -> bool:
        """Return whether so many bytes come within a time, or the end."""
        if size != self._awaited:
            self._awaited = size
            # Without the option, as on Windows, it is the first byte that is waited for.
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
    """A link to a running simulator, which it tells of bit rates, and asks what happened when it breaks.

    If the simulator is ``owned``, it ends with the link.
    """

    def __init__(self, simulator: "Simulator", bit_rate: int, owned: bool = False):
        self._simulator, self._owned = simulator, owned
        super().__init__(simulator.url, bit_rate)
        self.name = "simulator"

    def close(self) -> None:
        super().close()
        if self._owned:
            self._simulator.close()

    def set_bit_rate(self, rate: int) -> None:
        try:
            self._simulator.set_bit_rate(rate)
        except OSError as error:
            raise self._lost(error) from error
        self.bit_rate = rate

    def send_break(self) -> None:
        try:
            self._simulator.send_break(_SIMULATED_BREAK)
        except OSError as error:
            raise self._lost(error) from error

    def line_use(self) -> "LineUse":
        try:
            return self._simulator.line_use()
        except OSError as error:
            raise self._lost(error) from error

    def _lost(self, error: OSError) -> LinkError:
        # Its connection closes a moment before its exit status is known.
        for _ in range(_EXIT_TICKS):
            if (status := self._simulator.poll()) is not None:
                return LinkError(ending(self._simulator, status))
            time.sleep(TICK)
        return LinkError("the simulator closed the connection, but still runs")


def ending(simulator: "Simulator", status: int) -> str:
    """Say how a simulator with this exit status ended."""
    if status < 0:
        return f"the simulator was killed (signal {-status})"
    return f"the simulator ended with status {status}: {simulator.failure()}"


def serial_ports(everything: bool = False) -> list[ListPortInfo]:
    """Return the serial ports by name; ``everything`` includes names with no hardware behind them."""
    ports = (port for port in list_ports.comports() if everything or port.hwid != "n/a")
    return sorted(ports, key=lambda port: port.device)


def _why_not_open(url: str, error: Exception) -> str:
    """Say why a port cannot be opened: pyserial keeps the cause in ``errno``, or in the exception that it wrapped."""
    cause = error.__context__ or error
    if _scheme(url) in _WITH_HOST:
        if isinstance(cause, ConnectionRefusedError):
            listener = "`rowloom sim` and use the address that it prints" if is_socket(url) else "what shares the port"
            return f"{url}: nothing listens there; start {listener}"
        return f"{url}: no connection: {cause}"
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
        case errno.ENOTTY | errno.EISDIR:
            return f"{url}: not a serial port"
    return f"{url}: cannot be opened: {cause}"


def _how_permitted(port: str) -> str:
    """Say what gives a person permission to use a port: on Linux, being in its group."""
    import grp  # not on Windows, which knows no such error

    group = None
    with suppress(OSError, KeyError):
        group = grp.getgrgid(os.stat(port).st_gid)
    rules = "follow the first lines of what `rowloom flash --udev-rules` prints"
    if group is None or group.gr_gid == 0:
        return f"; {rules}"
    if getpass.getuser() in group.gr_mem and group.gr_gid not in os.getgroups():
        return f" yet: you have joined the group {group.gr_name}; log out and in again for it to count"
    return (
        f"; join the group that owns it (sudo usermod -aG {group.gr_name} $USER, then log out and in again), or {rules}"
    )


def _users_of(port: str) -> list[str]:
    """Return the other programs that have a port open, where that is known: on Linux, of one's own programs."""
    path, users = os.path.realpath(port), []
    with suppress(OSError):
        for process in Path("/proc").iterdir():
            with suppress(OSError):
                if process.name.isdigit() and int(process.name) != os.getpid() and any(
                    os.readlink(file) == path for file in (process / "fd").iterdir()
                ):
                    users.append(f"{(process / 'comm').read_text().strip()} (process {process.name})")
    return users
