"""Picture files, drawn by matplotlib."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import groupby, product
from pathlib import Path
from typing import TYPE_CHECKING

from rowloom.host.puzzles.drawing import Drawing, Line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["LARGEST_FONT", "PictureError", "save", "svg"]

_METADATA = {".png": {}, ".svg": {"Date": None}}
"""By suffix: matplotlib writes the date into SVG by default."""

_CELL = 0.36
_MARGIN = 0.2
"""Inches."""

_DPI = 200
_MOST_PIXELS = 6000
"""The longest side of a PNG: larger pictures have fewer pixels a cell, down to 26 for a grid of 225 cells."""

_PAPER, _TINT, _GREY, _FOUND, _TEXT = "#ffffff", "#fdf0d5", "#9aa5b1", "#c1440e", "#1f2933"
_SHADE = "#b4bdc7"
_ARROWS = {True: "#c81e1e", False: "#0d8a8a"}
"""Red if marked, teal if not, as in Somenzi (2025), Figure 2."""

_LINES = {Line.THIN: (_GREY, 0.5), Line.THICK: (_TEXT, 1.6), Line.FOUND: (_FOUND, 3)}
"""Colour, and width in points."""

_TEXT_SIZES = {1: 13, 2: 12, 3: 9.5}
"""Points, by the longest text of a picture."""

LARGEST_FONT = 72
"""Points."""


class PictureError(Exception):
    """The picture cannot be drawn."""


def svg(drawing: Drawing) -> str:
    """Return a picture as the text of an SVG file; :class:`PictureError` if matplotlib is not installed."""
    with StringIO() as file:
        _draw(drawing, file, ".svg")
        return file.getvalue()


def save(drawing: Drawing, path: str | Path, font_size: float | None = None) -> None:
    """Draw into a file.

    The same drawing makes the same SVG file, byte for byte, with the same version of matplotlib.

    Parameters
    ----------
    path : str or Path
        The file to write; its suffix, ``.png`` or ``.svg``, decides the format. It raises OSError if it cannot be
        written, and :class:`PictureError` if the suffix is another one, or matplotlib is not installed.
    font_size : float, up to LARGEST_FONT, optional
        The height of the texts in points, by default what fits the longest of them. The cells grow with it.
    """
    path = Path(path)
    if path.suffix.lower() not in _METADATA:
        raise PictureError(f"cannot draw '{path}': expected a name that ends in {' or '.join(_METADATA)}")
    _draw(drawing, path, path.suffix.lower(), font_size)


def _draw(drawing: Drawing, file: Path | StringIO, suffix: str, font_size: float | None = None) -> None:
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        raise PictureError("pictures need matplotlib: pip install 'rowloom[draw]'") from error

    fitting = _TEXT_SIZES[max((len(text) for row in drawing.texts for text in row if text), default=1)]
    size = font_size or fitting
    cell = _CELL * max(1, size / fitting)
    width, height = (count * cell + 2 * _MARGIN for count in (drawing.cols, drawing.rows))
    figure = Figure(figsize=(width, height), facecolor=_PAPER)
    margin = _MARGIN / cell
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(-margin, drawing.cols + margin), ylim=(drawing.rows + margin, -margin), aspect="equal")
    axes.axis("off")
    _draw_cells(axes, drawing)
    _draw_lines(axes, drawing)
    _draw_texts(axes, drawing, size)
    _draw_arrows(axes, drawing)
    dpi = min(_DPI, _MOST_PIXELS / max(width, height))
    with rc_context({"svg.hashsalt": "rowloom"}):
        figure.savefig(
            file, dpi=dpi, facecolor=_PAPER, metadata=_METADATA[suffix], format=suffix.removeprefix(".")
        )


def _draw_cells(axes: "Axes", drawing: Drawing) -> None:
    """Fill the shaded and the tinted cells; one unit a cell, row 0 on top."""
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    for cells, colour in ((drawing.tinted, _TINT), (drawing.shaded or (), _SHADE)):
        filled = [Rectangle((col, row), 1, 1) for row, col in sorted(cells)]
        # neighbours overlap slightly, so that no paper shows between them
        axes.add_collection(PatchCollection(filled, facecolor=colour, edgecolor=colour, linewidth=0.5, zorder=1))


def _draw_lines(axes: "Axes", drawing: Drawing) -> None:
    """Draw the dots, and the lines over them, the strongest last."""
    from matplotlib.collections import LineCollection

    if drawing.dotted:
        down, across = zip(*product(range(drawing.rows + 1), range(drawing.cols + 1)))
        axes.scatter(across, down, s=7, color=_GREY, linewidth=0, zorder=2)
    for line, (colour, width) in _LINES.items():
        segments = list(_segments(drawing, line))
        axes.add_collection(LineCollection(segments, color=colour, linewidth=width, capstyle="round", zorder=3))


def _segments(drawing: Drawing, line: Line) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the ends, as (x, y), of the straight segments of this kind of line."""
    for row, edges in enumerate(drawing.horizontal):
        yield from (((start, row), (end, row)) for start, end in _runs(edges, line))
    for col, edges in enumerate(zip(*drawing.vertical)):
        yield from (((col, start), (col, end)) for start, end in _runs(edges, line))


def _runs(edges: Sequence[Line], line: Line) -> Iterator[tuple[int, int]]:
    """Yield where runs of this kind of line start and end."""
    for kind, run in groupby(range(len(edges)), edges.__getitem__):
        if kind == line:
            places = list(run)
            yield places[0], places[-1] + 1


def _draw_texts(axes: "Axes", drawing: Drawing, size: float) -> None:
    """Draw the texts; the outline of each is made only once, since a large grid has 50,000 cells."""
    from matplotlib.collections import PathCollection
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath
    from matplotlib.transforms import Affine2D

    places = defaultdict(list)
    for row, texts in enumerate(drawing.texts):
        for col, text in enumerate(texts):
            if text:
                places[text, (row, col) in drawing.found].append((col + 0.5, row + 0.5))
    height = TextPath((0, 0), "0", size).get_extents().height
    for (text, found), offsets in places.items():
        font = FontProperties(weight="normal" if found or drawing.dotted else "bold")
        outlines = TextPath((0, 0), text, size, prop=font)
        box = outlines.get_extents()
        centred = Affine2D().translate(-(box.x0 + box.x1) / 2, -height / 2)
        axes.add_collection(
            PathCollection(
                [outlines.transformed(centred)], offsets=offsets, offset_transform=axes.transData,
                transform=Affine2D().scale(1 / 72) + axes.figure.dpi_scale_trans, facecolor=_FOUND if found else _TEXT,
                linewidth=0, zorder=4,
            )
        )


def _draw_arrows(axes: "Axes", drawing: Drawing) -> None:
    """Draw each arrow across the edge between two cells, where it hides no text."""
    for marked, colour in _ARROWS.items():
        arrows = [
            (arrow.col + 0.5 * (1 + arrow.right), arrow.row + 0.5 * (1 + arrow.down), arrow.right, arrow.down)
            for arrow in drawing.arrows
            if arrow.marked == marked
        ]
        if arrows:
            axes.quiver(
                *zip(*arrows), pivot="middle", angles="xy", scale_units="xy", scale=2, units="xy", width=0.07,
                color=colour, zorder=5,
            )
