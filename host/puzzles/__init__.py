"""Puzzle genres. Each genre is a class with the rules, the text format and, if boards solve it, the encoding for the
link protocol.

To add a genre, write the class of its puzzles, which must be a :class:`.puzzle.GenreOf`, and add it to ``GENRES``. If
boards solve the genre, also add it to ``BOARD_GENRES``. Its class must then be a :class:`.puzzle.BoardGenreOf`. If its
puzzles are also puzzles of another genre that boards solve, add its name to the entry of that genre instead.
"""

from typing import cast

from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.puzzle import BoardGenre, BoardGenreOf, Genre, GenreOf, P, Puzzle, S, Solution
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import PuzzleError

__all__ = ["BOARD_GENRES", "GENRES", "BoardGenre", "Genre", "Puzzle", "PuzzleError", "Solution", "genre"]


def _by_name(one: GenreOf[P, S]) -> dict[str, Genre]:
    """Return a mapping from the genre's name to the genre. The signature makes the type checker verify the class."""
    return {one.genre: cast(Genre, one)}


def _on_boards(one: BoardGenreOf[P, S], *solved_as_it: str) -> dict[str, BoardGenre]:
    """Return a mapping to the genre from its name, and from the names of the genres whose puzzles are also puzzles of
    this genre."""
    return dict.fromkeys([one.genre, *solved_as_it], cast(BoardGenre, one))


GENRES: dict[str, Genre] = {
    **_by_name(Slitherlink), **_by_name(Sudoku), **_by_name(Slink), **_by_name(Smullyan), **_by_name(Canal),
}  # fmt: skip
"""All genres, by name."""

BOARD_GENRES: dict[str, BoardGenre] = {
    **_on_boards(Slitherlink, Slink.genre), **_on_boards(Sudoku), **_on_boards(Smullyan), **_on_boards(Canal),
}  # fmt: skip
"""The genres that boards solve, by name. The value is the genre that the puzzle has on a board, which is usually the
same."""


def genre(name: str) -> Genre:
    """Return the genre with this name; ValueError if there is no genre with this name."""
    if name not in GENRES:
        raise ValueError(f"unknown genre '{name}'; expected one of: {', '.join(GENRES)}")
    return GENRES[name]
