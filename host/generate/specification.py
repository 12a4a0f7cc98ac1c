"""The specification of puzzles to generate."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import product

from rowloom.engines.engine import Size
from rowloom.errors import RowloomError
from rowloom.host.drawing.drawing import Cell
from rowloom.host.generate.orbits import images
from rowloom.host.jobs.tasks import Symmetry
from rowloom.host.methods import METHODS
from rowloom.host.puzzles import Puzzle
from rowloom.host.puzzles.text import MAX_SIZE
from rowloom.host.puzzles.text.sudoku import size_fault

__all__ = ["ANY", "DIFFICULTIES", "GENERATED", "SYMMETRIES", "NoneFound", "Specification", "mask_of", "specified"]

ANY = "any"

DIFFICULTIES = ("easy", "normal", "hard", ANY)

GENERATED = tuple(METHODS)
"""The genres that can be generated."""

SYMMETRIES = {
    "none": Symmetry.NONE, "rotate": Symmetry.ROTATE, "rotate90": Symmetry.ROTATE90, "mirror": Symmetry.MIRROR,
    "flip": Symmetry.FLIP, "both": Symmetry.BOTH, "diagonal": Symmetry.DIAGONAL, "all": Symmetry.ALL,
}  # fmt: skip
"""The symmetries by name. If a cell has a clue, all images of the cell under the puzzle's symmetry have clues, too."""

_EXCHANGES = 1 << 4
"""Symmetries that exchange rows and columns are represented by numbers of at least this value."""

_FEWEST_GIVENS = {4: 4, 9: 17}
"""The minimum number of givens of a Sudoku with one solution, by its number of rows. For larger Sudokus, the number of
rows minus 1 is a lower bound, because at most one digit may be missing from the givens."""

_MASKED = {"#": True, ".": False}
"""The characters of a mask; True means that the cell may have a clue."""

_SMALL = 9
"""Hardly any puzzle with fewer cells has normal difficulty."""


class NoneFound(RowloomError, ValueError):
    """Many attempts to make a puzzle have failed. Attempts with another seed may succeed."""


@dataclass(frozen=True)
class Specification:
    """A specification of puzzles; ValueError if no puzzle can meet it."""

    genre: str
    rows: int
    cols: int
    difficulty: str = "normal"
    """A level of :mod:`rowloom.host.grading`, or "any". With "any", the puzzle has as few clues as possible, however
    hard it becomes."""
    symmetry: str = "none"
    least: int = 0
    most: int | None = None
    """The smallest and the largest number of clues; None if there is no upper limit."""
    mask: frozenset[Cell] | None = None
    """The cells that may have clues."""
    draft: Puzzle | None = None
    """A draft. If the draft has several solutions, its clues are kept, and as few clues as possible are added. If the
    draft has only one solution, clues are removed, but none are added."""

    def __post_init__(self) -> None:
        _check_known("genre", self.genre, GENERATED)
        _check_known("difficulty", self.difficulty, DIFFICULTIES)
        _check_known("symmetry", self.symmetry, SYMMETRIES)
        if self.draft and (self.draft.genre, self.draft.rows, self.draft.cols) != (self.genre, self.rows, self.cols):
            found = f"{self.draft.genre} of {self.draft.rows}x{self.draft.cols}"
            raise ValueError(f"the draft is a {found}, not a {self.genre} of {self.size}")
        for count, what in ((self.rows, "rows"), (self.cols, "columns")):
            if not 1 <= count <= MAX_SIZE:
                raise ValueError(f"a puzzle has 1 to {MAX_SIZE} {what}, not {count}")
        if self.genre == "sudoku" and (fault := size_fault(self.rows, self.cols)):
            raise ValueError(fault)
        if SYMMETRIES[self.symmetry] >= _EXCHANGES and self.rows != self.cols:
            raise ValueError(f"a grid of {self.size} has no symmetry '{self.symmetry}': it exchanges rows and columns")
        if self.genre == "sudoku" and self.rows == 4 and self.difficulty not in ("easy", ANY):
            raise ValueError(f"no Sudoku of 4x4 is {self.difficulty}: singles solve all of them")
        self._check_clues()
        if not all(0 <= row < self.rows and 0 <= col < self.cols for row, col in self.mask or ()):
            raise ValueError(f"the mask is larger than {self.size}")

    def _check_clues(self) -> None:
        """Raise ValueError if no puzzle can have this number of clues."""
        if self.least < 0:
            raise ValueError(f"a puzzle has 0 clues or more, not {self.least}")
        if self.most is not None and self.most < self.least:
            raise ValueError(f"no puzzle has {self.least} clues or more and {self.most} or fewer")
        there = len(self.allowed(product(range(self.rows), range(self.cols))))
        if self.draft is None and self.least > there:
            where = f"a {self.genre} of {self.size}" + (" with such a mask" if self.mask is not None else "")
            raise ValueError(f"{where} has {there} clues or fewer, not {self.least} or more")
        fewest = _FEWEST_GIVENS.get(self.rows, self.rows - 1) if self.genre == "sudoku" else 1
        if self.most is not None and self.most < fewest < self.rows * self.cols:
            raise ValueError(
                f"a {self.genre} of {self.size} with {self.most} clues or fewer has several solutions: ask for"
                f" {fewest} or more"
            )

    @property
    def size(self) -> str:
        """The size as a string."""
        return f"{self.rows}x{self.cols}"

    def name(self, seed: int) -> str:
        """Return the name of the puzzle with this seed. The name is also the seed of the puzzle's random numbers."""
        symmetry = "" if self.symmetry == "none" else f"-{self.symmetry}"
        return f"{self.size}-{self.difficulty}{symmetry}-{seed}"

    def allowed(self, cells: Iterable[Cell]) -> set[Cell]:
        """Return the cells that may have a clue: the cells whose images are all in ``cells`` and in the mask."""
        there = set(cells)
        if self.mask is not None:
            there &= self.mask
        symmetry = SYMMETRIES[self.symmetry]
        if symmetry == Symmetry.NONE:
            return there
        return {cell for cell in there if there.issuperset(images(cell, self.rows, self.cols, symmetry))}

    def holds(self, clues: int) -> bool:
        """Return whether a puzzle may have this number of clues."""
        return self.least <= clues and (self.most is None or clues <= self.most)

    @property
    def words(self) -> str:
        """A description of the specification."""
        difficulty = "" if self.difficulty == ANY else f"{self.difficulty} "
        more = f" with such {' and '.join(self.restrictions)}" if self.restrictions else ""
        return f"{difficulty}{self.genre}{more}"

    @property
    def restrictions(self) -> list[str]:
        """The names of the options used, apart from genre, size and difficulty."""
        used = {
            "symmetry": self.symmetry != "none", "clues": self.least > 0 or self.most is not None,
            "mask": self.mask is not None, "draft": self.draft is not None,
        }
        return [name for name, is_used in used.items() if is_used]


