"""The boards, and the code that builds their bitstreams."""

import rowloom.hw  # noqa: F401  # makes amaranth_soc importable, for the units
from rowloom.boards.board import BoardDefinition
from rowloom.boards.catalogue import BOARDS, UnknownBoard, find_board

__all__ = ["BOARDS", "BoardDefinition", "UnknownBoard", "find_board"]
