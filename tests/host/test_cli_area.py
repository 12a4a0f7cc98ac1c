"""``rowloom area``: what it prints, what it asks for, and how it exits."""

import json
import sys

import pytest

import rowloom.boards.area as area
import rowloom.boards.artix as artix
from rowloom.boards.area import Area, Measurement
from rowloom.boards.area_units import UNITS
from rowloom.boards.artix import XilinxArea
from rowloom.host.cli import main
from rowloom.hw.tools import ToolError

TOOLS = {"Yosys": "1", "nextpnr-ecp5": "2"}
LEDS = Area(lut4=5, ff=11, block_ram=0, dsp=0, fmax_hz=400_000_000)
CPU = Area(lut4=3247, ff=1082, block_ram=1, dsp=4, fmax_hz=62_640_942)


class Bench:
    """Runs command lines where measuring is quick: it gives what ``areas`` says, or raises ``error``."""

    def __init__(self, monkeypatch, capsys, tmp_path):
        self._capsys = capsys
        self.file = tmp_path / "area.json"
        self.areas, self.error, self.asked = dict.fromkeys(UNITS, LEDS) | {"cpu": CPU}, None, None
        monkeypatch.setattr(area, "_FILE", self.file)
        monkeypatch.setattr(area, "tool_versions", lambda: TOOLS)
        monkeypatch.setattr(area, "measure", self._measure)
        monkeypatch.setattr(artix, "measure", self._measure)

    def _measure(self, names, jobs, done):
        self.asked = names, jobs
        if self.error:
            raise self.error
        for name in names:
            done(name, self.areas[name])
        return {name: self.areas[name] for name in names}

    def keep(self, tools=TOOLS, **areas):
        area.write_baseline(Measurement(tools, areas))

    def run(self, *words):
        """Returns the exit status, the lines of standard output without blank ends, and those of standard error."""
        status = main(["area", *words])
        out, err = self._capsys.readouterr()
        return status, [line.rstrip() for line in out.splitlines()], err.splitlines()


@pytest.fixture
def bench(monkeypatch, capsys, tmp_path):
    return Bench(monkeypatch, capsys, tmp_path)


def test_table(bench):
    status, out, err = bench.run("leds", "cpu", "--jobs", "3")
    assert status == 0
    # In the order of the table of all units.
    assert bench.asked == (["cpu", "leds"], 3)
    assert " ".join(out[0].split()) == "unit LUT4 FF block RAM DSP Fmax"
    assert [line.split() for line in out[2:4]] == [
        ["cpu", "3,247", "1,082", "1", "4", "62.6", "MHz"], ["leds", "5", "11", "0", "0", "400.0", "MHz"]]
    assert err == ["rowloom: cpu is measured (1 of 2)", "rowloom: leds is measured (2 of 2)"]


def test_all_units(bench):
    assert bench.run()[0] == 0
    assert bench.asked[0] == list(UNITS)


def test_json(bench):
    status, out, _ = bench.run("leds", "--json")
    assert (status, json.loads(out[0])) == (
        0, {"target": "ecp5", "tools": TOOLS, "units": {"leds": {
            "lut4": 5, "ff": 11, "block_ram": 0, "dsp": 0, "fmax_hz": 400_000_000}}})


def test_nothing_changed(bench):
    bench.keep(leds=LEDS, cpu=CPU)
    status, out, _ = bench.run("leds", "cpu", "--check")
    assert (status, out[-1]) == (0, "nothing is worse than the baseline")


def test_growth(bench):
    bench.keep(leds=LEDS, cpu=CPU)
    bench.areas["cpu"] = Area(lut4=3347, ff=982, block_ram=1, dsp=4, fmax_hz=49_000_000)
    status, out, _ = bench.run("leds", "cpu", "--check")
    assert status == 1
    at = out.index("worse than the baseline:")
    assert " ".join(out[at + 1].split()) == "unit baseline now change limit"
    assert [" ".join(line.split()) for line in out[at + 3:at + 5]] == [
        "cpu LUT4 3,247 3,347 +3.1 % 3,344", "cpu Fmax 62.6 MHz 49.0 MHz -21.8 % 53.2 MHz"]
    at = out.index("better than the baseline:")
    assert " ".join(out[at + 3].split()) == "cpu FF 1,082 982 -9.2 % 1,050"
    assert out[-1] == "`rowloom area --update` makes a new baseline, if this is meant to be so"


def test_growth_as_json(bench):
    bench.keep(leds=LEDS)
    bench.areas["leds"] = Area(lut4=50, ff=11, block_ram=0, dsp=0, fmax_hz=400_000_000)
    status, out, _ = bench.run("leds", "--check", "--json")
    assert status == 1
    assert json.loads(out[0])["check"] == {
        "passed": False, "better": [], "unknown": [], "gone": [],
        "worse": [{"unit": "leds", "measure": "lut4", "before": 5, "now": 50, "limit": 13}]}


