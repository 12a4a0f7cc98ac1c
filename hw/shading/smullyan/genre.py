"""Smullyanic Dynasty as it passes over the wire."""

from rowloom.hw.engine import Genre

__all__ = ["PACKED_BITS", "SMULLYAN"]

PACKED_BITS = 4
"""Of a clue on the wire."""

SMULLYAN = Genre(
    name="smullyan",
    number=3,
    puzzle_bytes=lambda size: (size.rows * size.cols + 7) // 8 + (size.rows * size.cols + 1) // 2,
    solution_bytes=lambda size: (size.rows * size.cols + 7) // 8,
    firmware="engines/clued.c",
)
