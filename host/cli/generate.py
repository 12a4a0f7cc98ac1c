"""``rowloom generate``: generate puzzles with exactly one solution.

Generate puzzles, each with exactly one solution, on this computer, on a board (--port) or on a simulated board
(--engine fast). The same arguments always generate the same puzzles, on any machine. The second puzzle has the seed
SEED + 1 and so on, so each puzzle can be generated alone.

Levels of difficulty (`rowloom grade` grades any puzzle):
  slitherlink  easy: the rules alone solve it; normal: a few cells must be tried
               both ways; hard: many cells must be tried, or guesses are needed
  slink        easy: the first six rules of `rowloom slink` solve it; normal:
               rule 7 is needed; hard: rules after rule 7 are needed
  sudoku       easy: singles solve it; normal: locked candidates are needed;
               hard: locked candidates do not suffice
  smullyan, canal
               easy: single rules solve it; normal: a few cells must be tried
               both ways; hard: many cells must be tried, or guesses are needed
  any          as few clues as possible; the puzzle may have any level

With --from, a puzzle is made from your draft. If the draft has one solution, redundant clues are removed. If the
draft has several solutions, its clues stay, and as few clues as possible are added until there is one solution.

examples:
  rowloom generate slitherlink                    one of 10x10
  rowloom generate sudoku --difficulty hard -n 5  five of 9x9
  rowloom generate canal --size 8x12 --seed 7 -o canal.txt
                                                  into a file
  rowloom generate sudoku --symmetry rotate --clues 26-30
                                                  as in newspapers
  rowloom generate slitherlink --from draft.txt   complete a draft
  rowloom generate slitherlink --mask heart.txt   clues in certain cells only
  rowloom generate sudoku -n 500 --jobs 4         in four processes, the same 500
  rowloom generate sudoku -n 1000 --port /dev/ttyUSB0
                                                  on a board, the same 1000
  rowloom generate sudoku --json                  with solution and grade

Ctrl-C ends the command and keeps the puzzles generated until then.
"""

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING

from rowloom.engines.catalogue import FAST
from rowloom.engines.engine import Size
from rowloom.errors import ClusterError, CommandError, UsageError
from rowloom.host.arguments import SEEDS
from rowloom.host.cli.common import checked_type, counted, integer, log
from rowloom.host.cli.figures import Measurement
from rowloom.host.cli.files import choose_entry, read_entries, read_text, writing
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.options import IN_PLACE, BatchOptions, OneBoardOptions, flag, option, port_option
from rowloom.host.cli.report import duration
from rowloom.host.cli.solving import opened_cluster
from rowloom.host.cluster.work import DrawWork, GenerateWork
from rowloom.host.generate.recipe import GeneratedPuzzle
from rowloom.host.generate.specification import (
    ANY,
    DIFFICULTIES,
    GENERATED,
    SYMMETRIES,
    NoneFound,
    Specification,
    mask_of,
    specified,
)
from rowloom.host.link import pool
from rowloom.host.link.connection import open_boards
from rowloom.host.solvers import ENGINES
from rowloom.host.solvers.runner import run as solve

if TYPE_CHECKING:
    from rowloom.host.cluster.cluster import Cluster
    from rowloom.host.generate.recipe import Drawn

_SOFTWARE = "sat"

_SAMPLE = 1000
"""Of the puzzles from a board, one in ``_SAMPLE`` is checked: this computer proves again that the solution is unique.
"""

_size = checked_type(Size.parse, lambda size: True, "a size such as 10x10")


