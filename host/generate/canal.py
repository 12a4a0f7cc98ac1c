"""Canal Views with exactly one solution."""

import random
from itertools import product

from rowloom.host.generate.shading import ORDERS, grade, phases
from rowloom.host.puzzles.canal import Canal, views
from rowloom.host.puzzles.clued import Cell, Colours, beside, coloured, within

__all__ = ["ORDERS", "grade", "phases", "random_canal", "random_solution", "with_all_clues"]

_SHARES = (0.45, 0.62)
"""Of the cells, the fewest and the most that are shaded; no canal without a round trip fills more."""

_WINDING = (0.1, 0.8)
"""How often it grows at its newest end: seldom makes for branches, often for bends."""

_STRAIGHT = (0.0, 0.5)
"""How often it grows straight ahead where it might turn."""

_ROUND_TRIPS = (0.0, 0.0, 0.03)
"""How often it may meet itself: never in most canals."""


def random_solution(rows: int, cols: int, rng: random.Random) -> Colours:
    """Draw a canal."""
    return random_canal(rows, cols, rng)


def with_all_clues(name: str, solution: Colours, rng: random.Random) -> Canal:
    """Return the puzzle that tells of every other cell how much of the canal is seen from there."""
    rows, cols, seen = len(solution), len(solution[0]), views(solution)
    bare = Canal(name, rows, cols, ((None,) * cols,) * rows)
    return bare.with_clues({(row, col): seen[row][col] for row, col in bare.cells if solution[row][col] == "0"})


def random_canal(rows: int, cols: int, rng: random.Random) -> Colours:
    """Return a random canal as a solution: it winds and branches through the whole grid, around banks of all sizes.

    It grows until it fills the grid, and then its dead ends are taken back, which leaves banks. Each canal has habits
    of its own.
    """
    canal = _grown(rows, cols, rng)
    most = rng.uniform(*_SHARES) * rows * cols
    ends = [cell for cell in sorted(canal) if _touching(canal, cell) < 2]
    while len(canal) > max(most, 1) and ends:
        end = ends.pop(rng.randrange(len(ends)))
        canal.remove(end)
        ends += [cell for cell in beside(*end) if cell in canal and _touching(canal, cell) == 1]
    return coloured(canal, rows, cols)


def _grown(rows: int, cols: int, rng: random.Random) -> set[Cell]:
    """Return a canal that can grow no further."""
    winding, straight, round_trips = rng.uniform(*_WINDING), rng.uniform(*_STRAIGHT), rng.choice(_ROUND_TRIPS)
    first = rng.randrange(rows), rng.randrange(cols)
    canal = {first}
    growing = [(first, first)]
    while growing:
        at = len(growing) - 1 if rng.random() < winding else rng.randrange(len(growing))
        (row, col), ahead = growing[at]
        free = [
            cell
            for cell in within(beside(row, col), rows, cols)
            if cell not in canal
            and (_touching(canal, cell) == 1 or rng.random() < round_trips)
            and not _fills_block(canal, cell)
        ]
        if not free:
            growing.pop(at)
            continue
        cell = ahead if ahead in free and rng.random() < straight else rng.choice(free)
        canal.add(cell)
        growing.append((cell, (2 * cell[0] - row, 2 * cell[1] - col)))
    return canal


def _touching(canal: set[Cell], cell: Cell) -> int:
    """Return how many cells of a canal share an edge with a cell."""
    return sum(other in canal for other in beside(*cell))


def _fills_block(canal: set[Cell], cell: Cell) -> bool:
    row, col = cell
    ways = product((-1, 1), repeat=2)
    return any({(row + down, col), (row, col + right), (row + down, col + right)} <= canal for down, right in ways)
