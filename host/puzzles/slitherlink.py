"""Slitherlink: puzzles, rules, text format, and encoding for the link protocol.

Draw lines along the edges of the cells. The lines must form one loop, which neither branches nor crosses itself. A clue
is the number of lines around its cell. A solution consists of the cells' colours: each cell is inside or outside.
"""

import re
from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import ClassVar, Self

from rowloom.host.drawing.drawing import Drawing, Edge
from rowloom.host.puzzles.clued import Cell, Clued, cells_of, region_starts
from rowloom.host.puzzles.edges import Edges, edges_between
from rowloom.host.puzzles.text import Grid, clues_in, contents, heading_in, in_rows, place, size_form
from rowloom.host.wire.protocol import pack_bits

__all__ = ["Slitherlink"]

_TOKEN = re.compile(r"\S")
_CHARACTERS = {None: ".", 0: "0", 1: "1", 2: "2", 3: "3"}
_CLUES = {character: clue for clue, character in _CHARACTERS.items()} | dict.fromkeys("-*_\u00b7")
_NO_CLUE = 4
_NUMBERS: dict[int | None, int] = {**{clue: clue for clue in range(_NO_CLUE)}, None: _NO_CLUE}
_IS_CLUE = bytes.maketrans(bytes(range(_NO_CLUE + 1)), bytes([1] * _NO_CLUE + [0]))
_ONLY = [bytes(b"01"[value == clue] for value in range(256)) for clue in range(_NO_CLUE)]


@dataclass(frozen=True)
class Slitherlink(Clued):
    """A puzzle. Its clues are 0 to 3; None stands for a cell without a clue. See :class:`.clued.Clued`."""

    genre: ClassVar[str] = "slitherlink"
    title: ClassVar[str] = "Slitherlink"
    rule: ClassVar[str] = (
        "Draw one loop along the edges. It neither branches nor crosses itself. A number says how many of its"
        " cell\u2019s four edges are part of the loop."
    )
    allowed: ClassVar[Container[int | None]] = _CHARACTERS
    expected: ClassVar[str] = "0 to 3 or an empty cell"
    form: ClassVar[str] = f"{size_form()} and the rows under it"
    colours: ClassVar[tuple[str, str]] = ("inside", "outside")

    @cached_property
    def numbers(self) -> bytes:
        """A byte for each cell, row by row: the cell's clue, or 4 if it has none."""
        return bytes(map(_NUMBERS.__getitem__, chain.from_iterable(self.clues)))

    @classmethod
    def looks_like_one(cls, text: str) -> bool:
        """Return whether the first two lines that are not comments may be a size line and a row without blanks."""
        first, second = (*contents(text), "", "")[:2]
        return (heading := heading_in(first)) is not None and not heading.word and len(second.split()) <= 1

    def write(self) -> str:
        rows = ("".join(_CHARACTERS[clue] for clue in clues) for clues in self.clues)
        return "\n".join([f"# {self.name}", f"{self.rows} {self.cols}", *rows, ""])

    def encode(self) -> bytes:
        cells = self.numbers
        return pack_bits(cells.translate(_IS_CLUE), 1) + pack_bits(cells.translate(None, bytes([_NO_CLUE])), 2)

    def with_clues_at(self, cells: Collection[Cell]) -> "Slitherlink":
        """See :class:`.puzzle.BoardGenreOf`. The result is always a Slitherlink, because a Slink has all its clues."""
        clues = tuple(
            tuple(clue if (row, col) in cells else None for col, clue in enumerate(line))
            for row, line in enumerate(self.clues)
        )
        return Slitherlink(self.name, self.rows, self.cols, clues, self.line)

    def verify(self, solution: Sequence[str]) -> list[str]:
        """See :class:`.puzzle.GenreOf`. Messages count rows, columns and corners from 1."""
        if faults := self.misshapen(solution):
            return faults
        if _is_right(self, solution):
            return []
        horizontal, vertical = edges = edges_between(solution)
        faults = []
        for (row, col), clue in self.clue_cells.items():
            lines = sum((horizontal[row + i][col] + vertical[row][col + i]).count("1") for i in (0, 1))
            if lines != clue:
                counted = "1 of its edges is a line" if lines == 1 else f"{lines} of its edges are lines"
                faults.append(f"{place(row, col)}: the clue is {clue}, but {counted}")
        neighbours = _neighbours(edges)
        crossings = sorted(vertex for vertex, others in neighbours.items() if len(others) != 2)
        faults += [f"the lines cross between rows {r} and {r + 1}, columns {c} and {c + 1}" for r, c in crossings]
        if not neighbours:
            faults.append("there is no loop: no cell is inside")
        elif not crossings and len(loops := region_starts(neighbours, neighbours.__getitem__)) > 1:
            places = " and ".join(place(*corner) for corner in loops)
            faults.append(f"there are {len(loops)} loops instead of one, at the upper left corners of {places}")
        return faults

    def drawing(self, solution: Sequence[str] | None = None) -> Drawing:
        """Return a drawing of the clues. With a solution, it also has the loop, and inside cells are tinted."""
        colours = solution or ["0" * self.cols] * self.rows
        horizontal, vertical = (
            tuple(tuple(Edge.FOUND if edge == "1" else Edge.NONE for edge in row) for row in part)
            for part in edges_between(colours)
        )
        return Drawing(
            self.rows, self.cols,
            texts=tuple(tuple("" if clue is None else str(clue) for clue in clues) for clues in self.clues),
            horizontal=horizontal, vertical=vertical, dotted=True, tinted=cells_of(colours),
        )

    @classmethod
    def in_grid(cls, grid: Grid) -> Self:
        """See :meth:`.clued.Clued.in_grid`. Cells may be separated by blanks."""
        rows = ["".join(text.split()) for text in grid.text]
        if {*map(len, rows)} == {grid.cols} and _CLUES.keys() >= {*"".join(rows)}:
            clues = tuple([tuple(map(_CLUES.__getitem__, row)) for row in rows])  # faster than clues_in
        else:
            clues = clues_in(grid, _TOKEN, _CLUES, "'.', '0', '1', '2' or '3'")
        return cls(grid.name, grid.rows, grid.cols, clues, grid.line)


