"""Files that say which cells may have clues."""

from rowloom.engines.engine import Size
from rowloom.host.drawing.drawing import Cell

__all__ = ["mask_of"]

_CHARACTERS = {"#": True, ".": False}


def mask_of(text: str, source: str, size: Size | None = None) -> tuple[frozenset[Cell], Size]:
    """Return the cells that a text marks, and the size of its grid, which must equal ``size`` if that is given.

    A line is a row, with ``#`` for a cell that may have a clue, and ``.`` for any other cell.

    Raises
    ------
    ValueError
        If there is another character, or not a row for each row of the puzzle, or one of another length.
    """
    rows = [line.strip() for line in text.splitlines() if line.strip()]
    size = size or Size(len(rows), len(rows[0]) if rows else 0)
    if len(rows) != size.rows:
        raise ValueError(f"{source}: expected {size.rows} rows, found {len(rows)}")
    for number, row in enumerate(rows, 1):
        if wrong := next((character for character in row if character not in _CHARACTERS), None):
            raise ValueError(f"{source}: row {number}: {wrong!a} is neither '#' nor '.'")
        if len(row) != size.cols:
            raise ValueError(f"{source}: row {number}: expected {size.cols} cells, found {len(row)}")
    marked = frozenset(
        (row, col) for row, line in enumerate(rows) for col, character in enumerate(line) if _CHARACTERS[character]
    )
    return marked, size
