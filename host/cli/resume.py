"""Answers that are kept in a file, so that a batch can be ended at any moment and gone on with."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import BinaryIO

from rowloom.errors import CommandError
from rowloom.host.cli.common import failing_as, tell
from rowloom.host.cli.files import Entry
from rowloom.host.cli.report import record_of
from rowloom.host.jobs.job import Aim, Outcome
from rowloom.host.jobs.status import LIMIT, NO_SOLUTION, SOLVED, STUCK
from rowloom.host.puzzles import Puzzle
from rowloom.host.whole_files import append

try:
    import fcntl
except ImportError:  # as on Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["Answers", "answers_in"]

_ANSWERS = SOLVED, NO_SOLUTION, LIMIT, STUCK
"""Other outcomes are no answers: their puzzles are tried again."""

_LONGEST = 1 << 24
"""Bytes of a line."""

_BEGINNING = b'{"id": "'
"""Of every line."""


class Answers:
    """Answers in a file, one a line. What a killed program has written of the last line is removed.

    Parameters
    ----------
    file : binary file
        Open for reading and appending.
    question : int or str
        How many solutions are looked for, or what else is asked. An answer counts for the same question only.

    Attributes
    ----------
    answered, unsolved : int
        How many puzzles were left out, and how many of these are not solved by their answers.

    Raises
    ------
    CommandError
        If it holds something else.
    """

    def __init__(self, file: BinaryIO, question: int | str):
        self._file, self._question = file, question
        self._known: Counter[tuple[str, bool]] = Counter()
        self.answered = self.unsolved = 0
        for number, line in enumerate(iter(lambda: file.readline(_LONGEST), b""), 1):
            if line.endswith(b"\n"):
                self._known[self._read(line, number)] += 1
            elif line.startswith(_BEGINNING) or _BEGINNING.startswith(line):
                file.truncate(file.tell() - len(line))
            else:
                raise self._foreign(number)

    def left(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Yield the entries without an answer in the file, and say how many others there are."""
        total = 0
        for entry in entries:
            total += 1
            if not entry.bad and self._answered(entry.puzzle):
                self.answered += 1
            else:
                yield entry
        if self.answered:
            tell(f"{self._file.name}: {self.answered:,} of {total:,} puzzles are answered there")

    def add(self, entry: Entry, outcome: Outcome | None, aim: Aim = Aim.SOLUTIONS) -> None:
        """Append an outcome if it is an answer; ``aim`` as for :func:`record_of`."""
        if not entry.bad and outcome and outcome.status in _ANSWERS and not outcome.interrupted:
            with failing_as(self._file.name, OSError):
                record = {"id": self._id(entry.puzzle), **record_of(entry, outcome, aim)}
                append(self._file.fileno(), json.dumps(record).encode() + b"\n")

    def _answered(self, puzzle: Puzzle) -> bool:
        for verified in (True, False):
            if self._known[key := (self._id(puzzle), verified)]:
                self._known[key] -= 1
                self.unsolved += not verified
                return True
        return False

    def _id(self, puzzle: Puzzle) -> str:
        said = repr((puzzle.genre, puzzle.name, puzzle.clues, self._question))
        return hashlib.sha256(said.encode()).hexdigest()[:16]

    def _read(self, line: bytes, number: int) -> tuple[str, bool]:
        try:
            record = json.loads(line)
            return str(record["id"]), bool(record["verified"])
        except (ValueError, LookupError, TypeError) as error:
            raise self._foreign(number) from error

    def _foreign(self, number: int) -> CommandError:
        return CommandError(
            f"{self._file.name}:{number}: not an answer that --resume has written; nothing was changed: name another"
            " file, or remove this line"
        )


@contextmanager
def _locked(file: BinaryIO) -> Iterator[None]:
    """Keep other commands from a file, as far as the system can; :class:`CommandError` if one has it."""
    if fcntl is None:
        yield
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise CommandError(f"{file.name}: another command is writing its answers there: name another file") from error
    yield  # closing the file ends the lock


@contextmanager
def answers_in(name: str, question: int | str) -> Iterator[Answers]:
    """Open a file of answers to a question, or create it; :class:`CommandError` if that is not possible."""
    with ExitStack() as stack:
        new = not os.path.exists(name)
        if not new and not (os.path.isfile(name) or os.path.isdir(name)):
            raise CommandError(f"{name}: --resume takes a file, and this is none")
        with failing_as(name, OSError):
            file = stack.enter_context(open(name, "ab+"))
            stack.enter_context(_locked(file))
        file.seek(0)
        try:
            yield Answers(file, question)
        finally:
            if new and not os.fstat(file.fileno()).st_size:
                os.unlink(name)
