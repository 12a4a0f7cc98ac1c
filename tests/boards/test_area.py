"""The areas of the gateware's units: each unit is measured in a harness, and its area is compared with the baseline."""

import gc
import importlib
import inspect
import json
import pkgutil
import random

import pytest
from amaranth.hdl import Cat, Module
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

import rowloom.boards.area as area
import rowloom.hw
from rowloom.boards import measured
from rowloom.boards.area import Area, Baseline, main, measure, regressions, tool_versions
from rowloom.boards.area_units import UNITS, Harness
from rowloom.hw.soc.bus import Interconnect
from rowloom.hw.soc.peripheral import Choice
from rowloom.hw.soc.top import SoC
from support.says import Says
from support.simulation import simulate

PARTS = {
    "Arm", "BranchFinder", "BusMemory", "CanalCandidates", "CanalClueMemory", "CanalRules", "CellValues", "Clearing",
    "ClueMemory", "ClueWorklist", "Cuts", "Exclusions", "FrameCounter", "FrameDistributor", "FrameMerger",
    "FrameRouter", "HouseWords", "Loading", "LockedCandidates", "Neighbours", "PageFiller", "Pages", "Passes",
    "PendingClues", "Placer", "Propagation", "RandomOrder", "Rating", "RowPass", "SerialReceiver", "ShadeFlood",
    "SharedLineSoCs", "ShadingFixpoint", "SmullyanCandidates", "Strikes", "SubsetExclusion", "Trail", "Undoing",
    "WordMemory",
}
"""The names of units that are measured only as parts of other units or of whole builds."""

TOOLS = {"Yosys": "1"}
BEFORE = Area(lut4=1000, ff=100, block_ram=2, dsp=4, fmax_hz=100_000_000)


def changed(**measures):
    return Area(**{**vars(BEFORE), **measures})


def test_every_unit_of_the_gateware_is_measured():
    units = set()
    for module in pkgutil.walk_packages(rowloom.hw.__path__, "rowloom.hw."):
        if not module.name.endswith("__main__"):
            for _, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                if issubclass(kind, wiring.Component) and kind.__module__ == module.name and kind.__name__[0] != "_":
                    units.add(kind)
    # ``Interconnect`` is measured inside another component, which has ports. The SoC is not created here, because its
    # firmware would have to be compiled.
    measured = {Interconnect, SoC, *(type(make()) for name, make in UNITS.items() if name != "soc")}
    gc.collect()
    base_classes = {base for kind in units for base in kind.__mro__[1:]}
    assert {kind.__name__ for kind in units - {Choice} - base_classes - measured} == PARTS


@pytest.mark.parametrize("before, now, same_tools, limits", [
    (BEFORE, {}, True, []),
    (BEFORE, {"lut4": 1030, "ff": 108, "fmax_hz": 85_000_000}, True, []),
    (BEFORE, {"lut4": 500, "ff": 50, "block_ram": 1, "dsp": 3, "fmax_hz": 200_000_000}, True, []),
    (BEFORE, {"fmax_hz": None}, True, []),
    (BEFORE, {"lut4": 1031, "ff": 109, "block_ram": 3, "dsp": 5, "fmax_hz": 84_999_999}, True,
     [1030, 108, 2, 4, 85_000_000]),
    (BEFORE, {"lut4": 1100, "ff": 132, "fmax_hz": 70_000_000}, False, []),
    (BEFORE, {"lut4": 1101, "ff": 133, "block_ram": 3, "fmax_hz": 69_999_999}, False, [1100, 132, 2, 70_000_000]),
    # No unit may be slower than the boards' clock.
    (changed(fmax_hz=51_000_000), {"fmax_hz": 50_000_000}, True, []),
    (changed(fmax_hz=51_000_000), {"fmax_hz": 49_999_999}, True, [50_000_000]),
])
def test_regressions(before, now, same_tools, limits):
    found = regressions(before, changed(**now), same_tools)
    assert [int(fault.split()[-1].replace(",", "")) for fault in found] == limits
    assert [fault.split()[0] for fault in found] == [kind for kind in now if limits]


