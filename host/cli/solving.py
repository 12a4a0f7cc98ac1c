"""Open the backend that solves the puzzles of a command: boards, engines on this computer, or workers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from rowloom.engines.catalogue import FAST
from rowloom.errors import UsageError
from rowloom.host import solving
from rowloom.host.cli.common import requiring
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.options import BatchOptions
from rowloom.host.cluster.work import Solving
from rowloom.host.jobs.job import Aim, Outcome, Progress, Question
from rowloom.host.link.connection import BoardChoice, config_for, open_boards
from rowloom.host.link.session import Session
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import ENGINES, SoftwareEngine, explaining, surveying

if TYPE_CHECKING:
    from rowloom.host.cluster.cluster import Cluster

__all__ = ["Solver", "importing_dask", "open_solver", "opened_cluster"]

_NO_CHOICE = BoardChoice()


@dataclass(frozen=True)
class Solver:
    """Answers a question about puzzles."""

    question: Question
    choice: BoardChoice
    meter: Meter
    """The object that shows the progress."""
    sessions: Sequence[Session] = ()
    """The open boards; there are none if no puzzle needs a board."""
    workers: solving.Backend | None = None
    """If there is such a backend, it solves all puzzles."""

    def solve(self, puzzles: Iterable[Puzzle]) -> Iterator[Outcome]:
        """Solve puzzles as :func:`rowloom.host.solving.solve` does."""
        boards = partial(solving.solve_on_boards, self.sessions, self.question, self.meter)
        here = cache(lambda name: partial(solving.solve_here, ENGINES[name], self.question, self.meter))

        def backend(puzzle: Puzzle) -> solving.Backend:
            if self.workers:
                return self.workers
            engine = solving.engine_here(puzzle, self.question, self.choice != _NO_CHOICE)
            return here(engine.name) if engine else boards

        return solving.solve(puzzles, backend)


@contextmanager
def open_solver(puzzles: Sequence[Puzzle], number: int, question: Question, choice: BoardChoice = _NO_CHOICE,
                cluster: "Cluster | None" = None) -> Iterator[Solver]:
    """Open a solver for puzzles of these genres and sizes, and show its progress; ``number`` is the number of puzzles.

    Raises UsageError if the options do not match the engines, or another RowloomError if the solver cannot be opened.
    """
    chosen, meter = choice != _NO_CHOICE, Meter()
    engines = [solving.engine_here(puzzle, question, chosen) for puzzle in puzzles]
    on_board = [puzzle for puzzle, engine in zip(puzzles, engines) if engine is None]
    _check(puzzles, engines, question, chosen)
    with ExitStack() as stack:
        solver = Solver(question, choice, meter)
        if cluster:
            from rowloom.host.cluster.cluster import solve_on_workers

            work = Solving(question, _built_on_workers(on_board, question, choice, meter, cluster), chosen)
            solver = Solver(question, choice, meter, workers=partial(solve_on_workers, cluster, work, meter))
        elif on_board:
            sessions = stack.enter_context(open_boards(choice, on_board, question.board_engine, meter))
            solver = Solver(question, choice, meter, sessions)
        stack.enter_context(meter.shown(number, [session.name for session in solver.sessions]))
        yield solver


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
        raise UsageError("--limit is for boards; on this computer there is --time-limit SECONDS")
    if on_board and on_board == len(puzzles) and question.time_limit:
        raise UsageError("--time-limit is for the engines on this computer; boards have --limit CYCLES")
    if question.aim is Aim.CERTAIN:
        if question.engine not in (None, FAST, *surveying()):
            raise UsageError(f"--certain is for the engines {', '.join(surveying())}, not for {question.engine}")
    elif on_board and question.count not in (1, 2):
        raise UsageError(f"--count {question.count}: a board finds at most 2 solutions; --engine sat finds them all")


def _built_on_workers(on_board: Sequence[Puzzle], question: Question, choice: BoardChoice, progress: Progress,
                      cluster: "Cluster") -> tuple[str, ...]:
    """Return the engines of the boards that workers simulate; none if they need no board or have real boards."""
    if not on_board or (cluster.boards and not choice.built):
        return ()
    config = config_for(choice.built, on_board, question.board_engine, progress)
    if cluster.local:
        # The simulator is built once here, where the progress can be shown, and not in each worker.
        with requiring("the simulated board is not installed", "'rowloom[sim]'"):
            from rowloom.sim import build_simulator
        build_simulator(config, progress.message)
    else:
        progress.message(f"{'' if choice.built else 'no worker offers a board: '}simulating boards on the workers")
    return config.names


def importing_dask() -> AbstractContextManager[None]:
    """Return a context for importing Dask, whose error says how to install it."""
    return requiring("many processes or machines need Dask's scheduler", "'rowloom[cluster]'")


@contextmanager
def opened_cluster(options: BatchOptions, choice: BoardChoice = _NO_CHOICE) -> Iterator["Cluster | None"]:
    """Open the workers that the options request, if any; UsageError if ``choice`` names boards of this command."""
    if not options.on_workers:
        yield None
        return
    here = {"port": choice.ports, "baud": choice.baud, "wave": choice.wave, "simulators": choice.simulators > 1}
    if wrong := next((name for name, value in here.items() if value), None):
        raise UsageError(f"--{wrong} is for boards of this command, {options.on_workers} for boards of workers")
    with importing_dask():
        from rowloom.host.cluster.cluster import join_scheduler, local
    with local(options.jobs) if options.jobs else join_scheduler(str(options.cluster)) as cluster:
        yield cluster
