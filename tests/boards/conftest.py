"""Fake programs for ECP5 boards. Environment variables select these programs, as a user selects native programs."""

import os

import pytest

from support.fake_programs import FakePrograms

_PROGRAMS = {
    "yosys": """
print("2.1. Executing SYNTH_ECP5 pass.")
cells = {f"soc.{play['engine']}.a_LUT4_Z_{i}": {"type": "LUT4"} for i in range(play["luts"])}
cells |= {f"soc.{play['engine']}.a.0.{i}": {"type": "DP16KD"} for i in range(play["rams"])}
cells["soc.cpu.pc_TRELLIS_FF_Q"] = {"type": "TRELLIS_FF"}
name = re.search(r"-json (\\S+)", " ".join(sys.argv))[1]
pathlib.Path(name).write_text(json.dumps({"modules": {"rowloom": {"cells": cells}}}))
""",
    "nextpnr_ecp5": """
print("Info: Routing..")
mhz = play["mhz"][int(options["--seed"]) - 1]
hop = lambda delay, net: {"delay": delay, "net": net, "to": {"cell": "c"}}
path = [hop(0.5, "soc.cpu.pc_TRELLIS_FF_Q"), hop(1.0, "soc.cpu.pc"), hop(1.5, "soc.uart.x_LUT4_Z[3]")]
used = dict.fromkeys(("TRELLIS_COMB", "TRELLIS_FF", "DP16KD", "MULT18X18D", "EHXPLLL", "TRELLIS_IO"),
                     {"used": 2, "available": 8})
pathlib.Path(options["--report"]).write_text(json.dumps({
    "fmax": {"clk": {"achieved": mhz, "constraint": 50}}, "utilization": used,
    "critical_paths": [{"from": "posedge clk", "to": "posedge clk", "path": path}]}))
pathlib.Path(options["--textcfg"]).write_text(f"placed with seed {options['--seed']}")
""",
    "ecppack": """
pathlib.Path(options["--bit"]).write_bytes(b"bits, " + pathlib.Path(options["--input"]).read_bytes())
""",
}


@pytest.fixture
def tools(tmp_path, monkeypatch) -> FakePrograms:
    """Provide fake programs and an empty cache. The method ``set`` changes what the fake programs report: the size of
    the netlist, and the Fmax of each seed in MHz."""
    tools = FakePrograms(tmp_path, _PROGRAMS, engine="checker", luts=100, rams=0, mhz=[60.0])
    for name in _PROGRAMS:
        monkeypatch.setenv(name.upper(), os.fspath(tmp_path / name))
    monkeypatch.setenv("ROWLOOM_CACHE", os.fspath(tmp_path / "cache"))
    return tools
