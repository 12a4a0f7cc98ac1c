"""What ``import rowloom`` offers: the commands' work as functions."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from types import TracebackType
from typing import Any, Self

from rowloom.host import pipeline, puzzles
from rowloom.host.certain import MOST, on_boards
from rowloom.host.engines import abilities, engines_for, instances_for
from rowloom.host.generate import ANY, Specification, make, usual_size
from rowloom.host.job import Job, Outcome
from rowloom.host.opening import at_port, simulated
from rowloom.host.puzzles import BOARD_GENRES, Puzzle, PuzzleError
from rowloom.host.rates import AutomaticRate
from rowloom.host.solvers import Aim, SoftwareEngine, software_engine
from rowloom.host.solvers.runner import run
from rowloom.host.solvers.survey import survey
from rowloom.host.tasks import Certain, Count, Thin
from rowloom.hw.engines import FAST, parse
from rowloom.hw.soc.config import SoCConfig

__all__ = ["Board", "certain", "generate", "read", "solve"]


def read(text: str, genre: str | None = None) -> list[Puzzle]:
    """Return the puzzles in a text: any of the forms that the commands read, URLs of puzz.link among them.

    Parameters
    ----------
    text : str
    genre : str, optional
        The genre of all of them; by default it is detected.

    Raises
    ------
    PuzzleError
        At the first puzzle that is malformed, or if there is none.
    ValueError
        If there is no such genre.
    """
    found: list[Puzzle] = []
    for one in puzzles.read(text, "text", genre):
        if isinstance(one, PuzzleError):
            raise one
        found.append(one)
    return found


def solve(
    puzzle: Puzzle | str,
    engine: str | None = None,
    port: str | None = None,
    count: int = 1,
    *,
    limit: int = 0,
    time_limit: float | None = None,
) -> Outcome:
    """Solve a puzzle; verify every solution.

    For many puzzles, a :class:`Board` that stays open is faster.

    Parameters
    ----------
    puzzle : Puzzle or str
        A text holds one puzzle.
    engine : str, optional
        As for ``rowloom solve``. By default a board solves the genres that boards do, a simulated one without
        ``port``, and the engine "sat" on this computer the others.
    port : str, optional
        Where the board is plugged in.
    count : int
        How many solutions to look for: 2 tells whether the first one is unique. Boards take 1 or 2, engines on this
        computer any number, 0 for all.
    limit : int
        Clock cycles after which a board gives up; 0 for no limit.
    time_limit : float, optional
        Seconds after which an engine on this computer gives up.

    Returns
    -------
    Outcome
        Its ``status`` is "solved" where there is a solution.

    Raises
    ------
    PuzzleError, ValueError
        If the text holds no puzzle or several, or an argument makes no sense.
    Unsuitable, LinkError
        If no such board solves the puzzle; if the board does not answer.
    NotInstalled, SimulationError
        If a package is missing; if the simulated board cannot be built.
    """
    one = _puzzle(puzzle)
    software = _software(one, engine, port)
    if software is None:
        with _board(one, engine, port) as board:
            return next(board.solve([one], count, engine=engine, limit=limit))
    return run(software, one, count, time_limit)


def certain(
    puzzle: Puzzle | str,
    engine: str | None = None,
    port: str | None = None,
    count: int = MOST,
    *,
    limit: int = 0,
    time_limit: float | None = None,
) -> Outcome:
    """Find what all solutions of a puzzle have in common, and count them.

    Parameters
    ----------
    puzzle, port, time_limit
        As for :func:`solve`.
    engine : str, optional
        The name of a fast engine of boards, or "sat". By default a board if its fast engine takes the puzzle.
    count : int
        Up to how many solutions are counted, at least 2; 0 for all.
    limit : int
        Clock cycles after which a board gives up each of three searches; 0 for no limit.

    Returns
    -------
    Outcome
        With ``certain``, ``counted`` and ``unique``; its solutions are two that differ, or the only one.

    Raises
    ------
    ValueError
        If the engine cannot tell, or as :func:`solve`.
    PuzzleError, Unsuitable, LinkError, NotInstalled, SimulationError
        As :func:`solve`.
    """
    if count == 1 or count < 0:
        raise ValueError(f"certain counts up to 2 solutions or more, or all (0), not {count}")
    one = _puzzle(puzzle)
    software = _software(one, engine, port, Aim.SOLUTIONS if port is not None else Aim.CERTAIN)
    if software is None:
        fast = engine or FAST
        with _board(one, fast, port) as board:
            return next(board.survey([one], count, engine=fast, limit=limit))
    if not software.surveys:
        raise ValueError(f"the engine {software.name!r} cannot tell what is certain: 'sat' can")
    return survey(software, one, count, time_limit)


def generate(
    genre: str,
    size: tuple[int, int] | None = None,
    difficulty: str | None = None,
    seed: int = 1,
    *,
    symmetry: str = "none",
    clues: tuple[int, int | None] = (0, None),
    mask: Iterable[tuple[int, int]] | None = None,
    draft: Puzzle | str | None = None,
) -> Puzzle:
    """Return a puzzle with exactly one solution, always the same one for the same arguments.

    Parameters
    ----------
    genre : str
        "slitherlink", "slink", "sudoku", "smullyan" or "canal".
    size : (int, int), optional
        Rows and columns of cells; by default the usual size, or that of the draft.
    difficulty : str, optional
        "easy", "normal" (the default without a draft), "hard" or "any" (the default with one); ``rowloom generate
        --help`` says what that means.
    seed : int
        Another one makes another puzzle.
    symmetry : str
        Which cells have clues together: "none", "rotate", "rotate90", "mirror", "flip", "both", "diagonal" or "all".
    clues : (int, int or None)
        The least and the largest number of clues.
    mask : iterable of (row, column), optional
        The cells that may have clues.
    draft : Puzzle or str, optional
        A puzzle to begin with: its clues are removed as far as it has one solution, or others are added until it has.

    Raises
    ------
    ValueError
        If there is no such genre, size, difficulty or symmetry, or no such puzzle was found.
    NotInstalled
        If the solver that proves that there is one solution is missing.
    """
    begun = _only(read(draft)) if isinstance(draft, str) else draft
    rows, cols = (begun.rows, begun.cols) if begun else size or usual_size(genre)
    specification = Specification(
        genre, rows, cols, difficulty or (ANY if begun else "normal"), symmetry, *clues,
        None if mask is None else frozenset(mask), begun,
    )
    return make(specification, seed).puzzle


class Board:
    """A board that stays open: a real one at a port, or else a simulated one. It is a context manager.

    Calls may be under way at the same time, nested or in several threads: they take turns. The puzzles of a call cannot
    come from another call on the same board.

    Parameters
    ----------
    port : str, optional
        Its serial port (``/dev/ttyUSB0``, ``COM3``), ``socket://HOST:PORT`` or ``rfc2217://HOST:PORT``.
    baud : int, optional
        The bit rate to work at; by default the highest that the line carries, once there are many puzzles.
    engines : iterable of str
        Those of a simulated board, such as "deducer:20x36"; by default the first one of each genre that boards solve.

    Attributes
    ----------
    solves : list of dict
        For each engine its "genre", "engine", "rows" and "cols".
    clock_hz : int
        Its clock's frequency.

    Raises
    ------
    LinkError
        If there is no board at the port, or it does not answer.
    ValueError
        If there is no such engine, or engines are given for a real board.
    NotInstalled, SimulationError
        If the simulated board is not installed, or cannot be built.
    """

    def __init__(self, port: str | None = None, *, baud: int | None = None, engines: Iterable[str] = ()):
        self._stack = ExitStack()
        names = list(engines)
        if port is None:
            first = dict.fromkeys(engines_for(genre)[0] for genre in BOARD_GENRES)
            config = SoCConfig.of(*(parse(names) if names else [one.instance(one.usual) for one in first]))
            opened = self._stack.enter_context(simulated(config))
        elif names:
            raise ValueError("a real board has the engines that it was built with; only simulated ones are chosen here")
        else:
            opened = self._stack.enter_context(at_port(port, baud))
            if baud is None:
                opened.session.automatic = AutomaticRate(opened.session, opened.link)
        self._session = opened.session
        self.solves: Sequence[dict[str, Any]] = abilities(opened.identity.capabilities)
        self.clock_hz = opened.identity.clock

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the port, or end the simulation."""
        self._stack.close()

    def solve(
        self, puzzles: Iterable[Puzzle], count: int = 1, *, engine: str | None = None, limit: int = 0
    ) -> Iterator[Outcome]:
        """Solve puzzles, many on their way at a time.

        Parameters
        ----------
        puzzles : iterable of Puzzle
            Read as they are needed.
        count, engine, limit
            As for :func:`solve`.

        Yields
        ------
        Outcome
            One a puzzle, in order; its ``status`` is "error" for one that the board does not take.

        Raises
        ------
        ValueError
            If the count is not 1 or 2.
        LinkError
            If the board is lost, after the outcomes of all puzzles that were begun.
        """
        if count not in (1, 2):
            raise ValueError(f"a board finds 1 or 2 solutions, not {count}: the engine 'sat' finds them all")
        return pipeline.solve(self._session, (Job(one, count, limit, engine, counters=True) for one in puzzles))

    def count(self, puzzles: Iterable[Puzzle], most: int = 0, *, limit: int = 0) -> Iterator[Outcome]:
        """Count the solutions of puzzles, up to ``most``; all if that is 0.

        Yields
        ------
        Outcome
            One a puzzle, in order, with the number in ``counted``; at least so many if it is not ``complete``.

        Raises
        ------
        LinkError
            As :meth:`solve`.
        """
        return pipeline.solve(self._session, (Job(one, limit=limit, task=Count(most)) for one in puzzles))

    def certain(self, puzzles: Iterable[Puzzle], *, limit: int = 0) -> Iterator[Outcome]:
        """Find what all solutions of a puzzle have in common, for each of some puzzles.

        Yields
        ------
        Outcome
            One a puzzle, in order, with that in ``certain``, and one of its solutions.

        Raises
        ------
        LinkError
            As :meth:`solve`.
        """
        return pipeline.solve(self._session, (Job(one, limit=limit, task=Certain()) for one in puzzles))

    def survey(
        self, puzzles: Iterable[Puzzle], count: int = MOST, *, engine: str | None = None, limit: int = 0
    ) -> Iterator[Outcome]:
        """Find what is certain about puzzles, count their solutions, and find two of them: three searches for each.

        Parameters
        ----------
        puzzles, engine
            As for :meth:`solve`.
        count, limit
            As for :func:`certain`.

        Yields
        ------
        Outcome
            As from :func:`certain`, one a puzzle, in order.

        Raises
        ------
        LinkError
            As :meth:`solve`.
        """
        return on_boards(partial(pipeline.solve, self._session), puzzles, count, limit, engine)

    def thin(self, puzzles: Iterable[tuple[Puzzle, Thin]], *, limit: int = 0) -> Iterator[Outcome]:
        """Remove the clues that puzzles can spare.

        Parameters
        ----------
        puzzles : iterable of (Puzzle, Thin)
            Each with its solution and all clues that it may have.
        limit : int
            Clock cycles after which no further clue is removed; 0 for no limit.

        Yields
        ------
        Outcome
            One a puzzle, in order, whose ``puzzle`` is what is left: of a Slink, a Slitherlink. "no-solution" if even
            all clues have several ones, or make no puzzle of that ease.

        Raises
        ------
        LinkError
            As :meth:`solve`.
        """
        return pipeline.solve(self._session, (Job(one, limit=limit, task=task) for one, task in puzzles))


def _puzzle(puzzle: Puzzle | str) -> Puzzle:
    return _only(read(puzzle)) if isinstance(puzzle, str) else puzzle


def _software(
    puzzle: Puzzle, engine: str | None, port: str | None, aim: Aim = Aim.SOLUTIONS
) -> SoftwareEngine | None:
    """Return the engine on this computer that is to solve a puzzle, None if a board is."""
    software = software_engine(puzzle, engine, aim)
    if software and port is not None:
        raise ValueError(f"the engine {software.name!r} solves {puzzle.genre} on this computer: it takes no port")
    return software


def _board(puzzle: Puzzle, engine: str | None, port: str | None) -> Board:
    """Open the board at a port, or else a simulated one for a puzzle."""
    return Board(port, engines=() if port is not None else map(str, instances_for([puzzle], engine)))


def _only(found: Sequence[Puzzle]) -> Puzzle:
    if len(found) != 1:
        raise ValueError(f"expected one puzzle, found {len(found)}: a Board solves many")
    return found[0]
