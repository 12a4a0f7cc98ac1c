"""Texts with puzzles: lines that are read on demand, the names of puzzles, and errors."""

import io
import tracemalloc
from itertools import chain, islice, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowloom.host.formats import read
from rowloom.host.puzzles.text import Heading, PuzzleError, puzzles_in, quoted, take_grid
from rowloom.host.puzzles.text.lines import LONGEST_LINE, Fault, Line, Lines
from support.says import Says


class Endless(io.TextIOBase):
    """A text that consists of ``lines`` and then of the lines ``forever``, again and again.

    ``calls`` is the number of calls of ``readline``, and ``longest`` is the length of the longest string returned.
    """

    def __init__(self, *lines, forever):
        self._lines = chain(lines, (line for _ in repeat(None) for line in forever))
        self._left = ""
        self.calls = self.longest = 0

    def readline(self, size=-1):
        self._left = self._left or next(self._lines)
        line, self._left = (self._left, "") if size < 0 else (self._left[:size], self._left[size:])
        self.calls += 1
        self.longest = max(self.longest, len(line))
        return line


def decoded(data):
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="surrogateescape")


def test_long_lines_are_skipped_in_pieces():
    file = Endless("a\n", f"{'1' * 10_000_000}\n", "b\n", forever=["c\n"])
    lines = Lines(file)
    assert lines.popleft().text == "a"
    assert not lines
    with pytest.raises(Fault) as fault:
        lines.block_start()
    assert (str(fault.value), fault.value.line) == (Says("1,000,000", "10,000,000"), 2)
    assert lines.popleft() == Line(3, "b")
    assert file.longest <= LONGEST_LINE + 1


@pytest.mark.parametrize("data, facts, at", [
    ("1 1\n.\n".encode("utf-16"), ("UTF-16", "save it as UTF-8"), (1, 4)),
    ("1 1\n.\n".encode("utf-16-le"), ("UTF-16", "save it as UTF-8"), (1, 2)),
    ("1 1\n.\n".encode("utf-16-be"), ("UTF-16", "save it as UTF-8"), (1, 1)),
    ("# a\n# Rätsel\n".encode("latin-1"), ("byte e4", "'ä' in Latin-1", "save it as UTF-8"), (2, 4)),
    (b"\x89PNG\r\n", ("byte 89;", "save it as UTF-8"), (1, 1)),
])  # fmt: skip
def test_encoding_faults(data, facts, at):
    lines = Lines(decoded(data + b"\n1 1\n.\n"))
    while lines:
        lines.popleft()
    with pytest.raises(Fault) as fault:
        lines.block_start()
    assert str(fault.value) == Says("UTF-8", *facts) and "the rest of the text" in str(fault.value)
    assert (fault.value.line, fault.value.column) == at
    assert not lines and lines.block_start() is None


# The memory that reading needs does not depend on the number of puzzles or skipped lines.

SUDOKU = "1" + "." * 80 + "\n"
TEXTS = {
    "slitherlink": ("2 2\n", "3.\n", "..\n", "\n"),
    "sudoku": (SUDOKU,),
    "sudoku in rows": ("1........\n", *["." * 9 + "\n"] * 8),
    "sudoku of 4x4": ("1..............4\n",),
    "slink": ("1 2\n", "3 3\n"),
    "canal": ("canal 1 2\n", ". 1\n"),
    "URLs": ("?slither/1/1/g\n",),
    "errors": ("2 2\n", "3.\n", "\n"),
    "comments": ("# a\n",) * 3_000 + ("1 1\n", ".\n"),
}


