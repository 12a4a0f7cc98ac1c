"""The lines of a text, read only as far ahead as a reader looks."""

import io
import re
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple, TextIO

from rowloom.host.puzzles.text.unwrap import plain

__all__ = ["LONGEST_LINE", "Fault", "Line", "Lines", "encoding_fault"]

LONGEST_LINE = 1_000_000
"""In characters, twice the length of a JSON object with 255x255 cells."""

_CHUNK = 1 << 16
"""The number of characters that are skipped at a time in a long line."""

_MARKED = tuple(">`~")
"""The first characters of ASCII lines with text around them."""

_ESCAPED = re.compile("[\udc80-\udcff]")
"""Bytes that are not UTF-8, decoded with ``errors="surrogateescape"``."""

_UTF_16_MARKS = ("\udcff\udcfe", "\udcfe\udcff")
"""The byte order marks of UTF-16, decoded the same way."""


class Fault(ValueError):
    """An error in a line, and perhaps at a column."""

    def __init__(self, message: str, line: int, column: int | None = None):
        super().__init__(message)
        self.line, self.column = line, column


class Line(NamedTuple):
    """A line of a text."""

    number: int
    """From 1."""
    text: str
    """Without white space at its end."""


class Lines:
    """The remaining lines of a text.

    They end before a line that stands apart: a line that cannot be read, or that shows the form of the puzzles in it or
    below it. :meth:`apart` removes that line, :meth:`below` the lines that belong to it; then other lines follow.

    Parameters
    ----------
    text : str or text file
        Line ends of any kind and a byte order mark are ignored. A file is read on demand; it should be opened with
        ``encoding="utf-8", errors="surrogateescape"``, so that bytes that are not UTF-8 are reported with their line.
    is_apart : function of str, optional
        Return whether a line, which is not blank, stands apart.
    """

    def __init__(self, text: str | TextIO, is_apart: Callable[[str], bool] = lambda line: False):
        self._unread = _read(io.StringIO(text, newline=None) if isinstance(text, str) else text)
        self._is_apart = is_apart
        self._number = 1
        """The number of the first remaining line."""
        self._back: str | Fault | None = None
        """A line that was read, but belongs before the unread lines."""
        self._ahead: deque[str] = deque()
        self._apart: Line | Fault | None = None
        """The line that ended the lines; None at the end of the text, and before such a line was read."""

    def __bool__(self) -> bool:
        return bool(self._ahead) or self._fill(1)

    def __getitem__(self, index: int) -> Line:
        if index >= len(self._ahead) and not self._fill(index + 1):
            raise IndexError
        return Line(self._number + index, self._ahead[index])

    def __iter__(self) -> Iterator[Line]:
        """Iterate over the remaining lines without removing them."""
        index = 0
        while index < len(self._ahead) or self._fill(index + 1):
            yield Line(self._number + index, self._ahead[index])
            index += 1

    def popleft(self) -> Line:
        """Remove and return the next line; IndexError at the end."""
        first = self[0]
        self._ahead.popleft()
        self._number += 1
        return first

    def take(self, wanted: Callable[[str], object], most: int) -> list[str]:
        """Remove up to ``most`` next lines while their texts are wanted, and return the texts."""
        ahead = self._ahead
        taken: list[str] = []
        while len(taken) < most and (ahead or self._fill(1)) and wanted(ahead[0]):
            taken.append(ahead.popleft())
            # The next line may stand apart, and needs its number.
            self._number += 1
        return taken

    def apart(self) -> Line | None:
        """Remove and return the line that stands apart, when no line remains before it; None at the text's end.

        If that line cannot be read, :class:`Fault` is raised. More lines may follow.
        """
        found, self._apart = self._apart, None
        self._number += found is not None
        if isinstance(found, Fault):
            raise found
        return found

    @property
    def ended(self) -> bool:
        """True if no line remains, not even a line that stands apart."""
        return not self and self._apart is None

    def below(self, wanted: Callable[[str], object]) -> Iterator[str]:
        """Remove the lines below the line that stood apart while they are wanted; yield their texts."""
        while isinstance(text := self._next(), str) and wanted(text):
            self._number += 1
            yield text
        self._back = text

    def _next(self) -> str | Fault | None:
        """Return the next line to be read; None at the text's end."""
        text, self._back = self._back, None
        return next(self._unread, None) if text is None else text

    def _fill(self, count: int) -> bool:
        """Read until this many lines are available; return whether they are."""
        while len(self._ahead) < count and self._apart is None:
            text = self._next()
            if text is None:
                break
            if isinstance(text, Fault):
                self._apart = text
            elif text and self._is_apart(text):
                self._apart = Line(self._number + len(self._ahead), text)
            else:
                self._ahead.append(text)
        return len(self._ahead) >= count


class EncodingFault(NamedTuple):
    """The reason why a text is not UTF-8, and the index."""

    message: str
    at: int


def encoding_fault(text: str) -> EncodingFault | None:
    """Return why a text, decoded as for :class:`Lines`, is not UTF-8; None if it is."""
    if text.startswith(_UTF_16_MARKS) or "\0" in text:
        message = "not a text in UTF-8, but perhaps one in UTF-16: save it as UTF-8"
        return EncodingFault(message, max(text.find("\0"), 0))
    if text.isascii() or (found := _ESCAPED.search(text)) is None:
        return None
    byte = bytes([ord(found[0]) - 0xDC00])
    in_latin_1 = f" ({byte.decode('latin-1')!r} in Latin-1)" if byte >= b"\xa0" else ""
    message = f"not a text in UTF-8: here is the byte {byte.hex()}{in_latin_1}; save it as UTF-8"
    return EncodingFault(message, found.start())


def _read(file: TextIO) -> Iterator[str | Fault]:
    """Yield the lines' texts, and a fault for each long line; the first line that is not UTF-8 ends the text."""
    number = 0
    while text := file.readline(LONGEST_LINE + 1):
        number += 1
        if number == 1:
            text = text.removeprefix("\ufeff")
        is_plain = text.isascii() and "\0" not in text  # a fast check first
        if not is_plain and (fault := encoding_fault(text)):
            yield Fault(f"{fault.message}; the rest of the text is not read", number, fault.at + 1)
            return
        if len(text) > LONGEST_LINE and not text.endswith("\n"):
            length = len(text) + _skipped(file)
            yield Fault(f"expected lines of at most {LONGEST_LINE:,} characters, found one of {length:,}", number)
        else:
            text = text.rstrip()
            is_plain = (is_plain and text[:1] not in _MARKED) or text.lstrip().startswith("#")
            yield text if is_plain else plain(text)


def _skipped(file: TextIO) -> int:
    """Skip the rest of a line; return its length."""
    length = 0
    while text := file.readline(_CHUNK):
        length += len(text.rstrip("\n"))
        if text.endswith("\n"):
            break
    return length
