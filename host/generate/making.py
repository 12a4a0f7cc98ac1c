"""Puzzles made as they are specified: on this computer, or on a board."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, cast

from rowloom.engines.catalogue import FAST
from rowloom.engines.engine import Size
from rowloom.errors import LinkError
from rowloom.host.drawing.drawing import Cell
from rowloom.host.generate.recipe import Made, Maker, Recipe, recipe
from rowloom.host.generate.specification import ANY, Specification
from rowloom.host.generate.thinning import Proofs, by_checks, by_deduction, clue_cells, removable, with_clues_at
from rowloom.host.grading import graded
from rowloom.host.grading.graders import brief_counters
from rowloom.host.jobs.engines import engine_of
from rowloom.host.jobs.job import Job, Outcome
from rowloom.host.jobs.status import CANCELLED, ERROR, LIMIT, NO_SOLUTION, SOLVED
from rowloom.host.jobs.tasks import Thin, boards_thin
from rowloom.host.methods import METHODS
from rowloom.host.puzzles import BOARD_GENRES, Puzzle
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers import ENGINES, imported
from rowloom.host.solvers.runner import run

__all__ = ["blank", "boards_make", "made_on_board", "make", "perform"]

_ENGINE = "sat"
"""The engine that proves that there is one solution."""

_FAILED = ERROR, LIMIT, CANCELLED

_AT_A_TIME = 128
"""Puzzles in the making at a time on a board: while one is graded, or its result on the line, it removes clues of
others."""

_TOGETHER = 32
"""Jobs that wait to be sent together, in one message, if the board has others to do."""


def make(specification: Specification, seed: int) -> Made:
    """Make a puzzle on this computer.

    The genre's *maker* draws solutions, from which clues are removed one by one. Other puzzles come from
    ``generate(specification, seed)`` in the module for *whole* puzzles. :mod:`rowloom.host.methods` names both.

    Raises
    ------
    ValueError
        See :func:`rowloom.host.generate.make`.
    NotInstalled
        If the solver that proves that there is one solution is missing.
    """
    maker = _maker(specification)
    if maker is None:
        return _made_whole(specification, seed)
    steps = recipe(maker, specification, seed)
    try:
        job = next(steps)
        while True:
            job = steps.send(perform(job))
    except StopIteration as end:
        return end.value


def perform(job: Job) -> Outcome:
    """Return what comes of a job of a recipe: clues removed, or what tells the grade of a Slitherlink.

    The result is that of a board. It raises NotInstalled if the SAT solver is missing.
    """
    start = time.monotonic()
    puzzle, counters, status = job.puzzle, {}, SOLVED
    if isinstance(job.task, Thin):
        kept = _kept(job.puzzle, job.task)
        status = NO_SOLUTION if kept is None else SOLVED
        puzzle = with_clues_at(puzzle, kept or ())
    else:
        counters = brief_counters(cast(Slitherlink, puzzle))
    return Outcome(puzzle, status, engine=_ENGINE, complete=True, counters=counters, seconds=time.monotonic() - start)


def _kept(puzzle: Puzzle, task: Thin) -> set[Cell] | None:
    proofs: Proofs = imported(METHODS[puzzle.genre].proofs, "making puzzles")(puzzle, task.solution)
    clues, groups = clue_cells(puzzle), removable(puzzle, task)
    if task.ease:
        return by_deduction(clues, groups, task.least, proofs.nothing(), proofs.broken)
    return by_checks(clues, groups, task.least, proofs) if proofs.is_unique() else None


def _made_whole(specification: Specification, seed: int) -> Made:
    maker = imported(METHODS[specification.genre].whole, "making puzzles")
    if specification.restrictions:
        raise ValueError(f"{maker.WHY_WHOLE}: leave out {' and '.join(specification.restrictions)}")
    start = time.process_time()
    if specification.difficulty == ANY:
        specification = replace(specification, difficulty="hard")
    puzzle = maker.generate(specification, seed)
    took = time.process_time() - start
    (solution,) = run(ENGINES[_ENGINE], puzzle).solutions
    return Made(puzzle, solution, graded(puzzle), 0, None, None, took, _ENGINE)


def _maker(specification: Specification) -> Maker | None:
    """Return the genre's maker, if it makes such puzzles."""
    methods, size = METHODS[specification.genre], Size(specification.rows, specification.cols)
    if not methods.maker or (methods.largest and not methods.largest.holds(size)):
        return None
    return imported(methods.maker, "making puzzles")


