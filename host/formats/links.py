"""Puzzles in links: those of puzz.link, pzv.jp and other sites that run the same program, pzpr, and Sudokus in others.

A link of pzpr ends in ``?kind/columns/rows/cells``. The cells stand row by row in one of two codes; in both a dot is a
clue of unknown value. What else the link has, such as other links round it or what others append, does not matter.
"""

import re
from collections.abc import Iterator
from functools import partial
from urllib.parse import urlsplit

from rowloom.host.formats.codings import FOUR, SIXTEEN, with_runs
from rowloom.host.formats.format import Form, Piece
from rowloom.host.formats.refused import refusal
from rowloom.host.puzzles import GENRES, Puzzle
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.text import WHOLE, check_size, genre_name, in_rows, place, quoted
from rowloom.host.puzzles.text.unwrap import decoded, is_link

__all__ = ["FORMS", "begins", "read"]

_OF_PZPR = re.compile(
    r"(?:^|[?&=#])(?P<kind>[a-z0-9]+)(?:_edit|_play)?/(?P<rest>(?:v:|[a-z]*/?[0-9])[^?&#]*|(?=$|[?&#]))", re.IGNORECASE
)
"""The end of a link of pzpr, which other links may hold: its kind, and in most cases a size after it."""
_PZPR_OF_KANPEN = re.compile(r"/(?P<kind>[a-z]+)\.html\?pzpr=(?P<rest>[^?&#]*)", re.IGNORECASE)
_CUT_OFF = re.compile(r"\?(?P<kind>[a-z]+)(?:/[0-9]*)?(?P<rest>)$", re.IGNORECASE)
"""A link of pzpr that was cut off."""
_SIZE = re.compile(r"(?P<cols>[0-9]{1,9})/(?P<rows>[0-9]{1,9})(?:/(?P<code>[^/]*))?")

_KINDS = {Slitherlink.genre: "slither"} | {genre: genre for genre in GENRES if genre not in ("slitherlink", "slink")}
"""The names of the genres in URLs; some have a second name."""


def begins(text: str) -> bool:
    """Return whether the text is a link, whatever it holds."""
    return is_link(text)


def read(piece: Piece) -> Iterator[Puzzle]:
    """Yield the puzzle in a link; ValueError if it holds none of a known genre."""
    link = decoded(piece.text)
    if found := _PZPR_OF_KANPEN.search(link) or _OF_PZPR.search(link) or _CUT_OFF.search(link):
        yield _in_link_of_pzpr(found["kind"].lower(), found["rest"], piece)
    elif whole := WHOLE.search(link):
        yield piece.sudoku(whole[0])
    else:
        host = urlsplit(link if "://" in link else f"//{link}").netloc.lower()
        expected = "one that ends in '?kind/columns/rows/cells', or with a Sudoku's 81 digits"
        where = f" of {host}" if host else ""
        nothing = f"this link{where} holds no puzzle, and its page is not loaded; expected {expected}"
        raise ValueError(refusal(link, link=True) or nothing)


def _in_link_of_pzpr(name: str, rest: str, piece: Piece) -> Puzzle:
    """Return the puzzle of a kind of pzpr's, from the rest of the link after the kind."""
    genre = genre_name(name)
    if genre not in _KINDS:
        raise ValueError(f"no genre here is called {quoted(name)} in URLs; there are: {', '.join(_KINDS.values())}")
    option, *parts = rest.strip("/").split("/")
    if option.startswith("v:") or (parts and option.isalpha()):
        what = "a variant" if option.startswith("v:") else f"with the option {quoted(option)}"
        raise ValueError(f"this {name} is {what} of the genre, whose rules are not known here")
    size = _SIZE.fullmatch(rest.strip("/"))
    if size is None:
        behind = quoted(f"{name}/{rest}")
        raise ValueError(f"expected '{_KINDS[genre]}/columns/rows/cells' behind the question mark, found {behind}")
    cols, rows = int(size["cols"]), int(size["rows"])
    check_size(rows, cols)
    loop = genre == Slitherlink.genre
    cells = (FOUR if loop else SIXTEEN).cells(size["code"] or "", rows * cols)
    if len(cells) == rows * cols + 1 and rest.endswith("."):
        cells.pop()  # the full stop of a sentence
    if len(cells) != rows * cols:
        many = "more" if len(cells) > rows * cols else len(cells)
        raise ValueError(f"expected {rows * cols} cells for {rows} rows and {cols} columns, found {many}")
    if loop and 4 in cells:
        raise ValueError(f"{place(*divmod(cells.index(4), cols))}: 4 is no clue; expected 0, 1, 2 or 3")
    if not GENRES[genre].unknown:
        cells = [None if cell == UNKNOWN else cell for cell in cells]
    return piece.make(genre, rows, cols, in_rows(cells, cols))


def _write(puzzle: Puzzle, beginning: str) -> str:
    """Return the puzzle as a URL; a Slink becomes one of the Slitherlink that it is."""
    cells = [clue for row in puzzle.clues for clue in row]
    loop = puzzle.genre in (Slitherlink.genre, Slink.genre)
    kind = _KINDS[Slitherlink.genre if loop else puzzle.genre]
    code = _with_empty_cells(cells) if loop else with_runs(map(_hexadecimal, cells), "g")
    return f"{beginning}{kind}/{puzzle.cols}/{puzzle.rows}/{code}"


FORMS = tuple(
    Form(name, f"a URL for {site}", tuple(GENRES), partial(_write, beginning=beginning))
    for name, site, beginning in (
        ("puzz.link", "puzz.link", "https://puzz.link/p?"), ("pzv", "pzv.jp", "http://pzv.jp/p.html?"),
    )
)  # fmt: skip


def _with_empty_cells(cells: list[int | None]) -> str:
    """Return the code of clues, each with up to two empty cells that follow it, as short as pzpr's own."""

    def token(found: re.Match[str]) -> str:
        # Beyond the end there is nothing but empty cells.
        behind = 2 if found.end() == len(text) else len(found[2])
        return f"{int(found[1]) + 5 * behind:x}"

    text = "".join("." if clue is None else str(clue) for clue in cells)
    parts = re.sub(r"(\d)(\.{0,2})", token, text)
    return with_runs((part.rstrip(".") for part in parts), "g")


def _hexadecimal(clue: int | None) -> str:
    if clue is None:
        return ""
    sign = "" if clue < 16 else "-" if clue < 256 else "+"
    return "." if clue == UNKNOWN else f"{sign}{clue:x}"
