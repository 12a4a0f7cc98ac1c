"""The tasks of boards, other than searches for solutions, and the encoding of these tasks in the link protocol.

The host verifies every solution against the rules. When a board removes clues, the board proves that the puzzle has no
other solution; :mod:`rowloom.host.solvers` can repeat this proof.
"""

import struct
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import IntFlag
from functools import lru_cache
from itertools import compress
from typing import Any, ClassVar, NamedTuple, cast

from rowloom.firmware.protocol import Masks, Task
from rowloom.host.arguments import IntegerRange
from rowloom.host.drawing.drawing import Cell
from rowloom.host.jobs.status import is_unique
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.clued import Colours
from rowloom.host.puzzles.edges import Edges, edges_between
from rowloom.host.puzzles.encoding import BoardGenre
from rowloom.host.puzzles.puzzle import grid_cells
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.text import in_rows
from rowloom.host.wire.protocol import PayloadReader, pack_bits, unpack_bits, varint

__all__ = ["BoardTask", "Certain", "Count", "Symmetry", "TaskResult", "Thin", "boards_thin"]


class Symmetry(IntFlag):
    """The symmetries that the clues of a grid can have, numbered as in the link protocol.

    Each symmetry is a set of images of the grid, which are flipped or turned. If bit N of a symmetry is set, the
    symmetry contains image N. The bits of N determine how image N is made: first, if bit 2 is set, rows and columns are
    exchanged; then, if bit 0 is set, the rows are flipped; finally, if bit 1 is set, the columns are flipped.
    """

    NONE = 1 << 0
    MIRROR = 1 << 0 | 1 << 2
    FLIP = 1 << 0 | 1 << 1
    ROTATE = 1 << 0 | 1 << 3
    BOTH = MIRROR | FLIP | ROTATE
    DIAGONAL = 1 << 0 | 1 << 4
    ROTATE90 = ROTATE | 1 << 5 | 1 << 6
    ALL = 0xFF


class TaskResult(NamedTuple):
    """The results of a task.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle of the job, or the puzzle that was made.
    solutions : tuple of Solution
    message : str
    facts : dict
        Further fields of the outcome.
    counters : mapping of str to int
        Further counters that the board always sends.
    """

    puzzle: Puzzle
    solutions: tuple[Solution, ...]
    message: str
    facts: dict[str, Any] = {}
    counters: Mapping[str, int] = {}


_NUMBERS = {"seed": IntegerRange(0, 0xFFFF_FFFF), "least": IntegerRange(0, 0xFFFF), "ease": IntegerRange(0, 2)}
"""The ranges of the numbers in the request of a :class:`Thin`."""


