"""What the tests of units that work on a page share: a page."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from rowloom.hw.shading.shades import Shades
from support.shading.rows import Row, bits, planes, row_of


@dataclass
class Work:
    """What a unit did: clocks, with the one of the command; those in which it visited a row; and the rows written."""

    clocks: int
    visits: int
    written: list[int]


class Page:
    """A page behind the port of a unit in Amaranth's simulator, and the clues that go with it.

    It keeps to what :class:`rowloom.hw.deduction.pages.Pages` promises and to no more: a read that the unit must not
    depend on gives noise.

    Parameters
    ----------
    state : sequence of Row
    linked : sequence of sets of columns
    clues : sequence of int
        The rows of clues, as the memory holds them.
    """

    def __init__(self, state: Sequence[Row], linked: Sequence[set[int]], clues: Sequence[int] = ()):
        self.height, self.width = len(state), len(state[0])
        self._clues = clues
        self._layout = None
        self._state = list(zip(state, linked, strict=True))
        self._rng = random.Random(0)

    def _lay_out(self, cols: int) -> None:
        self._layout = Shades(cols)
        self._rows = {
            number: self._layout.const({**planes(row), "linked": bits(linked)}).as_bits()
            for number, (row, linked) in enumerate(self._state)}

    def _read(self, row: int) -> int:
        return self._rows.get(row, self._rng.getrandbits(self._layout.size))

    @property
    def state(self) -> list[Row]:
        """The rows that it holds."""
        return [row_of(word.unshaded, word.shaded, self.width) for word in self._words()]

    @property
    def linked(self) -> list[set[int]]:
        """What they hold beside them."""
        return [{col for col in range(self.width) if word.linked >> col & 1} for word in self._words()]

    def _words(self):
        return [self._layout.from_bits(self._rows[row]) for row in range(self.height)]

    async def work(self, ctx, unit, each_clock=lambda: None, **inputs) -> Work:
        """Starts a unit with these inputs, and is at its service until it is done; ``each_clock`` looks at its other
        ports."""
        port = unit.port
        self._lay_out(len(port.state.unshaded))
        for name, value in {"height": self.height, "width": self.width, "start": 1, **inputs}.items():
            if hasattr(unit, name):
                ctx.set(getattr(unit, name), value)
        work = Work(0, 0, [])
        busy = 1
        while busy:
            each_clock()
            row, write, write_row = ctx.get(port.row), ctx.get(port.write), ctx.get(port.write_row)
            word = self._read(row)
            if write:
                assert write_row < self.height
                work.written.append(write_row)
                kept = ctx.get(port.state.as_value()) & ctx.get(port.keep.as_value())
                self._rows[write_row] = ctx.get(port.write_state.as_value()) | kept
                if row == write_row:
                    word = self._rng.getrandbits(self._layout.size)
            clue_row = ctx.get(unit.clue_row) if self._clues else 0
            work.clocks += 1
            work.visits += ctx.get(unit.visiting) if hasattr(unit, "visiting") else 0
            await ctx.tick()
            assert work.clocks < 10_000
            ctx.set(unit.start, 0)
            ctx.set(port.state.as_value(), word)
            if self._clues:
                size = len(unit.clues.as_value())
                noise = self._rng.getrandbits(size)
                ctx.set(unit.clues.as_value(), self._clues[clue_row] if clue_row < self.height else noise)
            busy = ctx.get(unit.busy)
        idle = port.row, port.write, port.write_row, port.write_state.as_value(), port.keep.as_value()
        assert not any(map(ctx.get, idle))
        return work


@pytest.fixture
def page() -> type[Page]:
    """Makes a page."""
    return Page
