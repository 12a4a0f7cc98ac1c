"""How puzzles with clues in cells, and solutions of two colours, pass over the link (docs/develop/protocol.md)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from rowloom.host.puzzles.clued import Cell, Clued, Colours
from rowloom.host.puzzles.text import in_rows
from rowloom.host.wire.packing import pack, unpack

__all__ = [
    "decode_solution", "encode_clues", "encode_solution", "solution_bytes", "turned", "turned_back", "with_clues_at",
]  # fmt: skip

_COLOURS = bytes.maketrans(bytes([0, 1]), b"01")

Puzzle = TypeVar("Puzzle", bound=Clued)


def encode_clues(clues: Iterable[int | None], bits: int) -> bytes:
    """Encode the clues of all cells, row by row: which cells have one, then the clues, so many bits each."""
    given = [*clues]
    return pack(bytes(clue is not None for clue in given), 1) + pack(
        bytes(clue for clue in given if clue is not None), bits
    )


def solution_bytes(puzzle: Clued) -> int:
    """Return the length of an encoded solution."""
    return (puzzle.rows * puzzle.cols + 7) // 8


def decode_solution(puzzle: Clued, data: bytes) -> Colours:
    """Decode a solution, one bit a cell; ValueError if the length is wrong."""
    cells = unpack(data, puzzle.rows * puzzle.cols, 1).translate(_COLOURS).decode()
    return tuple(in_rows(cells, puzzle.cols))


def encode_solution(solution: Sequence[str]) -> bytes:
    """Encode a solution."""
    return pack(bytes(map(int, "".join(solution))), 1)


def with_clues_at(puzzle: Puzzle, cells: Collection[Cell]) -> Puzzle:
    """Return the puzzle with the clues in these cells only."""
    return puzzle.with_clues({cell: clue for cell, clue in puzzle.clue_cells.items() if cell in cells})


def turned(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle turned clockwise by 90 degrees."""
    return replace(puzzle, rows=puzzle.cols, cols=puzzle.rows, clues=tuple(zip(*reversed(puzzle.clues))))


def turned_back(solution: Sequence[str]) -> Colours:
    """Return a solution of the turned puzzle as one of the puzzle itself."""
    return tuple("".join(row) for row in zip(*solution))[::-1]
