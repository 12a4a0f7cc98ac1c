"""Puzzles in links: those of puzz.link, pzv.jp and other sites that run the same program, pzpr, and Sudokus in others.

A link of pzpr ends in ``?kind/columns/rows/cells``. The cells stand row by row in one of two codes; both count runs of
cells without a clue, and in both a dot is a clue of unknown value. (Source: github.com/robx/pzprjs,
src/variety-common/Encode.js: ``4Cell`` and ``Number16``.) What else the link has, such as other links round it or what
others append, does not matter.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlsplit

from rowloom.host.formats.piece import Piece
from rowloom.host.puzzles import canal, slink, slitherlink, smullyan, sudoku
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.text import ALIASES, WHOLE, check_size, in_rows, place, quoted
from rowloom.host.puzzles.unwrap import decoded, is_link

__all__ = ["HOSTS", "begins", "read", "write"]

HOSTS = {"puzz.link": "https://puzz.link/p?", "pzv": "http://pzv.jp/p.html?"}
"""What a URL begins with, by the form's name."""

_OF_PZPR = re.compile(
    r"(?:^|[?&=#])(?P<kind>[a-z0-9]+)(?:_edit|_play)?/(?P<rest>(?:v:|[a-z]*/?[0-9])[^?&#]*|(?=$|[?&#]))", re.IGNORECASE
)
"""The end of a link of pzpr, which other links may hold: its kind, and in most cases a size after it."""
_PZPR_OF_KANPEN = re.compile(r"/(?P<kind>[a-z]+)\.html\?pzpr=(?P<rest>[^?&#]*)", re.IGNORECASE)
_SIZE = re.compile(r"(?P<cols>[0-9]{1,9})/(?P<rows>[0-9]{1,9})(?:/(?P<code>[^/]*))?")
_CUT_OFF = re.compile(r"\?([a-z]+)(?:/[0-9]*)?$", re.IGNORECASE)
"""A link of pzpr that was cut off."""

Cells = list[int | None]
"""Row by row: a clue, ``UNKNOWN``, or None."""


def begins(text: str) -> bool:
    """Return whether the text is a link, whatever it holds."""
    return is_link(text)


def read(piece: Piece) -> Iterator[Puzzle]:
    """Yield the puzzle in a link; ValueError if it holds none of a known genre."""
    link = decoded(piece.text)
    if found := _PZPR_OF_KANPEN.search(link) or _OF_PZPR.search(link) or _CUT_OFF.search(link):
        yield _in_link_of_pzpr(found[1].lower(), found[2] if found.re.groups > 1 else "", piece)
    elif whole := WHOLE.search(link):
        yield piece.sudoku(whole[0])
    else:
        raise ValueError(_without_puzzle(link))


def _in_link_of_pzpr(name: str, rest: str, piece: Piece) -> Puzzle:
    """Return the puzzle of a kind of pzpr's, from the rest of the link after the kind."""
    if name not in _KINDS:
        kinds = ", ".join(dict.fromkeys(kind.name for kind in _OF_GENRE.values()))
        raise ValueError(f"no genre here is called {quoted(name)} in URLs; there are: {kinds}")
    kind = _KINDS[name]
    option, *parts = rest.strip("/").split("/")
    if option.startswith("v:") or (parts and option.isalpha()):
        what = "a variant" if option.startswith("v:") else f"with the option {quoted(option)}"
        raise ValueError(f"this {name} is {what} of the genre, whose rules are not known here")
    size = _SIZE.fullmatch(rest.strip("/"))
    if size is None:
        behind = quoted(f"{name}/{rest}")
        raise ValueError(f"expected '{kind.name}/columns/rows/cells' behind the question mark, found {behind}")
    cols, rows = int(size["cols"]), int(size["rows"])
    check_size(rows, cols)
    cells = list(kind.decode(size["code"] or "", rows * cols))
    if len(cells) == rows * cols + 1 and rest.endswith("."):
        cells.pop()  # the full stop of a sentence
    if len(cells) != rows * cols:
        many = "more" if len(cells) > rows * cols else len(cells)
        raise ValueError(f"expected {rows * cols} cells for {rows} rows and {cols} columns, found {many}")
    if kind is _SLITHERLINK and 4 in cells:
        raise ValueError(f"{place(*divmod(cells.index(4), cols))}: 4 is no clue; expected 0, 1, 2 or 3")
    if not kind.unknown:
        cells = [None if cell == UNKNOWN else cell for cell in cells]
    return piece.make(kind.genre, tuple(map(tuple, in_rows(cells, cols))), cols)


def _without_puzzle(link: str) -> str:
    """Return what to say of a link without a puzzle."""
    host = urlsplit(link if "://" in link else f"//{link}").netloc.lower()
    for site, advice in _SITES.items():
        if site in host or site in link.lower():
            return f"a link of {site} is not read here: {advice}"
    where = f" of {host}" if host else ""
    expected = "one that ends in '?kind/columns/rows/cells', or with a Sudoku's 81 digits"
    return f"this link{where} holds no puzzle, and its page is not loaded; expected {expected}"


_SITES = {
    "penpa": "copy the clues as text, or take the puzzle's link of puzz.link",
    "sudokupad": "it names a puzzle that the site keeps; copy the grid as text",
    "crackingthecryptic.com": "it is one of SudokuPad, and names a puzzle that the site keeps; copy the grid as text",
    "f-puzzles": "export the grid as text there",
    "puzzle-slitherlink.com": "it names a puzzle that the site keeps; copy the clues as text, a size line above them",
    "puzzle-loop.com": "it names a puzzle that the site keeps; copy the clues as text, a size line above them",
    "puzzle-sudoku.com": "it names a puzzle that the site keeps; copy the grid as text",
    "sudokuwiki": "export the Sudoku there as 81 digits, or as a link that ends in '?bd=' and these",
    "janko.at": "copy the clues as text, a size line above them",
}
"""Sites with other forms: what to do there. Those of SudokuPad have several names."""


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
    genre: str
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

_SLITHERLINK = _Kind("slither", slitherlink.GENRE, _decode_four, _encode_four)

_OF_GENRE = {
    slitherlink.GENRE: _SLITHERLINK,
    slink.GENRE: _SLITHERLINK,
    sudoku.GENRE: _Kind("sudoku", sudoku.GENRE, _decode_sixteen, _encode_sixteen),
    smullyan.GENRE: _Kind("smullyan", smullyan.GENRE, _decode_sixteen, _encode_sixteen, unknown=True),
    canal.GENRE: _Kind("canal", canal.GENRE, _decode_sixteen, _encode_sixteen, unknown=True),
}

_KINDS = {genre: kind for genre, kind in _OF_GENRE.items() if genre != slink.GENRE} | {
    alias: _OF_GENRE[genre] for alias, genre in ALIASES.items()
}
"""By what URLs call them; for some genres there is a second name."""
