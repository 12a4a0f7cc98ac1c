"""Outcomes as people and programs read them."""

import json
import shlex
import shutil
import sys
from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from rich.console import Console
from rich.text import Text

from rowloom.host import puzzles
from rowloom.host.cli.batch import STANDARD_INPUT, Entry
from rowloom.host.cli.common import counted, say, tell
from rowloom.host.job import CANCELLED, ERROR, Outcome
from rowloom.host.puzzles.terminal import ASCII
from rowloom.host.solvers.sudoku_logic import NAMES, needed

__all__ = ["duration", "pictures", "print_json", "print_outcome"]

_GAP = "    "

_SUDOKU_NOUNS = {"guesses": "guess", "rounds": "round"}

_NOUNS = {
    ("slitherlink", "checker"): {"nodes": "check", "backs": "backtrack", "candidates": "candidate"},
    ("slitherlink", "fast"): {"nodes": "node", "probes": "probe", "visits": "row visit"},
    ("sudoku", "fast"): _SUDOKU_NOUNS,
    ("sudoku", "steps"): _SUDOKU_NOUNS,
    ("sudoku", "scan"): {"guesses": "guess", "visits": "unit visit"},
}
"""What the counters of a genre's engine count, where that tells a person something."""


def print_json(outcome: Outcome, clock: int | None, explain: bool = False) -> None:
    """One line with a JSON object; what is not known is null.

    Parameters
    ----------
    outcome : Outcome
    clock : int or None
        The board's, in Hz; None if no board was asked.
    explain : bool
        Its steps, too.
    """
    puzzle = outcome.puzzle
    record = {
        "name": puzzle.name,
        "genre": getattr(puzzle, "genre", None),
        "rows": getattr(puzzle, "rows", None),
        "cols": getattr(puzzle, "cols", None),
        "engine": outcome.engine or None,
        "status": outcome.status,
        "solutions": outcome.solutions,
        "complete": outcome.complete,
        "cycles": outcome.cycles,
        "clock_hz": clock if outcome.seconds is None else None,
        "seconds": outcome.seconds if outcome.cycles is None else outcome.cycles / clock,
        "nodes": None,
        **outcome.counters,
        "verified": outcome.verified,
        "message": outcome.message,
        **({"steps": [str(step) for step in outcome.steps]} if explain else {}),
    }
    say(json.dumps(record))


def print_outcome(entry: Entry, outcome: Outcome, clock: int | None, draw: bool, explain: bool = False) -> None:
    """A line or two of words, and the puzzle beside its solutions; errors go where messages go.

    Nothing for a puzzle that was lost with the link: why is said once, when the command ends.

    Parameters
    ----------
    entry : Entry
    outcome : Outcome
    clock : int or None
        The board's, in Hz; None if no board was asked.
    draw : bool
        The pictures, too.
    explain : bool
        The steps, too.
    """
    if outcome.lost:
        return
    if entry.bad:
        tell(outcome.message)
        return
    puzzle = entry.puzzle
    if outcome.status == ERROR:
        tell(f"{entry.source}:{puzzle.line}: {puzzle.name}: {outcome.message}")
        return
    words = filter(None, ("solved and verified" if outcome.verified else "", outcome.message))
    say(f"{puzzle.name} ({puzzle.rows}x{puzzle.cols}): {'; '.join(words)}")
    if outcome.cycles:
        counts = [
            counted(outcome.counters[name], noun)
            for name, noun in _NOUNS.get((puzzle.genre, outcome.engine), {}).items()
            if name in outcome.counters
        ]
        time = f"{outcome.cycles:,} cycles, {duration(outcome.cycles / clock)} at {clock / 1e6:g} MHz"
        say("; ".join(filter(None, (time, ", ".join(counts)))))
    elif outcome.seconds is not None:
        say("; ".join(filter(None, (f"{duration(outcome.seconds)} with {outcome.engine}", _counts(outcome)))))
    if explain:
        for number, step in enumerate(outcome.steps, 1):
            say(f"{number:5}  {step}")
    if draw and outcome.status != CANCELLED:
        fits = max(puzzle.rows, puzzle.cols) <= puzzles.genre(puzzle.genre).MOST_IN_TERMINAL
        if outcome.partial and fits:
            say(f"{outcome.partial.rstrip()}\n")
        else:
            say(pictures(puzzle, (None, *outcome.solutions)) if fits else _how_to_draw(entry))


def _counts(outcome: Outcome) -> str:
    """What an engine on this computer has counted."""
    if outcome.engine == "sudoku-logic":
        return f"needed: {', '.join(NAMES[letter] for letter in needed(outcome.counters)) or 'nothing'}"
    return ", ".join(counted(count, name.removesuffix("s")) for name, count in outcome.counters.items())


def duration(seconds: float) -> str:
    """A time as a person reads it."""
    if seconds >= 1:
        return f"{seconds:,.2f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} {'µs' if _shows('µ') else 'us'}"


def _how_to_draw(entry: Entry) -> str:
    """What makes a picture of a puzzle that is too large for the terminal."""
    file = "FILE" if entry.source == STANDARD_INPUT else shlex.quote(entry.source)
    command = f"rowloom draw {file} -p {shlex.quote(entry.puzzle.name)} --solve -o picture.png"
    return f"Too large for the terminal; this draws it (.svg as well): {command}\n"


def pictures(puzzle: Any, solutions: Iterable[puzzles.Solution | None]) -> str:
    """The puzzle with each of these solutions (None for without), side by side if the terminal is wide enough."""
    render = puzzles.genre(puzzle.genre).render
    # None on what is no terminal, or a dumb one.
    console = Console()
    colour = console.color_system is not None and not console.no_color
    blocks = [render(puzzle, solution, colour).splitlines() for solution in solutions]
    if not all(_shows(line) for block in blocks for line in block):
        blocks = [[line.translate(ASCII) for line in block] for block in blocks]
    widths = [max(_width(line) for line in block) for block in blocks]
    room = shutil.get_terminal_size().columns
    if sum(widths) + len(_GAP) * (len(widths) - 1) > room:
        return "\n\n".join("\n".join(block) for block in blocks) + "\n"
    rows = (
        _GAP.join(line + " " * (width - _width(line)) for line, width in zip(lines, widths)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    )
    return "\n".join(rows) + "\n"


def _shows(text: str) -> bool:
    """Whether standard output has all these characters."""
    return text == text.encode(sys.stdout.encoding, "replace").decode(sys.stdout.encoding)


def _width(line: str) -> int:
    return Text.from_ansi(line).cell_len
