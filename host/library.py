"""The commands' work as functions: what ``import rowloom`` offers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Any, Self, cast

from rowloom.engines.catalogue import ENGINES as BOARD_ENGINES
from rowloom.engines.catalogue import FAST, parse
from rowloom.engines.config import SoCConfig
from rowloom.host import formats, grading
from rowloom.host.arguments import BIT_RATES, CYCLES, SEEDS, SOLUTIONS, Whole, a_text, one_of, seconds, shown
from rowloom.host.drawing.canvas import suffix_of
from rowloom.host.drawing.drawing import Drawing
from rowloom.host.drawing.pages import (
    MOST_PER_PAGE,
    PAPERS,
    READABLE,
    SUFFIXES,
    Titled,
    layout_for,
    save_pages,
)
from rowloom.host.drawing.pictures import save
from rowloom.host.formats import FORMS
from rowloom.host.generate import SYMMETRIES, make, specified
from rowloom.host.jobs.certain import MOST, merged
from rowloom.host.jobs.engines import abilities, engines_for, instances_for
from rowloom.host.jobs.job import Aim, Job, Outcome, Question
from rowloom.host.jobs.status import HINT, Grade
from rowloom.host.jobs.tasks import Certain, Count, Symmetry, Thin
from rowloom.host.link import pipeline
from rowloom.host.link.opening import open_board
from rowloom.host.link.session import Session
from rowloom.host.puzzles import BOARD_GENRES, GENRES, Puzzle, PuzzleError
from rowloom.host.puzzles.shown import drawn, rule_of, titles
from rowloom.host.solvers import ENGINES, explaining, surveying
from rowloom.host.solvers.runner import run
from rowloom.host.solving.boards import Boards
from rowloom.host.solving.choice import engine_here
from rowloom.host.solving.here import answer

__all__ = ["Board", "certain", "convert", "draw", "explain", "generate", "grade", "hint", "read", "solve"]


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
    a_text("text", text, "; Path(...).read_text() is that of a file")
    found: list[Puzzle] = []
    for one in formats.read(text, "text", genre):
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
    PuzzleError, ValueError, TypeError
        If the text holds no puzzle or several, or an argument makes no sense.
    Unsuitable, LinkError
        If no such board solves the puzzle; if the board does not answer.
    NotInstalled, SimulationError
        If a package is missing; if the simulated board cannot be built.
    """
    question = _question(Aim.SOLUTIONS, SOLUTIONS.checked("count", count), engine, limit, time_limit, _ALL_ENGINES)
    return _answered(puzzle, question, port)


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
        With ``certain``, of loops also ``certain_edges``, ``counted`` and ``unique``; its solutions are two that
        differ, or the only one.

    Raises
    ------
    ValueError
        If the engine cannot tell, or as :func:`solve`.
    PuzzleError, TypeError, Unsuitable, LinkError, NotInstalled, SimulationError
        As :func:`solve`.
    """
    question = _question(Aim.CERTAIN, _several(count), engine, limit, time_limit, (FAST, *surveying()))
    return _answered(puzzle, question, port)


def hint(puzzle: Puzzle | str, engine: str | None = None, *, time_limit: float | None = None) -> Outcome:
    """Find the next step of a puzzle.

    Parameters
    ----------
    puzzle, time_limit
        As for :func:`solve`.
    engine : str, optional
        An engine that explains itself; by default that of the genre.

    Returns
    -------
    Outcome
        Its ``status`` is "hint" if there is a step, the only :class:`Step` in ``steps``; "stuck" if nothing but trying
        helps. It has no solutions.

    Raises
    ------
    PuzzleError, ValueError, TypeError
        If the engine explains nothing, or as :func:`solve`.
    """
    return _explained(puzzle, Aim.HINT, engine, time_limit)


def explain(puzzle: Puzzle | str, engine: str | None = None, *, time_limit: float | None = None) -> Outcome:
    """Solve a puzzle step by step, as people do.

    Parameters
    ----------
    puzzle, engine, time_limit
        As for :func:`hint`.

    Returns
    -------
    Outcome
        Its ``steps`` are each a :class:`Step`, up to the first guess; ``str(step)`` is the step in words.

    Raises
    ------
    PuzzleError, ValueError, TypeError
        As :func:`hint`.
    """
    return _explained(puzzle, Aim.STEPS, engine, time_limit)


def grade(
    puzzle: Puzzle | str,
    engine: str | None = None,
    port: str | None = None,
    *,
    limit: int = 0,
    time_limit: float | None = None,
) -> Grade:
    """Return how hard a puzzle is; ``rowloom grade --help`` says what the levels mean.

    Parameters
    ----------
    puzzle, port, limit, time_limit
        As for :func:`solve`.
    engine : str, optional
        "fast" for a board, a simulated one without ``port``. By default the puzzle is graded on this computer, unless
        there is a port. The grade is the same.

    Raises
    ------
    ValueError
        If the puzzle has no grade, because it has not exactly one solution, or none was found within the limit; or as
        :func:`solve`.
    PuzzleError, TypeError, Unsuitable, LinkError, NotInstalled, SimulationError
        As :func:`solve`.
    """
    outcome = _answered(puzzle, _question(Aim.GRADE, 2, engine, limit, time_limit, [FAST]), port)
    if outcome.grade is None:
        raise ValueError(f"{outcome.puzzle.name}: no grade: {outcome.message}")
    return outcome.grade


def generate(
    genre: str,
    size: tuple[int, int] | None = None,
    difficulty: str | None = None,
    seed: int = 1,
    *,
    symmetry: Symmetry | str = "none",
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
    symmetry : Symmetry or str
        Which cells have clues together: "none", "rotate", "rotate90", "mirror", "flip", "both", "diagonal" or "all".
    clues : (int, int or None)
        The least and the largest number of clues.
    mask : iterable of (row, column), optional
        The cells that may have clues.
    draft : Puzzle or str, optional
        A puzzle to begin with: its clues are removed as far as it has one solution, or others are added until it has.

    Raises
    ------
    ValueError, TypeError
        If there is no such genre, size, difficulty or symmetry, or no such puzzle was found.
    NotInstalled
        If the solver that proves that there is one solution is missing.
    """
    if isinstance(symmetry, Symmetry):
        symmetry = {images: name for name, images in SYMMETRIES.items()}.get(symmetry, f"{symmetry:#x}")
    least, most = _pair("clues", clues, "the least and the largest number of clues, such as (20, 30)")
    specification = specified(
        a_text("genre", genre),
        None if size is None else _cell("size", size, "rows and columns, such as (10, 10)"),
        None if difficulty is None else a_text("difficulty", difficulty),
        a_text("symmetry", symmetry),
        (_CLUES.checked("clues", least), None if most is None else _CLUES.checked("clues", most)),
        None if mask is None else [_cell("mask", cell, "pairs of row and column") for cell in mask],
        None if draft is None else _puzzle(draft),
    )
    return make(specification, SEEDS.checked("seed", seed)).puzzle


