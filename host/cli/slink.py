"""``rowloom slink``: solve Slinks in the programming contest's format.

Read Slinks (Slitherlinks with a number in every cell) and print their solutions. Puzzles and solutions have the
format of a problem from the ACM ICPC Mid-Central USA contest of 2007, which is named SLINK on the Sphere Online Judge.
Each puzzle is a line "rows columns" and then its rows: numbers from 0 to 3, separated by spaces. A line "0 0" ends the
input.

The command uses the fifteen rules of the problem's statement and never guesses. If the rules do not solve a puzzle, the
partial solution is drawn on standard error.

examples:
  rowloom slink < slink.in > slink.out      output in the judge's format
  rowloom slink --explain < slink.in        also print which rule found what
  rowloom solve --engine slink puzzle.txt   a Slitherlink, by the same rules
  rowloom convert --to slink FILE           make input for this command

exit status: 0 if every puzzle was solved, 1 if not, 2 for a wrong command line
"""

from dataclasses import dataclass

from rowloom.host.cli.common import echo, log
from rowloom.host.cli.files import read_from, source_of
from rowloom.host.cli.options import flag, option
from rowloom.host.puzzles import PuzzleError
from rowloom.host.puzzles.slink import Slink, answer
from rowloom.host.solvers import Stuck
from rowloom.host.solvers.slink import SlinkSearch


@dataclass(frozen=True, kw_only=True)
class SlinkOptions:
    file: str = option(nargs="?", default="-", metavar="FILE", help="the puzzles (default: standard input)")
    explain: bool = flag("--explain", "print the rule and the result of each step on standard error")


def run(options: SlinkOptions) -> int:
    unsolved = 0
    for number, puzzle in enumerate(read_from(options.file, Slink.read), 1):
        if isinstance(puzzle, PuzzleError):
            unsolved += 1
            log(f"set {number}: {puzzle}")
            continue
        search = SlinkSearch(puzzle)
        try:
            solution, why = next(search.solutions(), None), "there is no solution"
        except Stuck as stuck:
            solution, why = None, f"{stuck}; the puzzle so far:\n{stuck.partial}"
        if options.explain:
            for step in search.steps:
                log(f"set {number}: {step}")
        if solution is None:
            unsolved += 1
            log(f"set {number}: {source_of(options.file)}:{puzzle.line}: {why}")
        else:
            echo(answer(puzzle, solution, number))
    return 1 if unsolved else 0
