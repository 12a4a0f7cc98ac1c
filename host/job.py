"""What a board is asked to do with a puzzle, and what came of it.

Nothing that a board says about a solution is believed: :meth:`Job.judge` holds every one against the rules.
"""

from dataclasses import dataclass
from typing import Any

from rowloom.host import puzzles
from rowloom.host.protocol import Capability, Engine, Identity, Reason, Result, Solve, Status

__all__ = [
    "CANCELLED",
    "ERROR",
    "LARGEST_BUILD",
    "LIMIT",
    "NO_SOLUTION",
    "SOLVED",
    "Job",
    "Outcome",
    "Unsuitable",
    "engine_name",
    "lost",
]

SOLVED, NO_SOLUTION, LIMIT, CANCELLED, ERROR = "solved", "no-solution", "limit", "cancelled", "error"

LARGEST_BUILD = 32
"""Rows and columns, at most, of any build."""

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


def engine_name(number: int) -> str:
    """An engine's name as the command line and its JSON show it."""
    return Engine(number).name.lower() if number in set(Engine) else f"engine {number}"


@dataclass(frozen=True)
class Outcome:
    """What came of a puzzle.

    Attributes
    ----------
    puzzle
        The puzzle.
    status : str
        "solved", "no-solution", "limit", "cancelled" or "error".
    message : str
        What a person should know beyond that; may be empty.
    engine : str
        The engine that searched; empty if none did.
    solutions : tuple of solutions, each a tuple of str, one a row
        Verified ones only.
    complete : bool
        The search space was exhausted, up to the count asked for.
    cycles, nodes, backs, candidates : int, optional
        See :class:`rowloom.host.protocol.Result`; None if no board has told them.
    lost : bool
        The link broke before the board had answered.
    """

    puzzle: Any
    status: str
    message: str = ""
    engine: str = ""
    solutions: tuple[tuple[str, ...], ...] = ()
    complete: bool = False
    cycles: int | None = None
    nodes: int | None = None
    backs: int | None = None
    candidates: int | None = None
    lost: bool = False

    @property
    def verified(self) -> bool:
        """There is a solution, and this side has held it against the rules."""
        return self.status == SOLVED


def lost(puzzle: Any, reason: Exception) -> Outcome:
    """What comes of a puzzle whose board is gone."""
    return Outcome(puzzle, ERROR, f"not solved: {reason}", lost=True)


@dataclass(frozen=True)
class Job:
    """A puzzle and how far to search: ``count`` solutions (1 or 2), ``limit`` cycles (0: no limit)."""

    puzzle: Any
    count: int = 1
    limit: int = 0

    def request(self, identity: Identity) -> Solve:
        """The job as that board is asked to do it.

        Raises
        ------
        Unsuitable
            If its build does not know the genre, or only smaller grids.
        """
        genre = puzzles.genre(self.puzzle.genre)
        engines = [capability for capability in identity.capabilities if capability.genre == genre.GENRE_ID]
        if not engines:
            raise Unsuitable(f"this build does not solve {self.puzzle.genre}")
        for capability in engines:
            if self.puzzle.rows <= capability.rows and self.puzzle.cols <= capability.cols:
                return Solve(
                    genre.GENRE_ID, capability.engine, self.count, self.limit, genre.encode(self.puzzle)
                )
        raise Unsuitable(_too_large(self.puzzle, engines[0]))

    def judge(self, request: Solve, result: Result) -> Outcome:
        """What the board's answer to the request is worth."""
        try:
            solutions = self._verified(result)
        except _Wrong as wrong:
            status, message, solutions = ERROR, f"the board's answer is wrong: {wrong}", ()
        else:
            status, message = _STATUS[result.status], self._remark(result)
        return Outcome(
            self.puzzle,
            status,
            message,
            engine_name(request.engine),
            solutions,
            result.complete,
            result.cycles,
            result.nodes,
            result.backs,
            result.candidates,
        )

    def refused(self, request: Solve, reason: Reason) -> Outcome:
        """What a refusal means for the puzzle."""
        message = _REFUSALS.get(reason, f"the board refuses the puzzle (reason {reason})")
        return Outcome(self.puzzle, ERROR, message, engine_name(request.engine))

    def _verified(self, result: Result) -> tuple[tuple[str, ...], ...]:
        puzzle, genre = self.puzzle, puzzles.genre(self.puzzle.genre)
        if (result.status == Status.SOLVED) != bool(result.solutions) or len(result.solutions) > self.count:
            raise _Wrong(f"status {_STATUS[result.status]} with {len(result.solutions)} solutions")
        if (result.rows, result.cols) != (puzzle.rows, puzzle.cols):
            raise _Wrong(f"it is for a {result.rows}x{result.cols} grid")
        solutions = []
        for data in result.solutions:
            try:
                solution = genre.decode_solution(puzzle.rows, puzzle.cols, data)
            except ValueError as error:
                raise _Wrong(str(error)) from error
            if faults := genre.verify(puzzle, solution):
                raise _Wrong(faults[0])
            if solution in solutions:
                raise _Wrong("it holds the same solution twice")
            solutions.append(solution)
        return tuple(solutions)

    def _remark(self, result: Result) -> str:
        match result.status, len(result.solutions):
            case Status.SOLVED, 2:
                return "not unique: there is a second solution"
            case Status.SOLVED, _ if self.count == 2 and result.complete:
                return "unique: there is no other solution"
            case Status.SOLVED, _ if self.count == 2:
                return "a solution; the search for another one was ended"
            case Status.NO_SOLUTION, _:
                return "there is no solution"
            case Status.LIMIT, _:
                return f"not solved within {self.limit:,} cycles"
            case Status.CANCELLED, _:
                return "cancelled"
        return ""


class _Wrong(Exception):
    """A result that breaks the rules."""


def _too_large(puzzle: Any, capability: Capability) -> str:
    size = f"{puzzle.rows}x{puzzle.cols} is too large"
    if max(puzzle.rows, puzzle.cols) > LARGEST_BUILD:
        return f"{size}: no build takes more than {LARGEST_BUILD}x{LARGEST_BUILD}"
    return (
        f"{size} for this build, which takes up to {capability.rows}x{capability.cols}: use a board built for it,"
        " or leave out --port, --rows and --cols to simulate one"
    )
