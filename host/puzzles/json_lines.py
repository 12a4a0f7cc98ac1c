"""Puzzles as JSON for programs, an object a line.

An object holds ``genre``, ``name``, ``rows``, ``cols`` and the rows of cells, called ``clues``, or ``cells`` in a
Sudoku. A cell is a number, null if it is empty, or ``"?"`` for a clue of unknown value.
"""

import json
from collections.abc import Callable

from rowloom.host.puzzles import canal, slink, slitherlink, smullyan, sudoku
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.text import printable, quoted

__all__ = ["is_object", "read", "write"]

_MAKE: dict[str, Callable[..., Puzzle]] = {
    slitherlink.GENRE: slitherlink.Slitherlink,
    slink.GENRE: slink.Slink,
    sudoku.GENRE: sudoku.from_clues,
    smullyan.GENRE: smullyan.Smullyan,
    canal.GENRE: canal.Canal,
}

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
        genre, rows, cols = record["genre"], _whole(record["rows"]), _whole(record["cols"])
        name = printable(str(record.get("name") or name))
        make = _MAKE[genre]
        grid = tuple(tuple(map(_cell, row)) for row in record[_field(genre)])
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"expected {_EXPECTED}, found {quoted(line)}") from error
    return make(name, rows, cols, grid, number)


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as a JSON object on one line."""
    record = {"genre": puzzle.genre, "name": puzzle.name, "rows": puzzle.rows, "cols": puzzle.cols}
    cells = [["?" if clue == UNKNOWN else clue for clue in row] for row in puzzle.clues]
    return json.dumps(record | {_field(puzzle.genre): cells})


def _field(genre: str) -> str:
    """Return the name of the field with the rows of cells."""
    return "cells" if genre == sudoku.GENRE else "clues"


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def _cell(value: object) -> int | None:
    if value is None:
        return None
    return UNKNOWN if value == "?" else _whole(value)
