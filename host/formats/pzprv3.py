"""Files of pzpr, the program behind puzz.link, and links that hold one; those of kanpen.net hold almost the same.

Below ``pzprv3`` and the kind stand the numbers of rows and columns, which a Sudoku has as one, then the rows of cells,
then what somebody has drawn. A cell is a number, ``.`` without a clue, or ``-`` for a clue of unknown value. In a link
slashes stand for the ends of lines. (Source: github.com/robx/pzprjs, src/pzpr/parser.js and
src/variety-common/FileData.js.)
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from rowloom.host.formats.format import Piece, is_number
from rowloom.host.puzzles import GENRES, Puzzle
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import MAX_SIZE, check_size, genre_name, place, quoted
from rowloom.host.puzzles.text.unwrap import decoded

__all__ = ["begins", "read"]

_HEAD = re.compile(r"pzprv3(?:\.[0-9]+)?", re.IGNORECASE)
_IN_LINK = re.compile(r"(?:^|[?&=#])pzprv3(?:\.[0-9]+)?/", re.IGNORECASE)
_OF_KANPEN = re.compile(r"(?<![a-z])(?P<kind>[a-z]{1,30})\.html\?problem=(?P<file>[^&#]*)", re.IGNORECASE)
_NAMED = "slither, sudoku, smullyan, canal"


def begins(text: str) -> bool:
    """Return whether the line is the first of such a file, or a link that holds one."""
    if _HEAD.fullmatch(text):
        return True
    link = decoded(text)
    return _IN_LINK.search(link) is not None or _OF_KANPEN.search(link) is not None


def read(piece: Piece) -> Iterator[Puzzle]:
    """Yield the puzzle in a file or in a link; ValueError if it holds none of a known genre."""
    if _HEAD.fullmatch(piece.text):
        kind, *lines = [*islice(piece.lines.below(_in_file), MAX_SIZE + 3)] or [""]
        piece.skip(_in_file)
        form = "pzprv3 file"
    elif found := _OF_KANPEN.search(decoded(piece.text)):
        kind, lines, form = found["kind"], found["file"].replace("_", " ").split("/"), "link of kanpen.net"
    else:
        kind, *lines = decoded(piece.text).partition("pzprv3")[2].split("/")[1:]
        form = "pzprv3 link"
    yield _puzzle(kind.strip(), [line.strip() for line in lines], form, piece)


def _in_file(text: str) -> bool:
    return text != "" and not _HEAD.fullmatch(text)


def _puzzle(kind: str, lines: Sequence[str], form: str, piece: Piece) -> Puzzle:
    genre = genre_name(kind)
    if genre not in GENRES:
        raise ValueError(f"no genre here is called {quoted(kind)} in a {form}; there are: {_NAMED}")
    numbers = 1 if genre == Sudoku.genre else 2
    sizes = [line for line in lines[:numbers] if is_number(line)]
    if len(sizes) < numbers:
        raise ValueError(f"expected the numbers of rows and columns in a {form}, found {quoted(' '.join(lines[:2]))}")
    rows, cols = int(sizes[0]), int(sizes[-1])
    check_size(rows, cols)
    below = [line for line in lines[numbers : numbers + rows] if line]
    if below and below[0].isalpha():
        raise ValueError(f"this {kind} has the option {quoted(below[0])}, whose rules are not known here")
    grid = [line.split() for line in below]
    if len(grid) < rows:
        raise ValueError(f"expected {rows} rows in a {form}, found {len(grid)}")
    clues = tuple(tuple(_clue(cell, row, col, genre) for col, cell in enumerate(one)) for row, one in enumerate(grid))
    return piece.make(genre, rows, cols, clues)


def _clue(cell: str, row: int, col: int, genre: str) -> int | None:
    if cell == "-":
        return UNKNOWN if GENRES[genre].unknown else None
    if cell == ".":
        return None
    if not is_number(cell):
        raise ValueError(f"{place(row, col)}: {quoted(cell)} is no clue; expected a number, '.' or '-'")
    return int(cell)
