"""Draw the picture of the page in a browser, and measure the page.

``python docs/browser.py`` writes ``docs/images/page.png`` and prints the tables of ``docs/lab/browser.md``. Two options
measure only the first puzzle of each file: ``--time FILE...`` measures how long a person waits for the solution, and
``--frames FILE...`` measures the frames per second in *Watch*. The program needs Debian's chromium and chromedriver,
and Rowloom's extra ``dev``.
"""

import argparse
import gzip
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from generate import table

from rowloom.host import formats
from rowloom.host.cli.report import duration
from rowloom.host.formats import FORMS
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.tasks import Count
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.host.puzzles import Puzzle, PuzzleError
from rowloom.sim import Simulator
from rowloom.sim.module import build_module, module_config
from rowloom.web.bundle import bundle
from rowloom.web.site import ENGINES, source, write_site

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tests"))

from support.browser_page import Page, chromium, served  # noqa: E402
from support.module_board import ModuleBoard  # noqa: E402
from support.page import node  # noqa: E402

EXAMPLES = ROOT / "examples"
PICTURE = ROOT / "docs" / "images" / "page.png"
DRAWN = "slitherlink-20x36"

TIMED = {
    "Slitherlink 10x10": "slitherlink-10x10-hard", "20x36": "slitherlink-20x36", "Sudoku 9x9": "sudoku-9x9-hard",
    "Smullyanic Dynasty 10x10": "smullyan-10x10-hard", "Canal View 10x10": "canal-10x10-hard",
}  # fmt: skip
"""The names of the example files whose first puzzles are timed, by the names of the table's rows."""

SIMULATED = {
    "deducer": ("10 10\n" + "..........\n" * 10, 20),
    "parallel": ("." * 80 + "1\n", 4_000),
    "dynasty": ("smullyan 8 8\n" + ". . . . . . . .\n" * 8, 200),
    "canal": ("canal 8 8\n" + ". . . . . . . .\n" * 8, 200),
    "scan:25x25": ((EXAMPLES / "sudoku-25x25-easy.txt").read_text(), None),
}
"""A long search for each engine: a puzzle, and the number of solutions to count (None: solve the puzzle)."""

TIMES = 5
"""The number of measurements for each median."""

WATCHED = """
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    if (document.body.dataset.state === "solved") {
        window.solved = performance.now();
    }
}).observe(document.body, { attributeFilter: ["data-state"] }));
"""
"""A script that records when the page has verified a solution."""

SOLVE = "window.solved = null; const now = performance.now(); document.getElementById('solve').click(); return now;"

OPEN = "addEventListener('hashchange', () => arguments[1](), { once: true }); location.hash = arguments[0];"

MEASURE = """
import { openSimulated } from "./board/simulated.js";
import { varint } from "./link/messages.js";
import { Task } from "./link/numbers.js";
import { Session, SIMULATED } from "./link/session.js";
import { read } from "./puzzles/read.js";

async function measure(module, text, most) {
    const session = await Session.open(await openSimulated(module), SIMULATED);
    const { puzzle } = read(text), task = most === null ? null : {
        number: Task.COUNT, mayBeTurned: true, answerBytes: () => varint(most).length,
        encode: (puzzle, genre) => Uint8Array.of(...varint(most), ...genre.encode(puzzle)),
        decode: () => ({ solutions: [] }), isUnique: () => null,
    };
    const begin = performance.now();
    const { cycles } = await session.solve({ puzzle, count: 2, task });
    return [cycles, (performance.now() - begin) / 1000];
}
globalThis.measure = measure;
"""
"""A program that counts the clocks of a search, and measures the time that the search takes."""

FRAMES = """
const [speed, seconds, done] = arguments, control = document.getElementById("watch-speed");
const play = document.getElementById("watch-play"), begin = performance.now();
let frames = 0;
control.value = speed;
control.dispatchEvent(new Event("input"));
play.click();
requestAnimationFrame(function count() {
    frames++;
    if (performance.now() - begin < 1000 * seconds) {
        requestAnimationFrame(count);
    } else {
        play.click();
        done(frames / seconds);
    }
});
"""
"""A program that plays a recording in *Watch*, and counts the frames per second."""

IN_PAGE = """
import(new URL("measure.js", document.querySelector("script[src]").src))
    .then(() => measure(...arguments[0])).then(arguments[1]);
"""

