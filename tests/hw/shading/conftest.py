"""What the tests of units that work on a page share: a page."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from rowloom.hw.shading.shades import Cells, Shades
from support.deduction.page import PortPage, Work
from support.shading.rows import Row, bits, planes, row_of


class Page(PortPage):
    """A page of shades, and the clues. Its words are as wide as the unit at work.

    Parameters
    ----------
    state : sequence of Row
    linked : sequence of sets of columns
    clues : sequence of int
        The rows of clues, as the memory holds them.
    """

    def __init__(self, state: Sequence[Row], linked: Sequence[set[int]], clues: Sequence[int] = ()):
        super().__init__({}, 0, clues)
        self.height, self.width = len(state), len(state[0])
        self._state = list(zip(state, linked, strict=True))

    @property
    def state(self) -> list[Row]:
        """The rows that it holds."""
        return [row_of(word.unshaded, word.shaded, self.width) for word in self._rows()]

    @property
    def linked(self) -> list[set[int]]:
        """What they hold beside them."""
        return [{col for col in range(self.width) if word.linked >> col & 1} for word in self._rows()]

    def _rows(self):
        return [self._layout.from_bits(self._words[row]) for row in range(self.height)]

    async def work(self, ctx, unit, **inputs) -> Work:
        self._layout = Shades(len(unit.port.state.unshaded))
        self._bits = self._layout.size
        self._words = {
            number: self._layout.const({**planes(row), "linked": bits(linked)}).as_bits()
            for number, (row, linked) in enumerate(self._state)}
        return await super().work(ctx, unit, size={"height": self.height, "width": self.width}, **inputs)


@cache
def _row_word(row: Row) -> int:
    return Cells(len(row)).const(planes(row)).as_bits()


@pytest.fixture
def check_visits(simulate) -> Callable[..., None]:
    """Visits every (above, here, below, clues, lonely) and compares with a genre's model."""
    def run(unit, cases, visit, clue_vectors) -> None:
        inputs = [port.as_value() for port in unit.rows]
        outputs = [port.as_value() for port in unit.rows_next]
        layout = unit.clues.shape()

        @cache
        def clue_word(clues: tuple) -> int:
            return layout.const(clue_vectors(clues)).as_bits()

        async def testbench(ctx):
            for *rows, clues, lonely in cases:
                for port, row in zip(inputs, rows):
                    ctx.set(port, _row_word(row))
                ctx.set(unit.clues.as_value(), clue_word(tuple(clues)))
                ctx.set(unit.lonely, lonely)
                *after, contradiction = visit(*rows, clues, lonely)
                assert [ctx.get(port) for port in outputs] == list(map(_row_word, after)), (rows, clues, lonely)
                assert ctx.get(unit.contradiction) == contradiction, (rows, clues, lonely)

        simulate(unit, testbench)

    return run


@pytest.fixture
def page() -> type[Page]:
    """Makes a page."""
    return Page
