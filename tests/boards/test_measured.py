"""The recorded figures of builds, the clocks that boards get because of these figures, and estimates of area and
time."""

import json
from dataclasses import replace

import pytest

from rowloom.boards import BOARDS, measured
from rowloom.boards.area import Baseline
from rowloom.boards.build import Request
from rowloom.boards.ecp5_flow import ECP5Flow
from rowloom.boards.estimate import Estimate, estimate
from rowloom.boards.top import nearest_clock
from rowloom.engines.config import SoCConfig

BOARD = BOARDS["ulx3s-25f"]
ENTRIES = measured.measured()


@pytest.mark.parametrize("engines, clock_hz", [
    ((), 60_000_000), (BOARD.engines, 60_000_000), (("parallel",), 56_250_000), (("scan",), 50_000_000),
])
def test_the_clock_is_that_of_the_measured_build(tmp_path, monkeypatch, engines, clock_hz):
    (tmp_path / "measured.json").write_text(json.dumps({
        measured.name_of(BOARD.name, BOARD.engines): {"clock_hz": 60_000_000},
        "ulx3s-25f --with parallel:9x9": {"clock_hz": 56_250_000}}))
    monkeypatch.setattr(measured, "_FILE", tmp_path / "measured.json")
    assert Request(BOARD, engines).config() == SoCConfig.of(*(engines or BOARD.engines), clock_hz=clock_hz)
    assert Request(BOARD, engines, clock_hz=40_000_000).config().clock_hz == 40_000_000
    assert Request(BOARDS["ulx3s-12f"], engines).config().clock_hz == 50_000_000


UNMEASURED = dict.fromkeys(("arty-a7-35", "arty-a7-100"), "the tools for an Artix-7 do not come from PyPI")
"""The only boards whose default builds need not be measured, with the reasons."""


@pytest.mark.parametrize("board", BOARDS)
def test_every_default_is_measured(board):
    """A board must be measured again after its default engines have changed, unless ``UNMEASURED`` lists it."""
    is_measured = measured.name_of(board, BOARDS[board].engines) in ENTRIES
    assert is_measured != (board in UNMEASURED), f"`rowloom build {board} --seeds 3 --record`, or change UNMEASURED"


@pytest.mark.parametrize("usb", [False, True])
@pytest.mark.parametrize("board", BOARDS)
def test_defaults_were_measured_with_the_present_options(board, usb):
    request = Request(BOARDS[board], usb=usb)
    if entry := ENTRIES.get(measured.name_of(board, BOARDS[board].engines, usb)):
        assert entry["options"] == request.flow.options(request.config()), "record the build again"


@pytest.mark.parametrize("name", ENTRIES)
def test_recorded_figures_are_consistent(name):
    """The board can generate the recorded clock, the Fmax of every seed is at least this clock, and placements needed
    at most 10 % more memory than estimated."""
    entry = ENTRIES[name]
    arguments, *engines = name.split(" --with ")
    board, *options = arguments.split()
    config = SoCConfig.of(*engines, usb="--usb" in options)
    assert name == measured.name_of(board, engines, config.usb)
    assert (list(config.names), config.solves) == (engines, entry["solves"])
    assert nearest_clock(BOARDS[board], entry["clock_hz"]) == entry["clock_hz"] <= min(entry["fmax_hz"])
    assert entry["fmax_hz"] == sorted(entry["fmax_hz"])
    assert len(entry["fmax_hz"]) >= measured.SEEDS
    counted = ECP5Flow.base_bytes + ECP5Flow.bytes_per_cell * entry["used"]["TRELLIS_COMB"]
    assert entry["peak_bytes"] <= 1.1 * counted
    assert all(used <= entry["available"][kind] for kind, used in entry["used"].items())


@pytest.fixture(autouse=True)
def memories(monkeypatch):
    """Return a function that sets the sizes of ROM and RAM in KiB. The real sizes depend on the compiled firmware."""
    def memories(rom, ram):
        monkeypatch.setattr("rowloom.boards.estimate.fitted", lambda config: replace(
            config, rom_bytes=rom * 1024, ram_bytes=ram * 1024))

    memories(16, 16)
    return memories


