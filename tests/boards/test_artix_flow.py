"""Bitstreams that the open tools make for Artix boards. The programs are fake, except in one slow test."""

import os
from pathlib import Path

import pytest

import rowloom.boards.artix_flow as artix
from rowloom.boards import BOARDS
from rowloom.boards.artix_flow import ArtixFlow
from rowloom.boards.artix_tools import OpenTools
from rowloom.boards.bitstreams import BuildError
from rowloom.boards.board import CAPACITY
from rowloom.boards.build import Request, TimingError
from rowloom.boards.build import build as build_request
from rowloom.boards.synthesis import Gateware
from rowloom.host.flash.bitfile import part_of
from rowloom.host.flash.manifest import Build
from rowloom.tools import ToolError
from support.fake_programs import FakePrograms
from support.xray import place, rows, write_database

BOARD = BOARDS["arty-a7-35"]
TINY = ("checker:2x2",)
TOOLS = ("NEXTPNR_XILINX", "XC7FRAMES2BIT", "BITREAD")
VERSION = "version of nextpnr-xilinx"

_PROGRAMS = {
    "yosys": """
pathlib.Path("rowloom.json").write_text(json.dumps({"modules": {"rowloom": {"cells": play["netlist"]}}}))
""",
    "nextpnr-himbaechel-xilinx": """
mhz = play["mhz"][int(options["--seed"]) - 1]
print("Info: Max frequency for clock 'clk': 1.00 MHz (FAIL at 50.00 MHz)")
print("Info: Max frequency for clock 'oscillator': 500.00 MHz (PASS at 100.00 MHz)")
print(f"Info: Max frequency for clock    'clk': {mhz:.2f} MHz (PASS at 50.00 MHz)")
print(play["says"])
pathlib.Path("rowloom.fasm").write_text("\\n".join(play["fasm"]) + "\\n")
pathlib.Path("placed.json").write_text(json.dumps({"modules": {"top": {"cells": play["placed"]}}}))
""",
    "xc7frames2bit": """
def text(key, words):
    content = words.encode() + bytes(1)
    return key.encode() + len(content).to_bytes(2, "big") + content
bits = pathlib.Path(options["--frm_file"]).read_bytes()
header = bytes.fromhex("00090ff00ff00ff00ff0000001") + text("a", "rowloom.frames")
header += text("b", options["--part_name"]) + text("c", play["date"]) + text("d", "12:34:56")
pathlib.Path(options["--output_file"]).write_bytes(header + b"e" + len(bits).to_bytes(4, "big") + bits)
""",
    "bitread": """
lines = []
content = pathlib.Path(sys.argv[-1]).read_bytes()
for line in content[content.index(b"0x"):].decode().splitlines():
    frame, words = line.split()
    for at, word in enumerate(words.split(",")):
        lines += [f"bit_{int(frame, 16):08x}_{at:03}_{bit:02}" for bit in range(32) if int(word, 16) >> bit & 1]
pathlib.Path(options["-o"]).write_text("\\n".join(lines[play["lost"]:]) + "\\n")
""",
}


def lane(number):
    """Return a block RAM as a cell of a netlist. The block RAM contains this number."""
    widths = dict.fromkeys(("READ_WIDTH_A", "READ_WIDTH_B", "WRITE_WIDTH_A", "WRITE_WIDTH_B"), "0")
    values = dict.fromkeys(("INIT_A", "INIT_B", "SRVAL_A", "SRVAL_B"), "x")
    return {"type": "RAMB18E1", "parameters": {"RAM_MODE": "TDP", **widths, **values, **rows(number)}}


LANES = {f"soc.rom.mem.0.{number}": lane(number) for number in range(8)}
PLACED = {name: {"attributes": {"NEXTPNR_BEL": place(int(name[-1]))[2]}} for name in LANES}
RAM_FASM = [
    f"{place(number)[0]}.RAMB18_Y{place(number)[1]}.{line}" for number in range(8) for line in (
        "IN_USE", *(f"{key}[255:0] = 256'b{value}" for key, value in rows(number).items() if "1" in value))]
FASM = ["CLBLL_L_X2Y0.SLICEL_X0.ALUT.INIT[1:0] = 2'b10", "CLBLL_L_X2Y0.SLICEL_X0.AFF.ZINI", *RAM_FASM]