def convert(puzzle: Puzzle | str, to: str) -> str:
    """Return a puzzle in another form, without the line ``# name`` that ``rowloom convert`` writes before it.

    Parameters
    ----------
    puzzle : Puzzle or str
    to : str
        "text", "puzz.link", "pzv", "tatham", "line81", "slink" or "json", see ``rowloom convert --help``.

    Raises
    ------
    ValueError
        If there is no such form, or it cannot express the puzzle.
    PuzzleError, TypeError
        As :func:`solve`.
    """
    return FORMS[one_of("to", to, FORMS)].bare(_puzzle(puzzle))


def draw(
    what: Puzzle | Outcome | str | Iterable[Puzzle | Outcome],
    file: str | Path,
    *,
    per_page: int | tuple[int, int] | None = None,
    paper: str | None = None,
    coordinates: bool = False,
    grade: bool = False,
) -> list[Path]:
    """Draw puzzles into files: pictures, or pages to print.

    Parameters
    ----------
    what : Puzzle, Outcome, str, or several of the former
        An outcome is drawn with its first solution, that of :func:`hint` with its step. A text may hold several
        puzzles. In a picture the solution is in the puzzle; on pages the solutions come after the puzzles, and the
        rules of the genres stand at the foot.
    file : str or Path
        A ``.pdf`` file of pages, or a ``.png`` or ``.svg`` file: the picture of one puzzle or, with ``per_page`` or
        ``paper``, a page; several pages are numbered files.
    per_page : int or (int, int), optional
        How many puzzles a page has, or in how many rows and columns; by default 1.
    paper : str, optional
        "a4", the default, or "letter".
    coordinates : bool
        Name rows and columns at the grid's edges.
    grade : bool
        On pages, write the grade into the title of each puzzle that has one, see :func:`grade`; there is no time
        limit.

    Returns
    -------
    list of Path
        The files.

    Raises
    ------
    ValueError, TypeError
        If there is not one puzzle for a picture, a puzzle is too large for its place on a page, or an argument makes no
        sense.
    PictureError
        If the file's name ends otherwise, or matplotlib is not installed.
    OSError
        If a file cannot be written.
    """
    file, outcomes = Path(file), _outcomes(what)
    suffix_of(file, *SUFFIXES)
    if file.suffix.lower() != ".pdf" and per_page is None and paper is None:
        if len(outcomes) != 1:
            raise ValueError(f"{file}: this is the picture of one puzzle, found {len(outcomes)}; per_page makes pages")
        if grade:
            raise ValueError("grade is for pages: a picture has no title")
        title = str(outcomes[0].steps[0]) if outcomes[0].status == HINT else ""
        save(_drawing(outcomes[0], coordinates), file, title=title)
        return [file]
    paper, places = one_of("paper", paper or "a4", PAPERS), _per_page(per_page)
    asked = dict(enumerate(one.puzzle for one in outcomes))
    rules = {rule_of(puzzle) for puzzle in asked.values()}
    drawings = [drawn(puzzle, coordinates=coordinates) for puzzle in asked.values()]
    layout = layout_for(paper, places, drawings, rules)
    for puzzle, drawing in zip(asked.values(), drawings):
        if layout.smallest_text(drawing) < READABLE:
            raise ValueError(f"{puzzle.name}: its numbers would be too small to read: put fewer puzzles on a page, or"
                             " draw an .svg or .png file without pages")
    named = titles(asked, _levels(asked) if grade else {})
    pictures = [Titled(named[at], drawings[at], rule_of(puzzle)) for at, puzzle in asked.items()]
    solved = [Titled(named[at], _drawing(one, coordinates)) for at, one in enumerate(outcomes) if one.solutions]
    return save_pages(file, layout, pictures, solved)


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
        if isinstance(engines, str):
            raise TypeError(f"engines: expected several names, such as [{engines!r}]; found {shown(engines)}")
        names = [a_text("engines", engine) for engine in engines]
        if port is None:
            if baud is not None:
                raise ValueError("a simulated board has no bit rate to choose: baud goes with a port")
            first = dict.fromkeys(engines_for(genre)[0] for genre in BOARD_GENRES)
            config = SoCConfig.of(*(parse(names) if names else [one.instance(one.usual) for one in first]))
            session = self._stack.enter_context(open_board(config))
        elif names:
            raise ValueError("a real board has the engines that it was built with; only simulated ones are chosen here")
        else:
            rate = None if baud is None else BIT_RATES.checked("baud", baud)
            session = self._stack.enter_context(open_board(_port(port), rate))
        self._opened: Session | None = session
        self.solves: Sequence[dict[str, Any]] = abilities(session.board.capabilities)
        self.clock_hz = session.board.clock

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the port, or end the simulation."""
        self._opened = None
        self._stack.close()

    @property
    def _session(self) -> Session:
        if self._opened is None:
            raise ValueError("the board is closed")
        return self._opened

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
        count, limit = SOLUTIONS.checked("count", count), CYCLES.checked("limit", limit)
        _check_count(count)
        _check_engine(engine, (FAST, *BOARD_ENGINES))
        return self._answers(_each(puzzles), Question(count=count, engine=engine, limit=limit, counters=True))

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
        most, limit = SOLUTIONS.checked("most", most), CYCLES.checked("limit", limit)
        return pipeline.solve(self._session, (Job(one, limit=limit, task=Count(most)) for one in _each(puzzles)))

    def certain(self, puzzles: Iterable[Puzzle], *, limit: int = 0) -> Iterator[Outcome]:
        """Find what all solutions of a puzzle have in common, for each of some puzzles.

        Yields
        ------
        Outcome
            One a puzzle, in order, with that in ``certain``, of loops also in ``certain_edges``, and one of its
            solutions. Its counter ``searches`` says how many it took.

        Raises
        ------
        LinkError
            As :meth:`solve`.
        """
        limit = CYCLES.checked("limit", limit)
        return pipeline.solve(self._session, (Job(one, limit=limit, task=Certain()) for one in _each(puzzles)))

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
        count, limit = _several(count), CYCLES.checked("limit", limit)
        _check_engine(engine, [FAST, *(name for name in surveying() if name in BOARD_ENGINES)])
        return merged(self._answers(_each(puzzles), Question(Aim.CERTAIN, count, engine, limit)), count)

    def _answers(self, puzzles: Iterable[Puzzle], question: Question) -> Iterator[Outcome]:
        return pipeline.solve(self._session, (job for puzzle in puzzles for job in question.jobs(puzzle)))

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
        limit = CYCLES.checked("limit", limit)
        return pipeline.solve(self._session, (Job(one, limit=limit, task=task) for one, task in map(_thinned, puzzles)))


_CLUES = Whole(0)

_PLACES = Whole(1, MOST_PER_PAGE)


def _outcomes(what: Puzzle | Outcome | str | Iterable[Puzzle | Outcome]) -> list[Outcome]:
    """Return the outcomes to draw, at least one; a puzzle alone becomes an outcome without solutions."""
    if isinstance(what, str):
        what = read(what)
    elif isinstance(what, Outcome) or not isinstance(what, Iterable):
        what = [what]
    several = cast(Iterable[Puzzle | Outcome], what)  # an outcome is a tuple, which type checkers take for several
    if not (outcomes := [one if isinstance(one, Outcome) else Outcome(_puzzle(one), "") for one in several]):
        raise ValueError("there is no puzzle to draw")
    return outcomes


def _levels(several: dict[int, Puzzle]) -> dict[int, str]:
    """Return the grades of those puzzles that have one."""
    found = {at: grading.grade_of(run(grading.engine_for(one.genre), one, 2)) for at, one in several.items()}
    return {at: one.level for at, one in found.items() if one}


def _drawing(outcome: Outcome, coordinates: bool) -> Drawing:
    if outcome.status == HINT:
        return replace(outcome.steps[0].picture(), coordinates=coordinates)
    return drawn(outcome.puzzle, next(iter(outcome.solutions), None), coordinates)


def _per_page(value: int | tuple[int, int] | None) -> tuple[int, ...]:
    """Return how many puzzles a page has, or their rows and columns."""
    if value is None:
        return (1,)
    if not isinstance(value, Iterable):
        return (_PLACES.checked("per_page", value),)
    rows, cols = (_PLACES.checked("per_page", one) for one in _pair("per_page", value, "rows and columns"))
    _PLACES.checked("per_page", rows * cols)
    return rows, cols


def _puzzle(puzzle: Puzzle | str) -> Puzzle:
    if isinstance(puzzle, str):
        return _only(read(puzzle))
    if not _is_puzzle(puzzle):
        raise TypeError(f"expected a puzzle, or a text with one; found {shown(puzzle)}")
    return puzzle


def _is_puzzle(value: object) -> bool:
    return getattr(value, "genre", None) in GENRES


def _each(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzles for a board; TypeError at what is none."""
    if isinstance(puzzles, str) or not isinstance(puzzles, Iterable):
        raise TypeError(f"a board takes several puzzles, such as [puzzle]; found {shown(puzzles)}")
    return map(_on_board, puzzles)


