"""The toy genre. A puzzle is a row of cells, each 0 or 1. The solution has the opposite value in every cell."""

from typing import ClassVar

from rowloom.host.drawing.drawing import Drawing, Edge
from rowloom.host.puzzles.clued import Clued
from rowloom.host.puzzles.encoding import BoardGenre

_INVERTED = str.maketrans("01", "10")


class Toy(Clued):
    """A puzzle of the toy genre."""

    genre: ClassVar[str] = "toy"
    title: ClassVar[str] = "Toy"
    rule: ClassVar[str] = "Every cell changes its digit."
    form: ClassVar[str] = "a line 'toy 1 cols' and a row of digits under it"
    word: ClassVar[str] = "toy "
    separator: ClassVar[str] = ""
    allowed: ClassVar[tuple[int, ...]] = (0, 1)
    expected: ClassVar[str] = "0 or 1"
    codes: ClassVar[dict[str, int]] = {"0": 0, "1": 1}
    code_form: ClassVar[str] = "'0' or '1'"

    @classmethod
    def recognizes(cls, text: str) -> bool:
        return text.startswith("toy ")

    def verify(self, solution: tuple[str, ...]) -> list[str]:
        wanted = tuple("".join(row).translate(_INVERTED) for row in self._texts(""))
        return [] if solution == wanted else ["a cell is not inverted"]

    def drawing(self, solution: tuple[str, ...] | None = None) -> Drawing:
        none = (Edge.NONE,) * self.cols
        texts = tuple(map(tuple, solution or self._texts("")))
        return Drawing(1, self.cols, texts, (none, none), ((*none, Edge.NONE),), dotted=True)


class ToyOnBoard(BoardGenre):
    """The encoding of puzzles and solutions: a word with a bit for each cell."""

    genre = Toy.genre

    def encode(self, puzzle: Toy) -> bytes:
        return self.encode_solution(("".join(map(str, *puzzle.clues)),))

    def solution_bytes(self, puzzle: Toy) -> int:
        return 4

    def decode_solution(self, puzzle: Toy, data: bytes) -> tuple[str, ...]:
        return (f"{int.from_bytes(data, 'little'):032b}"[::-1][: puzzle.cols],)

    def encode_solution(self, solution: tuple[str, ...]) -> bytes:
        return int(solution[0][::-1], 2).to_bytes(4, "little")
