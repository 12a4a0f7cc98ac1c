"""Compile the firmware for a SoC, and assemble a SoC with its firmware.

The C compiler is Zig's, from the package ``ziglang`` on PyPI, so only Python packages have to be installed.
"""

import hashlib
import re
import struct
import tempfile
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.config import SoCConfig
from rowloom.engines.engine import Instance
from rowloom.firmware.protocol import c_header
from rowloom.hw.soc.bus_map import BusMap
from rowloom.hw.soc.top import SharedLineSoCs, SoC, bus_map_of
from rowloom.sources import imported
from rowloom.tools import COMPILER, ToolError, run_zig

__all__ = ["NoRoom", "assemble", "build_hash", "compile_firmware", "compile_fitted", "debug_executable",
           "design_digest", "fitted", "memory_image"]

SOURCES = Path(__file__).parent
HEADERS = (SOURCES, SOURCES / "engines")
_TARGET = ["-target", "riscv32-freestanding-none", "-mcpu=generic_rv32+zifencei+relax"]
_FLAGS = [
    "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wno-sign-conversion", "-Werror", "-O2",
    "-ffreestanding", "-nostdlib", "-fno-builtin", "-fomit-frame-pointer", "-fno-sanitize=all",
    "-ffunction-sections", "-fdata-sections", "-static", "-Wl,--gc-sections",
    # Functions save registers by calling save.S; this makes the code 5 % smaller.
    "-msave-restore",
]
# The linker's message if the code or the data do not fit. The linker prints one message for each section that lies
# beyond the end of the memory. The last message states how many bytes are missing for all sections.
_MISSING = re.compile(r"will not fit in region '(code|data)': overflowed by (\d+) bytes")
# The design also depends on these packages.
_LIBRARIES = ("amaranth", "luna-soc", "luna-usb", "pythondata-cpu-minerva")


class NoRoom(ToolError):
    """The firmware needs ``code`` more bytes for code, and ``data`` more bytes for data and stack, than the build
    has."""

    def __init__(self, message: str, code: int, data: int):
        super().__init__(message)
        self.code, self.data = code, data


def compile_firmware(bus_map: BusMap) -> list[int]:
    """Compile the firmware for a memory map; return the contents of the ROM as 32-bit words.

    The last word makes the sum of all words 0 modulo 2**32, so that the board can test its ROM.

    Raises :class:`NoRoom` if the firmware does not fit into the memories, or ToolError with the compiler's messages if
    compilation fails for another reason.
    """
    code = memory_image(_executable(bus_map))
    code += bytes(bus_map.rom_bytes - 4 - len(code))
    words = struct.unpack(f"<{len(code) // 4}I", code)
    return [*words, -sum(words) % (1 << 32)]


def debug_executable(config: SoCConfig) -> bytes:
    """Return the firmware of a build's SoC as an ELF file with line tables; see :mod:`.lines`.

    Raises the same errors as :func:`compile_firmware`, and ToolError if the line tables change the code.
    """
    fits, words = compile_fitted(config)
    executable = _executable(bus_map_of(fits), "-gdwarf-4", "-gline-tables-only")
    image = memory_image(executable)
    if image != struct.pack(f"<{len(words)}I", *words)[:len(image)]:
        raise ToolError("the compiler makes other code for the firmware if it also makes line tables")
    return executable


def _executable(bus_map: BusMap, *flags: str) -> bytes:
    """Return the firmware for a memory map as an ELF file; raises the errors of :func:`compile_firmware`."""
    with tempfile.TemporaryDirectory(prefix="rowloom-firmware-") as folder:
        work = Path(folder)
        (work / "protocol.h").write_text(c_header())
        (work / "registers.h").write_text(bus_map.c_header())
        (work / "regions.ld").write_text(bus_map.linker_regions())
        try:
            run_zig("Zig's cc", ["cc", *_TARGET, *_FLAGS, *flags, *(f"-I{path}" for path in (work, *HEADERS)),
                                 "-T", str(SOURCES / "firmware.ld"), "-o", "firmware.elf",
                                 *map(str, sources(bus_map.engines))], work)
        except ToolError as error:
            missing = {region: int(size) for region, size in _MISSING.findall(str(error))}
            if not missing:
                raise
            raise NoRoom(f"the firmware of a board with {' and '.join(bus_map.engines)} needs more memory than the"
                         " board has: build smaller or fewer engines", **{"code": 0, "data": 0, **missing}) from error
        return (work / "firmware.elf").read_bytes()


