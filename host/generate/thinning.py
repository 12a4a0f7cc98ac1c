"""Remove the clues that a puzzle does not need, as boards do (docs/develop/protocol.md, *Tasks*)."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import Any, Protocol, Self

from rowloom.host.drawing.drawing import Cell
from rowloom.host.generate.orbits import orbits
from rowloom.host.jobs.status import NO_SOLUTION, SOLVED
from rowloom.host.jobs.tasks import Thin
from rowloom.host.methods import METHODS
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import imported

__all__ = [
    "Deduced", "Group", "Proofs", "by_checks", "by_deduction", "removable", "removed", "thin", "untried",
]  # fmt: skip

_FEW = 4
"""Up to this number of groups, checking one group at a time is faster than checking several groups together."""

Group = list[Cell]
"""The cells of an orbit that have clues. Either all of these clues are removed, or none."""


class Deduced(Protocol):
    """The consequences of a set of clues, as far as deduction finds them without a search."""

    @property
    def solved(self) -> bool:
        """True if the puzzle is solved."""

    def given(self, cells: Iterable[Cell]) -> Self:
        """Return what follows if the clues of these cells are given, too."""


class Proofs(ABC):
    """Proofs about a puzzle with a known solution."""

    broken: Collection[Set[Cell]] = ()
    """Sets of clues. For each set, there is a grid that obeys the rules and violates only the clues of this set, so at
    least one clue of each set is needed."""

    @abstractmethod
    def __init__(self, puzzle: Any, solution: Any): ...

    @abstractmethod
    def is_unique(self) -> bool:
        """Return whether the puzzle has no other solution."""

    def suffice(self, kept: Collection[Cell]) -> bool:
        """Return whether deduction alone proves that the clues of these cells allow only one solution."""
        return False

    @abstractmethod
    def is_needed(self, kept: Collection[Cell], cell: Cell) -> bool:
        """Return whether a solution other than the known one satisfies the clues of the ``kept`` cells.

        Call this method only if the clue of ``cell``, together with the clues of the ``kept`` cells, allows no solution
        other than the known one.
        """

    @abstractmethod
    def without_clues(self) -> Deduced:
        """Return what follows from the rules alone, without any clue."""


def removable(puzzle: Puzzle, task: Thin) -> list[Group]:
    """Return the groups of clues that a task may remove from a puzzle, in the order in which they are tried."""
    there, fixed = set(puzzle.clue_cells), set(task.fixed)
    return [
        group
        for orbit in orbits(puzzle.rows, puzzle.cols, task.symmetry, task.seed)
        if (group := [cell for cell in orbit if cell in there]) and fixed.isdisjoint(orbit)
    ]


def untried(puzzle: Puzzle, task: Thin, left: Puzzle) -> list[Group]:
    """Return the groups of clues that a task may not have tried to remove when it was stopped; ``left`` is the puzzle
    at that time. The groups before the last group that was removed have been tried."""
    groups = removable(puzzle, task)
    tried = max((number for number, group in enumerate(groups, 1) if group[0] not in left.clue_cells), default=0)
    return groups[tried:]


def thin(puzzle: Puzzle, task: Thin, groups: Sequence[Group]) -> tuple[Puzzle, str]:
    """Try to remove groups of clues as the task requires; return the puzzle that is left, and a status.

    The status is "no-solution" if the puzzle has several solutions, or does not have the required ease. Raises
    NotInstalled if the SAT solver is missing.
    """
    proofs: Proofs = imported(METHODS[puzzle.genre].proofs, "making puzzles")(puzzle, task.solution)
    clues = set(puzzle.clue_cells)
    if task.ease:
        kept = by_deduction(clues, groups, task.least, proofs.without_clues(), proofs.broken)
    else:
        kept = by_checks(clues, groups, task.least, proofs) if proofs.is_unique() else None
    return puzzle.with_clues_at(kept or ()), NO_SOLUTION if kept is None else SOLVED


def by_checks(clues: Collection[Cell], groups: Sequence[Group], least: int, proofs: Proofs) -> set[Cell]:
    """Remove clues group by group, until fewer than ``least`` would remain; return the cells that keep their clues.

    ``proofs`` must be about the puzzle with all these clues, and this puzzle must have exactly one solution.
    """
    kept = set(clues)
    broken_with: dict[Cell, list[Set[Cell]]] = {cell: [] for cell in kept}
    for cells in proofs.broken:
        for cell in cells:
            broken_with[cell].append(cells)
    redundant = _redundant_at_first(kept, groups, least, broken_with, proofs)
    kept.difference_update(*groups[:redundant])
    for group in groups[redundant:]:
        if len(kept) - len(group) < least:
            break
        for number, cell in enumerate(group, 1):
            kept.remove(cell)
            if any(map(kept.isdisjoint, broken_with[cell])) or proofs.is_needed(kept, cell):
                kept.update(group[:number])
                break
    return kept


def _redundant_at_first(
    clues: Collection[Cell], groups: Sequence[Group], least: int, broken_with: Mapping[Cell, Iterable[Set[Cell]]],
    proofs: Proofs,
) -> int:
    """Return a number N for which deduction proves that the first N groups are redundant together. Bisection finds N,
    which may be up to ``_FEW`` smaller than the largest such number."""
    if not proofs.suffice(clues):
        return 0
    kept, most = set(clues), 0
    for group in groups:
        kept.difference_update(group)
        if len(kept) < least or any(kept.isdisjoint(others) for cell in group for others in broken_with[cell]):
            break
        most += 1
    redundant, tried = 0, most
    while most - redundant > _FEW:
        if proofs.suffice(set(clues).difference(*groups[:tried])):
            redundant = tried
        else:
            most = tried - 1
        tried = (redundant + most + 1) // 2
    return redundant


def by_deduction(
    clues: Collection[Cell], groups: Sequence[Group], least: int, without_clues: Deduced,
    broken: Iterable[Set[Cell]] = (),
) -> set[Cell] | None:
    """Remove clues like :func:`by_checks`, but only as long as deduction solves the puzzle.

    Return None if deduction does not solve the puzzle with all clues.

    Deduction is monotonic, so groups need not be tried one by one (Junker 2004, QuickXplain). First, with the second
    half of the groups given, find the needed groups of the first half. Then, with these needed groups given, find the
    needed groups of the second half. The consequences of clues that will certainly be kept are deduced only once.

    Parameters
    ----------
    without_clues : Deduced
        What follows from the rules without any clue.
    broken : iterable of sets of cells
        See :attr:`Proofs.broken`. Deduction cannot solve the puzzle unless a clue of each set is given.
    """
    kept = set(clues)
    fixed = kept.difference(*groups)
    base = without_clues.given(fixed)
    if not base.given(cell for group in groups for cell in group).solved:
        return None
    number_of = {cell: number for number, group in enumerate(groups) for cell in group}
    others = [{number_of[cell] for cell in cells} for cells in broken if fixed.isdisjoint(cells)]
    needed = set(_needed(groups, base, range(len(groups)), others))
    for number, group in enumerate(groups):
        if len(kept) - len(group) < least:
            break
        if number not in needed:
            kept.difference_update(group)
    return kept


def _needed(
    groups: Sequence[Group], state: Deduced, numbers: Sequence[int], others: Collection[Set[int]]
) -> Sequence[int]:
    """Return the numbers of needed groups among the groups with these ``numbers``. Deduction must solve the puzzle if
    the clues of all these groups are given.

    ``state`` contains the consequences of further clues, which are already given. Some known wrong solutions satisfy
    the clues that are already given; for each such solution, ``others`` contains the set of groups that exclude it.
    """
    alone = {number for other in others if len(other) == 1 for number in other}
    if alone:
        state = state.given(cell for number in alone for cell in groups[number])
        numbers = [number for number in numbers if number not in alone]
        others = [other for other in others if alone.isdisjoint(other)]
    if not numbers or (not others and state.solved):
        return (*alone,)
    if len(numbers) == 1:
        return (*alone, *numbers)
    half = len(numbers) // 2
    first, later = numbers[:half], numbers[half:]
    with_later = state.given(cell for number in later for cell in groups[number])
    of_first = _needed(groups, with_later, first, [other for other in others if other.isdisjoint(later)])
    if of_first:
        state = state.given(cell for number in of_first for cell in groups[number])
    left = set(later)
    of_later = _needed(groups, state, later, [other & left for other in others if other.isdisjoint(of_first)])
    return (*alone, *of_first, *of_later)


def removed(puzzle: Puzzle, task: Thin, left: Puzzle) -> list[Group]:
    """Return the groups of clues that a task removed from a puzzle, in order; ``left`` is the puzzle that remained."""
    kept = left.clue_cells
    return [group for group in removable(puzzle, task) if group[0] not in kept]
