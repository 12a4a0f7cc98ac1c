"""Slitherlink as it passes over the wire."""

from rowloom.hw.engine import Genre

__all__ = ["CLUE_BITS", "SLITHERLINK"]

CLUE_BITS = 2

SLITHERLINK = Genre(
    name="slitherlink",
    number=1,
    puzzle_bytes=lambda size: (size.rows * size.cols + 7) // 8 + (size.rows * size.cols + 3) // 4,
    solution_bytes=lambda size: (size.rows * size.cols + 7) // 8,
    firmware="engines/clued.c",
)
