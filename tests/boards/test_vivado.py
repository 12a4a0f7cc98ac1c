"""The project for Vivado. Its script runs in an interpreter that records Vivado's commands."""

import json
import os
import re
import zipfile
from collections import Counter

import pytest

from rowloom.boards import BOARDS
from rowloom.boards.artix import SYNTHESIS
from rowloom.boards.vivado import write_project
from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import build_hash, compile_firmware
from rowloom.host.flash.manifest import Build
from rowloom.hw.soc.top import bus_map_of
from rowloom.tools import YOSYS
from support.fake_programs import FakePrograms
from support.shell import Shell

TINY = ("checker:2x2",)
CONFIG = SoCConfig.of(*TINY)
BOARD = BOARDS["arty-a7-35"]
ARTIX = [board for board in BOARDS.values() if not board.is_ecp5]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, yosys):
    """The folder of a project that was made with the real Yosys. It contains the archive, and the unpacked files."""
    folder = tmp_path_factory.mktemp("build")
    with zipfile.ZipFile(write_project(BOARD, TINY, 50_000_000, folder)) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture
def project(folder):
    return folder / "arty-a7-35-vivado"


def test_folder(folder, project):
    """``rowloom flash`` accepts the folder of the build, and also the folder of the project."""
    build = Build.read(folder, "arty-a7-35")
    assert build.build == build_hash(CONFIG)
    assert (build.bitstream, build.archive) == (None, folder / "arty-a7-35-vivado.zip")
    assert (build.sram, build.flash) == (BOARD.sram, BOARD.flash)
    assert "| address |" in (folder / "memory-map.md").read_text()
    alone = Build.read(project, "arty-a7-35")
    assert (alone.bitstream, alone.archive) == (None, None)


def test_the_project_does_not_depend_on_the_machine(folder, project):
    with zipfile.ZipFile(folder / "arty-a7-35-vivado.zip") as archive:
        assert [entry.filename for entry in archive.infolist()] == [f"arty-a7-35-vivado/{name}" for name in (
            "README.txt", "build.tcl", "manifest.json", "rowloom.v", "rowloom.xdc")]
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    for path in project.iterdir():
        text = path.read_text()
        assert not re.search(r"/home|/tmp|/work|/usr|site-packages", text)
        assert os.fspath(folder) not in text


def test_same_bytes(tmp_path, monkeypatch):
    FakePrograms(tmp_path / "programs", {
        "yosys": "pathlib.Path('rowloom.v').write_text('/* Yosys */\\n\\nmodule rowloom; endmodule\\n')"})
    monkeypatch.setenv("YOSYS", os.fspath(tmp_path / "programs" / "yosys"))
    monkeypatch.setattr("rowloom.boards.vivado.assemble", Shell)
    contents = []
    for name in ("one", "two"):
        write_project(BOARD, TINY, 50_000_000, tmp_path / name)
        contents.append({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()})
    assert contents[0] == contents[1]
    assert set(contents[0]) == {"manifest.json", "memory-map.md", "arty-a7-35-vivado.zip"}


