"""The preview picture of the site: messengers and social networks show it beside a link to the site."""

from pathlib import Path

from rowloom.host import formats
from rowloom.host.drawing.canvas import Canvas, PictureError, reproducible
from rowloom.host.puzzles import PuzzleError
from rowloom.host.puzzles.drawings import drawing_of
from rowloom.host.solvers import ENGINES

__all__ = ["PREVIEW", "PictureError", "draw"]

PREVIEW = "preview.png"

_PUZZLE = "https://puzz.link/p?slither/10/10/g3dgb7cahdh62c72ag2133bgdi3767db7376cdg3787bj2c7d"
_WIDTH, _HEIGHT, _DPI = 12.0, 6.3, 100
"""The width and the height in inches, and the dots per inch. Most programs show pictures of 1200x630 pixels."""

_TITLE = "Pencil puzzles", "on an FPGA"
_WORDS = "Solve, play and make them,", "and watch the chip at work,", "in your browser"


def draw(path: Path) -> None:
    """Write a PNG file that shows the page's name and a puzzle with its solution.

    Raises
    ------
    PictureError
        If matplotlib is not installed.
    """
    puzzle = next(formats.read(_PUZZLE, "preview"))
    if isinstance(puzzle, PuzzleError):
        raise puzzle
    solution = next(ENGINES["slitherlink-logic"].search(puzzle).solutions())
    cell = 0.48
    with reproducible():
        canvas = Canvas(_WIDTH, _HEIGHT)
        canvas.draw(drawing_of(puzzle, solution), 0.75, (_HEIGHT - puzzle.rows * cell) / 2, cell)
        canvas.write(["Rowloom"], 8.8, 1.2, 56, bold=True)
        canvas.write(_TITLE, 8.8, 2.5, 34)
        canvas.write(_WORDS, 8.8, 4.2, 22)
        canvas.save(path, ".png", _DPI)
