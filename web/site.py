"""The site: the page, and what is generated for it, in a folder that any web server can serve."""

import json
import os
import re
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from rowloom.host import puzzles
from rowloom.host.puzzles import PuzzleError, json_lines
from rowloom.hw.tools import end_pool
from rowloom.sim.module import DESCRIPTION, WASM, build_module, module_config
from rowloom.web import numbers

__all__ = ["ENGINES", "write_site"]

_PAGE = Path(__file__).parent / "page"

_EXAMPLES = Path(__file__).parent.parent / "examples"
_SHOWN = (
    "slitherlink-5x5", "slitherlink-10x10-normal", "slitherlink-10x10-hard", "slitherlink-20x36",
    "sudoku-9x9-easy", "sudoku-9x9-normal", "sudoku-9x9-hard", "sudoku-16x16-easy",
    "slink-10x10-easy", "slink-10x10-normal", "slink-10x10-hard", "smullyan-10x10-easy", "smullyan-10x10-normal",
    "smullyan-10x10-hard", "canal-10x10-easy", "canal-10x10-normal", "canal-10x10-hard",
)  # fmt: skip
"""The files of which the page has the first puzzle."""


ENGINES = "deducer", "parallel", "scan:25x25", "dynasty", "canal"
"""Those of the simulated boards: a module each, so that a puzzle waits for no other one's.

Of those that take a puzzle, the page asks the first.
"""

_MODULES = "// Generated from the simulated boards in this folder: do not edit.\n\nexport const MODULES = {};\n"


_COMMENT = re.compile(r"^[ ]*(?://.*|/\*[^*]*(?:\*(?!/)[^*]*)*\*/[ ]*)\n", re.MULTILINE)
"""Comments that have lines of their own."""
_SPACE = re.compile(r"^\s+", re.MULTILINE)
"""Empty lines and indentation. No text of the page goes over several lines."""

_IMPORT = re.compile(r'^(?:import|export) .* from "(.+)";$', re.MULTILINE)


def write_site(folder: Path, report: Callable[[str], None] = lambda line: None) -> None:
    """Write the site into a folder, which is made if it is not there; other files in it stay.

    Parameters
    ----------
    folder : Path
        It raises OSError if it cannot be written.
    report : callable
        Called with a line of text at each step of building a simulated board.

    Raises
    ------
    ToolError
        If a simulated board cannot be built.
    """
    folder = folder.resolve()
    shutil.copytree(_PAGE, folder, dirs_exist_ok=True)
    (folder / "link" / "numbers.js").write_text(numbers.module(), encoding="utf-8")
    (folder / "examples.json").write_text(_examples(), encoding="utf-8")
    built = _built(ENGINES, report)
    modules = [_module(name, folder / "board", built[name]) for name in ENGINES]
    (folder / "board" / "modules.js").write_text(_MODULES.format(json.dumps(modules, indent=4)), encoding="utf-8")
    _compact(folder)
    _preload(folder)


def _compact(folder: Path) -> None:
    """Remove comments and indentation of all scripts and styles: a quarter of what a browser loads of the page."""
    for path in (path for kind in ("js", "css") for path in _PAGE.rglob(f"*.{kind}")):
        copy = folder / path.relative_to(_PAGE)
        copy.write_text(_SPACE.sub("", _COMMENT.sub("", path.read_text(encoding="utf-8"))), encoding="utf-8")


def _preload(folder: Path) -> None:
    """Have the page name all modules that it begins with: else a browser finds them one import after the other."""
    main = folder / "main.js"
    found, left = {main}, [main]
    while left:
        module = left.pop()
        named = {(module.parent / name).resolve() for name in _IMPORT.findall(module.read_text(encoding="utf-8"))}
        left += named - found
        found |= named
    names = sorted(module.relative_to(folder).as_posix() for module in found - {main})
    links = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in names)
    page = folder / "index.html"
    page.write_text(page.read_text(encoding="utf-8").replace("</head>", f"{links}</head>"), encoding="utf-8")


def _built(engines: Sequence[str], report: Callable[[str], None]) -> dict[str, Path]:
    """Return the folders with the modules of these engines, built side by side."""

    def build(name: str) -> Path:
        return build_module(module_config(name), lambda line: report(f"{name}: {line}"))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            builds = {name: pool.submit(build, name) for name in engines}
            return {name: one.result() for name, one in builds.items()}
        except BaseException:
            # One has failed; or Ctrl-C, which reaches this thread only.
            end_pool(pool)
            raise


def _module(engine: str, folder: Path, built: Path) -> dict[str, Any]:
    """Write a built module with an engine, and its description; return what the page knows of it."""
    name = engine.partition(":")[0]
    shutil.copyfile(built / WASM, folder / f"{name}.wasm")
    described = json.loads((built / DESCRIPTION).read_text(encoding="utf-8"))
    watched = [{key: value for key, value in item.items() if key != "meaning"} for item in described["watched"]]
    description = json.dumps({**described, "watched": watched}, separators=(",", ":"))
    (folder / f"{name}.json").write_text(description, encoding="utf-8")
    engines = [
        {"genre": one["genre"], "name": one["engine"], "rows": one["rows"], "cols": one["cols"]}
        for one in described["engines"]
    ]
    return {"file": f"board/{name}.wasm", "description": f"board/{name}.json", "engines": engines}


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
