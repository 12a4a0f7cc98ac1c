"""What the generators of the shading genres share: the choice of clues to keep."""

import random
from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from rowloom.host.generate.thinning import thinned
from rowloom.host.puzzles.clued import Cell, Colours
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers.sat.colouring import Colouring
from rowloom.host.solvers.shading_deduction import deduced
from rowloom.host.solvers.shading_rules import OPEN

__all__ = ["DIFFICULTIES", "Drawn", "difficulty_of", "made"]

DIFFICULTIES = {"easy": 0.0, "normal": 0.5, "hard": 1.0}
"""The largest share of cells that local deduction leaves open; the first that fits is a puzzle's difficulty."""

_ATTEMPTS = 200
"""Grids that are drawn until one makes a puzzle of the difficulty."""

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

    A grid is drawn at random, and its clues are taken away in random order, except those without which there would
    be another solution, or the puzzle would be too difficult. Difficulty is the share of cells that local deduction
    leaves open (:func:`rowloom.host.solvers.shading_deduction.deduced`): none of an easy one, up to half of a normal
    one, more of a hard one.

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
    most_open = DIFFICULTIES[difficulty]
    rng = random.Random(bare.name)
    for _ in range(_ATTEMPTS):
        solution, clues = draw(rng)
        turns = rng.sample(sorted(clues), len(clues))
        kept = _necessary(bare.with_clues(clues), solution, turns, most_open, search)
        puzzle = bare.with_clues({cell: clues[cell] for cell in kept or ()})
        if kept is not None and difficulty_of(puzzle) == difficulty:
            return puzzle
    raise ValueError(
        f"{_ATTEMPTS} grids of {bare.rows}x{bare.cols} were drawn, and no {difficulty} {bare.title} came of them:"
        " choose another size or difficulty"
    )


def difficulty_of(puzzle: Shading) -> str:
    """Return how difficult a puzzle with one solution is."""
    left_open = _open_share(puzzle)
    return next(name for name, most_open in DIFFICULTIES.items() if left_open <= most_open)


def _open_share(puzzle: Shading) -> float:
    state = deduced(puzzle)
    assert state is not None, "a puzzle that has a solution contradicts itself"
    return state.count(OPEN) / len(state)


def _necessary(
    full: Puzzle,
    solution: Colours,
    turns: list[Cell],
    most_open: float,
    search: type[Colouring],
) -> set[Cell] | None:
    """Return cells whose clues suffice, none to spare; None if not even all clues suffice."""
    clues = full.clue_cells
    others = search(full, switched=True)
    others.forbid(solution)

    def suffice(cells: Collection[Cell]) -> bool:
        if most_open < 1:
            left_open = _open_share(full.with_clues({cell: clues[cell] for cell in cells}))
            if left_open > most_open:
                return False
            if left_open == 0:
                return True  # deduction is proof enough
        return others.solve(cells) is None

    if not suffice(clues.keys()):
        return None
    *_, kept = clues.keys(), *thinned(clues, turns, suffice)
    return set(kept)
