"""Paint drawings and lines of text with matplotlib. A point in a grid is (x, y), in cells; row 0 is at the top."""

import logging
import warnings
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby, product
from math import isqrt
from pathlib import Path
from typing import IO, TYPE_CHECKING

from rowloom.errors import RowloomError
from rowloom.host.drawing.drawing import LABELS, Drawing, Edge

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "CELL", "LINE", "METADATA", "Canvas", "PictureError", "candidate_size", "reproducible", "suffix_of", "text_size",
    "undrawable", "wrapped",
]  # fmt: skip

CELL = 0.36
"""The usual size of a cell in inches; the sizes of lines and texts below are for cells of this size. If cells are
larger or smaller, lines and texts are scaled in proportion."""

_PAPER, _TINT, _GREY, _FOUND, _TEXT = "#ffffff", "#fdf0d5", "#9aa5b1", "#c1440e", "#1f2933"
_SHADE, _LABEL, _CANDIDATE = "#b4bdc7", "#616e7c", "#3e4c59"
_ARROWS = {True: "#c81e1e", False: "#0d8a8a"}
"""The colours of arrows by ``marked``: red if marked, teal if not, as in Somenzi (2025), Figure 2."""

_LINES = {Edge.THIN: (_GREY, 0.5), Edge.THICK: (_TEXT, 1.6), Edge.FOUND: (_FOUND, 3)}
"""The colour of each kind of line, and its width in points."""

_CROSS = 6, 1.1
"""The width of a cross, and the width of its strokes, in points."""

_TEXT_SIZES = {1: 13, 2: 12, 3: 9.5}
"""The height of texts in points, by the length of the longest text in a picture."""

_LABEL_SIZE, _LARGEST_LABEL, _DOT = 9, 11, 3
"""In points: the height of row and column labels next to cells of the size ``CELL``, their maximum height next to
larger cells, and the width of a dot."""

_CANDIDATE_SIZES = {1: 0.68, 2: 0.57, 3: 0.42}
"""The height of candidates, by the number of digits of the longest candidate, as a fraction of the space that each
candidate has in its cell."""

_Point = tuple[float, float]

_WEIGHTS = {False: "normal", True: "bold"}

LINE = 1.35 / 72
"""The distance between two lines of text, in inches per point of text height."""

METADATA: dict[str, dict[str, None]] = {".pdf": {"CreationDate": None}, ".png": {}, ".svg": {"Date": None}}
"""Metadata that matplotlib must leave out, by the suffix of the file. By default, matplotlib writes the date into some
files."""

_FAMILIES = (
    "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic", "MS Gothic", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei",
    "WenQuanYi Zen Hei", "Droid Sans Fallback",
)  # fmt: skip
"""Fonts for characters that matplotlib's own font lacks, such as Japanese characters. A font is used only if it is
installed."""


class PictureError(RowloomError):
    """The picture cannot be drawn."""


class Canvas:
    """A matplotlib ``figure`` for drawings and texts. Positions are in inches from the figure's upper left corner."""

    def __init__(self, width: float, height: float):
        from matplotlib.figure import Figure

        self.width, self.height = width, height
        self.figure = Figure(figsize=(width, height), facecolor=_PAPER)

    def draw(self, drawing: Drawing, left: float, top: float, cell: float, size: float | None = None) -> None:
        """Draw a grid with cells of ``cell`` inches.

        The upper left corner of the drawing, including its row and column labels, is at ``left``, ``top``. Only the
        outer lines extend beyond this point, by half their width. ``size`` is the height of the texts in points, by
        default the maximum at which all texts fit into the cells.
        """
        width, height = ((count + 2 * LABELS) * cell for count in (drawing.cols, drawing.rows))
        around = (LABELS - drawing.labels) * cell
        left, bottom = left - around, self.height - (top - around + height)
        axes = self.figure.add_axes((
            left / self.width, bottom / self.height, width / self.width, height / self.height))
        axes.set(xlim=(-LABELS, drawing.cols + LABELS), ylim=(drawing.rows + LABELS, -LABELS))
        axes.axis("off")
        scale = cell / CELL
        _paint_cells(axes, drawing, scale)
        _paint_lines(axes, drawing, scale)
        _paint_texts(axes, drawing, size or text_size(drawing, cell))
        _paint_candidates(axes, drawing, cell)
        _paint_arrows(axes, drawing)
        if drawing.coordinates:
            _paint_coordinates(axes, drawing, scale)

    def write(self, lines: Sequence[str], middle: float, top: float, size: float, bold: bool = False) -> None:
        """Write centred lines of text, one below the other, in ``size`` points. Each line is ``LINE * size`` high."""
        for number, line in enumerate(lines):
            # The baseline is placed so that capitals are in the middle of the line.
            baseline = top + LINE * size * (number + 0.5) + 0.36 * size / 72
            self.figure.text(
                middle / self.width, 1 - baseline / self.height, line, size=size, color=_TEXT,
                weight=_WEIGHTS[bold], ha="center", va="baseline", parse_math=False,
            )

    def save(self, file: Path | IO[str], suffix: str, dpi: float = 200) -> None:
        """Write a .png, .svg or .pdf file without a date, so that the files of identical pictures are identical."""
        self.figure.savefig(file, dpi=dpi, metadata=METADATA[suffix], format=suffix.removeprefix("."))


