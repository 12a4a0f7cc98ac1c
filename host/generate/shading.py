"""What the generators of the shading genres share: the choice of clues to keep."""

import random
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from rowloom.host.generate.thinning import thinned
from rowloom.host.puzzles.clued import Cell, Colours
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers.sat.colouring import Colouring
from rowloom.host.solvers.shading_deduction import Deduction
from rowloom.host.solvers.shading_logic import LEVELS, level_of
from rowloom.host.solvers.shading_rules import rules_for

__all__ = ["Drawn", "made"]

_ATTEMPTS, _CELLS = 200, 20_000
"""Grids that are drawn until one makes a puzzle of the difficulty, and more of small ones, up to so many cells: there
are few hard puzzles among those."""

Puzzle = TypeVar("Puzzle", bound=Shading)

Drawn = tuple[Colours, Mapping[Cell, int]]
"""A solution, and the clues of all its cells that may have one."""


def made(
    bare: Puzzle,
    difficulty: str,
    draw: Callable[[random.Random], Drawn],
    search: type[Colouring],
) -> Puzzle:
    """Make a puzzle of a shading genre; ValueError if none turns up.

    A grid is drawn at random, and its clues are taken away in random order: first those that single rules can do
    without, which leaves an easy puzzle; then those without which there is still only one solution, which leaves a hard
    one, if :func:`rowloom.host.solvers.shading_logic.graded` says so. A normal one is on the way there.

    Parameters
    ----------
    bare : Smullyan or Canal
        A puzzle without clues, its name the one of the puzzle; the name is where the random numbers start, too.
    difficulty : "easy", "normal" or "hard"
    draw : function
        Draw a random grid.
    search : class
        The genre's SAT search, which proves that there is one solution.
    """
    rng = random.Random(bare.name)
    attempts = max(_ATTEMPTS, _CELLS // (bare.rows * bare.cols))
    for _ in range(attempts):
        solution, clues = draw(rng)
        full = bare.with_clues(clues)
        turns = rng.sample(sorted(clues), len(clues))
        kept = _kept(full, solution, turns, difficulty, search)
        if kept is not None:
            return full.with_clues({cell: clues[cell] for cell in kept})
    raise ValueError(
        f"{attempts} grids of {bare.rows}x{bare.cols} were drawn, and no {difficulty} {bare.title} came of them:"
        " choose another size or difficulty"
    )


def _kept(
    full: Shading, solution: Colours, turns: Sequence[Cell], difficulty: str, search: type[Colouring]
) -> Collection[Cell] | None:
    """Return clues that make a puzzle of the difficulty; None if none were found."""
    enough = _enough_for_rules(full, turns)
    if difficulty == "easy":
        return enough
    others = search(full, switched=True)
    others.forbid(solution)

    def suffice(cells: Collection[Cell]) -> bool:
        return others.solve(cells) is None

    if enough is None and (difficulty == "normal" or not suffice(turns)):
        return None
    first = turns if enough is None else enough
    choices = [first, *thinned(first, first, suffice)]
    return _last_of(full, choices if difficulty == "normal" else choices[-1:], difficulty)


def _enough_for_rules(full: Shading, turns: Sequence[Cell]) -> list[Cell] | None:
    """Return the clues that are left if those that single rules can do without are removed in turn; None if not even
    all of them are enough."""
    nothing = Deduction(rules_for(full))
    return _needed(nothing, turns) if nothing.given(turns).solved else None


def _needed(known: Deduction, turns: Sequence[Cell]) -> list[Cell]:
    """Return which clues are left if those that rules can do without are removed in turn; in ``known`` others count.

    What some clues are enough for, more are enough for. So where half of them can be spared, one look tells, and the
    outcome is that of a look at each.
    """
    if known.solved:
        return []
    if len(turns) == 1:
        return [*turns]
    first, last = turns[: len(turns) // 2], turns[len(turns) // 2 :]
    kept = _needed(known.given(last), first)
    return kept + _needed(known.given(kept), last)


def _last_of(full: Shading, choices: Sequence[Collection[Cell]], difficulty: str) -> Collection[Cell] | None:
    """Return the last choice of clues that makes a puzzle of a difficulty, None if there is none; none is taken to be
    easier than those before it."""
    clues = full.clue_cells
    wanted = LEVELS.index(difficulty)

    def level(cells: Collection[Cell]) -> int:
        return LEVELS.index(level_of(full.with_clues({cell: clues[cell] for cell in cells})))

    last = bisect_right(choices, wanted, key=level) - 1
    return choices[last] if last >= 0 and level(choices[last]) == wanted else None
