"""Pictures of puzzles of which a part is solved, and of how solutions differ."""

from collections.abc import Sequence, Set
from dataclasses import replace

from rowloom.host import puzzles
from rowloom.host.drawing.drawing import Cell, Drawing, Line
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.edges import Edges, edges_between

__all__ = ["known", "set_off"]

_SHADED, _OPEN = "1", "?"
_LINES = {"1": Line.FOUND, "0": Line.CROSSED, "?": Line.NONE}


def known(puzzle: Puzzle, rows: Sequence[Sequence[str]], edges: Edges | None = None) -> Drawing:
    """Return a drawing of what is known of a puzzle's solution.

    Parameters
    ----------
    puzzle : Puzzle
    rows : sequence of rows of str
        As a solution has them, "?" in open cells: these are tinted, and say "?" unless they have a clue.
    edges : Edges, optional
        What is known of a loop's; by default those between cells that are known.
    """
    blank = puzzles.genre(puzzle.genre).drawing(puzzle)
    open_cells = _cells(rows, _OPEN)
    texts = tuple(
        tuple(text or (_OPEN if (row, col) in open_cells else "") for col, text in enumerate(line))
        for row, line in enumerate(blank.texts)
    )
    drawing = replace(blank, texts=texts, found={*blank.found, *open_cells} - _texts(blank), tinted=open_cells)
    if blank.dotted:
        horizontal, vertical = (
            tuple(tuple(map(_LINES.__getitem__, row)) for row in part) for part in edges or edges_between(rows)
        )
        return replace(drawing, horizontal=horizontal, vertical=vertical)
    if blank.shaded is not None:
        return replace(drawing, shaded=_cells(rows, _SHADED))
    return replace(drawing, texts=tuple(map(tuple, rows)))


def set_off(puzzle: Puzzle, solution: Solution, cells: Set[Cell]) -> Drawing:
    """Return the drawing of a solution with these cells tinted, and no others."""
    return replace(puzzles.genre(puzzle.genre).drawing(puzzle, solution), tinted=cells)


def _cells(rows: Sequence[Sequence[str]], value: str) -> set[Cell]:
    return {(row, col) for row, line in enumerate(rows) for col, one in enumerate(line) if one == value}


def _texts(drawing: Drawing) -> set[Cell]:
    return {(row, col) for row, line in enumerate(drawing.texts) for col, text in enumerate(line) if text}
