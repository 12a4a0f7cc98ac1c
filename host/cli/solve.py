"""``rowloom solve``: solve puzzles and draw the solutions.

Solve puzzles, verify every solution against the rules, and draw it.

Puzzles are solved on a board, by default on a simulated board. If --engine names one of the following engines, this
computer solves the puzzles:

{_ENGINES_HERE}

A Slitherlink is a line "rows columns" and then its rows: a digit 0 to 3 for a clue, a dot for a cell without a clue. A
9x9 Sudoku is a line of 81 characters, with a dot or 0 for an empty cell. A Sudoku of any size, from 4x4 to 225x225,
may also be a grid with one line per row. A line "# name" sets the name of the next puzzle. A file may contain many
puzzles. The documentation describes the other formats.

examples:
  rowloom solve puzzle.txt                 on the simulated board
  rowloom solve --port /dev/ttyUSB0 *.txt  on a real board
  rowloom solve --port auto *.txt          on every board that is plugged in
  rowloom solve --simulators 4 *.txt       on four simulated boards at once
  rowloom solve --engine sat puzzle.txt    on this computer, without a board
  printf '2 2\\n3.\\n..\\n' | rowloom solve -
                                           from standard input
  rowloom solve --engine sat 'puzz.link/p?slither/4/4/dgdh2c71'
                                           a link, in quotes
  rowloom solve --count 2 puzzle.txt       is the solution unique?
  rowloom solve --engine sat --count 0 *.txt
                                           all solutions
  rowloom solve --limit 50M *.txt          at most 50 million cycles per puzzle
  rowloom solve --engine checker *.txt     by the paper's method
  rowloom solve --certain draft.txt        what all its solutions have in common
  rowloom solve --hint puzzle.txt          only the next step
  rowloom solve --explain puzzle.txt       step by step, as people solve it
  rowloom solve --explain -p 3 -o steps.gif *.txt
                                           the third puzzle's steps, animated
  rowloom solve --engine sat --jobs 4 *.txt
                                           in four processes
  rowloom solve --cluster tcp://HOST:8786 *.txt
                                           on other computers and their boards
  rowloom solve --json *.txt > out         one JSON object per puzzle and line
  rowloom solve --resume done.jsonl *.txt  a long batch that can be interrupted
                                           and resumed

Ctrl-C ends the search and keeps the solutions found until then; a second Ctrl-C exits at once.

exit status: 0 if every puzzle was solved and verified, 1 if not, 2 for a wrong command line
"""

import json
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import tee
from pathlib import Path

from rowloom.errors import CommandError, UsageError
from rowloom.host.arguments import SOLUTIONS
from rowloom.host.cli.common import counted, echo, integer, log, prefix_errors
from rowloom.host.cli.files import Entry, SpooledEntries, choose_entry, pair_outcomes, puzzles_of, read_files, spooled
from rowloom.host.cli.options import BatchOptions, EngineOptions, PuzzleOptions, flag, option
from rowloom.host.cli.report import log_unsolved, print_outcome
from rowloom.host.cli.resume import Answers, open_answers
from rowloom.host.cli.solving import open_solver, opened_cluster
from rowloom.host.drawing.pictures import save, save_animation
from rowloom.host.jobs.certain import MOST
from rowloom.host.jobs.job import Aim, Outcome, Question
from rowloom.host.jobs.status import CANCELLED, HINT
from rowloom.host.puzzles.drawings import drawing_of
from rowloom.host.solvers import ENGINES

_ENGINES_HERE = "\n".join(f"  {name:<{max(map(len, ENGINES))}}  {one.summary}" for name, one in ENGINES.items())

_FINDING = Aim.SOLUTIONS, Aim.STEPS

_OTHERS = "other solutions were not looked for"

_SECONDS = 2.0
"""The seconds for which an animation shows each step."""

_ANIMATION = ".gif"
_PICTURES = ".svg", ".png"

_NOT_WITH_HINT = "count", "resume", "jobs", "cluster"


