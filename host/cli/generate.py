"""``rowloom generate``: make puzzles with exactly one solution.

Makes puzzles, each with exactly one solution. The same arguments always make the
same puzzles. The second one has seed SEED + 1, and so on, so that each can be
made alone.

What easy, normal and hard mean:
  slitherlink  clues left on 65 % of the cells; on 55 %; as few as possible
  slink        the first six rules solve it; the seventh is needed; others too
  sudoku       singles solve it; locked candidates are needed; search is needed
  smullyan, canal
               cells that single rules leave open: none; up to half; more

A 10x10 Slitherlink takes a fraction of a second, a Sudoku of any size seconds.

examples:
  rowloom generate slitherlink                    one of 10x10
  rowloom generate sudoku --difficulty hard -n 5  five of 9x9
  rowloom generate canal --size 8x12 --seed 7 -o canal.txt
                                                  into a file
  rowloom generate sudoku -n 500 --jobs 4         in four processes, the same 500

Ctrl-C ends it and keeps the puzzles made so far.
"""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache

from rowloom.host import puzzles
from rowloom.host.cli.cluster import add_cluster_options, opened_cluster
from rowloom.host.cli.common import CommandError, integer, option, say
from rowloom.host.cli.meter import Meter
from rowloom.host.cluster.work import Making
from rowloom.host.generate import DIFFICULTIES, GENERATED, usual_size
from rowloom.hw.engine import Size

__all__ = ["add_arguments", "run"]


_size = option(Size.parse, lambda size: True, "a size such as 10x10")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("genre", choices=GENERATED, metavar="GENRE", help=f"what to make: {', '.join(GENERATED)}")
    parser.add_argument(
        "--size", type=_size, metavar="RxC", help="rows and columns of cells (default: 10x10; for Sudoku 9x9)"
    )
    parser.add_argument("--difficulty", choices=DIFFICULTIES, default="normal", help="see above (default: %(default)s)")
    parser.add_argument(
        "--seed", type=integer(0), default=1, metavar="SEED", help="the first puzzle's seed (default: %(default)s)"
    )
    parser.add_argument("-n", type=integer(1), default=1, metavar="N", help="how many (default: %(default)s)")
    add_cluster_options(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write them (default: standard output)")


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    rows, cols = args.size or usual_size(args.genre)
    write = puzzles.genre(args.genre).write
    with opened_cluster(args), _written(args.output) as put, Meter(args.n) as meter:
        for number, puzzle in enumerate(_made(Making(args.genre, rows, cols, args.difficulty), args, meter)):
            if isinstance(puzzle, Exception):
                raise CommandError(str(puzzle), status=2 if isinstance(puzzle, ValueError) else 1) from puzzle
            with meter.hidden():
                put("\n" * bool(number) + write(puzzle))
    return 0


def _made(work: Making, args: argparse.Namespace, meter: Meter) -> Iterator[puzzles.Puzzle | Exception]:
    """Make the puzzles, here or on workers."""
    seeds = range(args.seed, args.seed + args.n)
    if args.workers:
        yield from args.workers.run(work, seeds, progress=meter.at_work)
        return
    for seed in seeds:
        meter.searching(f"{args.genre} with seed {seed}")
        yield work.made(seed)
        meter.done()


@contextmanager
def _written(name: str | None) -> Iterator[Callable[[str], None]]:
    """Yield a function that writes texts into a file at once, or to standard output."""
    if name is None:
        yield lambda text: say(text.removesuffix("\n"))
        return
    with ExitStack() as stack:
        # opened late: a failure must not destroy an existing file
        opened = cache(lambda: stack.enter_context(open(name, "w", encoding="ascii", newline="\n")))
        try:
            yield lambda text: print(text, end="", file=opened(), flush=True)
        except OSError as error:
            raise CommandError(f"cannot write {name}: {error.strerror}") from error
