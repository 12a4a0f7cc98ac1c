"""Brute force that solves tiny puzzles and removes clues. Tests compare its results with those of the solvers and the
firmware."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from itertools import permutations, product

from rowloom.host import puzzles
from rowloom.host.drawing.drawing import Cell
from rowloom.host.generate.orbits import orbits
from rowloom.host.puzzles.shading import Shading
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku

__all__ = ["solutions", "thinned"]


def solutions(puzzle: Slitherlink | Sudoku | Shading) -> list[puzzles.Solution]:
    """Return all solutions, sorted by their rows.

    First, the verifier checks all ways to fill a grid of this size. Those that are solutions of a puzzle without clues
    are cached. The solutions of a puzzle are those among them that agree with its clues. There are
    ``2 ** (rows * cols)`` ways to fill a Slitherlink or a shading puzzle; for 4x4 cells, checking all of them takes
    seconds. A Sudoku must be 4x4.
    """
    return [filling for filling in _without_clues(puzzle.genre, puzzle.rows, puzzle.cols) if not puzzle.verify(filling)]


@cache
def _without_clues(genre: str, rows: int, cols: int) -> Sequence[puzzles.Solution]:
    """Return all solutions of a puzzle without clues."""
    if genre == Sudoku.genre:
        nothing, fillings = 0, _full_grids()
    else:
        nothing, fillings = None, product(["".join(line) for line in product("01", repeat=cols)], repeat=rows)
    # A Slink needs a clue in every cell, so a blank Slitherlink represents the blank Slink.
    kind = puzzles.GENRES[Slitherlink.genre if genre == Slink.genre else genre]
    puzzle = kind("blank", rows, cols, ((nothing,) * cols,) * rows)
    return [filling for filling in fillings if not puzzle.verify(filling)]


def _full_grids() -> Iterable[Sequence[tuple[int, ...]]]:
    """Return the ways to fill a 4x4 Sudoku so that no digit is repeated in a row or a box."""
    lines = [*permutations(range(1, 5))]
    halves = [(one, other) for one, other in product(lines, repeat=2) if not {*one[:2]} & {*other[:2]}]
    return (upper + lower for upper, lower in product(halves, repeat=2))


def thinned(rows: int, cols: int, symmetry: int, seed: int, clues: Collection[Cell],
            suffice: Callable[[set[Cell]], bool], least: int = 0, fixed: Collection[Cell] = ()) -> set[Cell]:
    """Return the cells that keep their clues. A clue is removed if the remaining clues ``suffice``."""
    kept = set(clues)
    for orbit in orbits(rows, cols, symmetry, seed):
        there = kept & set(orbit)
        if not there or set(orbit) & set(fixed):
            continue
        if len(kept) - len(there) < least:
            break
        if suffice(kept - there):
            kept -= there
    return kept
