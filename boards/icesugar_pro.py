"""MuseLab iCESugar-Pro."""

from amaranth.build import Attrs
from amaranth_boards.icesugar_pro import ICESugarProPlatform
from amaranth_boards.resources import RGBLEDResource

from .board import Board, Pin
from .units import SMALL

__all__ = ["BOARDS"]


class _ICESugarPro(ICESugarProPlatform):
    # The LED's colours are elsewhere than amaranth-boards says, and light up when low: so the maker's Linux example.
    resources = [
        *(resource for resource in ICESugarProPlatform.resources if resource.name != "rgb_led"),
        RGBLEDResource(0, r="B11", g="A11", b="A12", invert=True, attrs=Attrs(IO_TYPE="LVCMOS33")),
    ]


BOARDS = (
    Board(
        name="icesugar-pro",
        title="MuseLab iCESugar-Pro",
        platform=_ICESugarPro,
        serial="the USB connector (iCELink)",
        units=SMALL,
        lights="green alive, blue solving, red error",
        alive=Pin("rgb_led", 0, "g"), solving=Pin("rgb_led", 0, "b"), error=Pin("rgb_led", 0, "r"),
        note="the bitstream can also be copied onto the disk that the board shows up as; it stays there for ever",
        sram=("--cable", "cmsisdap", "--vid", "0x1d50", "--pid", "0x602b"),
        flash=("--cable", "cmsisdap", "--vid", "0x1d50", "--pid", "0x602b", "--write-flash"),
    ),
)
