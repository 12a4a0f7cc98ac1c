"""Write the tables and sources that pages contain between ``<!-- begin: NAME -->`` and ``<!-- end: NAME -->``.

``python docs/generate.py`` writes them. With ``--check`` it writes nothing, and fails if a page is out of date.
"""

import json
import re
import statistics
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rowloom.boards import BOARDS
from rowloom.boards.estimate import estimate
from rowloom.boards.measured import measured, name_of
from rowloom.engines.catalogue import ENGINES, parse
from rowloom.engines.config import SoCConfig
from rowloom.host.cli import program
from rowloom.host.cli.report import duration
from rowloom.host.jobs.engines import engines_for
from rowloom.host.puzzles import BOARD_GENRES, GENRES

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
RESULTS = tomllib.loads((ROOT / "docs" / "lab" / "results.toml").read_text())
CLOCK_HZ = 50_000_000

Row = Sequence[object]


def table(headings: str, rows: Iterable[Row], numbers: int = 0) -> str:
    """Return a Markdown table; its last ``numbers`` columns are aligned to the right."""
    names = headings.split(" | ")
    rule = ["---"] * (len(names) - numbers) + ["---:"] * numbers
    lines = [names, rule, *rows]
    return "\n".join(re.sub(r"\|  (?=\|)", "| ", "| " + " | ".join(map(str, line)) + " |") for line in lines)


def commands() -> str:
    """Return the commands, as ``rowloom --help`` lists them."""
    rows = [(f"`rowloom {name}`", program.help_of(program.module_of(name))[0]) for name in program.COMMANDS]
    return table("command | what it does", rows)


def counters() -> str:
    """Return the engines' counters, with their names in JSON."""
    rows = [("" if number else f"`{engine.name}`", f"`{counter.name}`", counter.meaning)
            for engine in ENGINES.values() for number, counter in enumerate(engine.counters)]
    return table("engine | field | counts", rows)


def engines() -> str:
    """Return the engines, with their numbers in the protocol."""
    rows = [
        (f"{engine.genre.number} {engine.genre.name}", f"{engine.number} `{engine.name}`",
         engine.takes(engine.sizes.largest), "; ".join(counter.meaning for counter in engine.counters))
        for engine in sorted(ENGINES.values(), key=lambda one: (one.genre.number, one.number))
    ]
    return table("genre | engine | largest build | counters", rows)


