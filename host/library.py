"""The functions of ``import rowloom``, which do the same as the commands."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, Self, cast

from rowloom.engines.catalogue import ENGINES as BOARD_ENGINES
from rowloom.engines.catalogue import FAST
from rowloom.engines.config import SoCConfig
from rowloom.host import formats
from rowloom.host.arguments import BIT_RATES, CYCLES, SEEDS, SOLUTIONS, IntegerRange, a_string, one_of, seconds, shown
from rowloom.host.drawing.canvas import suffix_of
from rowloom.host.drawing.drawing import Drawing
from rowloom.host.drawing.pages import MOST_PER_PAGE, PAPERS, READABLE, SUFFIXES, TitledDrawing, layout_for, save_pages
from rowloom.host.drawing.pictures import save
from rowloom.host.formats import FORMS
from rowloom.host.generate.specification import SYMMETRIES, specified
from rowloom.host.grading import engine_for
from rowloom.host.jobs.certain import MOST, merge_outcomes
from rowloom.host.jobs.engines import abilities, engines_for, instances_for
from rowloom.host.jobs.job import Aim, Job, Outcome, Progress, Question
from rowloom.host.jobs.status import HINT, Grade
from rowloom.host.jobs.tasks import Certain, Count, Symmetry, Thin
from rowloom.host.link import pool
from rowloom.host.link.connection import open_board
from rowloom.host.link.session import Session
from rowloom.host.puzzles import BOARD_GENRES, GENRES, Puzzle, PuzzleError
from rowloom.host.puzzles.drawings import drawing_of, rule_of, titles
from rowloom.host.solvers import ENGINES, explaining, surveying
from rowloom.host.solving import answer, engine_here, solve_on_boards

__all__ = ["Board", "certain", "convert", "draw", "explain", "generate", "grade", "hint", "read", "solve"]


_ALL_ENGINES = FAST, *BOARD_ENGINES, *ENGINES

_CLUES, _PLACES = IntegerRange(0), IntegerRange(1, MOST_PER_PAGE)


def read(text: str, genre: str | None = None) -> list[Puzzle]:
    """Return the puzzles in a text. The text may have any form that the commands read, such as URLs of puzz.link.

    Parameters
    ----------
    text : str
    genre : str, optional
        The genre of all puzzles; by default it is detected.

    Raises
    ------
    PuzzleError
        If a puzzle is invalid, or the text contains no puzzle.
    ValueError
        If there is no such genre.
    """
    a_string("text", text, "; Path(...).read_text() is the text of a file")
    found: list[Puzzle] = []
    for one in formats.read(text, "text", genre):
        if isinstance(one, PuzzleError):
            raise one
        found.append(one)
    return found


def solve(
    puzzle: Puzzle | str, engine: str | None = None, port: str | None = None, count: int = 1, *, limit: int = 0,
    time_limit: float | None = None,
) -> Outcome:  # fmt: skip
    """Solve a puzzle, and verify every solution.

    For many puzzles, a :class:`Board` that stays open is faster.

    Parameters
    ----------
    puzzle : Puzzle or str
        A string must contain exactly one puzzle.
    engine : str, optional
        The name of an engine, as for ``rowloom solve``. By default, if boards solve the puzzle's genre, the puzzle is
        solved by the board at ``port``, or by a simulated board if ``port`` is None. Otherwise, the engine "sat" solves
        it on this computer.
    port : str, optional
        The board's port.
    count : int
        The maximum number of solutions to find. With 2, the outcome shows whether the solution is unique. Boards accept
        1 and 2. Engines on this computer accept any number; 0 means all solutions.
    limit : int
        Clock cycles after which a board gives up; 0 for no limit.
    time_limit : float, optional
        Seconds after which an engine on this computer gives up.

    Returns
    -------
    Outcome
        Its ``status`` is "solved" if there is a solution.

    Raises
    ------
    PuzzleError, ValueError, TypeError
        If the text does not contain exactly one puzzle, or an argument is invalid.
    Unsuitable, LinkError
        If the board does not solve such puzzles, or does not answer.
    NotInstalled, SimulationError
        If a package is missing, or the simulated board cannot be built.
    """
    question = _question(Aim.SOLUTIONS, SOLUTIONS.checked("count", count), engine, limit, time_limit, _ALL_ENGINES)
    return _answered(_puzzle(puzzle), question, port)


def certain(
    puzzle: Puzzle | str, engine: str | None = None, port: str | None = None, count: int = MOST, *, limit: int = 0,
    time_limit: float | None = None,
) -> Outcome:  # fmt: skip
    """Find what all solutions of a puzzle have in common, and count the solutions.

    Everything that is not described here is the same as for :func:`solve`.

    Parameters
    ----------
    engine : str, optional
        The name of a fast engine of boards, or "sat". By default, a board solves the puzzle if boards have a fast
        engine that accepts the puzzle. Otherwise, the engine "sat" solves it on this computer.
    count : int
        The maximum number of solutions to count: at least 2, or 0 for all.
    limit : int
        Clock cycles after which a board gives up a search; 0 for no limit. A board searches three times.

    Returns
    -------
    Outcome
        Its fields ``certain``, ``counted``, ``unique`` and, for loop puzzles, ``certain_edges`` are set. ``solutions``
        contains two different solutions, or the only solution.
    """
    question = _question(Aim.CERTAIN, _several(count), engine, limit, time_limit, (FAST, *surveying()))
    return _answered(_puzzle(puzzle), question, port)


def hint(puzzle: Puzzle | str, engine: str | None = None, *, time_limit: float | None = None) -> Outcome:
    """Find the next step towards the solution of a puzzle. The parameters and exceptions are the same as for
    :func:`solve`.

    The engine must be able to explain its steps. The default is the engine that explains puzzles of this genre.

    Returns
    -------
    Outcome
        If there is a next step, ``status`` is "hint", and ``steps`` contains only this :class:`Step`. If only trial and
        error helps, ``status`` is "stuck". The outcome has no solutions.
    """
    return _explained(puzzle, Aim.HINT, engine, time_limit)


def explain(puzzle: Puzzle | str, engine: str | None = None, *, time_limit: float | None = None) -> Outcome:
    """Solve a puzzle step by step, as people do. The parameters and exceptions are the same as for :func:`hint`.

    Returns
    -------
    Outcome
        Its ``steps`` are :class:`Step` objects; they end where a guess is necessary. ``str(step)`` describes a step in
        words.
    """
    return _explained(puzzle, Aim.STEPS, engine, time_limit)


def grade(
    puzzle: Puzzle | str, engine: str | None = None, port: str | None = None, *, limit: int = 0,
    time_limit: float | None = None,
) -> Grade:  # fmt: skip
    """Return the difficulty of a puzzle; ``rowloom grade --help`` describes the levels.

    If ``port`` is given, the board at this port grades the puzzle. Without ``port``, a simulated board grades the
    puzzle if the engine is "fast"; otherwise, this computer grades it. The grade is the same in each case. The other
    parameters and the exceptions are the same as for :func:`solve`. ValueError is also raised if a limit ended the
    search, or if the puzzle does not have exactly one solution: such a puzzle has no grade.
    """
    outcome = _answered(_puzzle(puzzle), _question(Aim.GRADE, 2, engine, limit, time_limit, [FAST]), port)
    if outcome.grade is None:
        raise ValueError(f"{outcome.puzzle.name}: no grade: {outcome.message}")
    return outcome.grade


def generate(
    genre: str, size: tuple[int, int] | None = None, difficulty: str | None = None, seed: int = 1, *,
    symmetry: Symmetry | str = "none", clues: tuple[int, int | None] = (0, None),
    mask: Iterable[tuple[int, int]] | None = None, draft: Puzzle | str | None = None,
) -> Puzzle:  # fmt: skip
    """Return a new puzzle with exactly one solution. The same arguments always produce the same puzzle.

    Parameters
    ----------
    genre : str
        "slitherlink", "slink", "sudoku", "smullyan" or "canal".
    size : (int, int), optional
        The number of rows and of columns of cells. The default is the size of the draft or, without a draft, the
        genre's usual size.
    difficulty : str, optional
        "easy", "normal" (the default without a draft), "hard" or "any" (the default with a draft); see ``rowloom
        generate --help``.
    seed : int
        Different seeds usually produce different puzzles.
    symmetry : Symmetry or str
        The symmetry of the cells with clues: "none", "rotate", "rotate90", "mirror", "flip", "both", "diagonal" or
        "all".
    clues : (int, int or None)
        The minimum and the maximum number of clues. If the maximum is None, there is no upper limit.
    mask : iterable of (row, column), optional
        The cells that may have clues.
    draft : Puzzle or str, optional
        A puzzle to complete. If the draft has one solution, redundant clues are removed; if it has several solutions,
        clues are added until the solution is unique.

    Raises
    ------
    ValueError, TypeError
        If an argument is invalid, or no puzzle with these properties was found.
    NotInstalled
        If the solver that proves uniqueness is missing.
    """
    if isinstance(symmetry, Symmetry):
        symmetry = {images: name for name, images in SYMMETRIES.items()}.get(symmetry, f"{symmetry:#x}")
    least, most = _pair("clues", clues, "the least and the largest number of clues, such as (20, 30)")
    specification = specified(
        a_string("genre", genre),
        None if size is None else _cell("size", size, "rows and columns, such as (10, 10)"),
        None if difficulty is None else a_string("difficulty", difficulty),
        a_string("symmetry", symmetry),
        (_CLUES.checked("clues", least), None if most is None else _CLUES.checked("clues", most)),
        None if mask is None else [_cell("mask", cell, "pairs of row and column") for cell in mask],
        None if draft is None else _puzzle(draft),
    )
    # Importing the generator would delay every program that imports this module.
    from rowloom.host.generate.generator import generate_puzzle

    return generate_puzzle(specification, SEEDS.checked("seed", seed)).puzzle


def convert(puzzle: Puzzle | str, to: str) -> str:
    """Return a puzzle in another form, without the line ``# name`` that ``rowloom convert`` writes before each puzzle.

    Parameters
    ----------
    puzzle : Puzzle or str
    to : str
        "text", "puzz.link", "pzv", "tatham", "line81", "slink" or "json"; see ``rowloom convert --help``.

    Raises
    ------
    PuzzleError, ValueError, TypeError
        As for :func:`solve`. Also raises ValueError if there is no such form, or if the form cannot express the puzzle.
    """
    return FORMS[one_of("to", to, FORMS)].bare(_puzzle(puzzle))


def draw(
    what: Puzzle | Outcome | str | Iterable[Puzzle | Outcome], file: str | Path, *,
    per_page: int | tuple[int, int] | None = None, paper: str | None = None, coordinates: bool = False,
    grade: bool = False,
) -> list[Path]:  # fmt: skip
    """Draw puzzles into files: pictures, or pages to print.

    Parameters
    ----------
    what : Puzzle, Outcome, str, or several puzzles and outcomes
        An outcome is drawn with its first solution, and the outcome of a hint with its step. A string may contain
        several puzzles. A picture shows the solution inside the puzzle. Pages show the rules at the foot, and the
        solutions follow after the last puzzle.
    file : str or Path
        A ``.pdf`` file contains pages. A ``.png`` or ``.svg`` file contains the picture of one puzzle or, if
        ``per_page`` or ``paper`` is given, one page; several pages are written to numbered files.
    per_page : int or (int, int), optional
        The number of puzzles per page, or the number of rows and of columns in which they are arranged; by default 1.
    paper : str, optional
        "a4", the default, or "letter".
    coordinates : bool
        Whether rows and columns are labelled at the edges of the grid.
    grade : bool
        Whether pages show the grade of each puzzle in its title, if it has a grade; see :func:`grade`. Grading has no
        time limit.

    Returns
    -------
    list of Path
        The files that were written.

    Raises
    ------
    ValueError, TypeError
        If there are several puzzles for one picture, a puzzle is too large for its part of a page, or an argument is
        invalid.
    PictureError
        If the file's suffix is not ``.pdf``, ``.png`` or ``.svg``, or matplotlib is not installed.
    OSError
        If a file cannot be written.
    """
    file, outcomes = Path(file), _outcomes(what)
    suffix_of(file, *SUFFIXES)
    if file.suffix.lower() != ".pdf" and per_page is None and paper is None:
        if len(outcomes) != 1:
            raise ValueError(f"{file}: a picture shows one puzzle, found {len(outcomes)}; per_page makes pages")
        if grade:
            raise ValueError("grade works only with pages: a picture has no title")
        title = str(outcomes[0].steps[0]) if outcomes[0].status == HINT else ""
        save(_drawing(outcomes[0], coordinates), file, title=title)
        return [file]
    paper, places = one_of("paper", paper or "a4", PAPERS), _per_page(per_page)
    asked = dict(enumerate(one.puzzle for one in outcomes))
    rules = {rule_of(puzzle) for puzzle in asked.values()}
    drawings = [drawing_of(puzzle, coordinates=coordinates) for puzzle in asked.values()]
    layout = layout_for(paper, places, drawings, rules)
    for puzzle, drawing in zip(asked.values(), drawings):
        if layout.smallest_text(drawing) < READABLE:
            raise ValueError(f"{puzzle.name}: its numbers would be too small to read: put fewer puzzles on a page, or"
                             " draw an .svg or .png file without pages")
    named = titles(asked, _levels(asked) if grade else {})
    pictures = [TitledDrawing(named[at], drawings[at], rule_of(puzzle)) for at, puzzle in asked.items()]
    solved = [TitledDrawing(named[at], _drawing(one, coordinates)) for at, one in enumerate(outcomes) if one.solutions]
    return save_pages(file, layout, pictures, solved)


class Board:
    """A context manager for an open board: the board at a port, or a simulated board if there is no port.

    Several threads may call methods at the same time: the calls take turns on the board. A loop over the results of one
    call may also make other calls. But the iterable of puzzles that is passed to a call must not itself call methods of
    the same board.

    Parameters
    ----------
    port : str, optional
        The board's serial port (``/dev/ttyUSB0``, ``COM3``), ``socket://HOST:PORT`` or ``rfc2217://HOST:PORT``.
    baud : int, optional
        The bit rate. By default, if there are many puzzles to send, the bit rate is raised to the highest rate that the
        line carries.
    engines : iterable of str
        The engines of a simulated board, such as "deducer:20x36"; by default the first engine of each genre.

    Attributes
    ----------
    solves : list of dict
        The "genre", "engine", "rows" and "cols" of each engine.
    clock_hz : int
        The board's clock frequency.

    Raises
    ------
    LinkError
        If there is no board at the port, or the board does not answer.
    ValueError
        If there is no such engine, or engines are given for a real board.
    NotInstalled, SimulationError
        If the simulated board is not installed, or cannot be built.
    """

    def __init__(self, port: str | None = None, *, baud: int | None = None, engines: Iterable[str] = ()):
        if isinstance(engines, str):
            raise TypeError(f"engines: expected several names, such as [{engines!r}]; found {shown(engines)}")
        names = [a_string("engines", engine) for engine in engines]
        if port is None:
            if baud is not None:
                raise ValueError("baud needs a port: a simulated board has no bit rate to choose")
            first = dict.fromkeys(engines_for(genre)[0] for genre in BOARD_GENRES)
            config = SoCConfig.of(*(names or [str(one.instance(one.usual)) for one in first]))
            session = open_board(config)
        elif names:
            raise ValueError("a real board has the engines of its build; choose engines for simulated boards only")
        else:
            rate = None if baud is None else BIT_RATES.checked("baud", baud)
            session = open_board(_port(port), rate)
        self._opened: Session | None = session
        every = dict.fromkeys(one for soc in session.socs for one in soc.board.capabilities)
        self.solves: Sequence[dict[str, Any]] = abilities(every)
        self.clock_hz = session.board.clock

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the port, or end the simulation."""
        if self._opened:
            self._opened.close()
            self._opened = None

    @property
    def _session(self) -> Session:
        if self._opened is None:
            raise ValueError("the board is closed")
        return self._opened

    def solve(
        self, puzzles: Iterable[Puzzle], count: int = 1, *, engine: str | None = None, limit: int = 0
    ) -> Iterator[Outcome]:
        """Solve puzzles, many of which may be on the board at the same time.

        Yield an outcome for each puzzle, in order. Its ``status`` is "error" if the board does not accept the puzzle. A
        puzzle is taken from the iterable only when the board needs it. The other parameters are the same as for the
        function :func:`solve`.

        Raises
        ------
        ValueError
            If the count is not 1 or 2.
        LinkError
            If the board is lost. Before the error is raised, the outcomes of all puzzles that were begun are yielded.
            The other methods also raise this error.
        """
        count, limit = SOLUTIONS.checked("count", count), CYCLES.checked("limit", limit)
        _check_count(count)
        _check_engine(engine, (FAST, *BOARD_ENGINES))
        return self._answers(_each(puzzles), Question(count=count, engine=engine, limit=limit, counters=True))

    def count(self, puzzles: Iterable[Puzzle], most: int = 0, *, limit: int = 0) -> Iterator[Outcome]:
        """Count the solutions of each puzzle, but at most ``most`` solutions; 0 for all.

        Yield an outcome for each puzzle, in order. Its ``counted`` is the number of solutions if ``complete`` is set,
        and otherwise only a lower bound.
        """
        most, limit = SOLUTIONS.checked("most", most), CYCLES.checked("limit", limit)
        return pool.solve(self._session.socs, (Job(one, limit=limit, task=Count(most)) for one in _each(puzzles)))

    def certain(self, puzzles: Iterable[Puzzle], *, limit: int = 0) -> Iterator[Outcome]:
        """Find what all solutions of each puzzle have in common.

        Yield an outcome for each puzzle, in order. The outcome contains ``certain``, one solution and, for loop
        puzzles, ``certain_edges``. Its counter ``searches`` is the number of searches.
        """
        limit = CYCLES.checked("limit", limit)
        return pool.solve(self._session.socs, (Job(one, limit=limit, task=Certain()) for one in _each(puzzles)))

    def survey(
        self, puzzles: Iterable[Puzzle], count: int = MOST, *, engine: str | None = None, limit: int = 0
    ) -> Iterator[Outcome]:
        """For each puzzle, find what all solutions have in common, count the solutions, and find two solutions.

        Yield an outcome for each puzzle, in order. The function :func:`certain` describes the outcome, ``count`` and
        ``limit``. Each puzzle takes three searches.
        """
        count, limit = _several(count), CYCLES.checked("limit", limit)
        _check_engine(engine, [FAST, *(name for name in surveying() if name in BOARD_ENGINES)])
        return merge_outcomes(self._answers(_each(puzzles), Question(Aim.CERTAIN, count, engine, limit)), count)

    def _answers(self, puzzles: Iterable[Puzzle], question: Question) -> Iterator[Outcome]:
        return pool.solve(self._session.socs, (job for puzzle in puzzles for job in question.jobs(puzzle)))

    def thin(self, puzzles: Iterable[tuple[Puzzle, Thin]], *, limit: int = 0) -> Iterator[Outcome]:
        """Remove redundant clues from puzzles.

        Parameters
        ----------
        puzzles : iterable of (Puzzle, Thin)
            The clues of each puzzle are all clues that the result may have. The :class:`Thin` contains the puzzle's
            solution; ValueError if it breaks the rules.
        limit : int
            Clock cycles after which no further clue is removed; 0 for no limit.

        Yields
        ------
        Outcome
            One outcome for each puzzle, in order. Its ``puzzle`` is the thinned puzzle; a Slink becomes a Slitherlink.
            Its ``status`` is "no-solution" if, even with all clues, the puzzle has several solutions or is too hard.
        """
        limit = CYCLES.checked("limit", limit)
        jobs = (Job(one, limit=limit, task=task) for one, task in map(_thinned, puzzles))
        return pool.solve(self._session.socs, jobs)