def sources(names: Iterable[str]) -> list[Path]:
    """Return the C and assembly files of the firmware for the engines with these names."""
    return [*sorted(SOURCES.glob("*.[cS]")), *(SOURCES / ENGINES[name].firmware for name in names)]


def fitted(config: SoCConfig) -> SoCConfig:
    """Return the build with memories that are large enough for its firmware; ToolError if the firmware cannot be
    compiled."""
    return compile_fitted(config)[0]


def design_digest(config: SoCConfig) -> str:
    """Return a SHA-256 digest of all inputs of a build's SoCs: sources of gateware and firmware, parameters, and
    versions of tools."""
    digest = hashlib.sha256(f"{config}".encode())
    digest.update(f"{version(COMPILER)} {_TARGET} {_FLAGS} {c_header()}".encode())
    headers = (path for folder in HEADERS for path in sorted(folder.glob("*.h")))
    engines = {one.engine.name: one.engine for one in config.instances}
    firmware = (*sources(engines), *headers, SOURCES / "firmware.ld")
    peripherals = (engine.peripheral.partition(":")[0] for engine in engines.values())
    for path in (*firmware, *imported([SoC.__module__, __name__, *peripherals])):
        digest.update(path.name.encode() + path.read_bytes())
    for library in _LIBRARIES:
        digest.update(f"{library} {version(library)}\n".encode())
    return digest.hexdigest()


def build_hash(config: SoCConfig) -> str:
    """Return the first 64 bits of the design's digest as 16 hexadecimal digits, as in ``rowloom info``."""
    return design_digest(config)[:16]


def assemble(config: SoCConfig) -> SoC | SharedLineSoCs:
    """Return the SoC of a build, or its SoCs with their shared line.

    Each SoC contains its firmware and the build hash; its memories are enlarged as by :func:`fitted`.
    """
    # The SoC sends the lowest byte of this number first. So the host receives the bytes in the order of the hash's
    # digits.
    number = int.from_bytes(bytes.fromhex(build_hash(config)), "little")
    compiled: dict[tuple[Instance, ...], tuple[SoCConfig, list[int]]] = {}
    socs = []
    for one in config.socs:
        if one.engines not in compiled:
            compiled[one.engines] = compile_fitted(one)
        fits, code = compiled[one.engines]
        soc = SoC(fits, build_hash=number)
        soc.load(code)
        socs.append(soc)
    return SharedLineSoCs(config, socs) if len(socs) > 1 else socs[0]


def compile_fitted(config: SoCConfig) -> tuple[SoCConfig, list[int]]:
    """Return the build as :func:`fitted` does, and the words of its firmware; raises the same errors."""
    while True:
        try:
            return config, compile_firmware(bus_map_of(config))
        except NoRoom as error:
            config = config.enlarged(error.code, error.data)


_HEADER = struct.Struct("<16s2H5I6H")
_SEGMENT = struct.Struct("<8I")
_LOAD = 1


def memory_image(elf: bytes) -> bytes:
    """Return the contents of memory from an executable's first byte to its last; gaps between segments are zeros.

    The executable is a 32-bit little-endian ELF file. Its segments do not overlap, and are placed by their physical
    addresses. ValueError if the file is of another kind. Zig's ``objcopy`` would do the same, but Zig would first have
    to compile ``objcopy``, which takes 16 s.
    """
    if elf[:6] != b"\x7fELF\x01\x01":
        raise ValueError("this is no 32-bit little-endian ELF file")
    header = _HEADER.unpack_from(elf)
    table, size, count = header[5], header[9], header[10]
    entries = (_SEGMENT.unpack_from(elf, table + number * size) for number in range(count))
    segments = {address: elf[offset:offset + length]
                for kind, offset, _, address, length, *_ in entries if kind == _LOAD and length}
    image = bytearray()
    start = min(segments, default=0)
    for address in sorted(segments):
        image += bytes(address - start - len(image)) + segments[address]
    return bytes(image)