@pytest.fixture(scope="module")
def databases(tmp_path_factory):
    """A folder with the databases of Project X-Ray and of nextpnr."""
    folder = tmp_path_factory.mktemp("databases")
    write_database(folder / "artix7")
    for chip in ("chipdb-xc7a50t.bin", "xc7a35tcsg324.bin"):
        (folder / chip).write_text("chip")
    return folder


@pytest.fixture
def play(tmp_path, monkeypatch, databases):
    """Fake programs and gateware, and an empty cache."""
    programs = tmp_path / "programs"
    for variable in TOOLS:
        monkeypatch.delenv(variable, raising=False)
    settings = {"PATH": programs, "YOSYS": programs / "yosys", "PRJXRAY_DB_DIR": databases, "CHIPDB": databases,
                "ROWLOOM_CACHE": tmp_path / "cache"}
    for variable, value in settings.items():
        monkeypatch.setenv(variable, os.fspath(value))
    fake = Gateware("", "set_property LOC\n", "# map\n", "0" * 16)
    monkeypatch.setattr(ArtixFlow, "generate", lambda self, config: fake)
    return FakePrograms(
        programs, _PROGRAMS, netlist={"soc.a": {"type": "LUT2", "parameters": {}}, **LANES}, placed=PLACED, fasm=FASM,
        mhz=[80.0, 90.0, 70.0], says="Info: Program finished normally.", date="2026/01/02", lost=0,
        **{VERSION: '"nextpnr-xilinx" -- Next Generation Place and Route (Version 0.9.6-12-gabc)'})


def build(seeds=(1,), board=BOARD, **more):
    return build_request(Request(board, TINY, 50_000_000, seeds), **more)


def test_a_build(play, tmp_path, databases):
    bitstream = build()
    bitstream.copy_to(tmp_path / "out")
    found = Build.read(tmp_path / "out", "arty-a7-35")
    assert part_of(found.bitstream.read_bytes()) == "7a35ticsg324"
    assert (tmp_path / "out" / "memory-map.md").read_text() == "# map\n"
    assert bitstream.manifest["used"] == {"LUTs": 1, "flip-flops": 1, "block RAMs": 8}
    assert (bitstream.manifest["fmax_hz"], bitstream.manifest["seed"], bitstream.fresh) == (80_000_000, 1, True)
    assert set(bitstream.manifest["tools"]) == {"Yosys", "nextpnr", "xc7frames2bit", "bitread"}
    run, = play.runs
    options = run.split()
    for words in (["--device", "xc7a35tcsg324-1"], ["--chipdb", f"{databases}/chipdb-xc7a50t.bin"],
                  ["-o", "xdc=rowloom.xdc"], ["-o", "fasm=rowloom.fasm"], ["--freq", "50"], ["--seed", "1"]):
        assert any(options[at:at + 2] == words for at in range(len(options)))


def test_the_same_bytes_on_another_day(play):
    contents = []
    for date in ("2026/01/02", "2027/12/31"):
        play.set(date=date)
        contents.append((build(seeds=(len(contents) + 1,)).folder / "arty-a7-35.bit").read_bytes())
    assert contents[0] == contents[1]


def test_the_margin(play):
    play.set(mhz=[50 * ArtixFlow.margin - 0.01, 50 * ArtixFlow.margin])
    with pytest.raises(TimingError, match=r" 64\.99 MHz at most, but 65 MHz is required for 50 MHz, .*\(--freq 25\)"):
        build()
    assert build(allow_slow=True).manifest["fmax_hz"] == 64_990_000
    build(seeds=(2,))


@pytest.mark.parametrize("says, message", [
    ({"fasm": [*FASM, "CLBLL_L_X2Y0.SLICEL_X0.BLUT.INIT"]}, "no bitstream: .* lacks 1 of the features"),
    ({"fasm": [*FASM, "X_X0Y0.PLLE2_ADV.IN_USE"]}, "no bitstream: nextpnr has used a clock manager"),
    ({"fasm": FASM[:2]}, r"no bitstream: the initial contents of the block RAM soc\.rom\.mem\.0\.1 differ"),
    ({"lost": 1}, "no bitstream: frame 0x0000011f of the bitstream differs from the FASM"),
    ({"netlist": {"soc.a": {"type": "MMCME2_BASE"}}}, "the netlist has a MMCME2_BASE"),
    ({"says": "Warning: Unprocessed route-thru A.B.C"}, "nextpnr has left out a part of the design, .*route-thru"),
    ({"says": "Warning: found set_property with no cells matching 'x'"}, "or ignored a constraint: .*set_property"),
    ({"says": "Info: Max frequency for clock 'a': 1.00 MHz (PASS at 1.00 MHz)"}, "speeds of 3 clocks"),
])
def test_wrong_results_are_refused(play, says, message, tmp_path):
    play.set(**says)
    with pytest.raises(ToolError, match=message):
        build()
    assert not list((tmp_path / "cache").rglob("*.bit"))


