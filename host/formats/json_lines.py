"""Puzzles as JSON objects for programs. A text contains an object on each line, or a list of objects. An object may
also be split over several lines.

An object contains ``genre``, ``name``, ``rows`` and ``cols``. The rows of cells are in ``clues`` or, in a Sudoku, in
``cells``. A cell is a number, null if it is empty, or ``"?"`` for a clue of unknown value. An object without a genre
may contain the 81 characters of a Sudoku as its ``puzzle``.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from rowloom.host.formats.format import Block, Form
from rowloom.host.puzzles import GENRES, Puzzle
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import WHOLE, cell_name, genre_name, quoted
from rowloom.host.puzzles.text.lines import Fault

__all__ = ["FORMS", "begins", "read"]

_BEGINS = re.compile(r"\{(?!\s*\{)|\[\s*\{")

_OTHER_PROGRAMS = {"SudokuPad": {"cellSize", "cells"}, "f-puzzles": {"size", "grid"}}
"""The fields by which objects of other programs are recognised."""

_EXPECTED = """a JSON object with "genre", "rows", "cols" and the rows of "clues" ("cells" in a Sudoku)"""


def begins(text: str) -> bool:
    """Return whether the line may begin with an object or a list of objects."""
    return _BEGINS.match(text) is not None


def read(block: Block) -> Iterator[Puzzle | Fault]:
    """Yield the puzzles in JSON objects, and a fault for each bad puzzle; ValueError if the text is not JSON."""
    text, skipped = block.bracketed()
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"expected {_EXPECTED}, found {quoted(text, error.pos)}: {error.msg}{skipped}") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"expected {_EXPECTED}, found {quoted(text)}: {error}{skipped}") from error
    for record in value if isinstance(value, list) else [value]:
        try:
            yield _puzzle(record, block)
        except ValueError as error:
            yield Fault(str(error), block.number)


def _puzzle(record: object, block: Block) -> Puzzle:
    """Return the puzzle in an object; ValueError if the object contains no puzzle."""
    if not isinstance(record, dict):
        raise ValueError(f"expected {_EXPECTED}, found {_shown(record)}")
    for program, fields in _OTHER_PROGRAMS.items():
        if fields <= record.keys():
            raise ValueError(f"JSON of {program} is not supported; copy the grid as text")
    name, cells = str(record.get("name") or ""), str(record.get("puzzle"))
    if "genre" not in record and WHOLE.fullmatch(cells):
        return block.sudoku(cells, name)

    def value(field: str, is_right: Callable[[Any], bool], expected: str) -> Any:
        if field not in record:
            raise ValueError(f'there is no "{field}"; expected {_EXPECTED}')
        if not is_right(record[field]):
            raise ValueError(f'"{field}": expected {expected}, found {_shown(record[field])}')
        return record[field]

    genre = genre_name(value("genre", lambda it: isinstance(it, str) and genre_name(it) in GENRES,
                             f"one of {', '.join(GENRES)}"))  # fmt: skip
    rows, cols = (value(field, lambda it: type(it) is int, "a whole number") for field in ("rows", "cols"))
    grid = value(_field(genre), lambda it: isinstance(it, list) and all(isinstance(row, list) for row in it),
                 "a list of rows, each a list of cells")  # fmt: skip
    unknown = GENRES[genre].unknown
    clues = [[_cell(cell, row, col, unknown) for col, cell in enumerate(cells)] for row, cells in enumerate(grid)]
    return block.make(genre, rows, cols, clues, name)


def _cell(value: object, row: int, col: int, unknown: bool) -> int | None:
    """Return the clue that a value represents; clues of unknown value are allowed if ``unknown`` is set."""
    if value is None or (type(value) is int and value >= 0):
        return value
    if unknown and value == "?":
        return UNKNOWN
    expected = 'a whole number, null or "?"' if unknown else "a whole number or null"
    raise ValueError(f"{cell_name(row, col)}: expected {expected}, found {_shown(value)}")


def _shown(value: object) -> str:
    """Return a value as JSON, shortened for a message."""
    text = json.dumps(value)
    return text if len(text) <= 24 else f"{text[:24]}..."


def _field(genre: str) -> str:
    return "cells" if genre == Sudoku.genre else "clues"


def _write(puzzle: Puzzle) -> str:
    """Return the puzzle as a JSON object on one line."""
    record = {"genre": puzzle.genre, "name": puzzle.name, "rows": puzzle.rows, "cols": puzzle.cols}
    cells = [["?" if clue == UNKNOWN else clue for clue in row] for row in puzzle.clues]
    return json.dumps(record | {_field(puzzle.genre): cells})


FORMS = (Form("json", "a JSON object per line", tuple(GENRES), _write, named=False),)
