"""The ways to bitstreams, by family."""

from rowloom.boards.artix_flow import ArtixFlow
from rowloom.boards.board import Board
from rowloom.boards.ecp5_flow import ECP5Flow
from rowloom.boards.flow import Flow

__all__ = ["flow_for"]


def flow_for(board: Board) -> Flow:
    """Return the open tools' way to a board's bitstream."""
    return ECP5Flow(board) if board.is_ecp5 else ArtixFlow(board)
