"""Puzzles in the links and files of pzpr, the program behind puzz.link and pzv.jp; and Sudokus in other links.

A link of pzpr ends with ``?kind/columns/rows/cells``, where ``kind`` is pzpr's name of the genre. The cells are in row
order, in one of two codes; in both codes, a dot is a clue of unknown value. The beginning of the link is ignored, so a
link to any site may end in this way.

A file begins with ``pzprv3`` and the kind. The numbers of rows and columns follow (one number for a Sudoku), then the
rows of cells, and then a player's marks. A cell is a number, ``.`` if it has no clue, or ``-`` for a clue of unknown
value. A link may contain a whole file, with slashes instead of line ends; links of kanpen.net contain nearly the same
text.
(Source: src/pzpr/parser.js and src/variety-common/FileData.js in github.com/robx/pzprjs.)
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from urllib.parse import urlsplit

from rowloom.host.formats.codings import FOUR, SIXTEEN, with_runs
from rowloom.host.formats.format import Block, Form, is_number
from rowloom.host.formats.unsupported import refusal
from rowloom.host.puzzles import GENRES, Puzzle
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import MAX_SIZE, WHOLE, cell_name, check_size, genre_name, in_rows, quoted
from rowloom.host.puzzles.text.unwrap import decoded, is_link

__all__ = ["FORMS", "begins", "read"]

_KINDS = {Slitherlink.genre: "slither"} | {genre: genre for genre in GENRES if genre not in ("slitherlink", "slink")}
"""The names of the genres in pzpr's links and files."""

_HEAD = re.compile(r"pzprv3(?:\.[0-9]+)?", re.IGNORECASE)
_FILE_IN_LINK = re.compile(r"(?:^|[?&=#])pzprv3(?:\.[0-9]+)?/", re.IGNORECASE)
_FILE_OF_KANPEN = re.compile(r"(?<![a-z])(?P<kind>[a-z]{1,30})\.html\?problem=(?P<file>[^&#]*)", re.IGNORECASE)

_LINK = re.compile(
    r"(?:^|[?&=#])(?P<kind>[a-z0-9]+)(?:_edit|_play)?/(?P<rest>(?:v:|[a-z]*/?[0-9])[^?&#]*|(?=$|[?&#]))", re.IGNORECASE
)
"""The end of a link of pzpr: the kind and, in most links, a size. The link may be inside another link."""
_LINK_OF_KANPEN = re.compile(r"/(?P<kind>[a-z]+)\.html\?pzpr=(?P<rest>[^?&#]*)", re.IGNORECASE)
_CUT_OFF = re.compile(r"\?(?P<kind>[a-z]+)(?:/[0-9]*)?(?P<rest>)$", re.IGNORECASE)
"""A link of pzpr that was cut off."""
_SIZE = re.compile(r"(?P<cols>[0-9]{1,9})/(?P<rows>[0-9]{1,9})(?:/(?P<code>[^/]*))?")


def begins(text: str) -> bool:
    """Return whether the line begins a file or is a link, even if the link contains no puzzle."""
    link = decoded(text)
    return bool(is_link(text) or _HEAD.fullmatch(text) or _FILE_IN_LINK.search(link) or _FILE_OF_KANPEN.search(link))


def read(block: Block) -> Iterator[Puzzle]:
    """Yield the puzzle in a file or in a link; ValueError if there is no puzzle of a known genre."""
    link = decoded(block.text)
    if _HEAD.fullmatch(block.text):
        kind, *lines = [*islice(block.lines.below(_in_file), MAX_SIZE + 3)] or [""]
        block.skip(_in_file)
        yield _from_file(kind, lines, "pzprv3 file", block)
    elif found := _FILE_OF_KANPEN.search(link):
        yield _from_file(found["kind"], found["file"].replace("_", " ").split("/"), "link of kanpen.net", block)
    elif _FILE_IN_LINK.search(link):
        kind, *lines = link.partition("pzprv3")[2].split("/")[1:]
        yield _from_file(kind, lines, "pzprv3 link", block)
    elif found := _LINK_OF_KANPEN.search(link) or _LINK.search(link) or _CUT_OFF.search(link):
        yield _from_link(found["kind"].lower(), found["rest"], block)
    elif whole := WHOLE.search(link):
        yield block.sudoku(whole[0])
    else:
        host = urlsplit(link if "://" in link else f"//{link}").netloc.lower()
        expected = "one that ends in '?kind/columns/rows/cells', or with a Sudoku's 81 digits"
        where = f" of {host}" if host else ""
        nothing = f"this link{where} contains no puzzle, and Rowloom does not load its page; expected {expected}"
        raise ValueError(refusal(link, link=True) or nothing)


