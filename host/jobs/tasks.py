"""What a board does with a puzzle besides looking for solutions, as jobs of the link protocol.

Nothing here is believed of a solution: each is verified against the rules. That a thinned puzzle has no other one, the
board has proved; :mod:`rowloom.host.solvers` can prove it again.
"""

import struct
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import IntFlag
from typing import Any, NamedTuple, Protocol, cast

from rowloom.firmware.protocol import Masks
from rowloom.firmware.protocol import Task as Number
from rowloom.host.arguments import Whole
from rowloom.host.drawing.drawing import Cell
from rowloom.host.jobs.status import is_unique
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.clued import Clued, Colours
from rowloom.host.puzzles.edges import Edges, edges_between
from rowloom.host.puzzles.puzzle import BoardGenre
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.text import in_rows
from rowloom.host.wire.packing import pack, unpack
from rowloom.host.wire.protocol import Numbers, varint

__all__ = ["Certain", "Count", "Found", "Symmetry", "Task", "Thin", "boards_thin"]


class Symmetry(IntFlag):
    """The images of a grid that have the same clues, as the link protocol numbers them; those of a group.

    A number's bit 0 flips the rows, bit 1 the columns, after bit 2 has exchanged both.
    """

    NONE = 1 << 0
    MIRROR = 1 << 0 | 1 << 2
    FLIP = 1 << 0 | 1 << 1
    ROTATE = 1 << 0 | 1 << 3
    BOTH = MIRROR | FLIP | ROTATE
    DIAGONAL = 1 << 0 | 1 << 4
    ROTATE90 = ROTATE | 1 << 5 | 1 << 6
    ALL = 0xFF


class Found(NamedTuple):
    """What came of a task, in addition to the solutions that it has found.

    Attributes
    ----------
    puzzle : Puzzle
        The one that was asked about, or the one that was made.
    solutions : tuple of Solution
    message : str
    facts : dict
        Further fields of the outcome.
    counters : mapping of str to int
        Further counts, which the board gives without being asked for counters.
    """

    puzzle: Puzzle
    solutions: tuple[Solution, ...]
    message: str
    facts: dict[str, Any] = {}
    counters: Mapping[str, int] = {}


_NUMBERS = {"seed": Whole(0, 0xFFFF_FFFF), "least": Whole(0, 0xFFFF), "ease": Whole(0, 2)}
"""The numbers that a :class:`Thin` may have; a request has fields for these."""


