"""Serial ports, which are pseudo-terminals. Each port is connected to a board (see ``channel.py``) or to another
device."""

import os
import pty
import select
import termios
import threading
import tty
from contextlib import ExitStack, suppress

from serial.tools.list_ports_common import ListPortInfo

_INTERVAL = 0.01


class Nothing:
    """A device that ignores all data it receives, and sends nothing."""

    def feed(self, data):
        pass

    def take(self):
        return b""

    def step(self, seconds):
        pass


class Hub(ExitStack):
    """Serial ports with boards; a context manager."""

    def __init__(self):
        super().__init__()
        self._infos, self._stop = [], threading.Event()

    def comports(self):
        """Return the ports as pyserial's function of the same name does."""
        return self._infos[::-1]

    def plug(self, board=None, speed=None, **info):
        """Plug in a port, and return its name.

        ``board`` is the device, or None for a port that accepts no data. ``speed`` is a constant of ``termios``; if
        given, the board receives nothing at other speeds. ``info`` is the information that pyserial reports in addition
        to the name.
        """
        far, near = pty.openpty()
        tty.setraw(near)
        for file in (far, near):
            self.callback(os.close, file)
        name = os.ttyname(near)
        self.add(name, **info)
        if board is None:
            os.set_blocking(near, False)
            with suppress(BlockingIOError):
                while True:
                    os.write(near, bytes(1024))
        else:
            thread = threading.Thread(target=self._serve, args=(far, board, speed), daemon=True)
            thread.start()
            self.callback(thread.join)
            self.callback(self._stop.set)
        return name

    def add(self, name, hwid="USB", **info):
        """Add a port to the list of ports, without a device."""
        port = ListPortInfo(name)
        port.hwid = hwid
        vars(port).update(info)
        self._infos.append(port)

    def _serve(self, far, board, speed):
        while not self._stop.is_set():
            if select.select([far], [], [], _INTERVAL)[0]:
                data = os.read(far, 4096)
                if speed in (None, termios.tcgetattr(far)[4]):
                    board.feed(data)
            board.step(_INTERVAL)
            if data := board.take():
                os.write(far, data)
