"""The engine ``sudoku-logic``: techniques that people use, from the simplest on, then branching.

It works like the software of González, Olivito and Resano (2009), section V, and reports which techniques were needed,
like their Table III. It finds all solutions: deduction removes what is in none, and branching tries all that is left.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from rowloom.host.puzzles.sudoku import Solution, Sudoku
from rowloom.host.solvers import OutOfTime, deadline
from rowloom.host.solvers.sudoku_grid import Region, bits, candidates, is_solved, place, solution
from rowloom.host.solvers.sudoku_propagation import forced_chain, propagate
from rowloom.host.solvers.sudoku_techniques import PAPER, SINGLES, Removals, Technique

__all__ = ["BRANCHING", "NAMES", "LogicSearch", "Step", "needed", "search"]

_CHAINS = {2: ("forced chains of two", "N"), 3: ("forced chains of three", "O")}
"""By the number of candidates of the cells that they start from."""

BRANCHING = "P"
"""The paper's letter for branch and bound."""

NAMES: dict[str, str] = {
    **{technique.letter: technique.name for technique in PAPER},
    **{letter: name for name, letter in _CHAINS.values()},
    BRANCHING: "branch and bound",
}
"""The techniques in the order in which they are tried, by the paper's letters."""


@dataclass(frozen=True)
class Step:
    """What a technique found."""

    technique: str
    where: str
    """The region that it looked at, or the cell that a chain started from."""
    removed: Mapping[int, int]
    """The candidates that cells lose, as masks."""
    left: Mapping[int, int]
    """What these cells have left then."""
    order: int

    def __str__(self) -> str:
        return f"{self.technique}, {self.where}: {', '.join(map(self._words, self.removed))}"

    def _words(self, cell: int) -> str:
        here, left = place(cell, self.order), self.left[cell]
        if left and not left & left - 1:
            return f"{here} is {left.bit_length()}"
        return f"{here} is not {' or '.join(str(digit.bit_length()) for digit in bits(self.removed[cell]))}"


class LogicSearch:
    """See :class:`rowloom.host.solvers.Search`.

    Members
    -------
    counters : dict of str to int
        How often each technique found something, by its name with underscores; ``nodes``: the candidates that branching
        tried.
    steps : list of Step or str
        What was found before there was no way but to branch.
    """

    def __init__(self, puzzle: Sudoku):
        self._order = puzzle.order
        self._grid = candidates(puzzle.cells)
        self._until = inf
        self.counters = {_key(letter): 0 for letter in NAMES}
        self.steps: list[Step | str] = []

    def solutions(self, seconds: float | None = None) -> Iterator[Solution]:
        """See :meth:`rowloom.host.solvers.Search.solutions`."""
        self._until = deadline(seconds)
        if not self._deduce():
            self.steps.append("that is a contradiction")
        elif is_solved(self._grid):
            yield solution(self._grid, self._order)
        else:
            left = sum(mask.bit_count() > 1 for mask in self._grid)
            self.steps.append(f"{NAMES[BRANCHING]}, with {left} cells left")
            yield from self._branch()

    def _deduce(self) -> bool:
        """Apply all techniques until none finds anything; return False at a contradiction."""
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
        """Return what the first fruitful forced chain removes; chains from cells with two candidates go first."""
        for count, (_, letter) in _CHAINS.items():
            for cell, mask in enumerate(self._grid):
                if mask.bit_count() == count:
                    removed = forced_chain(self._grid, self._order, cell, PAPER, self._check_time)
                    if removed:
                        self._record(self._grid, letter, f"from {place(cell, self._order)}", removed)
                        return removed
        return None

    def _branch(self) -> Iterator[Solution]:
        """Try the candidates of a cell with the fewest, one after the other, each followed by singles."""
        pages = [self._grid]
        while pages:
            grid = pages.pop()
            if is_solved(grid):
                yield solution(grid, self._order)
                continue
            cell = min((at for at, mask in enumerate(grid) if mask & mask - 1), key=lambda at: grid[at].bit_count())
            tried = []
            for digit in bits(grid[cell]):
                self.counters["nodes"] += 1
                page = list(grid)
                page[cell] = digit
                if propagate(page, self._order, SINGLES, [cell], self._check_time):
                    tried.append(page)
            pages += reversed(tried)

    def _note(self, grid: Sequence[int], technique: Technique, region: Region, removed: Removals) -> None:
        self._check_time()
        if removed:
            self._record(grid, technique.letter, region.name, removed)

    def _record(self, grid: Sequence[int], letter: str, where: str, removed: Removals) -> None:
        self.counters[_key(letter)] += 1
        left = {cell: grid[cell] & ~gone for cell, gone in removed.items()}
        self.steps.append(Step(NAMES[letter], where, removed, left, self._order))

    def _check_time(self, *_: object) -> None:
        if time.monotonic() >= self._until:
            raise OutOfTime


search = LogicSearch


def needed(counters: Mapping[str, int]) -> list[str]:
    """Return the letters of the techniques that a search needed, by its counters, in the order of trial."""
    return [letter for letter in NAMES if counters.get(_key(letter))]


def _key(letter: str) -> str:
    """Return the name of the counter of the technique with this letter."""
    return "nodes" if letter == BRANCHING else NAMES[letter].replace(" ", "_")
