"""What followed from what in a Sudoku, in words and pictures.

Nobody writes down that a digit is not in the cells that share a house with it. So what singles remove is no step of its
own; the digit that is left in a cell is one.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import islice

from rowloom.host.drawing.drawing import Drawing
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import in_rows
from rowloom.host.solvers.steps import BRANCHING, Step
from rowloom.host.solvers.sudoku.grid import House, Region, bits, candidates, houses, numbers_of, place, union
from rowloom.host.solvers.sudoku.techniques import Removals, Technique, hidden_singles, naked_singles

__all__ = ["Explanation"]


class Explanation:
    """The steps of a deduction, whose parts are told in order.

    Members
    -------
    steps : list of Step
    """

    def __init__(self, puzzle: Sudoku):
        self._puzzle, self._order = puzzle, puzzle.order
        self._grid = candidates(puzzle.cells)
        self._removals: list[Removals] = []
        self.steps: list[Step] = []

    def technique(self, technique: Technique, region: Region, removed: Removals) -> None:
        """Tell what a technique has removed in a region of the grid; of singles, each placed digit is a step."""
        if technique.removals not in (naked_singles, hidden_singles):
            self.found(technique.name, region.name, removed, region.cells)
            return
        placed = {cell: gone for cell, gone in removed.items() if (self._grid[cell] & ~gone).bit_count() == 1}
        self._remove({cell: gone for cell, gone in removed.items() if cell not in placed})
        for cell, gone in placed.items():
            around = [region] if technique.removals is hidden_singles else self._houses(cell)
            looked_at = [at for house in around for at in house.cells]
            self.found(technique.name, ", ".join(house.name for house in around), {cell: gone}, looked_at)

    def found(self, rule: str, where: str, removed: Removals, cells: Iterable[int]) -> None:
        """Tell a step that has removed candidates; ``cells`` are those that it looked at."""
        self._remove(removed)
        self._record(rule, where, ", ".join(self._words(cell, gone) for cell, gone in removed.items()), cells)

    def contradiction(self) -> None:
        """Tell that there is no solution."""
        every = (1 << self._order**2) - 1
        if 0 in self._grid:
            cell = self._grid.index(0)
            self._record("contradiction", place(cell, self._order), "no digit is left for it", [cell])
            return
        for house in houses(self._order):
            if lacking := every & ~union(self._grid[cell] for cell in house.cells):
                self._record("contradiction", house.name, f"no cell is left for {_digits(lacking)}", house.cells)
                return

    def branching(self, cell: int) -> None:
        """Tell that there is no way but to try the candidates of a cell."""
        left = sum(mask.bit_count() > 1 for mask in self._grid)
        words = f"{_digits(self._grid[cell], 'and')} are tried, with {left} cells left"
        self._record(BRANCHING, place(cell, self._order), words, [cell])

    def _houses(self, cell: int) -> list[House]:
        return [houses(self._order)[number] for number in numbers_of(houses, self._order)[cell]]

    def _remove(self, removed: Removals) -> None:
        self._removals.append(removed)
        for cell, gone in removed.items():
            self._grid[cell] &= ~gone

    def _record(self, rule: str, where: str, words: str, cells: Iterable[int]) -> None:
        looked_at = frozenset(divmod(cell, self._order**2) for cell in cells)
        known = partial(_known, self._puzzle, self._removals, len(self._removals))
        self.steps.append(Step(rule, where, words, looked_at, known))

    def _words(self, cell: int, gone: int) -> str:
        here, left = place(cell, self._order), self._grid[cell]
        return f"{here} is {_digits(left)}" if left.bit_count() == 1 else f"{here} is not {_digits(gone)}"


def _digits(mask: int, word: str = "or") -> str:
    return f" {word} ".join(str(digit.bit_length()) for digit in bits(mask))


def _known(puzzle: Sudoku, removals: list[Removals], count: int) -> Drawing:
    """Return a picture of what the first removals have left."""
    grid, size = candidates(puzzle.cells), puzzle.cols
    for removed in islice(removals, count):
        for cell, gone in removed.items():
            grid[cell] &= ~gone
    digits = tuple(in_rows([mask.bit_length() if mask.bit_count() == 1 else 0 for mask in grid], size))
    several = {
        divmod(cell, size): frozenset(digit.bit_length() for digit in bits(mask))
        for cell, mask in enumerate(grid) if mask.bit_count() > 1
    }  # fmt: skip
    return replace(Sudoku.drawing(puzzle, digits), candidates=several)