BROTLI = """
const { brotliCompressSync } = require("node:zlib"), { readFileSync } = require("node:fs");
console.log(JSON.stringify(process.argv.slice(1).map((path) => brotliCompressSync(readFileSync(path)).length)));
"""


@contextmanager
def opened(folder: Path) -> Iterator[Page]:
    """Write the site into a folder, and open it in a browser."""
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
    """Return the fragment of a link that solves a puzzle. Two links to one puzzle differ if their names differ."""
    return f"#puzzle={quote(FORMS['puzz.link'].compose(puzzle), safe='/?:')}{name and f'&name={name}'}&solve"


def first_puzzle(path: Path) -> Puzzle:
    """Return the first valid puzzle in a file."""
    return next(one for one in formats.read(path.read_text(), path.name) if not isinstance(one, PuzzleError))


def draw(page: Page) -> None:
    """Write the picture."""
    page.browser.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    page.open(link(first_puzzle(EXAMPLES / f"{DRAWN}.txt")))
    page.wait(lambda: page.data("state") == "solved", 60)
    PICTURE.write_bytes(page.browser.get_screenshot_as_png())


def sizes(page: Page, folder: Path) -> str:
    """Return a table of the bytes that a browser loads."""
    page.open()
    (version,) = (path for path in folder.iterdir() if path.is_dir())
    loaded = page.script("return performance.getEntriesByType('resource').map(({ name }) => name)")
    files = {"the page": [folder / "index.html", *(folder / name.removeprefix(page.address) for name in loaded)]}
    files |= {f"its board with `{name}`": [version / "board" / f"{name.partition(':')[0]}.wasm"]
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
    """Return a table of the times until the page is loaded, and until these puzzles are solved."""
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
    """Load the page with an empty cache; return the milliseconds until it can be used."""
    page.browser.get("about:blank")
    page.browser.execute_cdp_cmd("Network.clearBrowserCache", {})
    page.browser.execute_cdp_cmd("Storage.clearDataForOrigin", {
        "origin": page.address.rstrip("/"), "storageTypes": "service_workers,cache_storage"})
    page.open(fragment)
    return page.script("return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")


def _solved(page: Page) -> float:
    """Return the milliseconds from the loading of the page until it has verified a solution."""
    return page.wait(lambda: page.script("return window.solved"), 60)


def speeds(page: Page, folder: Path) -> str:
    """Return a table of the clocks per second of the native program and of the modules, with the best of three runs."""
    read = {"measure.js": MEASURE}.get
    (version,) = (path for path in folder.iterdir() if path.is_dir())
    (version / "measure.js").write_text(bundle("measure.js", lambda path: read(path) or source(path)))
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


def frames(page: Page, paths: Sequence[Path]) -> str:
    """Return a table of the frames per second in *Watch*, at reading speed for *Guide*, otherwise at 60 steps/s."""
    rows = []
    for path in paths:
        page.open(link(first_puzzle(path)).replace("&solve", "&view=watch"))
        page.wait(lambda: page.attribute("#watch", "data-state") == "ready", 300)
        rates = []
        for show in "guide", "engine", "machine":
            page.click(f"#watch-as-{show}")
            page.click("#watch-first")
            rates.append(f"{page.browser.execute_async_script(FRAMES, 48, 3):.2g}")
        rows.append((f"`{path.stem}`", *rates))
    return table("puzzle | Guide | Engine | Machine", rows, numbers=3)


def _timed(session: Session, job: Job) -> tuple[int, float]:
    session.identify()
    begin = time.perf_counter()
    (outcome,) = solve(session, [job])
    return outcome.cycles or 0, time.perf_counter() - begin


def main() -> None:
    """Write the picture and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--frames", nargs="+", type=Path, metavar="FILE")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as page:
        if args.frames:
            print(frames(page, args.frames))
        elif args.time:
            print(times(page, {path.name: first_puzzle(path) for path in args.time}))
        else:
            draw(page)
            timed = {title: first_puzzle(EXAMPLES / f"{name}.txt") for title, name in TIMED.items()}
            print(sizes(page, Path(folder)), times(page, timed), speeds(page, Path(folder)), sep="\n\n")


if __name__ == "__main__":
    main()
