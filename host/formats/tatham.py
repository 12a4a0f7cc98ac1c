"""Puzzles of Simon Tatham's Portable Puzzle Collection, which calls Slitherlinks Loopy, and Sudokus Solo.

A game id is ``parameters:description``. The parameters of Loopy are ``<columns>x<rows>t<type of grid>``. The parameters
of Solo are ``<columns>x<rows>`` of a box, and letters for variants. Letters for the settings of the generator may
follow. A description lists the cells in row order; a letter encodes a run of 1 (a) to 26 (z) empty cells. In Solo,
``_`` separates adjacent numbers. The id may follow the name of the game, or the address of a page for the game. A save
file contains the name, the parameters and the description in lines ``KEY:length:value``. (Source: the functions for
parameters and descriptions in loopy.c and solo.c, and midend.c.)
"""

import re
from collections.abc import Iterator
from math import isqrt

from rowloom.host.formats.codings import LOOPY, SOLO, Coding, with_runs
from rowloom.host.formats.format import Block, Form
from rowloom.host.puzzles import Puzzle
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import check_size, in_rows, quoted
from rowloom.host.puzzles.text.unwrap import decoded

__all__ = ["FORMS", "begins", "read"]

_ID = r"(?P<width>[0-9]{1,4})(?:x(?P<height>[0-9]{1,4}))?(?P<rest>[a-z0-9]*)(?P<sign>[:#])\s*(?P<description>\S*)"
_GAME_IDS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<game>[a-z][a-z ]{{0,30}}?)\s*[:#]\s*{_ID}",
        rf"(?:\S{{0,500}}/)?(?P<game>[a-z]{{1,30}})(?:\.html|/)?(?:\?\S{{0,500}})?(?:#|[?&](?:id|game)=){_ID}",
        rf"(?P<game>){_ID.replace('{1,4}))?', '{1,4})|(?=[tj]|:[a-z0-9_]*[a-z]))')}",
    )
]
"""A game id after the name of a game, a game id after the address of a page, and a game id alone."""

_SAVED = re.compile(r"(?P<key>[A-Z]+) *:[0-9]+:(?P<value>.*)")
_SAVE_FILE = "SAVEFILE"

_LOOPY = re.compile(r"(?:t(?P<grid>[0-9]+))?(?:d[a-z])?")
_SOLO = re.compile(r"(?P<jigsaw>j?)(?P<x>x?)(?P<killer>k?)(?:md?[0-9]+|r[0-9]+|a|d[a-z])*")
_VARIANTS = {"jigsaw": "a Jigsaw", "x": "an X", "killer": "a Killer"}

_LEAST_LOOPY, _MOST_SOLO = 3, 31
"""The minimum number of rows and of columns in Loopy, and the maximum number in Solo."""


def begins(text: str) -> bool:
    """Return whether the line may be a game id or begins a save file."""
    return text.startswith(f"{_SAVE_FILE}:") or _parts(text) is not None


def read(block: Block) -> Iterator[Puzzle]:
    """Yield the puzzle in a game id or a save file; ValueError if the puzzle is neither a Slitherlink nor a Sudoku on
    squares."""
    text = _id_in_save_file(block) if block.text.startswith(f"{_SAVE_FILE}:") else block.text
    found = _parts(text)
    if found is None:
        raise ValueError(f"expected a game id of Loopy or Solo such as '7x7t0:...' or '3x3:...', found {quoted(text)}")
    game = found["game"].lower()
    if game not in ("", "loopy", "solo"):
        raise ValueError(f"the game {found['game'].capitalize()} is not supported; there are: Loopy and Solo")
    if found["sign"] == "#":
        raise ValueError(f"{quoted(text)} is a random seed, which contains no puzzle; expected a game id with a ':'")
    width, height = int(found["width"]), int(found["height"] or found["width"])
    make = _slitherlink if (game or _game_of(found, width, height)) == "loopy" else _sudoku
    yield make(width, height, found["rest"], found["description"], block)


def _parts(text: str) -> re.Match[str] | None:
    """Return the parts of a game id; None if the text is not a game id."""
    return next((found for pattern in _GAME_IDS if (found := pattern.fullmatch(decoded(text)))), None)


