"""What tests of more than one folder share: gateware and firmware compiled for this machine."""

import _ctypes
import ctypes
import itertools
import subprocess
import sys
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import ClassVar

import pytest
from amaranth.back import rtlil
from amaranth.lib import wiring

import rowloom.firmware.build as firmware
from rowloom.host import solvers
from rowloom.host.protocol import Body
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers.brute import solutions
from rowloom.hw.slitherlink.model import CheckerModel, rows_of
from rowloom.hw.slitherlink.patterns import Colour
from rowloom.hw.tools import YOSYS
from rowloom.sim.program import compile_cxxrtl

NATIVE = Path(__file__).parent / "firmware" / "native"
HARDWARE_ONLY = {"main.c", "memory.c", "operate.c", "sudoku_scan.c"}
CLOCK_HZ = 50_000_000
ROWS = COLS = 4


class _Callbacks(ctypes.Structure):
    """Functions of an engine that the firmware calls."""

    @classmethod
    def over(cls, engine: object) -> "_Callbacks":
        return cls(**{name: kind(getattr(engine, name)) for name, kind in cls._fields_})


class _CheckerCallbacks(_Callbacks):
    """``struct native_checker``."""

    _u32 = ctypes.c_uint32
    _fields_ = [
        ("begin", ctypes.CFUNCTYPE(None, _u32, _u32)),
        ("clue", ctypes.CFUNCTYPE(None, _u32, _u32, _u32)),
        ("assign", ctypes.CFUNCTYPE(None, _u32, _u32, _u32)),
        ("conflict", ctypes.CFUNCTYPE(ctypes.c_bool)),
        ("one_loop", ctypes.CFUNCTYPE(ctypes.c_bool)),
        ("joinable", ctypes.CFUNCTYPE(ctypes.c_bool)),
        ("inside", ctypes.CFUNCTYPE(_u32, _u32)),
        ("outside", ctypes.CFUNCTYPE(_u32, _u32)),
    ]


class _DeducerCallbacks(_Callbacks):
    """``struct native_deducer``."""

    _u32, _bool = ctypes.c_uint32, ctypes.c_bool
    _fields_ = [
        ("pages", ctypes.CFUNCTYPE(_u32, _u32)),
        ("begin", ctypes.CFUNCTYPE(None, _u32, _u32)),
        ("clue", ctypes.CFUNCTYPE(None, _u32, _u32, _u32)),
        ("choose_page", ctypes.CFUNCTYPE(None, _u32, _u32)),
        ("solve", ctypes.CFUNCTYPE(None, _bool)),
        ("assume", ctypes.CFUNCTYPE(None, _u32, _u32, _bool, _bool)),
        ("stop", ctypes.CFUNCTYPE(None)),
        ("state", ctypes.CFUNCTYPE(_u32)),
        ("inside", ctypes.CFUNCTYPE(_u32, _u32)),
        ("counter", ctypes.CFUNCTYPE(_u32, _u32)),
    ]


class _Checker:
    """The checker's model as the firmware sees it. Remembers its judgements: the same puzzles come again and again."""

    _judgements: ClassVar[dict] = {}

    def begin(self, rows, cols):
        self._size, self._clues, self._choices = (rows, cols), {}, {}

    def clue(self, row, col, clue):
        self._clues[row, col] = clue

    def assign(self, row, col, choice):
        if choice & 16:
            self._choices[row, col] = choice
        else:
            self._choices.pop((row, col), None)

    def conflict(self):
        return self._judge("conflict", lambda model: model.conflict)

    def one_loop(self):
        return self._judge("one loop", lambda model: model.joined(outside=False, undecided=False) and model.pick)

    def joinable(self):
        return self._judge("joinable", lambda model: all(model.joined(outside, True) for outside in (False, True)))

    def inside(self, row):
        return self._judge("inside", lambda model: rows_of(model.inside, ROWS))[row]

    def outside(self, row):
        return self._judge("outside", lambda model: rows_of(model.outside, ROWS))[row]

    def _judge(self, question, answer):
        key = question, self._size, tuple(self._clues.items()), frozenset(self._choices.items())
        if key not in self._judgements:
            model = CheckerModel(ROWS, COLS)
            model.clear(*self._size)
            for cell, clue in self._clues.items():
                model.clue(cell, clue)
            for cell, choice in self._choices.items():
                model.assign(cell, (Colour.OUTSIDE, Colour.INSIDE)[choice & 1], choice >> 1 & 7)
            self._judgements[key] = answer(model)
        return self._judgements[key]


