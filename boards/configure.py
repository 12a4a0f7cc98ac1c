"""The configuration of a board's SoC, from what the user asks for."""

from collections.abc import Callable
from dataclasses import replace

from rowloom.boards.bitstreams import BuildError
from rowloom.boards.board import Board
from rowloom.boards.measured import clock_of
from rowloom.engines.config import SoCConfig

__all__ = ["configure"]


def configure(board: Board, engines: tuple[str, ...], clock_hz: int | None,
              nearest: Callable[[int], int]) -> SoCConfig:
    """Return the configuration of a board's SoC.

    Parameters
    ----------
    board : Board
    engines : tuple of str
        Empty for the board's default ones.
    clock_hz : int, optional
        By default the one at which the build was measured.
    nearest : callable
        Return the frequency that the board makes for the one wanted; ValueError if it makes none.

    Raises
    ------
    EngineError
        If an engine cannot be had.
    BuildError
        If the board's oscillator does not allow the clock.
    """
    config = SoCConfig.of(*(engines or board.engines), bit_rate=board.bit_rate)
    try:
        return replace(config, clock_hz=nearest(clock_hz or clock_of(board.name, config.names)))
    except ValueError as error:
        raise BuildError(f"{board.name}: {error}") from error
