"""What tests of the page's modules share: puzzles as it has them."""

from typing import Any

from rowloom.host.puzzles import Puzzle

__all__ = ["as_page"]


def as_page(puzzle: Puzzle) -> dict[str, Any]:
    """Return the puzzle as the page has it, for JSON."""
    return {"genre": puzzle.genre, "name": puzzle.name, "rows": puzzle.rows, "cols": puzzle.cols, "clues": puzzle.clues}
