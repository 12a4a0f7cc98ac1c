"""Slitherlink by trying every colouring: the judge of the other solvers on tiny grids."""

from itertools import product

from rowloom.host.puzzles.slitherlink import Slitherlink, verify

__all__ = ["solutions"]


def solutions(puzzle: Slitherlink) -> list[tuple[str, ...]]:
    """All solutions, in the order of their colours read as binary numbers.

    It judges ``2 ** (rows * cols)`` colourings by the verifier: 4x4 takes seconds.

    Returns
    -------
    list of tuples of str
        Each one a row: "1" for a cell inside, "0" for one outside.
    """
    rows = ["".join(row) for row in product("01", repeat=puzzle.cols)]
    return [solution for solution in product(rows, repeat=puzzle.rows) if not verify(puzzle, solution)]
