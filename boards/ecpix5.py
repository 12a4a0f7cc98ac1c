"""LambdaConcept ECPIX-5, with two sizes of device."""

from amaranth_boards import ecpix5

from rowloom.boards.board import Board, Pin

__all__ = ["BOARDS"]

_VARIANTS = (("45f", ecpix5.ECPIX545Platform), ("85f", ecpix5.ECPIX585Platform))

BOARDS = tuple(
    Board(
        name=f"ecpix5-{size}",
        title=f"LambdaConcept ECPIX-5 ({size.upper()})",
        platform=platform,
        serial="the micro-USB connector (FT2232H, its second port)",
        lights="LD5 green alive, blue solving, red error",
        alive=Pin("rgb_led", 0, "g"), solving=Pin("rgb_led", 0, "b"), error=Pin("rgb_led", 0, "r"),
        reset=Pin("rst", 0),
        note="revision R03 has an FT4232H: there, say `openFPGALoader --board ecpix5_r03` yourself",
        sram=("--board", "ecpix5"),
        flash=("--board", "ecpix5", "--write-flash"),
    )
    for size, platform in _VARIANTS
)
