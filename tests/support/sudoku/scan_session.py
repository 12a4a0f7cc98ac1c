"""Commands to the scan unit in Amaranth's simulator, each compared with what the model makes of it."""

from dataclasses import dataclass
from random import Random

from rowloom.hw.sudoku.scan.house_words import HouseKind
from rowloom.hw.sudoku.scan.scan import Command, Counters, Lock
from support.sudoku.scan import ScanModel

__all__ = ["ScanSession", "search"]


@dataclass(frozen=True)
class Report:
    """What the unit reports after a command; ``counters`` by name, ``clocks`` what it took."""

    contradiction: bool
    solved: bool
    found: tuple[int, int, int]
    depth: int
    level: int
    counters: dict[str, int]
    clocks: int


class ScanSession:
    """Gives commands to a unit and to the model, and compares what they report.

    Parameters
    ----------
    ctx : amaranth.sim.SimulatorContext
    dut : Scan
    """

    def __init__(self, ctx, dut):
        self._ctx, self._dut = ctx, dut

    async def command(self, what: Command, row: int = 0, col: int = 0, value: int = 0, choice: bool = False) -> Report:
        """Give a command to the unit alone."""
        ctx, dut = self._ctx, self._dut
        ctx.set(dut.command, {"what": what, "row": row, "col": col, "value": value, "choice": choice})
        await ctx.tick()
        ctx.set(dut.command.what, Command.NONE)
        clocks = 0
        while ctx.get(dut.busy):
            await ctx.tick()
            clocks += 1
        found = tuple(ctx.get(dut.found[name]) for name in ("row", "col", "value"))
        return Report(
            bool(ctx.get(dut.contradiction)), bool(ctx.get(dut.solved)), found, ctx.get(dut.depth), ctx.get(dut.level),
            {name: ctx.get(dut.counters[name]) for name in Counters().members}, clocks)

    async def load(self, order: int, givens: list[int]) -> Report:
        ctx, dut = self._ctx, self._dut
        ctx.set(dut.order, order)
        await self.command(Command.CLEAR)
        for number, value in enumerate(givens):
            ctx.set(dut.address, number)
            ctx.set(dut.write, {"enable": 1, "value": value})
            await ctx.tick()
        ctx.set(dut.write.enable, 0)
        self.model = ScanModel(order, givens)
        return self._compare(await self.command(Command.LOAD))

    async def propagate(self) -> Report:
        self.model.propagate()
        return self._compare(await self.command(Command.PROPAGATE))

    async def assume(self, row: int, col: int, value: int, choice: bool) -> Report:
        self.model.assume(row, col, value, choice)
        return self._compare(await self.command(Command.ASSUME, row, col, value, choice))

    async def undo(self) -> Report:
        self.model.undo()
        return self._compare(await self.command(Command.UNDO), found=True)

    async def find_branch(self, row: int, col: int, enough: int) -> Report:
        self.model.find_branch(row, col, enough)
        return self._compare(await self.command(Command.BRANCH, row, col, enough), found=True)

    async def exclude(self, lock: Lock, number: int) -> Report:
        self.model.exclude(lock, number)
        return self._compare(await self.command(Command.EXCLUDE, number, value=lock))

    async def find_subsets(self, kind: HouseKind, number: int) -> Report:
        self.model.find_subsets(kind, number)
        return self._compare(await self.command(Command.SUBSETS, number, value=kind))

    async def values(self) -> list[int]:
        values, model = [], self.model
        for number in range(model.side ** 2):
            self._ctx.set(self._dut.address, number)
            await self._ctx.tick()
            values.append(self._ctx.get(self._dut.value))
        assert values == [model.values.get(divmod(cell, model.side), -1) + 1 for cell in range(model.side ** 2)]
        return values

    def _compare(self, report: Report, found: bool = False) -> Report:
        model = self.model
        assert (report.contradiction, report.solved) == (model.contradiction, model.solved)
        assert report.level == model.level
        assert model.contradiction or report.depth == len(model.trail)
        assert report.counters == {name: getattr(model, name) for name in Counters().members}
        if found:
            *cell, value = model.found
            assert value is None or report.found[:2] == tuple(cell)
            # All ones if there is no open cell.
            assert report.found[2] == ((1 << len(self._dut.found.value)) - 1 if value is None else value)
        return report


async def search(session: ScanSession, rng: Random, commands: int = 40) -> bool:
    """Search plainly from a loaded puzzle on, with whatever else may be commanded on the way.

    Returns
    -------
    bool
        Whether a solution was met.
    """
    model, met = session.model, False
    await session.propagate()
    for _ in range(commands):
        if model.contradiction or model.solved:
            met |= model.solved
            if model.level == 0:
                break
            await session.undo()
            row, col, value = model.found
            await session.assume(row, col, value + 1, True)
            continue
        if model.level == 0:
            for lock in Lock:
                await session.exclude(lock, rng.randrange(model.side))
            for kind in HouseKind:
                await session.find_subsets(kind, rng.randrange(model.side))
            await session.propagate()
            if model.contradiction or model.solved:
                continue
        await session.find_branch(rng.randrange(model.side), rng.randrange(model.side), rng.randrange(5))
        await session.find_branch(0, 0, 2)
        row, col, _ = model.found
        await session.assume(row, col, 1, rng.random() < 0.8)
    await session.values()
    return met
