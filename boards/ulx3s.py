"""Radiona ULX3S, with four sizes of device."""

from amaranth_boards import ulx3s

from rowloom.boards.board import Board, Pin

__all__ = ["BOARDS"]

# Sold as 12F, the smallest device is the 25F's silicon; the open tools use all of it.
_VARIANTS = (("12f", ulx3s.ULX3S_12F_Platform), ("25f", ulx3s.ULX3S_25F_Platform),
             ("45f", ulx3s.ULX3S_45F_Platform), ("85f", ulx3s.ULX3S_85F_Platform))

BOARDS = tuple(
    Board(
        name=f"ulx3s-{size}",
        title=f"Radiona ULX3S ({size.upper()})",
        platform=platform,
        serial="USB connector US1 (FT231X)",
        lights="D0 alive, D1 solving, D2 error",
        alive=Pin("led", 0), solving=Pin("led", 1), error=Pin("led", 2),
        reset=Pin("button_fire", 0),
        # While this is low, the ESP32's usual firmware believes that its button is pressed, and takes over the FPGA.
        high=Pin("esp32", 0, "gpio0"),
        sram=("--board", "ulx3s"),
        flash=("--board", "ulx3s", "--write-flash"),
    )
    for size, platform in _VARIANTS
)
