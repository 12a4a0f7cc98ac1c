"""Removal of the clues that a puzzle can spare, as boards do it (docs/develop/protocol.md, *Tasks*)."""

from collections.abc import Callable, Collection, Iterable, Sequence

from rowloom.host.generate.orbits import orbits
from rowloom.host.generate.proofs import Deduced
from rowloom.host.puzzles import BOARD_GENRES, Puzzle
from rowloom.host.puzzles.clued import Clued
from rowloom.host.puzzles.drawing import Cell
from rowloom.host.tasks import Thin

__all__ = ["by_checks", "by_deduction", "checks", "clue_cells", "removable", "with_clues_at"]

Group = list[Cell]
"""The clues of an orbit, which are removed together or not at all."""


def clue_cells(puzzle: Puzzle) -> set[Cell]:
    """Return the cells that have a clue."""
    return {(row, col) for row, clues in enumerate(puzzle.clues) for col, clue in enumerate(clues) if clue is not None}


def with_clues_at(puzzle: Puzzle, cells: Collection[Cell]) -> Puzzle:
    """Return a puzzle with the clues in these cells only."""
    if isinstance(puzzle, Clued):
        return puzzle.with_clues({cell: clue for cell, clue in puzzle.clue_cells.items() if cell in cells})
    return BOARD_GENRES[puzzle.genre].with_clues_at(puzzle, cells)


def removable(puzzle: Puzzle, task: Thin) -> list[Group]:
    """Return the clues that a task may remove from a puzzle, in the order of their turns."""
    there = clue_cells(puzzle)
    groups = []
    for orbit in orbits(puzzle.rows, puzzle.cols, task.symmetry, task.seed):
        group = [cell for cell in orbit if cell in there]
        if group and not any(cell in task.fixed for cell in orbit):
            groups.append(group)
    return groups


def by_checks(
    clues: Collection[Cell], groups: Iterable[Group], least: int, is_needed: Callable[[Collection[Cell], Cell], bool]
) -> set[Cell]:
    """Remove clues one group after the other; return the cells that keep theirs.

    Parameters
    ----------
    least : int
        The first group that would leave fewer clues ends it.
    is_needed : function
        Return whether a solution with the clues of some cells breaks that of another one, without which they are.
    """
    kept = set(clues)
    for group in groups:
        if len(kept) - len(group) < least:
            break
        for number, cell in enumerate(group, 1):
            kept.remove(cell)
            if is_needed(kept, cell):
                kept.update(group[:number])
                break
    return kept


def by_deduction(
    clues: Collection[Cell], groups: Sequence[Group], least: int, nothing: Deduced
) -> set[Cell] | None:
    """Remove clues like :func:`by_checks`, as long as deduction solves the puzzle; None if it does not at first.

    More clues never lead to less. So groups need not be tried one after the other: of the first half, those are needed
    that the second half does not make up for, and then of the second half those that the first ones do not make up for
    (Junker 2004, QuickXplain). What is known from the clues that certainly stay is not deduced again.

    Parameters
    ----------
    nothing : Deduced
        What follows without any clue.
    """
    kept = set(clues)
    base = nothing.given(kept.difference(*groups))
    if not base.given(cell for group in groups for cell in group).solved:
        return None
    needed = {group[0] for group in _needed(base, groups)}
    for group in groups:
        if len(kept) - len(group) < least:
            break
        if group[0] not in needed:
            kept.difference_update(group)
    return kept


def _needed(state: Deduced, groups: Sequence[Group]) -> Sequence[Group]:
    """Return the groups that stay, where all of them suffice."""
    if state.solved:
        return ()
    if len(groups) == 1:
        return groups
    first, later = groups[: len(groups) // 2], groups[len(groups) // 2 :]
    of_first = _needed(state.given(cell for group in later for cell in group), first)
    if of_first:
        state = state.given(cell for group in of_first for cell in group)
    return (*of_first, *_needed(state, later))


def checks(puzzle: Puzzle, task: Thin, left: Puzzle) -> int:
    """Return how many groups of clues were tried until so many clues were left."""
    there, kept, tried = len(clue_cells(puzzle)), clue_cells(left), 0
    for group in removable(puzzle, task):
        if there - len(group) < task.least:
            break
        tried += 1
        if group[0] not in kept:
            there -= len(group)
    return tried