def test_the_firmware_is_in_the_verilog(project):
    verilog = (project / "rowloom.v").read_text()
    assert verilog.startswith("module rowloom(")
    rom, = re.findall(r"^module \\rowloom\.soc\.rom .*?^endmodule", verilog, re.MULTILINE | re.DOTALL)
    words = [int(value) for value in re.findall(r"^ +mem\[\d+\] = 32'd(\d+);", rom, re.MULTILINE)]
    firmware = compile_firmware(bus_map_of(CONFIG))
    assert words == firmware + [0] * (CONFIG.rom_bytes // 4 - len(firmware))


class Vivado:
    """A Tcl interpreter that records Vivado's commands, and reports the slacks ``setup`` and ``hold``. The slack None
    means that no path has such a requirement."""

    def __init__(self, setup="1.5", hold="0.1"):
        tkinter = pytest.importorskip("tkinter", reason="Python was built without Tcl")
        self.calls = []
        self._slack = {"-setup": setup, "-hold": hold}
        self._tcl = tkinter.Tcl()
        self._tcl.createcommand("unknown", self._note)
        self._tcl.createcommand("puts", lambda *words: None)

    def run(self, path):
        self._tcl.call("source", os.fspath(path))

    def names(self):
        return [call[0] for call in self.calls]

    def of(self, command):
        return [call[1:] for call in self.calls if call[0] == command]

    def _note(self, *words):
        self.calls.append(words)
        if words[0] == "get_timing_paths":
            return "" if self._slack[words[1]] is None else words[1]
        if words[:2] == ("get_property", "SLACK"):
            return self._slack[words[2]]
        return words[-1] if words[0] in ("get_ports", "get_iobanks", "current_design") else ""


@pytest.fixture(autouse=True)
def stay_here(monkeypatch, tmp_path):
    """Run each test in a separate folder, because Vivado's script changes the current folder."""
    monkeypatch.chdir(tmp_path)


def test_script(project):
    vivado = Vivado()
    vivado.run(project / "build.tcl")
    assert [name for name in vivado.names() if not name.startswith(("report_", "get_"))] == [
        "read_verilog", "read_xdc", "synth_design", "opt_design", "place_design", "phys_opt_design", "route_design",
        "write_checkpoint", "write_bitstream"]
    assert {name for name in vivado.names() if name.startswith("report_")} == {
        "report_utilization", "report_timing_summary", "report_route_status", "report_drc", "report_methodology"}
    assert vivado.names()[-1] == "write_bitstream"
    for call in (("read_verilog", "rowloom.v"), ("read_xdc", "rowloom.xdc"),
                 ("synth_design", "-top", "rowloom", "-part", "xc7a35ticsg324-1L"),
                 ("write_bitstream", "-force", "arty-a7-35.bit")):
        assert vivado.calls.count(call) == 1
    # The script has changed the current folder to its own folder.
    assert os.path.samefile(os.getcwd(), project)
    assert (project / "reports").is_dir()


@pytest.mark.parametrize("setup, hold, message", [
    ("-0.25", "0.1", "timing missed: the setup slack is -0.25 ns; see reports/timing.txt"),
    ("1.5", "-0.03", "timing missed: the hold slack is -0.03 ns; see reports/timing.txt"),
    (None, "0.1", "no path has a setup requirement: the constraints were not applied to the design"),
])
def test_no_bitstream_without_timing(project, setup, hold, message):
    vivado = Vivado(setup, hold)
    with pytest.raises(Exception, match=f"^{re.escape(message)}$"):
        vivado.run(project / "build.tcl")
    assert "write_bitstream" not in vivado.names()
    # The script still writes the reports, which explain why the timing is missed.
    assert ("-max_paths", "10", "-file", "reports/timing.txt") in vivado.of("report_timing_summary")


def test_constraints(project):
    vivado = Vivado()
    vivado.run(project / "rowloom.xdc")
    assert set(vivado.names()) == {
        "set_property", "get_ports", "create_clock", "set_false_path", "get_iobanks", "current_design"}
    places = {call[2]: call[1].split() for call in vivado.of("set_property") if call[0] == "-dict"}
    assert Counter(place[1] for place in places.values()) == Counter(
        pin for what, pin in BOARD.pins().items() if what != "high")
    assert all(place[0::2] == ["PACKAGE_PIN", "IOSTANDARD"] for place in places.values())
    header = (project / "rowloom.v").read_text().partition(");")[0]
    assert sorted(places) == sorted(re.findall(r"\w+__io", header))
    clock, = vivado.of("create_clock")
    assert clock == ("-name", "oscillator", "-period", f"{1e9 / BOARD.clock_hz:g}", "clk100_0__io")


def test_readme(project):
    text = (project / "README.txt").read_text()
    assert f"build     {build_hash(CONFIG)}\nsolves    slitherlink up to 2x2 (checker)\n" in text
    assert "       vivado -mode batch -source build.tcl\n" in text
    assert "       openFPGALoader --board arty_a7_35t arty-a7-35.bit\n" in text
    assert "       openFPGALoader --board arty_a7_35t --write-flash arty-a7-35.bit\n" in text


@pytest.mark.slow
@pytest.mark.parametrize("board", ARTIX, ids=lambda board: board.name)
def test_yosys_makes_a_netlist_of_the_verilog(board, tmp_path):
    engines = ("checker:10x10",)
    with zipfile.ZipFile(write_project(board, engines, 50_000_000, tmp_path)) as archive:
        archive.extractall(tmp_path)
    work = tmp_path / f"{board.name}-vivado"
    YOSYS.run(["-p", f"read_verilog rowloom.v; {SYNTHESIS} -top rowloom -json rowloom.json; check -assert"], work)
    cells = json.loads((work / "rowloom.json").read_text())["modules"]["rowloom"]["cells"]
    kinds = Counter(cell["type"] for cell in cells.values())
    assert (kinds["MMCME2_BASE"], kinds["IBUF"], kinds["OBUFT"]) == (1, 3, 4)
    config = SoCConfig.of(*engines)
    # All memories are block RAMs: ROM and RAM, the cache, and the serial port's queues.
    assert kinds["RAMB36E1"] == (config.rom_bytes + config.ram_bytes) // 4096
    assert kinds["RAMB18E1"] == 3
    assert kinds["FDRE"] + kinds["FDSE"] > 2000
