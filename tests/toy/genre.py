"""The toy genre. A puzzle is a row of cells, each 0 or 1; its solution has the other value in every cell."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rowloom.host.drawing.drawing import Drawing, Edge
from rowloom.host.puzzles import PuzzleError
from rowloom.host.puzzles.text import puzzles_in
from rowloom.host.puzzles.text.lines import Lines

_INVERTED = str.maketrans("01", "10")


@dataclass(frozen=True)
class Toy:
    """A puzzle of the toy genre."""

    name: str
    cells: str
    line: int | None = None
    genre: ClassVar[str] = "toy"
    title: ClassVar[str] = "Toy"
    rule: ClassVar[str] = "Every cell changes its digit."
    unknown: ClassVar[bool] = False
    clues_follow: ClassVar[bool] = True
    rows: ClassVar[int] = 1

    @property
    def cols(self) -> int:
        return len(self.cells)

    @property
    def clues(self) -> tuple[tuple[int, ...], ...]:
        return (tuple(map(int, self.cells)),)

    @staticmethod
    def looks_like_one(text: str) -> bool:
        return text.startswith("toy ")

    @staticmethod
    def take(lines: Lines, name: str) -> "Toy":
        number, line = lines.popleft()
        match = re.fullmatch("toy ([01]{1,32})", line)
        if match is None:
            raise ValueError("expected 'toy' and up to 32 cells")
        return Toy(f"toy-{number}", match[1], number)

    @staticmethod
    def read(text: str, source: str) -> "Iterator[Toy | PuzzleError]":
        return puzzles_in(Lines(text), source, Toy.take, "lines of toys")

    def verify(self, solution: tuple[str, ...]) -> list[str]:
        return [] if solution == (self.cells.translate(_INVERTED),) else ["a cell is not inverted"]

    def drawing(self, solution: tuple[str, ...] | None = None) -> Drawing:
        cells, none = solution[0] if solution else self.cells, (Edge.NONE,) * self.cols
        return Drawing(1, self.cols, (tuple(cells),), (none, none), ((*none, Edge.NONE),), dotted=True)

    def encode(self) -> bytes:
        return int(self.cells[::-1], 2).to_bytes(4, "little")

    def solution_bytes(self) -> int:
        return 4

    def decode_solution(self, data: bytes) -> tuple[str, ...]:
        return (f"{int.from_bytes(data, 'little'):032b}"[::-1][: self.cols],)
