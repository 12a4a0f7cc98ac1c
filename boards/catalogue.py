"""The supported boards."""

import difflib
from typing import Any, ClassVar

from amaranth.build import Attrs, Clock, Pins, PinsN, Resource
from amaranth.vendor import LatticeECP5Platform
from amaranth_boards import arty_a7, ecpix5, orangecrab_r0_2, ulx3s
from amaranth_boards.colorlight_5a75b_r7_0 import Colorlight_5A75B_R70Platform
from amaranth_boards.ecp5_5g_evn import ECP55GEVNPlatform
from amaranth_boards.icepi_zero import IcepiZero1_3Platform
from amaranth_boards.icesugar_pro import ICESugarProPlatform
from amaranth_boards.resources import LEDResources, RGBLEDResource, UARTResource, ULPIResource

from rowloom.boards.board import BoardDefinition, Pin

__all__ = ["BOARDS", "UnknownBoard", "find_board"]


class _ICESugarPro(ICESugarProPlatform):
    # The pins of the LED in amaranth-boards are wrong. The pins here are those of the maker's Linux example; they are
    # active low.
    resources = [
        *(resource for resource in ICESugarProPlatform.resources if resource.name != "rgb_led"),
        RGBLEDResource(0, r="B11", g="A11", b="A12", invert=True, attrs=Attrs(IO_TYPE="LVCMOS33")),
    ]


# The serial port is on the header: the boot loader uses the USB port until the bitstream has started. As on every board
# with Adafruit's Feather form factor, pin 0 receives and pin 1 sends.
_ORANGECRAB: list[Resource] = [
    *orangecrab_r0_2.OrangeCrabR0_2Platform.resources,
    UARTResource(0, rx="0", tx="1", conn=("io", 0), attrs=Attrs(IO_TYPE="LVCMOS33", PULLMODE="UP")),
]


class _OrangeCrab25F(orangecrab_r0_2.OrangeCrabR0_2_25FPlatform):
    resources = _ORANGECRAB


class _OrangeCrab85F(orangecrab_r0_2.OrangeCrabR0_2_85FPlatform):
    resources = _ORANGECRAB


class _Cynthion(LatticeECP5Platform):
    # Revision 1.4, without the pins that Rowloom does not use. The platform in the maker's package is not used, because
    # it needs all of the maker's programs. The USB connector is AUX, because the debugger also uses the PHY of CONTROL.
    device, package, speed = "LFE5U-12F", "BG256", "8"
    default_clk = "clk_60MHz"
    resources = [
        Resource(default_clk, 0, Pins("A8", dir="i"), Clock(60e6), Attrs(IO_TYPE="LVCMOS33")),
        UARTResource(0, rx="R14", tx="T14", attrs=Attrs(IO_TYPE="LVCMOS33")),
        Resource("button_user", 0, PinsN("M14", dir="i"), Attrs(IO_TYPE="LVCMOS33", PULLMODE="NONE")),
        *LEDResources(pins="E13 C13 B14 A15 D12 C11", invert=True, attrs=Attrs(IO_TYPE="LVCMOS33")),
        ULPIResource("usb", 0, data="F16 G15 G16 H15 J15 J16 K15 K16", clk="D16", clk_dir="o", dir="E16", nxt="F15",
                     stp="E15", rst="J13", rst_invert=True, attrs=Attrs(IO_TYPE="LVCMOS33", SLEWRATE="FAST")),
    ]
    connectors: ClassVar[list[Any]] = []
    ulpi_extra_registers = {0x39: 0b000110}
    """For each register of the PHY that LUNA sets: its value. The value of register 0x39 swaps D+ and D-, because the
    board's wires swap them."""


_ULX3S = {
    # The 12F, the smallest device, has the 25F's silicon; the open tools can use all of it.
    "12f": ulx3s.ULX3S_12F_Platform, "25f": ulx3s.ULX3S_25F_Platform, "45f": ulx3s.ULX3S_45F_Platform,
    "85f": ulx3s.ULX3S_85F_Platform,
}
_ECPIX5 = {"45f": ecpix5.ECPIX545Platform, "85f": ecpix5.ECPIX585Platform}
_LEDS: dict[str, Any] = {"alive": Pin("led", 0), "solving": Pin("led", 1), "error": Pin("led", 2)}
_RGB_LED: dict[str, Any] = {
    "alive": Pin("rgb_led", 0, "g"), "solving": Pin("rgb_led", 0, "b"), "error": Pin("rgb_led", 0, "r")}