def _outcomes(what: Puzzle | Outcome | str | Iterable[Puzzle | Outcome]) -> list[Outcome]:
    """Return the outcomes to draw; ValueError if there are none. A puzzle becomes an outcome without solutions."""
    if isinstance(what, str):
        what = read(what)
    elif isinstance(what, Outcome) or not isinstance(what, Iterable):
        what = [what]
    several = cast(Iterable[Puzzle | Outcome], what)  # type checkers regard an outcome as an iterable too
    if not (outcomes := [one if isinstance(one, Outcome) else Outcome(_puzzle(one), "") for one in several]):
        raise ValueError("there is no puzzle to draw")
    return outcomes


def _levels(several: dict[int, Puzzle]) -> dict[int, str]:
    """Return the levels of the puzzles that have a grade."""
    question = Question(Aim.GRADE, 2)
    found = {at: answer(engine_for(one.genre), one, question).grade for at, one in several.items()}
    return {at: grade.level for at, grade in found.items() if grade}


def _drawing(outcome: Outcome, coordinates: bool) -> Drawing:
    if outcome.status == HINT:
        return replace(outcome.steps[0].picture(), coordinates=coordinates)
    return drawing_of(outcome.puzzle, next(iter(outcome.solutions), None), coordinates)


def _per_page(value: int | tuple[int, int] | None) -> tuple[int, ...]:
    """Return the number of puzzles per page, or the number of rows and of columns in which they are arranged."""
    if value is None:
        return (1,)
    if not isinstance(value, Iterable):
        return (_PLACES.checked("per_page", value),)
    rows, cols = (_PLACES.checked("per_page", one) for one in _pair("per_page", value, "rows and columns"))
    _PLACES.checked("per_page", rows * cols)
    return rows, cols


