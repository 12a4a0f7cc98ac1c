"""A program that replaces openFPGALoader, and prints the texts that a test sets."""

from support.fake_programs import FakePrograms

SCRIPT = """\
import time
if sys.argv[1] in play["tables"]:
    print(play["tables"][sys.argv[1]])
    sys.exit()
for piece, stream, seconds in play["pieces"]:
    (sys.stderr if stream == "err" else sys.stdout).write(piece)
    sys.stdout.flush()
    time.sleep(seconds)
sys.exit(play["status"])
"""

BOARDS = """\
empty
board name                 cable_name         fpga_part
ecpix5                     ecpix5-debug       Undefined
orangeCrab                 dfu                Undefined
ulx3s                      ft231X             Undefined"""

CABLES = """\
empty
cable name               vid:pid
dfu                      0x0000:0000
ecpix5-debug             0x0403:6010
ft231X                   0x0403:6015
ft232                    0x0403:6014
"""

NO_PROBES = """\
empty
No USB devices found
Bus device vid:pid       probe_type manufacturer serial product"""

LOADED = """\
empty
Jtag frequency : requested 6000000Hz -> real 3000000Hz
ret 0
Open file: DONE
b3bdffff
Parse file: DONE
Enable configuration: DONE
SRAM erase: DONE
\rLoading: [=====                                             ] 10.31%\
\rLoading: [========================                          ] 48.50%\
\rLoading: [==================================================] 100.00%
\nDone
Disable configuration: DONE
"""
"""The output that openFPGALoader 1.1.1 writes to a pipe if it succeeds."""


class FakeLoader(FakePrograms):
    """The program, in a separate folder. The environment variable ``OPENFPGALOADER`` contains the path of the program.
    By default, the program reports success.
    """

    def __init__(self, folder, monkeypatch):
        self._tables = {"--list-boards": BOARDS, "--list-cables": CABLES, "--scan-usb": NO_PROBES}
        super().__init__(folder, {"openFPGALoader": SCRIPT}, tables=self._tables)
        self.path = folder / "openFPGALoader"
        monkeypatch.setenv("OPENFPGALOADER", str(self.path))
        self.says(LOADED)

    def says(self, out, err="", status=0):
        """Set the output and the exit status of the program."""
        self.plays([(out, "out", 0.0), (err, "err", 0.0)], status)

    def plays(self, pieces, status=0):
        """Set the output, in several pieces. A piece consists of a text, its stream, and the seconds of silence after
        the text."""
        self.set(pieces=pieces, status=status)

    def sees(self, *probes):
        """Set the lines that the program prints about USB adapters."""
        self._tables["--scan-usb"] = "\n".join((*NO_PROBES.splitlines()[::2], *probes))
        self.set()

    def calls(self):
        """Return the arguments of each run, except for runs that only list a table."""
        return [call for call in self.runs_of("openFPGALoader") if call[0] not in self._tables]
