"""How a puzzle is made, as jobs: the same ones on a board and on this computer, and so the same puzzle."""

import random
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from rowloom.host.drawing.drawing import Cell
from rowloom.host.generate.specification import ANY, SYMMETRIES, NoneFound, Specification
from rowloom.host.generate.thinning import Group, checks, clue_cells, removed, with_clues_at
from rowloom.host.grading import from_counters, graded
from rowloom.host.jobs.job import Job, Outcome
from rowloom.host.jobs.status import LEVELS, NO_SOLUTION, SOLVED, Grade
from rowloom.host.jobs.tasks import Thin
from rowloom.host.methods import METHODS
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.clued import Clued
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers import ENGINES, Place

__all__ = [
    "BY_RULES", "RULES_FIRST", "TO_ONE_SOLUTION", "Draft", "Made", "Maker", "Phase", "Recipe", "Sharing", "phases_of",
    "recipe",
]  # fmt: skip

_ATTEMPTS = 200
"""Solutions that are drawn until one makes a puzzle as it shall be."""

_COMPLETIONS = 10
"""Ways to complete a draft; the one with the fewest clues is taken."""

_CHANGES, _CHANGED = 12, 8
"""How often a draft's solution must differ in one of some random cells, and in how many: after that it is unrelated to
the first solution found."""


class Draft:
    """A puzzle to be completed, or thinned if it ``is_unique``, has one solution; ValueError if it has none."""

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
        """Return a random solution."""
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
    """A removal of clues.

    Attributes
    ----------
    ease : int
        How easy the puzzle stays, see :class:`rowloom.host.jobs.tasks.Thin`.
    least : int
        So many clues are left.
    most : int, optional
        At most so many are removed.
    may_fail : bool
        A puzzle that is too hard before any clue is removed stays as it is.
    """

    ease: int
    least: int = 0
    most: int | None = None
    may_fail: bool = False


BY_RULES, TO_ONE_SOLUTION = Phase(ease=2), Phase(ease=0)


RULES_FIRST = (BY_RULES._replace(may_fail=True), TO_ONE_SOLUTION)
"""As long as the rules suffice, which takes less time, then to one solution."""


