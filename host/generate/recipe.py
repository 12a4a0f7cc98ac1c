"""The jobs that make a puzzle. They are the same on a board and on this computer, so the puzzle is the same, too."""

import random
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from rowloom.host.drawing.drawing import Cell
from rowloom.host.generate.specification import ANY, SYMMETRIES, NoneFound, Specification
from rowloom.host.generate.thinning import Group, removed, thin, untried
from rowloom.host.grading import from_counters, graded
from rowloom.host.jobs.job import Job, Outcome
from rowloom.host.jobs.status import LEVELS, LIMIT, NO_SOLUTION, SOLVED, Grade
from rowloom.host.jobs.tasks import Thin
from rowloom.host.methods import METHODS
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.clued import Clued
from rowloom.host.solvers import ENGINES, Place

if TYPE_CHECKING:
    from rowloom.host.solvers.sat.oracle import IncrementalSearch

__all__ = [
    "BY_RULES", "RULES_FIRST", "TO_ONE_SOLUTION", "Draft", "Drawn", "GeneratedPuzzle", "Phase", "PuzzleGenerator",
    "Recipe", "RecipeRun", "SharedSolution", "phases_of", "shared_solution",
]  # fmt: skip

_ATTEMPTS = 200
"""The number of random solutions that are tried before the recipe gives up."""

_COMPLETIONS = 10
"""The number of puzzles that are made from a draft. The puzzle with the fewest clues is selected."""

_CYCLES = 50
"""A board stops removing clues after ``_CYCLES`` clock cycles, multiplied by the square of the number of cells; then
this computer continues. This is two to three times as long as most puzzles take, but a few puzzles with a hard search
would take a board a hundred times as long."""

_CHANGES, _CHANGED = 12, 8
"""A draft's solution is replaced ``_CHANGES`` times by another solution, so that the result is unrelated to the first
solution found. Each time, at least one of ``_CHANGED`` random cells must change."""


