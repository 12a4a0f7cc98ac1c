"""What the tests of units that work on a page share: a page, and every loop of a small grid."""

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache

import pytest

from rowloom.engines.genres import SLITHERLINK_BITS
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.slitherlink.deducer.row_rules import RowState
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support import brute
from support.deduction.page import PortPage, Work
from support.slitherlink.rows import COLOURS, Row, clue_vectors


class Page(PortPage):
    """A page of a Slitherlink's state, and its clues.

    Parameters
    ----------
    state : sequence of Row
        What the page begins as: a grid's rows and the frame below it.
    clues : sequence of sequences of 0 to 3, or None for a cell without a clue
        The grid's clues, row by row.
    """

    def __init__(self, state: Sequence[Row], clues: Sequence[Sequence[int | None]] = ()):
        self.height = len(state) - 1
        self._cols = len(state[0].cells)
        self._layout = RowState(self._cols)
        super().__init__(
            {number: self.word(row) for number, row in enumerate(state)}, self._layout.size,
            [ClueRow(len(line), SLITHERLINK_BITS).const(clue_vectors(line)).as_bits() for line in clues])

    @staticmethod
    def word(row: Row) -> int:
        """The row's state as the memory holds it."""
        return RowState(len(row.cells)).const(row.vectors()).as_bits()

    def state(self) -> list[Row]:
        """What it holds."""
        return [self._row(self.read(row)) for row in range(self.height + 1)]

    def _row(self, word: int) -> Row:
        cols, state = self._cols, self._layout.from_bits(word)
        colours = dict(zip(COLOURS, (state.inside, state.outside)))
        shapes = [(shape, state.shapes[number]) for number, shape in enumerate(Shape)]
        return Row(
            tuple(frozenset(shape for shape, vertices in shapes if vertices >> col & 1) for col in range(cols + 1)),
            tuple(frozenset(colour for colour, cells in colours.items() if cells >> col & 1) for col in range(cols)),
        )

    async def work(self, ctx, unit, *args, **inputs) -> Work:
        width = unit.signature.members["width"].shape.stop - 1 if hasattr(unit, "width") else 0
        return await super().work(ctx, unit, *args, size={"height": self.height, "width": width}, **inputs)


@pytest.fixture
def page() -> type[Page]:
    """Makes a page."""
    return Page


@cache
def _loops(rows: int, cols: int) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    found = brute.solutions(Slitherlink("blank", rows, cols, ((None,) * cols,) * rows))
    return [(solution, tuple(_sides(solution))) for solution in found]


def _sides(solution: Sequence[str]) -> Iterable[int]:
    cols = len(solution[0])
    grid = ["0" * (cols + 2), *(f"0{line}0" for line in solution), "0" * (cols + 2)]
    for row in range(1, len(solution) + 1):
        for col in range(1, cols + 1):
            beside = grid[row - 1][col], grid[row + 1][col], grid[row][col - 1], grid[row][col + 1]
            yield sum(colour != grid[row][col] for colour in beside)


@pytest.fixture
def loops() -> Callable:
    """All loops in a grid of so many rows and columns, by brute force: each as its solution and as the number of lines
    round every cell."""
    return _loops


@pytest.fixture
def random_clues() -> Callable:
    """Some clues of a loop in a grid of so many rows and columns, now and then with a wrong one; row by row."""
    def choose(rng: random.Random, rows: int, cols: int) -> list[list[int | None]]:
        share = rng.choice((0, 0.2, 0.4, 0.7, 1))
        _, sides = rng.choice(_loops(rows, cols))
        clues = [side if side < 4 and rng.random() < share else None for side in sides]
        if rng.random() < 0.3:
            clues[rng.randrange(rows * cols)] = rng.randrange(4)
        return [clues[row * cols:(row + 1) * cols] for row in range(rows)]

    return choose
