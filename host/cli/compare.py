"""``rowloom compare``: solve the same puzzles with every engine, and check that the engines agree.

Solve every puzzle with every engine that accepts it: the engines of a board (by default a simulated board), and the
engines on this computer. Each solution is verified. Disagreements are reported, and a table shows for each engine:
puzzles solved, puzzles with a unique solution, time in seconds (for boards also in clock cycles), and the size of the
search.

Two engines disagree if one engine has found all solutions, and the other engine has found a solution that is not among
them. It is no disagreement if an engine gives up, because of a limit or because the engine does not guess.

examples:
  rowloom compare puzzles.txt                  all engines
  rowloom compare --engines sat,z3 *.txt       two engines; no board is opened
  rowloom compare --engines sat,deducer --port /dev/ttyUSB0 *.txt
                                               a real board and software
  rowloom compare --jobs 4 puzzles.txt         in four processes
  rowloom compare --json puzzles.txt > out     one JSON object per puzzle

exit status: 0 if all engines agree and all solutions are right, 1 if not, 2 for a wrong command line
"""

import argparse
import json
import statistics
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from rowloom.engines.catalogue import ENGINES
from rowloom.errors import ClusterError, CommandError, LinkError, NotInstalled, Unsuitable
from rowloom.host.cli.common import counted, echo, integer, log, print_table
from rowloom.host.cli.files import read_files
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.options import (
    BatchOptions,
    BoardPoolOptions,
    PuzzleOptions,
    limit_option,
    option,
    time_limit_option,
)
from rowloom.host.cli.report import duration
from rowloom.host.cli.solving import open_solver, opened_cluster
from rowloom.host.jobs.engines import capabilities_of, choose, engine_name
from rowloom.host.jobs.job import Outcome, Question
from rowloom.host.jobs.status import ERROR, NO_SOLUTION
from rowloom.host.link.connection import BoardChoice, config_for, open_boards
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import ENGINES as SOFTWARE
from rowloom.host.wire.protocol import Capability

if TYPE_CHECKING:
    from rowloom.host.cluster.cluster import Cluster

_LIMIT, _TIME_LIMIT = 50_000_000, 60.0
"""The default limits in cycles and in seconds. Without limits, a single hard puzzle could delay the whole
comparison for hours."""

_EFFORTS = "nodes", "decisions", "conflicts", "visits"
"""Counters that show the size of a search. The table shows the first of these counters that an engine has."""


Answers = dict[str, Outcome]
"""The engines' outcomes for a puzzle, by engine name."""

_Boards = Sequence[Sequence[Capability]]
"""The engines of each board."""


def _engines(text: str) -> tuple[str, ...]:
    """Parse the value of an option: names of engines, separated by commas."""
    names, known = [name.strip() for name in text.split(",")], (*ENGINES, *SOFTWARE)
    if unknown := [name for name in names if name not in known]:
        raise argparse.ArgumentTypeError(f"there is no engine {unknown[0]!r}; there are: {', '.join(known)}")
    return tuple(dict.fromkeys(names))


@dataclass(frozen=True, kw_only=True)
class CompareOptions(PuzzleOptions, BoardPoolOptions, BatchOptions):
    engines: tuple[str, ...] = option(
        "--engines", type=_engines, default=(), metavar="NAME,NAME",
        help=lambda: f"on boards: {', '.join(ENGINES)}; on this computer: {', '.join(SOFTWARE)} (default: all)",
    )
    count: int = option(
        "--count", type=integer(0), default=2, metavar="N",
        help="find up to N solutions; boards accept 1 and 2, engines on this computer accept any number, and 0 for all"
        " (default: 2)",
    )
    limit: int = limit_option(_LIMIT, f"default: {_LIMIT // 1_000_000}M")
    time_limit: float = time_limit_option(_TIME_LIMIT, f"default: {_TIME_LIMIT:g}")


def run(options: CompareOptions) -> int:
    with opened_cluster(options, options.boards) as cluster:
        return _compare(options, cluster)


