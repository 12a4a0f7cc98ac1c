"""Slitherlink: puzzles, rules and text format.

Draw lines along the edges of the cells. The lines must form one loop, which neither branches nor crosses itself. A clue
is the number of lines around its cell. A solution consists of the cells' colours: each cell is inside or outside.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from rowloom.host.drawing.drawing import Drawing, Edge
from rowloom.host.puzzles.clued import Cell, Clued, cells_of, region_starts
from rowloom.host.puzzles.edges import Edges, edges_between
from rowloom.host.puzzles.text import cell_name, contents, heading_in, size_form

__all__ = ["Slitherlink"]

_NO_CLUE = 4
_NUMBERS: dict[int | None, int] = {**{clue: clue for clue in range(_NO_CLUE)}, None: _NO_CLUE}
_ONLY = [bytes(b"01"[value == clue] for value in range(256)) for clue in range(_NO_CLUE)]


@dataclass(frozen=True)
class Slitherlink(Clued):
    """A puzzle. Each cell has a clue from 0 to 3, or None for no clue. See :class:`.clued.Clued`."""

    genre: ClassVar[str] = "slitherlink"
    title: ClassVar[str] = "Slitherlink"
    rule: ClassVar[str] = (
        "Draw one loop along the edges. It neither branches nor crosses itself. A number says how many of its"
        " cell\u2019s four edges are part of the loop."
    )
    allowed: ClassVar[Container[int | None]] = (None, 0, 1, 2, 3)
    expected: ClassVar[str] = "0 to 3 or an empty cell"
    codes: ClassVar[Mapping[str, int | None]] = {
        **{str(clue): clue for clue in range(4)}, **dict.fromkeys((".", "-", "*", "_", "\u00b7"))}
    code_form: ClassVar[str] = "'.', '0', '1', '2' or '3'"
    separator: ClassVar[str] = ""
    form: ClassVar[str] = f"{size_form()} and the rows under it"
    colours: ClassVar[tuple[str, str]] = ("inside", "outside")

    @classmethod
    def recognizes(cls, text: str) -> bool:
        """Return whether a text may begin with a size line and a row without blanks; comments are ignored."""
        first, second = (*contents(text), "", "")[:2]
        return (heading := heading_in(first)) is not None and not heading.word and len(second.split()) <= 1

    def verify(self, solution: Sequence[str]) -> list[str]:  # type: ignore[override]
        """See :meth:`.puzzle.Puzzle.verify`. Messages count rows, columns and corners from 1."""
        if faults := self._shape_faults(solution):
            return faults
        if _is_right(self, solution):
            return []
        horizontal, vertical = edges = edges_between(solution)
        faults = []
        for (row, col), clue in self.clue_cells.items():
            lines = sum((horizontal[row + i][col] + vertical[row][col + i]).count("1") for i in (0, 1))
            if lines != clue:
                counted = "1 of its edges is a line" if lines == 1 else f"{lines} of its edges are lines"
                faults.append(f"{cell_name(row, col)}: the clue is {clue}, but {counted}")
        neighbours = _neighbours(edges)
        crossings = sorted(vertex for vertex, others in neighbours.items() if len(others) != 2)
        faults += [f"the lines cross between rows {r} and {r + 1}, columns {c} and {c + 1}" for r, c in crossings]
        if not neighbours:
            faults.append("there is no loop: no cell is inside")
        elif not crossings and len(loops := region_starts(neighbours, neighbours.__getitem__)) > 1:
            places = " and ".join(cell_name(*corner) for corner in loops)
            faults.append(f"there are {len(loops)} loops instead of one, at the upper left corners of {places}")
        return faults

    def drawing(self, solution: Sequence[str] | None = None) -> Drawing:  # type: ignore[override]
        """Return a drawing of the clues. With a solution, the loop is drawn, too, and the cells inside are tinted."""
        colours = solution or ["0" * self.cols] * self.rows
        horizontal, vertical = (
            tuple(tuple(Edge.FOUND if edge == "1" else Edge.NONE for edge in row) for row in part)
            for part in edges_between(colours)
        )
        return Drawing(
            self.rows, self.cols, texts=self._texts(""),
            horizontal=horizontal, vertical=vertical, dotted=True, tinted=cells_of(colours),
        )


def _is_right(puzzle: Slitherlink, solution: Sequence[str]) -> bool:
    """Return whether a solution obeys the rules.

    An integer represents the grid, row by row: a bit is 1 if its cell is inside the loop. Between two rows there is a
    bit that is always 0. It represents the surroundings of the grid, so that a shift never makes cells of different
    rows neighbours.
    """
    below = puzzle.cols + 1
    inside = int("0".join(solution)[::-1], 2)
    up, down, left, right = (inside ^ beside for beside in (inside << below, inside >> below, inside << 1, inside >> 1))
    # For each cell, the number of lines around it, modulo 4, is ones + 2 * twos.
    ones, twos = up ^ down ^ left ^ right, (up & down) ^ (left & right) ^ ((up ^ down) & (left ^ right))
    clues = bytes(map(_NUMBERS.__getitem__, chain.from_iterable((*row, None) for row in puzzle.clues)))
    none, one, two, three = (int(clues.translate(only)[::-1], 2) for only in _ONLY)
    if none & (up | down | left | right) or (one | two | three) & (ones ^ (one | three) | twos ^ (two | three)):
        return False
    diagonal, squares = inside ^ inside >> below + 1, inside & inside >> 1 & inside >> below & inside >> below + 1
    if right & down & ~diagonal:
        return False  # the lines cross
    reached, more = 0, inside & -inside
    while more != reached:
        reached = more
        more = (reached | reached << 1 | reached >> 1 | reached << below | reached >> below) & inside
    # The Euler characteristic of a connected region is 1 minus the number of its holes.
    beside, under = inside & inside >> 1, inside & inside >> below
    euler = inside.bit_count() - beside.bit_count() - under.bit_count() + squares.bit_count()
    return reached == inside and euler == 1


def _neighbours(edges: Edges) -> dict[Cell, list[Cell]]:
    """For each vertex on the loop, return the vertices that a line connects to it."""
    ends = [((r, c), (r, c + 1)) for r, row in enumerate(edges.horizontal) for c, edge in enumerate(row) if edge == "1"]
    ends += [((r, c), (r + 1, c)) for r, row in enumerate(edges.vertical) for c, edge in enumerate(row) if edge == "1"]
    neighbours: dict[Cell, list[Cell]] = {}
    for one, other in ends:
        neighbours.setdefault(one, []).append(other)
        neighbours.setdefault(other, []).append(one)
    return neighbours
