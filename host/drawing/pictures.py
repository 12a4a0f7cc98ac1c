"""Picture files: a picture of one drawing, or an animation of several drawings."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import BytesIO, StringIO
from pathlib import Path

from rowloom.host.drawing import canvas
from rowloom.host.drawing.canvas import CELL, LINE, Canvas, PictureError, reproducible, suffix_of, wrapped
from rowloom.host.drawing.drawing import Drawing
from rowloom.host.whole_files import atomic_write

__all__ = ["LARGEST_FONT", "PictureError", "in_notebook", "save", "save_animation", "svg"]

_MARGIN = 0.2
"""The margin in inches."""

_DPI, _ANIMATED_DPI = (200, 6000), (100, 1500)
"""For pictures and for animations: the dots per inch, and the maximum length of a side in pixels. For example, each
cell of a 225x225 grid is 26 pixels wide in a PNG."""

_LAST_FRAMES = 4
"""The duration of the last frame of an animation, as a multiple of the duration of any other frame."""

LARGEST_FONT = 72
"""The maximum height of texts in points."""

_SMALLEST_CANDIDATE = 5.5
"""The minimum height of candidates in points; the cells are enlarged if necessary."""

_TITLE, _TITLE_GAP, _TITLE_WIDTH = 10, 0.06, 3
"""The height of a title in points, the gap above the title in inches, and the minimum width in inches of a picture with
a title, including margins."""


def svg(drawing: Drawing, title: str = "") -> str:
    """Return a picture as the text of an SVG file; see :func:`save`."""
    with StringIO() as file:
        _save(drawing, file, ".svg", None, title)
        return file.getvalue()


def in_notebook(drawing: Drawing) -> str | None:
    """Return a picture for Jupyter, as the text of an SVG file; None if matplotlib is not installed."""
    with suppress(PictureError):
        return svg(drawing)
    return None


def save(drawing: Drawing, path: str | Path, font_size: float | None = None, title: str = "") -> None:
    """Draw a picture in a ``.png`` or ``.svg`` file, with the title below the picture. A long title is wrapped.

    ``font_size`` is the height of the texts in points, up to :data:`LARGEST_FONT`; the cells are enlarged if necessary.
    By default, cells have the usual size, and texts are as high as possible. The same version of matplotlib writes
    identical files for identical drawings.

    Raise OSError if the file cannot be written, and PictureError if the file has another suffix or matplotlib is not
    installed.
    """
    suffix = suffix_of(Path(path), ".png", ".svg")
    with atomic_write(path) as written:
        _save(drawing, written, suffix, font_size, title)


def save_animation(
    drawings: Sequence[Drawing], titles: Sequence[str], path: str | Path, seconds_per_frame: float
) -> None:
    """Draw an animated ``.gif`` file, which plays in a loop. The last frame is shown four times as long as any other
    frame.

    There must be at least one drawing. Each drawing is a frame with a title, which may be empty. A GIF can only store
    durations that are multiples of 0.01 seconds. Raises the same exceptions as :func:`save`.
    """
    suffix_of(Path(path), ".gif")
    with reproducible():
        from PIL import Image

        frames = []
        for frame in _canvases(drawings, titles, None):
            with BytesIO() as file:
                frame.figure.savefig(file, dpi=_dpi(frame, *_ANIMATED_DPI), format="png")
                frames.append(Image.open(file).convert("RGB").quantize())
    durations = [1000 * seconds_per_frame] * (len(frames) - 1) + [1000 * seconds_per_frame * _LAST_FRAMES]
    with atomic_write(path) as written:
        frames[0].save(written, format="GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0)


def _save(drawing: Drawing, file: Path | StringIO, suffix: str, font_size: float | None, title: str) -> None:
    with reproducible():
        for picture in _canvases([drawing], [title], font_size):
            picture.save(file, suffix, _dpi(picture, *_DPI))


def _dpi(picture: Canvas, dpi: int, most: int) -> float:
    """Return the resolution of a picture: ``dpi`` dots per inch, or as many as possible if a side would otherwise
    exceed ``most`` pixels."""
    return min(dpi, most / max(picture.width, picture.height))


def _canvases(drawings: Sequence[Drawing], titles: Sequence[str], font_size: float | None) -> Iterator[Canvas]:
    """Yield pictures of the same size, each with its title below it."""
    cells = [_cell(drawing, font_size) for drawing in drawings]
    width = max(drawing.width * cell for drawing, cell in zip(drawings, cells)) + 2 * _MARGIN
    high = max(drawing.height * cell for drawing, cell in zip(drawings, cells))
    height = high + 2 * _MARGIN
    if any(titles):
        width = max(width, _TITLE_WIDTH)
    texts = [wrapped(title, width - 2 * _MARGIN, _TITLE) for title in titles]
    if any(titles):
        height += _TITLE_GAP + max(map(len, texts)) * _TITLE * LINE
    for drawing, cell, lines in zip(drawings, cells, texts):
        picture = Canvas(width, height)
        picture.draw(drawing, (width - drawing.width * cell) / 2, _MARGIN, cell, font_size)
        picture.write(lines, width / 2, _MARGIN + high + _TITLE_GAP, _TITLE)
        yield picture


def _cell(drawing: Drawing, font_size: float | None) -> float:
    """Return the size of a cell in inches."""
    scale = max(1.0, font_size / canvas.text_size(drawing, CELL) if font_size else 1)
    if drawing.candidates:
        scale = max(scale, _SMALLEST_CANDIDATE / canvas.candidate_size(drawing, CELL))
    return CELL * scale