def _compare(options: CompareOptions, cluster: "Cluster | None") -> int:
    entries = list(read_files(options.files, options.genre))
    for entry in entries:
        if entry.bad:
            log(str(entry.puzzle))
    good = [entry for entry in entries if not entry.bad]
    answers: list[Answers] = [{} for _ in good]
    interrupted, unanswered = False, set[int]()
    puzzles = [entry.puzzle for entry in good]
    there = _capabilities(puzzles, options)
    for engine in options.engines or _all_engines(puzzles, options, there, cluster):
        numbers = [number for number, puzzle in enumerate(puzzles) if _takes(engine, puzzle, there)]
        try:
            for outcome, number in zip(_solve(engine, [puzzles[one] for one in numbers], options, cluster), numbers):
                if not outcome.lost:
                    answers[number][engine] = outcome
                interrupted |= outcome.stopped
        except (ClusterError, LinkError) as error:
            log(f"{engine}: {error}")
        unanswered.update(number for number in numbers if engine not in answers[number])
        if interrupted:
            break
    wrong = 0
    for number, (entry, some) in enumerate(zip(good, answers)):
        faults = list(_faults(some, options.count))
        wrong += bool(faults)
        for fault in faults:
            log(f"{entry.source}:{entry.puzzle.line}: {entry.puzzle.name}: {fault}")
        if options.json:
            _print_json(entry.puzzle, some, False if faults else None if interrupted or number in unanswered else True)
    if not options.json and any(answers):
        _print_table(answers, options.count)
        compared = sum(len(some) > 1 for some in answers)
        if wrong:
            echo(f"THE ENGINES DISAGREE, OR ONE IS WRONG, on {wrong:,} of {counted(compared, 'puzzle')}")
        elif not (interrupted or unanswered):
            echo(f"The engines agree on {counted(compared, 'puzzle')}" if compared else "There was nothing to compare.")
    if interrupted or unanswered:
        log(f"{'interrupted: ' if interrupted else ''}not every engine has answered every puzzle, so it is unknown"
            " whether the engines agree")
    return 1 if wrong or interrupted or unanswered or len(good) < len(entries) else 0


def _capabilities(puzzles: Sequence[Puzzle], options: CompareOptions) -> _Boards:
    """Return the engines of each board: the boards at the ports, or a simulated board with the engines of ``--with``.

    If neither ports nor ``--with`` are given, or if no board is needed, return one board with every engine in its
    largest size. No such board exists; but for each puzzle, a board with one of these engines can be simulated.
    """
    every = [capabilities_of(engine.instance(engine.sizes.largest) for engine in ENGINES.values())]
    wanted = [name for name in options.engines or ENGINES if name in ENGINES]
    if not any(_takes(name, puzzle, every) for name in wanted for puzzle in puzzles):
        return every
    if options.ports:
        with open_boards(options.boards, Meter()) as sessions:
            there: _Boards = [session.board.capabilities for session in sessions]
    elif options.built:
        there = [capabilities_of(config_for(options.built, Meter()).instances)]
    else:
        return every
    names = list(dict.fromkeys(engine_name(one.genre, one.engine) for board in there for one in board))
    if options.engines and (lacking := [name for name in wanted if name not in names]):
        raise CommandError(f"the board has no {' and no '.join(lacking)} engine; its engines: {', '.join(names)}")
    return there


def _all_engines(puzzles: Sequence[Puzzle], options: CompareOptions, there: _Boards,
                 cluster: "Cluster | None") -> Iterator[str]:
    """Yield the installed engines that accept at least one of the puzzles; the engines of boards come first."""
    names = [name for name in ENGINES if any(_takes(name, puzzle, there) for puzzle in puzzles)]
    if names and not options.ports and not (cluster and cluster.boards):
        try:
            import rowloom.sim  # noqa: F401 - only to check that it is installed
        except ImportError as error:
            log("the comparison leaves out the engines of boards: the simulated board is not installed"
                f" ({error}): pip install 'rowloom[sim]'")
            names = []
    yield from names
    for name, engine in SOFTWARE.items():
        genres = {puzzle.genre for puzzle in puzzles} & set(engine.genres)
        try:
            for genre in genres:
                engine.loaded(genre)
        except NotInstalled as error:
            log(f"the comparison leaves out {name}: {error}")
        else:
            if genres:
                yield name


