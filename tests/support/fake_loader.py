"""A program that replaces openFPGALoader, and prints the texts that a test sets."""

import json
import os
import sys

SCRIPT = """\
#!{python} -IS
import json, pathlib, sys, time
here = pathlib.Path(__file__).parent
play = json.loads((here / "play.json").read_text())
with open(here / "calls", "a") as calls:
    print(json.dumps(sys.argv[1:]), file=calls)
if sys.argv[1] in play["tables"]:
    print(play["tables"][sys.argv[1]])
    sys.exit(0)
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


class FakeLoader:
    """The program, in a separate folder. The environment variable ``OPENFPGALOADER`` contains the path of the program.
    By default, the program reports success.
    """

    def __init__(self, folder, monkeypatch):
        folder.mkdir()
        self.path, self._folder, self._patch = folder / "openFPGALoader", folder, monkeypatch
        self.path.write_text(SCRIPT.format(python=sys.executable))
        self.path.chmod(0o755)
        monkeypatch.setenv("OPENFPGALOADER", str(self.path))
        self._tables = {"--list-boards": BOARDS, "--list-cables": CABLES, "--scan-usb": NO_PROBES}
        self.says(LOADED)

    def says(self, out, err="", status=0):
        """Set the output and the exit status of the program."""
        self.plays([(out, "out", 0.0), (err, "err", 0.0)], status)

    def plays(self, pieces, status=0):
        """Set the output, in several pieces. A piece consists of a text, its stream, and the seconds of silence after
        the text."""
        self._play = {"tables": self._tables, "pieces": pieces, "status": status}
        self._write()

    def sees(self, *probes):
        """Set the lines that the program prints about USB adapters."""
        self._tables["--scan-usb"] = "\n".join((*NO_PROBES.splitlines()[::2], *probes))
        self._write()

    def calls(self):
        """Return the arguments of each run, except for runs that only list a table."""
        path = self._folder / "calls"
        calls = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        return [call for call in calls if call[0] not in self._tables]

    def _write(self):
        # A rename is atomic, so a program that reads the file at the same time never reads an incomplete file.
        path = self._folder / "play.json"
        path.with_suffix(".new").write_text(json.dumps(self._play))
        os.replace(path.with_suffix(".new"), path)
