"""Compiles the firmware for a SoC, and puts the two together.

The C compiler is Zig's, from PyPI (``ziglang``): nothing has to be installed beside Python packages.
"""

import hashlib
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from ..hw.soc.bus_map import BusMap
from ..hw.soc.config import SoCConfig
from ..hw.soc.top import SoC, bus_map_of
from ..hw.tools import run

__all__ = ["assemble", "build_hash", "compile_firmware", "design_digest", "firmware_digest", "image"]

SOURCES = Path(__file__).parent
_TARGET = ["-target", "riscv32-freestanding-none", "-mcpu=generic_rv32+m+zifencei"]
_FLAGS = [
    "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wno-sign-conversion", "-Werror", "-O2",
    "-ffreestanding", "-nostdlib", "-fno-builtin", "-fomit-frame-pointer", "-fno-sanitize=all",
    "-ffunction-sections", "-fdata-sections", "-static", "-Wl,--gc-sections",
    # Functions begin with a line of the instruction cache, so that no other code changes how long a search takes.
    "-falign-functions=32",
]
# What decides the outcome besides our own sources.
_LIBRARIES = ("amaranth", "luna-soc", "pythondata-cpu-minerva")
_COMPILER = "ziglang"


def compile_firmware(bus_map: BusMap, loaded: bool = False) -> list[int]:
    """Compiles the firmware for a memory map.

    Parameters
    ----------
    bus_map : BusMap
        Gives ``registers.h`` and the linker's regions.
    loaded : bool
        To run from where a firmware is loaded later, instead of from the ROM.

    Returns
    -------
    list of int, 32-bit words
        The contents of that memory from its beginning.

    Raises
    ------
    ToolError
        With the compiler's messages.
    """
    with tempfile.TemporaryDirectory(prefix="rowloom-firmware-") as folder:
        work = Path(folder)
        (work / "registers.h").write_text(bus_map.c_header())
        (work / "regions.ld").write_text(bus_map.linker_regions(loaded))
        names = {"INTERFACE": bus_map.interface, "FIRMWARE": firmware_digest(bus_map)}
        _zig(work, "cc", *_TARGET, *_FLAGS, *(f"-D{name}=0x{value:08x}" for name, value in names.items()),
             "-I", ".", "-I", str(SOURCES), "-I", str(SOURCES / "hardware"),
             "-T", str(SOURCES / "firmware.ld"), "-o", "firmware.elf", *map(str, sorted(SOURCES.glob("*.[cS]"))))
        _zig(work, "objcopy", "-O", "binary", "firmware.elf", "firmware.bin")
        code = (work / "firmware.bin").read_bytes()
    code += bytes(-len(code) % 4)
    return [int.from_bytes(code[at:at + 4], "little") for at in range(0, len(code), 4)]


def image(config: SoCConfig) -> bytes:
    """The firmware of these sources as an image that a board of that build can load (docs/protocol.md).

    Raises
    ------
    ToolError
        With the compiler's messages.
    """
    return b"".join(word.to_bytes(4, "little") for word in compile_firmware(bus_map_of(config), loaded=True))


def firmware_digest(bus_map: BusMap) -> int:
    """32 bits of a SHA-256 over all that the firmware is made from, its place in memory excepted."""
    digest = hashlib.sha256(f"{bus_map.interface} {version(_COMPILER)} {_TARGET} {_FLAGS}".encode())
    _add_sources(digest, SOURCES)
    return int.from_bytes(digest.digest()[:4], "big")


def design_digest(config: SoCConfig) -> str:
    """A SHA-256 of all that a SoC is made from: gateware and firmware sources, parameters, tools' versions."""
    digest = hashlib.sha256()
    for root in (SOURCES, SOURCES.parent / "hw"):
        _add_sources(digest, root)
    for name, value in config.as_dict().items():
        digest.update(f"{name}={value}\n".encode())
    for tool in (*_LIBRARIES, _COMPILER):
        digest.update(f"{tool} {version(tool)}\n".encode())
    return digest.hexdigest()


def build_hash(config: SoCConfig) -> str:
    """The first 64 bits of the design's digest, as ``rowloom info`` shows them: 16 hexadecimal digits."""
    return design_digest(config)[:16]


def assemble(config: SoCConfig) -> SoC:
    """A SoC with its firmware in its ROM, and its build hash."""
    # The bytes come over the line in the order of the digits.
    soc = SoC(config, build_hash=int.from_bytes(bytes.fromhex(build_hash(config)), "little"))
    soc.load(compile_firmware(soc.bus_map))
    return soc


def _add_sources(digest: "hashlib._Hash", root: Path) -> None:
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".c", ".h", ".S", ".ld"):
            digest.update(f"{root.name}/{path.relative_to(root).as_posix()}\n".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())


def _zig(folder: Path, tool: str, *arguments: str) -> None:
    run(f"Zig's {tool}", [sys.executable, "-m", "ziglang", tool, *arguments], folder)