@dataclass(frozen=True, kw_only=True)
class SolveOptions(PuzzleOptions, EngineOptions, BatchOptions):
    puzzle: str | None = option("-p", "--puzzle", metavar="WHICH",
                                help="solve only the puzzle with this name; or a number: the first puzzle is 1"
                                " (default: solve all puzzles)")
    count: int | None = option(
        "--count", type=integer(*SOLUTIONS), metavar="N",
        help="find up to N solutions; 2 shows whether a solution is unique; boards accept 1 and 2, engines on this"
        f" computer accept any number, and 0 for all (default: 1; with --certain {MOST})",
    )
    draw: bool = option("--no-draw", action="store_false", default=True, help="print no pictures")
    certain: bool = flag("--certain", "draw what all solutions have in common, and two of the solutions; the"
                         " solutions are counted up to the N of --count, also on boards", either="aim")
    explain: bool = flag("--explain", "solve with an engine that explains its steps, and print every step; r1c2 is row"
                         " 1, column 2", either="aim")
    hint: bool = flag("--hint", "print only the next step, and draw the cells that it uses", either="aim")
    output: str | None = option(
        "-o", "--output", metavar="FILE",
        help="with --explain: draw the steps into a .gif file, or as pictures into a folder; with --hint: draw the step"
        " into a .svg or .png file",
    )
    resume: str | None = option(
        "--resume", metavar="FILE",
        help="append each answer to FILE as a line of JSON, and skip the puzzles whose answers are in FILE: after an"
        " interruption, the same command resumes the batch",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.certain and self.count == 1:
            raise UsageError("--certain needs --count 2 or more, or 0 for all solutions")
        if self.hint and (wrong := next((name for name in _NOT_WITH_HINT if getattr(self, name) is not None), None)):
            raise UsageError(f"--hint finds one step on this computer, and cannot be combined with --{wrong}")
        if self.output is None:
            return
        if not (self.explain or self.hint):
            raise UsageError("-o is for --explain and --hint; `rowloom draw` draws puzzles and solutions")
        if self.on_workers:
            raise UsageError("-o draws steps that this command finds; with --jobs and --cluster, steps are only text")

    @property
    def question(self) -> Question:
        """The question that the command asks about each puzzle."""
        aim = next((aim for aim in Aim if getattr(self, aim.value, False)), Aim.SOLUTIONS)
        count = (MOST if self.certain else 1) if self.count is None else self.count
        return Question(aim, count, self.engine, self.limit, self.time_limit, counters=self.json)


def run(options: SolveOptions) -> int:
    if options.output is not None:
        _check_output(options.output, options.hint)
    count = options.question.count
    what = f"certain, {count}" if options.certain else count
    with open_answers(options.resume, what) if options.resume else nullcontext() as answers:
        entries = _read(options)
        with spooled(answers.left(entries) if answers else entries) as left:
            if options.output and left.count > 1:
                raise UsageError(f"-o draws one puzzle, but there are {left.count:,}: choose one with -p")
            solved = _solve(left, options, answers)
            return 0 if solved == left.count and not (answers and answers.unsolved) else 1


def _read(options: SolveOptions) -> Iterable[Entry]:
    entries = read_files(options.files, options.genre)
    if options.puzzle is None:
        return entries
    there = list(entries)
    fault = f"there is no puzzle {options.puzzle!r} among {counted(len(there), 'puzzle')}"
    index, _ = choose_entry(there, options.puzzle, 1, fault)
    return there[index : index + 1]


def _solve(entries: SpooledEntries, options: SolveOptions, answers: Answers | None) -> int:
    """Solve the puzzles, and store and print the answers; return the number of puzzles with a solution or a hint."""
    done = ended = not_looked_for = 0
    shown, solved = tee(entries)
    question = options.question
    with (
        opened_cluster(options, options.boards) as cluster,
        open_solver(entries.examples, entries.count, question, options.boards, cluster) as solver,
    ):
        for entry, outcome in pair_outcomes(shown, solver.solve(puzzles_of(solved))):
            if answers:
                answers.add(outcome, question.aim)
            alone = outcome.verified and question.count == 1 and question.aim in _FINDING
            if options.json:
                echo(json.dumps(outcome.to_json(question.aim)))
            else:
                print_outcome(entry, outcome, options.draw, question.aim, _OTHERS * (alone and entries.count == 1))
            not_looked_for += alone
            if options.output and not entry.bad:
                _draw_steps(outcome, options.output)
            done += outcome.verified or outcome.status == HINT
            ended += outcome.status == CANCELLED
    if not_looked_for and entries.count > 1 and not (options.json or ended):
        echo(f"{_OTHERS.capitalize()} (--count 2 looks for a second solution)")
    solved_before, before = (answers.answered - answers.unsolved, answers.answered) if answers else (0, 0)
    solved_in_all, in_all = done + solved_before, entries.count + before
    if ended:
        resumes = "; the same command resumes the batch" if answers else ""
        log(f"interrupted: {solved_in_all:,} of {in_all:,} puzzles solved{resumes}")
    else:
        log_unsolved(solved_in_all, in_all)
    return done


def _check_output(path: str, hint: bool) -> None:
    """Check the value of ``-o``: a name for the picture of a hint or, without ``hint``, for pictures of steps."""
    # An empty path usually comes from an unset variable in a script, and is an error.
    if not path:
        raise UsageError("-o needs the name of a file or folder; found nothing")
    suffix = Path(path).suffix.lower()
    if hint and suffix not in _PICTURES:
        raise UsageError(f"--hint draws one picture: -o needs a name that ends in {' or '.join(_PICTURES)}")
    if hint or suffix == _ANIMATION:
        return
    if suffix in _PICTURES:
        raise UsageError(
            f"--explain draws a picture of each step: -o needs a name that ends in {_ANIMATION}, or a folder's name"
        )
    if any(Path(path).glob("step-*.svg")):
        raise CommandError(f"{path}: the folder already has pictures of steps; name another folder")


def _draw_steps(outcome: Outcome, path: str) -> None:
    """Draw a hint into a picture, or all steps into an animation or a folder with a picture for each step."""
    if not (steps := outcome.steps):
        log(f"{path}: there is no step to draw")
        return
    titles = [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    drawings = [replace(step.picture(), coordinates=True) for step in steps]
    with prefix_errors(path, OSError):
        if outcome.status == HINT:
            save(drawings[0], path, title=str(steps[0]))
        elif Path(path).suffix.lower() == _ANIMATION:
            drawings.insert(0, drawing_of(outcome.puzzle, coordinates=True))
            save_animation(drawings, [outcome.puzzle.name, *titles], path, _SECONDS)
        else:
            Path(path).mkdir(parents=True, exist_ok=True)
            for number, (drawing, title) in enumerate(zip(drawings, titles), 1):
                save(drawing, Path(path) / f"step-{number:03}.svg", title=title)