def _clues(text: str) -> tuple[int, int | None]:
    """Parse the value of an option: a number of clues, or a range."""
    if not (match := re.fullmatch(r"(\d*)(-?)(\d*)", text)) or not (match[1] or match[3]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of clues such as 24, 20-30, 20- or -30")
    least, most = int(match[1] or 0), int(match[3]) if match[3] else None
    return least, most if match[2] else least


@dataclass(frozen=True, kw_only=True)
class GenerateOptions(OneBoardOptions, BatchOptions):
    genre: str = option(choices=GENERATED, metavar="GENRE", help=f"what to generate: {', '.join(GENERATED)}")
    size: Size | None = option(
        "--size", type=_size, metavar="RxC",
        help="rows and columns of cells (default: 10x10; for Sudoku 9x9; with --from or --mask the size in the file)",
    )
    difficulty: str | None = option(
        "--difficulty", choices=DIFFICULTIES,
        help=f"see above (default: normal; {ANY} with --from or for fewer than 9 cells; easy for a 4x4 Sudoku)",
    )
    seed: int = option("--seed", type=integer(*SEEDS), default=1, metavar="SEED",
                       help="the first puzzle's seed (default: %(default)s)")
    number: int = option("-n", type=integer(1), default=1, metavar="N",
                         help="the number of puzzles (default: %(default)s)")
    output: str | None = option("-o", "--output", metavar="FILE", help="the file to write (default: standard output)")
    check: bool = flag("--check", "prove again that each puzzle has one solution (default: only for every"
                       f" {_SAMPLE}th puzzle from a board)")
    symmetry: str = option("--symmetry", choices=SYMMETRIES, default="none", metavar="WHICH", group="clues",
                           help=f"the symmetry of the cells with clues: {', '.join(SYMMETRIES)} (default: none)")
    clues: tuple[int, int | None] = option("--clues", type=_clues, default=(0, None), metavar="MIN-MAX", group="clues",
                                           help="the range of the number of clues; or N, MIN- or -MAX")
    mask: str | None = option("--mask", metavar="FILE", group="clues",
                              help="clues only in the cells that have a # in this file; other cells have a dot")
    draft: str | None = option("--from", metavar="FILE", group="clues",
                               help=f"begin with this puzzle, see above; {IN_PLACE}")
    engine: str | None = option(
        "--engine", choices=(_SOFTWARE, FAST), metavar="ENGINE", group="where",
        help=f"{_SOFTWARE}, on this computer, or {FAST}, on a board (default: {FAST} with --port, else {_SOFTWARE})",
    )
    ports: tuple[str, ...] = port_option((
        "board",
        f"Without --port and --engine {FAST}, puzzles are generated on this computer, unless\nROWLOOM_PORT or a"
        " configuration file names a port.",
    ))


def run(options: GenerateOptions) -> int:
    specification = _specification(options)
    on_board = _on_board(specification, options)
    meter = Meter()
    with opened_cluster(options) as cluster, writing(options.output) as put:
        generate = _generate_on_board if on_board else _generate_in_software
        failed = repeated = 0
        there: set[int] = set()
        for number, one in enumerate(generate(specification, options, meter, cluster)):
            if isinstance(one, NoneFound):
                failed += 1
                log(f"seed {options.seed + number}: {one}" if options.number > 1 else str(one))
                continue
            if isinstance(one, Exception):
                raise CommandError(str(one), status=2 if isinstance(one, ValueError) else 1) from one
            _verify(one, options.check or (on_board and number % _SAMPLE == 0))
            text = _json(one) if options.json else one.puzzle.write()
            put(text if options.json or not there else f"\n{text}")
            # Keep only the hashes of earlier puzzles, to save memory.
            repeated += (clues := hash(one.puzzle.clues)) in there
            there.add(clues)
    if failed and options.number > 1:
        log(f"{failed:,} of {options.number:,} puzzles were not generated")
    if repeated:
        log(f"{repeated:,} of {options.number:,} puzzles repeat earlier puzzles: there are few such puzzles of"
            f" {specification.size}, so ask for another size")
    return 1 if failed else 0


def _specification(options: GenerateOptions) -> Specification:
    draft, size, mask = None, options.size, None
    if options.draft:
        entries = list(read_entries(options.draft, None))
        if len(entries) > 1:
            raise CommandError(f"{options.draft}: expected one puzzle, found {counted(len(entries), 'puzzle')}")
        draft = choose_entry(entries, "1", 1, "")[1]
        size = size or Size(draft.rows, draft.cols)
    try:
        if options.mask:
            mask, size = mask_of(read_text(options.mask), options.mask, size)
        return specified(options.genre, size, options.difficulty, options.symmetry, options.clues, mask, draft)
    except ValueError as error:
        raise CommandError(str(error), status=2) from error


def _on_board(specification: Specification, options: GenerateOptions) -> bool:
    """Return whether the puzzles are made on a board."""
    asked = options.engine == FAST or bool(options.ports or options.built or options.wave)
    if options.engine == _SOFTWARE and asked:
        raise UsageError(f"--engine {_SOFTWARE} generates puzzles on this computer; the options of boards do not apply")
    if not asked:
        return False
    from rowloom.host.generate.generator import can_generate_on_board

    if can_generate_on_board(specification):
        return True
    if options.ports and options.port_source:
        return False  # a default port is only used for puzzles that boards can make
    made = f"a {specification.genre} of {specification.size}{' from such a draft' if specification.draft else ''}"
    raise UsageError(f"no board generates {made}: leave out --port and --engine")


def _generate_on_board(
    specification: Specification, options: GenerateOptions, meter: Meter, cluster: "Cluster | None"
) -> Iterator[GeneratedPuzzle | Exception]:
    """Make the puzzles on a board. If there are workers, they draw the random solutions."""
    from rowloom.host.generate.generator import blank_puzzle, generate_on_board

    with (
        open_boards(options.boards, meter, [blank_puzzle(specification)], options.engine) as sessions,
        meter.shown(options.number),
    ):
        if options.number > 1:
            sessions[0].rate.raise_now()
        measurement, cycles = Measurement(sessions), 0
        seeds = range(options.seed, options.seed + options.number)
        solve = partial(pool.solve, sessions, progress=meter)
        drawn = _drawn(specification, seeds, meter, cluster)
        for made in generate_on_board(specification, seeds, solve, len(sessions), drawn):
            meter.done()
            cycles += getattr(made, "cycles", None) or 0
            yield made
        if options.number > 1:
            seconds, passed, _ = measurement.line_use()
            busy = cycles / sessions[0].board.clock / seconds / len(sessions)
            log(f"{options.number:,} puzzles in {duration(seconds)}, {options.number / seconds:,.0f} per second;"
                f" the board was busy for {busy:.0%} of the time;"
                f" {passed['to_board'] / options.number:.1f} bytes a puzzle to the board,"
                f" {passed['from_board'] / options.number:.1f} from the board")


def _drawn(
    specification: Specification, seeds: Sequence[int], meter: Meter, cluster: "Cluster | None"
) -> "Iterator[Drawn | None]":
    """Yield the solutions that workers draw. Without workers, or after they are lost, yield None."""
    if cluster:
        try:
            yield from cluster.run(DrawWork(specification), seeds)
        except ClusterError as error:
            meter.message(f"{error}; continuing without workers")
    yield from repeat(None)


def _generate_in_software(
    specification: Specification, options: GenerateOptions, meter: Meter, cluster: "Cluster | None"
) -> Iterator[GeneratedPuzzle | Exception]:
    """Make the puzzles in this process, or on workers."""
    seeds, generation = range(options.seed, options.seed + options.number), GenerateWork(specification)
    with meter.shown(options.number):
        if cluster:
            yield from cluster.run(generation, seeds, progress=meter)
            return
        for seed in seeds:
            meter.searching(f"{specification.genre} with seed {seed}")
            yield generation.generate(seed)
            meter.done()


def _verify(made: GeneratedPuzzle, again: bool) -> None:
    """Verify the solution and, with ``again``, that there is no other solution."""
    puzzle = made.puzzle
    if faults := puzzle.verify(made.solution):
        raise CommandError(f"{puzzle.name}: the solution of {made.engine} is wrong: {faults[0]}")
    if again and solve(ENGINES[_SOFTWARE], puzzle, 2).solutions != (made.solution,):
        raise CommandError(f"{puzzle.name}: {_SOFTWARE} does not find the same unique solution as {made.engine}")


def _json(made: GeneratedPuzzle) -> str:
    puzzle = made.puzzle
    record = {
        "name": puzzle.name, "genre": puzzle.genre, "rows": puzzle.rows, "cols": puzzle.cols,
        "puzzle": puzzle.write(), "solution": made.solution,
        "grade": made.grade and made.grade.level,
        "clues": len(puzzle.clue_cells), "cycles": made.cycles, "clock_hz": made.clock, "seconds": made.seconds,
        "engine": made.engine, "verified": True, "unique": True,
    }  # fmt: skip
    return f"{json.dumps(record)}\n"
