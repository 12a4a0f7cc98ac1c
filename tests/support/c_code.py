"""Compile C for the board's CPU, and check the macros of a header."""

from collections.abc import Iterable
from pathlib import Path

from rowloom.tools import run_zig

__all__ = ["check_header", "compile_c"]


def compile_c(folder: Path, source: str) -> None:
    """Compile C that may include headers in the folder; raises ToolError for an error or a warning."""
    (folder / "test.c").write_text(source)
    run_zig("The C compiler", [
        # As an extension, Clang lets a static assertion compare pointers.
        "cc", "-target", "riscv32-freestanding-none", "-std=c11", "-ffreestanding", "-Wall", "-Wextra", "-Wpedantic",
        "-Werror", "-Wno-gnu-folding-constant", "-c", "test.c"], folder)


def check_header(folder: Path, header: str, claims: Iterable[str], declarations: Iterable[str] = ()) -> None:
    """Check the macros and the types of a header.

    ``claims`` are constant expressions with the macros; raises ToolError if a claim is false. ``declarations`` use the
    types. The header is included twice; the second time must have no effect.
    """
    (folder / "test.h").write_text(header)
    compile_c(folder, "\n".join([
        '#include "test.h"', '#include "test.h"', *(f'_Static_assert({claim}, "");' for claim in claims),
        *declarations, ""]))