def test_units_that_came_and_went(bench):
    bench.keep(**{name: areas for name, areas in bench.areas.items() if name != "leds"}, abacus=LEDS)
    status, out, _ = bench.run("--check")
    assert (status, out[-3:-1]) == (
        1, ["leds is not in the baseline", "abacus is in the baseline, and there is no such unit"])


def test_other_tools(bench):
    bench.keep({"Yosys": "0"}, leds=LEDS)
    status, _, err = bench.run("leds", "--check")
    assert (status, err[-1]) == (
        0, "rowloom: the baseline is of other tools (Yosys 0; here Yosys 1, nextpnr-ecp5 2), so more is put down to "
           "chance: 10 % of the cells, 30 % of the speed")


def test_no_baseline(bench):
    status, _, err = bench.run("--check")
    assert (status, err) == (
        1, ["rowloom: there is no baseline to compare with: `rowloom area --update` makes one"])
    assert bench.asked is None


def test_update(bench):
    bench.keep({"Yosys": "0"}, abacus=LEDS)
    status, _, err = bench.run("--update")
    assert (status, err[-1]) == (0, f"rowloom: the baseline is new for {len(UNITS)} units")
    assert area.read_baseline() == Measurement(TOOLS, bench.areas)


def test_update_of_one(bench):
    bench.keep(leds=CPU, cpu=CPU)
    status, _, err = bench.run("--update", "leds")
    assert (status, err[-1]) == (0, "rowloom: the baseline is new for 1 unit")
    assert area.read_baseline() == Measurement(TOOLS, {"leds": LEDS, "cpu": CPU})


def test_no_mixture_of_tools(bench):
    bench.keep({"Yosys": "0"}, leds=LEDS)
    status, _, err = bench.run("--update", "leds")
    assert (status, err) == (
        1, ["rowloom: the baseline is of other tools (Yosys 0): measure all units anew, with `rowloom area --update`"])
    assert bench.asked is None


def test_artix(bench):
    bench.areas["checker"] = XilinxArea(
        luts=3663, lut_memory=12, ffs=1170, wide_muxes=0, ramb36=0, ramb18=0, dsp48=0)
    bench.areas["soc"] = XilinxArea(
        luts=6107, lut_memory=82, ffs=2613, wide_muxes=1, ramb36=12, ramb18=3, dsp48=4)
    status, out, _ = bench.run("--target", "artix7")
    assert (status, bench.asked[0]) == (0, ["soc", "checker"])
    assert [line.split() for line in out[2:5]] == [
        ["soc", "6,107", "82", "2,613", "1", "12", "3", "4"],
        ["checker", "3,663", "12", "1,170", "0", "0", "0", "0"],
        ["the", "paper's", "3,941-4,308", "1,542-1,606"]]
    status, out, _ = bench.run("--target", "artix7", "checker", "--json")
    assert json.loads(out[0]) == {
        "target": "artix7", "paper": {"luts": [3941, 4308], "ffs": [1542, 1606]}, "units": {"checker": {
            "luts": 3663, "lut_memory": 12, "ffs": 1170, "wide_muxes": 0, "ramb36": 0, "ramb18": 0, "dsp48": 0}}}


@pytest.mark.parametrize("words, message", [
    (["abacus"], f"there is no unit 'abacus'; there is {', '.join(UNITS)}"),
    (["--target", "artix7", "--check"], "the baseline is for the ECP5, not for the Artix-7"),
    (["--target", "artix7", "--update"], "the baseline is for the ECP5, not for the Artix-7"),
])
def test_wrong_command_lines(bench, words, message):
    assert bench.run(*words) == (2, [], [f"rowloom: {message}; see `rowloom area --help`"])


def test_no_toolchain(bench, monkeypatch):
    monkeypatch.setitem(sys.modules, "rowloom.boards.area_units", None)
    status, _, err = bench.run()
    assert status == 1
    assert err[0].startswith("rowloom: what synthesises gateware is not installed (")
    assert err[0].endswith("): pip install 'rowloom[build]'")


def test_a_failing_tool(bench):
    bench.error = ToolError("Yosys failed:\nERROR: no memory left")
    assert bench.run("leds") == (1, [], ["rowloom: Yosys failed:", "ERROR: no memory left"])


def test_a_baseline_that_cannot_be_written(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(area, "_FILE", tmp_path / "nowhere" / "area.json")
    status, _, err = bench.run("--update")
    assert (status, err[-1]) == (
        1, f"rowloom: cannot write the baseline: No such file or directory: {tmp_path}/nowhere/area.json")
