"""Slitherlink: puzzles, rules, text format and link-protocol encoding.

Draw lines along the edges of the cells so that they make one loop that neither branches nor crosses
itself; a number says how many of its cell's four edges are lines. A solution is the cells' colours: which are inside.
"""

from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import ne
from typing import ClassVar

from rowloom.host.drawing.drawing import Drawing, Line
from rowloom.host.puzzles.clued import Cell, Clued, cells_of, misshapen, parse_solution, read_solutions, region_starts
from rowloom.host.puzzles.lines import Fault, Lines
from rowloom.host.puzzles.text import (
    Grid,
    PuzzleError,
    contents,
    heading_in,
    in_rows,
    place,
    puzzles_in,
    size_form,
    take_grid,
)
from rowloom.host.puzzles.wire import (
    decode_solution,
    encode_solution,
    solution_bytes,
    turned,
    turned_back,
)
from rowloom.host.wire.packing import pack

__all__ = [
    "CLUES_FOLLOW", "GENRE", "Slitherlink", "decode_solution", "drawing", "encode", "encode_solution", "looks_like_one",
    "parse_solution", "read", "read_solutions", "solution_bytes", "take", "turned", "turned_back", "verify",
    "with_clues_at", "write",
]  # fmt: skip

GENRE = "slitherlink"

CLUES_FOLLOW = True
"""See :class:`rowloom.host.puzzles.puzzle.BoardGenreModule`."""

_CHARACTERS = {None: ".", 0: "0", 1: "1", 2: "2", 3: "3"}
_CLUES = {character: clue for clue, character in _CHARACTERS.items()} | dict.fromkeys("-*_\u00b7")
_NO_CLUE = 4
_NUMBERS: dict[int | None, int] = {**{clue: clue for clue in range(_NO_CLUE)}, None: _NO_CLUE}
_IS_CLUE = bytes.maketrans(bytes(range(_NO_CLUE + 1)), bytes([1] * _NO_CLUE + [0]))
_ONLY = [bytes(b"01"[value == clue] for value in range(256)) for clue in range(_NO_CLUE)]

_Edges = tuple[tuple[bool, ...], ...]


@dataclass(frozen=True)
class Slitherlink(Clued):
    """A puzzle; its clues are 0 to 3, or None for a cell without one. See :class:`Clued`."""

    genre: ClassVar[str] = GENRE
    title: ClassVar[str] = "Slitherlink"
    rule: ClassVar[str] = (
        "Draw one loop along the edges. It neither branches nor crosses itself. A number says how many of its"
        " cell\u2019s four edges are part of the loop."
    )
    allowed: ClassVar[Container[int | None]] = _CHARACTERS
    expected: ClassVar[str] = "0 to 3 or an empty cell"

    @cached_property
    def numbers(self) -> bytes:
        """A byte for each cell, row by row: its clue, 4 if it has none."""
        return bytes(map(_NUMBERS.__getitem__, chain.from_iterable(self.clues)))


def read(text: str, source: str) -> Iterator[Slitherlink | PuzzleError]:
    """Yield the text's puzzles in order, and an error in place of each bad one; docs/user/formats/slitherlink.md."""
    return puzzles_in(Lines(text), source, take, f"{size_form()} and the rows under it")


def take(lines: Lines, name: str) -> Slitherlink:
    """Remove a puzzle's lines and return it; see :func:`rowloom.host.puzzles.text.take_grid`."""
    return take_grid(lines, name, _puzzle, GENRE)


def looks_like_one(text: str) -> bool:
    """Return whether the first two lines, comments aside, may be a size and a row without gaps."""
    first, second = (*contents(text), "", "")[:2]
    return (heading := heading_in(first)) is not None and not heading.word and len(second.split()) <= 1


def write(puzzle: Slitherlink) -> str:
    """Return the puzzle as text, its name first."""
    rows = ("".join(_CHARACTERS[clue] for clue in clues) for clues in puzzle.clues)
    return "\n".join([f"# {puzzle.name}", f"{puzzle.rows} {puzzle.cols}", *rows, ""])


def encode(puzzle: Slitherlink) -> bytes:
    """Encode the puzzle as in docs/develop/protocol.md: which cells have clues, then the clues."""
    cells = puzzle.numbers
    return pack(cells.translate(_IS_CLUE), 1) + pack(cells.translate(None, bytes([_NO_CLUE])), 2)


def with_clues_at(puzzle: Slitherlink, cells: Collection[Cell]) -> Slitherlink:
    """Return the puzzle with the clues in these cells only: a Slitherlink, which a Slink less a clue is, too."""
    clues = tuple(
        tuple(clue if (row, col) in cells else None for col, clue in enumerate(line))
        for row, line in enumerate(puzzle.clues)
    )
    return Slitherlink(puzzle.name, puzzle.rows, puzzle.cols, clues, puzzle.line)


