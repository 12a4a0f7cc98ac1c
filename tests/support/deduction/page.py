"""A page of memory that a unit in Amaranth's simulator accesses through a port."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from support.simulation import set_inputs

__all__ = ["PortMemory", "PortPage", "UnitWork", "check_idle"]


@dataclass
class UnitWork:
    """The work of a unit: all clocks since the command, the clocks of visits, and the rows that the unit wrote."""

    clocks: int
    visits: int
    written: list[int]


class PortMemory:
    """Words of ``bits`` bits that a unit accesses through a port, as in :class:`rowloom.hw.deduction.pages.Pages`. If
    :class:`Pages` does not guarantee the result of a read, the read returns noise."""

    def __init__(self, words: Mapping[int, int], bits: int):
        self.words, self.written, self._bits = dict(words), [], bits
        self._limit, self.rng = len(words), random.Random(0)

    def read(self, row: int) -> int:
        return self.words.get(row, self.rng.getrandbits(self._bits))

    def clock(self, ctx: Any, port: Any) -> int:
        """Serve the port for one clock; return the word that the port gets at the end of the clock."""
        row, at = ctx.get(port.row), ctx.get(port.write_row)
        word = self.read(row)
        if ctx.get(port.write):
            assert at < self._limit
            self.written.append(at)
            kept = ctx.get(port.state.as_value()) & ctx.get(port.keep.as_value())
            self.words[at] = ctx.get(port.write_state.as_value()) | kept
            if row == at:
                word = self.rng.getrandbits(self._bits)
        return word


def check_idle(ctx: Any, port: Any) -> None:
    """Assert that the unit drives zeros; otherwise, no other unit could use the page."""
    idle = port.row, port.write, port.write_row, port.write_state.as_value(), port.keep.as_value()
    assert not any(map(ctx.get, idle))


class PortPage(PortMemory):
    """A page and the clues of the puzzle. Each row of the grid has a word in the page and a word of clues; subclasses
    define these words."""

    def __init__(self, words: Mapping[int, int], bits: int, clues: Sequence[int]):
        super().__init__(words, bits)
        self._clues = clues

    async def work(self, ctx, unit, command: str = "start", each_clock: Callable[[], None] = lambda: None,
                   size: Mapping[str, int] | None = None, restarts: bool = True, **inputs) -> UnitWork:
        """Start a unit with these inputs, and serve its port until it is done. ``size`` contains further inputs, which
        are set only if the unit has such ports. ``each_clock`` serves the unit's other ports. With ``restarts``, the
        command is repeated while the unit is busy, and the unit must ignore the repetitions."""
        port = unit.port
        known = {name: value for name, value in (size or {}).items() if hasattr(unit, name)}
        set_inputs(ctx, unit, **{**known, command: 1, **inputs})
        work = UnitWork(0, 0, self.written)
        self.written.clear()
        busy = 1
        while busy:
            word = self.clock(ctx, port)
            each_clock()
            clue_row = ctx.get(unit.clue_row) if self._clues else 0
            work.clocks += 1
            work.visits += ctx.get(unit.visiting) if hasattr(unit, "visiting") else 0
            await ctx.tick()
            assert work.clocks < 10_000
            ctx.set(port.state.as_value(), word)
            if self._clues:
                noise = self.rng.getrandbits(len(unit.clues.as_value()))
                ctx.set(unit.clues.as_value(), self._clues[clue_row] if clue_row < len(self._clues) else noise)
            busy = ctx.get(unit.busy)
            ctx.set(getattr(unit, command), busy and restarts and self.rng.getrandbits(1))
        check_idle(ctx, port)
        return work
