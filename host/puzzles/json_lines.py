"""Puzzles as JSON, an object a line: for programs.

An object holds ``genre``, ``name``, ``rows``, ``cols`` and the rows of cells, called ``clues``, or ``cells`` in a
Sudoku. A cell is a number, null if it is empty, or ``"?"`` for a clue of unknown value.
"""

import json
from typing import Any

from rowloom.host.puzzles import canal, slink, slitherlink, smullyan, sudoku
from rowloom.host.puzzles.text import printable, quoted

__all__ = ["is_object", "read", "write"]

_TYPES = {
    slitherlink.GENRE: slitherlink.Slitherlink,
    slink.GENRE: slink.Slink,
    sudoku.GENRE: sudoku.Sudoku,
    smullyan.GENRE: smullyan.Smullyan,
    canal.GENRE: canal.Canal,
}

_EXPECTED = """a JSON object with "genre", "rows", "cols" and the rows of "clues" ("cells" in a Sudoku)"""


def is_object(line: str) -> bool:
    """Whether the line may be such an object, whatever it holds."""
    return line.startswith("{")


def read(line: str, name: str, number: int) -> Any:
    """The puzzle that an object holds.

    Parameters
    ----------
    line : str
        The object.
    name : str
        What to call the puzzle, if the object does not say.
    number : int
        The line's number in the file.

    Raises
    ------
    ValueError
        If it holds no puzzle; the message says why.
    """
    try:
        record = json.loads(line)
        kind = _TYPES[record["genre"]]
        size = _whole(record["rows"]), _whole(record["cols"])
        called = record.get("name") or name
        empty = 0 if kind is sudoku.Sudoku else None
        grid = tuple(tuple(_cell(cell, empty) for cell in row) for row in record[_field(kind)])
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"expected {_EXPECTED}, found {quoted(line)}") from error
    puzzle = kind(printable(str(called)), *size, grid, number)
    return sudoku.consistent(puzzle) if kind is sudoku.Sudoku else puzzle


def write(puzzle: Any) -> str:
    """The puzzle as an object, on one line."""
    field = _field(type(puzzle))
    record = {"genre": puzzle.genre, "name": puzzle.name, "rows": puzzle.rows, "cols": puzzle.cols}
    empty = 0 if puzzle.genre == sudoku.GENRE else None
    names = {empty: None} | ({canal.UNKNOWN: "?"} if puzzle.genre == canal.GENRE else {})
    record[field] = [[names.get(cell, cell) for cell in row] for row in getattr(puzzle, field)]
    return json.dumps(record)


def _field(kind: type) -> str:
    """What the rows of cells are called."""
    return "cells" if kind is sudoku.Sudoku else "clues"


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def _cell(value: object, empty: int | None) -> int | None:
    if value is None:
        return empty
    return canal.UNKNOWN if value == "?" else _whole(value)
