"""Drawings of puzzles for the terminal and for pages. A drawing can show a puzzle, its solution, a partial solution, or
the differences between solutions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rowloom.host.drawing.drawing import Cell, Drawing, Edge
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.clued import cells_of
from rowloom.host.puzzles.edges import Edges, edges_between
from rowloom.host.puzzles.sudoku import Sudoku

__all__ = ["drawing_of", "fits_terminal", "partial_drawing", "rule_of", "titles"]

_LARGEST_IN_TERMINAL = 25
"""The maximum number of rows of a Sudoku that can be shown in a terminal."""

_SHADED, _OPEN = "1", "?"
_LINES = {"1": Edge.FOUND, "0": Edge.CROSSED, "?": Edge.NONE}


def drawing_of(puzzle: Puzzle, solution: Solution | None = None, coordinates: bool = False) -> Drawing:
    """Return the drawing of a puzzle or, with ``solution``, of its solution; with ``coordinates``, add the coordinates
    of rows and columns."""
    return replace(puzzle.drawing(solution), coordinates=coordinates)


def fits_terminal(puzzle: Puzzle) -> bool:
    """Return whether the puzzle can be shown in a terminal. Very large Sudokus can be drawn only in picture files."""
    return puzzle.genre != Sudoku.genre or puzzle.rows <= _LARGEST_IN_TERMINAL


def titles(puzzles: Mapping[int, Puzzle], grades: Mapping[int, str]) -> dict[int, str]:
    """Return the title of each puzzle in a book of puzzles. A title consists of the genre (if the book has several
    genres), the grade (if it is known) and the name."""
    several = len({puzzle.genre for puzzle in puzzles.values()}) > 1
    found = {}
    for key, puzzle in puzzles.items():
        kind = ", ".join(([puzzle.title] if several else []) + ([grades[key]] if key in grades else []))
        found[key] = f"{kind}: {puzzle.name}" if kind else puzzle.name
    return found


def rule_of(puzzle: Puzzle) -> str:
    """Return the title and the rules of a puzzle's genre."""
    return f"{puzzle.title}: {puzzle.rule}"


def partial_drawing(puzzle: Puzzle, rows: Sequence[Sequence[str]], edges: Edges | None = None) -> Drawing:
    """Return the drawing of a partial solution.

    In ``rows``, an unknown cell is "?". Unknown cells are tinted, and show a "?" unless they have a clue. If the genre
    has a loop, ``edges`` says which edges are lines; by default, this follows from the colours of the cells.
    """
    blank = puzzle.drawing()
    open_cells = cells_of(rows, _OPEN)
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
        return replace(drawing, shaded=cells_of(rows, _SHADED))
    return replace(drawing, texts=tuple(map(tuple, rows)))


def _texts(drawing: Drawing) -> set[Cell]:
    return {(row, col) for row, line in enumerate(drawing.texts) for col, text in enumerate(line) if text}
