"""Lattice ECP5 Evaluation Board."""

from amaranth_boards.ecp5_5g_evn import ECP55GEVNPlatform

from rowloom.boards.board import Board, Pin

__all__ = ["BOARDS"]

BOARDS = (
    Board(
        name="ecp5-evn",
        title="Lattice ECP5 Evaluation Board",
        platform=ECP55GEVNPlatform,
        serial="USB connector J2 (FT2232H, its second port), once it is connected: see the note",
        lights="D5 alive, D6 solving, D7 error",
        alive=Pin("led", 0), solving=Pin("led", 1), error=Pin("led", 2),
        reset=Pin("rst", 0),
        note="the board leaves the factory with its serial port unconnected: move the resistors R22 and R23 to R34 and "
             "R35, and set port B of the FT2232H to RS232 UART with FTDI's FT_PROG (user guide FPGA-EB-02017, 6.2)",
        sram=("--board", "ecp5_evn"),
        flash=("--board", "ecp5_evn", "--write-flash"),
    ),
)
