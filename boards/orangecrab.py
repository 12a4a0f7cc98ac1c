"""OrangeCrab r0.2, with two sizes of device. Its USB belongs to the boot loader, so the serial port is on two pins."""

from amaranth.build import Attrs, Resource
from amaranth_boards import orangecrab_r0_2
from amaranth_boards.resources import UARTResource

from rowloom.boards.board import Board, Pin

__all__ = ["BOARDS"]

# As on every board of Adafruit's Feather form, pin 0 receives and pin 1 sends.
_RESOURCES: list[Resource] = [
    *orangecrab_r0_2.OrangeCrabR0_2Platform.resources,
    UARTResource(0, rx="0", tx="1", conn=("io", 0), attrs=Attrs(IO_TYPE="LVCMOS33", PULLMODE="UP")),
]


class _OrangeCrab25F(orangecrab_r0_2.OrangeCrabR0_2_25FPlatform):
    resources = _RESOURCES


class _OrangeCrab85F(orangecrab_r0_2.OrangeCrabR0_2_85FPlatform):
    resources = _RESOURCES


BOARDS = tuple(
    Board(
        name=f"orangecrab-{size}",
        title=f"OrangeCrab r0.2 ({size.upper()})",
        platform=platform,
        serial="a 3.3 V adapter on the header: its TX on pin 0, its RX on pin 1, GND on GND",
        lights="green alive, blue solving, red error",
        alive=Pin("rgb_led", 0, "g"), solving=Pin("rgb_led", 0, "b"), error=Pin("rgb_led", 0, "r"),
        reset=Pin("button", 0),
        note="its boot loader takes the bitstream: hold the button down while plugging the board in",
        flash=("--board", "orangeCrab"),
    )
    for size, platform in (("25f", _OrangeCrab25F), ("85f", _OrangeCrab85F))
)
