"""What the tests of units that work on rows and columns share: the pages."""

import random
from collections.abc import Sequence

import pytest

from rowloom.engines.shading import CANAL_BITS
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.shading.canal.clue_memory import PLANES
from rowloom.hw.shading.canal.strikes import Column
from rowloom.hw.shading.shades import Cells, Shades
from support.shading.canal import UNKNOWN, clue_vectors
from support.shading.rows import Row, bits, planes, row_of


class Memory:
    """A page behind a port, which keeps to what :class:`rowloom.hw.deduction.pages.Pages` promises and to no more: a
    read that the unit must not depend on gives noise."""

    def __init__(self, layout, words, rng):
        self.layout, self._rng = layout, rng
        self.words = dict(enumerate(word.as_bits() for word in words))
        self.written = []

    def clock(self, ctx, port, limit):
        """Return what is read, behind the clock's end."""
        row = ctx.get(port.row)
        word = self.words.get(row, self._rng.getrandbits(self.layout.size))
        if ctx.get(port.write):
            at = ctx.get(port.write_row)
            assert at < limit
            self.written.append(at)
            kept = ctx.get(port.state.as_value()) & ctx.get(port.keep.as_value())
            self.words[at] = ctx.get(port.write_state.as_value()) | kept
            if at == row:
                word = self._rng.getrandbits(self.layout.size)
        return word

    def __getitem__(self, at):
        return self.layout.from_bits(self.words[at])


class Pages:
    """The rows of a page, the rows that were told, the columns, and the clues."""

    def __init__(self, unit, state: Sequence[Row], clues, seed: int = 0):
        self.rng = random.Random(seed)
        self.unit, self.height, self.width = unit, len(state), len(state[0])
        self.rows, self.cols = len(unit.columns.state.unshaded), len(unit.port.state.unshaded)
        self.clues = [[*line, *[None] * (self.cols - len(line))] for line in clues]
        self._words = [ClueRow(self.cols, PLANES).const(clue_vectors(line)).as_bits() for line in self.clues]
        self.numbered = [{col for col, clue in enumerate(line) if clue and clue[0] != UNKNOWN} for line in self.clues]
        cells, shades, column = Cells(self.cols), Shades(self.cols), Column(self.rows)
        joined = [{col for col, shades in enumerate(row) if "1" in shades} for row in state]
        self.page = Memory(shades, [
            shades.const({**planes(row), "linked": bits(linked)}) for row, linked in zip(state, joined)], self.rng)
        self.told = Memory(cells, [cells.const(planes(row)) for row in state], self.rng)
        self.columns = Memory(column, [
            column.const({**planes(tuple(row[col] for row in state)),
                          "numbered": bits(row for row, cols in enumerate(self.numbered) if col in cols)})
            for col in range(self.width)], self.rng)

    def forget(self):
        """Leave noise where nothing is known of a whole state."""
        for memory in (self.told, self.columns):
            memory.words = {}

    @property
    def state(self) -> list[Row]:
        return [row_of(self.page[row].unshaded, self.page[row].shaded, self.width) for row in range(self.height)]

    def set_state(self, state, rows):
        """Change rows of the page as another unit does that does not tell."""
        for row in rows:
            linked = self.page[row].linked
            self.page.words[row] = self.page.layout.const({**planes(state[row]), "linked": linked}).as_bits()

    def check_linked(self):
        """Just what may be shaded is linked."""
        for row in range(self.height):
            assert self.page[row].linked == self.page[row].shaded

    def check_told(self):
        """All three pages say the same."""
        state = self.state
        for row, shades in enumerate(state):
            if row not in self.told.words:
                continue
            assert {name: getattr(self.told[row], name) for name in ("unshaded", "shaded")} == planes(shades)
        for col in range(self.width):
            column = self.columns[col]
            assert {name: getattr(column, name) for name in ("unshaded", "shaded")} == planes(
                tuple(shades[col] for shades in state))
            assert column.numbered == bits(row for row, cols in enumerate(self.numbered) if col in cols)

    async def clock(self, ctx) -> None:
        """Make one clock cycle with the memories, and leave what they read."""
        unit = self.unit
        ports = (unit.port, self.page, self.height), (unit.told, self.told, self.height), (
            unit.columns, self.columns, self.width)
        words = [memory.clock(ctx, port, limit) for port, memory, limit in ports]
        row = ctx.get(unit.clue_row if hasattr(unit, "clue_row") else unit.port.row)
        col = ctx.get(unit.clue_col) if hasattr(unit, "number") else self.width
        await ctx.tick()
        for (port, *_), word in zip(ports, words, strict=True):
            ctx.set(port.state.as_value(), word)
        if hasattr(unit, "number"):
            clue = self.clues[row][col] if row < self.height and col < self.width else None
            ctx.set(unit.number, clue[0] if clue else self.rng.getrandbits(CANAL_BITS))
        if hasattr(unit, "clues"):
            noise = self.rng.getrandbits(len(unit.clues.as_value()))
            ctx.set(unit.clues.as_value(), self._words[row] if row < self.height else noise)
        else:
            ctx.set(unit.numbered, bits(self.numbered[row]) if row < self.height else self.rng.getrandbits(self.cols))

    def check_idle(self, ctx) -> None:
        """Nothing is driven that another user of the pages would notice."""
        port = self.unit.port
        idle = port.row, port.write, port.write_row, port.write_state.as_value(), port.keep.as_value()
        assert not any(map(ctx.get, idle))
        assert not ctx.get(self.unit.told.write) and not ctx.get(self.unit.columns.write)

    async def work(self, ctx, column=0, value=0, **inputs) -> tuple[int, int]:
        """Start a propagation and be at its service until it is done; return the clocks and the visits."""
        unit = self.unit
        for name, number in {"height": self.height, "width": self.width, "start": 1, **inputs}.items():
            ctx.set(getattr(unit, name), number)
        ctx.set(unit.column, self.rng.getrandbits(self.cols))
        clocks, visits, busy = 0, 0, 1
        while busy:
            visits += ctx.get(unit.visiting)
            await self.clock(ctx)
            clocks += 1
            assert clocks < 20_000
            ctx.set(unit.start, 0)
            # The cell must be there for one clock, behind the command; of a whole page, all the time.
            there = clocks == 1 or inputs.get("whole")
            ctx.set(unit.column, column if there else self.rng.getrandbits(self.cols))
            ctx.set(unit.value, value if there else self.rng.getrandbits(1))
            busy = ctx.get(unit.busy)
        self.check_idle(ctx)
        assert not ctx.get(unit.clue_row)
        return clocks, visits


@pytest.fixture
def pages() -> type[Pages]:
    """Makes pages."""
    return Pages
