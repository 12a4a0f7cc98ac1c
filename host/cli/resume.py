"""The files of ``--resume``, which store the answers of a batch, so that an interrupted batch can be resumed."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import BinaryIO

from rowloom.errors import CommandError
from rowloom.host.cli.common import log, prefix_errors
from rowloom.host.cli.files import Entry
from rowloom.host.jobs.job import Aim, Outcome
from rowloom.host.jobs.status import LIMIT, NO_SOLUTION, SOLVED, STUCK
from rowloom.host.puzzles import Puzzle
from rowloom.host.whole_files import append

try:
    import fcntl
except ImportError:  # on Windows, for example
    fcntl = None  # type: ignore[assignment]

__all__ = ["Answers", "open_answers"]

_ANSWERS = SOLVED, NO_SOLUTION, LIMIT, STUCK
"""The outcomes that are stored as answers. Puzzles with any other outcome, such as an error, are tried again."""

_LONGEST = 1 << 24
"""The maximum length of a line, in bytes."""

_BEGINNING = b'{"id": "'
"""The first bytes of every line."""


class Answers:
    """A file of answers, one per line; CommandError if the file contains anything else.

    The file must be open for reading and appending. An incomplete last line, which a killed program may leave, is
    removed. ``question`` is the number of solutions that the command looks for or, if it asks something else, a string.
    Answers to any other question are ignored. ``answered`` is the number of puzzles that already have an answer;
    ``unsolved`` is how many of these answers are not solutions.
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
        """Yield the entries that have no answer in the file, and log how many entries already have an answer."""
        total = 0
        for entry in entries:
            total += 1
            if not entry.bad and self._answered(entry.puzzle):
                self.answered += 1
            else:
                yield entry
        if self.answered:
            log(f"{self._file.name}: {self.answered:,} of {total:,} puzzles already have an answer")

    def add(self, outcome: Outcome, aim: Aim) -> None:
        """Append an outcome to the file if the outcome is an answer."""
        if outcome.status in _ANSWERS and not outcome.interrupted:
            with prefix_errors(self._file.name, OSError):
                record = {"id": self._id(outcome.puzzle), **outcome.to_json(aim)}
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
def open_answers(name: str, question: int | str) -> Iterator[Answers]:
    """Open or create a file of answers to a question; :class:`CommandError` if this fails."""
    with ExitStack() as stack:
        new = not os.path.exists(name)
        if not new and not (os.path.isfile(name) or os.path.isdir(name)):
            raise CommandError(f"{name}: --resume needs a file, but this is not a file")
        with prefix_errors(name, OSError):
            file = stack.enter_context(open(name, "ab+"))
            try:
                if fcntl is not None:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # locked until the file is closed
            except BlockingIOError as error:
                busy = f"{name}: another command is writing its answers there: name another file"
                raise CommandError(busy) from error
        file.seek(0)
        try:
            yield Answers(file, question)
        finally:
            if new and not os.fstat(file.fileno()).st_size:
                os.unlink(name)
