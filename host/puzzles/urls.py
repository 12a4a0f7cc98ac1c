"""Puzzles as URLs of puzz.link, pzv.jp and other sites that run the same program, pzpr.

Such a URL ends in ``?kind/columns/rows/cells``. The cells stand row by row in one of two codes; both count runs of
cells without a clue, and in both a dot is a clue of unknown value. (Source: github.com/robx/pzprjs,
src/variety-common/Encode.js: ``4Cell`` and ``Number16``.)
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from rowloom.host.puzzles import canal, slink, slitherlink, smullyan, sudoku
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.text import check_size, in_rows, place, quoted

__all__ = ["HOSTS", "is_url", "read", "write"]

HOSTS = {"puzz.link": "https://puzz.link/p?", "pzv": "http://pzv.jp/p.html?"}
"""What a URL begins with, by the form's name."""

_BLANK = re.compile(r"\s")
_URL = re.compile(r"(?:https?://\S*)?\?(?P<kind>[a-z0-9]+)(?:_edit|_play)?/(?P<rest>\S*)")

Cells = list[int | None]
"""Row by row: a clue, ``UNKNOWN``, or None."""


def is_url(line: str) -> bool:
    """Return whether the line may be such a URL, whatever it holds."""
    return line.startswith(("http://", "https://")) or _URL.fullmatch(line) is not None


def read(line: str, name: str, number: int) -> Puzzle:
    """Return the puzzle in a URL, with this name and line number; ValueError if it holds none of a known genre."""
    found = _URL.fullmatch(line)
    if found is None:
        blank = _BLANK.search(line)
        wrong = quoted(line, blank.start() if blank else max(line.find("?"), 0))
        raise ValueError(f"expected a URL that ends in '?kind/columns/rows/cells', found {wrong}")
    if found["kind"] not in _KINDS:
        kinds = ", ".join(dict.fromkeys(kind.name for kind in _OF_GENRE.values()))
        raise ValueError(f"no genre here is called {quoted(found['kind'])} in URLs; there are: {kinds}")
    kind = _KINDS[found["kind"]]
    parts = found["rest"].strip("/").split("/")
    if len(parts) != 3 or not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in parts[:2]):
        behind = quoted(line[found.start("kind") :])
        raise ValueError(f"expected '{kind.name}/columns/rows/cells' behind the question mark, found {behind}")
    cols, rows = map(int, parts[:2])
    check_size(rows, cols)
    cells = list(kind.decode(parts[2], rows * cols))
    if len(cells) != rows * cols:
        many = "more" if len(cells) > rows * cols else len(cells)
        raise ValueError(f"expected {rows * cols} cells for {rows} rows and {cols} columns, found {many}")
    if kind is _SLITHERLINK and 4 in cells:
        raise ValueError(f"{place(*divmod(cells.index(4), cols))}: 4 is no clue; expected 0, 1, 2 or 3")
    if not kind.unknown:
        cells = [None if cell == UNKNOWN else cell for cell in cells]
    return kind.make(name, rows, cols, tuple(map(tuple, in_rows(cells, cols))), number)


def write(puzzle: Puzzle, host: str) -> str:
    """Return the puzzle as a URL of one of the ``HOSTS``; a Slink becomes one of the Slitherlink that it is."""
    kind = _OF_GENRE[puzzle.genre]
    cells = [clue for row in puzzle.clues for clue in row]
    return f"{HOSTS[host]}{kind.name}/{puzzle.cols}/{puzzle.rows}/{kind.encode(cells)}"


@dataclass(frozen=True)
class _Kind:
    """How a genre's puzzles become URLs, and the other way round."""

    name: str
    """What a URL calls the genre."""
    make: Callable[[str, int, int, tuple[tuple[int | None, ...], ...], int], Puzzle]
    """The puzzle of (name, rows, cols, clues, line); ValueError if it cannot be one."""
    decode: Callable[[str, int], Iterator[int | None]]
    """The cells in (code, how many there should be); perhaps too many or too few."""
    encode: Callable[[Cells], str]
    """The code of cells."""
    unknown: bool = False
    """The genre has clues of unknown value; elsewhere they say nothing, and their cells become empty."""


