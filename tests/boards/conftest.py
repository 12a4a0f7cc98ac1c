"""Fakes of slow programs; environment variables name them, as for native programs."""

import json
import os
import stat
import sys
from pathlib import Path

import pytest

_PRELUDE = f"""#!{sys.executable}
import json, pathlib, re, sys
if "--version" in sys.argv:
    print("fake 1")
    sys.exit()
"""

_YOSYS = """
print("2.1. Executing SYNTH_ECP5 pass.")
engine, luts, rams = json.loads(pathlib.Path(__file__).with_name("netlist").read_text())
cells = {f"soc.{engine}.a_LUT4_Z_{i}": {"type": "LUT4"} for i in range(luts)}
cells |= {f"soc.{engine}.a.0.{i}": {"type": "DP16KD"} for i in range(rams)}
cells["soc.cpu.pc_TRELLIS_FF_Q"] = {"type": "TRELLIS_FF"}
name = re.search(r"-json (\\S+)", " ".join(sys.argv))[1]
pathlib.Path(name).write_text(json.dumps({"modules": {"rowloom": {"cells": cells}}}))
"""

_NEXTPNR = """
options = dict(zip(sys.argv, sys.argv[1:]))
print("Info: Routing..")
with pathlib.Path(__file__).with_name("runs").open("a") as log:  # several seeds run at a time
    log.write(" ".join(sys.argv[1:]) + "\\n")
mhz = json.loads(pathlib.Path(__file__).with_name("mhz").read_text())[int(options["--seed"]) - 1]
hop = lambda delay, net: {"delay": delay, "net": net, "to": {"cell": "c"}}
path = [hop(0.5, "soc.cpu.pc_TRELLIS_FF_Q"), hop(1.0, "soc.cpu.pc"), hop(1.5, "soc.uart.x_LUT4_Z[3]")]
used = dict.fromkeys(("TRELLIS_COMB", "TRELLIS_FF", "DP16KD", "MULT18X18D", "EHXPLLL", "TRELLIS_IO"),
                     {"used": 2, "available": 8})
pathlib.Path(options["--report"]).write_text(json.dumps({
    "fmax": {"clk": {"achieved": mhz, "constraint": 50}}, "utilization": used,
    "critical_paths": [{"from": "posedge clk", "to": "posedge clk", "path": path}]}))
pathlib.Path(options["--textcfg"]).write_text(f"placed with seed {options['--seed']}")
"""

_ECPPACK = """
options = dict(zip(sys.argv, sys.argv[1:]))
pathlib.Path(options["--bit"]).write_bytes(b"bits, " + pathlib.Path(options["--input"]).read_bytes())
"""


class FakeTools:
    """The output of the programs: the size of the netlist, and Fmax of the placed design by seed."""

    def __init__(self, folder: Path):
        self._folder = folder
        self.set(luts=100, mhz=[60.0])

    def set(self, luts: int | None = None, mhz: list[float] | None = None, rams: int = 0,
            engine: str = "checker") -> None:
        if luts is not None:
            (self._folder / "netlist").write_text(json.dumps([engine, luts, rams]))
        if mhz is not None:
            (self._folder / "mhz").write_text(json.dumps(mhz))

    @property
    def runs(self) -> list[str]:
        """The command lines with which nextpnr ran."""
        path = self._folder / "runs"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture
def tools(tmp_path, monkeypatch) -> FakeTools:
    """Fake programs, and an empty cache."""
    for variable, text in (("YOSYS", _YOSYS), ("NEXTPNR_ECP5", _NEXTPNR), ("ECPPACK", _ECPPACK)):
        program = tmp_path / variable.lower()
        program.write_text(_PRELUDE + text)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv(variable, os.fspath(program))
    monkeypatch.setenv("ROWLOOM_CACHE", os.fspath(tmp_path / "cache"))
    return FakeTools(tmp_path)
