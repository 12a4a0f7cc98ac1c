"""Smullyanic Dynasty: puzzles, rules, text format and link-protocol encoding.

Shade some cells. A shaded cell is a knave, an unshaded one a knight. No two knaves share an edge, and all knights are
connected through edges. A cell's domain is the cell itself and the up to eight around it; a clue states how many knaves
are in its cell's domain: knights tell the truth, knaves lie. ``?`` is a clue of unknown value: it says nothing.

A grid without any knight, which is a single shaded cell, breaks no rule: there is nothing to connect.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import ClassVar

from rowloom.host.puzzles import shading
from rowloom.host.puzzles.clued import Cell, Clued, cells_of, misshapen, parse_solution, read_solutions
from rowloom.host.puzzles.shading import UNKNOWN, Shading, connection_faults, drawing, write
from rowloom.host.puzzles.text import place
from rowloom.host.puzzles.wire import (
    decode_solution,
    encode_clues,
    encode_solution,
    solution_bytes,
    turned,
    turned_back,
    with_clues_at,
)

__all__ = [
    "CLUES_FOLLOW", "GENRE", "Smullyan",
    "decode_solution", "domain", "drawing", "encode", "encode_solution", "looks_like_one", "parse_solution", "read",
    "read_solutions", "solution_bytes", "take", "turned", "turned_back", "verify", "with_clues_at", "write",
]  # fmt: skip

GENRE = "smullyan"

CLUES_FOLLOW = False
"""See :class:`rowloom.host.puzzles.puzzle.BoardGenreModule`: a knave's clue is any wrong number."""


@dataclass(frozen=True)
class Smullyan(Shading):
    """A puzzle; an ``UNKNOWN`` clue says nothing. See :class:`Shading`."""

    genre: ClassVar[str] = GENRE
    title: ClassVar[str] = "Smullyanic Dynasty"
    rule: ClassVar[str] = (
        "Shade the knaves. No two of them share an edge, and all other cells, the knights, are connected. A number"
        " counts the knaves in the 3\u00d73 block around its cell: a knight\u2019s is true, a knave\u2019s is false."
    )

    @property
    def telling(self) -> dict[Cell, int]:
        """See :class:`Clued`."""
        return self.numbers


read = partial(shading.read, kind=Smullyan)
"""Yield a text's puzzles in order, and an error in place of each bad one; docs/user/formats/smullyan.md."""

take = partial(shading.take, kind=Smullyan)
"""Remove a puzzle's lines and return it; see :func:`rowloom.host.puzzles.text.take_grid`."""

looks_like_one = partial(shading.looks_like_one, kind=Smullyan)
"""Return whether the first two lines of a text, comments aside, may be those of a Smullyanic Dynasty."""


_IMPOSSIBLE = 6
"""More knaves than there can be in a domain, as a clue on the wire."""
_CLUE_BITS = 4


def encode(puzzle: Smullyan) -> bytes:
    """Encode the puzzle as in docs/develop/protocol.md; a clue of unknown value is none there."""
    clues = (None if clue in (None, UNKNOWN) else min(clue, _IMPOSSIBLE) for row in puzzle.clues for clue in row)
    return encode_clues(clues, _CLUE_BITS)


def domain(puzzle: Clued, cell: Cell) -> list[Cell]:
    """Return the cell itself and the cells around it, row by row."""
    row, col = cell
    rows, cols = range(max(row - 1, 0), min(row + 2, puzzle.rows)), range(max(col - 1, 0), min(col + 2, puzzle.cols))
    return [*product(rows, cols)]


def verify(puzzle: Smullyan, solution: Sequence[str], weak: bool = False) -> list[str]:
    """Return how the solution breaks the rules, in plain words; empty if it is right. Rows and columns count from 1.

    In a ``weak`` solution the knights need not be connected. The time it takes grows with the number of cells.
    """
    if faults := misshapen(puzzle, solution, "shaded", "unshaded"):
        return faults
    knaves = cells_of(solution)
    faults = [
        f"{place(row, col)} and {place(*other)} are both shaded, and share an edge"
        for row, col in sorted(knaves)
        for other in ((row, col + 1), (row + 1, col))
        if other in knaves
    ]
    for cell, clue in puzzle.numbers.items():
        count = sum(other in knaves for other in domain(puzzle, cell))
        counted = "1 cell of its domain is shaded" if count == 1 else f"{count} cells of its domain are shaded"
        if cell not in knaves and clue != count:
            faults.append(f"{place(*cell)}: the clue is {clue}, but {counted}")
        elif cell in knaves and clue == count:
            faults.append(f"{place(*cell)}: the cell is shaded, so its clue must not be true, but {counted}")
    return faults if weak else faults + connection_faults(solution, "0", "unshaded")
