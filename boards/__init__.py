"""The boards, one file each, and the build of their bitstreams."""

import difflib
from dataclasses import replace

import rowloom.hw  # noqa: F401  # makes amaranth_soc importable, for the units
from rowloom.boards import arty_a7, colorlight_5a75b, ecp5_evn, ecpix5, icepi_zero, icesugar_pro, orangecrab, ulx3s
from rowloom.boards.board import Board

__all__ = ["BOARDS", "Board", "UnknownBoard", "find_board"]

_FAMILIES = (ulx3s, icepi_zero, icesugar_pro, ecpix5, ecp5_evn, orangecrab, colorlight_5a75b, arty_a7)

BOARDS: dict[str, Board] = {
    board.name: replace(board, module=family.__name__) for family in _FAMILIES for board in family.BOARDS}


class UnknownBoard(LookupError):
    """There is no such board; the message names similar ones."""


def find_board(name: str) -> Board:
    """Return the board with this name; raise :class:`UnknownBoard` if there is none."""
    if name in BOARDS:
        return BOARDS[name]
    near = [board for board in BOARDS if name.lower() in board] or difflib.get_close_matches(name.lower(), BOARDS)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there is {', '.join(BOARDS)}"
    raise UnknownBoard(f"there is no board {name!r}; {hint}")