def _decode_four(code: str, count: int) -> Iterator[int | None]:
    """Decode clues 0 to 4, each with up to two empty cells behind it: ``4Cell``.

    With their empty cells, the last clues may reach beyond the end.
    """
    decoded = 0
    for at, character in enumerate(code):
        value = _DIGITS.find(character)
        cells: Cells
        if character == ".":
            cells = [UNKNOWN]
        elif 0 <= value < 15:
            cells = [value % 5, *[None] * min(value // 5, max(count - decoded - 1, 0))]
        elif value > 15:
            cells = [None] * (value - 15)
        else:
            raise _no_cells(code, at)
        decoded += len(cells)
        yield from cells


def _encode_four(cells: Cells) -> str:
    """Encode as ``4Cell``, as short as pzpr itself."""
    text = "".join("." if clue is None else str(clue) for clue in cells)

    def token(found: re.Match[str]) -> str:
        if found[1] is None:
            return _DIGITS[15 + len(found[0])]
        # Beyond the end there is nothing but empty cells.
        behind = 2 if found.end() == len(text) else len(found[2])
        return _DIGITS[int(found[1]) + 5 * behind]

    return re.sub(rf"(\d)(\.{{0,2}})|\.{{1,{_LONGEST_RUN}}}", token, text)


def _decode_sixteen(code: str, count: int) -> Iterator[int | None]:
    """Decode hexadecimal clues, longer ones behind a sign, and runs of empty cells: ``Number16``."""
    at = 0
    while at < len(code):
        character, at = code[at], at + 1
        value = _DIGITS.find(character)
        if character == ".":
            yield UNKNOWN
        elif character in _SIGNS:
            length = _SIGNS[character]
            digits, at = code[at : at + length], at + length
            if not re.fullmatch(rf"[0-9a-f]{{{length}}}", digits):
                raise ValueError(f"expected {length} hexadecimal digits behind '{character}', found {quoted(digits)}")
            yield int(digits, 16)
        elif 0 <= value < 16:
            yield value
        elif value > 15:
            yield from [None] * (value - 15)
        else:
            raise _no_cells(code, at - 1)


def _encode_sixteen(cells: Cells) -> str:
    """Encode as ``Number16``."""
    code = []
    for clue, run in groupby(cells):
        count = len(list(run))
        if clue is None:
            longest, left = divmod(count, _LONGEST_RUN)
            code.append(_DIGITS[-1] * longest + (_DIGITS[15 + left] if left else ""))
        elif clue == UNKNOWN:
            code.append("." * count)
        else:
            sign = "" if clue < 16 else "-" if clue < 256 else "+"
            code.append(f"{sign}{clue:x}" * count)
    return "".join(code)


def _no_cells(code: str, at: int) -> ValueError:
    return ValueError(f"{quoted(code[at])} stands for no cells in such a URL: {quoted(code, at)}")


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST_RUN = 20
"""The run of empty cells that z stands for, in either code."""

_SIGNS = {"-": 2, "+": 3}
"""How many digits follow a sign."""

_SLITHERLINK = _Kind("slither", slitherlink.Slitherlink, _decode_four, _encode_four)

_OF_GENRE = {
    slitherlink.GENRE: _SLITHERLINK,
    slink.GENRE: _SLITHERLINK,
    sudoku.GENRE: _Kind("sudoku", sudoku.from_clues, _decode_sixteen, _encode_sixteen),
    smullyan.GENRE: _Kind("smullyan", smullyan.Smullyan, _decode_sixteen, _encode_sixteen, unknown=True),
    canal.GENRE: _Kind("canal", canal.Canal, _decode_sixteen, _encode_sixteen, unknown=True),
}

_KINDS = {kind.name: kind for kind in _OF_GENRE.values()} | {
    "slitherlink": _SLITHERLINK,
    "canalview": _OF_GENRE[canal.GENRE],
}
"""By what URLs call them; for some genres there is a second name."""