def _takes(name: str, puzzle: Puzzle, there: _Boards) -> bool:
    """Return whether an engine on this computer, or of one of the boards, accepts a puzzle."""
    if name in SOFTWARE:
        return puzzle.genre in SOFTWARE[name].genres
    for board in there:
        with suppress(Unsuitable):
            choose(puzzle, board, name)
            return True
    return False


def _solve(engine: str, puzzles: Sequence[Puzzle], options: CompareOptions,
           cluster: "Cluster | None") -> Iterator[Outcome]:
    """Solve the puzzles with an engine, and yield the outcomes, which include the seconds that the searches took."""
    here = engine in SOFTWARE
    limit, time_limit = (0, options.time_limit) if here else (options.limit, None)
    question = Question(count=options.count, engine=engine, limit=limit, time_limit=time_limit, counters=True)
    boards = BoardChoice() if here else options.boards
    with open_solver(puzzles, len(puzzles), question, boards, cluster) as solver:
        for outcome in solver.solve(puzzles):
            yield outcome._replace(seconds=outcome.time)


def _faults(answers: Answers, count: int) -> Iterator[str]:
    """Yield a message about each error and each disagreement in the outcomes for a puzzle."""
    for engine, outcome in answers.items():
        if outcome.status == ERROR:
            yield f"{engine}: {outcome.message}"
    for (one, known), (other, outcome) in permutations(answers.items(), 2):
        knows_all = known.complete and known.status != ERROR and (count == 0 or len(known.solutions) < count)
        if knows_all and not set(outcome.solutions) <= set(known.solutions):
            number = len(known.solutions)
            proved, has = (f"only {counted(number, 'solution')}", "another") if number else ("no solution", "one")
            yield f"the engines disagree: {one} has proved that there is {proved}, but {other} has found {has}"


def _print_json(puzzle: Puzzle, answers: Answers, agree: bool | None) -> None:
    engines = {
        engine: {
            "status": outcome.status, "solutions": len(outcome.solutions), "complete": outcome.complete,
            "cycles": outcome.cycles, "seconds": outcome.seconds, **outcome.counters,
        }
        for engine, outcome in answers.items()
    }  # fmt: skip
    echo(json.dumps({
        "name": puzzle.name, "genre": puzzle.genre, "rows": puzzle.rows, "cols": puzzle.cols, "agree": agree,
        "engines": engines,
    }))  # fmt: skip


def _print_table(answers: Sequence[Answers], count: int) -> None:
    """Print a line for each genre and engine; ``count`` is the number of solutions that were requested."""
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for some in answers:
        for engine, outcome in some.items():
            groups.setdefault((outcome.puzzle.genre, engine), []).append(outcome)
    lines = []
    for (genre, engine), outcomes in sorted(groups.items(), key=lambda group: group[0][0]):
        solved = [outcome for outcome in outcomes if outcome.verified]
        # If only one solution is requested, engines do not look for a second solution.
        unique = "" if count == 1 else f"{sum(outcome.unique is True for outcome in solved):,}"
        none = sum(outcome.status == NO_SOLUTION for outcome in outcomes)
        given_up = len(outcomes) - len(solved) - none
        lines.append((genre, engine, f"{len(outcomes):,}", f"{len(solved):,}", unique, f"{none:,}", f"{given_up:,}",
                      *_figures(outcomes)))
    numbers = "puzzles", "solved", "unique", "none", "given up"
    headings = "genre", "engine", *numbers, "median", "mean", "max", "mean cycles", "search"
    print_table("Every engine on the same puzzles", headings, lines, words=2)


def _figures(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """Return figures of the completed searches: times, cycles, and the size of the search."""
    ended = [outcome for outcome in outcomes if outcome.complete]
    times = [outcome.seconds for outcome in ended if outcome.seconds is not None]
    if not times:
        return ("",) * 5
    clocks = [outcome.cycles for outcome in ended if outcome.cycles is not None]
    effort = next((name for name in _EFFORTS if name in ended[0].counters), None)
    return (
        duration(statistics.median(times)), duration(statistics.mean(times)), duration(max(times)),
        f"{statistics.mean(clocks):,.0f}" if clocks else "",
        f"{statistics.mean(outcome.counters[effort] for outcome in ended):,.1f} {effort}" if effort else "",
    )
