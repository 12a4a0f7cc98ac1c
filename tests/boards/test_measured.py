"""What is measured of a build is kept under what it was asked for."""

from types import SimpleNamespace

import pytest

from rowloom.boards import BOARDS, measured

USUAL = BOARDS["ulx3s-25f"].engines


@pytest.mark.parametrize("engines, clock_hz, name", [
    (USUAL, 50_000_000, "ulx3s-25f"),
    (("deducer:64x36",), 50_000_000, "ulx3s-25f --with deducer:64x36"),
    (("deducer:8x8", "parallel:9x9"), 50_000_000, "ulx3s-25f --with deducer:8x8 --with parallel:9x9"),
    (USUAL, 45_000_000, "ulx3s-25f --freq 45"),
])
def test_recorded(tmp_path, monkeypatch, engines, clock_hz, name):
    monkeypatch.setattr(measured, "_FILE", tmp_path / "measured.json")
    (tmp_path / "measured.json").write_text("{}")
    manifest = {
        "board": "ulx3s-25f", "device": "LFE5U-25F", "engines": engines, "clock_hz": clock_hz, "used": {"DP16KD": 3},
        **dict.fromkeys(("build", "fmax_hz", "seed", "tools", "solves")),
    }
    run = SimpleNamespace(seconds=1.6, peak_bytes=7)
    measured.record(SimpleNamespace(manifest=manifest, runs={"synthesis": run, "placement": run}))
    assert set(measured.measured()) == {name}
    assert measured.measured()[name]["available"] == {"DP16KD": 56}
    assert (measured.measured()[name]["seconds"], measured.measured()[name]["peak_bytes"]) == (3, 7)
