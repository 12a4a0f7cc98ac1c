"""Puzzle genres. Each genre is a class, which implements the rules and the text format.

To add a genre, write a subclass of :class:`.puzzle.Puzzle`, and add it to ``GENRES``. If boards solve the genre, also
add the encoding for the link to ``encoding.py``, and an entry to ``BOARD_GENRES``.
"""

from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.encoding import CANAL, SLITHERLINK, SMULLYAN, SUDOKU, BoardGenre
from rowloom.host.puzzles.puzzle import Puzzle, Solution
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import PuzzleError

__all__ = ["BOARD_GENRES", "GENRES", "BoardGenre", "Genre", "Puzzle", "PuzzleError", "Solution", "genre"]

Genre = type[Puzzle]

GENRES: dict[str, Genre] = {one.genre: one for one in (Slitherlink, Sudoku, Slink, Smullyan, Canal)}
"""All genres, by name."""

BOARD_GENRES: dict[str, BoardGenre] = {
    Slitherlink.genre: SLITHERLINK, Sudoku.genre: SUDOKU, Slink.genre: SLITHERLINK, Smullyan.genre: SMULLYAN,
    Canal.genre: CANAL,
}
"""The genres that boards solve, by name. Boards solve a Slink as a Slitherlink."""


def genre(name: str) -> Genre:
    """Return the genre with this name; ValueError if no genre has this name."""
    if name not in GENRES:
        raise ValueError(f"unknown genre '{name}'; expected one of: {', '.join(GENRES)}")
    return GENRES[name]