def _in_file(text: str) -> bool:
    return text != "" and not _HEAD.fullmatch(text)


def _from_file(kind: str, lines: Sequence[str], form: str, block: Block) -> Puzzle:
    kind, lines = kind.strip(), [line.strip() for line in lines]
    genre = genre_name(kind)
    if genre not in GENRES:
        raise ValueError(f"there is no genre {quoted(kind)} in a {form}; expected one of: {', '.join(_KINDS.values())}")
    numbers = 1 if genre == Sudoku.genre else 2
    sizes = [line for line in lines[:numbers] if is_number(line)]
    if len(sizes) < numbers:
        raise ValueError(f"expected the numbers of rows and columns in a {form}, found {quoted(' '.join(lines[:2]))}")
    rows, cols = int(sizes[0]), int(sizes[-1])
    check_size(rows, cols)
    below = [line for line in lines[numbers : numbers + rows] if line]
    if below and below[0].isalpha():
        raise ValueError(f"this {kind} has the option {quoted(below[0])}, whose rules are not supported")
    if len(below) < rows:
        raise ValueError(f"expected {rows} rows in a {form}, found {len(below)}")
    clues = [[_clue(cell, row, col, genre) for col, cell in enumerate(line.split())] for row, line in enumerate(below)]
    return block.make(genre, rows, cols, clues)


def _clue(cell: str, row: int, col: int, genre: str) -> int | None:
    if cell == "-":
        return UNKNOWN if GENRES[genre].unknown else None
    if cell == ".":
        return None
    if not is_number(cell):
        raise ValueError(f"{cell_name(row, col)}: {quoted(cell)} is not a clue; expected a number, '.' or '-'")
    return int(cell)


def _from_link(name: str, rest: str, block: Block) -> Puzzle:
    """Return the puzzle in a link. ``name`` is the genre's name in the link, and ``rest`` is the part of the link that
    follows this name."""
    genre = genre_name(name)
    if genre not in _KINDS:
        raise ValueError(f"there is no genre {quoted(name)} in URLs; expected one of: {', '.join(_KINDS.values())}")
    option, *parts = rest.strip("/").split("/")
    if option.startswith("v:") or (parts and option.isalpha()):
        what = "a variant" if option.startswith("v:") else f"with the option {quoted(option)}"
        raise ValueError(f"this {name} is {what} of the genre, whose rules are not supported")
    size = _SIZE.fullmatch(rest.strip("/"))
    if size is None:
        found = quoted(f"{name}/{rest}")
        raise ValueError(f"expected '{_KINDS[genre]}/columns/rows/cells' after the question mark, found {found}")
    cols, rows = int(size["cols"]), int(size["rows"])
    check_size(rows, cols)
    loop = genre == Slitherlink.genre
    cells = (FOUR if loop else SIXTEEN).cells(size["code"] or "", rows * cols)
    if len(cells) == rows * cols + 1 and rest.endswith("."):
        cells.pop()  # the full stop that ends a sentence, and is not part of the link
    if len(cells) != rows * cols:
        many = "more" if len(cells) > rows * cols else len(cells)
        raise ValueError(f"expected {rows * cols} cells for {rows} rows and {cols} columns, found {many}")
    if loop and 4 in cells:
        raise ValueError(f"{cell_name(*divmod(cells.index(4), cols))}: 4 is not a clue; expected 0, 1, 2 or 3")
    if not GENRES[genre].unknown:
        cells = [None if cell == UNKNOWN else cell for cell in cells]
    return block.make(genre, rows, cols, in_rows(cells, cols))


def _write(puzzle: Puzzle, beginning: str) -> str:
    """Return the puzzle as a URL; a Slink becomes a Slitherlink."""
    cells = [clue for row in puzzle.clues for clue in row]
    loop = puzzle.genre in (Slitherlink.genre, Slink.genre)
    kind = _KINDS[Slitherlink.genre if loop else puzzle.genre]
    code = _with_empty_cells(cells) if loop else with_runs(map(_hexadecimal, cells), "g")
    return f"{beginning}{kind}/{puzzle.cols}/{puzzle.rows}/{code}"


def _with_empty_cells(cells: list[int | None]) -> str:
    """Return the same code for these cells as pzpr: the token of a clue includes up to two empty cells that follow the
    clue."""

    def token(found: re.Match[str]) -> str:
        # Like pzpr, treat cells beyond the end of the grid as empty: two empty cells follow a clue in the last cell.
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


FORMS = (
    Form("puzz.link", "a URL for puzz.link", tuple(GENRES), partial(_write, beginning="https://puzz.link/p?")),
    Form("pzv", "a URL for pzv.jp", tuple(GENRES), partial(_write, beginning="http://pzv.jp/p.html?")),
)
