"""The toy genre: a row of cells, each 0 or 1; its solution has the other value in every cell."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rowloom.host.puzzles import PuzzleError
from rowloom.host.puzzles.drawing import Drawing, Line

GENRE = "toy"

_INVERTED = str.maketrans("01", "10")


@dataclass(frozen=True)
class Toy:
    """A puzzle."""

    name: str
    cells: str
    line: int | None = None
    genre = GENRE
    rows = 1

    @property
    def cols(self) -> int:
        return len(self.cells)

    @property
    def clues(self) -> tuple[tuple[int, ...], ...]:
        return (tuple(map(int, self.cells)),)


def looks_like_one(text: str) -> bool:
    return text.startswith("toy ")


def read(text: str, source: str) -> Iterator[Toy | PuzzleError]:
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.fullmatch("toy ([01]{1,32})", line):
            yield Toy(f"toy-{number}", match[1], number)
        else:
            yield PuzzleError("expected 'toy' and up to 32 cells", source, number)


def verify(puzzle: Toy, solution: tuple[str, ...]) -> list[str]:
    return [] if solution == (puzzle.cells.translate(_INVERTED),) else ["a cell is not inverted"]


def drawing(puzzle: Toy, solution: tuple[str, ...] | None = None) -> Drawing:
    cells, none = solution[0] if solution else puzzle.cells, (Line.NONE,) * puzzle.cols
    return Drawing(1, puzzle.cols, (tuple(cells),), (none, none), ((*none, Line.NONE),), dotted=True)


def encode(puzzle: Toy) -> bytes:
    return bytes([1, puzzle.cols]) + int(puzzle.cells[::-1], 2).to_bytes(4, "little")


def decode_solution(rows: int, cols: int, data: bytes) -> tuple[str, ...]:
    return (f"{int.from_bytes(data, 'little'):032b}"[::-1][:cols],)
