"""What people paste: every row of the table that the host and the page share."""

import pytest

from rowloom.host import formats
from rowloom.host.puzzles import PuzzleError
from support.readings import PUZZLES, READINGS


def cell(clue):
    return "." if clue is None else "?" if clue == -1 else str(clue)


def shown(one):
    """What was read, as the table has it."""
    if isinstance(one, PuzzleError):
        return str(one)
    clues = [" ".join(map(cell, row)) for row in one.clues]
    return {"genre": one.genre, "rows": one.rows, "cols": one.cols, "clues": clues}


def agrees(one, expected):
    if isinstance(expected, str):
        return one == PUZZLES[expected]
    return isinstance(one, str) and all(word.lower() in one.lower() for word in expected["refused"])


@pytest.mark.parametrize("reading", READINGS, ids=lambda row: f"{row['kind']}: {row['text'][:40]!a}")
def test_a_text_is_read_as_the_table_says(reading):
    found = [shown(one) for one in formats.read(reading["text"], "f", reading.get("genre"))]
    expected = reading["found"]
    assert len(found) == len(expected) and all(map(agrees, found, expected)), found
