"""A board without gateware: the firmware, compiled for this machine."""

import _ctypes
import ctypes
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar

from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import HEADERS, sources
from rowloom.firmware.protocol import c_header
from rowloom.host.wire.protocol import Body
from rowloom.hw.soc.bus import RAM_BASE
from rowloom.hw.soc.top import bus_map_of
from rowloom.sim.program import cached, compile_cpp, digest
from support.native import sanitizers
from support.native.checker import Checker
from support.native.deducer import Canal, Deducer, Dynasty
from support.native.fake import Fake, methods
from support.native.parallel import Parallel
from support.native.scan import Scan

__all__ = ["NativeFirmware", "compile_library"]

FAKES: dict[str, type[Fake]] = {
    fake.__name__.lower(): fake for fake in (Checker, Deducer, Parallel, Scan, Dynasty, Canal)}

_CONFIG = SoCConfig.of(*(f"{name}:{fake.SIZE}" for name, fake in FAKES.items()))
_FLAGS = (
    "-x", "c++", "-std=c++20", "-DBUILD_HASH_LOW=0x33221100u", "-DBUILD_HASH_HIGH=0x77665544u",
    "-DMEMORY_H",  # leave out firmware/memory.h, because the C library has its functions
)
_LEFT_OUT = "main.c", "memory.c"
"""These files contain the entry point, and functions that the C library already has."""

_bus_map = cache(partial(bus_map_of, _CONFIG))

Methods = dict[int, Callable[..., Any]]

_READ = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_uint32)
_WRITE = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32)


class _Frame(ctypes.Structure):
    """``struct frame``."""

    _fields_: ClassVar = [
        ("kind", ctypes.c_uint8), ("session", ctypes.c_uint32), ("sequence", ctypes.c_uint16),
        ("payload", ctypes.c_void_p), ("length", ctypes.c_size_t),
    ]


def compile_library() -> Path:
    """Compile ``native.cpp`` and the firmware as a shared library, with the compiler's sanitizers if this process has
    loaded their libraries. The firmware's files that cannot run on this machine are left out.

    The library is cached beside its object files. Raises ToolError if the compiler fails.
    """
    here, bus_map = Path(__file__).parent.absolute(), _bus_map()
    generated = {"protocol.h": c_header(), "build.h": bus_map.c_header().replace("REGISTERS_H", "BUILD_H")}
    options = [*_FLAGS, *(sanitizers.FLAGS if sanitizers.are_loaded() else ())]
    files = [path for path in sources(bus_map.engines) if path.suffix == ".c" and path.name not in _LEFT_OUT]
    files.append(here / "native.cpp")
    headers = [path for folder in (here, *HEADERS) for path in sorted(folder.glob("*.h"))]

    def make(folder: Path) -> Path:
        made = folder / "made"
        made.mkdir()
        for name, text in generated.items():
            (made / name).write_text(text)
        includes = (f"-I{path.absolute()}" for path in (made, here, *HEADERS))
        compile_cpp(files, made, [*options, *includes], shared=True)
        return made

    inputs = [path.read_text() for path in (*files, *headers)]
    return cached("firmware", digest(*inputs, *options, *generated.values()), make) / "library.so"