def test_the_smaller_device_has_less_than_its_die(play, monkeypatch):
    monkeypatch.setitem(CAPACITY, "35t", {"LUTs": 1, "flip-flops": 0, "block RAMs": 8})
    with pytest.raises(BuildError, match=r"it needs 1 flip-flops, and the xc7a35ti has 0\. Leave out an engine"):
        build()


def test_a_design_larger_than_the_die(play, monkeypatch):
    monkeypatch.setitem(artix._DIE_LUTS, "xc7a50t", 32)
    monkeypatch.setitem(CAPACITY, "35t", {"LUTs": 20, "flip-flops": 40, "block RAMs": 10})
    play.set(netlist={f"soc.checker.a_LUT6_O_{number}": {"type": "LUT6", "parameters": {}} for number in range(33)})
    with pytest.raises(BuildError, match=(
            r"it needs 33 LUTs, and the xc7a35ti has 20\. .* smaller engines, for example --with checker:1x1$")):
        build()
    assert not play.runs


def test_nextpnr_of_openxc7(play, tmp_path, databases):
    other = tmp_path / "programs" / "nextpnr-xilinx"
    (tmp_path / "programs" / "nextpnr-himbaechel-xilinx").rename(other)
    build()
    run, = play.runs
    assert f"--xdc rowloom.xdc --fasm rowloom.fasm --chipdb {databases}/xc7a35tcsg324.bin " in run
    for version in ("(Version 0.9.5)", "(Version 0.8.2-31-g3372549)", "nothing"):
        play.set(**{VERSION: version})
        with pytest.raises(ToolError, match=r"must be release 0\.9\.6 or later of openXC7's nextpnr"):
            OpenTools.find(BOARD)


def test_the_environment_names_programs(play, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    for variable, name in zip(TOOLS, ("nextpnr-himbaechel-xilinx", "xc7frames2bit", "bitread")):
        monkeypatch.setenv(variable, os.fspath(tmp_path / "programs" / name))
    build()
    monkeypatch.setenv("BITREAD", "/nowhere/bitread")
    with pytest.raises(ToolError, match="BITREAD names /nowhere/bitread, but this program does not exist"):
        OpenTools.find(BOARD)


def test_missing_tools_and_databases(play, monkeypatch):
    for variable in ("PATH", "CHIPDB", "PRJXRAY_DB_DIR"):
        monkeypatch.setenv(variable, "/nowhere")
    with pytest.raises(ToolError) as caught:
        build()
    for words in ("nextpnr-himbaechel-xilinx or nextpnr-xilinx", "NEXTPNR_XILINX", "xc7frames2bit", "bitread", "CHIPDB",
                  "/nowhere/chipdb-xc7a50t.bin", "PRJXRAY_DB_DIR", "Debian", "Without --tools"):
        assert words in str(caught.value)


@pytest.mark.parametrize("board, part, die", [
    ("arty-a7-35", "xc7a35tcsg324-1", "xc7a50t"), ("arty-a7-100", "xc7a100tcsg324-1", "xc7a100t")])
def test_devices(board, part, die):
    tools = OpenTools(BOARDS[board], True, Path("chip"), Path("family"))
    assert (tools.part, tools.die) == (part, die)


@pytest.mark.slow  # two minutes
@pytest.mark.usefixtures("yosys")
def test_the_real_tools(tmp_path, monkeypatch):
    try:
        OpenTools.find(BOARD)
    except ToolError as error:
        pytest.skip(str(error))
    monkeypatch.setenv("ROWLOOM_CACHE", os.fspath(tmp_path))
    bitstream = build()
    content = (bitstream.folder / "arty-a7-35.bit").read_bytes()
    assert part_of(content) == "7a35ticsg324"
    # The bitstream contains all frames of the die.
    assert len(content) > 2_000_000
    assert bitstream.manifest["used"]["block RAMs"] >= 24
