"""Colorlight 5A-75B, a driver of LED walls."""

from amaranth_boards.colorlight_5a75b_r7_0 import Colorlight_5A75B_R70Platform

from rowloom.boards.board import Board

__all__ = ["BOARDS"]

BOARDS = (
    Board(
        name="colorlight-5a75b",
        title="Colorlight 5A-75B (V7.0)",
        platform=Colorlight_5A75B_R70Platform,
        serial="a 3.3 V adapter on J19: its RX on DATA_LED-, its TX on KEY+, GND on GND",
        # The key's pin has a capacitor that rounds off faster bits.
        bit_rate=9_600,
        # The one LED and the one button are the serial port's pins.
        lights="the LED flickers while the board sends",
        note="only V7.0 of the board has its pins where this build expects them; a JTAG cable is needed, on J27 (TCK), "
             "J31 (TMS), J32 (TDI), J30 (TDO) and J34 (GND)",
        sram=("--cable", "ft232"),
        flash=("--cable", "ft232", "--unprotect-flash", "--write-flash"),
    ),
)
