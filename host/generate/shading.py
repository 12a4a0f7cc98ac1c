"""What the generators of the shading genres share: which clues of a drawn grid are kept."""

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TypeVar

from rowloom.host.generate.thinning import thinned
from rowloom.host.puzzles.clued import Cell
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers.sat.colouring import Colouring
from rowloom.host.solvers.shading_logic import OPEN, deduced

__all__ = ["DIFFICULTIES", "Drawn", "difficulty_of", "made"]

DIFFICULTIES = {"easy": 0.0, "normal": 0.5, "hard": 1.0}
"""The largest share of the cells that local deduction leaves open; what is as little open as an easier one is that."""

_ATTEMPTS = 200
"""Grids that are drawn until one makes a puzzle of the difficulty."""

Puzzle = TypeVar("Puzzle", bound=Shading)

Drawn = tuple[tuple[str, ...], Mapping[Cell, int]]
"""A solution, and the clues of all its cells that may have one."""


def made(
    bare: Puzzle,
    difficulty: str,
    draw: Callable[[random.Random], Drawn],
    search: type[Colouring],
    holds: Callable[[tuple[str, ...], Cell, int], bool],
) -> Puzzle:
    """A puzzle with exactly one solution, always the same one for the same arguments.

    A grid is drawn at random, and its clues are taken away in random order, except those without which there would
    be another solution, or the puzzle would be too difficult. How difficult it is tells the share of the cells that
    local deduction leaves open (:func:`rowloom.host.solvers.shading_logic.deduced`): of an easy one none, of a normal
    one up to one half, of a hard one more.

    Parameters
    ----------
    bare : Smullyan or Canal
        A puzzle without clues, its name the one of the puzzle; the name is where the random numbers start, too.
    difficulty : "easy", "normal" or "hard"
    draw : function
        Draws a grid.
    search : class
        The genre's search by SAT, which proves that there is one solution.
    holds : function
        Whether a solution agrees with a cell's clue.

    Raises
    ------
    ValueError
        If there is no such difficulty, or no such puzzle turned up.
    """
    if difficulty not in DIFFICULTIES:
        raise ValueError(f"there is no difficulty '{difficulty}'; there are: {', '.join(DIFFICULTIES)}")
    most_open = DIFFICULTIES[difficulty]
    rng = random.Random(bare.name)
    for _ in range(_ATTEMPTS):
        solution, clues = draw(rng)
        turns = rng.sample(sorted(clues), len(clues))
        kept = _necessary(_with_clues(bare, clues), solution, turns, most_open, search, holds)
        puzzle = _with_clues(bare, {cell: clues[cell] for cell in kept or ()})
        if kept is not None and difficulty_of(puzzle) == difficulty:
            return puzzle
    raise ValueError(
        f"{_ATTEMPTS} grids of {bare.rows}x{bare.cols} were drawn, and no {difficulty} {bare.title} came of them:"
        " choose another size or difficulty"
    )


def difficulty_of(puzzle: Shading) -> str:
    """How difficult a puzzle is that has one solution."""
    left_open = _open_share(puzzle)
    return next(name for name, most_open in DIFFICULTIES.items() if left_open <= most_open)


def _open_share(puzzle: Shading) -> float:
    state = deduced(puzzle)
    return state.count(OPEN) / len(state)


def _necessary(
    full: Puzzle,
    solution: tuple[str, ...],
    turns: list[Cell],
    most_open: float,
    search: type[Colouring],
    holds: Callable[[tuple[str, ...], Cell, int], bool],
) -> set[Cell] | None:
    """Cells whose clues are enough, none of which can be spared; None if not even all of them are."""
    clues = full.clue_cells
    others = search(full, switched=True)
    others.forbid(solution)

    def broken(cells: Collection[Cell]) -> set[Cell] | None:
        if most_open < 1:
            left_open = _open_share(_with_clues(full, {cell: clues[cell] for cell in cells}))
            if left_open > most_open:
                return clues.keys() - cells
            if left_open == 0:
                return None  # deduction is proof enough
        other = others.solve(cells)
        return None if other is None else {cell for cell, clue in clues.items() if not holds(other, cell, clue)}

    if broken(clues.keys()) is not None:
        return None
    *_, kept = clues.keys(), *thinned(clues, turns, broken)
    return set(kept)


def _with_clues(bare: Puzzle, clues: Mapping[Cell, int]) -> Puzzle:
    """The puzzle with these clues and no others."""
    grid = tuple(tuple(clues.get((row, col)) for col in range(bare.cols)) for row in range(bare.rows))
    return replace(bare, clues=grid)
