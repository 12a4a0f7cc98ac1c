"""Lines of a text: read one after the other, as they are needed, whatever the text is."""

import io
import random
import tracemalloc
from itertools import chain, islice, repeat

import pytest

from rowloom.host.formats import read
from rowloom.host.puzzles import PuzzleError
from rowloom.host.puzzles.text.lines import LONGEST_LINE, Fault, Line, Lines, encoding_fault
from support.says import Says


class Endless(io.TextIOBase):
    """A text file that begins with some lines; then others repeat for ever. It counts what is read."""

    def __init__(self, *lines: str, forever: str):
        self._lines = chain(lines, repeat(forever))
        self._left = ""
        self.calls = self.longest = 0

    def readline(self, size: int = -1) -> str:
        self._left = self._left or next(self._lines)
        line, self._left = (self._left, "") if size < 0 else (self._left[:size], self._left[size:])
        self.calls += 1
        self.longest = max(self.longest, len(line))
        return line


def decoded(data: bytes) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="surrogateescape")


def test_lines_are_numbered_and_stripped_at_their_ends():
    lines = Lines("\ufeff a \r\n\r b\t\n")
    assert list(lines) == [Line(1, " a"), Line(2, ""), Line(3, " b")]
    assert lines[2] == lines[2] == Line(3, " b")
    with pytest.raises(IndexError):
        lines[3]
    assert [lines.popleft() for _ in range(3)] == [Line(1, " a"), Line(2, ""), Line(3, " b")]
    assert not lines and lines.apart() is None
    with pytest.raises(IndexError):
        lines.popleft()


def test_they_end_before_a_line_that_stands_apart():
    lines = Lines("a\n!b\n!c\n\nd", lambda line: line.startswith("!"))
    assert list(lines) == [Line(1, "a")]
    lines.popleft()
    assert lines.apart() == Line(2, "!b")
    assert not lines
    assert lines.apart() == Line(3, "!c")
    assert list(lines) == [Line(4, ""), Line(5, "d")]


def test_only_what_is_needed_is_read():
    file = Endless(forever="a\n")
    lines = Lines(file)
    assert lines and file.calls == 1
    assert lines[9] and file.calls == 10
    assert lines.popleft().number == 1 and file.calls == 10


def test_a_line_that_is_too_long_is_passed_over_in_pieces():
    file = Endless("a\n", f"{'1' * 10_000_000}\n", "b\n", forever="c\n")
    lines = Lines(file)
    assert lines.popleft().text == "a"
    assert not lines
    with pytest.raises(Fault) as fault:
        lines.apart()
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
def test_what_is_not_utf_8_is_said_where_it_begins(data, facts, at):
    lines = Lines(decoded(data + b"\n1 1\n.\n"))
    while lines:
        lines.popleft()
    with pytest.raises(Fault) as fault:
        lines.apart()
    assert str(fault.value) == Says("UTF-8", *facts) and "nothing from here on" in str(fault.value)
    assert (fault.value.line, fault.value.column) == at
    assert not lines and lines.apart() is None


def test_what_is_utf_8():
    text = "# Rätsel 数独 \U0001f9e9\n"
    assert encoding_fault(text) is None
    assert list(Lines(decoded(text.encode()))) == [Line(1, text.rstrip())]


# Puzzles


TEXTS = {
    "slitherlink": ("2 2\n", "3.\n", "..\n", "\n"),
    "sudoku": ("1" + "." * 80 + "\n",),
    "sudoku in rows": ("1........\n", *["." * 9 + "\n"] * 8),
    "sudoku of 4x4": ("1..............4\n",),
    "slink": ("1 2\n", "3 3\n"),
    "canal": ("canal 1 2\n", ". 1\n"),
    "smullyan": ("smullyan 1 2\n", ". 1\n"),
    "URLs": ("?slither/1/1/g\n",),
    "errors": ("2 2\n", "3.\n", "\n"),
    "comments": ("# a\n",) * 3_000 + ("1 1\n", ".\n"),
}


@pytest.mark.parametrize("lines", TEXTS.values(), ids=TEXTS)
def test_the_first_puzzles_come_before_the_rest_is_read(lines):
    file = Endless(forever="".join(lines))
    file._lines = (line for _ in repeat(None) for line in lines)
    assert len(list(islice(read(file, "f"), 3))) == 3
    assert file.calls < 2_000 + 4 * len(lines)


@pytest.mark.parametrize("lines", TEXTS.values(), ids=TEXTS)
def test_any_number_of_puzzles_takes_the_same_memory(lines):
    file = Endless(forever="")
    file._lines = (line for _ in repeat(None) for line in lines)
    found = read(file, "f")
    next(found)
    tracemalloc.start()
    try:
        for _ in islice(found, 1_000 if len(lines) < 100 else 5):
            pass
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("skipped", ["x\n", "\n", "# a\n", "3.\n"])
def test_what_is_skipped_takes_no_memory(skipped):
    file = Endless("2 x\n", *repeat(skipped, 20_000), "?slither/1/1/g\n", forever="?slither/1/1/g\n")
    tracemalloc.start()
    try:
        error, puzzle = islice((one for one in read(file, "f", "slitherlink") if not isinstance(one, str)), 2)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert isinstance(error, PuzzleError) and str(error) == Says("f:1:", "'2 x'")
    assert puzzle.line == 20_002


@pytest.mark.parametrize("between", ["\n", "---+---\n", "-----\n", "3\n"])
def test_what_stands_between_sudokus_takes_no_memory(between):
    sudoku = "1" + "." * 80 + "\n"
    file = Endless(sudoku, *repeat(between, 20_000), "# last\n", sudoku, forever="# a\n")
    tracemalloc.start()
    try:
        assert any(getattr(one, "line", None) == 20_003 for one in read(file, "f"))
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_no_line_takes_longer_than_it_is_long():
    """A long line is looked at up to a bound: its pieces never become as many objects as it has characters."""
    rng = random.Random(1)
    for text in (
        "1 2 " * 40_000, "1" * 200_000, "-" * 200_000, "x " * 90_000, '{"' * 90_000, "?slither/" * 20_000,
        "10x10t0:" + "a" * 200_000, "http://" + "a" * 200_000, "https://x/?%25" * 15_000, "[" * 200_000,
        "".join(rng.choices("12 .|-", k=200_000)),
    ):  # fmt: skip
        tracemalloc.start()
        try:
            assert all(isinstance(one, PuzzleError) for one in read(f"{text}\n", "f"))
            assert tracemalloc.get_traced_memory()[1] < 30 * len(text)
        finally:
            tracemalloc.stop()