@cache
def _solutions(rows: int, cols: int, clues: tuple) -> list:
    """By brute force, as dicts from cell to colour."""
    grid = tuple(tuple(dict(clues).get((row, col)) for col in range(cols)) for row in range(rows))
    found = solutions(Slitherlink("native", rows, cols, grid))
    return [{(row, col): colour == "1" for row, line in enumerate(one) for col, colour in enumerate(line)}
            for one in found]


class Deducer:
    """A deducer as the firmware sees it, in the place of the gateware: it knows all solutions, and keeps them back.

    From some states it concludes all that there is to conclude, from others nothing until every cell is known; from the
    same state always the same. It has few pages, so that a deep search has to make lost ones again, and it checks that
    what it is asked for makes sense.

    Attributes
    ----------
    COUNTED : int
        By so much each counter grows with every state that is asked for; they wrap around.
    PAGES : int
        How many there are.
    LAZINESS : int
        Of so many states it concludes something from one.
    BUSY : int
        So many times it says that it is at work before it is done.
    """

    COUNTED, PAGES, LAZINESS, BUSY = 3_000_000_000, 2, 3, 1

    def pages(self, rows: int) -> int:
        return self.PAGES

    def begin(self, rows: int, cols: int) -> None:
        self._size, self._clues, self._states = (rows, cols), {}, {0: {}}
        self._dead, self._calls, self._waits = set(), 0, 0

    def clue(self, row: int, col: int, clue: int) -> None:
        self._clues[row, col] = clue

    def choose_page(self, page: int, parent: int) -> None:
        assert page < self.PAGES and parent in self._states and parent not in self._dead
        self._page, self._known = page, dict(self._states[parent])

    def solve(self, any_solution: bool) -> None:
        rest = [one for one in _solutions(*self._size, tuple(sorted(self._clues.items())))
                if one.items() >= self._known.items()]
        cells = self._size[0] * self._size[1]
        thought = zlib.crc32(repr(sorted(self._known.items())).encode())
        self._flags = 0
        if len(self._known) == cells or thought % self.LAZINESS == 0:
            if not rest:
                self._flags = 1 << 17
            elif len(rest) == 1 or (any_solution and thought % 2):
                self._known, self._flags = dict(rest[0]), 1 << 18
            else:
                self._known = dict(set.intersection(*(set(one.items()) for one in rest)))
        self._states[self._page] = self._known
        # A page without a future is used by nobody as it is.
        (self._dead.add if self._flags else self._dead.discard)(self._page)
        self._calls, self._waits = self._calls + 1, self.BUSY

    def assume(self, row: int, col: int, outside: bool, any_solution: bool) -> None:
        assert (row, col) not in self._known
        self._known[row, col] = not outside
        self.solve(any_solution)

    def stop(self) -> None:
        self._waits = 0

    def state(self) -> int:
        if self._waits:
            self._waits -= 1
            return 1 << 16
        rows, cols = self._size
        row, col = next(
            ((row, col) for row in range(rows) for col in range(cols) if (row, col) not in self._known), (0, 0))
        return self._flags | row << 8 | col << 1

    def inside(self, row: int) -> int:
        return sum(1 << col for col in range(self._size[1]) if self._known[row, col])

    def counter(self, number: int) -> int:
        return self._calls * (self.COUNTED + number) & 0xFFFF_FFFF


class _SudokuCallbacks(_Callbacks):
    """``struct native_sudoku``."""

    _u32, _bool = ctypes.c_uint32, ctypes.c_bool
    _fields_: ClassVar = [
        ("begin", ctypes.CFUNCTYPE(None)),
        ("given", ctypes.CFUNCTYPE(None, _u32, _u32, _u32)),
        ("solve", ctypes.CFUNCTYPE(None, _bool)),
        ("guess", ctypes.CFUNCTYPE(None, _bool)),
        ("back", ctypes.CFUNCTYPE(None, _bool)),
        ("stop", ctypes.CFUNCTYPE(None)),
        ("state", ctypes.CFUNCTYPE(_u32)),
        ("row", ctypes.CFUNCTYPE(_u32, _u32)),
        ("counter", ctypes.CFUNCTYPE(_u32, _u32)),
    ]


