"""The engine ``sudoku-logic``: it applies the techniques that people use, the simplest first, and then branches.

It works like the software of González, Olivito and Resano (2009), section V, and reports the techniques that were
needed, as in Table III of that paper. It finds all solutions, because deduction removes only impossible candidates, and
branching tries all other candidates.
"""
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from math import inf

from rowloom.host.drawing.drawing import Drawing
from rowloom.host.puzzles.sudoku import Digits, Sudoku
from rowloom.host.puzzles.text import in_rows
from rowloom.host.solvers import BRANCHING, Step, check_time, deadline
from rowloom.host.solvers.sudoku.techniques import (
    PAPER,
    SINGLES,
    Region,
    Removals,
    Technique,
    bits,
    candidates,
    forced_chain,
    hidden_singles,
    houses,
    is_solved,
    naked_singles,
    numbers_of,
    place,
    propagate,
    solution,
    union,
)

__all__ = ["BRANCH_AND_BOUND", "NAMES", "SudokuLogic", "needed"]

_CHAINS = {2: ("forced chains of two", "N"), 3: ("forced chains of three", "O")}
"""The name and the letter of forced chains, by the number of candidates of the chain's first cell."""

BRANCH_AND_BOUND = "P"

NAMES: dict[str, str] = {
    **{technique.letter: technique.name for technique in PAPER},
    **{letter: name for name, letter in _CHAINS.values()},
    BRANCH_AND_BOUND: "branch and bound",
}
"""The names of the techniques, by the paper's letters, in the order in which the techniques are tried."""


class SudokuLogic:
    """A :class:`rowloom.host.solvers.Explaining` search, whose steps end at the first branch.

    For each technique, a counter contains how often the technique found something. The counter is named after the
    technique, with underscores in place of blanks. The counter ``nodes`` contains the number of candidates that
    branching tried.
    """

    def __init__(self, puzzle: Sudoku):
        self._order = puzzle.order
        self._grid = candidates(puzzle.cells)
        self._until = inf
        self._explanation = _SudokuSteps(puzzle)
        self.steps = self._explanation.steps
        self.counters = {_key(letter): 0 for letter in NAMES}

    def solutions(self, seconds: float | None = None) -> Iterator[Digits]:
        self._until = deadline(seconds)
        if not self._deduce():
            self._explanation.contradiction()
        elif is_solved(self._grid):
            yield solution(self._grid, self._order)
        else:
            self._explanation.branching(_branch_cell(self._grid))
            yield from self._branch()

    def _deduce(self) -> bool:
        """Apply all techniques until no technique finds anything; return False at a contradiction."""
        changed: Sequence[int] = ()
        while propagate(self._grid, self._order, PAPER, changed, self._note):
            chain = self._chain()
            if chain is None:
                return True
            changed = list(chain)
            for cell, gone in chain.items():
                self._grid[cell] ^= gone
        return False

    def _chain(self) -> Removals | None:
        """Return the removals of the first forced chain that removes anything, or None.

        Chains from cells with two candidates are tried first.
        """
        for count, (name, letter) in _CHAINS.items():
            for cell in (cell for cell, mask in enumerate(self._grid) if mask.bit_count() == count):
                if removed := forced_chain(self._grid, self._order, cell, PAPER, self._check_time):
                    self.counters[_key(letter)] += 1
                    self._explanation.found(name, f"from {place(cell, self._order)}", removed, [cell, *removed])
                    return removed
        return None

    def _branch(self) -> Iterator[Digits]:
        """Try each candidate of a cell with the fewest candidates; after each guess, apply singles."""
        pages = [self._grid]
        while pages:
            grid = pages.pop()
            if is_solved(grid):
                yield solution(grid, self._order)
                continue
            cell = _branch_cell(grid)
            tried = []
            for digit in bits(grid[cell]):
                self.counters["nodes"] += 1
                page = list(grid)
                page[cell] = digit
                if propagate(page, self._order, SINGLES, [cell], self._check_time):
                    tried.append(page)
            pages += reversed(tried)

    def _note(self, grid: Sequence[int], technique: Technique, region: Region, removed: Removals) -> None:
        check_time(self._until)
        if removed:
            self.counters[_key(technique.letter)] += 1
            self._explanation.technique(technique, region, removed)

    def _check_time(self, *_: object) -> None:
        check_time(self._until)


def needed(counters: Mapping[str, int]) -> list[str]:
    """Return the letters of the techniques that a search with these counters needed, in the order of ``NAMES``."""
    return [letter for letter in NAMES if counters.get(_key(letter))]


def _branch_cell(grid: Sequence[int]) -> int:
    """Return the cell with the fewest candidates among the cells that have at least two."""
    return min((at for at, mask in enumerate(grid) if mask & mask - 1), key=lambda at: grid[at].bit_count())


def _key(letter: str) -> str:
    """Return the name of the counter for the technique with this letter."""
    return "nodes" if letter == BRANCH_AND_BOUND else NAMES[letter].replace(" ", "_")


class _SudokuSteps:
    """The steps of a deduction, in words and pictures.

    Each placed digit is a step. The removal of this digit from the cell's peers is not a step, because people do not
    write it down.
    """

    def __init__(self, puzzle: Sudoku):
        self._puzzle, self._order = puzzle, puzzle.order
        self._grid = candidates(puzzle.cells)
        self._removals: list[Removals] = []
        self.steps: list[Step] = []

    def technique(self, technique: Technique, region: Region, removed: Removals) -> None:
        """Record the removals of a technique in a region of the grid. For naked or hidden singles, each placed digit
        becomes a step."""
        if technique.removals not in (naked_singles, hidden_singles):
            self.found(technique.name, region.name, removed, region.cells)
            return
        placed = {cell: gone for cell, gone in removed.items() if (self._grid[cell] & ~gone).bit_count() == 1}
        self._remove({cell: gone for cell, gone in removed.items() if cell not in placed})
        for cell, gone in placed.items():
            around: list[Region] = [region]
            if technique.removals is naked_singles:
                around = [houses(self._order)[number] for number in numbers_of(houses, self._order)[cell]]
            looked_at = [at for house in around for at in house.cells]
            self.found(technique.name, ", ".join(house.name for house in around), {cell: gone}, looked_at)

    def found(self, rule: str, where: str, removed: Removals, cells: Iterable[int]) -> None:
        """Record a step in which a technique examined ``cells`` and removed candidates."""
        self._remove(removed)
        self._record(rule, where, ", ".join(self._words(cell, gone) for cell, gone in removed.items()), cells)

    def contradiction(self) -> None:
        """Record that there is no solution."""
        if 0 in self._grid:
            cell = self._grid.index(0)
            self._record("contradiction", place(cell, self._order), "no digit is left for it", [cell])
            return
        every = (1 << self._order**2) - 1
        for house in houses(self._order):
            if lacking := every & ~union(self._grid[cell] for cell in house.cells):
                self._record("contradiction", house.name, f"no cell is left for {_digits(lacking)}", house.cells)
                return

    def branching(self, cell: int) -> None:
        """Record that the search has to branch on this cell."""
        left = sum(mask.bit_count() > 1 for mask in self._grid)
        words = f"{_digits(self._grid[cell], 'and')} are tried, with {left} cells left"
        self._record(BRANCHING, place(cell, self._order), words, [cell])

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


def _known(puzzle: Sudoku, removals: Sequence[Removals], count: int) -> Drawing:
    """Return a picture of the candidates after the first ``count`` removals."""
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