def suffix_of(path: Path, *suffixes: str) -> str:
    """Return the suffix of a picture's file; :class:`PictureError` if the suffix is not one of ``suffixes``."""
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        *others, last = suffixes
        names = f"{', '.join(others)} or {last}" if others else last
        raise PictureError(f"cannot draw '{path}': expected a name that ends in {names}")
    return suffix


@contextmanager
def reproducible() -> Iterator[None]:
    """Configure matplotlib so that it writes identical files for identical pictures; :class:`PictureError` if
    matplotlib is not installed."""
    try:
        from matplotlib import rc_context
        from matplotlib.font_manager import fontManager
    except ImportError as error:
        raise PictureError("pictures need matplotlib: pip install 'rowloom[draw]'") from error
    logger = logging.getLogger("matplotlib.font_manager")
    level = logger.level
    installed = {font.name for font in fontManager.ttflist}
    families = ["DejaVu Sans", *(family for family in _FAMILIES if family in installed)]
    with rc_context({"svg.hashsalt": "rowloom", "font.family": families}), warnings.catch_warnings():
        # Do not warn if no font has a character (a box is drawn instead), or if a font has no bold variant.
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from font", UserWarning)
        logger.setLevel(logging.ERROR)
        try:
            yield
        finally:
            logger.setLevel(level)


def undrawable(text: str) -> str:
    """Return, without repetition, the characters in a string that no font of :func:`reproducible` contains. A picture
    shows a box in place of each of these characters."""
    with reproducible():
        from matplotlib import rcParams
        from matplotlib.font_manager import findfont, get_font

        known = set().union(*(get_font(findfont(family)).get_charmap() for family in rcParams["font.family"]))
    shown = (character for character in text if character.isprintable() and not character.isspace())
    return "".join(dict.fromkeys(character for character in shown if ord(character) not in known))