class Draft:
    """The puzzle to complete: if it has one solution, clues are removed; if it has several solutions, clues are added.
    ValueError if it has no solution."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle = puzzle
        search = self._search()
        first = search.another()
        if first is None:
            raise ValueError(f"{puzzle.name}: the draft has no solution")
        self._solution = first
        search.forbid(first)
        self.is_unique = search.another() is None

    def solution(self, rng: random.Random) -> Solution:
        """Return a random solution of the draft."""
        if self.is_unique:
            return self._solution
        search, found = self._search(), self._solution
        cells: list[Place] = [((row, col),) for row in range(self.puzzle.rows) for col in range(self.puzzle.cols)]
        for _ in range(_CHANGES):
            search.forbid(found, rng.sample(cells, min(_CHANGED, len(cells))))
            other = search.another()
            if other is None:
                break
            found = other
        return found

    def _search(self) -> "IncrementalSearch[Solution]":
        return cast("IncrementalSearch[Solution]", ENGINES["sat"].search(self.puzzle))


class Phase(NamedTuple):
    """One pass in which clues are removed."""

    ease: int
    """The required ease; see :class:`rowloom.host.jobs.tasks.Thin`."""
    least: int = 0
    """The smallest number of clues that must remain."""
    most: int | None = None
    """The largest number of clues that may be removed; None if there is no limit."""
    may_fail: bool = False
    """If the puzzle does not have the required ease even with all its clues: True to skip the phase, or False to try
    another solution."""


BY_RULES, TO_ONE_SOLUTION = Phase(ease=2), Phase(ease=0)

RULES_FIRST = (BY_RULES._replace(may_fail=True), TO_ONE_SOLUTION)
"""First, clues are removed as long as the rules suffice; this takes little time. Then, clues are removed as long as
there is only one solution."""


def phases_of(
    cells_a_clue: int, otherwise: Sequence[Phase]
) -> Callable[[Specification, random.Random], Sequence[Phase]]:
    """Return the function ``phases`` of a :class:`PuzzleGenerator`. For puzzles that are neither easy nor normal, the
    function ``phases`` returns ``otherwise``.

    For a normal puzzle, clues are first removed as long as the rules alone suffice. Then further clues are removed: one
    for every ``cells_a_clue`` cells of the grid. Most puzzles then need some lookahead, and few need much lookahead. If
    a puzzle needs too much lookahead, some of these further clues are restored.
    """

    def phases(specification: Specification, rng: random.Random) -> Sequence[Phase]:
        few = max(1, specification.rows * specification.cols // cells_a_clue)
        together = SYMMETRIES[specification.symmetry].bit_count()
        normal = [BY_RULES, TO_ONE_SOLUTION._replace(most=max(few, together))]
        return {"easy": [BY_RULES], "normal": normal}.get(specification.difficulty, otherwise)

    return phases


class SharedSolution(NamedTuple):
    """A genre's way to make several puzzles from one solution, so that the solution is sent to a board only once.

    ``puzzles`` is the number of puzzles that share a solution; their seeds are consecutive. The solution is shared only
    if the specification restricts nothing but the size, because no puzzle can be rejected in this case.
    """

    puzzles: int
    varied: Callable[[str, Any, Any, random.Random], tuple[Puzzle, Solution]]
    """A function whose arguments are a name, a puzzle, its solution and a random generator. It returns an equivalent
    puzzle with this name that looks different, and the solution of this puzzle."""


class PuzzleGenerator(Protocol):
    """The interface of a module that makes the puzzles of a genre."""

    SHARED_SOLUTION: SharedSolution | None
    ORDERS: int
    """The number of random orders of removal that are tried for each random solution."""

    def random_solution(self, specification: Specification, rng: random.Random) -> Solution:
        """Return a random solution that allows clues where the specification requires clues."""

    def with_all_clues(self, name: str, solution: Solution, rng: random.Random) -> Puzzle:
        """Return the puzzle with every clue that this solution allows."""

    def phases(self, specification: Specification, rng: random.Random) -> Sequence[Phase]:
        """Return the phases in which clues are removed."""


class GeneratedPuzzle(NamedTuple):
    """A new puzzle, its only solution, and the cost of making it."""

    puzzle: Puzzle
    solution: Solution
    grade: Grade | None
    """The grade; None if any difficulty was allowed."""
    cycles: int | None
    clock: int | None
    """The clock frequency of the board in Hz; like the cycles, None without a board."""
    seconds: float
    """The time that the engines took. The time of a board is computed from its cycles; the time of this computer is
    added if it removed clues."""
    engine: str
    """The engine that removed clues."""


class Drawn(NamedTuple):
    """A random solution, its puzzle before clues are removed, and the random generator after the draw."""

    solution: Solution
    puzzle: Puzzle
    fixed: frozenset[Cell]
    """The cells that keep their clues."""
    whole: bool
    """True if the puzzle has all clues that the solution allows."""
    rng: random.Random


Recipe = Generator[Job, Outcome, GeneratedPuzzle]
"""A generator that yields jobs, receives their outcomes, and returns the puzzle."""


def shared_solution(generator: PuzzleGenerator, specification: Specification) -> SharedSolution | None:
    """Return how several puzzles that meet a specification share a solution; None if each has its own solution."""
    return None if specification.restrictions or specification.difficulty != ANY else generator.SHARED_SOLUTION


class RecipeRun:
    """The attempts to make one puzzle, and the cost of their jobs. If ``drawn`` is given, it contains the first
    solution."""

    def __init__(
        self, generator: PuzzleGenerator, specification: Specification, seed: int, drawn: Drawn | None = None
    ):
        self._generator, self._wanted, self._seed = generator, specification, seed
        self._symmetry = SYMMETRIES[specification.symmetry]
        self._first = drawn
        self._rng = drawn.rng if drawn else random.Random(specification.name(seed))
        self._cycles, self._seconds = 0, 0.0

    @cached_property
    def _draft(self) -> Draft | None:
        return Draft(self._wanted.draft) if self._wanted.draft else None

    def run(self) -> Recipe:
        """Make the puzzle: try random solutions until one of them yields a puzzle that meets the specification.

        Raises
        ------
        NoneFound
            If no such puzzle was found.
        ValueError
            If the draft has no solution.
        """
        generator, wanted, draft, rng = self._generator, self._wanted, self._draft, self._rng
        sharing = shared_solution(generator, wanted)
        best: GeneratedPuzzle | None = None
        for attempt in range(_ATTEMPTS):
            if sharing:
                group, number = divmod(self._seed, sharing.puzzles)
                start, seeds = _shared(generator.random_solution, generator.with_all_clues, wanted, group)
                orders: Iterator[int] = repeat(seeds | number)
            else:
                start, self._first = self._first or self.draw(), None
                orders = iter(partial(rng.getrandbits, 32), None)
            for _ in range(generator.ORDERS):
                thinned = yield from self._thinned(start, orders)
                if thinned is None:
                    break
                if made := (yield from self._graded(start, *thinned)):
                    if best is None or len(made.puzzle.clue_cells) < len(best.puzzle.clue_cells):
                        best = made
                    break
            if best and (draft is None or attempt + 1 >= _COMPLETIONS):
                if sharing:
                    puzzle, solution = sharing.varied(wanted.name(self._seed), best.puzzle, best.solution, rng)
                    return best._replace(puzzle=puzzle, solution=solution)
                return best
        otherwise = ["another difficulty"] if wanted.difficulty != ANY else []
        otherwise += ["other clues" if what == "clues" else f"another {what}" for what in wanted.restrictions]
        raise NoneFound(
            f"with {_ATTEMPTS} random solutions of {wanted.size}, no {wanted.words} was found: ask for"
            f" {' or '.join([*otherwise, 'another size'])}"
        )

    def draw(self) -> Drawn:
        """Draw a random solution, possibly in another process. Raises ValueError if the draft has no solution."""
        generator, wanted, draft, rng = self._generator, self._wanted, self._draft, self._rng
        solution = draft.solution(rng) if draft else generator.random_solution(wanted, rng)
        puzzle = generator.with_all_clues(wanted.name(self._seed), solution, rng)
        every = set(puzzle.clue_cells)
        if draft is None:
            cells = self._wanted.allowed(every)
            return Drawn(solution, puzzle.with_clues_at(cells), frozenset(), cells == every, rng)
        given = set(draft.puzzle.clue_cells)
        if isinstance(puzzle, Clued) and isinstance(draft.puzzle, Clued):
            if draft.is_unique:
                given = set(draft.puzzle.effective_clues)
            # A solution may allow several clues in a cell; the draft's clue is kept.
            puzzle = puzzle.with_clues(puzzle.clue_cells | draft.puzzle.clue_cells)
        cells = given if draft.is_unique else self._wanted.allowed(every) | given
        fixed = frozenset() if draft.is_unique else frozenset(given)
        return Drawn(solution, puzzle.with_clues_at(cells), fixed, cells == every, rng)

    def _run_job(self, job: Job) -> Generator[Job, Outcome, Outcome]:
        """Yield a job, add its cycles and seconds to those of the puzzle, and return its outcome."""
        outcome = yield job
        self._cycles += outcome.cycles or 0
        self._seconds += outcome.cycles / outcome.clock if outcome.cycles and outcome.clock else outcome.seconds or 0
        return outcome

    def _thinned(
        self, start: Drawn, orders: Iterator[int]
    ) -> Generator[Job, Outcome, tuple[Outcome, Sequence[Group]] | None]:
        """Remove clues in all phases. Return None if a phase fails, so that another solution must be tried.

        If no phase fails, return the outcome of the last phase, and the groups of clues that may be restored. If the
        last phase limits the number of removed clues, these are the groups that this phase removed, in order;
        otherwise, no group may be restored. ``orders`` yields the seed of each phase's order.
        """
        puzzle, some = start.puzzle, not start.whole
        thinned: tuple[Outcome, Sequence[Group]] | None = None
        for ease, least, most, may_fail in self._generator.phases(self._wanted, self._rng):
            clues = len(puzzle.clue_cells)
            least = max(self._wanted.least, least, 0 if most is None else clues - most)
            task = Thin(start.solution, next(orders), self._symmetry, least, ease, start.fixed, some)
            limit = _CYCLES * (puzzle.rows * puzzle.cols) ** 2
            outcome = yield from self._run_job(Job(puzzle, limit=limit, task=task))
            if outcome.status == LIMIT or (outcome.status == SOLVED and not outcome.complete):
                outcome = self._finished(puzzle, task, outcome)
            if outcome.status == NO_SOLUTION and may_fail:
                continue
            if outcome.status != SOLVED:
                return None
            extra = [] if most is None else removed(puzzle, task, outcome.puzzle)
            puzzle, some = outcome.puzzle, True
            thinned = outcome, extra
        assert thinned, "one phase must not fail"
        return thinned

    def _finished(self, puzzle: Puzzle, task: Thin, outcome: Outcome) -> Outcome:
        """Continue on this computer after a board has reached its limit. The result is the same, because a clue that
        was needed when it was tried is still needed after others were removed."""
        begun = time.monotonic()
        left, status = thin(outcome.puzzle, task, untried(puzzle, task, outcome.puzzle))
        self._seconds += time.monotonic() - begun
        return outcome._replace(puzzle=left, status=status, complete=True)

    def _grade(self, puzzle: Puzzle) -> Generator[Job, Outcome, Grade]:
        """Grade a puzzle. In a genre whose grades follow from the counters of a search, yield a job for this search."""
        if not METHODS[puzzle.genre].counting:
            return graded(puzzle, briefly=True)
        outcome = yield from self._run_job(Job(puzzle, count=2, counters=True))
        return from_counters(puzzle, outcome.counters)

    def _graded(
        self, start: Drawn, outcome: Outcome, extra: Sequence[Group]
    ) -> Generator[Job, Outcome, GeneratedPuzzle | None]:
        """Grade a puzzle, and restore extra clues if the puzzle is too hard. Return None if the puzzle still does not
        meet the specification."""
        puzzle, grade = outcome.puzzle, None
        if self._wanted.difficulty != ANY:
            level = LEVELS.index(self._wanted.difficulty)
            grade = yield from self._grade(puzzle)
            while extra and LEVELS.index(grade.level) > level:
                half = len(extra) // 2
                puzzle = start.puzzle.with_clues_at(set(puzzle.clue_cells).union(*extra[half:]))
                extra = extra[:half]
                grade = yield from self._grade(puzzle)
            if LEVELS.index(grade.level) != level:
                return None
        if not self._wanted.holds(len(puzzle.clue_cells)):
            return None
        cycles = self._cycles if outcome.clock else None
        return GeneratedPuzzle(puzzle, start.solution, grade, cycles, outcome.clock, self._seconds, outcome.engine)


@lru_cache(8)
def _shared(
    draw: Callable[[Specification, random.Random], Solution], fill: Callable[[str, Any, random.Random], Puzzle],
    specification: Specification, group: int,
) -> tuple[Drawn, int]:
    """Return the start that a group of puzzles shares, and the upper bits of the group's seeds.

    A seed determines the order in which clues are removed. The seeds of the group's puzzles differ only in the last
    byte, so only this byte is sent for each puzzle.
    """
    name = specification.name(group)
    rng = random.Random(f"{name} solution")
    solution = draw(specification, rng)
    start = Drawn(solution, fill(name, solution, rng), frozenset(), True, rng)
    return start, random.Random(f"{name} orders").getrandbits(24) << 8
