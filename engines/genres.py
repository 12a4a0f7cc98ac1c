"""The genres that gateware solves, as they are encoded on the wire."""

from rowloom.engines.engine import Genre

__all__ = ["CANAL", "CANAL_BITS", "SLITHERLINK", "SLITHERLINK_BITS", "SMULLYAN", "SMULLYAN_BITS", "SUDOKU"]

SLITHERLINK_BITS = 2
"""Of a clue, on the wire and in the engine."""

SMULLYAN_BITS = 4
"""Of a clue on the wire."""

CANAL_BITS = 8
"""Of a clue, on the wire and in the engine: a number of shaded cells, or 255 for a clue of unknown value."""


def _bytes(items: int, bits: int) -> int:
    return (items * bits + 7) // 8


def _clued(name: str, number: int, clue_bits: int) -> Genre:
    """Return a genre whose puzzle is a bit for each cell, 1 if it has a clue, then the clues; a solution, a bit for
    each cell."""
    return Genre(
        name=name,
        number=number,
        puzzle_bytes=lambda size: _bytes(size.rows * size.cols, 1) + _bytes(size.rows * size.cols, clue_bits),
        solution_bytes=lambda size: _bytes(size.rows * size.cols, 1),
    )


SLITHERLINK = _clued("slitherlink", 1, SLITHERLINK_BITS)
SMULLYAN = _clued("smullyan", 3, SMULLYAN_BITS)
CANAL = _clued("canal", 4, CANAL_BITS)
SUDOKU = Genre(
    name="sudoku",
    number=2,
    # A bit for each cell, 1 if it is given, then four for each digit. A solution lacks the last row and column.
    puzzle_bytes=lambda size: _bytes(size.rows * size.cols, 1) + _bytes(size.rows * size.cols, 4),
    solution_bytes=lambda size: _bytes((size.rows - 1) * (size.cols - 1), 4),
)