def wrapped(text: str, width: float, size: float, bold: bool = False, most: int | None = None) -> list[str]:
    """Break a text of ``size`` points into lines of up to ``width`` inches.

    Lines are broken at spaces, or within a word that is too long for a line. If ``most`` is given, an ellipsis replaces
    the text that does not fit into ``most`` lines.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight=_WEIGHTS[bold])

    def fits(line: str) -> bool:
        return text_to_path.get_text_width_height_descent(line, font, ismath=False)[0] <= width * 72

    words = deque("".join(character if character.isprintable() else " " for character in text).split())
    lines: list[str] = []
    while words and len(lines) != most:
        line = words.popleft()
        if not fits(line):
            end = bisect_left(range(1, len(line)), True, key=lambda end: not fits(line[:end]))
            words.appendleft(line[max(1, end) :])
            line = line[: max(1, end)]
        else:
            while words and fits(f"{line} {words[0]}"):
                line += f" {words.popleft()}"
        lines.append(line)
    if words:
        while lines[-1] and not fits(f"{lines[-1]}…"):
            lines[-1] = lines[-1][:-1]
        lines[-1] += "…"
    return lines


def text_size(drawing: Drawing, cell: float) -> float:
    """Return the height of the texts, in points, if a cell is ``cell`` inches high."""
    longest = max((len(text) for row in drawing.texts for text in row if text), default=1)
    return _TEXT_SIZES[longest] * cell / CELL


def candidate_size(drawing: Drawing, cell: float) -> float:
    """Return the height of the candidates, in points, if a cell is ``cell`` inches high."""
    return _CANDIDATE_SIZES[len(str(drawing.rows))] * cell * 72 / isqrt(drawing.rows)


def _paint_cells(axes: "Axes", drawing: Drawing, scale: float) -> None:
    """Fill the shaded and the tinted cells."""
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    for cells, colour in ((drawing.tinted, _TINT), (drawing.shaded or (), _SHADE)):
        filled = [Rectangle((col, row), 1, 1) for row, col in sorted(cells)]
        # Neighbours overlap slightly, so that no gap is visible between them.
        axes.add_collection(PatchCollection(
            filled, facecolor=colour, edgecolor=colour, linewidth=0.5 * scale, zorder=1))


def _paint_lines(axes: "Axes", drawing: Drawing, scale: float) -> None:
    """Paint the dots, then the lines, the thinnest lines first, and then the crosses."""
    from matplotlib.collections import LineCollection

    if drawing.dotted:
        down, across = zip(*product(range(drawing.rows + 1), range(drawing.cols + 1)))
        axes.scatter(across, down, s=(_DOT * scale) ** 2, color=_GREY, linewidth=0, zorder=2)
    for line, (colour, width) in _LINES.items():
        segments = list(_segments(drawing, line))
        axes.add_collection(LineCollection(
            segments, color=colour, linewidth=width * scale, capstyle="round", zorder=3))
    if crossed := list(_crossed(drawing)):
        across, down = zip(*crossed)
        width, stroke = (points * scale for points in _CROSS)
        axes.scatter(across, down, s=width**2, marker="x", color=_GREY, linewidth=stroke, zorder=3)


def _segments(drawing: Drawing, line: Edge) -> Iterator[tuple[_Point, _Point]]:
    """Yield the ends of all straight lines of one kind; consecutive edges of this kind make one line."""
    for row, edges in enumerate(drawing.horizontal):
        yield from (((start, row), (end, row)) for start, end in _runs(edges, line))
    for col, edges in enumerate(zip(*drawing.vertical)):
        yield from (((col, start), (col, end)) for start, end in _runs(edges, line))


def _runs(edges: Sequence[Edge], line: Edge) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each run of equal edges with this kind of line."""
    for kind, run in groupby(range(len(edges)), edges.__getitem__):
        if kind == line:
            places = list(run)
            yield places[0], places[-1] + 1


def _crossed(drawing: Drawing) -> Iterator[_Point]:
    """Yield the midpoint of each edge that is crossed out."""
    for row, edges in enumerate(drawing.horizontal):
        yield from ((col + 0.5, row) for col, line in enumerate(edges) if line == Edge.CROSSED)
    for row, edges in enumerate(drawing.vertical):
        yield from ((col, row + 0.5) for col, line in enumerate(edges) if line == Edge.CROSSED)


def _paint_texts(axes: "Axes", drawing: Drawing, size: float) -> None:
    places: dict[bool, dict[str, list[_Point]]] = {found: defaultdict(list) for found in (False, True)}
    for row, texts in enumerate(drawing.texts):
        for col, text in enumerate(texts):
            if text:
                places[(row, col) in drawing.found][text].append((col + 0.5, row + 0.5))
    _write(axes, places[False], size, _TEXT, "normal" if drawing.dotted else "bold")
    _write(axes, places[True], size, _FOUND)


def _paint_candidates(axes: "Axes", drawing: Drawing, cell: float) -> None:
    """Write the candidates of each cell in rows and columns, as many of each as a box of the Sudoku has."""
    places = defaultdict(list)
    order = isqrt(drawing.rows)
    for (row, col), digits in sorted(drawing.candidates.items()):
        if not drawing.texts[row][col]:
            for digit in sorted(digits):
                down, right = divmod(digit - 1, order)
                # leave a margin at the edges of the cell
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
    """Write each text at several positions. Horizontally, a text is centred on its position. Vertically, its baseline
    is that of a centred digit, so that the texts of a row have the same baseline.

    The outline of each text is computed only once, because a large grid can have 50,000 cells.
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
        axes.add_collection(PathCollection(
            [outlines.transformed(centred)], offsets=list(offsets), offset_transform=axes.transData, linewidth=0,
            transform=Affine2D().scale(1 / 72) + axes.figure.dpi_scale_trans, facecolor=colour, zorder=4))


def _paint_arrows(axes: "Axes", drawing: Drawing) -> None:
    """Paint each arrow across the edge between its two cells. Arrows are short, so that they hide no text."""
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
