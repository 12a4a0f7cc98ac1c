"""What a board is asked to do with a puzzle, and what came of it.

Nothing that a board says about a solution is believed: :meth:`Posed.judge` holds every one against the rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rowloom.host import puzzles
from rowloom.host.engines import KINDS, PREFERRED, Size, boardless, counters, engine_name, kind_of, title
from rowloom.host.protocol import Capability, Engine, Identity, Reason, Result, Solve, Status

__all__ = [
    "CANCELLED", "ERROR", "LIMIT", "NO_SOLUTION", "SOLVED", "STUCK", "Job", "Outcome", "Posed", "Unsuitable", "lost",
]  # fmt: skip

SOLVED, NO_SOLUTION, LIMIT, CANCELLED, ERROR = "solved", "no-solution", "limit", "cancelled", "error"
STUCK = "stuck"

_STATUS = {
    Status.SOLVED: SOLVED,
    Status.NO_SOLUTION: NO_SOLUTION,
    Status.LIMIT: LIMIT,
    Status.CANCELLED: CANCELLED,
}

_REFUSALS = {
    Reason.MALFORMED: "the board takes the puzzle for malformed",
    Reason.UNKNOWN_GENRE: "the board's build does not solve this genre",
    Reason.TOO_LARGE: "the puzzle is too large for the board's build",
}


class Unsuitable(Exception):
    """The build at the other end cannot solve this puzzle."""


@dataclass(frozen=True)
class Outcome:
    """What came of a puzzle.

    Attributes
    ----------
    puzzle
        The puzzle.
    status : str
        "solved", "no-solution", "limit", "cancelled", "error", or "stuck": a software engine that does not guess
        gets no further.
    message : str
        What a person should know beyond that; may be empty.
    engine : str
        The engine that searched; empty if none did.
    solutions : tuple of solutions, each a tuple of rows
        Verified ones only. What a row is, the genre knows: of Slitherlink a str, of Sudoku a tuple of int.
    complete : bool
        The search space was exhausted, up to the count asked for.
    cycles : int, optional
        See :class:`rowloom.host.protocol.Result`; None if no board has told them.
    counters : mapping of str to int
        What the engine has counted, see :func:`rowloom.host.engines.counters`; empty if no board has told.
    lost : bool
        The link broke before the board had answered.
    seconds : float, optional
        The time that a software engine took, uniqueness and verification included; None if a board was asked.
    interrupted : bool
        The person ended a software engine's search (Ctrl-C).
    partial : str
        A picture of how far a stuck engine came; may be empty.
    steps : sequence
        What followed from what; ``str`` says it in words. Empty if the engine cannot tell.
    """

    puzzle: Any
    status: str
    message: str = ""
    engine: str = ""
    solutions: tuple[tuple[Any, ...], ...] = ()
    complete: bool = False
    cycles: int | None = None
    counters: Mapping[str, int] = field(default_factory=dict)
    lost: bool = False
    seconds: float | None = None
    interrupted: bool = False
    partial: str = ""
    steps: Sequence[Any] = ()

    @property
    def verified(self) -> bool:
        """There is a solution, and this side has held it against the rules."""
        return self.status == SOLVED


def lost(puzzle: Any, reason: Exception) -> Outcome:
    """What comes of a puzzle whose board is gone."""
    return Outcome(puzzle, ERROR, f"not solved: {reason}", lost=True)


@dataclass(frozen=True)
class Job:
    """A puzzle and how far to search.

    Parameters
    ----------
    puzzle
        The puzzle.
    count : int
        How many solutions to look for: 1 or 2.
    limit : int
        Cycles after which to give up; 0 for no limit.
    engine : Engine, optional
        The engine to take; of those that the puzzle fits the one that is :data:`PREFERRED`, if it is not said.
    """

    puzzle: Any
    count: int = 1
    limit: int = 0
    engine: Engine | None = None

    def pose(self, identity: Identity) -> "Posed":
        """The job as that board is asked to do it: turned by 90 degrees, if it fits only that way.

        Raises
        ------
        Unsuitable
            If no board solves the genre, or its build does not, is without the engine, or takes only smaller grids.
        """
        if self.puzzle.genre not in puzzles.BOARD_GENRES:
            raise Unsuitable(boardless(self.puzzle.genre))
        genre = puzzles.BOARD_GENRES[self.puzzle.genre]
        engines = [capability for capability in identity.capabilities if capability.genre == genre.GENRE_ID]
        if not engines:
            raise Unsuitable(f"this build does not solve {self.puzzle.genre}")
        if self.engine is not None:
            engines = [capability for capability in engines if capability.engine == self.engine]
            if not engines:
                raise Unsuitable(f"this build has no {title(self.engine)}")
        size = Size(self.puzzle.rows, self.puzzle.cols)
        for capability in sorted(engines, key=_preference):
            kind, built = kind_of(capability.genre, capability.engine), Size(capability.rows, capability.cols)
            for turned in (False, True):
                if kind.fits(built, size.turned if turned else size):
                    return Posed(self, genre.turned(self.puzzle) if turned else self.puzzle, turned, capability.engine)
        raise Unsuitable(_unfitting(size, genre.GENRE_ID, self.engine, engines))


@dataclass(frozen=True)
class Posed:
    """A job as a board is asked to do it.

    Attributes
    ----------
    job : Job
    puzzle
        The puzzle as the board gets it.
    turned : bool
        That is the job's puzzle turned by 90 degrees.
    engine : int
        The engine's number.
    """

    job: Job
    puzzle: Any
    turned: bool
    engine: int

    @cached_property
    def request(self) -> Solve:
        """What to send, once the :attr:`cells` are there."""
        genre = puzzles.BOARD_GENRES[self.puzzle.genre]
        return Solve(genre.GENRE_ID, self.engine, self.job.count, self.job.limit, genre.encode(self.puzzle))

    @cached_property
    def cells(self) -> bytes:
        """What to store in the engine's memory before that, a byte a cell; nothing, if the puzzle passes whole."""
        genre = puzzles.BOARD_GENRES[self.puzzle.genre]
        whole = kind_of(genre.GENRE_ID, self.engine).whole
        return b"" if whole.holds(Size(self.puzzle.rows, self.puzzle.cols)) else genre.cells(self.puzzle)

    def judge(self, result: Result) -> Outcome:
        """What the board's answer is worth."""
        try:
            solutions = self._verified(result)
        except _Wrong as wrong:
            status, message, solutions = ERROR, f"the board's answer is wrong: {wrong}", ()
        else:
            status, message = _STATUS[result.status], self._remark(result)
        return Outcome(
            self.job.puzzle,
            status,
            message,
            engine_name(self.engine),
            solutions,
            result.complete,
            result.cycles,
            counters(self.request.genre, self.engine, result.counters),
        )

    def refused(self, reason: Reason) -> Outcome:
        """What a refusal means for the puzzle."""
        message = _REFUSALS.get(reason, f"the board refuses the puzzle (reason {reason})")
        return Outcome(self.job.puzzle, ERROR, message, engine_name(self.engine))

    def _verified(self, result: Result) -> tuple[tuple[Any, ...], ...]:
        genre = puzzles.BOARD_GENRES[self.puzzle.genre]
        if (result.status == Status.SOLVED) != bool(result.solutions) or len(result.solutions) > self.job.count:
            raise _Wrong(f"status {_STATUS[result.status]} with {len(result.solutions)} solutions")
        if (result.rows, result.cols) != (self.puzzle.rows, self.puzzle.cols):
            raise _Wrong(f"it is for a {result.rows}x{result.cols} grid")
        solutions = []
        for data in result.solutions:
            try:
                solution = genre.decode_solution(result.rows, result.cols, data)
            except ValueError as error:
                raise _Wrong(str(error)) from error
            if self.turned:
                solution = genre.turned_back(solution)
            if faults := genre.verify(self.job.puzzle, solution):
                raise _Wrong(faults[0])
            if solution in solutions:
                raise _Wrong("it holds the same solution twice")
            solutions.append(solution)
        return tuple(solutions)

    def _remark(self, result: Result) -> str:
        match result.status, len(result.solutions):
            case Status.SOLVED, 2:
                return "not unique: there is a second solution"
            case Status.SOLVED, _ if self.job.count == 2 and result.complete:
                return "unique: there is no other solution"
            case Status.SOLVED, _ if self.job.count == 2:
                return "a solution; the search for another one was ended"
            case Status.NO_SOLUTION, _:
                return "there is no solution"
            case Status.LIMIT, _:
                return f"not solved within {self.job.limit:,} cycles"
            case Status.CANCELLED, _:
                return "cancelled"
        return ""


