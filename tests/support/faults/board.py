"""A simulated board with faults, as a serial port in virtual time.

The gateware and the firmware are those of a board. Faults are put into the gateware's registers and memories, and into
the line, while the board runs; see ``board.cc``.
"""

import ctypes
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from unittest.mock import patch

from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import build_hash, compile_fitted, design_digest
from rowloom.host.link import connection
from rowloom.host.link.session import Session
from rowloom.host.link.stream import TICK
from rowloom.sim.build import write_cpp
from rowloom.sim.program import SOURCES, cached, compile_cxxrtl, digest

__all__ = ["FaultyBoard", "build", "firmware"]

_CONFIG = SoCConfig.of("checker:5x5", "deducer:10x10")
"""A small build in which both engines have room for their test puzzles."""

_GLUE = Path(__file__).with_suffix(".cc")
_WAVEFORMS = 3
"""The level of debug information at which registers have the names that they have in waveforms."""
_BREAK = 0.03
"""The duration of a break in seconds."""
_ROOM = 1 << 16
_PATIENCE = 600.0
"""The maximum real time, in seconds, for which the program waits for the answers at a port."""


@cache
def build() -> str:
    """Return the hash of the board's build."""
    return build_hash(_CONFIG)


@cache
def firmware() -> list[int]:
    """Return the words of the ROM."""
    return compile_fitted(_CONFIG)[1]


@cache
def _library() -> Path:
    """Return the compiled board; compile the board if it is not in the cache."""

    def make(folder: Path) -> Path:
        shutil.copy(SOURCES / "line.h", folder)
        design = write_cpp(_CONFIG, folder, lambda step: None, {"design": _WAVEFORMS})
        return compile_cxxrtl([design, Path(shutil.copy(_GLUE, folder))], folder, shared=True)

    return cached("faults", digest(design_digest(_CONFIG), _GLUE.read_text()), make)


class FaultyBoard:
    """A board that was just switched on, and the link to it.

    While the line is idle and the firmware waits, no clocks are simulated: the board's timer is advanced instead. So a
    second of silence takes no time, but the firmware notices that it has passed.

    ``expected`` is the hash of the build that should be on the board. ``to_board`` is a function from the bytes that
    the host sends to the bytes that the adapter sends.
    """

    has_bit_rate = True

    def __init__(self, name: str = "/dev/ttyUSB0"):
        self.name = self.port = name
        self.bit_rate = _CONFIG.bit_rate
        self.sent = self.received = 0
        self._skipped = 0  # the number of clocks that were not simulated
        self._arrived = b""
        self.expected = build()
        self.to_board: Callable[[bytes], bytes] = bytes
        self._buffer = ctypes.create_string_buffer(_ROOM)
        self._code = code = ctypes.CDLL(str(_library()))
        code.board_part.restype = ctypes.POINTER(ctypes.c_uint32)
        code.board_send.restype = code.board_take.restype = ctypes.c_size_t
        code.board_clocks.restype = ctypes.c_uint64
        code.board_run.restype = ctypes.c_bool
        code.board_begin(ctypes.c_double(_CONFIG.clock_hz / self.bit_rate))

    # Faults

    def hold(self, part: str, bit: int, value: int, word: int = 0) -> None:
        """Hold a bit of a register, or of word ``word`` of a memory, at a value."""
        words, size = self._part(part)
        at = ctypes.byref(words.contents, 4 * (word * size + bit // 32))
        self._code.board_hold(at, ctypes.c_uint32(1 << bit % 32), ctypes.c_uint32(value << bit % 32))

    def flip(self, part: str, bit: int, word: int) -> None:
        """Invert a bit of a memory once."""
        words, size = self._part(part)
        words[word * size + bit // 32] ^= 1 << bit % 32

    def disconnect_address(self, memory: str, bit: int, words: range) -> None:
        """Disconnect a bit of the address in a part of a memory, so that two addresses belong to each word."""
        first, _ = self._part(memory)
        self._code.board_pair(first, *map(ctypes.c_size_t, (1 << bit, words[0], words[-1])))

    def slow_edges(self, clocks: int) -> None:
        """Let the board receive each level of the line only after it has lasted this number of clocks."""
        self._code.board_slow_down(ctypes.c_size_t(clocks))

    # The link

    def clock(self) -> float:
        """Return the seconds since the board was switched on."""
        return (self._code.board_clocks() + self._skipped) / _CONFIG.clock_hz

    def write(self, data: bytes) -> None:
        self.sent += len(data)
        data = self.to_board(data)
        while data := data[self._code.board_send(data, ctypes.c_size_t(len(data))):]:
            self._run(TICK)

    def read(self, least: int = 1) -> bytes:
        end = self.clock() + TICK
        while len(self._arrived) < least and self.clock() < end:
            self._run(end - self.clock())
        data, self._arrived = self._arrived, b""
        self.received += len(data)
        return data

    def set_bit_rate(self, rate: int) -> None:
        self.bit_rate = rate
        self._code.board_set_rate(ctypes.c_double(_CONFIG.clock_hz / rate))

    def send_break(self) -> None:
        self._code.board_break(ctypes.c_uint64(round(_BREAK * _CONFIG.clock_hz)))
        self._run(_BREAK)

    def line_use(self) -> None:
        return None

    def close(self) -> None:
        pass

    @contextmanager
    def plugged(self) -> Iterator[None]:
        """Let the program's functions find this board at a serial port of its name."""

        def opened(name: str, bit_rate: int) -> FaultyBoard:
            assert name == self.name
            self.set_bit_rate(bit_rate)
            return self

        timed = partial(Session, clock=self.clock)
        with (patch.object(connection, "Link", opened), patch.object(connection, "Session", timed),
              patch.object(connection, "_GRACE", _PATIENCE), patch("rowloom.host.doctor.computer.Link", opened)):
            yield

    def _run(self, seconds: float) -> None:
        """Let time pass until bytes arrive, for at most this number of seconds."""
        clocks = max(1, round(seconds * _CONFIG.clock_hz))
        if self._code.board_run(ctypes.c_size_t(clocks)):
            self._skip(clocks)
        length = self._code.board_take(self._buffer)
        self._arrived += self._buffer.raw[:length]

    def _skip(self, clocks: int) -> None:
        words, _ = self._part("timer cycles")
        cycles = (words[0] | words[1] << 32) + clocks
        words[0], words[1] = cycles & 0xFFFF_FFFF, cycles >> 32
        self._skipped += clocks

    def _part(self, name: str) -> tuple["ctypes._Pointer[ctypes.c_uint32]", int]:
        """Return the words of a register or memory, and the number of words of each element."""
        size = ctypes.c_size_t()
        words = self._code.board_part(name.encode(), ctypes.byref(size))
        assert words, f"the build has no register or memory {name}"
        return words, size.value
