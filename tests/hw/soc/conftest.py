"""Units with registers in Amaranth's simulator, driven over the register bus; and programs for the CPU."""

from collections.abc import Callable

import pytest
from amaranth.hdl import Fragment
from amaranth.lib import wiring

from rowloom.firmware.elf import memory_image
from rowloom.tools import run_zig
from support import simulation
from support.simulation import pulse


class Registers:
    """A unit's registers by name (``"rx"``, or ``"inside.3"`` in an array), for a testbench.

    A read takes one clock. So does a write; the unit sees it one clock later still, as on the board. As the CPU uses
    them, an access takes three: two pass before it.
    """

    def __init__(self, ctx, bus, as_cpu=False):
        self._ctx, self._bus, self._before = ctx, bus, 2 if as_cpu else 0
        self._addresses = {
            ".".join(str(part) for name in info.path for part in name): info.start
            for info in bus.memory_map.all_resources()
        }

    async def read(self, name: str) -> int:
        """The register's word."""
        await self._wait()
        self._ctx.set(self._bus.addr, self._addresses[name])
        await pulse(self._ctx, self._bus.r_stb)
        return self._ctx.get(self._bus.r_data)

    async def write(self, name: str, word: int) -> None:
        """Writes the register."""
        await self._wait()
        self._ctx.set(self._bus.addr, self._addresses[name])
        self._ctx.set(self._bus.w_data, word)
        await pulse(self._ctx, self._bus.w_stb)

    async def _wait(self):
        if self._before:
            await self._ctx.tick().repeat(self._before)


@pytest.fixture
def simulate() -> Callable[..., None]:
    """Runs ``testbench(ctx, registers)`` on a unit, beside background testbenches that take ``ctx`` only; with
    ``as_cpu``, its registers are used as closely as the CPU can, and no closer."""
    def simulate(unit, testbench, *background, as_cpu=False):
        async def process(ctx):
            await testbench(ctx, Registers(ctx, unit.bus, as_cpu))

        simulation.simulate(unit, process, background=background)

    return simulate


@pytest.fixture
def elaborated() -> Callable[[wiring.Component], wiring.Component]:
    """Elaborates a unit and gives it back: Amaranth warns of parts that never are."""
    def elaborated(unit):
        Fragment.get(unit, None)
        return unit

    return elaborated


@pytest.fixture(scope="session")
def assembled(tmp_path_factory) -> Callable[[str], list[int]]:
    """Assembles a program, which may lie anywhere, and gives its 32-bit words."""
    folder = tmp_path_factory.mktemp("assembled")

    (folder / "program.ld").write_text("SECTIONS { .text : { *(.text) } }\n")

    def assembled(source):
        (folder / "program.S").write_text(source)
        run_zig("Zig's cc", ["cc", "-target", "riscv32-freestanding-none", "-mcpu=generic_rv32+m+zifencei", "-nostdlib",
                             "-mno-relax", "-T", "program.ld", "-o", "program.elf", "program.S"], folder)
        code = memory_image((folder / "program.elf").read_bytes())
        return [int.from_bytes(code[at:at + 4], "little") for at in range(0, len(code), 4)]

    return assembled
