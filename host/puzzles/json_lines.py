"""Puzzles as JSON for programs, an object a line.

An object holds ``genre``, ``name``, ``rows``, ``cols`` and the rows of cells, called ``clues``, or ``cells`` in a
Sudoku. A cell is a number, null if it is empty, or ``"?"`` for a clue of unknown value.
"""

import json
from collections.abc import Callable

from rowloom.host.puzzles import canal, slink, slitherlink, smullyan, sudoku
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.text import place, printable, quoted

__all__ = ["is_object", "read", "write"]

_MAKE: dict[str, Callable[..., Puzzle]] = {
    slitherlink.GENRE: slitherlink.Slitherlink,
    slink.GENRE: slink.Slink,
    sudoku.GENRE: sudoku.from_clues,
    smullyan.GENRE: smullyan.Smullyan,
    canal.GENRE: canal.Canal,
}

_WITH_UNKNOWN = (smullyan.GENRE, canal.GENRE)
"""The genres that have clues of unknown value."""

_LONGEST = 24
"""Characters of a value in a message."""

_EXPECTED = """a JSON object with "genre", "rows", "cols" and the rows of "clues" ("cells" in a Sudoku)"""


def is_object(line: str) -> bool:
    """Return whether the line may be such an object, whatever it holds."""
    return line.startswith("{")


def read(line: str, name: str, number: int) -> Puzzle:
    """Return the puzzle in a JSON object, with this line number; ValueError if it holds none.

    The name is for objects without one.
    """
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"expected {_EXPECTED}, found {quoted(line, error.pos)}: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"expected {_EXPECTED}, found {quoted(line)}: {error}") from error
    genre = _value(record, "genre")
    if not isinstance(genre, str) or genre not in _MAKE:
        raise ValueError(f'"genre": expected one of {", ".join(_MAKE)}, found {_shown(genre)}')
    rows, cols = _size(record, "rows"), _size(record, "cols")
    name = printable(str(record.get("name") or name))
    return _MAKE[genre](name, rows, cols, _grid(record, genre), number)


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as a JSON object on one line."""
    record = {"genre": puzzle.genre, "name": puzzle.name, "rows": puzzle.rows, "cols": puzzle.cols}
    cells = [["?" if clue == UNKNOWN else clue for clue in row] for row in puzzle.clues]
    return json.dumps(record | {_field(puzzle.genre): cells})


def _field(genre: str) -> str:
    """Return the name of the field with the rows of cells."""
    return "cells" if genre == sudoku.GENRE else "clues"


def _value(record: dict[str, object], field: str) -> object:
    if field not in record:
        raise ValueError(f'there is no "{field}"; expected {_EXPECTED}')
    return record[field]


def _size(record: dict[str, object], field: str) -> int:
    value = _value(record, field)
    if type(value) is not int:
        raise ValueError(f'"{field}": expected a whole number, found {_shown(value)}')
    return value


def _grid(record: dict[str, object], genre: str) -> tuple[tuple[int | None, ...], ...]:
    field = _field(genre)
    rows = _value(record, field)
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise ValueError(f'"{field}": expected a list of rows, each a list of cells, found {_shown(rows)}')
    unknown = genre in _WITH_UNKNOWN
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
