"""Questions about puzzles, jobs for boards, and outcomes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from rowloom.engines.catalogue import FAST
from rowloom.host.drawing.pictures import in_notebook
from rowloom.host.jobs.status import CANCELLED, ERROR, SOLVED, Grade
from rowloom.host.jobs.tasks import BoardTask, Certain, Count, Thin
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.edges import Edges
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.wire.protocol import State

__all__ = ["Aim", "Job", "Outcome", "Progress", "Question", "cancelled", "lost"]


@dataclass(frozen=True)
class Job:
    """A puzzle for a board, and the limits of the search."""

    puzzle: Puzzle
    count: int = 1
    """The number of solutions to look for: 1 or 2."""
    limit: int = 0
    """Clock cycles after which the board gives up; 0 for no limit."""
    engine: str | None = None
    """The name of the engine; by default, the board's preferred engine among those that accept the puzzle."""
    counters: bool = False
    """True if the engine's counters are requested."""
    task: BoardTask | None = None
    """The task; None for a search for solutions."""

    def shares_solution(self, other: "Job") -> bool:
        """Return whether both jobs remove clues from the same solution."""
        mine, others = self.task, other.task
        return isinstance(mine, Thin) and isinstance(others, Thin) and mine.solution == others.solution


class Aim(Enum):
    """The purpose of a question. Each value is the name of the command-line option that selects the purpose."""

    SOLUTIONS = ""
    CERTAIN = "certain"
    """Find the cells that all solutions share, and count the solutions."""
    STEPS = "explain"
    HINT = "hint"
    """Find the next step."""
    GRADE = "grade"
    """Grade the puzzle: search for two solutions with an engine that can grade puzzles."""


@dataclass(frozen=True)
class Question:
    """A question about each puzzle of a batch."""

    aim: Aim = Aim.SOLUTIONS
    count: int = 1
    """The maximum number of solutions to find or to count; 0 for all. Boards find 1 or 2."""
    engine: str | None = None
    """The name of the engine; by default, the preferred engine for each puzzle."""
    limit: int = 0
    """Clock cycles after which a board gives up; 0 for no limit."""
    time_limit: float | None = None
    """Seconds after which a software engine gives up."""
    counters: bool = False
    """True if the counters of the board's engine are requested."""
    most: int | None = None
    """The maximum number of puzzles on a board at a time; by default, as many as fit."""
    boards_only: bool = False
    """True if only boards may solve puzzles, even if no board solves the genre."""

    @property
    def board_engine(self) -> str | None:
        """The name of the board engine to use. Only the fast engines can grade puzzles, or find the cells that all
        solutions share."""
        return self.engine or (FAST if self.aim in (Aim.CERTAIN, Aim.GRADE) else None)

    def jobs(self, puzzle: Puzzle) -> Iterator[Job]:
        """Yield the jobs that answer the question about a puzzle: three jobs for `Aim.CERTAIN`, otherwise one job."""
        engine = self.board_engine
        if self.aim is not Aim.CERTAIN:
            yield Job(puzzle, self.count, self.limit, engine, self.counters or self.aim is Aim.GRADE)
            return
        yield Job(puzzle, 2, self.limit, engine, counters=True)
        yield Job(puzzle, limit=self.limit, engine=engine, task=Certain())
        yield Job(puzzle, limit=self.limit, engine=engine, task=Count(self.count))


