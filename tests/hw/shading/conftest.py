"""What the tests of units that work on a page share: a page."""

from collections.abc import Sequence

import pytest

from rowloom.hw.shading.shades import Shades
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


@pytest.fixture
def page() -> type[Page]:
    """Makes a page."""
    return Page
