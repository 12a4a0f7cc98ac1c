"""The engine ``sudoku-logic``: techniques that people use, from the simplest on, then branching.

It works like the software of González, Olivito and Resano (2009), section V, and reports which techniques were needed,
like their Table III. It finds all solutions: deduction removes what is in none, and branching tries all that is left.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from math import inf

from rowloom.host.puzzles.sudoku import Solution, Sudoku
from rowloom.host.solvers import OutOfTime, deadline
from rowloom.host.solvers.steps import Step
from rowloom.host.solvers.sudoku.grid import Region, bits, candidates, is_solved, place, solution
from rowloom.host.solvers.sudoku.propagation import forced_chain, propagate
from rowloom.host.solvers.sudoku.steps import Explanation
from rowloom.host.solvers.sudoku.techniques import PAPER, SINGLES, Removals, Technique

__all__ = ["BRANCHING", "NAMES", "LogicSearch", "needed", "search"]

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


class LogicSearch:
    """See :class:`rowloom.host.solvers.Search`.

    Members
    -------
    counters : dict of str to int
        How often each technique found something, by its name with underscores; ``nodes``: the candidates that branching
        tried.
    """

    def __init__(self, puzzle: Sudoku):
        self._order = puzzle.order
        self._grid = candidates(puzzle.cells)
        self._until = inf
        self._explanation = Explanation(puzzle)
        self.counters = {_key(letter): 0 for letter in NAMES}

    @property
    def steps(self) -> list[Step]:
        """What was found before there was no way but to branch."""
        return self._explanation.steps

    def solutions(self, seconds: float | None = None) -> Iterator[Solution]:
        """See :meth:`rowloom.host.solvers.Search.solutions`."""
        self._until = deadline(seconds)
        if not self._deduce():
            self._explanation.contradiction()
        elif is_solved(self._grid):
            yield solution(self._grid, self._order)
        else:
            self._explanation.branching(_branch_cell(self._grid))
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
                        self.counters[_key(letter)] += 1
                        here = place(cell, self._order)
                        self._explanation.found(NAMES[letter], f"from {here}", removed, [cell, *removed])
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
        self._check_time()
        if removed:
            self.counters[_key(technique.letter)] += 1
            self._explanation.technique(technique, region, removed)

    def _check_time(self, *_: object) -> None:
        if time.monotonic() >= self._until:
            raise OutOfTime


search = LogicSearch


def needed(counters: Mapping[str, int]) -> list[str]:
    """Return the letters of the techniques that a search needed, by its counters, in the order of trial."""
    return [letter for letter in NAMES if counters.get(_key(letter))]


def _branch_cell(grid: Sequence[int]) -> int:
    """Return a cell with the fewest candidates, of at least two."""
    return min((at for at, mask in enumerate(grid) if mask & mask - 1), key=lambda at: grid[at].bit_count())


def _key(letter: str) -> str:
    """Return the name of the counter of the technique with this letter."""
    return "nodes" if letter == BRANCHING else NAMES[letter].replace(" ", "_")
