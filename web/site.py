"""The site: the page, and what is generated for it, in a folder that any web server can serve."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from rowloom.host import puzzles
from rowloom.host.puzzles import PuzzleError, json_lines
from rowloom.web import numbers

__all__ = ["write_site"]

_PAGE = Path(__file__).parent / "page"

_EXAMPLES = Path(__file__).parent.parent / "examples"
_SHOWN = (
    "slitherlink-5x5", "slitherlink-10x10-easy", "slitherlink-10x10-normal", "slitherlink-10x10-hard",
    "slitherlink-20x36", "sudoku-9x9-easy", "sudoku-9x9-normal", "sudoku-9x9-hard", "sudoku-16x16-easy",
    "slink-10x10-easy", "slink-10x10-normal", "slink-10x10-hard", "smullyan-10x10-easy", "smullyan-10x10-normal",
    "smullyan-10x10-hard", "canal-10x10-easy", "canal-10x10-normal", "canal-10x10-hard",
)  # fmt: skip
"""The files of which the page has the first puzzle."""


def write_site(folder: Path, report: Callable[[str], None] = lambda line: None) -> None:
    """Write the site into a folder, which is made if it is not there; other files in it stay.

    Parameters
    ----------
    folder : Path
        It raises OSError if it cannot be written.
    report : callable
        Called with a line of text at each step that takes long.
    """
    shutil.copytree(_PAGE, folder, dirs_exist_ok=True)
    (folder / "link").mkdir(exist_ok=True)
    (folder / "link" / "numbers.js").write_text(numbers.module(), encoding="utf-8")
    (folder / "examples.json").write_text(_examples(), encoding="utf-8")


def _examples() -> str:
    """Return the examples as JSON; none where Rowloom is installed without its sources."""
    records = []
    for name in _SHOWN if _EXAMPLES.exists() else ():
        path = _EXAMPLES / f"{name}.txt"
        puzzle = next(puzzles.read(path.read_text(encoding="utf-8"), path.name))
        if isinstance(puzzle, PuzzleError):
            raise puzzle
        records.append(json.loads(json_lines.write(puzzle)))
    return json.dumps(records, separators=(",", ":"))
