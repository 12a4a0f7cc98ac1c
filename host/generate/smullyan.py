"""Smullyanic Dynasties with exactly one solution."""

import random
from itertools import product

from rowloom.host.generate.shading import Drawn, made
from rowloom.host.puzzles.clued import Cell, Colours, beside, within
from rowloom.host.puzzles.shading import connection_faults
from rowloom.host.puzzles.smullyan import Smullyan, domain
from rowloom.host.solvers.sat.smullyan import SmullyanSearch

__all__ = ["generate", "random_knaves"]

_SHARE = 0.9
"""Of the cells that might be shaded, those that are."""

_LIES = range(1, 5)
"""A knave's clues: those of a knight, since a larger number would give him away."""


def generate(rows: int, cols: int, difficulty: str, seed: int) -> Smullyan:
    """See :func:`rowloom.host.generate.generate`.

    It shades random cells and writes the number of knaves in its domain into every knight, another number into every
    knave. Then it removes clues, see :func:`rowloom.host.generate.shading.made`, where difficulty is defined.
    """
    bare = Smullyan(f"{rows}x{cols}-{difficulty}-{seed}", rows, cols, ((None,) * cols,) * rows)

    def draw(rng: random.Random) -> Drawn:
        solution = random_knaves(rows, cols, rng)
        clues = {}
        for cell in bare.cells:
            knaves = _knaves_round(bare, solution, cell)
            is_knave = solution[cell[0]][cell[1]] == "1"
            clues[cell] = rng.choice([lie for lie in _LIES if lie != knaves]) if is_knave else knaves
        return solution, clues

    return made(bare, difficulty, draw, SmullyanSearch)


def random_knaves(rows: int, cols: int, rng: random.Random) -> Colours:
    """Return a random shading as a solution: no shaded cells share an edge, the others are connected."""
    grid = [["0"] * cols for _ in range(rows)]
    for row, col in rng.sample([*product(range(rows), range(cols))], rows * cols):
        lonely = all(grid[i][j] == "0" for i, j in within(beside(row, col), rows, cols))
        if lonely and rng.random() < _SHARE:
            grid[row][col] = "1"
            if connection_faults(["".join(line) for line in grid], "0", "unshaded"):
                grid[row][col] = "0"
    return tuple("".join(line) for line in grid)


def _knaves_round(puzzle: Smullyan, solution: Colours, cell: Cell) -> int:
    return sum(solution[row][col] == "1" for row, col in domain(puzzle, cell))
