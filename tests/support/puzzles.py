"""Puzzles and solutions for tests."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random

from rowloom.host import formats, puzzles
from rowloom.host.generate import large_sudoku
from rowloom.host.generate.generator import generate_puzzle
from rowloom.host.generate.specification import Specification
from rowloom.host.puzzles.clued import Cell
from rowloom.host.puzzles.sudoku import Digits, Sudoku
from rowloom.host.solvers import ENGINES
from support.slitherlink.checker import pieces

EXAMPLES = Path(__file__).parents[2] / "examples"
MAKERS = {genre: import_module(f"rowloom.host.generate.{genre}")
          for genre in ("slitherlink", "smullyan", "canal", "sudoku")}
"""The module that generates the puzzles of each genre."""


def examples(name: str) -> list[puzzles.Puzzle]:
    """Return the puzzles of a file in the folder ``examples``; ``name`` is the file's name without its suffix."""
    return list(formats.read((EXAMPLES / f"{name}.txt").read_text(), name))


def blank(kind: type[puzzles.Puzzle], rows: int, cols: int, **clues: int) -> puzzles.Puzzle:
    """Return a puzzle with only these clues; each keyword is the place of a clue, such as ``r1c2``."""
    grid = ((clues.get(f"r{row + 1}c{col + 1}") for col in range(cols)) for row in range(rows))
    return kind.from_clues("blank", rows, cols, grid)


def sudoku(rows: Sequence[Sequence[int]]) -> Sudoku:
    """Return a Sudoku with these givens, which may contradict each other; 0 is an empty cell."""
    return Sudoku("some givens", len(rows), len(rows), tuple(map(tuple, rows)))


def is_connected(cells: Iterable[Cell]) -> bool:
    """Return whether cells form at most one region. This check does not use the library's code."""
    return len(pieces(cells)) <= 1


def full_grid(order: int) -> Digits:
    """Return a solved Sudoku. Each row is the previous row, shifted by the width of a box; at each new band, the shift
    is one cell larger."""
    size = order * order
    return tuple(tuple((row * order + row // order + col) % size + 1 for col in range(size)) for row in range(size))


def random_grid(order: int, rng: Random) -> Digits:
    """Return a solved Sudoku whose digits, bands and rows within bands are in random order."""
    digits, rows = rng.sample(range(order * order), order * order), full_grid(order)
    mixed = [band * order + row for band in rng.sample(range(order), order) for row in rng.sample(range(order), order)]
    return tuple(tuple(digits[digit - 1] + 1 for digit in rows[row]) for row in mixed)


def made_whole(order: int, difficulty: str, seed: int) -> Sudoku:
    """Return a Sudoku from the generator of large Sudokus."""
    return large_sudoku.generate(Specification("sudoku", order**2, order**2, difficulty), seed)


def made(genre: str, rows: int, cols: int, difficulty: str, seed: int) -> puzzles.Puzzle:
    """Return a puzzle that the generator makes."""
    return generate_puzzle(Specification(genre, rows, cols, difficulty), seed).puzzle


def solutions(puzzle: puzzles.Puzzle, limit: int | None = 2) -> list[puzzles.Solution]:
    """Return up to ``limit`` solutions that the engine ``sat`` finds, or all solutions if ``limit`` is None.

    A limit of two is enough to find out whether there is exactly one solution.
    """
    return list(islice(ENGINES["sat"].search(puzzle).solutions(), limit))
