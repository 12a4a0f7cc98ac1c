"""The engine ``shading-logic`` for the shading genres: rules one at a time, then lookahead, then branching.

It finds all solutions: what rules and lookahead find is in all of them, and branching tries both shades of a cell.
"""

import time
from collections.abc import Iterator
from math import inf

from rowloom.host.puzzles.clued import Colours, colours_of
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers import OutOfTime, deadline
from rowloom.host.solvers.shading.deduction import Deduction, Trial, deduction_for
from rowloom.host.solvers.shading.rules import OPEN, Findings
from rowloom.host.solvers.shading.steps import Explanation
from rowloom.host.solvers.steps import Step

__all__ = ["LogicSearch", "search"]

class LogicSearch:
    """See :class:`rowloom.host.solvers.Search`.

    Members
    -------
    counters : dict of str to int
        ``probes``: the cells that lookahead tried; ``nodes``: the guesses of branching.
    steps : list of Step
        What was found before there was no way but to branch.
    """

    def __init__(self, puzzle: Shading):
        self._cols = puzzle.cols
        self._deduction = deduction_for(puzzle)
        self._explanation = Explanation(puzzle, self._deduction.rules)
        self._until = inf
        self.counters = {"probes": 0, "nodes": 0}

    @property
    def steps(self) -> list[Step]:
        """See the class."""
        return self._explanation.steps

    def solutions(self, seconds: float | None = None) -> Iterator[Colours]:
        """See :meth:`rowloom.host.solvers.Search.solutions`."""
        self._until = deadline(seconds)
        root = self._deduction
        if stated := root.rules.stated:
            self._explanation.stated(stated)
            for cell, shade in stated:
                root.know(cell, shade)
        if not root.run(self._note) or not root.look_ahead(self._note, self._explain):
            return
        pages = [root]
        while pages:
            page = pages.pop()
            if page.solved:
                yield colours_of(map(bool, page.state), self._cols)
                continue
            cell, trials = self._branched(page)
            if page is root:
                self._explanation.branching(cell)
            for trial in trials:
                self.counters["nodes"] += 1
                if trial.look_ahead(tried=self._count):
                    pages.append(trial)

    def _branched(self, page: Deduction) -> tuple[int, list[Deduction]]:
        """Return the branch cell and what follows from each of its shades; the shade that says less says most of it."""
        best: tuple[int, list[Deduction]] = (0, [])
        fewest = len(page.state)
        for cell in (cell for cell, shade in enumerate(page.state) if shade == OPEN):
            self._check_time()
            trials = [page.copy(), page.copy()]
            for shade, trial in enumerate(trials):
                trial.know(cell, shade)
                trial.run()  # without a contradiction: lookahead would have found it
            left = max(trial.open_cells for trial in trials)
            if left < fewest:
                best, fewest = (cell, trials), left
        return best

    def _note(self, number: int, found: Findings | None) -> None:
        self._check_time()
        self._explanation.note(number, found)

    def _explain(self, trial: Trial) -> None:
        self._count(trial)
        self._explanation.tried(trial)

    def _count(self, _: Trial) -> None:
        self._check_time()
        self.counters["probes"] += 1

    def _check_time(self) -> None:
        if time.monotonic() >= self._until:
            raise OutOfTime


search = LogicSearch