def boards_make(specification: Specification) -> bool:
    """Return whether a board can make such puzzles, if an engine of it takes the size."""
    engine, draft = engine_of(specification.genre, FAST), specification.draft
    if engine is None or "thin" not in engine.tasks or _maker(specification) is None:
        return False
    return draft is None or boards_thin(BOARD_GENRES[draft.genre], draft)


def blank(specification: Specification) -> Puzzle:
    """Return a puzzle of the genre and size without clues, to choose a board for."""
    maker, rows, cols = _maker(specification), specification.rows, specification.cols
    assert maker, "no board makes such puzzles"
    kind: Any = maker.KIND
    return kind("blank", rows, cols, ((0 if kind is Sudoku else None,) * cols,) * rows)


def made_on_board(
    specification: Specification, seeds: Iterable[int], solve: Callable[[Iterator[Job | None]], Iterator[Outcome]]
) -> Iterator[Made | ValueError]:
    """Make puzzles on a board, many at a time: the same ones as :func:`make`.

    Parameters
    ----------
    specification : Specification
        One that :func:`boards_make`.
    solve : callable
        Solve jobs on the board and yield their outcomes, in order, see :func:`rowloom.host.link.pipeline.solve`.

    Yields
    ------
    Made or ValueError
        One for each seed, in order; the error if no such puzzle was found, or what the board said.

    Raises
    ------
    LinkError
        If the board is lost, after every puzzle that is done was yielded.
    """
    return _OnBoard(specification, iter(seeds)).run(solve)


class _OnBoard:
    """Recipes side by side, each with one job at a time."""

    def __init__(self, specification: Specification, seeds: Iterator[int]):
        maker = _maker(specification)
        assert maker, "no board makes such puzzles"
        self._maker, self._specification, self._seeds = maker, specification, seeds
        self._begun: deque[Recipe] = deque()  # and not yet yielded, in order
        self._ready: deque[tuple[Recipe, Job]] = deque()
        self._asked: deque[Recipe] = deque()
        self._ended: dict[Recipe, Made | ValueError] = {}

    def run(self, solve: Callable[[Iterator[Job | None]], Iterator[Outcome]]) -> Iterator[Made | ValueError]:
        try:
            for outcome in solve(self._jobs()):
                steps = self._asked.popleft()
                if outcome.lost:
                    continue
                self._go_on(steps, outcome)
                while self._begun and self._begun[0] in self._ended:
                    yield self._ended.pop(self._begun.popleft())
        except LinkError:
            # Earlier puzzles that are not done must not hide later ones that are.
            yield from (self._ended[steps] for steps in self._begun if steps in self._ended)
            raise

    def _jobs(self) -> Iterator[Job | None]:
        while True:
            while len(self._ready) < _TOGETHER and len(self._begun) < _AT_A_TIME and self._begin():
                pass
            if len(self._ready) >= _TOGETHER or (self._ready and len(self._asked) < _AT_A_TIME // 2):
                yield from self._together()
            elif self._begun:
                yield None
            else:
                return

    def _together(self) -> Iterator[Job]:
        """Yield jobs to be sent together: many, and of one solution all if possible, which share a message."""
        for number in range(1, min(len(self._ready), _TOGETHER) + 1):
            steps, job = self._ready.popleft()
            self._asked.append(steps)
            yield job
            if number >= _TOGETHER // 2 and self._ready and not _share(job, self._ready[0][1]):
                return

    def _begin(self) -> bool:
        """Begin with another seed; return False if there is none."""
        seed = next(self._seeds, None)
        if seed is None:
            return False
        steps = recipe(self._maker, self._specification, seed)
        self._begun.append(steps)
        self._go_on(steps, None)
        return True

    def _go_on(self, steps: Recipe, outcome: Outcome | None) -> None:
        try:
            if outcome is not None and outcome.status in _FAILED:
                raise ValueError(outcome.message)
            self._ready.append((steps, steps.send(outcome) if outcome else next(steps)))
        except StopIteration as end:
            self._ended[steps] = end.value
        except ValueError as error:
            self._ended[steps] = error


def _share(one: Job, other: Job) -> bool:
    return isinstance(one.task, Thin) and isinstance(other.task, Thin) and one.task.solution == other.task.solution
