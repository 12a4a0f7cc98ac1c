"""Compiles the firmware for a SoC, and puts the two together.

The C compiler is Zig's, from PyPI (``ziglang``): nothing has to be installed beside Python packages.
"""

import hashlib
import importlib.metadata
import sys
import tempfile
from pathlib import Path

from ..hw.soc.bus_map import BusMap
from ..hw.soc.config import SoCConfig
from ..hw.soc.top import SoC
from ..hw.tools import run

__all__ = ["assemble", "compile_firmware", "design_digest"]

SOURCES = Path(__file__).parent
_TARGET = ["-target", "riscv32-freestanding-none", "-mcpu=generic_rv32+m"]
_FLAGS = [
    "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wno-sign-conversion", "-Werror", "-O2",
    "-ffreestanding", "-nostdlib", "-fno-builtin", "-fomit-frame-pointer", "-fno-sanitize=all",
    "-ffunction-sections", "-fdata-sections", "-static", "-Wl,--gc-sections",
]
# What decides the outcome besides our own sources.
_TOOLS = ("amaranth", "luna-soc", "pythondata-cpu-minerva", "ziglang")


def compile_firmware(bus_map: BusMap) -> list[int]:
    """Compiles the firmware for a memory map.

    Parameters
    ----------
    bus_map : BusMap
        Gives ``registers.h`` and the linker's regions.

    Returns
    -------
    list of int, 32-bit words
        The memory's contents from address 0.

    Raises
    ------
    ToolError
        With the compiler's messages.
    """
    with tempfile.TemporaryDirectory(prefix="rowloom-firmware-") as folder:
        work = Path(folder)
        (work / "registers.h").write_text(bus_map.c_header())
        (work / "regions.ld").write_text(bus_map.linker_regions())
        _zig(work, "cc", *_TARGET, *_FLAGS, "-I", ".", "-I", str(SOURCES / "hardware"),
             "-T", str(SOURCES / "firmware.ld"), "-o", "firmware.elf", *map(str, sorted(SOURCES.glob("*.[cS]"))))
        _zig(work, "objcopy", "-O", "binary", "firmware.elf", "firmware.bin")
        image = (work / "firmware.bin").read_bytes()
    image += bytes(-len(image) % 4)
    return [int.from_bytes(image[at:at + 4], "little") for at in range(0, len(image), 4)]


def design_digest(config: SoCConfig) -> str:
    """A SHA-256 of all that a SoC is made from: gateware and firmware sources, parameters, tools' versions."""
    digest = hashlib.sha256()
    for root in (SOURCES, SOURCES.parent / "hw"):
        for path in sorted(root.rglob("*")):
            if path.suffix in (".py", ".c", ".h", ".S", ".ld"):
                digest.update(f"{root.name}/{path.relative_to(root).as_posix()}\n".encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    for name, value in config.as_dict().items():
        digest.update(f"{name}={value}\n".encode())
    for tool in _TOOLS:
        digest.update(f"{tool} {importlib.metadata.version(tool)}\n".encode())
    return digest.hexdigest()


def assemble(config: SoCConfig) -> SoC:
    """A SoC with its firmware in its memory and its digest's first 64 bits as build hash."""
    soc = SoC(config, build_hash=int(design_digest(config)[:16], 16))
    soc.load(compile_firmware(soc.bus_map))
    return soc


def _zig(folder: Path, tool: str, *arguments: str) -> None:
    run(f"Zig's {tool}", [sys.executable, "-m", "ziglang", tool, *arguments], folder)
