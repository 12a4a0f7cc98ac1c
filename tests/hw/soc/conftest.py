"""A fixture that assembles programs for the CPU."""

from collections.abc import Callable

import pytest

from rowloom.firmware.build import memory_image
from rowloom.tools import run_zig


@pytest.fixture(scope="session")
def assembled(tmp_path_factory) -> Callable[[str], list[int]]:
    """Assemble a position-independent program; return its 32-bit words."""
    folder = tmp_path_factory.mktemp("assembled")
    (folder / "program.ld").write_text("SECTIONS { .text : { *(.text) } }\n")

    def assembled(source):
        (folder / "program.S").write_text(source)
        run_zig("Zig's cc", ["cc", "-target", "riscv32-freestanding-none", "-mcpu=generic_rv32+m+zifencei", "-nostdlib",
                             "-mno-relax", "-T", "program.ld", "-o", "program.elf", "program.S"], folder)
        code = memory_image((folder / "program.elf").read_bytes())
        return [int.from_bytes(code[at:at + 4], "little") for at in range(0, len(code), 4)]

    return assembled