def memory_map() -> str:
    """Return the memory map of the usual build."""
    command = [sys.executable, "-m", "rowloom.firmware"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.rstrip("\n")


def source(name: str) -> str:
    """Return a source file as a block of code."""
    language = {".py": "python", ".c": "c"}[Path(name).suffix]
    return f"```{language}\n{(ROOT / name).read_text().rstrip()}\n```"


def boards() -> str:
    """Return the boards, with the figures of their default builds."""
    rows = []
    for board in BOARDS.values():
        clock, *others = _built(board.name, board.engines)
        figures = measured().get(name_of(board.name, board.engines))
        default = ", ".join(f"`{unit}`" for unit in board.engines)
        fmax = _fmax(figures) if figures else ""
        solved = _solved(board.engines)
        rows.append((board.title, f"`{board.name}`", board.device, default, solved, clock, fmax, *others))
    headings = "board | `BOARD` | FPGA | default engines | solves | clock, MHz | Fmax, MHz | logic | block RAM"
    return table(f"{headings} | build, min:s", rows, numbers=5)


_CHOICES = (
    ("deducer:48x25 scan:16x16", "Slitherlink up to 48x25 or 25x48; Sudoku up to 16x16", "25F, 12F", "ulx3s-25f"),
    ("deducer:64x32", "Slitherlink, fast; puzzles up to 64x32 or 32x64", "25F, 12F", "ulx3s-25f"),
    ("deducer:64x36", "the same up to 64x36 or 36x64", "45F", "ulx3s-45f"),
    ("checker:10x10", "Slitherlink as in the paper", "25F, 12F", "ulx3s-25f"),
    ("checker:16x16", "the same up to 16x16", "25F, 12F", "ulx3s-25f"),
    ("checker:32x32", "the same up to 32x32, the largest checker", "85F", "ulx3s-85f"),
    ("parallel:9x9", "Sudoku, fast; 9x9 only", "25F, 12F", "ulx3s-25f"),
    ("scan:25x25", "Sudoku of any order, up to 25x25", "25F, 12F", "ulx3s-25f"),
    ("scan:121x121", "the same up to 121x121", "45F", "ulx3s-45f"),
    ("scan:225x225", "the same up to 225x225; add `--freq 40`", "85F", "ulx3s-85f"),
    ("dynasty:36x36", "Smullyanic Dynasty", "25F, 12F", "ulx3s-25f"),
    ("canal:36x36", "Canal View", "25F, 12F", "ulx3s-25f"),
    ("dynasty:30x20 canal:30x20", "Smullyanic Dynasty and Canal View, up to 30x20 or 20x30", "25F, 12F", "ulx3s-25f"),
)
"""The rows of a table: engines for ``--with``, the puzzles that they solve, the smallest FPGA with room for them, and a
board with this FPGA."""


def choices() -> str:
    """Return the engines that ``--with`` accepts, with the figures of a build that has only these engines."""
    rows = [
        (", ".join(f"`{engine}`" for engine in words.split()), solves, smallest, *_built(board, words.split()))
        for words, solves, smallest, board in _CHOICES
    ]
    return table("engine | solves | smallest FPGA | clock, MHz | logic | block RAM | build, min:s", rows, numbers=4)


_MAKERS = (
    ("ecpix5-85f", "deducer:10x10*6", "Slitherlink up to 10x10"),
    ("ecpix5-85f", "deducer:16x16,words=256*5", "Slitherlink up to 16x16"),
    ("ecpix5-85f", "deducer:20x20*4", "Slitherlink up to 20x20"),
    ("ecpix5-85f", "parallel:9x9*2", "Sudoku 9x9"),
    ("ecpix5-85f", "deducer:10x10*3 parallel:9x9*1", "Slitherlink up to 10x10; Sudoku 9x9"),
    ("ecpix5-45f", "deducer:64x36 parallel:9x9", "Slitherlink up to 64x36; Sudoku 9x9"),
    ("ulx3s-25f", "deducer:10x10*2", "Slitherlink up to 10x10"),
    ("ulx3s-25f", "parallel:9x9", "Sudoku 9x9"),
)
"""The rows of a table: a board, engines for ``--with``, and the puzzles that they make."""


def makers() -> str:
    """Return builds that make puzzles, with an estimate of their logic, and the figures of the builds that were
    measured."""
    rows = []
    for board, words, makes in _MAKERS:
        cost = estimate(BOARDS[board], SoCConfig.of(*words.split()))
        logic, available = cost.used["TRELLIS_COMB"], cost.available["TRELLIS_COMB"]
        rows.append((
            f"`{board}`", " ".join(f"`--with '{engine}'`" for engine in words.split()), makes,
            f"{logic:,} ({100 * logic / available:.0f} %)", *_built(board, words.split())[:3]))
    return table("`BOARD` | options | makes | estimated logic | clock, MHz | logic | block RAM", rows, numbers=4)


def bitstreams() -> str:
    """Return the area and speed of every measured build."""
    rows = []
    for build, what in measured().items():
        used, available = what["used"], what["available"]
        arguments, *engines = build.split(" --with ")
        rows.append((
            " ".join(f"`{word}`" for word in arguments.split()), ", ".join(f"`{engine}`" for engine in engines),
            f"{used['TRELLIS_COMB']:,} ({_share(what, 'TRELLIS_COMB')})", f"{used['TRELLIS_FF']:,}",
            *(f"{used[name]} of {available[name]}" for name in ("DP16KD", "MULT18X18D")),
            _clock(what), _fmax(what), _minutes(what["seconds"]), f"{what['peak_bytes'] / 1e6:.0f}",
        ))
    headings = (
        "`BOARD` | engines | logic cells | flip-flops | block RAM | multipliers | clock, MHz | Fmax, MHz"
        " | build, min:s | memory, MB"
    )
    return table(headings, rows, numbers=8)


def units() -> str:
    """Return the area and speed of every unit: first the units of the SoC, then those of each engine."""
    area = json.loads((ROOT / "boards" / "area.json").read_text())
    owners = {name: engine.name for engine in ENGINES.values() for name in engine.units}
    units = sorted(area["units"].items(), key=lambda item: (owners.get(item[0], ""), -item[1]["lut4"], item[0]))
    rows = [
        (owners.get(name, "SoC"), name, *(f"{unit[key]:,}" for key in ("lut4", "ff", "block_ram", "dsp")),
         f"{unit['fmax_hz'] / 1e6:.1f} MHz" if unit.get("fmax_hz") else "")
        for name, unit in units
    ]
    tools = ", ".join(f"{name} ({version})" for name, version in area["tools"].items())
    headings = "of | unit | LUT4 | flip-flops | block RAM | DSP | Fmax"
    return f"{table(headings, rows, numbers=5)}\n\nMeasured with {tools}."


def deducer() -> str:
    """Return the deducer's times."""
    rows = [
        (bench["puzzles"], bench["solved"], *_cycles(bench), _time(bench["cycles"][1]), *map(_number, bench["unique"]),
         _software(bench))
        for bench in RESULTS["deducer"]
    ]
    headings = "puzzles | solved | median | mean | 95 % | max | mean time | unique: median | unique: mean"
    headings += " | software, median"
    return table(headings, rows, numbers=9)


def at_their_clocks() -> str:
    """Return the time of a 10x10 Slitherlink on each board that has the deducer by default, the slowest board first."""
    bench = next(bench for bench in RESULTS["deducer"] if bench.get("at_their_clocks"))
    boards_of: dict[int, list[str]] = {}
    for board in BOARDS.values():
        figures = measured().get(name_of(board.name, board.engines))
        if figures and any(one["engine"] == "deducer" for one in figures["solves"]):
            boards_of.setdefault(figures["clock_hz"], []).append(f"`{board.name}`")
    medians = bench["cycles"][0], bench["unique"][0]
    rows = [
        (", ".join(names), f"{clock / 1e6:.1f}", *(_time(cycles, clock) for cycles in medians))
        for clock, names in sorted(boards_of.items())
    ]
    return table("board | clock, MHz | first solution, median | unique, median", rows, numbers=3)


def checker() -> str:
    """Return the checker's times."""
    rows = [
        (bench["puzzles"], bench["solved"], *_cycles(bench, percentile=False), _time(bench["cycles"][1]),
         f"{bench['checks']:,}", bench["cycles_per_check"])
        for bench in RESULTS["checker"]
    ]
    headings = "puzzles | solved | median | mean | max | mean time | mean checks | cycles per check"
    return table(headings, rows, numbers=7)


def parallel() -> str:
    """Return the parallel engine's times."""
    rows = [
        (bench["puzzles"], f"{bench['solved']:,}", *_cycles(bench), _time(bench["cycles"][1]), f"{bench['engine']:,}",
         bench["guesses"], *map(_number, bench["unique"]))
        for bench in RESULTS["parallel"]
    ]
    headings = "puzzles | solved | median | mean | 95 % | max | mean time | engine | guesses"
    headings += " | unique: median | unique: mean"
    return table(headings, rows, numbers=10)


def standard() -> str:
    """Return the times for the standard sets of puzzles."""
    rows = [(bench["puzzles"], f"{bench['solved']:,}", f"`{bench['engine']}`", *map(_time, bench["cycles"]))
            for bench in RESULTS["standard"]]
    return table("puzzles | solved | engine | median | mean | 95 % | max", rows, numbers=4)


TABLES: Mapping[str, Callable[[], str]] = {
    make.__name__.replace("_", "-"): make
    for make in (at_their_clocks, bitstreams, boards, checker, choices, commands, counters, deducer, engines,
                 makers, memory_map, parallel, standard, units)
}


def filled(page: str) -> str:
    """Return the text of a page, with up-to-date tables."""
    return re.sub(
        r"(<!-- begin: ([\w./-]+) -->\n).*?(<!-- end: \2 -->)",
        lambda match: f"{match[1]}\n{source(match[2]) if '/' in match[2] else TABLES[match[2]]()}\n\n{match[3]}",
        page,
        flags=re.DOTALL,
    )


def main() -> int:
    """Write the tables, or check them; return the exit status."""
    stale = [(page, text) for page in PAGES if (text := filled(page.read_text())) != page.read_text()]
    for page, text in stale:
        if "--check" in sys.argv[1:]:
            print(f"{page.relative_to(ROOT)} is out of date: run `python docs/generate.py`", file=sys.stderr)
        else:
            page.write_text(text)
    return int(bool(stale) and "--check" in sys.argv[1:])


def _built(board: str, engines: Iterable[str]) -> tuple[str, ...]:
    """Return a build's clock, its shares of logic and block RAM, and its time; empty strings if it was not measured."""
    figures = measured().get(name_of(board, engines))
    if not figures:
        return ("",) * 4
    shares = (_share(figures, resource) for resource in ("TRELLIS_COMB", "DP16KD"))
    return _clock(figures), *shares, _minutes(figures["seconds"])


def _solved(engines: Iterable[str]) -> str:
    """Return the genres that a build with these engines solves, with the largest size of each genre."""
    taken: dict[str, list[str]] = {}
    for genre in BOARD_GENRES:
        if own := [one for one in parse(engines) if one.engine in engines_for(genre)]:
            largest = max(own, key=lambda one: one.size)
            taken.setdefault(largest.engine.takes(largest.size), []).append(GENRES[genre].title)
    return "; ".join(f"{' and '.join(genres)} {sizes}" for sizes, genres in taken.items())


def _clock(build: Mapping[str, Any]) -> str:
    return f"{build['clock_hz'] / 1e6:.1f}"


def _fmax(build: Mapping[str, Any]) -> str:
    """Return the minimum, the median and the maximum of a build's seeds."""
    hertz = build["fmax_hz"]
    return ", ".join(f"{one / 1e6:.1f}" for one in (min(hertz), statistics.median(hertz), max(hertz)))


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def _share(build: Mapping[str, Any], resource: str) -> str:
    return f"{100 * build['used'][resource] / build['available'][resource]:.0f} %"


def _number(cycles: int) -> str:
    """Return a number of cycles as text, with three or four digits and, if it is large, the suffix k or M."""
    if cycles < 10_000:
        return f"{cycles:,}" if cycles else ""
    divisor, suffix = (1e6, " M") if cycles >= 1e6 else (1e3, " k")
    return f"{cycles / divisor:.3g}{suffix}"


def _cycles(bench: Mapping[str, Any], percentile: bool = True) -> list[str]:
    median, mean, nearly_all, most = map(_number, bench["cycles"])
    return [median, mean, nearly_all, most] if percentile else [median, mean, most]


def _time(cycles: int, clock_hz: int = CLOCK_HZ) -> str:
    return duration(cycles / clock_hz)


def _software(bench: Mapping[str, Any]) -> str:
    return duration(bench["software"] / 1e6) if "software" in bench else ""


if __name__ == "__main__":
    sys.exit(main())
