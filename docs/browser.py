"""The page in a browser: its picture, its figures, and its answers beside those of the native simulator.

``python docs/browser.py`` writes ``docs/images/page.png`` and prints the tables of ``docs/lab/browser.md``. With
``--time FILE...`` it prints how long a person waits for the first puzzle in each file instead. With ``--check FILE...``
the page solves the puzzles in files, each of which must come out as from the native simulator, to the cycle. All of
these take Debian's chromium and chromedriver, and the extra ``dev``.
"""

import argparse
import gzip
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from generate import table

from rowloom.engines.catalogue import parse
from rowloom.errors import Unsuitable
from rowloom.host import formats, puzzles
from rowloom.host.cli.report import duration
from rowloom.host.formats import FORMS
from rowloom.host.jobs.engines import capabilities_of, choose
from rowloom.host.jobs.job import Job, Outcome
from rowloom.host.jobs.tasks import Count
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.host.puzzles import Puzzle, PuzzleError, Solution
from rowloom.sim import Simulator
from rowloom.sim.module import build_module, module_config
from rowloom.web.site import ENGINES, write_site

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tests"))

from support.browser_page import Page, chromium, served  # noqa: E402
from support.module_board import ModuleBoard  # noqa: E402
from support.node import node  # noqa: E402

PICTURE = ROOT / "docs" / "images" / "page.png"
DRAWN = "slitherlink-20x36"

TIMED = {
    "Slitherlink 10x10": "slitherlink-10x10-hard", "20x36": "slitherlink-20x36", "Sudoku 9x9": "sudoku-9x9-hard",
    "Smullyanic Dynasty 10x10": "smullyan-10x10-hard", "Canal View 10x10": "canal-10x10-hard",
}  # fmt: skip
"""The examples of which the first puzzle is solved."""

SIMULATED = {
    "deducer": ("10 10\n" + "..........\n" * 10, 20),
    "parallel": ("." * 80 + "1\n", 4_000),
    "dynasty": ("smullyan 8 8\n" + ". . . . . . . .\n" * 8, 200),
    "canal": ("canal 8 8\n" + ". . . . . . . .\n" * 8, 200),
    "scan:25x25": ((ROOT / "examples" / "sudoku-25x25-easy.txt").read_text(), None),
}
"""Long searches: a puzzle, of which so many solutions are counted, or which is solved."""

TIMES = 5
"""Measurements of which the median is taken."""

WATCHED = """
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    if (document.body.dataset.state === "solved") {
        window.solved = performance.now();
    }
}).observe(document.body, { attributeFilter: ["data-state"] }));
"""
"""Notes when a puzzle is solved: the page tells it when it has verified the solution."""

STANDING = "performance.now = () => 0;"
"""For a session whose clock stands still the board is never asked how far it is, which would take it cycles."""

SOLVE = "window.solved = null; const now = performance.now(); document.getElementById('solve').click(); return now;"

OPEN = "addEventListener('hashchange', () => arguments[1](), { once: true }); location.hash = arguments[0];"

IN_PAGE = """
(async ([module, text, most], done) => {
    const load = (name) => import(new URL(name, document.baseURI));
    const { openSimulated } = await load("board/simulated.js");
    const { Session, SIMULATED } = await load("link/session.js");
    const { varint } = await load("link/messages.js");
    const { Task } = await load("link/numbers.js");
    const { read } = await load("puzzles/read.js");
    const session = await Session.open(await openSimulated(module), SIMULATED);
    const { puzzle } = read(text), task = most === null ? null : {
        number: Task.COUNT, mayBeTurned: true, answerBytes: () => varint(most).length,
        encode: (genre, puzzle) => Uint8Array.of(...varint(most), ...genre.encode(puzzle)),
        decode: () => ({ solutions: [] }), isUnique: () => null,
    };
    const begin = performance.now();
    const { cycles } = await session.solve({ puzzle, count: 2, task });
    done([cycles, (performance.now() - begin) / 1000]);
})(arguments[0], arguments[1]);
"""

BROTLI = """
const { brotliCompressSync } = require("node:zlib"), { readFileSync } = require("node:fs");
console.log(JSON.stringify(process.argv.slice(1).map((path) => brotliCompressSync(readFileSync(path)).length)));
"""