_ALL = (
    *(BoardDefinition(
        name=f"ulx3s-{size}",
        title=f"Radiona ULX3S ({size.upper()})",
        platform=platform,
        serial="USB connector US1 (FT231X)",
        usb="USB connector US2",
        lights="D0 alive, D1 solving, D2 error", **_LEDS,
        reset=Pin("button_fire", 0),
        # While this pin is low, the usual firmware of the ESP32 detects a pressed button and takes control of the FPGA.
        high=Pin("esp32", 0, "gpio0"),
        sram=("--board", "ulx3s"),
        flash=("--board", "ulx3s", "--write-flash"),
    ) for size, platform in _ULX3S.items()),
    BoardDefinition(
        name="icepi-zero",
        title="Icepi Zero 1.3",
        platform=IcepiZero1_3Platform,
        serial="the USB connector with the FT231X",
        lights="LED 0 alive, LED 1 solving, LED 2 error", **_LEDS,
        reset=Pin("button", 0),
        sram=("--board", "icepi-zero"),
        flash=("--board", "icepi-zero", "--write-flash"),
    ),
    BoardDefinition(
        name="icesugar-pro",
        title="MuseLab iCESugar-Pro",
        platform=_ICESugarPro,
        serial="the USB connector (iCELink)",
        lights="green alive, blue solving, red error", **_RGB_LED,
        note="the board appears as a disk; a bitstream that is copied to this disk is kept permanently",
        sram=("--cable", "cmsisdap", "--vid", "0x1d50", "--pid", "0x602b"),
        flash=("--cable", "cmsisdap", "--vid", "0x1d50", "--pid", "0x602b", "--write-flash"),
    ),
    *(BoardDefinition(
        name=f"ecpix5-{size}",
        title=f"LambdaConcept ECPIX-5 ({size.upper()})",
        platform=platform,
        serial="the micro-USB connector (FT2232H, its second port)",
        lights="LD5 green alive, blue solving, red error", **_RGB_LED,
        reset=Pin("rst", 0),
        note="revision R03 has an FT4232H: for this revision, run `openFPGALoader --board ecpix5_r03` yourself",
        sram=("--board", "ecpix5"),
        flash=("--board", "ecpix5", "--write-flash"),
    ) for size, platform in _ECPIX5.items()),
    BoardDefinition(
        name="ecp5-evn",
        title="Lattice ECP5 Evaluation Board",
        platform=ECP55GEVNPlatform,
        serial="USB connector J2 (FT2232H, its second port), after a change to the board: see the note",
        lights="D5 alive, D6 solving, D7 error", **_LEDS,
        reset=Pin("rst", 0),
        note="the board leaves the factory with its serial port unconnected: move the resistors R22 and R23 to R34 and "
             "R35, and set port B of the FT2232H to RS232 UART with FTDI's FT_PROG (user guide FPGA-EB-02017, 6.2)",
        sram=("--board", "ecp5_evn"),
        flash=("--board", "ecp5_evn", "--write-flash"),
    ),
    *(BoardDefinition(
        name=f"orangecrab-{size}",
        title=f"OrangeCrab r0.2 ({size.upper()})",
        platform=platform,
        serial="a 3.3 V adapter on the header: its TX on pin 0, its RX on pin 1, GND on GND",
        usb="the USB connector",
        lights="green alive, blue solving, red error", **_RGB_LED,
        reset=Pin("button", 0),
        note="its boot loader receives the bitstream: hold the button down while you plug the board in",
        flash=("--board", "orangeCrab"),
    ) for size, platform in (("25f", _OrangeCrab25F), ("85f", _OrangeCrab85F))),
    BoardDefinition(
        name="cynthion",
        title="Great Scott Gadgets Cynthion (r1.4)",
        platform=_Cynthion,
        serial="USB connector CONTROL (Apollo)",
        usb="USB connector AUX",
        lights="LED 0 alive, LED 1 solving, LED 2 error", **_LEDS,
        reset=Pin("button_user", 0),
        note="openFPGALoader does not support this debugger: run `apollo configure build/cynthion/cynthion.bit`, "
             "from the Python package apollo-fpga",
    ),
    BoardDefinition(
        name="colorlight-5a75b",
        title="Colorlight 5A-75B (V7.0)",
        platform=Colorlight_5A75B_R70Platform,
        serial="a 3.3 V adapter on J19: its RX on DATA_LED-, its TX on KEY+, GND on GND",
        # The key's pin has a capacitor, which would distort the bits at a higher rate.
        bit_rate=9_600,
        # The only LED and the only button use the pins of the serial port.
        lights="the LED flickers while the board sends",
        note="this build works only on V7.0, because other versions have other pins; a JTAG cable is needed, on J27 "
             "(TCK), J31 (TMS), J32 (TDI), J30 (TDO) and J34 (GND)",
        sram=("--cable", "ft232"),
        flash=("--cable", "ft232", "--unprotect-flash", "--write-flash"),
    ),
    *(BoardDefinition(
        name=f"arty-a7-{size}",
        title=f"Digilent Arty A7-{size}",
        platform=platform,
        serial="USB connector J10 (FT2232H, its second port)",
        lights="LD4 alive, LD5 solving, LD6 error", **_LEDS,
        reset=Pin("rst", 0),
        sram=("--board", f"arty_a7_{size}t"),
        flash=("--board", f"arty_a7_{size}t", "--write-flash"),
    ) for size, platform in (("35", arty_a7.ArtyA7_35Platform), ("100", arty_a7.ArtyA7_100Platform))),
)
BOARDS: dict[str, BoardDefinition] = {board.name: board for board in _ALL}


class UnknownBoard(LookupError):
    """There is no board with this name; the message lists boards with similar names."""


def find_board(name: str) -> BoardDefinition:
    """Return the board with this name; raise :class:`UnknownBoard` if it does not exist."""
    if name in BOARDS:
        return BOARDS[name]
    near = [board for board in BOARDS if name.lower() in board] or difflib.get_close_matches(name.lower(), BOARDS)
    hint = f"did you mean {' or '.join(near)}?" if near else f"the boards are {', '.join(BOARDS)}"
    raise UnknownBoard(f"there is no board {name!r}; {hint}")
