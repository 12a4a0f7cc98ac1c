"""Access to the registers of a unit in Amaranth's simulator."""

from types import SimpleNamespace

from rowloom.hw.soc.bus_map import fields_of
from support.simulation import pulse

__all__ = ["AsCPU", "Registers"]


class Registers:
    """The registers of a unit, for a testbench. Each register has a name, such as ``"rx"``; the registers of an array
    also have a number, as in ``"inside.3"``.

    Each read or write takes a clock. As on the board, the unit receives a write in the clock after the access.
    """

    pause = 0
    """The number of clocks to wait before each access."""

    def __init__(self, ctx, unit):
        self.ctx, self.unit = ctx, unit
        self._registers = {
            ".".join(str(part) for name in info.path for part in name):
                (info.start, {field.name: field for field in fields_of(info.resource)})
            for info in unit.bus.memory_map.all_resources()
        }

    async def read(self, name: str) -> int:
        """Return the word of a register."""
        await self._access(name, self.unit.bus.r_stb)
        return self.ctx.get(self.unit.bus.r_data)

    async def fields(self, name: str) -> SimpleNamespace:
        """Read a register; return its fields by name."""
        word = await self.read(name)
        fields = self._registers[name][1].values()
        return SimpleNamespace(**{field.name: (word & field.mask) >> field.lsb for field in fields})

    async def write(self, name: str, word: int = 0, **fields: int) -> None:
        """Write a word or some fields into a register; all other fields are 0."""
        word |= sum(int(value) << self._registers[name][1][field].lsb for field, value in fields.items())
        self.ctx.set(self.unit.bus.w_data, word)
        await self._access(name, self.unit.bus.w_stb)

    async def _access(self, name, strobe):
        for _ in range(self.pause):
            await self.ctx.tick()
        self.ctx.set(self.unit.bus.addr, self._registers[name][0])
        await pulse(self.ctx, strobe)


class AsCPU(Registers):
    """Registers that are accessed at the speed of the CPU: each access takes three clocks."""

    pause = 2

    async def finish(self, **command: int) -> SimpleNamespace:
        """Write the command, if any, to ``control``, and wait until the engine is idle; return its state."""
        if command:
            await self.write("control", **command)
        while (state := await self.fields("state")).busy:
            pass
        return state
