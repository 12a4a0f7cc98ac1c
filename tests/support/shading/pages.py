"""Pages of shades, which units in Amaranth's simulator access through their ports."""

import random
from collections.abc import Sequence
from typing import Any

from rowloom.engines.shading import CANAL_BITS
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.shading.canal.clue_rule import PLANES
from rowloom.hw.shading.canal.strikes import Column
from rowloom.hw.shading.rules import Cells, Shades
from support.deduction.page import PortMemory, PortPage, UnitWork, check_idle
from support.shading.canal import UNKNOWN, clue_vectors
from support.shading.rows import Clue, Row, joined_in, planes, row_of
from support.simulation import set_inputs
from support.vectors import bits, members

__all__ = ["CanalPages", "Page", "clue_words"]


def clue_words(clues: Sequence[Sequence[Clue]], cols: int, planes_of_clues: int, vectors: Any) -> list[int]:
    """Return rows of clues as words in the memory of a unit for ``cols`` columns."""
    layout = ClueRow(cols, planes_of_clues)
    return [layout.const(vectors(line, cols=cols)).as_bits() for line in clues]


class Page(PortPage):
    """A page of shades, and the rows of clues, as words in memory. The words have the width that the unit needs."""

    def __init__(self, state: Sequence[Row], linked: Sequence[set[int]], clues: Sequence[int] = ()):
        super().__init__(dict.fromkeys(range(len(state)), 0), 0, clues)
        self.height, self.width = len(state), len(state[0])
        self._state = list(zip(state, linked, strict=True))

    @property
    def state(self) -> list[Row]:
        return [row_of(word.unshaded, word.shaded, self.width) for word in self._rows()]

    @property
    def linked(self) -> list[set[int]]:
        return [members(word.linked) for word in self._rows()]

    def _rows(self):
        return [self._layout.from_bits(self.words[row]) for row in range(self.height)]

    async def work(self, ctx, unit, **inputs) -> UnitWork:
        self._layout = Shades(len(unit.port.state.unshaded))
        self._bits = self._layout.size
        self.words = {
            number: self._layout.const({**planes(row), "linked": bits(linked)}).as_bits()
            for number, (row, linked) in enumerate(self._state)}
        return await super().work(ctx, unit, size={"height": self.height, "width": self.width}, **inputs)


class CanalPages:
    """The memories that the units of a Canal View share: the rows, a copy of each row from its latest report (see
    :class:`rowloom.hw.shading.canal.strikes.Strikes`), the columns, and the clues."""

    def __init__(self, unit: Any, state: Sequence[Row], clues: Sequence[Sequence[Clue]], seed: float = 0):
        self.rng, self.unit, self.height, self.width = random.Random(seed), unit, len(state), len(state[0])
        self.rows, self.cols = len(unit.columns.state.unshaded), len(unit.port.state.unshaded)
        self.clues, self._clue_words = clues, clue_words(clues, self.cols, PLANES, clue_vectors)
        self.numbered = [{col for col, clue in enumerate(line) if clue and clue[0] != UNKNOWN} for line in clues]
        self._shades, self._cells, self._column = Shades(self.cols), Cells(self.cols), Column(self.rows)
        self.page = self._memory(
            self._shades, ({**planes(row), "linked": bits(joined_in(row, "1"))} for row in state))
        self.reported = self._memory(self._cells, map(planes, state))
        self.columns = self._memory(self._column, (
            {**planes(cells), "numbered": bits(row for row, cols in enumerate(self.numbered) if col in cols)}
            for col, cells in enumerate(zip(*state))))

    def _memory(self, layout, values):
        return PortMemory({at: layout.const(value).as_bits() for at, value in enumerate(values)}, layout.size)

    def forget(self) -> None:
        """Forget the copies of the rows, and the columns, because they are not valid for a new state."""
        self.reported.words, self.columns.words = {}, {}

    def _row(self, at: int):
        return self._shades.from_bits(self.page.words[at])

    @property
    def state(self) -> list[Row]:
        return [row_of(self._row(at).unshaded, self._row(at).shaded, self.width) for at in range(self.height)]

    def set_state(self, state: Sequence[Row], rows) -> None:
        """Change rows of the page without reporting the change."""
        for at in rows:
            self.page.words[at] = self._shades.const({**planes(state[at]), "linked": self._row(at).linked}).as_bits()

    def check_linked(self) -> None:
        assert all(self._row(at).linked == self._row(at).shaded for at in range(self.height))

    def check_reported(self) -> None:
        fresh = CanalPages(self.unit, self.state, self.clues)
        assert self.reported.words == {at: fresh.reported.words[at] for at in self.reported.words}
        assert self.columns.words == fresh.columns.words

    async def clock(self, ctx) -> None:
        """Simulate a clock cycle of the memories, and set the outputs of their ports."""
        unit = self.unit
        ports = (unit.port, self.page), (unit.reported, self.reported), (unit.columns, self.columns)
        words = [memory.clock(ctx, port) for port, memory in ports]
        row = ctx.get(unit.clue_row if hasattr(unit, "clue_row") else unit.port.row)
        col = ctx.get(unit.clue_col) if hasattr(unit, "number") else self.width
        await ctx.tick()
        for (port, _), word in zip(ports, words, strict=True):
            ctx.set(port.state.as_value(), word)
        if hasattr(unit, "number"):
            clue = self.clues[row][col] if row < self.height and col < self.width else None
            ctx.set(unit.number, clue[0] if clue else self.rng.getrandbits(CANAL_BITS))
        if hasattr(unit, "clues"):
            noise = self.rng.getrandbits(len(unit.clues.as_value()))
            ctx.set(unit.clues.as_value(), self._clue_words[row] if row < self.height else noise)
        else:
            ctx.set(unit.numbered, bits(self.numbered[row]) if row < self.height else self.rng.getrandbits(self.cols))

    def check_idle(self, ctx) -> None:
        check_idle(ctx, self.unit.port)
        assert not ctx.get(self.unit.reported.write) and not ctx.get(self.unit.columns.write)

    async def work(self, ctx, column=0, value=0, **inputs) -> int:
        """Start a propagation, serve the unit's ports until the unit is done, and return the number of clocks."""
        unit = self.unit
        set_inputs(ctx, unit, **{"height": self.height, "width": self.width, "start": 1, **inputs})
        ctx.set(unit.column, self.rng.getrandbits(self.cols))
        clocks, busy = 0, 1
        while busy:
            await self.clock(ctx)
            clocks += 1
            assert clocks < 20_000
            # The unit reads the inputs for the cell in the first clock only or, for a whole page, in every clock.
            stays = clocks == 1 or inputs.get("whole")
            ctx.set(unit.column, column if stays else self.rng.getrandbits(self.cols))
            ctx.set(unit.value, value if stays else self.rng.getrandbits(1))
            busy = ctx.get(unit.busy)
            ctx.set(unit.start, busy and self.rng.getrandbits(1))  # ignored while busy
        self.check_idle(ctx)
        assert not ctx.get(unit.clue_row)
        return clocks