def memory_of(found):
    """Read all of these results; return the peak memory, in bytes, and the last result."""
    last = None
    tracemalloc.start()
    try:
        for one in found:
            last = one
        return tracemalloc.get_traced_memory()[1], last
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("lines", TEXTS.values(), ids=TEXTS)
def test_puzzles_are_read_on_demand(lines):
    file = Endless(forever=lines)
    found = read(file, "f")
    assert len(list(islice(found, 3))) == 3
    assert file.calls < 2_000 + 4 * len(lines)
    assert memory_of(islice(found, 600 // len(lines) + 1))[0] < 500_000


@pytest.mark.parametrize("first, skipped", [
    *(("2 x\n", skipped) for skipped in ("x\n", "\n", "# a\n", "3.\n")),
    *((SUDOKU, between) for between in ("\n", "---+---\n", "-----\n", "3\n")),
])  # fmt: skip
def test_memory_of_skipped_lines(first, skipped):
    last = SUDOKU if first == SUDOKU else "?slither/1/1/g\n"
    file = io.StringIO(f"{first}{skipped * 3_000}# last\n{last}")
    most, puzzle = memory_of(read(file, "f", None if first == SUDOKU else "slitherlink"))
    assert puzzle.line == 3_003
    assert most < 500_000


@pytest.mark.parametrize("text", [
    "1 2 " * 12_000, "1" * 60_000, "-" * 60_000, "x " * 30_000, '{"' * 30_000, "?slither/" * 6_000,
    "10x10t0:" + "a" * 20_000, "http://" + "a" * 60_000, "https://x/?%25" * 5_000, "[" * 60_000, "2 .|-1" * 10_000,
], ids=lambda text: text[:8])  # fmt: skip
def test_memory_of_long_lines(text):
    """Reading a long line does not create an object for each character."""
    most, error = memory_of(read(f"{text}\n", "f"))
    assert isinstance(error, PuzzleError)
    assert most < 2_500_000


def grids(text, source="some/file.txt"):
    return list(puzzles_in(Lines(text), source, lambda lines, name: (name, *take_grid(lines, "")), "a grid"))


def test_many_grids():
    text = "1 1\n.\n1 1\n1\n\n\n# third\n# a comment\n1 1\n2\n#\n1 1\n3\n  # a \n\t1 \t 1  \n. \t\n# a\n2 3\n.1.\n2.3"
    assert grids(text) == [
        ("file-1", 1, Heading("", 1, 1), ["."]), ("file-2", 3, Heading("", 1, 1), ["1"]),
        ("third", 9, Heading("", 1, 1), ["2"]), ("file-4", 12, Heading("", 1, 1), ["3"]),
        ("a", 15, Heading("", 1, 1), ["."]), ("a", 18, Heading("", 2, 3), [".1.", "2.3"]),
    ]  # fmt: skip


@pytest.mark.parametrize("comments, source, name", [
    ("#ARuud\n#DA random one\n#CJust start\n#LEasy\n", "file.txt", "A random one"),
    ("#ARuud\n#LEasy\n", "some/file.txt", "file-1"),
    ("#Ahem\n", "f", "Ahem"),
    ("#Ahem\n# a remark\n", "f", "Ahem"),
    # A comment before a blank line is not a name.
    ("# about this file\n\n# first\n\n", "f", "first"),
    ("# \x1b[31mred\x07\u202e\n", "f", "[31mred"),
    ("", "a\x1b.txt", "a-1"),
])  # fmt: skip
def test_names(comments, source, name):
    assert [found for found, *_ in grids(f"{comments}1 1\n.\n# the end\n", source)] == [name]


@pytest.mark.parametrize("text, message", [
    (".1.\n...\n", Says("f:1:", "size line", "'.1.'")),
    ("# a\n10\n..\n", Says("f:2:", "size line", "'10'")),
    ("10x10\n", Says("f:1:", "10 rows", "found 0")), ("10/10\n", Says("f:1:", "size line", "'10/10'")),
    ("\n\n\x01\ufffd", Says("f:3:", "size line", "'\\x01\\ufffd'")),
    ("x" * 99, Says("f:1:", f"'{'x' * 21}...'")),
    ("9" * 5000 + " 1\n.", Says("f:1:", f"'{'9' * 21}...'")),
    ("5 0\n", Says("f:1: 0 columns")), ("-3 5\n...\n", Says("f:1: -3 rows")), ("5 256\n", Says("f:1: 256 columns")),
    ("\n3 2\n..\n..\n", Says("f:2:", "3 rows", "found 2")),
    ("1 2\n", Says("f:1:", "1 row", "found 0")),
    ("3 2\n..\n\n..\n..\n", Says("f:1:", "3 rows", "found 1", "4 to 5")),
    ("2 2\n..\n\n..\n", Says("f:1:", "2 rows", "found 1", "4")),
    ("3 3\n...\n\n...\n...\n\n2 x\n..\n\n", Says("f:1:", "3 rows", "found 1", "4 to 8")),
    ("1 2\n..\n.1\n..\n", Says("f:3:", "'.1'")),
])  # fmt: skip
def test_errors(text, message):
    assert [str(one) for one in grids(text, "f") if isinstance(one, PuzzleError)] == [message]


@given(st.text("12 .#\n\r\t-x\0", max_size=60))
def test_noise(text):
    found = grids(text)
    assert found and all(isinstance(one, PuzzleError) or len(one[3]) == one[2].rows for one in found)


@pytest.mark.parametrize("text, at, excerpt", [
    ("short", 0, "'short'"), ("  short \n", 3, "'short'"), ("a\tb", 0, "'a\\tb'"),
    ("a" * 40, 0, f"'{'a' * 21}...'"), ("a" * 24, 20, f"'{'a' * 24}'"),
    (f"{'a' * 40}x{'b' * 40}", 40, f"'...{'a' * 10}x{'b' * 10}...'"),
    (f"{'a' * 40}x", 40, f"'...{'a' * 20}x'"), (f"{'a' * 40}", 40, f"'...{'a' * 21}'"),
    (f"  {'a' * 40}x{'b' * 40} ", 42, f"'...{'a' * 10}x{'b' * 10}...'"),
])  # fmt: skip
def test_excerpts(text, at, excerpt):
    assert quoted(text, at) == excerpt