class Task(Protocol):
    """What a board does with a puzzle instead of a search."""

    @property
    def number(self) -> Number:
        """The task's, on the wire."""

    @property
    def may_be_turned(self) -> bool:
        """The puzzle may be turned by 90 degrees to fit a build."""

    def head(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        """Return what the puzzles of one request have in common."""

    def encode(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        """Return what a request has for each puzzle."""

    def answer_bytes(self, genre: BoardGenre, puzzle: Puzzle) -> int | None:
        """Return the length of an answer; None if that varies."""

    def decode(self, genre: BoardGenre, puzzle: Puzzle, data: bytes) -> Found:
        """Return what an answer holds; ValueError if it cannot be one."""

    def facts(self, found: Found, ended: bool, complete: bool) -> dict[str, Any]:
        """Return what a result says about the solutions, even if it holds nothing.

        ``ended`` says that the board found no solution, ``complete`` that it has searched everything.
        """


@dataclass(frozen=True)
class Thin:
    """Remove clues in random order, each unless there would be another solution, or the puzzle would be too hard.

    The puzzle of the job has a clue in each cell that may have one.

    Parameters
    ----------
    solution : Solution
    seed : int, 32 bits
        The order follows from it.
    symmetry : Symmetry
        Clues are removed together with their images.
    least : int
        So many clues are left.
    ease : int
        0 any puzzle; 1 one that needs no branching; 2 nor lookahead (not Sudoku).
    fixed : collection of cells
        Those that keep their clues.
    some : bool
        The puzzle may lack clues that its solution gives.
    """

    solution: Solution
    seed: int
    symmetry: Symmetry = Symmetry.NONE
    least: int = 0
    ease: int = 0
    fixed: Collection[Cell] = ()
    some: bool = True

    def __post_init__(self) -> None:
        for name, numbers in _NUMBERS.items():
            numbers.checked(name, getattr(self, name))
        if self.symmetry not in Symmetry.__members__.values():
            known = ", ".join(Symmetry.__members__)
            raise (ValueError if isinstance(self.symmetry, int) else TypeError)(
                f"symmetry: expected a Symmetry, one of {known}; found {self.symmetry!r}"
            )

    number = Number.THIN
    may_be_turned = False

    def head(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        cells = [(row, col) for row in range(puzzle.rows) for col in range(puzzle.cols)]
        there, masks, clues, least = Masks(0), b"", b"", self.least
        if self.some or not genre.clues_follow:
            packed, there = genre.encode(puzzle), Masks.SOME
            masks, clues = packed[: _mask_bytes(puzzle)], packed[_mask_bytes(puzzle) :]
            least = max(0, least - len(_silent(puzzle)))
        if self.fixed:
            masks, there = masks + pack(bytes(cell in self.fixed for cell in cells), 1), there | Masks.FIXED
        head = struct.pack("<IHBBB", self.seed & ~0xFF, least, self.symmetry, self.ease, there)
        return head + masks + genre.encode_solution(self.solution) + (b"" if genre.clues_follow else clues)

    def encode(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        return bytes([self.seed & 0xFF])

    def answer_bytes(self, genre: BoardGenre, puzzle: Puzzle) -> int | None:
        return _mask_bytes(puzzle)

    def decode(self, genre: BoardGenre, puzzle: Puzzle, data: bytes) -> Found:
        kept = _cells(unpack(data, puzzle.rows * puzzle.cols, 1), puzzle)
        made = genre.with_clues_at(puzzle, kept | _silent(puzzle).intersection(self.fixed))
        return Found(made, (self.solution,), "")

    def facts(self, found: Found, ended: bool, complete: bool) -> dict[str, Any]:
        if found.solutions:
            return {"unique": True}
        return {"unique": False if ended and self.ease == 0 else None}


@dataclass(frozen=True)
class Count:
    """Count the solutions, up to ``most``; all if that is 0."""

    most: int = 0

    number = Number.COUNT
    may_be_turned = True

    def head(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        return varint(self.most)

    def encode(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        return genre.encode(puzzle)

    def answer_bytes(self, genre: BoardGenre, puzzle: Puzzle) -> int | None:
        return None

    def decode(self, genre: BoardGenre, puzzle: Puzzle, data: bytes) -> Found:
        number = Numbers(data).varint()
        return Found(puzzle, (), f"{number:,} solutions" if number != 1 else "one solution", {"counted": number})

    def facts(self, found: Found, ended: bool, complete: bool) -> dict[str, Any]:
        counted = found.facts.get("counted", 0)
        return {"counted": counted, "unique": is_unique(counted, self.most, complete)}


@dataclass(frozen=True)
class Certain:
    """Find what all solutions have in common, and one of them. The board says how many searches that took."""

    number = Number.CERTAIN
    may_be_turned = True

    def head(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        return b""

    def encode(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        return genre.encode(puzzle)

    def answer_bytes(self, genre: BoardGenre, puzzle: Puzzle) -> int | None:
        return (3 if _has_edges(puzzle) else 1) * _mask_bytes(puzzle) + genre.solution_bytes(puzzle) + _SEARCHES.size

    def decode(self, genre: BoardGenre, puzzle: Puzzle, data: bytes) -> Found:
        answer = Numbers(data)
        cells, *edges = (
            unpack(answer.take(_mask_bytes(puzzle)), puzzle.rows * puzzle.cols, 1)
            for _ in range(3 if _has_edges(puzzle) else 1)
        )
        solution = genre.decode_solution(puzzle, answer.take(genre.solution_bytes(puzzle)))
        (searches,) = _SEARCHES.unpack(answer.rest())
        certain = tuple(
            tuple(str(value) if same else "?" for value, same in zip(*line))
            for line in zip(solution, in_rows(cells, puzzle.cols))
        )
        open_cells = sum(line.count("?") for line in certain)
        message = f"{open_cells} cells differ between solutions" if open_cells else "unique: there is no other solution"
        facts = {"certain": certain, "unique": not open_cells}
        if edges:
            facts["certain_edges"] = _certain_edges(certain, edges_between(cast(Colours, solution)), *edges)
        return Found(puzzle, (solution,), message, facts, {"searches": searches})

    def facts(self, found: Found, ended: bool, complete: bool) -> dict[str, Any]:
        return {**found.facts, "unique": found.facts.get("unique", False) if complete else None}


_SEARCHES = struct.Struct("<H")


def _has_edges(puzzle: Puzzle) -> bool:
    return isinstance(puzzle, Slitherlink)


def _certain_edges(certain: Sequence[Sequence[str]], lines: Edges, right: bytes, below: bytes) -> Edges:
    """Return what is certain of the edges: of those between two cells that are open, what the board says."""
    cols = len(certain[0])
    frame, nothing = "0" * cols, bytes(cols)
    known = edges_between(certain)
    rows_below = zip(known.horizontal, lines.horizontal, [frame, *certain], [*certain, frame],
                     [nothing, *in_rows(below, cols)])  # fmt: skip
    rows_right = zip(known.vertical, lines.vertical, (["0", *row] for row in certain), ([*row, "0"] for row in certain),
                     (b"\0" + row for row in in_rows(right, cols)))  # fmt: skip
    return Edges(*(tuple(_certain_row(*row) for row in rows) for rows in (rows_below, rows_right)))


def _certain_row(known: str, lines: str, one: Sequence[str], other: Sequence[str], same: bytes) -> str:
    """Return what is certain of edges, by what is of the cells on their two sides, and whether the board knows more."""
    return "".join(
        line if told and cell == beside == "?" else char
        for char, line, cell, beside, told in zip(known, lines, one, other, same)
    )


def boards_thin(genre: BoardGenre, puzzle: Puzzle) -> bool:
    """Return whether boards know a puzzle's clues: where these follow from a solution, none may be of unknown value."""
    return not (genre.clues_follow and isinstance(puzzle, Clued) and UNKNOWN in puzzle.clue_cells.values())


def _mask_bytes(puzzle: Puzzle) -> int:
    return -(-puzzle.rows * puzzle.cols // 8)


def _cells(mask: bytes, puzzle: Puzzle) -> set[Cell]:
    return {divmod(number, puzzle.cols) for number, bit in enumerate(mask) if bit}


def _silent(puzzle: Puzzle) -> set[Cell]:
    """Return the cells whose clues say nothing: boards do not know of them."""
    return set(puzzle.clue_cells).difference(puzzle.telling) if isinstance(puzzle, Clued) else set()
