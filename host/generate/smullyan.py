"""Smullyanic Dynasties with exactly one solution."""

import random

from rowloom.host.generate.shading import DIFFICULTIES, Drawn, made
from rowloom.host.puzzles.clued import beside
from rowloom.host.puzzles.shading import connection_faults
from rowloom.host.puzzles.smullyan import Smullyan, domain
from rowloom.host.solvers.sat.smullyan import SmullyanSearch

__all__ = ["DIFFICULTIES", "generate", "random_knaves"]

_SHARE = 0.9
"""Of the cells that might be shaded, those that are."""

_LIES = range(1, 5)
"""What a knave says: what a knight might, since a larger number would give him away."""


def generate(rows: int, cols: int, difficulty: str, seed: int) -> Smullyan:
    """A puzzle with exactly one solution, always the same one for the same arguments.

    It shades cells at random and writes into every cell how many shaded ones there are, or, into a shaded one, another
    number. Then it takes clues away, see :func:`rowloom.host.generate.shading.made`.

    Parameters
    ----------
    rows, cols : int, 1 to 255
        Its size in cells. The time grows faster than their product.
    difficulty : "easy", "normal" or "hard"
        How much the rules, each by itself, leave open: nothing, up to half of the cells, or more.
    seed : int
        Where the random numbers start.

    Returns
    -------
    Smullyan
        Its name tells these arguments.

    Raises
    ------
    ValueError
        If a size is out of range, there is no such difficulty, or no such puzzle turned up.
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

    def holds(solution: tuple[str, ...], cell: tuple[int, int], clue: int) -> bool:
        return (_knaves_round(bare, solution, cell) == clue) == (solution[cell[0]][cell[1]] == "0")

    return made(bare, difficulty, draw, SmullyanSearch, holds)


def random_knaves(rows: int, cols: int, rng: random.Random) -> tuple[str, ...]:
    """A random shading in which no shaded cells share an edge and the others are joined, as a solution."""
    grid = [["0"] * cols for _ in range(rows)]
    for row, col in rng.sample([(row, col) for row in range(rows) for col in range(cols)], rows * cols):
        lonely = all(grid[i][j] == "0" for i, j in beside(row, col) if 0 <= i < rows and 0 <= j < cols)
        if lonely and rng.random() < _SHARE:
            grid[row][col] = "1"
            if connection_faults(["".join(line) for line in grid], "0", "unshaded"):
                grid[row][col] = "0"
    return tuple("".join(line) for line in grid)


def _knaves_round(puzzle: Smullyan, solution: tuple[str, ...], cell: tuple[int, int]) -> int:
    return sum(solution[row][col] == "1" for row, col in domain(puzzle, cell))