def _is_right(puzzle: Slitherlink, solution: Sequence[str]) -> bool:
    """Return whether a solution obeys the rules.

    A solution is a number with one bit for each cell; a bit of the frame separates two rows.
    """
    below = puzzle.cols + 1
    inside = int("0".join(solution)[::-1], 2)
    up, down, left, right = (inside ^ beside for beside in (inside << below, inside >> below, inside << 1, inside >> 1))
    # The numbers of lines around the cells in binary, modulo 4: these are the bits of value 1 and 2.
    ones, twos = up ^ down ^ left ^ right, (up & down) ^ (left & right) ^ ((up ^ down) & (left ^ right))
    clues = bytes([_NO_CLUE]).join(in_rows(puzzle.numbers, puzzle.cols))
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
    # Euler's number of a connected region is 1 minus the number of holes.
    beside, under = inside & inside >> 1, inside & inside >> below
    euler = inside.bit_count() - beside.bit_count() - under.bit_count() + squares.bit_count()
    return reached == inside and euler == 1


def _neighbours(edges: Edges) -> dict[Cell, list[Cell]]:
    """Return, for each vertex with lines, the vertices to which the lines lead."""
    ends = [((r, c), (r, c + 1)) for r, row in enumerate(edges.horizontal) for c, edge in enumerate(row) if edge == "1"]
    ends += [((r, c), (r + 1, c)) for r, row in enumerate(edges.vertical) for c, edge in enumerate(row) if edge == "1"]
    neighbours: dict[Cell, list[Cell]] = {}
    for one, other in ends:
        neighbours.setdefault(one, []).append(other)
        neighbours.setdefault(other, []).append(one)
    return neighbours
