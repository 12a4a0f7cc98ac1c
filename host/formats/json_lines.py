"""Puzzles as JSON for programs: objects, one a line, in a list, or over several lines.

An object holds ``genre``, ``name``, ``rows``, ``cols`` and the rows of cells, called ``clues``, or ``cells`` in a
Sudoku. A cell is a number, null if it is empty, or ``"?"`` for a clue of unknown value. One without a genre may hold a
Sudoku's 81 characters as its ``puzzle``.
"""

import json
import re
from collections.abc import Iterator

from rowloom.host.formats.format import Form, Piece
from rowloom.host.puzzles import GENRES, Puzzle
from rowloom.host.puzzles.puzzle import Clues
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import WHOLE, genre_name, place, quoted
from rowloom.host.puzzles.text.lines import Fault

__all__ = ["FORMS", "begins", "read"]

_BEGINS = re.compile(r"\{(?!\s*\{)|\[\s*\{")

_LONGEST = 24
"""Characters of a value in a message."""

_EXPECTED = """a JSON object with "genre", "rows", "cols" and the rows of "clues" ("cells" in a Sudoku)"""


def begins(text: str) -> bool:
    """Return whether the line may begin with such an object, or a list of them, whatever it holds."""
    return _BEGINS.match(text) is not None


def read(piece: Piece) -> Iterator[Puzzle | Fault]:
    """Yield the puzzles in JSON objects, a fault in place of each bad one; ValueError if it is no JSON."""
    text, skipped = piece.bracketed()
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"expected {_EXPECTED}, found {quoted(text, error.pos)}: {error.msg}{skipped}") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"expected {_EXPECTED}, found {quoted(text)}: {error}{skipped}") from error
    for record in value if isinstance(value, list) else [value]:
        try:
            yield _puzzle(record, piece)
        except ValueError as error:
            yield Fault(str(error), piece.number)


def _puzzle(record: object, piece: Piece) -> Puzzle:
    """Return the puzzle in an object; ValueError if it holds none."""
    if not isinstance(record, dict):
        raise ValueError(f"expected {_EXPECTED}, found {_shown(record)}")
    name, cells = str(record.get("name") or ""), str(record.get("puzzle"))
    if "genre" not in record and WHOLE.fullmatch(cells):
        return piece.sudoku(cells, name)
    genre = _value(record, "genre")
    if not isinstance(genre, str) or genre_name(genre) not in GENRES:
        raise ValueError(f'"genre": expected one of {", ".join(GENRES)}, found {_shown(genre)}')
    genre = genre_name(genre)
    rows, cols = _size(record, "rows"), _size(record, "cols")
    return piece.make(genre, rows, cols, _grid(record, genre), name)


def _write(puzzle: Puzzle) -> str:
    """Return the puzzle as a JSON object on one line."""
    record = {"genre": puzzle.genre, "name": puzzle.name, "rows": puzzle.rows, "cols": puzzle.cols}
    cells = [["?" if clue == UNKNOWN else clue for clue in row] for row in puzzle.clues]
    return json.dumps(record | {_field(puzzle.genre): cells})


FORMS = (Form("json", "a JSON object a line", tuple(GENRES), _write, named=False),)


def _field(genre: str) -> str:
    """Return the name of the field with the rows of cells."""
    return "cells" if genre == Sudoku.genre else "clues"


def _value(record: dict[str, object], field: str) -> object:
    if field not in record:
        raise ValueError(f'there is no "{field}"; expected {_EXPECTED}')
    return record[field]


def _size(record: dict[str, object], field: str) -> int:
    value = _value(record, field)
    if type(value) is not int:
        raise ValueError(f'"{field}": expected a whole number, found {_shown(value)}')
    return value


def _grid(record: dict[str, object], genre: str) -> Clues:
    field = _field(genre)
    rows = _value(record, field)
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise ValueError(f'"{field}": expected a list of rows, each a list of cells, found {_shown(rows)}')
    unknown = GENRES[genre].unknown
    return tuple(
        tuple(_cell(value, row, col, unknown) for col, value in enumerate(values)) for row, values in enumerate(rows)
    )


def _cell(value: object, row: int, col: int, unknown: bool) -> int | None:
    """Return the clue in a value; ``unknown`` says whether there are clues of unknown value."""
    if value is None:
        return None
    if type(value) is int and value >= 0:
        return value
    if unknown and value == "?":
        return UNKNOWN
    expected = 'a whole number, null or "?"' if unknown else "a whole number or null"
    raise ValueError(f"{place(row, col)}: expected {expected}, found {_shown(value)}")


def _shown(value: object) -> str:
    """Return a value as it stands in JSON, not too long."""
    text = json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