class Outcome(NamedTuple):
    """The result of a question about a puzzle.

    Attributes
    ----------
    puzzle : Puzzle
    status : str
        "solved", "no-solution", "limit", "cancelled" or "error"; "stuck" if a software engine that does not guess
        cannot continue; or "hint" if the next step was requested and found.
    message : str
        Further information for people; may be empty.
    engine : str
        The name of the engine; empty if there was no search.
    solutions : tuple of Solution
        Verified solutions only.
    complete : bool
        Whether the search found the requested number of solutions, or searched everything.
    cycles : int, optional
        The clock cycles of the search, see :class:`rowloom.host.wire.protocol.Result`; None without a board.
    clock : int, optional
        The board's clock frequency in Hz; None without a board.
    board : str
        The name of the board's port if there are several boards; otherwise empty.
    counters : mapping of str to int
        The engine's counters, see :func:`rowloom.host.jobs.engines.counters`; may be empty.
    lost : bool
        Whether the link broke before the board answered.
    seconds : float, optional
        The time of a software engine, including the test of uniqueness and the verification; None for a board.
    interrupted : bool
        Whether Ctrl-C ended the search of a software engine.
    partial : str
        A picture, as text, of the grid at the point where an engine got stuck; may be empty.
    steps : sequence of Step or str
        The deductions, see :class:`rowloom.host.solvers.Step`. If a worker solved the puzzle, its deductions are
        strings. Empty if the engine does not explain its deductions.
    counted : int, optional
        The number of solutions, if it was requested. If not ``complete``, it is only a lower bound.
    certain : tuple of tuples of str
        The values that all solutions share, row by row, if they were requested. The value of a cell is "?" if the
        solutions differ in this cell or, if not ``complete``, if they may differ.
    certain_edges : Edges, optional
        The lines that all solutions of a loop puzzle share, if they were requested. An edge may be the same in all
        solutions even if the solutions differ in both cells beside the edge. The meaning of "?" is the same as in
        ``certain``.
    unique : bool, optional
        Whether there is exactly one solution; None if unknown.
    grade : Grade, optional
        The difficulty, if it was requested and the solution is unique.
    """

    puzzle: Puzzle
    status: str
    message: str = ""
    engine: str = ""
    solutions: tuple[Solution, ...] = ()
    complete: bool = False
    cycles: int | None = None
    clock: int | None = None
    board: str = ""
    counters: Mapping[str, int] = {}
    lost: bool = False
    seconds: float | None = None
    interrupted: bool = False
    partial: str = ""
    steps: Sequence[Any] = ()
    counted: int | None = None
    certain: tuple[tuple[str, ...], ...] = ()
    certain_edges: Edges | None = None
    unique: bool | None = None
    grade: Grade | None = None

    @property
    def verified(self) -> bool:
        """True if there is a solution; the host has then verified it against the rules."""
        return self.status == SOLVED

    @property
    def stopped(self) -> bool:
        """True if Ctrl-C ended the search, or prevented the search from starting."""
        return self.interrupted or self.status == CANCELLED

    @property
    def time(self) -> float | None:
        """The seconds that the search took, on a board (by the board's clock) or in software; None if unknown."""
        return self.cycles / self.clock if self.cycles and self.clock else self.seconds

    def to_json(self, aim: Aim = Aim.SOLUTIONS) -> dict[str, Any]:
        """Return the outcome in the form that commands print as JSON; unknown values are None."""
        puzzle = {name: getattr(self.puzzle, name, None) for name in ("name", "genre", "rows", "cols")}
        record = {
            **puzzle, "engine": self.engine or None, "status": self.status, "solutions": self.solutions,
            "complete": self.complete, "unique": self.unique, "cycles": self.cycles, "clock_hz": self.clock,
            "seconds": self.time, "board": self.board or None, "nodes": None, **self.counters,
            "verified": self.verified, "message": self.message,
        }  # fmt: skip
        match aim:
            case Aim.CERTAIN:
                rows: list[Any] = list(map("".join, self.certain))
                if puzzle["genre"] == Sudoku.genre:
                    rows = [[value if value == "?" else int(value) for value in row] for row in self.certain]
                edges = self.certain_edges._asdict() if self.certain_edges and self.certain else None
                record |= {"counted": self.counted, "certain": rows or None, "certain_edges": edges}
            case Aim.STEPS:
                record["steps"] = list(map(str, self.steps))
            case Aim.HINT:
                fields = ({"rule": one.rule, "place": one.place, "found": one.found, "text": str(one)}
                          for one in self.steps)  # fmt: skip
                record["hint"] = next(fields, None)
        return record

    def _repr_svg_(self) -> str | None:
        # Notebooks call this method.
        return in_notebook(self.puzzle.drawing(next(iter(self.solutions), None)))


def cancelled(puzzle: Puzzle) -> Outcome:
    """Return the outcome of a puzzle whose search was cancelled before it had a result."""
    return Outcome(puzzle, CANCELLED, "cancelled")


def lost(puzzle: Puzzle, reason: Exception) -> Outcome:
    """Return the outcome of a puzzle whose board was lost."""
    return Outcome(puzzle, ERROR, f"not solved: {reason}", lost=True)


class Progress:
    """Receives events while puzzles are solved or made. This base class ignores all events.

    Any thread may call its methods.
    """

    def message(self, text: str) -> None:
        """Show a message immediately, for example that a simulator is being built."""

    def running(self, board: str, job: Job, state: State) -> None:
        """Receive the state of a board's current job; ``board`` is the name of the board's link."""

    def searching(self, name: str, found: int = 0) -> None:
        """Receive the name of the puzzle that this computer is solving, and the number of solutions found so far."""

    def done(self, board: str = "") -> None:
        """Count a puzzle that a board or this computer has finished."""

    def at_work(self, done: int, workers: int) -> None:
        """Receive the number of puzzles that the workers have finished, and the number of workers."""