def _puzzle(puzzle: Puzzle | str) -> Puzzle:
    """Return a puzzle, or the only puzzle in a text."""
    if isinstance(puzzle, str):
        if len(found := read(puzzle)) != 1:
            raise ValueError(f"expected one puzzle, found {len(found)}: a Board solves many puzzles")
        return found[0]
    if getattr(puzzle, "genre", None) not in GENRES:
        raise TypeError(f"expected a puzzle, or a text with one; found {shown(puzzle)}")
    return puzzle


def _each(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzles for a board; TypeError if anything is not a puzzle."""
    if isinstance(puzzles, str) or not isinstance(puzzles, Iterable):
        raise TypeError(f"a board solves several puzzles, such as [puzzle]; found {shown(puzzles)}")
    return map(_on_board, puzzles)


def _thinned(pair: tuple[Puzzle, Thin]) -> tuple[Puzzle, Thin]:
    puzzle, task = _pair("puzzles", pair, "pairs of a puzzle and a Thin")
    if not isinstance(task, Thin):
        raise TypeError(f"puzzles: expected pairs of a puzzle and a Thin; found {shown(task)}")
    if faults := _on_board(puzzle).verify(task.solution):
        raise ValueError(f"{puzzle.name}: the solution in the Thin is wrong: {faults[0]}")
    return puzzle, task


def _on_board(puzzle: Puzzle) -> Puzzle:
    if getattr(puzzle, "genre", None) not in GENRES:
        raise TypeError(f"expected puzzles, such as those that read returns; found {shown(puzzle)}")
    return puzzle


def _question(
    aim: Aim, count: int, engine: str | None, limit: int, time_limit: float | None, known: Sequence[str]
) -> Question:
    """Check the arguments of a question, and return it; ``known`` contains the engines that can answer the question."""
    _check_engine(engine, known)
    return Question(aim, count, engine, CYCLES.checked("limit", limit), seconds("time_limit", time_limit))


def _answered(puzzle: Puzzle, question: Question, port: str | None) -> Outcome:
    """Answer a question on the board at a port, on a simulated board, or on this computer."""
    engine = engine_here(puzzle, question, boards=port is not None)
    if engine is None:
        if question.time_limit:
            raise ValueError("time_limit is for the engines on this computer; boards have limit, in cycles")
        if question.aim is not Aim.CERTAIN:
            _check_count(question.count)
        where = SoCConfig.of(*instances_for([puzzle], question.board_engine)) if port is None else _port(port)
        with open_board(where) as session:
            return next(solve_on_boards(session.socs, replace(question, counters=True), Progress(), [puzzle], Event()))
    if port is not None:
        raise ValueError(f"the engine {engine.name!r} solves {puzzle.genre} on this computer, without a port")
    if question.limit:
        raise ValueError("limit is for boards; the engines on this computer have time_limit, in seconds")
    engine.loaded(puzzle.genre)  # raises ValueError if the engine does not solve the genre
    return answer(engine, puzzle, question)


def _explained(puzzle: Puzzle | str, aim: Aim, engine: str | None, time_limit: float | None) -> Outcome:
    one = _puzzle(puzzle)
    able = [engine.name for engine in explaining()]
    question = _question(aim, 1, engine, 0, time_limit, able)
    if engine_here(one, question) is None:
        raise ValueError(f"no engine explains {one.genre}; the engines that explain puzzles are {', '.join(able)}")
    return _answered(one, question, None)


def _check_engine(engine: str | None, known: Sequence[str]) -> None:
    if engine is not None:
        one_of("engine", engine, known)


def _check_count(count: int) -> None:
    if count not in (1, 2):
        raise ValueError(f"a board finds 1 or 2 solutions, not {count}: the engine 'sat' finds all")


def _port(name: str) -> str:
    if not a_string("port", name):
        raise ValueError("port: expected the name of a port, found an empty string; None means a simulated board")
    return name


def _several(count: int) -> int:
    """Check ``count``, the number of solutions to search for, and return it."""
    if SOLUTIONS.checked("count", count) == 1:
        raise ValueError("count: values that are certain follow only from 2 solutions or more, or from all (0)")
    return int(count)


def _pair(name: str, value: object, wanted: str) -> tuple[Any, Any]:
    if isinstance(value, str) or not isinstance(value, Iterable) or len(pair := tuple(value)) != 2:
        raise TypeError(f"{name}: expected {wanted}; found {shown(value)}")
    return pair


def _cell(name: str, value: object, wanted: str) -> tuple[int, int]:
    row, col = _pair(name, value, wanted)
    return _CLUES.checked(name, row), _CLUES.checked(name, col)
