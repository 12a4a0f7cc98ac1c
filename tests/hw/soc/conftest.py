"""Fixtures that run units with registers in Amaranth's simulator, and that assemble programs for the CPU."""

from collections.abc import Callable

import pytest
from amaranth.hdl import Fragment
from amaranth.lib import wiring

from rowloom.firmware.build import memory_image
from rowloom.tools import run_zig
from support import simulation
from support.registers import AsCPU, Registers


@pytest.fixture
def simulate() -> Callable[..., None]:
    """Run ``testbench(ctx, registers)`` on a unit, together with background testbenches, whose only argument is
    ``ctx``."""
    def simulate(unit, testbench, *background):
        async def process(ctx):
            await testbench(ctx, Registers(ctx, unit))

        simulation.simulate(unit, process, background=background)

    return simulate


@pytest.fixture
def drive() -> Callable[..., None]:
    """Run ``testbench(driver)`` on a unit; ``driver`` is an object that uses the unit's registers."""
    def drive(unit, testbench, driver=AsCPU):
        async def process(ctx):
            await testbench(driver(ctx, unit))

        simulation.simulate(unit, process)

    return drive


@pytest.fixture
def elaborated() -> Callable[[wiring.Component], wiring.Component]:
    """Elaborate a unit and return it, because Amaranth warns about units that are never elaborated."""
    def elaborated(unit):
        Fragment.get(unit, None)
        return unit

    return elaborated


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
