"""Tables of Sudokus, as spreadsheets and data sets have them: a puzzle a line, in one of several columns."""

import csv
import re
from itertools import islice

from rowloom.host.puzzles.lines import Lines
from rowloom.host.puzzles.text import is_whole

__all__ = ["is_header"]

_SEPARATORS = ",;\t|"
_NAME = re.compile(r"[^\W\d][\w .#()-]*|")
"""Of a column; that of a table's numbers may have none."""
_PUZZLES = re.compile("(quizz?|puzzle|sudoku|grid|board|question|problem|given|clue)(e?s)?", re.IGNORECASE)
"""The name of the only column."""


def is_header(lines: Lines) -> bool:
    """Return whether the next line has the names of the columns in the line below it, one of which has a Sudoku."""
    if not lines[0].text.lstrip(f'"{_SEPARATORS}')[:1].isalpha():
        return False
    header, *below = (text for _, text in islice(lines, 2))
    if is_whole(header) or not below or not is_whole(below[0]):
        return False
    separator = next((one for one in _SEPARATORS if one in header), None)
    if separator is None:
        return _PUZZLES.fullmatch(header.strip('" ')) is not None
    names, cells = csv.reader([header, below[0]], delimiter=separator)
    return len(names) == len(cells) and all(_NAME.fullmatch(name.strip()) for name in names)