class NativeFirmware:
    """A board for :class:`support.channel.Channel` that runs the compiled firmware.

    ``engines`` are the fake engines by name. ``ram`` and ``rom`` are only the memories that the firmware's self-test
    accesses; the firmware's variables are in the memory of this process.

    The RAM may have faults. ``stuck`` maps the number of a word to two masks: the bits that always read as 1, and the
    bits that always read as 0. ``address_mask`` is the mask of the address bits that are connected.
    """

    def __init__(self, library: Path):
        self._library = library
        self._loaded = None
        self.reset()

    def reset(self) -> None:
        """Start the firmware with fresh variables, as if the FPGA had just been configured."""
        self.unload()
        self._loaded = ctypes.CDLL(str(self._library))
        self._loaded.native_step.argtypes = [ctypes.c_uint64]
        self._loaded.native_receive.restype = ctypes.c_bool
        self._loaded.native_take.restype = ctypes.c_size_t
        self._loaded.native_crc32.restype = self._loaded.native_divisor.restype = ctypes.c_uint32
        self._buffer = ctypes.create_string_buffer(1 << 16)
        self._failures: list[BaseException] = []
        self.engines = {name: fake() for name, fake in FAKES.items()}
        self.ram, self.stuck, self.address_mask = [0] * (_bus_map().ram_bytes // 4), {}, -1
        self.rom = (ctypes.c_uint32 * (_bus_map().rom_bytes // 4)).in_dll(self._loaded, "native_rom")
        read, write = {}, {}
        for name, fake in self.engines.items():
            registers = [register for register in _bus_map().registers if register.unit == name]
            read |= methods(fake, registers, "read")
            write |= methods(fake, registers, "write")
        self._callbacks = self._engine_functions(read, write)
        self._loaded.native_begin(*self._callbacks)
        self._follow_rate()

    def unload(self) -> None:
        """Free the firmware."""
        if self._loaded is not None:
            self._loaded.native_end()
            _ctypes.dlclose(self._loaded._handle)
            self._loaded = None

    def feed(self, data: bytes) -> None:
        """Let bytes arrive, and let the firmware process them."""
        self._loaded.native_feed(data, ctypes.c_size_t(len(data)))
        self._step(0)

    def take(self) -> bytes:
        """Return the bytes sent since the previous call."""
        length = self._loaded.native_take(self._buffer, ctypes.c_size_t(len(self._buffer)))
        return self._buffer.raw[:length]

    def step(self, seconds: float) -> None:
        """Let time pass, and let the firmware run."""
        # Change the rate only now, because the answers before this step were sent at the old rate.
        self._follow_rate()
        self._step(int(seconds * _CONFIG.clock_hz))

    def product(self, one: int, other: int) -> int:
        return self._loaded.native_product(one, other) & 0xFFFF_FFFF

    def quotient(self, dividend: int, divisor: int) -> int:
        return self._loaded.native_quotient(dividend, divisor) & 0xFFFF_FFFF

    def crc32(self, data: bytes) -> int:
        return self._loaded.native_crc32(data, ctypes.c_size_t(len(data)))

    def receive(self, data: bytes) -> list[Body]:
        """Return the frames that the firmware finds in these bytes; the firmware does not process them."""
        self._loaded.native_feed(data, ctypes.c_size_t(len(data)))
        frame, found = _Frame(), []
        while self._loaded.native_receive(ctypes.byref(frame)):
            payload = ctypes.string_at(frame.payload, frame.length)
            found.append(Body(frame.kind, frame.session, frame.sequence, payload))
        return found

    def send(self, body: Body) -> bytes:
        """Return the bytes of a frame that the firmware sends."""
        self._loaded.native_send(body.kind, ctypes.c_uint32(body.session), body.sequence, body.payload,
                                 ctypes.c_size_t(len(body.payload)))
        return self.take()

    def _step(self, cycles: int) -> None:
        self._loaded.native_step(cycles)
        if self._failures:
            raise self._failures[0]

    def _engine_functions(self, readers: Methods, writers: Methods) -> tuple[Any, Any]:
        """Return the firmware's callbacks. They store exceptions, because exceptions cannot pass through C. Failed
        reads alternate between all zeros and all ones, so that any loop that waits for a bit ends."""
        def read(address: int) -> int:
            try:
                if address not in readers:
                    return self._read_ram((address - RAM_BASE) // 4)
                return readers[address]()
            except BaseException as error:
                self._failures.append(error)
                return 0xFFFF_FFFF * (len(self._failures) & 1)

        def write(address: int, value: int) -> None:
            try:
                if address not in writers:
                    self.ram[(address - RAM_BASE) // 4 & self.address_mask] = value
                    return
                writers[address](value)
            except BaseException as error:
                self._failures.append(error)

        return _READ(read), _WRITE(write)

    def _read_ram(self, word: int) -> int:
        ones, zeros = self.stuck.get(word, (0, 0))
        return (self.ram[word & self.address_mask] | ones) & ~zeros

    def _follow_rate(self) -> None:
        self.bit_rate = _CONFIG.clock_hz // self._loaded.native_divisor()
