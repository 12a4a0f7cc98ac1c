"""Drawings and lines of text on a surface of a certain size, by matplotlib."""

import logging
import warnings
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from rowloom.errors import RowloomError
from rowloom.host.drawing.drawing import LABELS, Drawing
from rowloom.host.drawing.painting import TEXT, paint, text_size

__all__ = ["LINE", "METADATA", "Canvas", "PictureError", "reproducible", "suffix_of", "undrawable", "wrapped"]

_PAPER = "#ffffff"

_WEIGHTS = {False: "normal", True: "bold"}

LINE = 1.35 / 72
"""Inches between lines of text, for each point of text height."""

METADATA: dict[str, dict[str, None]] = {".pdf": {"CreationDate": None}, ".png": {}, ".svg": {"Date": None}}
"""What matplotlib leaves out of files, by suffix: by default it writes the date into some."""

_FAMILIES = (
    "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic", "MS Gothic", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei",
    "WenQuanYi Zen Hei", "Droid Sans Fallback",
)  # fmt: skip
"""Fonts, if installed, for characters that matplotlib's own font lacks, such as Japanese ones."""


class PictureError(RowloomError):
    """The picture cannot be drawn."""


class Canvas:
    """A matplotlib ``figure`` to draw and to write on; sizes are in inches, places from its upper left corner."""

    def __init__(self, width: float, height: float):
        from matplotlib.figure import Figure

        self.width, self.height = width, height
        self.figure = Figure(figsize=(width, height), facecolor=_PAPER)

    def draw(self, drawing: Drawing, left: float, top: float, cell: float, size: float | None = None) -> None:
        """Draw a grid with cells of ``cell`` inches, its upper left corner, with coordinates, at ``left`` and ``top``.

        ``size`` is the height of its texts in points, by default the largest that fits. Lines reach over the edges.
        """
        width, height = ((count + 2 * LABELS) * cell for count in (drawing.cols, drawing.rows))
        around = (LABELS - drawing.labels) * cell
        left, bottom = left - around, self.height - (top - around + height)
        axes = self.figure.add_axes(
            (left / self.width, bottom / self.height, width / self.width, height / self.height)
        )
        axes.set(xlim=(-LABELS, drawing.cols + LABELS), ylim=(drawing.rows + LABELS, -LABELS))
        axes.axis("off")
        paint(axes, drawing, cell, size or text_size(drawing, cell))

    def write(self, lines: Sequence[str], middle: float, top: float, size: float, bold: bool = False) -> None:
        """Write lines of ``size`` points below each other, centred; each is ``LINE * size`` high."""
        for number, line in enumerate(lines):
            # the baseline stands where capitals are in the middle of the line
            baseline = top + LINE * size * (number + 0.5) + 0.36 * size / 72
            self.figure.text(
                middle / self.width, 1 - baseline / self.height, line, size=size, color=TEXT,
                weight=_WEIGHTS[bold], ha="center", va="baseline", parse_math=False,
            )

    def save(self, file: Path | IO[str], suffix: str, dpi: float = 200) -> None:
        """Write a .png, .svg or .pdf file without a date; the same picture makes the same file."""
        self.figure.savefig(file, dpi=dpi, metadata=METADATA[suffix], format=suffix.removeprefix("."))


def suffix_of(path: Path, *suffixes: str) -> str:
    """Return the suffix of a picture's file; :class:`PictureError` if it is not one of ``suffixes``."""
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        *others, last = suffixes
        names = f"{', '.join(others)} or {last}" if others else last
        raise PictureError(f"cannot draw '{path}': expected a name that ends in {names}")
    return suffix


@contextmanager
def reproducible() -> Iterator[None]:
    """Let matplotlib draw the same file for the same picture; :class:`PictureError` if it is not installed."""
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
        # A box replaces a character that no font has, and a font may lack the weight.
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from font", UserWarning)
        logger.setLevel(logging.ERROR)
        try:
            yield
        finally:
            logger.setLevel(level)


def undrawable(text: str) -> str:
    """Return the characters of a text, each once, that no font of :func:`reproducible` has; boxes replace them."""
    with reproducible():
        from matplotlib import rcParams
        from matplotlib.font_manager import findfont, get_font

        known = set().union(*(get_font(findfont(family)).get_charmap() for family in rcParams["font.family"]))
    shown = (character for character in text if character.isprintable() and not character.isspace())
    return "".join(dict.fromkeys(character for character in shown if ord(character) not in known))


def wrapped(text: str, width: float, size: float, bold: bool = False, most: int | None = None) -> list[str]:
    """Return a text of ``size`` points in lines of up to ``width`` inches.

    Lines are broken at spaces, or within a word that is too long. With ``most``, an ellipsis replaces the text that
    does not fit into that many lines.
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
