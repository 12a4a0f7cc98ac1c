"""A visit of a row in a Smullyanic Dynasty in plain Python: all ways to shade a domain, one after the other."""

from collections.abc import Sequence
from functools import cache
from itertools import product

from support.shading.rows import Row, bits, neighbours

__all__ = ["CLUES", "Clue", "clue_vectors", "fixpoint", "frame", "visit"]

Clue = tuple[int, bool] | None
"""A number of knaves, and whether it is that (False) or any other one (True); or no clue."""

CLUES: list[Clue] = [None, *((number, unlike) for number in range(7) for unlike in (False, True))]
"""All clues; 6 stands for more knaves than there can be."""


def clue_vectors(clues: Sequence[Clue]) -> dict[str, object]:
    """Return a row of clues as :class:`rowloom.hw.deduction.clues.ClueRow` holds it."""
    values = [clue or (0, False) for clue in clues]
    return {
        "bits": [bits(col for col, (number, _) in enumerate(values) if number >> bit & 1) for bit in range(3)],
        "free": bits(col for col, clue in enumerate(clues) if clue is None),
        "unlike": bits(col for col, (_, unlike) in enumerate(values) if unlike),
    }


def frame(cols: int) -> Row:
    """Return the row above the grid, or the one below."""
    return ("",) * cols


@cache
def _ways() -> list[tuple[str, ...]]:
    """All ways to shade nine cells, row by row, without two shaded ones side by side."""
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
    """The shades that the nine cells have in some way that fits."""
    ways = [way for way in _ways() if all(map(str.__contains__, domain, way)) and _fits(way, clue)]
    return tuple(frozenset(way[at] for way in ways) for at in range(9))


def visit(above: Row, here: Row, below: Row, clues: Sequence[Clue], lonely: bool) -> tuple[Row, Row, Row, bool]:
    """The model of :class:`rowloom.hw.shading.smullyan.row_rules.RowRules`.

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
    if lonely:
        needed, alone = neighbours(rows, "0")
        for row, at in needed:
            after[row][at].discard("1")
        for row, at in alone:
            after[row][at].discard("0")
    result = [tuple("".join(sorted(shades)) for shades in row) for row in after]
    lost = any(shades and not left for row, end in zip(rows, result) for shades, left in zip(row, end))
    return *result, lost


def fixpoint(state: Sequence[Row], clues: Sequence[Sequence[Clue]], lonely: bool) -> tuple[list[Row], bool]:
    """Return what visits of all rows leave of a grid, and whether there was a contradiction."""
    rows = [frame(len(state[0])), *state, frame(len(state[0]))]
    before = None
    while rows != before:
        before = list(rows)
        for at in range(1, len(rows) - 1):
            *rows[at - 1:at + 2], contradiction = visit(*rows[at - 1:at + 2], clues[at - 1], lonely)
            if contradiction:
                return rows[1:-1], True
    return rows[1:-1], False