@contextmanager
def opened(folder: Path) -> Iterator[Page]:
    """Write the site into a folder, and show it to a browser."""
    write_site(folder, report=lambda line: print(line, file=sys.stderr))
    browser = chromium()
    if browser is None:
        sys.exit("there is no chromium, or no chromedriver")
    try:
        with served(folder) as address:
            page = Page(browser, address)
            page.forget()
            yield page
    finally:
        browser.quit()


def link(puzzle: Puzzle, name: str = "") -> str:
    """Return the fragment of a link that solves a puzzle; the name makes it another one."""
    return f"#puzzle={quote(FORMS['puzz.link'].compose(puzzle), safe='/?:')}{name and f'&name={name}'}&solve"


def found(path: Path) -> Iterator[Puzzle]:
    """Yield the puzzles in a file that can be read; say which cannot."""
    for one in formats.read(path.read_text(), path.name):
        if isinstance(one, PuzzleError):
            print(one, file=sys.stderr)
        else:
            yield one


def example(name: str) -> Puzzle:
    """Return the first puzzle of an example."""
    return next(found(ROOT / "examples" / f"{name}.txt"))


def draw(page: Page) -> None:
    """Write the picture."""
    page.browser.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    page.open(link(example(DRAWN)))
    page.wait(lambda: page.data("state") == "solved", 60)
    PICTURE.write_bytes(page.browser.get_screenshot_as_png())


def sizes(page: Page, folder: Path) -> str:
    """Return a table of the bytes that a browser loads."""
    page.open()
    loaded = page.script("return performance.getEntriesByType('resource').map(({ name }) => name)")
    files = {"the page": [folder / "index.html", *(folder / name.removeprefix(page.address) for name in loaded)]}
    files |= {f"its board with `{name}`": [folder / "board" / f"{name.partition(':')[0]}.wasm"]
              for name in ENGINES}
    files["all of these"] = [path for paths in files.values() for path in paths]
    return table(
        "what | files | bytes | gzip | brotli",
        [(what, len(paths), *(f"{size:,}" for size in (
            sum(path.stat().st_size for path in paths), sum(len(gzip.compress(path.read_bytes())) for path in paths),
            sum(_brotli(paths)),
        ))) for what, paths in files.items()],
        numbers=4,
    )  # fmt: skip


def _brotli(paths: Sequence[Path]) -> list[int]:
    command = [node() or sys.exit("there is no node"), "-e", BROTLI, *map(str, paths)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def times(page: Page, timed: Mapping[str, Puzzle]) -> str:
    """Return a table of how long a person waits, for the page and for these puzzles."""
    page.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCHED})
    first = {"until the page can be used": [_loading(page) for _ in range(TIMES)]}
    again: dict[str, list[float]] = {}
    for title, puzzle in timed.items():
        for _ in range(TIMES):
            _loading(page, link(puzzle))
            what = f"a link until the solution, {title}"
            first.setdefault(what, []).append(_solved(page))
            begin = page.script("window.solved = null; return performance.now()")
            page.browser.execute_async_script(OPEN, link(puzzle, "again"))
            again.setdefault(what, []).append(_solved(page) - begin)
        for _ in range(TIMES):
            _loading(page, link(puzzle).removesuffix("&solve"))
            what = f"*Solve* until the solution, {title}"
            for those in (first, again):
                begin = page.script(SOLVE)
                those.setdefault(what, []).append(_solved(page) - begin)
    rows = [(what, *(_median(those.get(what)) for those in (first, again))) for what in first]
    return table("what | first use | again", rows, numbers=2)


def _median(milliseconds: Sequence[float] | None) -> str:
    return duration(statistics.median(milliseconds) / 1e3) if milliseconds else ""


def _loading(page: Page, fragment: str = "") -> float:
    """Load the page, of which the browser has kept nothing; return the milliseconds until it has begun."""
    page.browser.execute_cdp_cmd("Network.clearBrowserCache", {})
    page.open(fragment)
    return page.script("return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")


def _solved(page: Page) -> float:
    """Return when the page has told a solution, in milliseconds since it was asked for."""
    return page.wait(lambda: page.script("return window.solved"), 60)


