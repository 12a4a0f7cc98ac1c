"""The ways to grade and to make puzzles: one record a genre.

Records are plain data. The modules that they name are imported when they are needed, and some of these need what an
extra of the package installs.
"""

from dataclasses import dataclass

from rowloom.engines.engine import Size

__all__ = ["METHODS", "Methods"]


_USUAL = Size(10, 10)


@dataclass(frozen=True)
class Methods:
    """The ways to grade and to make puzzles of a genre.

    Attributes
    ----------
    grader : str
        ``module:function`` that grades a puzzle, see :func:`rowloom.host.grading.graded`.
    counting : str
        The software engine whose counters give the grade, as those of a board's fast engine do; empty if only the
        grader finds it.
    maker : str
        The module that draws solutions, see :class:`rowloom.host.generate.recipe.Maker`; empty if no clues are removed.
    proofs : str
        ``module:class`` of the proofs that clues can be spared, see :class:`rowloom.host.generate.proofs.Proofs`.
    whole : str
        The module that makes what the maker does not, see :func:`rowloom.host.generate.making.make`.
    largest : Size, optional
        Of the puzzles from which clues are removed one by one.
    usual : Size
        Of a puzzle where none is asked for.
    """

    grader: str
    counting: str = ""
    maker: str = ""
    proofs: str = ""
    whole: str = ""
    largest: Size | None = None
    usual: Size = _USUAL


_GRADERS, _GENERATE = "rowloom.host.grading.graders", "rowloom.host.generate"

METHODS: dict[str, Methods] = {
    "slitherlink": Methods(
        grader=f"{_GRADERS}:slitherlink",
        counting="slitherlink-logic",
        maker=f"{_GENERATE}.slitherlink",
        proofs=f"{_GENERATE}.proofs.slitherlink:Proofs",
    ),
    "slink": Methods(grader=f"{_GRADERS}:slink", whole=f"{_GENERATE}.slink"),
    "sudoku": Methods(
        grader=f"{_GRADERS}:sudoku",
        maker=f"{_GENERATE}.sudoku",
        proofs=f"{_GENERATE}.proofs.sudoku:Proofs",
        whole=f"{_GENERATE}.large_sudoku",
        largest=Size(9, 9),
        usual=Size(9, 9),
    ),
    **{
        genre: Methods(
            grader=f"{_GRADERS}:shading",
            maker=f"{_GENERATE}.{genre}",
            proofs=f"{_GENERATE}.proofs.shading:Proofs",
        )
        for genre in ("smullyan", "canal")
    },
}
"""By the genre's name."""