def specified(
    genre: str, size: tuple[int, int] | None = None, difficulty: str | None = None, symmetry: str = "none",
    clues: tuple[int, int | None] = (0, None), mask: Iterable[Cell] | None = None, draft: Puzzle | None = None,
) -> Specification:
    """Return a specification with defaults for size and difficulty; ValueError if no puzzle can meet it."""
    _check_known("genre", genre, GENERATED)
    rows, cols = size or ((draft.rows, draft.cols) if draft else METHODS[genre].usual)
    if draft and (draft.rows, draft.cols) != (rows, cols):
        raise ValueError(f"the size {rows}x{cols} is not that of the draft, {draft.rows}x{draft.cols}: leave it out")
    usual = ANY if draft or rows * cols < _SMALL else "easy" if genre == "sudoku" and rows == 4 else "normal"
    cells = None if mask is None else frozenset(mask)
    return Specification(genre, rows, cols, difficulty or usual, symmetry, *clues, cells, draft)


def _check_known(what: str, value: str, known: Collection[str]) -> None:
    """Raise ValueError if a value is not among the known values."""
    if value not in known:
        raise ValueError(f"unknown {what} '{value}'; expected one of: {', '.join(known)}")


def mask_of(text: str, source: str, size: Size | None = None) -> tuple[frozenset[Cell], Size]:
    """Return the cells that a mask marks, and the size of the mask's grid. If ``size`` is given, the grid must have
    this size.

    Each line of the mask is a row, with ``#`` for each cell that may have a clue and ``.`` for each other cell. Raises
    ValueError if the mask contains any other character, or if the size of the grid is wrong.
    """
    rows = [line.strip() for line in text.splitlines() if line.strip()]
    size = size or Size(len(rows), len(rows[0]) if rows else 0)
    if len(rows) != size.rows:
        raise ValueError(f"{source}: expected {size.rows} rows, found {len(rows)}")
    for number, row in enumerate(rows, 1):
        if wrong := next((character for character in row if character not in _MASKED), None):
            raise ValueError(f"{source}: row {number}: {wrong!a} is neither '#' nor '.'")
        if len(row) != size.cols:
            raise ValueError(f"{source}: row {number}: expected {size.cols} cells, found {len(row)}")
    marked = frozenset(
        (row, col) for row, line in enumerate(rows) for col, character in enumerate(line) if _MASKED[character]
    )
    return marked, size
