"""The site: the page and its generated files, in a folder that any web server can serve."""

import base64
import hashlib
import json
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

import rcssmin
import rjsmin

from rowloom.engines.catalogue import ENGINES as ALL_ENGINES
from rowloom.engines.catalogue import MOST_SOCS
from rowloom.engines.engine import Engine
from rowloom.firmware import protocol
from rowloom.firmware.protocol import Dropped, Flags, Head, Kind, Masks, Reason, Status, Task
from rowloom.host import formats
from rowloom.host.formats import FORMS
from rowloom.host.puzzles import GENRES, PuzzleError
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE, MAX_PIECE, NO_GENRE
from rowloom.sim.module import DESCRIPTION, FIRMWARE, WASM, build_module, module_config
from rowloom.tools import end_pool
from rowloom.web.bundle import programs
from rowloom.web.preview import PREVIEW, PictureError, draw

__all__ = ["ENGINES", "Modules", "numbers_module", "source", "write_page", "write_site"]

_PAGE = Path(__file__).parent / "page"

_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_SHOWN = (
    "slitherlink-5x5", "slitherlink-10x10-normal", "slitherlink-10x10-hard", "slitherlink-20x36",
    "sudoku-9x9-easy", "sudoku-9x9-normal", "sudoku-9x9-hard", "sudoku-16x16-easy",
    "slink-10x10-easy", "slink-10x10-normal", "slink-10x10-hard", "smullyan-10x10-easy", "smullyan-10x10-normal",
    "smullyan-10x10-hard", "canal-10x10-easy", "canal-10x10-normal", "canal-10x10-hard",
)  # fmt: skip
"""Files in the folder of examples. The page offers the first puzzle of each file."""

ENGINES = "deducer", "parallel", "scan:25x25", "dynasty", "canal"
"""The engines of the simulated boards. The page uses the first engine that supports a puzzle's genre and size.

Each engine has its own WebAssembly module, so that a browser loads only the module that a puzzle needs.
"""

_SERVICE = "service.js"
"""The service worker, which keeps the files of a version in the browser."""

_NO_SERVICE = """addEventListener("install", () => skipWaiting());
addEventListener("activate", () => registration.unregister());
"""
"""A service worker that unregisters itself. It replaces the service worker that an earlier site at the same address may
have registered.
"""

_MODULES = "// Generated from the simulated boards in this folder: do not edit.\n\nexport const MODULES = {};\n"


