"""Digilent Arty A7, with two sizes of device. The smaller is that of the paper."""

from amaranth_boards import arty_a7

from rowloom.boards.board import Board, Pin

__all__ = ["BOARDS"]

_VARIANTS = (("35", arty_a7.ArtyA7_35Platform), ("100", arty_a7.ArtyA7_100Platform))

BOARDS = tuple(
    Board(
        name=f"arty-a7-{size}",
        title=f"Digilent Arty A7-{size}",
        platform=platform,
        serial="USB connector J10 (FT2232H, its second port)",
        lights="LD4 alive, LD5 solving, LD6 error",
        alive=Pin("led", 0), solving=Pin("led", 1), error=Pin("led", 2),
        reset=Pin("rst", 0),
        sram=("--board", f"arty_a7_{size}t"),
        flash=("--board", f"arty_a7_{size}t", "--write-flash"),
    )
    for size, platform in _VARIANTS
)
