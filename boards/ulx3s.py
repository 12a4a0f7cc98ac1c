"""Radiona ULX3S, with four sizes of device."""

from amaranth_boards import ulx3s

from .board import Board, Pin
from .units import LARGE, SMALL

__all__ = ["BOARDS"]

# Sold as 12F, the smallest device is the 25F's silicon; the open tools use all of it.
_VARIANTS = (
    ("12f", ulx3s.ULX3S_12F_Platform, SMALL),
    ("25f", ulx3s.ULX3S_25F_Platform, SMALL),
    ("45f", ulx3s.ULX3S_45F_Platform, LARGE),
    ("85f", ulx3s.ULX3S_85F_Platform, LARGE),
)

BOARDS = tuple(
    Board(
        name=f"ulx3s-{size}",
        title=f"Radiona ULX3S ({size.upper()})",
        platform=platform,
        serial="USB connector US1 (FT231X)",
        units=units,
        lights="D0 alive, D1 solving, D2 error",
        alive=Pin("led", 0), solving=Pin("led", 1), error=Pin("led", 2),
        reset=Pin("button_fire", 0),
        # While this is low, the ESP32's usual firmware believes that its button is pressed, and takes over the FPGA.
        high=Pin("esp32", 0, "gpio0"),
        sram=("--board", "ulx3s"),
        flash=("--board", "ulx3s", "--write-flash"),
    )
    for size, platform, units in _VARIANTS
)