def estimated(board, *engines):
    return estimate(BOARDS[board], Request(BOARDS[board], engines).config())


@pytest.mark.parametrize("engine, cells", [
    # These areas are from docs/lab/area.md, except those of checker:16x16 and scan:121x121, which are from earlier
    # builds. The document's areas of the scan engine do not include the rest of the SoC, which is about 3,300 cells and
    # is added here.
    ("checker:20x20", 23_379), ("checker:24x24", 31_682), ("checker:32x32", 52_479), ("checker:16x16", 16_497),
    ("scan:36x36", 3_300 + 5_744), ("scan:64x64", 3_300 + 8_662), ("scan:121x121", 16_544),
])
def test_areas_of_other_sizes(engine, cells):
    assert estimated("ulx3s-85f", engine).used["TRELLIS_COMB"] == pytest.approx(cells, rel=0.2)


def test_no_estimate_for_an_engine_that_was_not_measured(monkeypatch):
    known = Baseline.read()
    areas = {name: area for name, area in known.areas.items() if name != "checker-peripheral"}
    monkeypatch.setattr(Baseline, "read", classmethod(lambda cls: replace(known, areas=areas)))
    assert estimated("ulx3s-85f", "checker:20x20") == Estimate({}, {}, None)


def test_areas_of_engines_add_up():
    one, other, both = (estimated("ulx3s-45f", *engines).used for engines in (
        ("deducer",), ("parallel",), ("deducer", "parallel")))
    rest = estimated("ulx3s-45f", "checker:1x1").used
    for kind, used in both.items():
        assert used == pytest.approx(one[kind] + other[kind] - rest[kind], abs=300)
        assert used <= estimated("ulx3s-45f").available[kind]


@pytest.mark.parametrize("board", [board for board in BOARDS.values() if board.is_ecp5], ids=lambda board: board.name)
def test_default_engines_fit_their_board(memories, board):
    memories(32, 32) if len(board.engines) > 2 else memories(16, 16)
    about = estimated(board.name)
    assert about.used["TRELLIS_COMB"] <= 0.9 * about.available["TRELLIS_COMB"]
    # The number of block RAMs is unknown for sizes that were not measured.
    assert about.used.get("DP16KD", 0) <= about.available.get("DP16KD", 0)


@pytest.mark.parametrize("rom, ram, more", [(16, 16, 0), (16, 48, 16), (32, 32, 16)])
def test_the_firmware_determines_the_size_of_the_memories(memories, rom, ram, more):
    """Each block RAM holds 2 KiB."""
    memories(rom, ram)
    areas = Baseline.read().areas
    parts = ("soc", "parallel-peripheral", "scan-peripheral")
    assert estimated("ulx3s-85f", "parallel:9x9", "scan:25x25").used["DP16KD"] == more + sum(
        areas[part].block_ram for part in parts)


@pytest.mark.parametrize("engine, known", [
    ("checker:20x20", True), ("scan:25x25", True), ("scan:36x36", False), ("deducer:20x20", False)])
def test_block_ram_of_other_sizes_is_not_estimated(engine, known):
    assert ("DP16KD" in estimated("ulx3s-85f", engine).used) == known


def test_time_is_scaled_from_the_most_similar_build(tmp_path, monkeypatch):
    monkeypatch.setattr(measured, "_FILE", tmp_path / "measured.json")

    def seconds(board, builds):
        (tmp_path / "measured.json").write_text(json.dumps({
            f"{has}-{used}": {"used": {"TRELLIS_COMB": used}, "available": {"TRELLIS_COMB": has}, "seconds": time}
            for has, used, time in builds}))
        return estimated(board, "checker:10x10").seconds

    assert seconds("ulx3s-25f", []) is None
    cells = estimated("ulx3s-25f", "checker:10x10").used["TRELLIS_COMB"]
    same_size = [(24_288, 2 * cells, 170), (24_288, 3 * cells, 900), (43_848, cells, 300)]
    assert seconds("ulx3s-25f", same_size) == 85
    assert seconds("ulx3s-45f", [(24_288, cells, 170), (43_848, 2 * cells, 600)]) == 300
    assert seconds("ulx3s-85f", [(24_288, cells, 170)]) == 170