def _id_in_save_file(block: Block) -> str:
    """Return the game id in a save file; ValueError if a part of the id is missing."""
    lines = block.lines.below(lambda text: _SAVED.match(text) and not text.startswith(_SAVE_FILE))
    fields = {found["key"]: found["value"] for line in lines if (found := _SAVED.match(line))}
    if missing := [key for key in ("GAME", "PARAMS", "DESC") if key not in fields]:
        raise ValueError(f"there is no {' and no '.join(missing)} in this save file of Simon Tatham's collection")
    return f"{fields['GAME']}: {fields['PARAMS']}:{fields['DESC']}"


def _game_of(found: re.Match[str], width: int, height: int) -> str:
    """Return the game of an id that does not contain the name of the game. The parameters determine the game or, if
    they are valid for both Loopy and Solo, the number of cells does."""
    # Count the cells: a letter is a run of empty cells. Each digit counts as one cell, even in a number with two
    # digits. Other characters are ignored.
    tokens = re.findall("[a-z0-9]", found["description"])
    cells = sum(ord(token) - ord("a") + 1 if token.isalpha() else 1 for token in tokens)
    fits_loopy = cells <= width * height and _LOOPY.fullmatch(found["rest"])
    return "loopy" if found["rest"].startswith("t") or fits_loopy else "solo"


def _write(puzzle: Puzzle) -> str:
    """Return a puzzle as a game id; ValueError if the collection has no puzzles of its size."""
    cells = ["" if clue is None else str(clue) for row in puzzle.clues for clue in row]
    if puzzle.genre == Sudoku.genre:
        if puzzle.rows > _MOST_SOLO:
            raise ValueError(f"Solo has no grid of more than {_MOST_SOLO} rows, and this one has {puzzle.rows}")
        order = isqrt(puzzle.rows)
        return f"{order}x{order}:{with_runs(cells, 'a', '_')}"
    if min(puzzle.rows, puzzle.cols) < _LEAST_LOOPY:
        size = f"{puzzle.rows}x{puzzle.cols}"
        raise ValueError(f"Loopy has no grid smaller than {_LEAST_LOOPY}x{_LEAST_LOOPY}, and this one is {size}")
    return f"{puzzle.cols}x{puzzle.rows}t0:{with_runs(cells, 'a')}"


_GENRES = Slitherlink.genre, Slink.genre, Sudoku.genre
FORMS = (Form("tatham", "a game id of Simon Tatham's Loopy or Solo", _GENRES, _write),)


def _slitherlink(width: int, height: int, rest: str, description: str, block: Block) -> Puzzle:
    parameters = _LOOPY.fullmatch(rest)
    if parameters is None:
        raise ValueError(f"expected parameters of Loopy such as '7x7t0', found {quoted(f'{width}x{height}{rest}')}")
    if int(parameters["grid"] or 0) != 0:
        raise ValueError(f"this Loopy is not on squares (t{parameters['grid']}); expected t0")
    return _puzzle(Slitherlink.genre, height, width, LOOPY, description, block)


def _sudoku(width: int, height: int, rest: str, description: str, block: Block) -> Puzzle:
    parameters = _SOLO.fullmatch(rest)
    if parameters is None:
        raise ValueError(f"expected parameters of Solo such as '3x3', found {quoted(f'{width}x{height}{rest}')}")
    for variant, what in _VARIANTS.items():
        if parameters[variant]:
            raise ValueError(f"this Solo is {what} Sudoku; only plain Sudokus are supported")
    if width != height:
        raise ValueError(f"this Solo has boxes of {width} columns and {height} rows; only square boxes are supported")
    return _puzzle(Sudoku.genre, width * height, width * height, SOLO, description, block)


def _puzzle(genre: str, rows: int, cols: int, coding: Coding, description: str, block: Block) -> Puzzle:
    """Return the puzzle in a description."""
    check_size(rows, cols)
    cells = coding.cells(description, rows * cols)
    if len(cells) != rows * cols:
        raise ValueError(f"expected {rows * cols} cells for {rows} rows and {cols} columns, found {len(cells)}")
    return block.make(genre, rows, cols, in_rows(cells, cols))