def phases_of(specification: Specification, cells_a_clue: int, otherwise: Sequence[Phase]) -> Sequence[Phase]:
    """Return the phases of an easy puzzle or of a normal one, or for other difficulties these ones.

    A normal one has a clue less for so many cells than the rules alone take: most then take some lookahead, few much.
    Where it is too much, some of these clues come back.
    """
    match specification.difficulty:
        case "easy":
            return [BY_RULES]
        case "normal":
            few = max(1, specification.rows * specification.cols // cells_a_clue)
            together = SYMMETRIES[specification.symmetry].bit_count()
            return [BY_RULES, TO_ONE_SOLUTION._replace(most=max(few, together))]
    return otherwise


class Sharing(NamedTuple):
    """How several puzzles are made from one solution, which a board then gets once for all of them.

    Attributes
    ----------
    puzzles : int
        So many of consecutive seeds are, if nothing is asked for but the size: so none of them is rejected.
    varied : callable(Puzzle, Solution, Random)
        Return a puzzle and its solution with other looks, so that nobody sees that: nothing else changes.
    """

    puzzles: int
    varied: Callable[[Any, Any, random.Random], tuple[Puzzle, Solution]]


class Maker(Protocol):
    """What a genre's module knows of making its puzzles."""

    KIND: type[Clued] | type[Sudoku]
    """The puzzles' class."""

    SHARING: Sharing | None
    """None if each puzzle has a solution of its own."""

    ORDERS: int
    """So many orders in which clues are removed are tried with a solution before the next one is drawn."""

    def random_solution(self, specification: Specification, rng: random.Random) -> Solution:
        """Draw a random solution, of a kind that lets the clues be where the specification wants them."""

    def with_all_clues(self, name: str, solution: Solution, rng: random.Random) -> Puzzle:
        """Return the puzzle with every clue that a solution gives."""

    def phases(self, specification: Specification, rng: random.Random) -> Sequence[Phase]:
        """Return how clues are removed, one phase after the other."""


class Made(NamedTuple):
    """A puzzle that was made, and what that took.

    Attributes
    ----------
    puzzle : Puzzle
    solution : Solution
        The only one.
    grade : Grade, optional
        None if any was asked for.
    checks : int
        How often it was asked whether clues can be spared.
    cycles, clock : int, optional
        Of a board.
    seconds : float
        Those that the engines took: of a board, by its cycles.
    engine : str
        The one that removed clues.
    """

    puzzle: Puzzle
    solution: Solution
    grade: Grade | None
    checks: int
    cycles: int | None
    clock: int | None
    seconds: float
    engine: str


Recipe = Generator[Job, Outcome, Made]
"""It yields jobs, and is sent their outcomes."""


def recipe(maker: Maker, specification: Specification, seed: int) -> Recipe:
    """Make a puzzle: draw solutions until one, with clues removed, makes a puzzle as it shall be.

    Raises
    ------
    NoneFound
        If none turns up.
    ValueError
        If the draft has no solution.
    """
    rng = random.Random(specification.name(seed))
    draft = Draft(specification.draft) if specification.draft else None
    sharing = maker.SHARING if specification.difficulty == ANY and not specification.restrictions else None
    spent = _Spent()
    best: Made | None = None
    for attempt in range(_ATTEMPTS):
        if sharing:
            solution, order = _shared(maker, specification, *divmod(seed, sharing.puzzles))
        else:
            solution = draft.solution(rng) if draft else maker.random_solution(specification, rng)
            order = partial(rng.getrandbits, 32)
        begun = _begun(maker, specification, seed, draft, solution, rng)
        for _ in range(maker.ORDERS):
            thinned = yield from _thinned(maker, specification, begun, order, rng, spent)
            if thinned is None:
                break
            made = yield from _graded(specification, begun, thinned, spent)
            if made:
                if best is None or len(clue_cells(made.puzzle)) < len(clue_cells(best.puzzle)):
                    best = made
                break
        if best and (draft is None or attempt + 1 >= _COMPLETIONS):
            return _varied(best, sharing, rng) if sharing else best
    raise NoneFound(
        f"{_ATTEMPTS} solutions of {specification.size} were drawn, and no {specification.words} came of them: ask for"
        f" {' or '.join(_otherwise(specification))}"
    )


def _shared(maker: Maker, specification: Specification, group: int, number: int) -> tuple[Solution, Callable[[], int]]:
    """Return the solution of a group of puzzles, and what draws the seeds of one's orders.

    Those of the group differ in the last byte only, which a board gets for each.
    """
    name = specification.name(group)
    orders = random.Random(f"{name} orders")
    solution = _shared_solution(maker.random_solution, specification, f"{name} solution")
    return solution, lambda: orders.getrandbits(24) << 8 | number


@lru_cache(8)
def _shared_solution(
    draw: Callable[[Specification, random.Random], Solution], specification: Specification, seed: str
) -> Solution:
    return draw(specification, random.Random(seed))


def _varied(made: Made, sharing: Sharing, rng: random.Random) -> Made:
    puzzle, solution = sharing.varied(made.puzzle, made.solution, rng)
    return made._replace(puzzle=puzzle, solution=solution)


class _Begun(NamedTuple):
    """A solution, and the puzzle from which clues are to be removed."""

    solution: Solution
    puzzle: Puzzle
    fixed: frozenset[Cell]
    """The cells that keep their clues."""
    whole: bool
    """It has all clues that the solution gives."""


def _begun(
    maker: Maker, specification: Specification, seed: int, draft: Draft | None, solution: Solution, rng: random.Random
) -> _Begun:
    puzzle = maker.with_all_clues(specification.name(seed), solution, rng)
    every, given = clue_cells(puzzle), clue_cells(draft.puzzle) if draft else set()
    if draft and draft.is_unique and isinstance(draft.puzzle, Clued):
        given = set(draft.puzzle.telling)
    cells = given if draft and draft.is_unique else specification.allowed(every) | given
    if isinstance(puzzle, Clued) and draft and isinstance(draft.puzzle, Clued):
        # A solution may allow several clues in a cell.
        puzzle = puzzle.with_clues(puzzle.clue_cells | draft.puzzle.clue_cells)
    fixed = frozenset(given) if draft and not draft.is_unique else frozenset()
    return _Begun(solution, with_clues_at(puzzle, cells), fixed, cells == every)


def _otherwise(specification: Specification) -> Iterator[str]:
    if specification.difficulty != ANY:
        yield "another difficulty"
    yield from ("other clues" if what == "clues" else f"another {what}" for what in specification.restrictions)
    yield "another size"


class _Spent:
    """What the jobs of all attempts have taken."""

    def __init__(self) -> None:
        self.checks, self.cycles, self.seconds = 0, 0, 0.0

    def on(self, outcome: Outcome) -> None:
        """Add what came of a job."""
        self.cycles += outcome.cycles or 0
        self.seconds += outcome.cycles / outcome.clock if outcome.cycles and outcome.clock else outcome.seconds or 0


class _Thinned(NamedTuple):
    """A puzzle from which clues have been removed, in all phases."""

    puzzle: Puzzle
    extra: Sequence[Group]
    """What the last phase has removed beside what the ones before did, if it is limited, in this order."""
    outcome: Outcome
    """Of the last phase."""


def _thinned(
    maker: Maker, specification: Specification, begun: _Begun, order: Callable[[], int], rng: random.Random,
    spent: _Spent,
) -> Generator[Job, Outcome, _Thinned | None]:  # fmt: skip
    """Remove clues; return None if the solution is of no use."""
    symmetry = SYMMETRIES[specification.symmetry]
    puzzle, some = begun.puzzle, not begun.whole
    thinned: _Thinned | None = None
    for ease, least, most, may_fail in maker.phases(specification, rng):
        clues = len(clue_cells(puzzle))
        least = max(specification.least, least, 0 if most is None else clues - most)
        task = Thin(begun.solution, order(), symmetry, least, ease, begun.fixed, some)
        outcome = yield Job(puzzle, task=task)
        spent.on(outcome)
        if outcome.status == NO_SOLUTION and may_fail:
            continue
        if outcome.status != SOLVED:
            return None
        spent.checks += checks(puzzle, task, outcome.puzzle)
        extra = [] if most is None else removed(puzzle, task, outcome.puzzle)
        puzzle, some = outcome.puzzle, True
        thinned = _Thinned(puzzle, extra, outcome)
    assert thinned, "there is no puzzle from which no clue may be removed"
    return thinned


def _grade(puzzle: Puzzle, spent: _Spent) -> Generator[Job, Outcome, Grade]:
    """Grade a puzzle, by a search if its counters tell the grade."""
    if not METHODS[puzzle.genre].counting:
        return graded(puzzle, briefly=True)
    outcome = yield Job(puzzle, count=2, counters=True)
    spent.on(outcome)
    return from_counters(puzzle, outcome.counters)


def _graded(
    specification: Specification, begun: _Begun, thinned: _Thinned, spent: _Spent
) -> Generator[Job, Outcome, Made | None]:
    """Grade a puzzle; return None if it is not as it shall be, not even with extra clues."""
    puzzle, extra, outcome = thinned
    grade = None
    if specification.difficulty != ANY:
        wanted = LEVELS.index(specification.difficulty)
        grade = yield from _grade(puzzle, spent)
        while extra and LEVELS.index(grade.level) > wanted:
            half = len(extra) // 2
            puzzle = with_clues_at(begun.puzzle, clue_cells(puzzle).union(*extra[half:]))
            extra = extra[:half]
            grade = yield from _grade(puzzle, spent)
        if LEVELS.index(grade.level) != wanted:
            return None
    if not specification.holds(len(clue_cells(puzzle))):
        return None
    cycles = spent.cycles if outcome.clock else None
    return Made(puzzle, begun.solution, grade, spent.checks, cycles, outcome.clock, spent.seconds, outcome.engine)


if TYPE_CHECKING:
    from rowloom.host.solvers.sat.oracle import IncrementalSearch
