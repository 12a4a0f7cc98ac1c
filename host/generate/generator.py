"""Generate puzzles that meet a specification, on this computer or on a board."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import repeat
from typing import cast

from rowloom.engines.catalogue import FAST
from rowloom.engines.engine import Size
from rowloom.errors import LinkError
from rowloom.host.generate.recipe import Drawn, GeneratedPuzzle, PuzzleGenerator, Recipe, RecipeRun, shared_solution
from rowloom.host.generate.specification import ANY, Specification
from rowloom.host.generate.thinning import removable, thin
from rowloom.host.grading import graded
from rowloom.host.grading.graders import brief_counters
from rowloom.host.jobs.engines import engine_of
from rowloom.host.jobs.job import Job, Outcome
from rowloom.host.jobs.status import CANCELLED, ERROR, SOLVED
from rowloom.host.jobs.tasks import Thin, boards_thin
from rowloom.host.methods import METHODS
from rowloom.host.puzzles import BOARD_GENRES, GENRES, Puzzle
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import ENGINES, imported
from rowloom.host.solvers.runner import run

__all__ = [
    "blank_puzzle", "can_generate_on_board", "drawn_solution", "execute_job", "generate_on_board", "generate_puzzle",
]  # fmt: skip

_ENGINE = "sat"
"""The engine that proves that a puzzle has only one solution."""

_AT_A_TIME = 192
"""The number of puzzles in progress on each SoC of a board. While a puzzle is graded or transferred, the SoC removes
clues of the other puzzles."""

_TOGETHER = 32
"""The number of jobs that are collected for one message while the board is busy."""


def generate_puzzle(specification: Specification, seed: int) -> GeneratedPuzzle:
    """Make a puzzle on this computer. The same arguments always make the same puzzle.

    The genre's module ``generator`` makes a random solution; then clues are removed one by one. If the genre has no
    generator for this size, the function ``generate(specification, seed)`` in the genre's module ``whole`` makes the
    puzzle. :mod:`rowloom.host.methods` contains the names of these two modules.

    Raises
    ------
    NoneFound
        If no puzzle that meets the specification was found.
    ValueError
        If no puzzle can meet the specification, for example because the draft has no solution.
    NotInstalled
        If the solver that proves uniqueness is missing.
    """
    generator = _generator(specification)
    if generator is None:
        return _generate_whole(specification, seed)
    steps = RecipeRun(generator, specification, seed).run()
    try:
        job = next(steps)
        while True:
            job = steps.send(execute_job(job))
    except StopIteration as end:
        return end.value


def execute_job(job: Job) -> Outcome:
    """Execute a job of a recipe as a board would: remove clues, or return the counters for grading a Slitherlink.

    Raises NotInstalled if the SAT solver is missing.
    """
    start = time.monotonic()
    puzzle, counters, status = job.puzzle, {}, SOLVED
    if isinstance(job.task, Thin):
        puzzle, status = thin(puzzle, job.task, removable(puzzle, job.task))
    else:
        counters = brief_counters(cast(Slitherlink, puzzle))
    return Outcome(puzzle, status, engine=_ENGINE, complete=True, counters=counters, seconds=time.monotonic() - start)


def _generate_whole(specification: Specification, seed: int) -> GeneratedPuzzle:
    generator = imported(METHODS[specification.genre].whole, "making puzzles")
    if specification.restrictions:
        raise ValueError(f"{generator.WHY_WHOLE}: leave out {' and '.join(specification.restrictions)}")
    start = time.process_time()
    if specification.difficulty == ANY:
        specification = replace(specification, difficulty="hard")
    puzzle = generator.generate(specification, seed)
    took = time.process_time() - start
    (solution,) = run(ENGINES[_ENGINE], puzzle).solutions
    return GeneratedPuzzle(puzzle, solution, graded(puzzle), None, None, took, _ENGINE)


def _generator(specification: Specification) -> PuzzleGenerator | None:
    """Return the genre's generator; None if the genre has no generator for puzzles of this size."""
    methods, size = METHODS[specification.genre], Size(specification.rows, specification.cols)
    if not methods.generator or (methods.largest and not methods.largest.holds(size)):
        return None
    return imported(methods.generator, "making puzzles")


