"""A complete Sudoku solver of any order on z3: the software reference (extra ``solvers``).

What singles and locked candidates do not settle goes to z3 as plain clauses, one variable a candidate.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rowloom.host.puzzles.sudoku import Solution, Sudoku
from rowloom.host.solvers.sudoku_logic import LOCKED, candidates, propagate, solution, units

try:
    import z3
except ImportError as error:
    raise ImportError("the reference solver needs z3: pip install 'rowloom[solvers]'") from error

__all__ = ["CandidateSearch", "solutions"]

_MOST_IN_PAIRS = 8
"""Of more literals, "at most one" is said with additional variables; of fewer, by a clause for every two."""


def solutions(puzzle: Sudoku, limit: int = 2) -> list[Solution]:
    """The puzzle's solutions, up to a limit.

    Parameters
    ----------
    puzzle : Sudoku
    limit : int
        After how many solutions to stop; by default as soon as it is known whether there is exactly one.

    Returns
    -------
    list of rows of digits
        Fewer than the limit are all there are.
    """
    grid = candidates(puzzle.cells)
    if not propagate(grid, puzzle.order, LOCKED):
        return []
    search = CandidateSearch(grid, puzzle.order)
    found: list[Solution] = []
    while len(found) < limit and (filled := search.solve()) is not None:
        found.append(solution(filled, puzzle.order))
        search.forbid(filled)
    return found


class CandidateSearch:
    """Ways to fill a grid that keep to its candidates and to some cells' digits, which may change from call to call.

    What was learnt for one choice of cells serves the next one, so that a generator may ask often.

    Parameters
    ----------
    grid : list of masks
        Candidates as in :mod:`rowloom.host.solvers.sudoku_logic`, with the placed digits removed from the cells
        that share a unit with them.
    order : int
    """

    def __init__(self, grid: Sequence[int], order: int):
        self._grid = list(grid)
        self._literals: dict[tuple[int, int], int] = {}  # of each open cell's candidates: 1, 2, ...
        for cell, mask in enumerate(grid):
            if mask & mask - 1:
                for digit in _bits(mask):
                    self._literals[cell, digit] = len(self._literals) + 1
        self._solver = z3.SolverFor("QF_FD")
        clauses = list(_clauses(list(self._groups(order)), len(self._literals)))
        # z3 reads text ten times faster than it takes clauses one by one through Python; its variables are
        # then called 1, 2, ...
        text = (" ".join(map(str, (*clause, 0))) for clause in clauses)
        highest = max((abs(literal) for clause in clauses for literal in clause), default=0)
        self._solver.from_string("\n".join([f"p cnf {highest} {len(clauses)}", *text, ""]))
        self._variables: dict[int, dict[int, z3.BoolRef]] = {}  # of each open cell, by candidate
        for (cell, digit), literal in self._literals.items():
            self._variables.setdefault(cell, {})[digit] = z3.Bool(literal)

    def solve(self, cells: Iterable[tuple[int, int]] = ()) -> list[int] | None:
        """The grid filled so that each of these open cells holds the mask beside it; None if there is no way.

        Raises
        ------
        RuntimeError
            If z3 gives up, as when it is interrupted.
        """
        assumptions = [self._variables[cell][digit] for cell, digit in cells]
        outcome = self._solver.check(assumptions)
        if outcome == z3.unknown:
            raise RuntimeError(f"z3 gave up: {self._solver.reason_unknown()}")
        if outcome == z3.unsat:
            return None
        model = self._solver.model()
        filled = list(self._grid)
        for cell, variables in self._variables.items():
            filled[cell] = next(digit for digit, variable in variables.items() if z3.is_true(model[variable]))
        return filled

    def forbid(self, filled: Sequence[int]) -> None:
        """Makes every later answer differ from this one."""
        self._solver.add(z3.Or([z3.Not(variables[filled[cell]]) for cell, variables in self._variables.items()]))

    def _groups(self, order: int) -> Iterator[list[int]]:
        """The literals of which exactly one holds: a cell's candidates, a digit's places in a unit."""
        for cell, mask in enumerate(self._grid):
            if mask & mask - 1:
                yield [self._literals[cell, digit] for digit in _bits(mask)]
        for unit in units(order):
            places: dict[int, list[int]] = {}
            for cell in unit.cells:
                mask = self._grid[cell]
                if mask & mask - 1:
                    for digit in _bits(mask):
                        places.setdefault(digit, []).append(self._literals[cell, digit])
            yield from places.values()


def _bits(mask: int) -> Iterator[int]:
    """The mask's bits, each as a mask."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


def _clauses(groups: Iterable[list[int]], variables: int) -> Iterator[tuple[int, ...]]:
    """Clauses that say of each group that exactly one of its literals holds.

    A long group is cut: one additional variable says that the literal is in the rest of it.
    """
    for group in groups:
        yield tuple(group)
        rest = group
        while len(rest) > _MOST_IN_PAIRS:
            variables += 1
            part, rest = rest[: _MOST_IN_PAIRS - 2], [-variables, *rest[_MOST_IN_PAIRS - 2 :]]
            yield from _not_both([*part, variables])
        yield from _not_both(rest)


def _not_both(literals: Sequence[int]) -> Iterator[tuple[int, int]]:
    for one, other in combinations(literals, 2):
        yield -one, -other
