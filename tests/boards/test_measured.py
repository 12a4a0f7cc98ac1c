"""What is measured of a build is kept under what it was asked for, and says at which clock it runs."""

import json

import pytest

from rowloom.boards import BOARDS, measured
from rowloom.boards.build import Request
from rowloom.boards.ecp5_flow import ECP5Flow
from rowloom.boards.top import nearest_clock
from rowloom.engines.config import SoCConfig

BOARD = BOARDS["ulx3s-25f"]
ENTRIES = measured.measured()


@pytest.fixture
def figures(tmp_path, monkeypatch):
    """Replaces the measurements: the clock in Hz by name."""
    def figures(clocks):
        file = tmp_path / "measured.json"
        file.write_text(json.dumps({name: {"clock_hz": clock} for name, clock in clocks.items()}))
        monkeypatch.setattr(measured, "_FILE", file)

    return figures


@pytest.mark.parametrize("engines, clock_hz", [
    ((), 60_000_000), (("deducer:64x32",), 60_000_000), (("parallel",), 56_250_000), (("scan",), 50_000_000),
])
def test_the_clock_is_that_of_the_measured_build(figures, engines, clock_hz):
    figures({"ulx3s-25f --with deducer:64x32": 60_000_000, "ulx3s-25f --with parallel:9x9": 56_250_000})
    assert Request(BOARD, engines).config().clock_hz == clock_hz
    assert Request(BOARD, engines, clock_hz=40_000_000).config().clock_hz == 40_000_000
    assert Request(BOARDS["ulx3s-12f"], engines).config().clock_hz == 50_000_000


def test_other_default_engines_have_no_clock_yet(figures):
    figures({"ulx3s-25f --with checker:10x10": 60_000_000})
    assert Request(BOARD).config().clock_hz == 50_000_000
    assert Request(BOARD, ("checker",)).config().clock_hz == 60_000_000


@pytest.mark.parametrize("name", ENTRIES)
def test_what_is_recorded_is_true(name):
    """The clock can be made again, and every seed reached it; placements took no more memory than is counted with."""
    entry = ENTRIES[name]
    board, *engines = name.split(" --with ")
    config = SoCConfig.of(*engines)
    assert (list(config.names), config.solves) == (engines, entry["solves"])
    assert nearest_clock(BOARDS[board], entry["clock_hz"]) == entry["clock_hz"] <= min(entry["fmax_hz"])
    assert entry["fmax_hz"] == sorted(entry["fmax_hz"])
    assert len(entry["fmax_hz"]) >= measured.SEEDS
    counted = ECP5Flow.base_bytes + ECP5Flow.bytes_per_cell * entry["used"]["TRELLIS_COMB"]
    assert entry["peak_bytes"] <= 1.1 * counted
    assert all(used <= entry["available"][kind] for kind, used in entry["used"].items())
