"""Pictures in files, drawn by matplotlib."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rowloom.host.puzzles import genre
from rowloom.host.puzzles.drawing import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["PictureError", "picture"]

_METADATA = {
    # matplotlib would write the time of day into these
    ".png": {},
    ".svg": {"Date": None},
}

_CELL = 0.36
_MARGIN = 0.2
"""Inches."""

_PAPER, _TINT, _DOTS, _LOOP, _TEXT = "#ffffff", "#fdf0d5", "#9aa5b1", "#c1440e", "#1f2933"


class PictureError(Exception):
    """A picture cannot be drawn."""


def picture(puzzle: Any, solution: Sequence[str] | None, path: str | Path) -> None:
    """Draws a puzzle, and its solution if there is one, into a file.

    The same puzzle makes the same SVG file, byte for byte, with the same version of matplotlib.

    Parameters
    ----------
    puzzle : puzzle of any genre
    solution : solution of that genre, or None
    path : str or Path
        The file to write; its suffix, ``.png`` or ``.svg``, says what kind.

    Raises
    ------
    PictureError
        If the suffix is another one, or matplotlib is not installed.
    OSError
        If the file cannot be written.
    """
    path = Path(path)
    if path.suffix.lower() not in _METADATA:
        raise PictureError(f"cannot draw '{path}': expected a name that ends in {' or '.join(_METADATA)}")
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        raise PictureError("pictures need matplotlib: pip install 'rowloom[draw]'") from error

    drawing = genre(puzzle.genre).drawing(puzzle, solution)
    width, height = (size * _CELL + 2 * _MARGIN for size in (drawing.cols, drawing.rows))
    figure = Figure(figsize=(width, height), facecolor=_PAPER)
    margin = _MARGIN / _CELL
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(-margin, drawing.cols + margin), ylim=(drawing.rows + margin, -margin), aspect="equal")
    axes.axis("off")
    _draw(axes, drawing)
    with rc_context({"svg.hashsalt": "rowloom"}):
        figure.savefig(path, dpi=200, facecolor=_PAPER, metadata=_METADATA[path.suffix.lower()])


def _draw(axes: "Axes", drawing: Drawing) -> None:
    """One unit a cell, row 0 on top; from the back to the front."""
    from matplotlib.collections import LineCollection, PatchCollection
    from matplotlib.patches import Rectangle

    cells = [(row, col) for row in range(drawing.rows) for col in range(drawing.cols)]
    tinted = [Rectangle((col, row), 1, 1) for row, col in cells if drawing.tinted[row][col]]
    # neighbours overlap by a hair's breadth, lest the paper show between them
    axes.add_collection(PatchCollection(tinted, facecolor=_TINT, edgecolor=_TINT, linewidth=0.5, zorder=1))
    vertices = [(col, row) for row in range(drawing.rows + 1) for col in range(drawing.cols + 1)]
    axes.scatter(*zip(*vertices), s=7, color=_DOTS, linewidth=0, zorder=2)
    loop = LineCollection(_segments(drawing), color=_LOOP, linewidth=3, capstyle="round", zorder=3)
    axes.add_collection(loop)
    for row, col in cells:
        if text := drawing.texts[row][col]:
            axes.text(
                col + 0.5, row + 0.5, text, color=_TEXT, size=13, ha="center", va="center_baseline", zorder=4
            )


def _segments(drawing: Drawing) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The lines' ends as (x, y)."""
    segments = [
        ((col, row), (col + 1, row))
        for row, line in enumerate(drawing.horizontal)
        for col, drawn in enumerate(line)
        if drawn
    ]
    return segments + [
        ((col, row), (col, row + 1))
        for row, line in enumerate(drawing.vertical)
        for col, drawn in enumerate(line)
        if drawn
    ]
