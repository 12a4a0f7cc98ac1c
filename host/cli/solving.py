"""Solve the puzzles of a command on boards, on this computer or on workers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from rowloom.engines.catalogue import FAST
from rowloom.errors import RowloomError, UsageError
from rowloom.host.cli.common import counted, requiring
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.options import BatchOptions
from rowloom.host.cluster.work import SolveWork
from rowloom.host.jobs.job import Aim, Outcome, Progress, Question, cancelled, lost
from rowloom.host.link.connection import BoardChoice, config_for, open_boards
from rowloom.host.link.session import Session
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import ENGINES, SoftwareEngine, explaining, surveying
from rowloom.host.solving import engine_here, set_on_interrupt, solve_here, solve_on_boards

if TYPE_CHECKING:
    from rowloom.host.cluster.cluster import Cluster

__all__ = ["BatchSolver", "open_solver", "opened_cluster"]

_NO_CHOICE = BoardChoice()


@dataclass(frozen=True)
class BatchSolver:
    """Answers a question about puzzles: on workers or, without workers, on boards and on this computer."""

    work: SolveWork
    """The question, and the choice between boards and software."""
    meter: Meter
    sessions: Sequence[Session] = ()
    """The open boards; there are none if no puzzle needs a board."""
    workers: "Cluster | None" = None

    def solve(self, puzzles: Iterable[Puzzle]) -> Iterator[Outcome]:
        """Solve each puzzle, and yield the outcomes in order.

        Ctrl-C ends the search; a second Ctrl-C ends the program. If an engine, the boards or the workers fail, their
        remaining puzzles are not solved. The failure is raised at the end; its message includes the number of puzzles
        that were not solved.
        """
        failures: dict[str | None, RowloomError] = {}
        unsolved, interrupted = 0, False
        for engine, group in groupby(puzzles, self._engine):
            if not interrupted and engine not in failures:
                try:
                    for outcome in self._outcomes(engine, group):
                        unsolved += outcome.lost
                        interrupted |= outcome.stopped
                        yield outcome
                except RowloomError as error:
                    failures[engine] = error
            # The engine has not begun these puzzles.
            failure = failures.get(engine)
            for puzzle in group:
                unsolved += failure is not None
                interrupted |= failure is None
                yield lost(puzzle, failure) if failure else cancelled(puzzle)
        for failure in failures.values():
            raise type(failure)(f"{failure}; {counted(unsolved, 'puzzle')} not solved") from failure

    def _engine(self, puzzle: Puzzle) -> str | None:
        """Return the name of the engine on this computer that solves a puzzle; None for boards and for workers."""
        engine = None if self.workers else self.work.engine_here(puzzle)
        return engine.name if engine else None

    def _outcomes(self, engine: str | None, puzzles: Iterator[Puzzle]) -> Iterator[Outcome]:
        if self.workers:
            with set_on_interrupt() as cancel:
                yield from self.workers.run(self.work, puzzles, cancel, self.meter)
        elif engine:
            yield from solve_here(ENGINES[engine], self.work.question, self.meter, puzzles)
        else:
            yield from solve_on_boards(self.sessions, self.work.question, self.meter, puzzles)


@contextmanager
def open_solver(puzzles: Sequence[Puzzle], number: int, question: Question, choice: BoardChoice = _NO_CHOICE,
                cluster: "Cluster | None" = None) -> Iterator[BatchSolver]:
    """Open a solver for ``number`` puzzles, and show its progress.

    ``puzzles`` must have at least one puzzle of each genre and size that the solver will get.

    Raises UsageError if the options do not match the engines, or another RowloomError if the solver cannot be opened.
    """
    chosen, meter = choice != _NO_CHOICE, Meter()
    engines = [engine_here(puzzle, question, chosen) for puzzle in puzzles]
    on_board = [puzzle for puzzle, engine in zip(puzzles, engines) if engine is None]
    _check(puzzles, engines, question, chosen)
    with ExitStack() as stack:
        built: tuple[str, ...] = ()
        sessions: Sequence[Session] = ()
        if cluster:
            built = _built_on_workers(on_board, question, choice, meter, cluster)
        elif on_board:
            sessions = stack.enter_context(open_boards(choice, meter, on_board, question.board_engine))
        stack.enter_context(meter.shown(number, [session.name for session in sessions]))
        yield BatchSolver(SolveWork(question, built, chosen), meter, sessions, cluster)


def _check(puzzles: Sequence[Puzzle], engines: Sequence[SoftwareEngine | None], question: Question,
           chosen: bool) -> None:
    """Raise :class:`UsageError` if the engines of the puzzles cannot answer the question."""
    explains = question.aim in (Aim.STEPS, Aim.HINT)
    if explains:
        able = " and ".join(f"--engine {engine.name}" for engine in explaining())
        for puzzle, engine in zip(puzzles, engines):
            if engine is None or not engine.explains:
                lacking = "" if question.engine else f"no engine explains {puzzle.genre}: "
                raise UsageError(f"{lacking}--{question.aim.value} is for {able}")
    if chosen and (explains or question.engine in ENGINES):
        what = f"--engine {question.engine}" if question.engine else f"--{question.aim.value}"
        raise UsageError(f"{what} solves on this computer: the options of boards do not apply")
    on_board = engines.count(None)
    if puzzles and not on_board and question.limit:
        raise UsageError("--limit is for boards; the engines on this computer have --time-limit SECONDS")
    if on_board and on_board == len(puzzles) and question.time_limit:
        raise UsageError("--time-limit is for the engines on this computer; boards have --limit CYCLES")
    if question.aim is Aim.CERTAIN:
        if question.engine not in (None, FAST, *surveying()):
            raise UsageError(f"--certain is for the engines {', '.join(surveying())}, not for {question.engine}")
    elif on_board and question.count not in (1, 2):
        raise UsageError(f"--count {question.count}: a board finds at most 2 solutions; --engine sat finds all")


def _built_on_workers(on_board: Sequence[Puzzle], question: Question, choice: BoardChoice, progress: Progress,
                      cluster: "Cluster") -> tuple[str, ...]:
    """Return the engines of the boards that workers simulate; none if workers need no board or have real boards."""
    if not on_board or (cluster.boards and not choice.built):
        return ()
    config = config_for(choice.built, progress, on_board, question.board_engine)
    if cluster.local:
        # This process builds the simulator once, and shows the progress, so that the workers need not build it.
        with requiring("sim"):
            from rowloom.sim import build_simulator
        build_simulator(config, progress.message)
    else:
        progress.message(f"{'' if choice.built else 'no worker offers a board: '}simulating boards on the workers")
    return config.names


@contextmanager
def opened_cluster(options: BatchOptions, choice: BoardChoice = _NO_CHOICE) -> Iterator["Cluster | None"]:
    """Open the workers that the options request, if any; UsageError if the options also choose boards."""
    if not options.on_workers:
        yield None
        return
    here = {"port": choice.ports, "baud": choice.baud, "wave": choice.wave, "simulators": choice.simulators > 1}
    if wrong := next((name for name, value in here.items() if value), None):
        raise UsageError(f"--{wrong} cannot be combined with {options.on_workers}, which uses the boards of workers")
    with requiring("cluster"):
        from rowloom.host.cluster.cluster import join_scheduler, local
    with local(options.jobs) if options.jobs else join_scheduler(str(options.cluster)) as cluster:
        yield cluster