def speeds(page: Page) -> str:
    """Return a table of the clocks a second of all that simulates the board; the best of three each."""
    rows = []
    for engine, (text, most) in SIMULATED.items():
        config = module_config(engine)
        job = Job(next(formats.read(text, "puzzle")), 2, task=None if most is None else Count(most))
        with Simulator(config) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as cable:
            native = [_timed(Session(cable, 120.0, 30.0), job) for _ in range(3)]
        module = f"board/{engine.partition(':')[0]}.wasm"
        page.open()
        v8 = [page.browser.execute_async_script(IN_PAGE, [module, text, most]) for _ in range(3)]
        wasm = [_timed(Session(ModuleBoard(build_module(config)), 120.0, 30.0), job) for _ in range(3)]
        rows.append((f"`{engine}`", f"{native[0][0]:,}", *(
            f"{max(cycles / seconds for cycles, seconds in those) / 1e6:.3g}" for those in (native, v8, wasm))))
    return table("engine | clocks | native | Chromium | wasmtime", rows, numbers=4)


def _timed(session: Session, job: Job) -> tuple[int, float]:
    session.identify()
    begin = time.perf_counter()
    (outcome,) = solve(session, [job])
    return outcome.cycles or 0, time.perf_counter() - begin


def check(page: Page, paths: Sequence[Path]) -> bool:
    """Have the page and the native simulator solve files; print what came of it, and return whether it is the same."""
    page.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": STANDING})
    rows, faults = [], []
    for path in paths:
        row, wrong = _compared(page, path)
        rows.append(row)
        faults += wrong
    print(table("file | puzzles | one solution | several | none", rows, numbers=4))
    print(f"\n{sum(row[1] for row in rows)} puzzles, {len(faults)} not as from the native simulator", *faults, sep="\n")
    return not faults


def _compared(page: Page, path: Path) -> tuple[tuple[str, int, int, int, int], list[str]]:
    """Return a file's row of the table, and what is not the same."""
    # What a board has solved is in its CPU's cache: both begin with a fresh one.
    page.open()
    posed = [one for one in found(path) if _engine(one)]
    counts: Counter[str] = Counter()
    faults = []
    for number, (puzzle, native) in enumerate(zip(posed, _natively(posed))):
        page.browser.execute_async_script(OPEN, link(puzzle, str(number)))
        page.wait(lambda: page.data("state") not in ("building", "solving"), 600)
        here = page.data("state"), page.data("unique"), page.data("cycles")
        there = native.status, str(bool(native.unique)).lower(), str(native.cycles)
        solutions = _solutions(page, puzzle)
        wrong = [fault for one in solutions for fault in puzzles.genre(puzzle.genre).verify(puzzle, one)]
        if (here, solutions) != (there, native.solutions[:1]) or wrong:
            faults.append(f"{path.name}, {puzzle.name}: {here} in the page, natively {there} {wrong or ''}")
        counts[f"{here[0]} {here[1]}"] += 1
    one, several, none = (counts[what] for what in ("solved true", "solved false", "no-solution false"))
    return (path.name, len(posed), one, several, none), faults


def _engine(puzzle: Puzzle) -> str | None:
    """Return the engine of the board that the page asks; None if none takes the puzzle."""
    for engine in ENGINES:
        try:
            choose(puzzle, capabilities_of(parse([engine])))
        except Unsuitable:
            continue
        return engine
    return None


def _natively(posed: Sequence[Puzzle]) -> Iterator[Outcome]:
    """Yield what comes of puzzles that are solved one at a time, by boards that the page has, too."""
    outcomes: dict[int, Outcome] = {}
    for engine in ENGINES:
        those = [number for number, one in enumerate(posed) if _engine(one) == engine]
        if those:
            config = module_config(engine)
            with Simulator(config) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as cable:
                session = Session(cable, 120.0, 30.0, clock=lambda: 0.0)
                for number in those:
                    (outcomes[number],) = solve(session, [Job(posed[number], 2, counters=True)])
    return (outcomes[number] for number in range(len(posed)))


def _solutions(page: Page, puzzle: Puzzle) -> tuple[Solution, ...]:
    """Return the solution that the page tells, as the library has it; none if there is none."""
    text = page.data("solution")
    if not text:
        return ()
    rows = text.split("/")
    return (tuple(tuple(map(int, row.split())) for row in rows) if puzzle.genre == "sudoku" else tuple(rows),)


def main() -> int:
    """Write the picture and print the tables, or check files; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--time", nargs="+", type=Path, metavar="FILE")
    what.add_argument("--check", nargs="+", type=Path, metavar="FILE")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as page:
        if args.check:
            return int(not check(page, args.check))
        if args.time:
            print(times(page, {path.name: next(found(path)) for path in args.time}))
            return 0
        draw(page)
        timed = {title: example(name) for title, name in TIMED.items()}
        print(sizes(page, Path(folder)), times(page, timed), speeds(page), sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
