"""Puzzle genres: each a module with the genre's rules, text format and, if boards solve it, link-protocol encoding.

To add a genre, write its module, a :class:`.puzzle.GenreModule`, and name it in ``GENRES``. One that boards solve goes
into ``BOARD_GENRES``, too. If gateware is made for it, its module is a :class:`.puzzle.BoardGenreModule`; if its
puzzles are puzzles of such a genre, too, boards solve them as these.
"""

from collections.abc import Callable, Iterator
from typing import TextIO, cast

from rowloom.host.drawing import terminal
from rowloom.host.formats.reader import Reader
from rowloom.host.puzzles import canal, slink, slitherlink, smullyan, sudoku
from rowloom.host.puzzles.puzzle import BoardGenre, BoardGenreModule, G, Genre, GenreModule, P, Puzzle, S, Solution
from rowloom.host.puzzles.text import PuzzleError

__all__ = [
    "BOARD_GENRES", "GENRES", "BoardGenre", "Genre", "Puzzle", "PuzzleError", "Solution",
    "fits_terminal", "genre", "read", "render",
]  # fmt: skip


def _by_name(module: GenreModule[P, S]) -> dict[str, Genre]:
    """Return the genre under its name; the signature makes the type checker verify the module."""
    return {module.GENRE: cast(Genre, module)}


def _solved_by_boards(module: BoardGenreModule[P, S]) -> dict[str, BoardGenre]:
    """Return the genre under its name; the signature makes the type checker verify the module."""
    return {module.GENRE: cast(BoardGenre, module)}


def _solved_as(other: BoardGenreModule[G, S], module: GenreModule[P, S]) -> dict[str, BoardGenre]:
    """Return another genre under this one's name: puzzles and solutions of this one are ones of the other."""
    return {module.GENRE: cast(BoardGenre, other)}


BOARD_GENRES: dict[str, BoardGenre] = {
    **_solved_by_boards(slitherlink), **_solved_by_boards(sudoku), **_solved_by_boards(smullyan),
    **_solved_by_boards(canal), **_solved_as(slitherlink, slink),
}  # fmt: skip
"""The genres that boards solve, by name, each with the genre that its puzzles are on boards, in most cases itself."""

_LARGEST_IN_TERMINAL = 25
"""Rows of a Sudoku."""

GENRES: dict[str, Genre] = {
    **_by_name(slitherlink), **_by_name(sudoku), **_by_name(slink), **_by_name(smullyan), **_by_name(canal),
}  # fmt: skip
"""All genres, by name."""


def genre(name: str) -> Genre:
    """Return the genre with this name; ValueError if there is none."""
    if name not in GENRES:
        raise ValueError(f"there is no genre '{name}'; there are: {', '.join(GENRES)}")
    return GENRES[name]


def fits_terminal(puzzle: Puzzle) -> bool:
    """Return whether a terminal shows the puzzle; larger Sudokus are for picture files."""
    return puzzle.genre != sudoku.GENRE or puzzle.rows <= _LARGEST_IN_TERMINAL


def render(puzzle: Puzzle, solution: Solution | None = None, colour: bool = False) -> str:
    """Return a picture for the terminal, see :func:`rowloom.host.drawing.terminal.render`."""
    return terminal.render(genre(puzzle.genre).drawing(puzzle, solution), colour)


def read(
    text: str | TextIO,
    source: str,
    genre_name: str | None = None,
    note: Callable[[str], None] = lambda message: None,
) -> Iterator[Puzzle | PuzzleError]:
    """Return the puzzles of a text in order, and an error in place of each bad one; an error if there is none.

    Puzzles whose form tells their genre, such as URLs, may be of any, and so may those whose size line begins with its
    name; the others are of one genre.

    Parameters
    ----------
    text : str or text file
        See :class:`rowloom.host.puzzles.lines.Lines`.
    source : str
        Where it came from, for messages and for the names of puzzles that have none.
    genre_name : str, optional
        The genre of the text, by default found from its first thousand lines. Puzzles of other genres become errors;
        ValueError if there is no such genre.
    note : function of str, optional
        Takes what a person should know of a text that is read all the same, such as that a header was skipped.
    """
    return Reader(GENRES, source, genre(genre_name) if genre_name else None, note).read(text)
