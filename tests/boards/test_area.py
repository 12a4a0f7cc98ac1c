"""Units by themselves: that all are there, what passes as growth, and that they are as large as the baseline says."""

import gc
import importlib
import inspect
import json
import pkgutil
import threading

import pytest
from amaranth.lib import wiring

import rowloom.boards.area as area
import rowloom.hw
from rowloom.boards.area import Area, Change, Measurement, compare, measure, read_baseline, tool_versions
from rowloom.boards.area_units import UNITS, for_units
from rowloom.hw.soc.bus import Interconnect
from rowloom.hw.soc.peripheral import Peripheral
from rowloom.hw.tools import ToolError

TOOLS = {"Yosys": "1"}
BEFORE = Area(lut4=1000, ff=100, block_ram=2, dsp=4, fmax_hz=100_000_000)


def changed(**measures):
    return Area(**{**vars(BEFORE), **measures})


def comparison(now, tools=TOOLS):
    return compare(Measurement(TOOLS, {"unit": BEFORE}), Measurement(tools, {"unit": now}))


@pytest.mark.filterwarnings("ignore::amaranth.hdl.UnusedElaboratable")
def test_every_unit_of_the_gateware_is_measured():
    units = set()
    for module in pkgutil.walk_packages(rowloom.hw.__path__, "rowloom.hw."):
        if not module.name.endswith("__main__"):
            for _, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                if issubclass(kind, wiring.Component) and kind.__module__ == module.name and kind.__name__[0] != "_":
                    units.add(kind)
    # The interconnect is measured in a wrapper that gives it ports.
    measured = {Interconnect, *(type(make()) for make in UNITS.values())}
    gc.collect()
    assert units - {Peripheral} <= measured


@pytest.mark.parametrize("now", [
    BEFORE,
    changed(lut4=1030, ff=108, fmax_hz=85_000_000),
    changed(lut4=970, ff=92, fmax_hz=115_000_000),
    changed(fmax_hz=None),
])
def test_what_passes_as_chance(now):
    assert comparison(now) == area.Comparison()
    assert comparison(now).passed


@pytest.mark.parametrize("measures, limit", [
    ({"lut4": 1031}, 1030),
    ({"ff": 109}, 108),
    ({"block_ram": 3}, 2),
    ({"dsp": 5}, 4),
    ({"fmax_hz": 84_999_999}, 85_000_000),
])
def test_what_is_worse(measures, limit):
    found = comparison(changed(**measures))
    (name, value), = measures.items()
    assert found.worse == [Change("unit", name, getattr(BEFORE, name), value, limit)]
    assert not found.better
    assert not found.passed


@pytest.mark.parametrize("measures, limit", [
    ({"lut4": 969}, 970),
    ({"ff": 91}, 92),
    ({"block_ram": 1}, 2),
    ({"dsp": 3}, 4),
    ({"fmax_hz": 115_000_001}, 115_000_000),
])
def test_what_is_better(measures, limit):
    found = comparison(changed(**measures))
    (name, value), = measures.items()
    assert found.better == [Change("unit", name, getattr(BEFORE, name), value, limit)]
    assert not found.worse
    assert found.passed


def test_nothing_may_be_slower_than_the_clock():
    slow = Measurement(TOOLS, {"unit": changed(fmax_hz=51_000_000)})
    assert compare(slow, Measurement(TOOLS, {"unit": changed(fmax_hz=50_000_000)})).passed
    assert compare(slow, Measurement(TOOLS, {"unit": changed(fmax_hz=49_999_999)})).worse == [
        Change("unit", "fmax_hz", 51_000_000, 49_999_999, 50_000_000)]


def test_other_tools_are_given_more():
    other = {"Yosys": "2"}
    assert comparison(changed(lut4=1100, ff=132, fmax_hz=70_000_000), other).passed
    assert [change.limit for change in comparison(
        changed(lut4=1101, ff=133, block_ram=3, fmax_hz=69_999_999), other).worse] == [1100, 132, 2, 70_000_000]


def test_units_that_came_and_went():
    before, now = Measurement(TOOLS, {"old": BEFORE}), Measurement(TOOLS, {"new": BEFORE})
    found = compare(before, now)
    assert (found.unknown, found.gone, found.passed) == (["new"], ["old"], False)
    # Not all were measured.
    assert compare(before, Measurement(TOOLS, {}), complete=False).passed


def test_baseline_file(tmp_path, monkeypatch):
    monkeypatch.setattr(area, "_FILE", tmp_path / "area.json")
    assert read_baseline() == Measurement({}, {})
    measurement = Measurement({"b": "1", "a": "2"}, {"z": BEFORE, "y": changed(fmax_hz=None)})
    area.write_baseline(measurement)
    assert read_baseline() == measurement
    text = (tmp_path / "area.json").read_text()
    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True) + "\n"


def test_one_failure_ends_the_others():
    began = threading.Event()

    def work(name, hear):
        if name == "bad":
            began.wait(10)
            raise ToolError("Yosys failed")
        began.set()
        while True:
            hear("still at work")

    with pytest.raises(ToolError, match=r"^Yosys failed$"):
        for_units(["long", "bad", "waiting"], 2, work, lambda name, figures: None)


def test_order_and_progress():
    order = []
    figures = for_units(["a", "b", "c"], 3, lambda name, hear: name.upper(), lambda *each: order.append(each))
    assert list(figures.items()) == [("a", "A"), ("b", "B"), ("c", "C")]
    assert sorted(order) == [("a", "A"), ("b", "B"), ("c", "C")]


def test_a_failing_tool(tools, tmp_path):
    (tmp_path / "yosys").write_text("#!/bin/sh\necho ERROR: no memory left; exit 1\n")
    with pytest.raises(ToolError, match=r"^Yosys failed:\nERROR: no memory left$"):
        measure(["leds"])


def test_very_large_units_are_not_placed(monkeypatch):
    monkeypatch.setattr("rowloom.boards.area._LARGEST_PLACED", 4)
    assert measure(["leds"])["leds"].fmax_hz is None


def test_small_units_are_as_the_baseline_says():
    units = ["leds", "line-break", "timer"]
    now = Measurement(tool_versions(), measure(units, jobs=2, with_fmax=False))
    found = compare(read_baseline(), now, complete=False)
    assert found.passed, found


@pytest.mark.slow
def test_all_units_are_as_the_baseline_says():
    baseline, tools = read_baseline(), tool_versions()
    now = Measurement(tools, measure(list(UNITS), jobs=2))
    assert compare(baseline, now).passed, compare(baseline, now)
    # Nothing of this is left to chance.
    assert measure(["uart"]) == {"uart": now.areas["uart"]}