def verify(puzzle: Slitherlink, solution: Sequence[str]) -> list[str]:
    """Return how the solution breaks the rules, in plain words; empty if it is right.

    To say what is wrong, it draws the lines between inside and outside, counts them round the clues and the vertices
    and walks along them. Rows, columns and corners are counted from 1.
    """
    if faults := misshapen(puzzle, solution, "inside", "outside"):
        return faults
    if _is_right(puzzle, solution):
        return []
    horizontal, vertical = _lines(solution)
    faults = []
    for (row, col), clue in puzzle.clue_cells.items():
        lines = sum(horizontal[row + i][col] + vertical[row][col + i] for i in (0, 1))
        if lines != clue:
            counted = "1 of its edges is a line" if lines == 1 else f"{lines} of its edges are lines"
            faults.append(f"{place(row, col)}: the clue is {clue}, but {counted}")
    neighbours = _neighbours(horizontal, vertical)
    crossings = sorted(vertex for vertex, others in neighbours.items() if len(others) != 2)
    faults += [f"the lines cross between rows {r} and {r + 1}, columns {c} and {c + 1}" for r, c in crossings]
    if not neighbours:
        faults.append("there is no loop: no cell is inside")
    elif not crossings and len(loops := region_starts(neighbours, neighbours.__getitem__)) > 1:
        places = " and ".join(place(*corner) for corner in loops)
        faults.append(f"there are {len(loops)} loops instead of one, at the upper left corners of {places}")
    return faults


def _is_right(puzzle: Slitherlink, solution: Sequence[str]) -> bool:
    """Return whether a solution obeys the rules; a bit a cell, with a cell of the frame between two rows."""
    below = puzzle.cols + 1
    inside = int("0".join(solution)[::-1], 2)
    up, down, left, right = (inside ^ beside for beside in (
        inside << below, inside >> below, inside << 1, inside >> 1))  # fmt: skip
    # The numbers of edges that are lines, in binary, as far as they are below 4.
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
    # Of one region: Euler's number is 1 less its holes.
    beside, under = inside & inside >> 1, inside & inside >> below
    euler = inside.bit_count() - beside.bit_count() - under.bit_count() + squares.bit_count()
    return reached == inside and euler == 1


def drawing(puzzle: Slitherlink, solution: Sequence[str] | None = None) -> Drawing:
    """Return the clues; with a solution also the loop, its inside tinted."""
    colours = solution or ["0" * puzzle.cols] * puzzle.rows
    horizontal, vertical = _lines(colours)
    return Drawing(
        puzzle.rows,
        puzzle.cols,
        texts=tuple(tuple("" if clue is None else str(clue) for clue in clues) for clues in puzzle.clues),
        horizontal=_drawn(horizontal),
        vertical=_drawn(vertical),
        dotted=True,
        tinted=cells_of(colours),
    )


def _puzzle(grid: Grid) -> Slitherlink:
    """Return the puzzle in a grid that has the right number of rows; blanks may stand between cells."""
    rows = ["".join(text.split()) for text in grid.text]
    if {*map(len, rows)} != {grid.cols} or not _CLUES.keys() >= {*"".join(rows)}:
        raise _fault(grid)
    clues = tuple([tuple(map(_CLUES.__getitem__, row)) for row in rows])
    return Slitherlink(grid.name, grid.rows, grid.cols, clues, grid.line)


def _fault(grid: Grid) -> Fault:
    """Return what is wrong first in a grid that holds no puzzle."""
    for line, text in enumerate(grid.text, grid.line + 1):
        cells = [(column, character) for column, character in enumerate(text, 1) if not character.isspace()]
        for column, character in cells:
            if character not in _CLUES:
                return Fault(f"{character!a} is no clue; expected '.', '0', '1', '2' or '3'", line, column)
        if len(cells) != grid.cols:
            column = cells[grid.cols][0] if len(cells) > grid.cols else len(text) + 1
            return Fault(f"expected {grid.cols} cells, found {len(cells)}", line, column)
    raise AssertionError("every row is right")


def _lines(colours: Sequence[str]) -> tuple[_Edges, _Edges]:
    """Return the edges between inside and outside, row by row; the frame is outside."""
    frame = "0" * len(colours[0])
    horizontal = tuple(tuple(map(ne, above, below)) for above, below in zip([frame, *colours], [*colours, frame]))
    vertical = tuple(tuple(map(ne, f"0{row}", f"{row}0")) for row in colours)
    return horizontal, vertical


def _drawn(edges: _Edges) -> tuple[tuple[Line, ...], ...]:
    return tuple(tuple(Line.FOUND if edge else Line.NONE for edge in row) for row in edges)


def _neighbours(horizontal: _Edges, vertical: _Edges) -> dict[Cell, list[Cell]]:
    """Return for every vertex on a line the vertices at the other ends of its lines."""
    ends = [((r, c), (r, c + 1)) for r, row in enumerate(horizontal) for c, is_line in enumerate(row) if is_line]
    ends += [((r, c), (r + 1, c)) for r, row in enumerate(vertical) for c, is_line in enumerate(row) if is_line]
    neighbours: dict[Cell, list[Cell]] = {}
    for one, other in ends:
        neighbours.setdefault(one, []).append(other)
        neighbours.setdefault(other, []).append(one)
    return neighbours
