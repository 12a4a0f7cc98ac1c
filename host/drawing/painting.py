"""Drawings painted with matplotlib: one unit a cell, row 0 on top, x before y."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from math import isqrt
from typing import TYPE_CHECKING

from rowloom.host.drawing.drawing import LABELS, Drawing, Line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["CELL", "TEXT", "candidate_size", "paint", "text_size"]

CELL = 0.36
"""The size in inches of a cell in which lines and texts have the sizes below; they grow and shrink with it."""

_TINT, _GREY, _FOUND, TEXT = "#fdf0d5", "#9aa5b1", "#c1440e", "#1f2933"
_SHADE, _LABEL, _CANDIDATE = "#b4bdc7", "#616e7c", "#3e4c59"
_ARROWS = {True: "#c81e1e", False: "#0d8a8a"}
"""Red if marked, teal if not, as in Somenzi (2025), Figure 2."""

_LINES = {Line.THIN: (_GREY, 0.5), Line.THICK: (TEXT, 1.6), Line.FOUND: (_FOUND, 3)}
"""Colour, and width in points."""

_CROSS = 6, 1.1
"""Points: the width of a cross and of its strokes."""

_TEXT_SIZES = {1: 13, 2: 12, 3: 9.5}
"""Points, by the length of the longest text in a picture."""

_LABEL_SIZE, _LARGEST_LABEL = 9, 11
"""Points; coordinates grow with the cells up to the second size."""

_DOT = 3
"""Points across."""

_CANDIDATE_SIZES = {1: 0.68, 2: 0.57, 3: 0.42}
"""Parts of a candidate's place in its cell, by the length of the longest candidate."""

_POINTS = 72
"""In an inch."""

_Point = tuple[float, float]


def text_size(drawing: Drawing, cell: float) -> float:
    """Return the height in points of the texts in cells of ``cell`` inches."""
    longest = max((len(text) for row in drawing.texts for text in row if text), default=1)
    return _TEXT_SIZES[longest] * cell / CELL


def candidate_size(drawing: Drawing, cell: float) -> float:
    """Return the height in points of the candidates in cells of ``cell`` inches."""
    return _CANDIDATE_SIZES[len(str(drawing.rows))] * cell * _POINTS / isqrt(drawing.rows)


def paint(axes: "Axes", drawing: Drawing, cell: float, size: float) -> None:
    """Paint a drawing with cells of ``cell`` inches and texts of ``size`` points.

    One unit of the axes is a cell. Coordinates are outside the grid, in ``LABELS`` cells around it.
    """
    scale = cell / CELL
    _paint_cells(axes, drawing, scale)
    _paint_lines(axes, drawing, scale)
    _paint_texts(axes, drawing, size)
    _paint_candidates(axes, drawing, cell)
    _paint_arrows(axes, drawing)
    if drawing.coordinates:
        _paint_coordinates(axes, drawing, scale)


def _paint_cells(axes: "Axes", drawing: Drawing, scale: float) -> None:
    """Fill the shaded and the tinted cells."""
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    for cells, colour in ((drawing.tinted, _TINT), (drawing.shaded or (), _SHADE)):
        filled = [Rectangle((col, row), 1, 1) for row, col in sorted(cells)]
        # neighbours overlap slightly, so that no paper shows between them
        axes.add_collection(
            PatchCollection(filled, facecolor=colour, edgecolor=colour, linewidth=0.5 * scale, zorder=1)
        )


