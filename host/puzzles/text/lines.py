"""The lines of a text, which are read on demand."""

import io
import re
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple, TextIO

from rowloom.host.puzzles.text.unwrap import plain

__all__ = ["LONGEST_LINE", "Fault", "Line", "Lines", "encoding_fault"]

LONGEST_LINE = 1_000_000
"""The maximum length of a line, in characters: twice the length of a JSON object with 255x255 cells."""

_CHUNK = 1 << 16
"""The number of characters that are skipped at a time in a line that is too long."""

_MARKED = tuple(">`~")
"""A line of ASCII characters is passed to :func:`plain` only if it begins with one of these characters."""

_ESCAPED = re.compile("[\udc80-\udcff]")
"""The character that ``errors="surrogateescape"`` substitutes for a byte that is not UTF-8."""

_UTF_16_MARKS = ("\udcff\udcfe", "\udcfe\udcff")
"""The byte order marks of UTF-16, as ``errors="surrogateescape"`` decodes them."""


class Fault(ValueError):
    """An error in a line; the column may be known, too."""

    def __init__(self, message: str, line: int, column: int | None = None):
        super().__init__(message)
        self.line, self.column = line, column


class Line(NamedTuple):
    """A line of a text."""

    number: int
    """The number of the line, counted from 1."""
    text: str
    """The text without white space at its end."""


class Lines:
    """The remaining lines of a text.

    The lines are available up to the next *block*. A block is one of two things: lines with puzzles that are not in a
    genre's own text format, such as a URL; or a single line that cannot be read. :meth:`block_start` removes the first
    line of the block, and :meth:`below` removes the other lines of the block. After that, the lines after the block are
    available.

    Parameters
    ----------
    text : str or text file
        Line ends may be of any kind, and a byte order mark is ignored. A file is read on demand; it should be opened
        with ``encoding="utf-8", errors="surrogateescape"``, so that the line of a byte that is not UTF-8 can be
        reported.
    begins_block : function of str, optional
        A function that returns whether a line begins a block. The function is called only for lines that are not blank.
    """

    def __init__(self, text: str | TextIO, begins_block: Callable[[str], bool] = lambda line: False):
        self._unread = _read(io.StringIO(text, newline=None) if isinstance(text, str) else text)
        self._begins_block = begins_block
        self._number = 1
        """The number of the first remaining line."""
        self._back: str | Fault | None = None
        """A line that :meth:`below` has read but not used; it is the next line to be read."""
        self._ahead: deque[str] = deque()
        self._block_start: Line | Fault | None = None
        """The first line of the next block; None if this line has not been read yet, or if no block follows."""

    def __bool__(self) -> bool:
        return bool(self._ahead) or self._fill(1)

    def __getitem__(self, index: int) -> Line:
        if index >= len(self._ahead) and not self._fill(index + 1):
            raise IndexError
        return Line(self._number + index, self._ahead[index])

    def __iter__(self) -> Iterator[Line]:
        """Yield the remaining lines without removing them."""
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
        """Remove up to ``most`` lines, as long as ``wanted`` is true for the next line; return their texts."""
        ahead = self._ahead
        taken: list[str] = []
        while len(taken) < most and (ahead or self._fill(1)) and wanted(ahead[0]):
            taken.append(ahead.popleft())
            # Update the number before `_fill` reads the next line: if this line begins a block, `_fill` uses the
            # number.
            self._number += 1
        return taken

    def block_start(self) -> Line | None:
        """Remove the first line of the next block, and return it; None at the end of the text.

        No line may remain before the block. Raises :class:`Fault` if the line cannot be read.
        """
        found, self._block_start = self._block_start, None
        self._number += found is not None
        if isinstance(found, Fault):
            raise found
        return found

    @property
    def ended(self) -> bool:
        """True if neither a line nor a block remains."""
        return not self and self._block_start is None

    def below(self, wanted: Callable[[str], object]) -> Iterator[str]:
        """Remove the other lines of a block, as long as ``wanted`` is true for the next line; yield their texts.

        Call this after :meth:`block_start`.
        """
        while isinstance(text := self._next(), str) and wanted(text):
            self._number += 1
            yield text
        self._back = text

    def _next(self) -> str | Fault | None:
        """Read the next line and return it; None at the end of the text."""
        text, self._back = self._back, None
        return next(self._unread, None) if text is None else text

    def _fill(self, count: int) -> bool:
        """Read until this number of lines is available; return False if a block or the end of the text comes first."""
        while len(self._ahead) < count and self._block_start is None:
            text = self._next()
            if text is None:
                break
            if isinstance(text, Fault):
                self._block_start = text
            elif text and self._begins_block(text):
                self._block_start = Line(self._number + len(self._ahead), text)
            else:
                self._ahead.append(text)
        return len(self._ahead) >= count


def encoding_fault(text: str) -> tuple[str, int] | None:
    """Return why a text is not valid UTF-8, and the index of the first invalid character; None if the text is valid.
    The text must have been decoded as for :class:`Lines`."""
    if text.startswith(_UTF_16_MARKS) or "\0" in text:
        return "not UTF-8 text, but perhaps UTF-16: save it as UTF-8", max(text.find("\0"), 0)
    if text.isascii() or (found := _ESCAPED.search(text)) is None:
        return None
    byte = bytes([ord(found[0]) - 0xDC00])
    in_latin_1 = f" ({byte.decode('latin-1')!r} in Latin-1)" if byte >= b"\xa0" else ""
    return f"not UTF-8 text: here is the byte {byte.hex()}{in_latin_1}; save it as UTF-8", found.start()


def _read(file: TextIO) -> Iterator[str | Fault]:
    """Yield the contents of the lines, and a fault in place of each line that is too long.

    In place of the first line that is not UTF-8, yield a fault and stop.
    """
    number = 0
    while text := file.readline(LONGEST_LINE + 1):
        number += 1
        if number == 1:
            text = text.removeprefix("\ufeff")
        is_plain = text.isascii() and "\0" not in text  # the fast check comes first
        if not is_plain and (fault := encoding_fault(text)):
            message, at = fault
            yield Fault(f"{message}; the rest of the text is not read", number, at + 1)
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
