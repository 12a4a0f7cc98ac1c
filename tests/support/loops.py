"""Small random puzzles for brute force, their solutions, and the values that several solutions share."""

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import product

from rowloom.host.generate.slitherlink import line_counts, random_loop
from rowloom.host.jobs.tasks import Thin
from rowloom.host.puzzles import GENRES, Puzzle, Solution
from rowloom.host.puzzles.edges import Edges
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import ENGINES
from support import brute
from support.puzzles import MAKERS, blank

__all__ = [
    "CLUES", "all_solutions", "ambiguous_loops", "common_of", "is_unique", "loops_with", "random_clues", "small",
    "thinned", "with_some_clues", "without_clues",
]  # fmt: skip

CLUES = {
    "slitherlink": (None, 0, 1, 2, 3),
    "slink": (0, 1, 2, 3),
    "sudoku": (0, 1, 2, 3, 4),
    "smullyan": (None, UNKNOWN, 0, 1, 2, 3, 5),
    "canal": (None, UNKNOWN, 0, 1, 2, 3, 4),
}
SIZES = (1, 1), (1, 6), (5, 1), (2, 3), (4, 2), (3, 3), (3, 4)

Loop = tuple[str, ...]
Cell = tuple[int, int]


@cache
def without_clues(genre: str, rows: int, cols: int) -> list[Solution]:
    """Return all solutions of a small puzzle that has no clues."""
    return brute.solutions(blank(GENRES[genre], rows, cols))


@cache
def _loops(rows: int, cols: int) -> list[tuple[Loop, dict[Cell, int]]]:
    """Return all loops in a small grid, each with the number of lines around each cell."""
    return [(loop, line_counts(loop)) for loop in without_clues("slitherlink", rows, cols)]


def loops_with(rows: int, cols: int, clues: Mapping[Cell, int]) -> list[Loop]:
    """Return all solutions of a small Slitherlink with these clues, in order."""
    fits = clues.items()
    return [loop for loop, lines in _loops(rows, cols) if all(lines[cell] == clue for cell, clue in fits)]


def all_solutions(puzzle: Puzzle) -> Sequence[Solution]:
    """Return all solutions of a small puzzle."""
    if puzzle.genre == "slitherlink":
        return loops_with(puzzle.rows, puzzle.cols, puzzle.clue_cells)
    return brute.solutions(puzzle)


def is_unique(puzzle: Puzzle, cells: Collection[Cell]) -> bool:
    """Return whether the puzzle has exactly one solution if only these cells have clues."""
    return len(all_solutions(puzzle.with_clues_at(cells))) == 1


def thinned(puzzle: Puzzle, task: Thin, suffice: Callable[[Puzzle, set[Cell]], bool] = is_unique) -> set[Cell]:
    """Return the cells that keep their clues in a task, according to brute force."""
    return brute.thinned(puzzle.rows, puzzle.cols, task.symmetry, task.seed, set(puzzle.clue_cells),
                         partial(suffice, puzzle), task.least, task.fixed)


def with_some_clues(puzzle: Puzzle, rng: random.Random, shares: Sequence[float], wrong: float = 0.0) -> Puzzle:
    """Return the puzzle with a share of its clues, which is chosen from ``shares``. With the probability ``wrong``, one
    cell has a random clue."""
    share = rng.choice(shares)
    clues = {cell: clue for cell, clue in puzzle.clue_cells.items() if rng.random() < share}
    if rng.random() < wrong:
        clues[rng.randrange(puzzle.rows), rng.randrange(puzzle.cols)] = rng.choice(CLUES[puzzle.genre][1:])
    return puzzle.with_clues(clues)


def small(genre: str, rng: random.Random, sizes=SIZES, shares=(0.2, 0.4, 0.6, 1), wrong: float = 0.3) -> Puzzle:
    """Return a puzzle with some of the clues of a random solution, and sometimes with a random clue. It may have no
    solution, one, or several. Sudokus have 4x4 cells."""
    if genre == "slink":
        loop = small("slitherlink", rng, sizes, (1,))
        # Cells inside the smallest loop have four lines, but the largest clue is 3.
        clues = (tuple(3 if clue is None else clue for clue in row) for row in loop.clues)
        return Slink("small", loop.rows, loop.cols, tuple(clues))
    rows, cols = (4, 4) if genre == "sudoku" else rng.choice(sizes)
    full = MAKERS[genre].with_all_clues("small", rng.choice(without_clues(genre, rows, cols)), rng)
    return with_some_clues(full, rng, shares, wrong)


def random_clues(rng: random.Random, rows: int, cols: int, shares: Sequence[float]) -> dict[Cell, int]:
    """Return the clues of a random Slitherlink; see :func:`small`."""
    return small("slitherlink", rng, [(rows, cols)], shares).clue_cells


def common_of(solutions: Sequence[Sequence], loops: bool) -> tuple[tuple[tuple[str, ...], ...], Edges | None]:
    """Return what all solutions share: the values of cells and, for loop puzzles, of edges. If the solutions differ in
    a cell or an edge, its value is "?"."""
    rows, cols = len(solutions[0]), len(solutions[0][0])

    def value(one: Sequence, row: int, col: int) -> object:
        return one[row][col] if 0 <= row < rows and 0 <= col < cols else "0"

    def same(values: set) -> str:
        return str(values.pop()) if len(values) == 1 else "?"

    def edge(row: int, col: int, up: int, left: int) -> str:
        return same({int(value(one, row, col) != value(one, row - up, col - left)) for one in solutions})

    cells = tuple(tuple(same({one[row][col] for one in solutions}) for col in range(cols)) for row in range(rows))
    if not loops:
        return cells, None
    return cells, Edges(
        tuple("".join(edge(row, col, 1, 0) for col in range(cols)) for row in range(rows + 1)),
        tuple("".join(edge(row, col, 0, 1) for col in range(cols + 1)) for row in range(rows)))


def ambiguous_loops(rng: random.Random) -> Iterator[tuple[Slitherlink, list[Loop]]]:
    """Yield Slitherlinks of 3x3 to 5x5 cells that have several solutions, and the solutions that the engine
    ``slitherlink-logic`` finds."""
    while True:
        rows, cols = rng.choice([*product((3, 4, 5), repeat=2)])
        full = MAKERS["slitherlink"].with_all_clues(f"{rows}x{cols}", random_loop(rows, cols, rng), rng)
        puzzle = with_some_clues(full, rng, (0.2, 0.4, 0.6) if rows * cols <= 12 else (0.45, 0.6))
        if len(solutions := list(ENGINES["slitherlink-logic"].search(puzzle).solutions())) > 1:
            yield puzzle, solutions
