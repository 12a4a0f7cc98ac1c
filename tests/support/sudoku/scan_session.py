"""Commands to the scan unit, each compared with what the model makes of it."""

from dataclasses import dataclass
from random import Random

from rowloom.hw.sudoku.scan.house_words import HouseKind
from rowloom.hw.sudoku.scan.scan import Command, Counters, Lock
from support.sudoku.scan import ScanModel

__all__ = ["Report", "ScanSession", "search"]


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

    ``unit.found`` has the value ``unit.no_cell`` if there is no open cell.
    """

    def __init__(self, unit):
        self.unit = unit

    async def load(self, order: int, givens: list[int]) -> Report:
        report = await self.unit.load(order, givens)
        self.model = ScanModel(order, givens)
        return self._compare(report)

    async def propagate(self) -> Report:
        self.model.propagate()
        return self._compare(await self.unit.command(Command.PROPAGATE))

    async def assume(self, row: int, col: int, value: int, choice: bool) -> Report:
        self.model.assume(row, col, value, choice)
        return self._compare(await self.unit.command(Command.ASSUME, row, col, value, choice))

    async def undo(self) -> Report:
        self.model.undo()
        return self._compare(await self.unit.command(Command.UNDO), found=True)

    async def find_branch(self, row: int, col: int, enough: int) -> Report:
        self.model.find_branch(row, col, enough)
        return self._compare(await self.unit.command(Command.BRANCH, row, col, enough), found=True)

    async def exclude(self, lock: Lock, number: int) -> Report:
        self.model.exclude(lock, number)
        return self._compare(await self.unit.command(Command.EXCLUDE, number, value=lock))

    async def find_subsets(self, kind: HouseKind, number: int) -> Report:
        self.model.find_subsets(kind, number)
        return self._compare(await self.unit.command(Command.SUBSETS, number, value=kind))

    async def values(self) -> list[int]:
        values, model = await self.unit.values(self.model.side ** 2), self.model
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
            assert report.found[2] == (self.unit.no_cell if value is None else value)
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
