"""Proofs about puzzles of the shading genres: by the SAT solver, and by the rules of boards, which so make the same."""

from collections.abc import Collection, Iterable
from functools import cached_property, partial
from typing import cast

from rowloom.host.generate import proofs
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.clued import Cell, Colours
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers import ENGINES
from rowloom.host.solvers.sat.colouring import Colouring
from rowloom.host.solvers.shading.connection import reached
from rowloom.host.solvers.shading.deduction import Deduction
from rowloom.host.solvers.shading.rules import rules_for

__all__ = ["Proofs"]


class Proofs(proofs.Proofs):
    """See :class:`rowloom.host.generate.proofs.Proofs`."""

    def __init__(self, puzzle: Shading, solution: Colours):
        self._puzzle, self._solution = puzzle, solution

    @cached_property
    def _search(self) -> Colouring:
        search = cast(Colouring, ENGINES["sat"].search(self._puzzle, switched=True))
        search.forbid(self._solution)
        return search

    def is_unique(self) -> bool:
        return self._search.solve(self._puzzle.clue_cells) is None

    def is_needed(self, kept: Collection[Cell], cell: Cell) -> bool:
        return self._search.solve(kept) is not None

    def nothing(self) -> "_ByRules":
        # A canal may be a single cell, as far as a board knows while it removes clues.
        alone = self._puzzle.genre == Canal.genre or min(self._puzzle.rows, self._puzzle.cols) == 1
        return _ByRules(Deduction(rules_for(self._puzzle, as_boards=True), partial(reached, alone=alone)))


class _ByRules:
    """See :class:`rowloom.host.generate.proofs.Deduced`."""

    def __init__(self, deduction: Deduction):
        self._deduction = deduction
        self.solved = deduction.solved

    def given(self, cells: Iterable[Cell]) -> "_ByRules":
        return _ByRules(self._deduction.given(cells))
