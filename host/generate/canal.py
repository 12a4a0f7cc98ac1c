"""Canal Views with exactly one solution."""

import random
from itertools import product

from rowloom.host.generate.shading import Drawn, made
from rowloom.host.puzzles.canal import Canal, views
from rowloom.host.puzzles.clued import Cell, Colours, beside, coloured, within
from rowloom.host.solvers.sat.canal import CanalSearch

__all__ = ["generate", "random_canal"]

_SKIPPED = 0.15
"""Chances to grow that are missed, which makes for wider banks."""

_SHARE = 0.4
"""Of the cells, those that are shaded at least."""


def generate(rows: int, cols: int, difficulty: str, seed: int) -> Canal:
    """See :func:`rowloom.host.generate.generate`.

    It draws a random canal and writes into every other cell how much of it is seen from there. Then it removes clues,
    see :func:`rowloom.host.generate.shading.made`, where difficulty is defined.
    """
    bare = Canal(f"{rows}x{cols}-{difficulty}-{seed}", rows, cols, ((None,) * cols,) * rows)

    def draw(rng: random.Random) -> Drawn:
        solution = random_canal(rows, cols, rng)
        seen = views(solution)
        return solution, {(row, col): seen[row][col] for row, col in bare.cells if solution[row][col] == "0"}

    return made(bare, difficulty, draw, CanalSearch)


def random_canal(rows: int, cols: int, rng: random.Random) -> Colours:
    """Return a random canal through the whole grid as a solution, grown cell by cell without 2x2 blocks."""
    canal: set[Cell] = set()
    while len(canal) < _SHARE * rows * cols:
        canal = _grown(rows, cols, rng)
    return coloured(canal, rows, cols)


def _grown(rows: int, cols: int, rng: random.Random) -> set[Cell]:
    """Return a canal that may have stopped growing early."""
    canal: set[Cell] = set()
    shore = [(rng.randrange(rows), rng.randrange(cols))]
    while shore:
        cell = shore.pop(rng.randrange(len(shore)))
        if cell not in canal and not _fills_block(canal, cell) and rng.random() >= _SKIPPED:
            canal.add(cell)
            shore += within(beside(*cell), rows, cols)
    return canal


def _fills_block(canal: set[Cell], cell: Cell) -> bool:
    row, col = cell
    ways = product((-1, 1), repeat=2)
    return any({(row + down, col), (row, col + right), (row + down, col + right)} <= canal for down, right in ways)
