"""The boards, and the build of their bitstreams."""

import rowloom.hw  # noqa: F401  # makes amaranth_soc importable, for the units
from rowloom.boards.board import Board
from rowloom.boards.catalogue import BOARDS, UnknownBoard, find_board

__all__ = ["BOARDS", "Board", "UnknownBoard", "find_board"]
