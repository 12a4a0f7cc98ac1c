"""Pictures of puzzles of which a part is solved, and of how solutions differ."""

from collections.abc import Sequence, Set
from dataclasses import replace

from rowloom.host import puzzles
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.drawing import Cell, Drawing, Line

__all__ = ["known", "set_off"]

_OUTSIDE, _SHADED, _OPEN = "0", "1", "?"


def known(puzzle: Puzzle, rows: Sequence[Sequence[str]]) -> Drawing:
    """Return a drawing of what is known of a puzzle's solution.

    Parameters
    ----------
    puzzle : Puzzle
    rows : sequence of rows of str
        As a solution has them, "?" in open cells: these are tinted, and say "?" unless they have a clue. An edge of
        a Slitherlink is known if both its cells are.
    """
    blank = puzzles.genre(puzzle.genre).drawing(puzzle)
    open_cells = _cells(rows, _OPEN)
    texts = tuple(
        tuple(text or (_OPEN if (row, col) in open_cells else "") for col, text in enumerate(line))
        for row, line in enumerate(blank.texts)
    )
    drawing = replace(blank, texts=texts, found={*blank.found, *open_cells} - _texts(blank), tinted=open_cells)
    if blank.dotted:
        frame = [_OUTSIDE] * puzzle.cols
        return replace(
            drawing,
            horizontal=tuple(tuple(map(_line, above, below)) for above, below in zip([frame, *rows], [*rows, frame])),
            vertical=tuple(tuple(map(_line, [_OUTSIDE, *row], [*row, _OUTSIDE])) for row in rows),
        )
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


def _line(one: str, other: str) -> Line:
    """Return what is known of the edge between two cells."""
    if _OPEN in (one, other):
        return Line.NONE
    return Line.CROSSED if one == other else Line.FOUND