class BoardTask(ABC):
    """A task, other than a search, that a board performs with a puzzle."""

    number: ClassVar[Task]
    """The task's number in the protocol."""
    may_be_turned: ClassVar[bool] = True
    """True if the puzzle may be turned by 90 degrees to fit a build."""

    def head(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        """Return the part of a request that is the same for all puzzles in the request."""
        return b""

    def encode(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        """Return the part of a request that differs for each puzzle."""
        return genre.encode(puzzle)

    def answer_bytes(self, genre: BoardGenre, puzzle: Puzzle) -> int | None:
        """Return the length of an answer; None if the length varies."""
        return None

    @abstractmethod
    def decode(self, genre: BoardGenre, puzzle: Puzzle, data: bytes) -> TaskResult:
        """Return the contents of an answer; ValueError if the answer is malformed."""

    @abstractmethod
    def facts(self, found: TaskResult, no_solution: bool, complete: bool) -> dict[str, Any]:
        """Return further fields of the outcome.

        ``no_solution`` means that the board has proved that there is no solution. ``complete`` means that the board has
        searched everything.
        """


@dataclass(frozen=True)
class Thin(BoardTask):
    """Remove clues in random order, except clues whose removal would make the puzzle ambiguous or too hard.

    The job's puzzle is the puzzle before the removal of clues. The resulting puzzle has a part of these clues.

    Parameters
    ----------
    solution : Solution
    seed : int, 32 bits
        The seed of the random order.
    symmetry : Symmetry
        The symmetry of the cells with clues: each clue is removed together with its images.
    least : int
        The minimum number of clues to keep.
    ease : int
        0 for any puzzle; 1 for a puzzle that can be solved without branching; 2 for a puzzle that can be solved without
        branching and without lookahead (not for Sudokus).
    fixed : collection of cells
        Cells that keep their clues.
    some : bool
        False only if the puzzle has every clue that its solution allows.
    """

    solution: Solution
    seed: int
    symmetry: Symmetry = Symmetry.NONE
    least: int = 0
    ease: int = 0
    fixed: Collection[Cell] = ()
    some: bool = True

    number = Task.THIN
    may_be_turned = False

    def __post_init__(self) -> None:
        for name, numbers in _NUMBERS.items():
            numbers.checked(name, getattr(self, name))
        if self.symmetry not in Symmetry.__members__.values():
            known = ", ".join(Symmetry.__members__)
            raise (ValueError if isinstance(self.symmetry, int) else TypeError)(
                f"symmetry: expected a Symmetry, one of {known}; found {self.symmetry!r}"
            )

    def head(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        there, masks, clues, least = Masks(0), b"", b"", self.least
        if self.some or not genre.clues_follow:
            packed, there = genre.encode(puzzle), Masks.SOME
            masks, clues = packed[: _mask_bytes(puzzle)], packed[_mask_bytes(puzzle) :]
            least = max(0, least - len(_without_information(puzzle)))
        if self.fixed:
            fixed = bytes(map(self.fixed.__contains__, grid_cells(puzzle.rows, puzzle.cols)))
            masks, there = masks + pack_bits(fixed, 1), there | Masks.FIXED
        head = struct.pack("<IHBBB", self.seed & ~0xFF, least, self.symmetry, self.ease, there)
        return head + masks + _encoded(genre, self.solution) + (b"" if genre.clues_follow else clues)

    def encode(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        return bytes([self.seed & 0xFF])

    def answer_bytes(self, genre: BoardGenre, puzzle: Puzzle) -> int | None:
        return _mask_bytes(puzzle)

    def decode(self, genre: BoardGenre, puzzle: Puzzle, data: bytes) -> TaskResult:
        cells = grid_cells(puzzle.rows, puzzle.cols)
        kept = set(compress(cells, unpack_bits(data, len(cells), 1)))
        if self.fixed:
            kept |= _without_information(puzzle).intersection(self.fixed)
        return TaskResult(puzzle.with_clues_at(kept), (self.solution,), "")

    def facts(self, found: TaskResult, no_solution: bool, complete: bool) -> dict[str, Any]:
        if found.solutions:
            return {"unique": True}
        return {"unique": False if no_solution and self.ease == 0 else None}


@dataclass(frozen=True)
class Count(BoardTask):
    """Count the solutions, but at most ``most``; 0 for all."""

    most: int = 0

    number = Task.COUNT

    def head(self, genre: BoardGenre, puzzle: Puzzle) -> bytes:
        return varint(self.most)

    def decode(self, genre: BoardGenre, puzzle: Puzzle, data: bytes) -> TaskResult:
        number = PayloadReader(data).varint()
        return TaskResult(puzzle, (), f"{number:,} solutions" if number != 1 else "one solution", {"counted": number})

    def facts(self, found: TaskResult, no_solution: bool, complete: bool) -> dict[str, Any]:
        counted = found.facts.get("counted", 0)
        return {"counted": counted, "unique": is_unique(counted, self.most, complete)}


@dataclass(frozen=True)
class Certain(BoardTask):
    """Find one solution, and the cells and edges that are the same in all solutions. The board also reports the number
    of its searches."""

    number = Task.CERTAIN

    def answer_bytes(self, genre: BoardGenre, puzzle: Puzzle) -> int | None:
        return _masks(puzzle) * _mask_bytes(puzzle) + genre.solution_bytes(puzzle) + _SEARCHES.size

    def decode(self, genre: BoardGenre, puzzle: Puzzle, data: bytes) -> TaskResult:
        reader = PayloadReader(data)
        cells, *edges = (unpack_bits(reader.take(_mask_bytes(puzzle)), puzzle.rows * puzzle.cols, 1)
                         for _ in range(_masks(puzzle)))
        solution = genre.decode_solution(puzzle, reader.take(genre.solution_bytes(puzzle)))
        (searches,) = _SEARCHES.unpack(reader.rest())
        certain = tuple(tuple(str(value) if same else "?" for value, same in zip(*line))
                        for line in zip(solution, in_rows(cells, puzzle.cols)))
        differing = sum(line.count("?") for line in certain)
        message = f"{differing} cells differ between solutions" if differing else "unique: there is no other solution"
        facts = {"certain": certain, "unique": not differing}
        if edges:
            facts["certain_edges"] = _certain_edges(certain, edges_between(cast(Colours, solution)), *edges)
        return TaskResult(puzzle, (solution,), message, facts, {"searches": searches})

    def facts(self, found: TaskResult, no_solution: bool, complete: bool) -> dict[str, Any]:
        return {**found.facts, "unique": found.facts.get("unique", False) if complete else None}


_SEARCHES = struct.Struct("<H")


def _certain_edges(certain: Sequence[Sequence[str]], lines: Edges, right: bytes, below: bytes) -> Edges:
    """Return the certain edges. An edge between two uncertain cells is certain if the edge's bit is set in one of the
    board's masks: ``right``, for the edge to the right of each cell, or ``below``, for the edge below each cell."""
    cols = len(certain[0])
    frame, nothing = "0" * cols, bytes(cols)
    known = edges_between(certain)
    rows_below = zip(known.horizontal, lines.horizontal, [frame, *certain], [*certain, frame],
                     [nothing, *in_rows(below, cols)])  # fmt: skip
    rows_right = zip(known.vertical, lines.vertical, (["0", *row] for row in certain), ([*row, "0"] for row in certain),
                     (b"\0" + row for row in in_rows(right, cols)))  # fmt: skip

    def certain_row(*row: Any) -> str:
        return "".join(line if same and cell == beside == "?" else char for char, line, cell, beside, same in zip(*row))

    return Edges(*(tuple(certain_row(*row) for row in rows) for rows in (rows_below, rows_right)))


def boards_thin(genre: BoardGenre, puzzle: Puzzle) -> bool:
    """Return whether a board can remove clues of this puzzle. If the genre's clues follow from the solution, a board
    cannot represent clues of unknown value."""
    return not (genre.clues_follow and puzzle.unknown and UNKNOWN in puzzle.clue_cells.values())


@lru_cache(2)
def _encoded(genre: BoardGenre, solution: Solution) -> bytes:
    """Return the encoded solution. Many successive jobs may have the same solution."""
    return genre.encode_solution(solution)


def _masks(puzzle: Puzzle) -> int:
    """Return the number of masks in an answer: one for cells and, in a loop puzzle, two for edges (right and below)."""
    return 3 if isinstance(puzzle, Slitherlink) else 1


def _mask_bytes(puzzle: Puzzle) -> int:
    return -(-puzzle.rows * puzzle.cols // 8)


def _without_information(puzzle: Puzzle) -> set[Cell]:
    """Return the cells whose clues contain no information; boards ignore these clues."""
    return set(puzzle.clue_cells).difference(puzzle.effective_clues)
