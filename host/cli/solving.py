"""Opening what solves the puzzles of a command: boards, engines on this computer, or workers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING

from rowloom.engines.catalogue import FAST
from rowloom.engines.config import SoCConfig
from rowloom.errors import UsageError
from rowloom.host.cli.common import needing
from rowloom.host.cli.options import WorkerOptions
from rowloom.host.cluster.work import Solving
from rowloom.host.jobs.job import Aim, Outcome, Progress, Question
from rowloom.host.link.opening import BoardChoice, config_for, open_boards
from rowloom.host.link.session import Session
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import ENGINES, SoftwareEngine, explaining, surveying
from rowloom.host.solving import batch
from rowloom.host.solving.boards import Boards
from rowloom.host.solving.choice import engine_here
from rowloom.host.solving.here import Here

if TYPE_CHECKING:
    from rowloom.host.cluster.cluster import Cluster

__all__ = ["Solver", "importing_dask", "open_solver", "opened_cluster"]


class Solver:
    """Answers a question about puzzles.

    Parameters
    ----------
    question : Question
    choice : BoardChoice
    progress : Progress
    sessions : sequence of Session
        The boards; none if no puzzle needs one.
    workers : Backend, optional
        What does all of it instead.

    Attributes
    ----------
    sessions : sequence of Session
    """

    def __init__(
        self, question: Question, choice: BoardChoice, progress: Progress, sessions: Sequence[Session] = (),
        workers: batch.Backend | None = None,
    ):  # fmt: skip
        self.sessions = sessions
        self._question, self._chosen, self._workers = question, choice != BoardChoice(), workers
        self._boards = Boards(sessions, question, progress)
        self._here = cache(lambda name: Here(ENGINES[name], question, progress))

    @property
    def boards(self) -> list[str]:
        """The names of the boards' links."""
        return [session.name for session in self.sessions]

    def solve(self, puzzles: Iterable[Puzzle]) -> Iterator[Outcome]:
        """Solve puzzles as :func:`rowloom.host.solving.batch.solve` does."""
        return batch.solve(puzzles, self._backend_of)

    def _backend_of(self, puzzle: Puzzle) -> batch.Backend:
        if self._workers:
            return self._workers
        engine = engine_here(puzzle, self._question, self._chosen)
        return self._here(engine.name) if engine else self._boards


@contextmanager
def open_solver(
    puzzles: Sequence[Puzzle], question: Question, choice: BoardChoice, progress: Progress,
    cluster: "Cluster | None" = None,
) -> Iterator[Solver]:  # fmt: skip
    """Open what answers a question about puzzles such as these.

    Raises
    ------
    UsageError
        If the options do not match the engines.
    RowloomError
        If it cannot be opened.
    """
    chosen = choice != BoardChoice()
    engines = [engine_here(puzzle, question, chosen) for puzzle in puzzles]
    on_board = [puzzle for puzzle, engine in zip(puzzles, engines) if engine is None]
    _check(puzzles, engines, question, chosen)
    if cluster:
        from rowloom.host.cluster.cluster import Workers

        built = _built_on_workers(on_board, question, choice, progress, cluster)
        work = Solving(question, built, chosen)
        yield Solver(question, choice, progress, workers=Workers(cluster, work, progress))
        return
    with ExitStack() as stack:
        sessions: Sequence[Session] = ()
        if on_board:
            sessions = stack.enter_context(open_boards(choice, on_board, question.board_engine, progress))
        yield Solver(question, choice, progress, sessions)


def _check(
    puzzles: Sequence[Puzzle], engines: Sequence[SoftwareEngine | None], question: Question, chosen: bool
) -> None:
    """Raise :class:`UsageError` if the question does not fit the engines of the puzzles."""
    explains = question.aim in (Aim.STEPS, Aim.HINT)
    if explains:
        able = " and ".join(f"--engine {engine.name}" for engine in explaining())
        for puzzle, engine in zip(puzzles, engines):
            if engine is None or not engine.explains:
                lacking = "" if question.engine else f"no engine explains {puzzle.genre}: "
                raise UsageError(f"{lacking}--{question.aim.value} is for {able}")
    if chosen and (explains or question.engine in ENGINES):
        what = f"--engine {question.engine}" if question.engine else f"--{question.aim.value}"
        raise UsageError(f"{what} solves on this computer: it does not take the options of boards")
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


def _built_on_workers(
    on_board: Sequence[Puzzle], question: Question, choice: BoardChoice, progress: Progress, cluster: "Cluster"
) -> tuple[str, ...]:
    """Return the engines of the boards that workers simulate.

    Puzzles for boards go to those of the workers. If there are none, or the person has chosen engines, boards are
    simulated.
    """
    if not on_board or (cluster.boards and not choice.built):
        return ()
    config = config_for(choice.built, on_board, question.board_engine, progress)
    if cluster.local:
        _build_simulator(config, progress)
    else:
        progress.message(f"{'' if choice.built else 'no worker offers a board: '}simulating boards on the workers")
    return config.names


def _build_simulator(config: SoCConfig, progress: Progress) -> None:
    """Build a simulator here, so that the workers need not, and its progress is shown."""
    with needing("the simulated board is not installed", "'rowloom[sim]'"):
        from rowloom.sim import build_simulator
    build_simulator(config, progress.message)


def importing_dask() -> AbstractContextManager[None]:
    """Import Dask in this context: where it is missing, the error says what installs it."""
    return needing("many processes or machines need Dask's scheduler", "'rowloom[cluster]'")


@contextmanager
def opened_cluster(options: WorkerOptions, choice: BoardChoice | None = None) -> Iterator["Cluster | None"]:
    """Open the workers that the options ask for; None if they do not.

    ``choice`` are the boards that the options ask for, which must not be those of this command.
    """
    if not options.on_workers:
        yield None
        return
    choice = choice or BoardChoice()
    here = {"port": choice.ports, "baud": choice.baud, "wave": choice.wave, "simulators": choice.simulators > 1}
    if wrong := next((name for name, value in here.items() if value), None):
        raise UsageError(
            f"--{wrong} is for boards of this command, and {options.on_workers} for those of workers"
        )
    with importing_dask():
        from rowloom.host.cluster.cluster import joined, local
    with local(options.jobs) if options.jobs else joined(str(options.cluster)) as cluster:
        yield cluster
