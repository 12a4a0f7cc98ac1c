"""Icepi Zero 1.3."""

from amaranth_boards.icepi_zero import IcepiZero1_3Platform

from rowloom.boards.board import Board, Pin

__all__ = ["BOARDS"]

BOARDS = (
    Board(
        name="icepi-zero",
        title="Icepi Zero 1.3",
        platform=IcepiZero1_3Platform,
        serial="the USB connector with the FT231X",
        lights="LED 0 alive, LED 1 solving, LED 2 error",
        alive=Pin("led", 0), solving=Pin("led", 1), error=Pin("led", 2),
        reset=Pin("button", 0),
        sram=("--board", "icepi-zero"),
        flash=("--board", "icepi-zero", "--write-flash"),
    ),
)
