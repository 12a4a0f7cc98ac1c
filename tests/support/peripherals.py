"""Serial ports and the JTAG port of an FPGA. A serial port is a pseudo-terminal that is connected to a board (see
``channel.py``) or to another device."""

import os
import pty
import select
import socket
import termios
import threading
import tty
from contextlib import suppress

from serial.tools.list_ports_common import ListPortInfo

_INTERVAL = 0.01


class Nothing:
    """A port without a device."""

    def feed(self, data):
        pass

    def take(self):
        return b""

    def step(self, seconds):
        pass


class Hub:
    """Serial ports with boards; a context manager."""

    def __init__(self):
        self._infos, self._stop, self._open, self._threads = [], threading.Event(), [], []

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self._stop.set()
        for thread in self._threads:
            thread.join()
        for file in self._open:
            os.close(file)

    def comports(self):
        """Return the ports as pyserial's function of the same name does."""
        return self._infos[::-1]

    def plug(self, board=None, speed=None, **info):
        """Plug in a port, and return its name.

        ``board`` is the device; None for a port that accepts no data. ``speed`` is a constant of ``termios``; if given,
        the board receives nothing at other speeds. ``info`` is what pyserial reports in addition to the name.
        """
        far, near = pty.openpty()
        tty.setraw(near)
        self._open += [far, near]
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
            self._threads.append(thread)
        return name

    def add(self, name, hwid="USB", **info):
        """Add the name of a port without a device."""
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


_NEXT = {
    "reset": ("idle", "reset"), "idle": ("idle", "select dr"),
    "select dr": ("capture dr", "select ir"), "select ir": ("capture ir", "reset"),
    "capture dr": ("shift dr", "exit1 dr"), "capture ir": ("shift ir", "exit1 ir"),
    "shift dr": ("shift dr", "exit1 dr"), "shift ir": ("shift ir", "exit1 ir"),
    "exit1 dr": ("pause dr", "update dr"), "exit1 ir": ("pause ir", "update ir"),
    "pause dr": ("pause dr", "exit2 dr"), "pause ir": ("pause ir", "exit2 ir"),
    "exit2 dr": ("shift dr", "update dr"), "exit2 ir": ("shift ir", "update ir"),
    "update dr": ("idle", "select dr"), "update ir": ("idle", "select dr"),
}  # fmt: skip
"""The states of IEEE 1149.1; each has the next states if TMS is 0 and if TMS is 1."""


class FPGA:
    """The JTAG port of an ECP5. openFPGALoader accesses it by the cable "remote-bitbang", with the ``arguments``.

    It implements the part of Lattice's FPGA-TN-02039 that configuration needs: IDCODE, status, enable, disable, and a
    bitstream in one burst. If ``tdo`` is given, the port is broken, and its output is always ``tdo``. If ``refuses`` is
    set, it reports a wrong CRC for each bitstream.
    """

    _IDCODE, _STATUS, _BUSY, _ENABLE, _DISABLE, _BURST = 0xE0, 0x3C, 0xF0, 0xC6, 0x26, 0x7A
    _DONE, _ENABLED, _CRC_ERROR = 1 << 8, 1 << 9, 3 << 23

    def __init__(self, idcode, tdo=None, refuses=False):
        self._idcode, self._broken, self._refuses = idcode, tdo, refuses
        self._state, self._instruction, self._register, self._length = "reset", self._IDCODE, 0, 1
        self._tck = self._tdo = self._status = 0
        self._bits = []
        self._server = socket.create_server(("127.0.0.1", 0))
        address, port = self._server.getsockname()
        self.arguments = ["--cable", "remote-bitbang", "--ip", address, "--port", str(port)]
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def bitstream(self):
        """The bytes of all bursts that have arrived."""
        whole = len(self._bits) // 8 * 8
        return int("".join(map(str, self._bits[:whole])) or "0", 2).to_bytes(whole // 8)

    def close(self):
        self._server.close()

    def _serve(self):
        with suppress(OSError):
            client, _ = self._server.accept()
            with client:
                while data := client.recv(1 << 16):
                    if answers := b"".join(filter(None, map(self._take, data))):
                        client.sendall(answers)

    def _take(self, byte):
        if byte == ord("R"):
            return b"%d" % (self._tdo if self._broken is None else self._broken)
        if ord("0") <= byte <= ord("7"):
            tck, tms, tdi = byte >> 2 & 1, byte >> 1 & 1, byte & 1
            if tck > self._tck:
                self._rise(tms, tdi)
            elif tck < self._tck:
                self._tdo = self._register & 1
            self._tck = tck
        return None

    def _rise(self, tms, tdi):
        match self._state:
            case "capture dr":
                self._register, self._length = {
                    self._IDCODE: (self._idcode, 32), self._STATUS: (self._status, 32), self._BUSY: (0, 8),
                }.get(self._instruction, (0, 1))  # fmt: skip
            case "capture ir":
                self._register, self._length = 1, 8
            case "shift dr" | "shift ir" as state:
                self._register = self._register >> 1 | tdi << self._length - 1
                if state == "shift dr" and self._instruction == self._BURST:
                    self._bits.append(tdi)
        self._state = _NEXT[self._state][tms]
        if self._state == "reset":
            self._instruction = self._IDCODE
        elif self._state == "update ir":
            self._instruction = self._register
            if self._instruction == self._ENABLE:
                self._status = self._ENABLED
            elif self._instruction == self._DISABLE:
                self._status = self._DONE
            elif self._instruction == self._BURST and self._refuses:
                self._status |= self._CRC_ERROR
