"""How puzzles with clues in cells, and solutions of two colours, pass over the link (docs/develop/protocol.md)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from rowloom.host.puzzles.clued import Cell, Clued, Colours
from rowloom.host.puzzles.text import in_rows
from rowloom.host.wire.packing import pack, unpack

__all__ = ["OnBoards"]

_COLOURS = bytes.maketrans(bytes([0, 1]), b"01")


@dataclass(frozen=True)
class OnBoards(Clued):
    """A puzzle that boards solve. See :class:`rowloom.host.puzzles.puzzle.BoardGenreOf`."""

    clues_follow: ClassVar[bool] = True

    @staticmethod
    def encode_clues(clues: Iterable[int | None], bits: int) -> bytes:
        """Encode the clues of all cells, row by row: which cells have one, then the clues, of ``bits`` bits each."""
        given = [*clues]
        there = bytes(clue for clue in given if clue is not None)
        return pack(bytes(clue is not None for clue in given), 1) + pack(there, bits)

    def solution_bytes(self) -> int:
        """Return the length of an encoded solution."""
        return (self.rows * self.cols + 7) // 8

    def decode_solution(self, data: bytes) -> Colours:
        """Decode a solution, one bit a cell; ValueError if the length is wrong."""
        cells = unpack(data, self.rows * self.cols, 1).translate(_COLOURS).decode()
        return tuple(in_rows(cells, self.cols))

    @staticmethod
    def encode_solution(solution: Sequence[str]) -> bytes:
        """Encode a solution."""
        return pack(bytes(map(int, "".join(solution))), 1)

    def with_clues_at(self, cells: Collection[Cell]) -> Self:
        """Return the puzzle with the clues in these cells only."""
        return self.with_clues({cell: clue for cell, clue in self.clue_cells.items() if cell in cells})

    def turned(self) -> Self:
        """Return the puzzle turned clockwise by 90 degrees."""
        return replace(self, rows=self.cols, cols=self.rows, clues=tuple(zip(*reversed(self.clues))))

    @staticmethod
    def turned_back(solution: Sequence[str]) -> Colours:
        """Return a solution of the turned puzzle as one of the puzzle itself."""
        return tuple("".join(row) for row in zip(*solution))[::-1]
