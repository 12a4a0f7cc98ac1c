"""The boards: one file each, and what makes a bitstream for them."""

import difflib

from . import arty_a7, colorlight_5a75b, ecp5_evn, ecpix5, icepi_zero, icesugar_pro, orangecrab, ulx3s
from .board import Board

__all__ = ["BOARDS", "Board", "UnknownBoard", "find_board"]

_FAMILIES = (ulx3s, icepi_zero, icesugar_pro, ecpix5, ecp5_evn, orangecrab, colorlight_5a75b, arty_a7)

BOARDS: dict[str, Board] = {board.name: board for family in _FAMILIES for board in family.BOARDS}


class UnknownBoard(LookupError):
    """There is no such board; the message names those that look like it."""


def find_board(name: str) -> Board:
    """The board of that name.

    Raises
    ------
    UnknownBoard
    """
    if name in BOARDS:
        return BOARDS[name]
    near = [board for board in BOARDS if name.lower() in board] or difflib.get_close_matches(name.lower(), BOARDS)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there is {', '.join(BOARDS)}"
    raise UnknownBoard(f"there is no board {name!r}; {hint}")
