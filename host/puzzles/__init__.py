"""Puzzle genres: each a module with the genre's rules, text format and, if boards solve it, link-protocol encoding.

To add a genre, write its module, a :class:`.puzzle.GenreModule`, and name it in ``GENRES``; one that gateware solves
is a :class:`.puzzle.BoardGenreModule` and goes into ``BOARD_GENRES``.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import cast

from rowloom.host.puzzles import canal, one_line, slink, slitherlink, smullyan, sudoku, terminal
from rowloom.host.puzzles.puzzle import BoardGenre, BoardGenreModule, Genre, GenreModule, P, Puzzle, S, Solution
from rowloom.host.puzzles.text import PuzzleError, contents, quoted

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


BOARD_GENRES: dict[str, BoardGenre] = {**_solved_by_boards(slitherlink), **_solved_by_boards(sudoku)}
"""The genres that boards solve, by name."""

_EXPECTED = f"a size line 'rows cols' and the rows under it; for a Sudoku {sudoku.EXPECTED}; or {one_line.EXPECTED}"
"""What a text should hold, for messages."""

_LARGEST_IN_TERMINAL = 25
"""Rows of a Sudoku."""

GENRES: dict[str, Genre] = {**BOARD_GENRES, **_by_name(slink), **_by_name(smullyan), **_by_name(canal)}
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
    """Return a picture for the terminal, see :func:`rowloom.host.puzzles.terminal.render`."""
    return terminal.render(genre(puzzle.genre).drawing(puzzle, solution), colour)


def read(text: str, source: str, genre_name: str | None = None) -> Iterator[Puzzle | PuzzleError]:
    """Yield the puzzles of a text in order, and an error in place of each bad one; an error if there is none.

    Parameters
    ----------
    text : str
        The content of a file or of standard input.
    source : str
        Where it came from, for messages and for the names of puzzles that have none.
    genre_name : str, optional
        The genre of the text, by default found from the text. Where each line is a puzzle, such as a URL, puzzles of
        other genres become errors.
    """
    known = genre(genre_name) if genre_name else None
    if one_line.looks_like_one(text):
        return one_line.read(text, source, genre_name)
    if not contents(text):
        what = "it holds only comments" if text.strip() else "it is empty"
        return iter([PuzzleError(f"no puzzle in {source}: {what}", source)])
    if known:
        return _read_as(known, text, source)
    found = _genres_of(text, source)
    if len(found) == 1:
        return found[0].read(text, source)
    if found:
        names = " or ".join(f"'{one.GENRE}'" for one in found)
        message = f"{source} may be {names}: choose by --genre, or by the word in front of the sizes in the file"
        return iter([PuzzleError(message, source)])
    message = f"no puzzle in {source}: expected {_EXPECTED}, found {quoted(contents(text)[0])}"
    return iter([PuzzleError(message, source)])


def _read_as(genre: Genre, text: str, source: str) -> Iterator[Puzzle | PuzzleError]:
    """Yield the puzzles of one genre, or say that they are of another one, if they look so and none of them is good."""
    found = list(genre.read(text, source))
    likely = [one.GENRE for one in _likely(text)]
    if likely and genre.GENRE not in likely and all(isinstance(puzzle, PuzzleError) for puzzle in found):
        return iter([PuzzleError(f"{source} holds {' or '.join(likely)} puzzles, not {genre.GENRE}", source)])
    return iter(found)


def _likely(text: str) -> list[Genre]:
    """Return the genres that the beginning of the text looks like."""
    return [one for one in GENRES.values() if one.looks_like_one(text)]


def _genres_of(text: str, source: str) -> list[Genre]:
    """Return the genres that the text may be of: one if that is clear, none if it holds no puzzle.

    Where several look likely, the one with the largest share of good puzzles wins; of equals, the one whose name is in
    the name of the file or of its folder. Where none looks likely, the first with the largest share wins.
    """
    likely = _likely(text)
    if len(likely) == 1:
        return likely
    shares = {
        one.GENRE: fmean(not isinstance(puzzle, PuzzleError) for puzzle in one.read(text, source))
        for one in likely or GENRES.values()
    }
    best = max(shares.values())
    if best == 0:
        return likely[:1]
    equals = [GENRES[name] for name, share in shares.items() if share == best]
    place = "/".join(Path(source).parts[-2:]).lower()
    return [one for one in equals if one.GENRE in place] or (equals if likely else equals[:1])
