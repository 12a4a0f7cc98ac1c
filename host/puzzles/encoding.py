"""The genres that boards solve, and the encoding of their puzzles and solutions for the link.

docs/develop/protocol.md describes the encoding.
"""

import zlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import chain, compress
from typing import Any

from rowloom.host.puzzles.clued import Colours
from rowloom.host.puzzles.puzzle import Puzzle, Solution
from rowloom.host.puzzles.shading import NUMBERS, UNKNOWN
from rowloom.host.puzzles.sudoku import Digits, Sudoku
from rowloom.host.puzzles.text import in_rows
from rowloom.host.wire.protocol import pack_bits, unpack_bits

__all__ = ["CANAL", "SLITHERLINK", "SMULLYAN", "SUDOKU", "BoardGenre"]

_LARGEST_WHOLE = 16
"""The maximum number of rows of a Sudoku that is sent in a SOLVE message. The cells of a larger Sudoku are sent before
this message, in STORE messages."""

_DIGIT_BITS = 4
_IS_GIVEN = bytes([0] + 255 * [1])
_LESS_1 = bytes([0, *range(255)])
_PLUS_1 = bytes([*range(1, 256), 0])
_COLOURS = bytes.maketrans(bytes([0, 1]), b"01")


class BoardGenre(ABC):
    """The encoding of a genre that boards solve.

    The methods also accept the puzzles of a subclass of the genre, such as Slinks for Slitherlinks.
    """

    genre: str
    clues_follow: bool = True
    """True if the clue of a cell follows from the solution, and therefore need not be sent with the solution."""

    @abstractmethod
    def encode(self, puzzle: Puzzle) -> bytes:
        """Encode a puzzle: for each cell, a bit that is set if the cell has a clue; then the clues."""

    @abstractmethod
    def solution_bytes(self, puzzle: Puzzle) -> int:
        """Return the length of an encoded solution."""

    @abstractmethod
    def decode_solution(self, puzzle: Puzzle, data: bytes) -> Solution:
        """Decode a solution of the puzzle; ValueError if the length is wrong."""

    @abstractmethod
    def encode_solution(self, solution: Solution) -> bytes:
        """Encode a solution."""


class _ColouringEncoding(BoardGenre):
    """The encoding of a genre whose solutions have two colours: a solution is encoded as one bit for each cell.

    ``codes`` maps each clue to its encoded value, which has ``bits`` bits. Clues that are not in ``codes`` are omitted.
    """

    def __init__(self, genre: str, bits: int, codes: Mapping[int, int], clues_follow: bool = True):
        self.genre, self.clues_follow = genre, clues_follow
        self._bits, self._codes = bits, codes

    def encode(self, puzzle: Puzzle) -> bytes:
        clues: list[Any] = [*chain.from_iterable(puzzle.clues)]
        is_given = bytes(map(self._codes.__contains__, clues))
        given = bytes(map(self._codes.__getitem__, compress(clues, is_given)))
        return pack_bits(is_given, 1) + pack_bits(given, self._bits)

    def solution_bytes(self, puzzle: Puzzle) -> int:
        return (puzzle.rows * puzzle.cols + 7) // 8

    def decode_solution(self, puzzle: Puzzle, data: bytes) -> Colours:
        cells = unpack_bits(data, puzzle.rows * puzzle.cols, 1).translate(_COLOURS).decode()
        return tuple(in_rows(cells, puzzle.cols))

    def encode_solution(self, solution: Sequence[str]) -> bytes:  # type: ignore[override]
        return pack_bits(bytes(map(int, "".join(solution))), 1)


class _SudokuEncoding(BoardGenre):
    """The encoding of Sudokus. If a puzzle is too large for one message, its cells and those of its solutions are sent
    in pieces, as one byte for each cell, row by row."""

    genre = Sudoku.genre

    def encode_cells(self, puzzle: Sudoku) -> bytes:
        """Return the cells of a large puzzle."""
        return bytes(chain.from_iterable(puzzle.cells))

    def decode_cells(self, puzzle: Puzzle, data: bytes) -> Digits:
        """Convert cells into a solution of a large puzzle; ValueError if the number of cells is wrong."""
        size = puzzle.rows
        if len(data) != size * size:
            raise ValueError(f"a {size}x{size} solution is {size * size} bytes long, not {len(data)}")
        return tuple(map(tuple, in_rows(data, size)))

    def encode(self, puzzle: Sudoku) -> bytes:  # type: ignore[override]
        """Encode the puzzle. A given is encoded as its digit minus 1. A large puzzle is encoded as the CRC-32 of its
        cells."""
        data = self.encode_cells(puzzle)
        if puzzle.rows > _LARGEST_WHOLE:
            return zlib.crc32(data).to_bytes(4, "little")
        return pack_bits(data.translate(_IS_GIVEN), 1) + pack_bits(data.translate(_LESS_1, b"\0"), _DIGIT_BITS)

    def solution_bytes(self, puzzle: Puzzle) -> int:
        return 0 if puzzle.rows > _LARGEST_WHOLE else ((puzzle.rows - 1) ** 2 * _DIGIT_BITS + 7) // 8

    def decode_solution(self, puzzle: Puzzle, data: bytes) -> Digits:
        """Decode a solution. ``data`` contains each digit minus 1. It omits the last row and the last column, whose
        digits are computed from the sums of the columns and rows."""
        size, all_digits = puzzle.rows, puzzle.rows * (puzzle.rows + 1) // 2
        digits = unpack_bits(data, (size - 1) ** 2, _DIGIT_BITS).translate(_PLUS_1)
        rows = [(*row, all_digits - sum(row)) for row in in_rows(digits, size - 1)]
        return (*rows, tuple(all_digits - sum(column) for column in zip(*rows)))

    def encode_solution(self, solution: Sequence[Sequence[int]]) -> bytes:  # type: ignore[override]
        return pack_bits(bytes(digit - 1 for row in solution[:-1] for digit in row[:-1]), _DIGIT_BITS)


SLITHERLINK = _ColouringEncoding("slitherlink", 2, {clue: clue for clue in range(4)})

SUDOKU = _SudokuEncoding()

# A clue of unknown value has no effect, so it is omitted. A domain contains at most 5 knaves, so every clue of 6 or
# more is false, and is sent as 6. The clue of a knave may be any wrong number, so it does not follow from the solution.
SMULLYAN = _ColouringEncoding("smullyan", 4, {clue: min(clue, 6) for clue in NUMBERS}, clues_follow=False)

# The engines' grids are so small that no cell has 254 cells in view. So no clue of 254 or more can be satisfied, and
# all these clues are sent as 254.
CANAL = _ColouringEncoding("canal", 8, {UNKNOWN: 255} | {clue: min(clue, 254) for clue in NUMBERS})
