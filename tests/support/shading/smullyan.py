"""Visits of rows in a Smullyanic Dynasty, in plain Python. A visit tries all ways to shade the nine cells of a
domain."""

from collections.abc import Sequence
from functools import cache, partial
from itertools import product
from random import Random

from support.deduction.closure import closure
from support.shading import rows as shading
from support.shading.rows import Clue, Row, after_visit, visit_at

__all__ = ["CLUES", "clue_vectors", "fixpoint", "random_clues", "visit"]

clue_vectors = partial(shading.clue_vectors, digits=[lambda number, bit=bit: number >> bit & 1 for bit in range(3)])
"""Return a row of clues as the gateware stores the row."""

CLUES: list[Clue] = [None, *((number, unlike) for number in range(7) for unlike in (False, True))]
"""All clues. A domain has at most five knaves, so the number 6 is too large."""


def random_clues(rng: Random, rows: int, cols: int, unlike: float = 0.1) -> list[list[Clue]]:
    """Return some of the clues that fit a random grid without adjacent knaves.

    Some clues are wrong. ``unlike`` is the share of clues whose flag is set, so that they exclude their number; see
    :data:`support.shading.rows.Clue`.
    """
    grid = [["0"] * cols for _ in range(rows)]
    for row, col in product(range(rows), range(cols)):
        if rng.random() < 0.4 and "1" not in (grid[row - 1][col] if row else "", grid[row][col - 1] if col else ""):
            grid[row][col] = "1"
    share, noise = rng.choice((0.3, 0.6, 1)), rng.choice((0, 0, 0.05))

    def clue(row: int, col: int) -> Clue:
        if rng.random() > share:
            return None
        count = sum(grid[r][c] == "1" for r in range(max(row - 1, 0), min(row + 2, rows))
                    for c in range(max(col - 1, 0), min(col + 2, cols)))
        reverse = rng.random() < unlike
        if (grid[row][col] == "1") != reverse or rng.random() < noise:
            count = rng.choice([other for other in range(7) if other != count])
        return count, reverse

    return [[clue(row, col) for col in range(cols)] for row in range(rows)]


@cache
def _ways() -> list[tuple[str, ...]]:
    """Return all ways to shade 3x3 cells without adjacent shaded cells. Each way lists the cells row by row."""
    return [
        way for way in product("01", repeat=9)
        if not any(way[at] == way[other] == "1" for at in range(9)
                   for other in ([at + 1] if at % 3 < 2 else []) + ([at + 3] if at < 6 else []))
    ]


def _fits(way: tuple[str, ...], clue: Clue) -> bool:
    if clue is None:
        return True
    number, unlike = clue
    return ((way.count("1") == number) != unlike) == (way[4] == "0")


@cache
def _left(domain: tuple[str, ...], clue: Clue) -> tuple[frozenset[str], ...]:
    """For each of the nine cells, return its shades in the ways that fit both the domain and the clue."""
    ways = [way for way in _ways() if all(map(str.__contains__, domain, way)) and _fits(way, clue)]
    return tuple(frozenset(way[at] for way in ways) for at in range(9))


def visit(above: Row, here: Row, below: Row, clues: Sequence[Clue], lonely: bool) -> tuple[Row, Row, Row, bool]:
    """The model of :class:`rowloom.hw.shading.smullyan.DynastyRules`.

    Returns the three rows after the visit, and whether some cell has lost both shades.
    """
    rows = above, here, below
    cols = len(here)
    after = [[set(shades) for shades in row] for row in rows]
    for col, clue in enumerate(clues):
        places = [(row, at) for row in range(3) for at in (col - 1, col, col + 1)]
        domain = tuple((rows[row][at] or "0") if 0 <= at < cols else "0" for row, at in places)
        for (row, at), shades in zip(places, _left(domain, clue), strict=True):
            if 0 <= at < cols:
                after[row][at] &= shades
    return after_visit(rows, after, "0", lonely)


def fixpoint(state: Sequence[Row], clues: Sequence[Sequence[Clue]], lonely: bool) -> tuple[list[Row], bool]:
    """Visit all rows until nothing changes; return the rows, and whether there was a contradiction."""
    visits = [partial(visit, clues=line, lonely=lonely) for line in clues]
    return closure(list(state), *(partial(visit_at, at=at, visit=one) for at, one in enumerate(visits)))
