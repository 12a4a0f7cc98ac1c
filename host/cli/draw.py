"""``rowloom draw``: draw puzzles and their solutions: pictures, and pages to print.

A .pdf file consists of pages to print. Each puzzle's title is its name, and the rules of the genres are at the foot of
each page. With --solve (like `rowloom solve`) or --solution, the solutions follow on pages at the end.

A .png or .svg file is a picture of one puzzle; with --solve or --solution, the solution is drawn in this picture. With
--per-page or --paper, a .png or .svg file contains a page instead, laid out like a page of a .pdf file. Several
pictures or pages are written to numbered files: out-1.svg, out-2.svg and so on.

The file for --solution is the output of `rowloom solve --json`, or text with rows of 1 (inside the loop, or shaded) and
0, or Sudoku grids.

examples:
  rowloom draw puzzles.txt -o book.pdf           one puzzle per page
  rowloom draw *.txt -o book.pdf --per-page 4 --solve --engine sat
                                                 four puzzles per page; this
                                                 computer solves them
  rowloom draw puzzles.txt -o book.pdf --grade   with their grades
  rowloom draw puzzles.txt -o page.svg --per-page 3x2 --paper letter
                                                 page-1.svg and so on, with
                                                 three rows of two puzzles
  rowloom draw puzzle.txt -o puzzle.svg          a picture
  rowloom draw puzzle.txt -o solved.png --solve  with its solution, found on the
                                                 simulated board
  rowloom draw many.txt -p 3 -o third.png        the third puzzle of a file
  rowloom draw sudoku.txt -o start.svg --candidates --coordinates
  rowloom solve --json many.txt > out
  rowloom draw many.txt -p NAME --solution out -o solved.svg

exit status: 0 if every puzzle was drawn, and solved and graded if requested, 1 if not, 2 for a wrong command line
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

from rowloom.errors import CommandError, LinkError, UsageError
from rowloom.host.cli.common import checked_type, counted, integer, log, prefix_errors
from rowloom.host.cli.files import Entry, choose_entry, read_files, read_solutions
from rowloom.host.cli.options import EngineOptions, PuzzleOptions, flag, option
from rowloom.host.cli.solving import open_solver
from rowloom.host.drawing import pages
from rowloom.host.drawing.canvas import reproducible, suffix_of, undrawable
from rowloom.host.drawing.drawing import Drawing
from rowloom.host.drawing.pictures import LARGEST_FONT, save
from rowloom.host.jobs.job import Aim, Outcome, Question
from rowloom.host.link.connection import BoardChoice
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.drawings import drawing_of, rule_of, titles
from rowloom.host.puzzles.sudoku import Sudoku, candidates

_MOST_CANDIDATES = 16
"""The maximum number of rows of a Sudoku whose candidates are drawn."""

_EASY = 4
"""The size in points below which numbers on a page cause a warning."""

_per_page = checked_type(lambda text: tuple(map(int, text.lower().split("x"))),
                     lambda numbers: len(numbers) <= 2 and min(numbers) > 0 and prod(numbers) <= pages.MOST_PER_PAGE,
                     f"a number of puzzles up to {pages.MOST_PER_PAGE}, or rows x columns of puzzles, such as 3x2")

_Numbered = Mapping[int, Puzzle]
"""Puzzles, keyed by their positions in the files, counted from 1 over all files."""


@dataclass(frozen=True, kw_only=True)
class DrawOptions(PuzzleOptions, EngineOptions):
    output: Path = option("-o", "--output", required=True, type=Path, metavar="PICTURE",
                          help="a .pdf, .png or .svg file")
    puzzle: str | None = option(
        "-p", "--puzzle", metavar="WHICH",
        help="draw only the puzzle with this name; or a number: the first puzzle is 1 (default: draw all puzzles)",
    )
    per_page: tuple[int, ...] = option(
        "--per-page", type=_per_page, default=(), metavar="N",
        help="N puzzles per page, as large as possible; or rows x columns of puzzles, such as 3x2 (default: 1)",
    )
    paper: str | None = option("--paper", choices=pages.PAPERS, help="the size of pages (default: a4)")
    grade: bool = flag("--grade", "on pages, print the grade of each puzzle (see `rowloom grade`)")
    coordinates: bool = flag("--coordinates", "label rows and columns with their numbers; r1c2 in a message means row"
                             " 1, column 2")
    candidates: bool = flag("--candidates", "show the digits that the givens allow in the empty cells of a Sudoku, up"
                            f" to {_MOST_CANDIDATES}x{_MOST_CANDIDATES}")
    font_size: int | None = option("--font-size", type=integer(1, LARGEST_FONT), metavar="N",
                                   help="the size of the numbers in a picture, in points")
    solve: bool = flag("--solve", "solve the puzzles first, and draw the solutions too", either="solution")
    solution: str | None = option("--solution", metavar="FILE", either="solution",
                                  help="also draw the solutions that FILE contains")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pages and self.font_size:
            raise UsageError("--font-size does not apply to pages, on which puzzles are as large as possible")
        if self.grade and not self.pages:
            raise UsageError("--grade works only with pages: a picture has no title")
        if self.candidates and self.solving and not self.pages:
            raise UsageError("--candidates: a picture with a solution has no empty cells; pages show solutions"
                             " separately")

    @property
    def pages(self) -> bool:
        """True if the output consists of pages, and not of pictures."""
        return self.output.suffix.lower() == ".pdf" or bool(self.per_page or self.paper)

    @property
    def solving(self) -> bool:
        """True if solutions are drawn."""
        return self.solve or self.solution is not None


def run(options: DrawOptions) -> int:
    _check_output(options.output)
    entries = list(read_files(options.files, options.genre))
    asked = _with_numbers(entries, options)
    wanted = _with_candidates(asked) if options.candidates else asked
    drawn = 0
    if wanted:
        drawn = _draw_pages(wanted, options) if options.pages else _draw_pictures(wanted, len(entries), options)
    return 0 if drawn == (len(entries) if options.puzzle is None else 1) else 1


def _check_output(path: Path) -> None:
    """Raise an error if the pictures cannot be written, so that the command fails before it solves puzzles."""
    suffix_of(path, *pages.SUFFIXES)
    with prefix_errors(path, OSError):
        os.scandir(path.parent).close()
    if not os.access(path.parent, os.W_OK):
        raise CommandError(f"{path}: its folder is read-only")
    with reproducible():
        pass  # The `with` statement raises an error if matplotlib is not installed.


def _with_numbers(entries: list[Entry], options: DrawOptions) -> _Numbered:
    """Return the puzzles to draw; report invalid puzzles."""
    if options.puzzle is not None:
        puzzles = counted(len(entries), "puzzle")
        fault = f"{', '.join(options.files)}: there is no puzzle {options.puzzle!r} among {puzzles}"
        index, puzzle = choose_entry(entries, options.puzzle, 1, fault)
        return {index + 1: puzzle}
    wanted = {}
    for number, entry in enumerate(entries, 1):
        if entry.bad:
            log(str(entry.puzzle))
        else:
            wanted[number] = entry.puzzle
    return wanted


def _with_candidates(wanted: _Numbered) -> _Numbered:
    """Report the Sudokus in which candidates would be too small; return the other puzzles."""
    if wanted and all(puzzle.genre != Sudoku.genre for puzzle in wanted.values()):
        raise CommandError("--candidates: there is no Sudoku among the puzzles")
    most, left = f"{_MOST_CANDIDATES}x{_MOST_CANDIDATES}", {}
    for number, puzzle in wanted.items():
        if puzzle.genre == Sudoku.genre and puzzle.rows > _MOST_CANDIDATES:
            log(f"{puzzle.name}: left out: candidates are for Sudokus up to {most}, not {puzzle.rows}x{puzzle.cols}")
        else:
            left[number] = puzzle
    return left


def _draw_pictures(wanted: _Numbered, last: int, options: DrawOptions) -> int:
    """Draw each puzzle into a file, with its solution if requested; return the number of files."""
    solutions = _solutions(wanted, options) if options.solving else dict.fromkeys(wanted)
    single = options.puzzle is not None or last == 1
    files = {number: options.output if single else pages.numbered(options.output, number, last) for number in solutions}
    for number, file in files.items():
        with prefix_errors(file, OSError):
            save(_drawing(wanted[number], solutions[number], options), file, options.font_size)
    _report_files("picture", [*files.values()])
    return len(files)


def _draw_pages(wanted: _Numbered, options: DrawOptions) -> int:
    """Draw all puzzles on pages, and after them the requested solutions.

    Return how many puzzles were drawn with everything that was requested (solution, grade).
    """
    drawings = {number: _drawing(puzzle, None, options) for number, puzzle in wanted.items()}
    rules = {rule_of(puzzle) for puzzle in wanted.values()}
    places = options.per_page or (1,)
    layout = pages.layout_for(options.paper or "a4", places, [*drawings.values()], rules)
    readable = {number: puzzle for number, puzzle in wanted.items() if _readable(puzzle.name, drawings[number], layout)}
    if not readable:
        return 0
    graded, interrupted = (
        _outcomes(readable, Question(Aim.GRADE, 2, time_limit=options.time_limit), BoardChoice())
        if options.grade else ({}, False)
    )  # fmt: skip
    grades = {number: outcome.grade.level for number, outcome in graded.items() if outcome.grade}
    solutions = _solutions(readable, options) if options.solving and not interrupted else {}
    named = titles(readable, grades)
    if lacking := undrawable("".join(named.values())):
        log(f"no installed font has the characters {lacking} of the titles, so boxes are drawn instead: install a font"
            " with these characters")
    pictures = [pages.TitledDrawing(named[number], drawings[number], rule_of(puzzle))
                for number, puzzle in readable.items()]
    solved = [pages.TitledDrawing(named[number], drawing_of(readable[number], solution, options.coordinates))
              for number, solution in solutions.items()]
    with prefix_errors(options.output, OSError):
        files = pages.save_pages(options.output, layout, pictures, solved)
    _report_files("page", files)
    return sum((number in solutions or not options.solving) and (number in grades or not options.grade)
               for number in readable)  # fmt: skip


def _solutions(wanted: _Numbered, options: DrawOptions) -> dict[int, Solution]:
    """Return the solutions of the puzzles; report puzzles without a solution."""
    if options.solution is not None:
        return read_solutions(wanted, options.solution)
    question = Question(engine=options.engine, limit=options.limit, time_limit=options.time_limit)
    outcomes, _ = _outcomes(wanted, question, options.boards)
    return {number: outcome.solutions[0] for number, outcome in outcomes.items()}


def _outcomes(wanted: _Numbered, question: Question, choice: BoardChoice) -> tuple[dict[int, Outcome], bool]:
    """Solve or grade the puzzles; return the outcomes, and whether Ctrl-C ended the search.

    Puzzles without a solution or grade are reported and left out.
    """
    graded = question.aim is Aim.GRADE
    found, interrupted = {}, False
    with open_solver([*wanted.values()], len(wanted), question, choice) as solver:
        try:
            for outcome, number in zip(solver.solve(wanted.values()), wanted):
                interrupted |= outcome.stopped
                if outcome.grade if graded else outcome.verified:
                    found[number] = outcome
                elif not (outcome.lost or outcome.stopped):
                    log(f"{outcome.puzzle.name}: {'no grade: ' if graded else ''}{outcome.message}")
        except LinkError as error:
            log(str(error))
    if interrupted:
        log(f"interrupted: {len(found):,} of {len(wanted):,} puzzles {'graded' if graded else 'solved'}")
    return found, interrupted


def _drawing(puzzle: Puzzle, solution: Solution | None, options: DrawOptions) -> Drawing:
    drawing = drawing_of(puzzle, solution, options.coordinates)
    if options.candidates and isinstance(puzzle, Sudoku):
        return replace(drawing, candidates=candidates(puzzle))
    return drawing


def _readable(name: str, drawing: Drawing, layout: pages.Layout) -> bool:
    """Return whether a puzzle's numbers are large enough on a page; report numbers that are too small or rather small.
    """
    size = layout.smallest_text(drawing)
    if size < pages.READABLE:
        alone = pages.Layout(layout.paper, 1, 1, 1).smallest_text(drawing) >= pages.READABLE
        hint = "fewer puzzles on a page" if alone else "an .svg or .png file without pages"
        log(f"{name}: left out: its numbers would be too small to read; use {hint}")
    elif size < _EASY:
        log(f"{name}: its numbers are only {size:.1f} points high")
    return size >= pages.READABLE


def _report_files(what: str, files: list[Path]) -> None:
    if len(files) > 1:
        log(f"{counted(len(files), what)}: {files[0]} to {files[-1].name}")