class SudokuEngine:
    """A parallel Sudoku engine of order 2 as the firmware sees it, in the place of the gateware.

    It places cells with one candidate, tries the digits of the first open cell from 1 on, and checks that what it is
    asked for makes sense.

    Attributes
    ----------
    BUSY : int
        So many times it says that it is at work before it is done.
    """

    ORDER, DIGITS = 2, range(1, 5)
    BUSY = 1

    def begin(self) -> None:
        self._cells, self._guesses, self._flags, self._waits = {}, [], 0, 0
        self._counters = [0, 0, 0]

    def given(self, row: int, col: int, digit: int) -> None:
        assert digit in self.DIGITS
        self._cells[row, col] = digit

    def solve(self, stepwise: bool) -> None:
        self._deduce()
        self._go_on(stepwise)

    def guess(self, stepwise: bool) -> None:
        assert not self._flags
        self._choose(next(cell for cell in self._all() if cell not in self._cells), 0)
        self._go_on(stepwise)

    def back(self, stepwise: bool) -> None:
        assert self._flags and self._guesses
        self._cells, cell, digit = self._guesses.pop()
        self._choose(cell, digit)
        self._go_on(stepwise)

    def stop(self) -> None:
        self._waits = 0

    def state(self) -> int:
        if self._waits:
            self._waits -= 1
            return 1
        return self._flags | len(self._guesses) << 8

    def row(self, row: int) -> int:
        return sum(self._cells.get((row, col), 0) << 4 * col for col in range(4))

    def counter(self, number: int) -> int:
        return self._counters[number]

    def _all(self):
        return itertools.product(range(4), repeat=2)

    def _candidates(self, cell):
        box = [index // self.ORDER for index in cell]
        seen = {digit for other, digit in self._cells.items() if other != cell and (
            other[0] == cell[0] or other[1] == cell[1] or [index // self.ORDER for index in other] == box)}
        return [digit for digit in self.DIGITS if digit not in seen]

    def _choose(self, cell, behind):
        """The next digit of a cell; what is left for later is a guess."""
        digit, *later = (one for one in self._candidates(cell) if one > behind)
        if later:
            self._guesses.append((dict(self._cells), cell, digit))
            self._counters[0] += 1
        self._cells[cell] = digit
        self._deduce()

    def _deduce(self):
        self._waits, changed = self.BUSY, True
        while changed:
            self._counters[1] += 1
            candidates = {cell: self._candidates(cell) for cell in self._all()}
            if any(not found or self._cells.get(cell, found[0]) not in found for cell, found in candidates.items()):
                self._flags = 4
                return
            singles = {cell: found[0] for cell, found in candidates.items()
                       if cell not in self._cells and len(found) == 1}
            self._cells |= singles
            changed = bool(singles)
        self._flags = 2 if len(self._cells) == 16 else 0

    def _go_on(self, stepwise):
        while not stepwise and (self._flags == 0 or (self._flags == 4 and self._guesses)):
            (self.back if self._flags else self.guess)(stepwise=True)


class _ScanCallbacks(_Callbacks):
    """``struct native_scan``."""

    _u32 = ctypes.c_uint32
    _fields_: ClassVar = [("solve", ctypes.CFUNCTYPE(ctypes.c_uint8, _u32, ctypes.c_void_p, _u32))]


class _Scan:
    """What solves in the place of the Sudoku engine for every order."""

    CELLS = 36 * 36

    def solve(self, rows, memory, count):
        found = _digits(rows, ctypes.string_at(memory, rows * rows))[:count]
        for index, solution in enumerate(found):
            ctypes.memmove(memory + index * self.CELLS, solution, len(solution))
        return len(found)


@cache
def _digits(rows: int, cells: bytes) -> list[bytes]:
    """Up to two solutions."""
    grid = tuple(tuple(cells[start:start + rows]) for start in range(0, rows * rows, rows))
    return [b"".join(map(bytes, one)) for one in solvers.solutions(Sudoku("native", rows, rows, grid))]


class _Frame(ctypes.Structure):
    """``struct frame``."""

    _fields_: ClassVar = [
        ("kind", ctypes.c_uint8), ("session", ctypes.c_uint32), ("sequence", ctypes.c_uint16),
        ("payload", ctypes.c_void_p), ("length", ctypes.c_size_t),
    ]


class NativeFirmware:
    """A board made of the real firmware; the interface that the tests' faulty line wants.

    Parameters
    ----------
    library : Path
        The compiled firmware.
    """

    OWN_FIRMWARE = bytes.fromhex("00112233")
    INTERFACE = 0x1A2B3C4D
    IMAGE_BYTES = 4096
    _BECOMES_IMAGE = 2

    def __init__(self, library: Path):
        self._library = library
        self._loaded = None
        self._sent = b""
        self.reset()

    def reset(self, image: bytes = b"") -> None:
        """Fresh variables, as after configuration; or as at the beginning of a loaded image."""
        self.unload()
        self._loaded = ctypes.CDLL(str(self._library))
        self._loaded.native_step.argtypes = [ctypes.c_uint64]
        self._loaded.frame_receive.restype = ctypes.c_bool
        self._loaded.crc32.argtypes = [ctypes.c_uint32, ctypes.c_char_p, ctypes.c_size_t]
        self._loaded.crc32.restype = ctypes.c_uint32
        self._loaded.native_take.restype = ctypes.c_size_t
        self._buffer = ctypes.create_string_buffer(1 << 16)
        self.deducer, self.sudoku = Deducer(), SudokuEngine()
        self._callbacks = (
            _CheckerCallbacks.over(_Checker()), _DeducerCallbacks.over(self.deducer),
            _SudokuCallbacks.over(self.sudoku), _ScanCallbacks.over(_Scan()))
        own = b"" if image else self.OWN_FIRMWARE
        ctypes.c_uint32.in_dll(self._loaded, "native_firmware").value = int.from_bytes(own or image[12:16], "little")
        ctypes.c_bool.in_dll(self._loaded, "native_loaded").value = bool(image)
        self._loaded.native_begin(*map(ctypes.byref, self._callbacks))
        self._follow_rate()

    def unload(self) -> None:
        if self._loaded is not None:
            self._loaded.native_end()
            _ctypes.dlclose(self._loaded._handle)
            self._loaded = None

    def feed(self, data: bytes) -> None:
        self._loaded.native_feed(data, ctypes.c_size_t(len(data)))
        self._loaded.native_step(0)
        self._become()

    def take(self) -> bytes:
        length = self._loaded.native_take(self._buffer, ctypes.c_size_t(len(self._buffer)))
        sent, self._sent = self._sent + self._buffer.raw[:length], b""
        return sent

    def step(self, seconds: float) -> None:
        # What was answered before a change of rate has left at the old one by now.
        self._follow_rate()
        self._loaded.native_step(int(seconds * CLOCK_HZ))

    def crc32(self, data: bytes) -> int:
        return self._loaded.crc32(0, data, len(data))

    def receive(self, data: bytes) -> list[Body]:
        """The frames that the firmware finds in what comes over the line; it does nothing with them."""
        self._loaded.native_feed(data, ctypes.c_size_t(len(data)))
        frame, found = _Frame(), []
        while self._loaded.frame_receive(ctypes.byref(frame)):
            payload = ctypes.string_at(frame.payload, frame.length)
            found.append(Body(frame.kind, frame.session, frame.sequence, payload))
        return found

    def send(self, body: Body) -> bytes:
        """A frame as the firmware sends it."""
        self._loaded.frame_begin.restype = ctypes.c_void_p
        payload = self._loaded.frame_begin(body.kind, body.session, body.sequence)
        ctypes.memmove(payload, body.payload, len(body.payload))
        self._loaded.frame_end(ctypes.c_void_p(payload + len(body.payload)))
        return self.take()

    def _become(self) -> None:
        """Makes the firmware that it jumped to of it."""
        becomes = ctypes.c_int.in_dll(self._loaded, "native_becomes").value
        if becomes:
            image = (ctypes.c_char * self.IMAGE_BYTES).in_dll(self._loaded, "native_image").raw
            # What it said last still leaves the wire.
            self._sent = self.take()
            self.reset(image if becomes == self._BECOMES_IMAGE else b"")

    def _follow_rate(self) -> None:
        self.bit_rate = CLOCK_HZ // ctypes.c_uint32.in_dll(self._loaded, "native_divisor").value


@pytest.fixture(scope="session")
def firmware_library(tmp_path_factory) -> Path:
    """The firmware's sources without the hardware's, as a shared library."""
    folder = tmp_path_factory.mktemp("firmware")
    # The headers of the hardware lie in a folder of their own; the native ones take their place.
    sources = [path for path in sorted(firmware.SOURCES.glob("*.c")) if path.name not in HARDWARE_ONLY]
    library = folder / "firmware.so"
    subprocess.run(
        [sys.executable, "-m", "ziglang", "cc", "-shared", "-fPIC", "-O1", "-std=c11", "-Wall", "-Wextra", "-Werror",
         "-fno-sanitize=all", "-I", str(NATIVE), "-I", str(firmware.SOURCES), "-o", str(library),
         *map(str, sources), *map(str, sorted(NATIVE.glob("*.c")))],
        check=True,
    )
    return library


@pytest.fixture
def native(firmware_library):
    """One board, fresh."""
    board = NativeFirmware(firmware_library)
    yield board
    board.unload()


class Object(ctypes.Structure):
    """The start of CXXRTL's ``cxxrtl_object``, which describes a port."""

    _fields_ = [
        ("type", ctypes.c_uint32), ("flags", ctypes.c_uint32), ("width", ctypes.c_size_t),
        ("lsb_at", ctypes.c_size_t), ("depth", ctypes.c_size_t), ("zero_at", ctypes.c_size_t),
        ("curr", ctypes.POINTER(ctypes.c_uint32)), ("next", ctypes.POINTER(ctypes.c_uint32)),
    ]


class Gateware:
    """A unit compiled with CXXRTL. Ports have the names of its RTLIL."""

    def __init__(self, library: Path, clock: str):
        self._code = ctypes.CDLL(str(library))
        self._code.cxxrtl_design_create.restype = ctypes.c_void_p
        self._code.cxxrtl_create.restype = self._code.cxxrtl_get_parts.restype = ctypes.c_void_p
        self._code.cxxrtl_create.argtypes = [ctypes.c_void_p]
        self._code.cxxrtl_get_parts.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        self._handle = ctypes.c_void_p(self._code.cxxrtl_create(self._code.cxxrtl_design_create()))
        self._step = self._code.cxxrtl_step
        self._clock = self.port(clock)
        self._step(self._handle)

    def port(self, name: str) -> "ctypes.Array":
        """The port's words of 32 bits, ``[0]`` the lowest: read them, or write them if it is an input."""
        parts = ctypes.c_size_t()
        found = self._code.cxxrtl_get_parts(self._handle, name.encode(), ctypes.byref(parts))
        assert found, f"no port {name}"
        return Object.from_address(found).curr

    def tick(self) -> None:
        """One clock."""
        self._clock[0] = 1
        self._step(self._handle)
        self._clock[0] = 0
        self._step(self._handle)


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Gateware]:
    """Compiles a unit, after what a script of Yosys makes of it: Amaranth's own simulator is a thousand times slower.

    ``prepare`` puts into the folder what the script needs beside the unit.
    """
    def build(unit: wiring.Component, script: str = "read_rtlil unit.il; proc; flatten; opt",
              prepare: Callable[[Path], None] = lambda folder: None, clock: str = "clk") -> Gateware:
        work = tmp_path_factory.mktemp("gateware")
        (work / "unit.il").write_text(rtlil.convert(unit))
        (work / "glue.cc").write_text('#include "unit.cc"\n#include <cxxrtl/capi/cxxrtl_capi.cc>\n')
        prepare(work)
        YOSYS.run(["-q", "-p", f"{script}\nwrite_cxxrtl -g2 unit.cc"], work)
        compile_cxxrtl(["-shared", "-fPIC", "glue.cc", "-o", "unit.so"], work)
        return Gateware(work / "unit.so", clock)

    return build