def can_generate_on_board(specification: Specification) -> bool:
    """Return whether a board with an engine of this size can make puzzles that meet the specification."""
    engine, draft = engine_of(specification.genre, FAST), specification.draft
    if engine is None or "thin" not in engine.tasks or _generator(specification) is None:
        return False
    return draft is None or boards_thin(BOARD_GENRES[draft.genre], draft)


def drawn_solution(specification: Specification, seed: int) -> Drawn | None:
    """Draw the first random solution of a puzzle for :func:`generate_on_board`. Return None if the draft has no
    solution."""
    generator = _generator(specification)
    assert generator, "no board makes such puzzles"
    with suppress(ValueError):
        return RecipeRun(generator, specification, seed).draw()
    return None


def blank_puzzle(specification: Specification) -> Puzzle:
    """Return a puzzle without clues that has the specified genre and size. It is used to choose a board."""
    rows, cols = specification.rows, specification.cols
    return GENRES[specification.genre].from_clues("blank", rows, cols, ((None,) * cols,) * rows, 0)


def generate_on_board(
    specification: Specification, seeds: Iterable[int], solve: Callable[[Iterator[Job | None]], Iterator[Outcome]],
    socs: int = 1, drawn: Iterable[Drawn | None] = repeat(None),
) -> Iterator[GeneratedPuzzle | ValueError]:
    """Make puzzles on a board, many at a time. The puzzles are the same as those of :func:`generate_puzzle`.

    :func:`can_generate_on_board` must have returned true for the specification. For each seed, in order, yield a
    puzzle, or an error if no puzzle was found or the board reported an error. If the board is lost, yield all finished
    puzzles, then raise LinkError. ``solve`` yields the outcomes of jobs on the board, in order; see
    :func:`rowloom.host.link.pool.solve`. The board has ``socs`` SoCs. ``drawn`` contains the result of
    :func:`drawn_solution` for each seed, or None if this function must draw the solution. It is not read if several
    puzzles share a solution, because then few solutions are drawn.
    """
    generator, most = _generator(specification), socs * _AT_A_TIME
    assert generator, "no board makes such puzzles"
    if shared_solution(generator, specification):
        drawn = repeat(None)
    more = (RecipeRun(generator, specification, *one).run() for one in zip(seeds, drawn))
    unyielded: deque[Recipe] = deque()
    ready: deque[tuple[Recipe, Job]] = deque()
    sent: deque[Recipe] = deque()
    ended: dict[Recipe, GeneratedPuzzle | ValueError] = {}

    def advance(steps: Recipe, outcome: Outcome | None) -> None:
        try:
            if outcome is not None and outcome.status in (ERROR, CANCELLED):
                raise ValueError(outcome.message)
            ready.append((steps, steps.send(outcome) if outcome else next(steps)))
        except StopIteration as end:
            ended[steps] = end.value
        except ValueError as error:
            ended[steps] = error

    def jobs() -> Iterator[Job | None]:
        while True:
            while len(ready) < _TOGETHER and len(unyielded) < most and (steps := next(more, None)):
                unyielded.append(steps)
                advance(steps, None)
            if len(ready) >= _TOGETHER or (ready and len(sent) < most // 2):
                yield from together()
            elif len(ended) < len(unyielded):
                yield None
            else:
                return

    def together() -> Iterator[Job]:
        """Yield the jobs of one message. The message contains a solution only once, even if several jobs need it. So
        when half of the jobs have been yielded, stop before the first job with a different solution."""
        for number in range(1, min(len(ready), _TOGETHER) + 1):
            steps, job = ready.popleft()
            sent.append(steps)
            yield job
            if number >= _TOGETHER // 2 and ready and not job.shares_solution(ready[0][1]):
                return

    def finished() -> Iterator[GeneratedPuzzle | ValueError]:
        while unyielded and unyielded[0] in ended:
            yield ended.pop(unyielded.popleft())

    try:
        while True:
            for outcome in solve(jobs()):
                steps = sent.popleft()
                if outcome.lost:
                    continue
                advance(steps, outcome)
                yield from finished()
            if not unyielded:
                return
            # All recipes in progress ended before their first jobs, for example because the draft has no solution.
            yield from finished()
    except LinkError:
        # Finished puzzles must not be lost if an earlier puzzle is unfinished.
        yield from (ended[steps] for steps in unyielded if steps in ended)
        raise