class _Wrong(Exception):
    """A result that breaks the rules."""


def _preference(capability: Capability) -> int:
    return PREFERRED.index(capability.engine) if capability.engine in PREFERRED else len(PREFERRED)


def _unfitting(size: Size, genre: int, engine: Engine | None, there: Sequence[Capability]) -> str:
    """Why none of the engines that are there takes a puzzle of this size, and what would."""
    what = f"{size} is too large"
    largest = [kind.largest for (of, one), kind in KINDS.items() if of == genre and engine in (None, one)]
    if not any(most.holds(size) or most.holds(size.turned) for most in largest):
        if engine is not None:
            return f"{what} for the {title(engine)}: no build takes more than {max(largest)} with it"
        return f"{what}: no build takes more than {max(largest)}"
    exact, up_to = [], []
    for one in there:
        (exact if kind_of(genre, one.engine).exact else up_to).append(Size(one.rows, one.cols))
    if any(built.holds(size) for built in exact):
        what = f"{size} is too small"
    # Two engines may take the same.
    sizes = [*dict.fromkeys(map(str, exact)), *["up to " + " or ".join(map(str, up_to))][: len(up_to)]]
    return (
        f"{what} for this build, which takes {' or '.join(sizes)}: use a board built for it, or leave out --port,"
        " --rows and --cols to simulate one"
    )
