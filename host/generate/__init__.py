"""Makes puzzles with exactly one solution, one module a genre: ``python -m rowloom.host.generate --help``."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from rowloom.host import puzzles
from rowloom.host.generate import slitherlink, sudoku

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; the exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.n < 1:
        parser.error(f"-n {options.n}: expected at least 1 puzzle")
    seeds = range(options.seed, options.seed + options.n)
    try:
        made = [_generate(options, seed) for seed in seeds]
    except ValueError as error:
        parser.error(str(error))
    text = "\n".join(map(puzzles.genre(options.genre).write, made))
    if options.output is None:
        sys.stdout.write(text)
        return 0
    try:
        with open(options.output, "w", encoding="ascii", newline="\n") as file:
            file.write(text)
    except OSError as error:
        parser.error(f"cannot write {options.output}: {error.strerror}")
    return 0


def _generate(options: argparse.Namespace, seed: int) -> Any:
    """One puzzle; ValueError if it cannot be made."""
    if options.genre == "sudoku":
        if options.rows is not None or options.cols is not None:
            raise ValueError("a Sudoku has no --rows and --cols but an --order")
        return sudoku.generate(
            3 if options.order is None else options.order, options.difficulty or "easy", seed
        )
    if options.order is not None:
        raise ValueError("a Slitherlink has no --order but --rows and --cols; for a Sudoku add --genre sudoku")
    return slitherlink.generate(
        10 if options.rows is None else options.rows,
        10 if options.cols is None else options.cols,
        options.difficulty or "normal",
        seed,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m rowloom.host.generate",
        description="Make puzzles, each with exactly one solution.",
        epilog="The same arguments always make the same puzzles. The second puzzle has seed SEED + 1, and so "
        "on, so that each can be made alone. A 10x10 Slitherlink takes about a second, a hard one of 20x30 about "
        "a minute, a Sudoku of any order seconds. That there is one solution is proved for every puzzle: by z3, or by "
        "the deduction that fills the grid.",
    )
    parser.add_argument(
        "--genre", choices=puzzles.GENRES, default="slitherlink", help="what to make (default: %(default)s)"
    )
    parser.add_argument("--rows", type=int, help="Slitherlink: rows of cells, 1 to 255 (default: 10)")
    parser.add_argument("--cols", type=int, help="Slitherlink: columns of cells, 1 to 255 (default: 10)")
    parser.add_argument(
        "--order", type=int,
        help="Sudoku: rows of a box, 2 to 15; the grid has as many rows as the order's square (default: 3)",
    )  # fmt: skip
    parser.add_argument(
        "--difficulty", choices=dict.fromkeys((*slitherlink.DIFFICULTIES, *sudoku.DIFFICULTIES)),
        help="Slitherlink: how many clues are left: easy, on 65%% of the cells; normal, on 55%%; hard, only those "
        "that cannot be spared (default: normal). Sudoku: easy falls to naked and hidden singles; hard resists "
        "these and locked candidates, and has to be searched (default: easy)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, help="the first puzzle's seed (default: %(default)s)")
    parser.add_argument(
        "-n", type=int, default=1, metavar="COUNT", help="how many puzzles (default: %(default)s)"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="where to write them (default: standard output)"
    )
    return parser