def write_site(folder: Path, report: Callable[[str], None] = lambda line: None, url: str = "") -> None:
    """Write the site into a folder, which is created if needed; other files in the folder stay.

    All files but ``index.html`` and ``service.js`` are in a folder that is named after the site's version, a digest of
    all files. So a browser never uses files of two versions together.

    Parameters
    ----------
    folder : Path
        OSError if the folder cannot be written.
    report : callable
        Called with a line of text at each step of a simulated board's build.
    url : str
        The address of the site, if it is known. The address of the preview picture then includes it; some programs show
        the picture only if its address is complete.

    Raises
    ------
    ToolError
        If a simulated board cannot be built.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="rowloom-") as name:
        new = Path(name)
        write_page(new)
        with Modules(new, report) as modules:
            modules.make_all()
        page = (new / "index.html").read_text(encoding="utf-8")
        try:
            draw(new / PREVIEW)
        except PictureError:  # without matplotlib, links have no picture
            page = re.sub(r'<meta property="og:image.*\n', "", page)
        for one in "index.html", _SERVICE:
            (new / one).unlink()
        files = sorted(path.relative_to(new).as_posix() for path in new.rglob("*") if path.is_file())
        service = (_PAGE / _SERVICE).read_text(encoding="utf-8")
        version = _digest(page, service, url, *files, *((new / path).read_bytes().hex() for path in files))
        shutil.copytree(new, folder / version, dirs_exist_ok=True)
    stored = [f"{version}/{path}" for path in files if path != PREVIEW]
    constants = f"const VERSION = {json.dumps(version)}, FILES = {json.dumps(stored)};\n"
    page = re.sub(r'(href|src)="([\w.]+\.(?:css|js|svg))"', rf'\1="{version}/\2"', page)
    page = page.replace(f'content="{PREVIEW}"', f'content="{url and url.rstrip("/") + "/"}{version}/{PREVIEW}"')
    page = page.replace("</head>", f'<meta name="version" content="{version}">\n</head>')
    (folder / "index.html").write_text(page, encoding="utf-8")
    (folder / _SERVICE).write_text(constants + rjsmin.jsmin(service), encoding="utf-8")


def write_page(folder: Path) -> None:
    """Write the page without its simulated boards. The page has no version, so browsers do not store it."""
    folder = folder.resolve()
    shutil.copytree(_PAGE, folder, ignore=shutil.ignore_patterns("*.js"), dirs_exist_ok=True)
    (folder / "examples.json").write_text(_examples(), encoding="utf-8")
    for style in folder.rglob("*.css"):
        style.write_text(rcssmin.cssmin(style.read_text(encoding="utf-8")), encoding="utf-8")
    for path, text in programs("main.js", source).items():
        (folder / path).write_text(text, encoding="utf-8")
    (folder / _SERVICE).write_text(_NO_SERVICE, encoding="utf-8")
    page = (folder / "index.html").read_text(encoding="utf-8")
    for script in re.findall("<script>(.*?)</script>", page, re.DOTALL):
        allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        page = page.replace("script-src 'self'", f"script-src 'self' 'sha256-{allowed}'")
    (folder / "index.html").write_text(page, encoding="utf-8", newline="\n")


def _digest(*texts: str) -> str:
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:12]


def source(path: str) -> str:
    """Return the text of a module of the page; some modules are generated."""
    if path == "link/numbers.js":
        return numbers_module()
    if path == "board/modules.js":
        return _MODULES.format(json.dumps([_module(name) for name in ENGINES], indent=4))
    return (_PAGE / path).read_text(encoding="utf-8")


class Modules:
    """Builds the WebAssembly modules of the simulated boards; a context manager that ends the builds on exit.

    Parameters
    ----------
    folder : Path
        The folder of the page.
    report : callable
        See :func:`write_site`.
    """

    def __init__(self, folder: Path, report: Callable[[str], None]):
        self._folder, self._report = folder / "board", report
        self._pool = ThreadPoolExecutor(os.cpu_count())
        self._begun: dict[str, Future[None]] = {}
        self._lock = threading.Lock()

    def make_all(self) -> None:
        """Build all modules in parallel. Raises OSError or ToolError if a build fails."""
        for one in [self._begin(engine) for engine in ENGINES]:
            one.result()

    def make(self, path: str) -> None:
        """Build the module to which the file at a path belongs, if any. Raises the same errors as :meth:`make_all`."""
        name = re.fullmatch(r"board/(\w+)\.(?:wasm|json|firmware\.json)", path)
        if name and (engine := next((one for one in ENGINES if _file_name(one) == name[1]), None)):
            self._begin(engine).result()

    def _begin(self, engine: str) -> "Future[None]":
        with self._lock:
            begun = self._begun.get(engine)
            # If the build has failed before, it may work now.
            if begun is None or (begun.done() and begun.exception()):
                begun = self._begun[engine] = self._pool.submit(self._build, engine)
            return begun

    def _build(self, engine: str) -> None:
        built = build_module(module_config(engine), lambda line: self._report(f"{engine}: {line}"))
        described = json.loads((built / DESCRIPTION).read_text(encoding="utf-8"))
        watched = [{key: value for key, value in item.items() if key != "meaning"} for item in described["watched"]]
        description = json.dumps({**described, "watched": watched}, separators=(",", ":"))
        (self._folder / f"{_file_name(engine)}.json").write_text(description, encoding="utf-8")
        for file, ending in (FIRMWARE, "firmware.json"), (WASM, "wasm"):
            shutil.copyfile(built / file, self._folder / f"{_file_name(engine)}.{ending}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        # After Ctrl-C or a failed build, other builds may still be running in the pool.
        end_pool(self._pool)


def _file_name(engine: str) -> str:
    return engine.partition(":")[0]


def _module(engine: str) -> dict[str, Any]:
    """Return the entry of the page's list ``MODULES`` for an engine's module."""
    name = _file_name(engine)
    engines = [
        {"genre": one.engine.genre.name, "name": one.engine.name, **one.size._asdict()}
        for one in module_config(engine).engines
    ]
    return {"file": f"board/{name}.wasm", "description": f"board/{name}.json",
            "firmware": f"board/{name}.firmware.json", "engines": engines}


def _examples() -> str:
    """Return the examples as JSON; an installation without Rowloom's sources has no examples."""
    records = []
    for name in _SHOWN if _EXAMPLES.exists() else ():
        path = _EXAMPLES / f"{name}.txt"
        puzzle = next(formats.read(path.read_text(encoding="utf-8"), path.name))
        if isinstance(puzzle, PuzzleError):
            raise puzzle
        records.append(json.loads(FORMS["json"].compose(puzzle)))
    return json.dumps(records, separators=(",", ":"))


# The numbers of the protocol and of the engines

_NUMBERS = {
    "VERSION": protocol.VERSION,
    "MAX_BODY": protocol.MAX_BODY,
    "MAX_PIECE": MAX_PIECE,
    "DEFAULT_BIT_RATE": DEFAULT_BIT_RATE,
    "NO_GENRE": NO_GENRE,
    "MOST_SOCS": MOST_SOCS,
}


def numbers_module() -> str:
    """Return the text of ``web/page/link/numbers.js``: the protocol's numbers, ``ENGINES``, and the texts of genres.

    The engines of a genre are in order of preference (see :func:`rowloom.host.jobs.engines.engines_for`).
    """
    lines = ["// Generated from the numbers of the link protocol and the engines: do not edit.", ""]
    lines += [f"export const {name} = {value};" for name, value in _NUMBERS.items()]
    for numbers in (Kind, Flags, Masks, Task, Head, Dropped, Status, Reason):
        members = {name: member.value for name, member in numbers.__members__.items()}
        lines += ["", f"export const {numbers.__name__} = Object.freeze({json.dumps(members, indent=4)});"]
    in_order = sorted(ALL_ENGINES.values(), key=lambda one: (one.genre.number, not one.fast, one.number))
    texts = {name: {"title": genre.title, "rules": genre.rule} for name, genre in GENRES.items()}
    lines += ["", f"export const GENRE_TEXTS = Object.freeze({json.dumps(texts, indent=4)});"]
    engines = json.dumps([_engine(one) for one in in_order], indent=4)
    return "\n".join([*lines, "", f"export const ENGINES = Object.freeze({engines});", ""])


def _engine(engine: Engine) -> dict[str, Any]:
    """Return the entry of the page's list ``ENGINES`` for an engine."""
    return {
        "genre": engine.genre.name,
        "genreNumber": engine.genre.number,
        "name": engine.name,
        "number": engine.number,
        "exact": engine.sizes.exact,
        "largest": list(engine.sizes.largest),
        "whole": list(engine.whole),
        "counters": [counter.name for counter in engine.counters],
        "tasks": list(engine.tasks),
    }
