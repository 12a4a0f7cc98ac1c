"""MuseLab iCESugar-Pro."""

from amaranth.build import Attrs
from amaranth_boards.icesugar_pro import ICESugarProPlatform
from amaranth_boards.resources import RGBLEDResource

from rowloom.boards.board import Board, Pin

__all__ = ["BOARDS"]


class _ICESugarPro(ICESugarProPlatform):
    # The LED's pins differ from amaranth-boards, and are active low, as in the maker's Linux example.
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
        lights="green alive, blue solving, red error",
        alive=Pin("rgb_led", 0, "g"), solving=Pin("rgb_led", 0, "b"), error=Pin("rgb_led", 0, "r"),
        note="the bitstream can also be copied onto the disk that the board appears as; it stays there permanently",
        sram=("--cable", "cmsisdap", "--vid", "0x1d50", "--pid", "0x602b"),
        flash=("--cable", "cmsisdap", "--vid", "0x1d50", "--pid", "0x602b", "--write-flash"),
    ),
)