def _thinned(pair: tuple[Puzzle, Thin]) -> tuple[Puzzle, Thin]:
    puzzle, task = _pair("puzzles", pair, "pairs of a puzzle and a Thin")
    if not isinstance(task, Thin):
        raise TypeError(f"puzzles: expected pairs of a puzzle and a Thin; found {shown(task)}")
    return _on_board(puzzle), task


def _on_board(puzzle: Puzzle) -> Puzzle:
    if not _is_puzzle(puzzle):
        raise TypeError(f"a board takes puzzles, such as those that read returns of a text; found {shown(puzzle)}")
    return puzzle


_ALL_ENGINES = FAST, *BOARD_ENGINES, *ENGINES


def _question(
    aim: Aim, count: int, engine: str | None, limit: int, time_limit: float | None, known: Sequence[str]
) -> Question:
    """Return a question of checked arguments; ``known`` are the engines that answer it."""
    _check_engine(engine, known)
    return Question(aim, count, engine, CYCLES.checked("limit", limit), seconds("time_limit", time_limit))


def _answered(puzzle: Puzzle | str, question: Question, port: str | None) -> Outcome:
    """Answer a question on the board at a port, a simulated one, or this computer."""
    one = _puzzle(puzzle)
    engine = engine_here(one, question, boards=port is not None)
    if engine is None:
        if question.time_limit:
            raise ValueError("time_limit is for the engines on this computer; boards have limit, in cycles")
        if question.aim is not Aim.CERTAIN:
            _check_count(question.count)
        where = SoCConfig.of(*instances_for([one], question.board_engine)) if port is None else _port(port)
        with open_board(where) as session:
            return next(Boards([session], replace(question, counters=True), cancel=Event()).solve([one]))
    if port is not None:
        raise ValueError(f"the engine {engine.name!r} solves {one.genre} on this computer: it takes no port")
    if question.limit:
        raise ValueError("limit is for boards; on this computer there is time_limit, in seconds")
    engine.module(one.genre)  # raises ValueError if it does not take the genre
    return answer(engine, one, question)


