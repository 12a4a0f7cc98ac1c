"""The methods that grade and generate puzzles: one record for each genre.

Records are plain data. A record contains the names of modules, and a module is imported only when it is needed, because
some modules require an optional package.
"""

from dataclasses import dataclass

from rowloom.engines.engine import Size

__all__ = ["METHODS", "Methods"]


_USUAL = Size(10, 10)


@dataclass(frozen=True)
class Methods:
    """The methods that grade and generate the puzzles of a genre."""

    grader: str
    """``module:function`` that grades a puzzle; see :func:`rowloom.host.grading.graded`."""
    counting: str = ""
    """The software engine whose counters determine the grade; a board's fast engine has the same counters. May be
    empty."""
    generator: str = ""
    """The module that makes random solutions; may be empty. See
    :class:`rowloom.host.generate.recipe.PuzzleGenerator`."""
    proofs: str = ""
    """``module:class`` that proves whether a clue is needed; see :class:`rowloom.host.generate.thinning.Proofs`."""
    whole: str = ""
    """The module that makes puzzles if there is no ``generator``, or if the puzzle is larger than ``largest``; may be
    empty. See :func:`rowloom.host.generate.generator.generate_puzzle`."""
    largest: Size | None = None
    """The size of the largest puzzles from which clues are removed one by one."""
    usual: Size = _USUAL
    """The default size."""


_GRADERS, _GENERATE = "rowloom.host.grading.graders", "rowloom.host.generate"

METHODS: dict[str, Methods] = {
    "slitherlink": Methods(grader=f"{_GRADERS}:slitherlink", counting="slitherlink-logic",
                           generator=f"{_GENERATE}.slitherlink", proofs=f"{_GENERATE}.proofs:SlitherlinkProofs"),
    "slink": Methods(grader=f"{_GRADERS}:slink", whole=f"{_GENERATE}.slink"),
    "sudoku": Methods(grader=f"{_GRADERS}:sudoku", generator=f"{_GENERATE}.sudoku",
                      proofs=f"{_GENERATE}.proofs:SudokuProofs", whole=f"{_GENERATE}.large_sudoku", largest=Size(9, 9),
                      usual=Size(9, 9)),
    **{
        genre: Methods(grader=f"{_GRADERS}:shading", generator=f"{_GENERATE}.{genre}",
                       proofs=f"{_GENERATE}.proofs:ShadingProofs")
        for genre in ("smullyan", "canal")
    },
}  # fmt: skip
"""The records of all genres, by the genre's name."""