@pytest.fixture
def areas(monkeypatch, tmp_path):
    """Replace measurements by these areas, which tests can change. The baseline begins with the same areas."""
    areas = dict.fromkeys(UNITS, BEFORE)
    monkeypatch.setattr(area, "_FILE", tmp_path / "area.json")
    monkeypatch.setattr(area, "tool_versions", lambda: TOOLS)
    monkeypatch.setattr(area, "measure", lambda names: ((name, areas[name]) for name in names))
    Baseline(TOOLS, areas).write()
    return areas


@pytest.fixture
def run(areas, capsys):
    """Return a function that runs the command with the given words. The function returns the exit status and, if the
    command measured all units, the lines after the table."""
    return lambda *words: (main(words), capsys.readouterr().out.splitlines()[1 + len(UNITS) :])


def test_larger_areas(areas, run):
    assert run() == (0, ["nothing is worse than the baseline"])
    areas["cpu"] = changed(lut4=2000)
    assert run("leds")[0] == 0
    assert run() == (1, [Says("cpu: lut4")])


def test_new_and_removed_units(areas, run):
    Baseline(TOOLS, {name: BEFORE for name in UNITS if name != "leds"} | {"abacus": BEFORE}).write()
    assert run() == (1, ["leds: not in the baseline", "abacus: in the baseline, but no longer a unit"])


def test_update(areas, run):
    Baseline({"Yosys": "0"}, {"abacus": BEFORE}).write()
    assert run("--update")[0] == 0
    assert Baseline.read() == Baseline(TOOLS, areas)
    areas["leds"] = changed(lut4=7)
    assert run("leds", "--update")[0] == 0
    assert Baseline.read() == Baseline(TOOLS, areas)


@pytest.mark.parametrize("words, message", [
    (["abacus"], "there is no unit 'abacus'"), (["leds", "--update"], "the baseline was measured with other tools"),
])
def test_wrong_command_lines(run, capsys, words, message):
    Baseline({"Yosys": "0"}, {"leds": BEFORE}).write()
    with pytest.raises(SystemExit):
        run(*words)
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("file", [area._FILE, measured._FILE])
def test_json_files_have_one_format(file):
    assert file.read_text() == measured.to_json(json.loads(file.read_text())) + "\n"


@pytest.mark.usefixtures("yosys")
def test_a_unit_is_as_large_as_the_baseline_says(monkeypatch):
    """A unit that is larger than a limit is not placed, so its Fmax is unknown."""
    monkeypatch.setattr("rowloom.boards.area._LARGEST_PLACED", 4)
    baseline, ((_, now),) = Baseline.read(), measure(["line-break"])
    assert now.fmax_hz is None and not regressions(baseline.areas["line-break"], now, tool_versions() == baseline.tools)


@pytest.mark.usefixtures("yosys")
@pytest.mark.slow
def test_all_units_are_as_the_baseline_says():
    assert main([]) == 0
    # The result is deterministic.
    assert dict(measure(["uart"])) == dict(measure(["uart"]))


class Unit(wiring.Component):
    """A unit that has ports of several kinds: a structure, an interface and an array."""

    def __init__(self):
        super().__init__({
            "pair": In(data.StructLayout({"low": 2, "high": 3})),
            "bus": Out(wiring.Signature({"ask": Out(2), "answer": In(1)})),
            "rows": Out(2).array(2),
        })

    def elaborate(self, platform):
        m = Module()
        m.d.comb += [
            self.bus.ask.eq(self.pair.low),
            self.rows[0].eq(self.pair.high[:2]),
            self.rows[1].eq(Cat(self.pair.high[2], ~self.bus.answer)),
        ]
        return m


def test_every_port_is_between_registers():
    unit = Unit()
    dut = Harness(unit)
    inputs = Cat(unit.pair, unit.bus.answer)
    outputs = Cat(unit.bus.ask, *unit.rows)
    rng = random.Random(0)

    async def testbench(ctx):
        given = taken = folded = 0
        for _ in range(200):
            bit, out = rng.getrandbits(1), ctx.get(outputs)
            ctx.set(dut.scan_in, bit)
            await ctx.tick()
            given = (given << 1 | bit) & 0x3F
            taken, folded = out, (taken ^ folded << 1) & 0x3F
            assert ctx.get(inputs) == given
            assert ctx.get(dut.scan_out) == folded >> 5

    simulate(dut, testbench)