def _explained(puzzle: Puzzle | str, aim: Aim, engine: str | None, time_limit: float | None) -> Outcome:
    one = _puzzle(puzzle)
    able = [engine.name for engine in explaining()]
    question = _question(aim, 1, engine, 0, time_limit, able)
    if engine_here(one, question) is None:
        raise ValueError(f"no engine explains {one.genre}: only {', '.join(able)} explain anything")
    return _answered(one, question, None)


def _check_engine(engine: str | None, known: Sequence[str]) -> None:
    if engine is not None:
        one_of("engine", engine, known)


def _check_count(count: int) -> None:
    if count not in (1, 2):
        raise ValueError(f"a board finds 1 or 2 solutions, not {count}: the engine 'sat' finds them all")


def _port(name: str) -> str:
    if not a_text("port", name):
        raise ValueError("port: expected the name of a port, found an empty text; None is for a simulated board")
    return name


def _several(count: int) -> int:
    """Return up to how many solutions are counted."""
    if SOLUTIONS.checked("count", count) == 1:
        raise ValueError("count: what is certain takes 2 solutions or more, or all (0), not 1")
    return int(count)


def _pair(name: str, value: object, wanted: str) -> tuple[Any, Any]:
    if isinstance(value, str) or not isinstance(value, Iterable) or len(pair := tuple(value)) != 2:
        raise TypeError(f"{name}: expected {wanted}; found {shown(value)}")
    return pair


def _cell(name: str, value: object, wanted: str) -> tuple[int, int]:
    row, col = _pair(name, value, wanted)
    return _CLUES.checked(name, row), _CLUES.checked(name, col)


def _only(found: Sequence[Puzzle]) -> Puzzle:
    if len(found) != 1:
        raise ValueError(f"expected one puzzle, found {len(found)}: a Board solves many")
    return found[0]
