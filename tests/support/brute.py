"""Puzzles solved by trying every way to fill the rows: the judge of the other solvers on tiny grids."""

from collections.abc import Iterable
from itertools import permutations, product

from rowloom.host import puzzles
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import Shading
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku

__all__ = ["solutions"]


def solutions(puzzle: Slitherlink | Sudoku | Shading) -> list[puzzles.Solution]:
    """All solutions, in the order of their rows.

    The verifier judges every way to fill the rows. Of a Slitherlink or a shading puzzle there are
    ``2 ** (rows * cols)``: 4x4 takes seconds. Of a Sudoku it tries the rows that hold every digit once and keep to the
    givens: a 4x4 without any has 331,776 fillings, which takes seconds too, and 9x9 is out of reach.

    Returns
    -------
    list of tuples of rows
        As the genre tells solutions.
    """
    verify = puzzles.genre(puzzle.genre).verify
    fillings = product(*_ROWS[puzzle.genre](puzzle))
    return [filling for filling in fillings if not verify(puzzle, filling)]


def _binary_rows(puzzle: Slitherlink | Shading) -> Iterable[list[str]]:
    return [["".join(row) for row in product("01", repeat=puzzle.cols)]] * puzzle.rows


def _digit_rows(puzzle: Sudoku) -> Iterable[list[tuple[int, ...]]]:
    for givens in puzzle.cells:
        rows = permutations(range(1, puzzle.cols + 1))
        yield [row for row in rows if all(given in (0, digit) for given, digit in zip(givens, row))]


_ROWS = {
    Slitherlink.genre: _binary_rows,
    Slink.genre: _binary_rows,
    Sudoku.genre: _digit_rows,
    Smullyan.genre: _binary_rows,
    Canal.genre: _binary_rows,
}
"""For each genre, what each row may be."""
