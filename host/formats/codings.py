"""The codes of cells in links and game ids: tokens encode clues, and letters encode runs of empty cells."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.text import quoted

__all__ = ["FOUR", "LOOPY", "SIXTEEN", "SOLO", "Coding", "with_runs"]

Cells = Sequence[int | None]
"""The cells, row by row: each cell is a clue, ``UNKNOWN``, or None if the cell is empty."""


class Coding:
    """A decoder for a code in which tokens encode clues, and the letters from ``first`` to z encode runs of 1, 2 and
    more empty cells.

    ``tokens`` maps the pattern of each kind of token to a function, which returns the cells of a token or raises
    ValueError. Error messages contain two strings: ``where`` says what contains the code ("such a URL"), and
    ``expected`` lists the valid tokens.
    """

    def __init__(self, where: str, tokens: Mapping[str, Callable[[str], Cells]], first: str, expected: str = ""):
        self._where, self._expected = where, expected
        run: Callable[[str], Cells] = lambda letter: [None] * (ord(letter) - ord(first) + 1)  # noqa: E731
        self._cells = [*tokens.values(), run]
        self._token = re.compile("|".join(f"({pattern})" for pattern in [*tokens, f"[{first}-z]"]))

    def cells(self, code: str, count: int) -> list[int | None]:
        """Return the cells in a code; ValueError if a token is unknown. ``count`` is the number of cells of the grid,
        but the result may be longer or shorter."""
        cells: list[int | None] = []
        at = 0
        while at < len(code):
            found = self._token.match(code, at)
            if found is None or found.lastindex is None:
                wrong = f"{quoted(code[at])} is not valid in {self._where}: {quoted(code, at)}"
                raise ValueError(f"{wrong}; expected {self._expected}" if self._expected else wrong)
            more = self._cells[found.lastindex - 1](found[0])
            # The token of the last clue may include empty cells beyond the end of the grid: leave them out.
            cells += more if not more or more[0] is None else more[: max(count - len(cells), 1)]
            at = found.end()
        return cells


def with_runs(cells: Iterable[str], first: str, between: str = "") -> str:
    """Return the code for a sequence of cells. An item of ``cells`` is a clue, or "" for an empty cell. In the code,
    the letters from ``first`` to z encode runs of empty cells, and ``between`` separates adjacent clues."""
    longest = ord("z") - ord(first) + 1
    parts = []
    for full, run in groupby(cells, key=bool):
        if full:
            parts.append(between.join(run))
        else:
            times, left = divmod(len(list(run)), longest)
            parts.append("z" * times + (chr(ord(first) + left - 1) if left else ""))
    return "".join(parts)


def _hexadecimal(token: str) -> Cells:
    """Return the clue in a token: two hexadecimal digits after a minus sign, or three after a plus sign."""
    sign, digits = token[0], token[1:]
    length = 2 if sign == "-" else 3
    if not re.fullmatch(rf"[0-9a-f]{{{length}}}", digits):
        raise ValueError(f"expected {length} hexadecimal digits after '{sign}', found {quoted(digits)}")
    return [int(digits, 16)]


def _followed(token: str) -> Cells:
    """Return the cells of a token: a clue from 0 to 4, and up to two empty cells that follow it."""
    value = int(token, 16)
    return [value % 5, *[None] * (value // 5)]


# The codings of pzpr; source: `4Cell` and `Number16` in src/variety-common/Encode.js of github.com/robx/pzprjs.
FOUR = Coding("such a URL", {r"\.": lambda dot: [UNKNOWN], "[0-9a-e]": _followed}, "g")
SIXTEEN = Coding("such a URL", {
    r"\.": lambda dot: [UNKNOWN], "-.{0,2}|[+].{0,3}": _hexadecimal, "[0-9a-f]": lambda digit: [int(digit, 16)],
}, "g")  # fmt: skip

# The codings of Simon Tatham's collection; source: loopy.c and solo.c.
LOOPY = Coding("such a game id", {"[0-3]": lambda clue: [int(clue)]}, "a", "a letter, 0, 1, 2 or 3")
SOLO = Coding("such a game id", {
    "[0-9]+": lambda digits: [int(digits)], "_": lambda separator: [],
}, "a", "a letter, a number or '_'")  # fmt: skip
