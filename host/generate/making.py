"""Puzzles made as they are specified: on this computer, or on a board."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from math import isqrt
from types import ModuleType

from rowloom.engines.catalogue import FAST
from rowloom.errors import LinkError
from rowloom.host.generate import canal, large_sudoku, slink, slitherlink, smullyan, sudoku
from rowloom.host.generate.recipe import Made, Recipe, recipe
from rowloom.host.generate.software import ENGINE, perform
from rowloom.host.generate.specification import ANY, Specification
from rowloom.host.grading import graded
from rowloom.host.jobs.engines import engine_of
from rowloom.host.jobs.job import CANCELLED, ERROR, LIMIT, Job, Outcome
from rowloom.host.jobs.tasks import Thin, boards_thin
from rowloom.host.puzzles import BOARD_GENRES, Puzzle
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.clued import Clued
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers import ENGINES
from rowloom.host.solvers.runner import run

__all__ = ["blank", "boards_make", "made_on_board", "make"]

_MAKERS: dict[str, ModuleType] = {
    "slitherlink": slitherlink, "sudoku": sudoku, "smullyan": smullyan, "canal": canal,
}  # fmt: skip
"""The genres' modules, see :class:`rowloom.host.generate.recipe.Maker`."""

_CLUED: dict[str, type[Clued]] = {kind.genre: kind for kind in (Slitherlink, Smullyan, Canal)}
"""The kinds of puzzles that boards make, but Sudokus."""

_LARGEST = 3
"""The order of the largest Sudokus whose givens are removed one by one."""

_FAILED = ERROR, LIMIT, CANCELLED

_WHOLE = {
    "slink": "every cell of a Slink has its clue",
    "sudoku": "the givens of a Sudoku larger than 9x9 are not removed one by one",
}
"""Why nothing more can be asked for."""

_AT_A_TIME = 128
"""Puzzles in the making at a time on a board: while one is graded, or its result on the line, it removes clues of
others."""

_TOGETHER = 32
"""Jobs that wait to be sent together, in one message, if the board has others to do."""


def make(specification: Specification, seed: int) -> Made:
    """Make a puzzle on this computer.

    Raises
    ------
    ValueError
        See :func:`rowloom.host.generate.make`.
    NotInstalled
        If the solver that proves that there is one solution is missing.
    """
    steps = _recipe(specification, seed)
    if steps is None:
        return _made_otherwise(specification, seed)
    try:
        job = next(steps)
        while True:
            job = steps.send(perform(job))
    except StopIteration as end:
        return end.value


def boards_make(specification: Specification) -> bool:
    """Return whether a board can make such puzzles, if an engine of it takes the size."""
    engine, draft = engine_of(specification.genre, FAST), specification.draft
    if engine is None or "thin" not in engine.tasks or _maker(specification) is None:
        return False
    return draft is None or boards_thin(BOARD_GENRES[draft.genre], draft)


def blank(specification: Specification) -> Puzzle:
    """Return a puzzle of the genre and size without clues, to choose a board for."""
    rows, cols = specification.rows, specification.cols
    if specification.genre == "sudoku":
        return Sudoku("blank", rows, cols, ((0,) * cols,) * rows)
    return _CLUED[specification.genre]("blank", rows, cols, ((None,) * cols,) * rows)


def made_on_board(
    specification: Specification,
    seeds: Iterable[int],
    solve: Callable[[Iterator[Job | None]], Iterator[Outcome]],
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
        self._specification, self._seeds = specification, seeds
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
        steps = _recipe(self._specification, seed)
        assert steps is not None, "no board makes such puzzles"
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


def _maker(specification: Specification) -> ModuleType | None:
    if specification.genre == "sudoku" and isqrt(specification.rows) > _LARGEST:
        return None
    return _MAKERS.get(specification.genre)


def _recipe(specification: Specification, seed: int) -> Recipe | None:
    maker = _maker(specification)
    return recipe(maker, specification, seed) if maker else None


def _made_otherwise(specification: Specification, seed: int) -> Made:
    """Make a Slink or a large Sudoku, which are not made by removing clues one by one."""
    if specification.restrictions:
        raise ValueError(f"{_WHOLE[specification.genre]}: leave out {' and '.join(specification.restrictions)}")
    start = time.process_time()
    difficulty = "hard" if specification.difficulty == ANY else specification.difficulty
    if specification.genre == "sudoku":
        puzzle: Puzzle = large_sudoku.generate(isqrt(specification.rows), difficulty, seed)
    else:
        puzzle = slink.generate(specification.rows, specification.cols, difficulty, seed)
    took = time.process_time() - start
    (solution,) = run(ENGINES[ENGINE], puzzle).solutions
    return Made(puzzle, solution, graded(puzzle), 0, None, None, took, ENGINE)
