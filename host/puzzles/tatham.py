"""Puzzles as game ids of Simon Tatham's Portable Puzzle Collection: Slitherlinks are its Loopy, Sudokus its Solo.

A game id is ``parameters:description``. Loopy's parameters are ``<columns>x<rows>t<type of grid>``, Solo's
``<columns>x<rows>`` of a box and letters for its variants; letters with the generator's settings may follow. A
description lists the cells row by row; a letter, a for 1 to z for 26, stands for this many empty ones. In Solo, ``_``
separates adjacent numbers. (Source: its loopy.c and solo.c, the functions for parameters and descriptions.)
"""

import re
from itertools import groupby
from math import isqrt

from rowloom.host.puzzles import slink, slitherlink, sudoku
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import check_size, in_rows, quoted

__all__ = ["GENRES", "is_game_id", "read", "write"]

GENRES = (slitherlink.GENRE, slink.GENRE, sudoku.GENRE)
"""What can be written as a game id."""

_GAME_ID = re.compile(
    r"(?:\S*/(?:loopy|solo)\.html#|(?:loopy|solo)\s*:\s*)?"  # a page that plays it, or the game's name
    r"(?P<width>[0-9]{1,4})(?:x(?P<height>[0-9]{1,4})|(?=[tj]))(?P<rest>[a-z0-9]*)"
    r"(?P<sign>[:#])\s*(?P<description>\S*)",
    re.IGNORECASE,
)
_LOOPY = re.compile(r"t(?P<grid>[0-9]+)(?:d[a-z])?")
_SOLO = re.compile(r"(?P<jigsaw>j?)(?P<x>x?)(?P<killer>k?)(?:md?[0-9]+|r[0-9]+|a|d[a-z])*")

_LEAST_LOOPY = 3
"""Loopy has no smaller grids."""
_MOST_SOLO = 31
"""Solo has no larger grids."""

_LOOPY_CODE = re.compile(r"[a-z]|[0-3]")
_SOLO_CODE = re.compile(r"[a-z]|[0-9]+|_")
_LONGEST_RUN = 26

_Clues = tuple[tuple[int | None, ...], ...]


def is_game_id(line: str) -> bool:
    """Return whether the line may be a game id, whatever it holds."""
    return _GAME_ID.fullmatch(line) is not None


def read(line: str, name: str, number: int) -> Slitherlink | Sudoku:
    """Return the puzzle in a game id, with this name and line number.

    The game's name, or the address of a page that plays it, may stand before the id. ValueError says if it is neither a
    Slitherlink on squares nor a Sudoku with square boxes.
    """
    found = _GAME_ID.fullmatch(line)
    if found is None:
        raise ValueError(f"expected a game id of Loopy or Solo such as '7x7t0:...' or '3x3:...', found {quoted(line)}")
    if found["sign"] == "#":
        raise ValueError(f"{quoted(line)} is a random seed, which holds no puzzle; expected a game id with a ':'")
    width, height = int(found["width"]), int(found["height"] or found["width"])
    make = _slitherlink if found["rest"].startswith("t") else _sudoku
    return make(width, height, found["rest"], found["description"], name, number)


def write(puzzle: Puzzle) -> str:
    """Return a puzzle of one of the ``GENRES`` as a game id; ValueError if the collection has none of its size."""
    cells = ["" if clue is None else str(clue) for row in puzzle.clues for clue in row]
    if puzzle.genre == sudoku.GENRE:
        if puzzle.rows > _MOST_SOLO:
            raise ValueError(f"Solo has no grid of more than {_MOST_SOLO} rows, and this one has {puzzle.rows}")
        order = isqrt(puzzle.rows)
        return f"{order}x{order}:{_description(cells, '_')}"
    if min(puzzle.rows, puzzle.cols) < _LEAST_LOOPY:
        size = f"{puzzle.rows}x{puzzle.cols}"
        raise ValueError(f"Loopy has no grid smaller than {_LEAST_LOOPY}x{_LEAST_LOOPY}, and this one is {size}")
    return f"{puzzle.cols}x{puzzle.rows}t0:{_description(cells)}"


def _slitherlink(width: int, height: int, rest: str, description: str, name: str, line: int) -> Slitherlink:
    parameters = _LOOPY.fullmatch(rest)
    if parameters is None:
        raise ValueError(f"expected parameters of Loopy such as '7x7t0', found {quoted(f'{width}x{height}{rest}')}")
    if int(parameters["grid"]) != 0:
        raise ValueError(f"this Loopy is not on squares (t{parameters['grid']}); expected t0")
    clues = _clues(description, _LOOPY_CODE, height, width, "a letter, 0, 1, 2 or 3")
    return Slitherlink(name, height, width, clues, line)


def _sudoku(width: int, height: int, rest: str, description: str, name: str, line: int) -> Sudoku:
    parameters = _SOLO.fullmatch(rest)
    if parameters is None:
        raise ValueError(f"expected parameters of Solo such as '3x3', found {quoted(f'{width}x{height}{rest}')}")
    for variant in ("jigsaw", "x", "killer"):
        if parameters[variant]:
            raise ValueError(f"this Solo is a {variant.capitalize()} Sudoku; only plain ones are known here")
    if width != height:
        raise ValueError(f"this Solo has boxes of {width} columns and {height} rows; only square ones are known here")
    size = width * height
    givens = _clues(description, _SOLO_CODE, size, size, "a letter, a number or '_'")
    return sudoku.from_clues(name, size, size, givens, line)


def _clues(description: str, code: re.Pattern[str], rows: int, cols: int, expected: str) -> _Clues:
    """Return the clues in a description."""
    check_size(rows, cols)
    cells: list[int | None] = []
    at = 0
    while at < len(description):
        found = code.match(description, at)
        if found is None:
            wrong = f"{quoted(description[at])} stands for no cells in such a game id: {quoted(description, at)}"
            raise ValueError(f"{wrong}; expected {expected}")
        token, at = found[0], found.end()
        if token.isalpha():
            cells += [None] * (ord(token) - ord("a") + 1)
        elif token != "_":
            cells.append(int(token))
    if len(cells) != rows * cols:
        raise ValueError(f"expected {rows * cols} cells for {rows} rows and {cols} columns, found {len(cells)}")
    return tuple(map(tuple, in_rows(cells, cols)))


def _description(cells: list[str], between: str = "") -> str:
    """Describe the cells, with a separator between numbers that follow each other."""
    parts = []
    for full, run in groupby(cells, key=bool):
        if full:
            parts.append(between.join(run))
        else:
            longest, left = divmod(len(list(run)), _LONGEST_RUN)
            parts.append("z" * longest + (chr(ord("a") + left - 1) if left else ""))
    return "".join(parts)
