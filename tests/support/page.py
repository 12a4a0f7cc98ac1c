"""Puzzles in the page's format."""

from typing import Any

from rowloom.host.puzzles import Puzzle

__all__ = ["as_page"]


def as_page(puzzle: Puzzle) -> dict[str, Any]:
    """Return the puzzle in the page's format, for JSON."""
    return {"genre": puzzle.genre, "name": puzzle.name, "rows": puzzle.rows, "cols": puzzle.cols, "clues": puzzle.clues}