def _paint_lines(axes: "Axes", drawing: Drawing, scale: float) -> None:
    """Paint the dots, the lines over them, the strongest last, and the crosses."""
    from matplotlib.collections import LineCollection

    if drawing.dotted:
        down, across = zip(*product(range(drawing.rows + 1), range(drawing.cols + 1)))
        axes.scatter(across, down, s=(_DOT * scale) ** 2, color=_GREY, linewidth=0, zorder=2)
    for line, (colour, width) in _LINES.items():
        segments = list(_segments(drawing, line))
        axes.add_collection(
            LineCollection(segments, color=colour, linewidth=width * scale, capstyle="round", zorder=3)
        )
    if crossed := list(_crossed(drawing)):
        across, down = zip(*crossed)
        width, stroke = (points * scale for points in _CROSS)
        axes.scatter(across, down, s=width**2, marker="x", color=_GREY, linewidth=stroke, zorder=3)


def _segments(drawing: Drawing, line: Line) -> Iterator[tuple[_Point, _Point]]:
    """Yield the ends of the straight segments of this kind of line."""
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


def _crossed(drawing: Drawing) -> Iterator[_Point]:
    """Yield the middles of the edges that are crossed out."""
    for row, edges in enumerate(drawing.horizontal):
        yield from ((col + 0.5, row) for col, line in enumerate(edges) if line == Line.CROSSED)
    for row, edges in enumerate(drawing.vertical):
        yield from ((col, row + 0.5) for col, line in enumerate(edges) if line == Line.CROSSED)


def _paint_texts(axes: "Axes", drawing: Drawing, size: float) -> None:
    places: dict[bool, dict[str, list[_Point]]] = {found: defaultdict(list) for found in (False, True)}
    for row, texts in enumerate(drawing.texts):
        for col, text in enumerate(texts):
            if text:
                places[(row, col) in drawing.found][text].append((col + 0.5, row + 0.5))
    _write(axes, places[False], size, TEXT, "normal" if drawing.dotted else "bold")
    _write(axes, places[True], size, _FOUND)


def _paint_candidates(axes: "Axes", drawing: Drawing, cell: float) -> None:
    """Write candidates from the upper left of a cell, in as many columns as a box has."""
    places = defaultdict(list)
    order = isqrt(drawing.rows)
    for (row, col), digits in sorted(drawing.candidates.items()):
        if not drawing.texts[row][col]:
            for digit in sorted(digits):
                down, right = divmod(digit - 1, order)
                # a little off the edges
                x, y = (0.05 + 0.9 * (at + 0.5) / order for at in (right, down))
                places[str(digit)].append((col + x, row + y))
    _write(axes, places, candidate_size(drawing, cell), _CANDIDATE)


def _paint_coordinates(axes: "Axes", drawing: Drawing, scale: float) -> None:
    labels = {f"c{col + 1}": [(col + 0.5, -LABELS / 2)] for col in range(drawing.cols)}
    labels |= {f"r{row + 1}": [(-LABELS / 2, row + 0.5)] for row in range(drawing.rows)}
    _write(axes, labels, min(_LABEL_SIZE * scale, _LARGEST_LABEL), _LABEL)


def _write(
    axes: "Axes", places: Mapping[str, Iterable[_Point]], size: float, colour: str, weight: str = "normal"
) -> None:
    """Write texts, each centred at several places, all at the height of digits.

    The outline of each text is made only once, because a large grid has 50,000 cells.
    """
    from matplotlib.collections import PathCollection
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath
    from matplotlib.transforms import Affine2D

    height = TextPath((0, 0), "0", size).get_extents().height
    for text, offsets in places.items():
        outlines = TextPath((0, 0), text, size, prop=FontProperties(weight=weight))
        box = outlines.get_extents()
        centred = Affine2D().translate(-(box.x0 + box.x1) / 2, -height / 2)
        axes.add_collection(
            PathCollection(
                [outlines.transformed(centred)], offsets=list(offsets), offset_transform=axes.transData,
                transform=Affine2D().scale(1 / _POINTS) + axes.figure.dpi_scale_trans, facecolor=colour, linewidth=0,
                zorder=4,
            )
        )


def _paint_arrows(axes: "Axes", drawing: Drawing) -> None:
    """Paint each arrow across the edge between two cells, where it hides no text."""
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
