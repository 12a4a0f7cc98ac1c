"""The search for boards by name, and the designs for boards."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rowloom.boards import BOARDS, UnknownBoard, find_board, flow
from rowloom.boards.board import capacity_of
from rowloom.boards.ecp5_flow import ECP5Flow
from rowloom.engines.config import SoCConfig
from support.says import failing
from support.shell import Shell

ROOT = Path(__file__).parent.parent.parent
TINY = SoCConfig.of("checker:1x1")


@pytest.mark.parametrize("name, message", [
    ("ulx3s", "there is no board 'ulx3s'; did you mean ulx3s-12f or ulx3s-25f or ulx3s-45f or ulx3s-85f?"),
    ("ECP5-EVM", "there is no board 'ECP5-EVM'; did you mean ecp5-evn?"),
    ("de10-nano", f"there is no board 'de10-nano'; the boards are {', '.join(BOARDS)}"),
])
def test_unknown(name, message):
    assert find_board("ulx3s-25f").title == "Radiona ULX3S (25F)"
    with failing(UnknownBoard, message):
        find_board(name)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_descriptions(board):
    assert board.title and board.serial and board.lights
    assert board.sram or board.flash or "apollo" in board.note
    SoCConfig.of(*board.engines)
    assert capacity_of(board.device)


DESIGNS = {
    (usb, board.platform().default_clk, *board.pins(usb=usb).items()): (board.name, usb)
    for usb in (False, True) for board in BOARDS.values() if (board.usb if usb else board.is_ecp5)}
"""For each set of pins, the name of one board that has these pins, and whether the design uses USB. The other boards
are not tested, because each design takes a second."""


@pytest.mark.parametrize("name, usb", DESIGNS.values())
def test_design_uses_the_pins(monkeypatch, name, usb):
    board = BOARDS[name]
    monkeypatch.setattr(flow, "assemble", Shell)
    gateware = ECP5Flow(board).generate(replace(TINY, usb=usb))
    pins = board.pins(usb=usb)
    assert set(re.findall(r'SITE "(\w+)"', gateware.constraints)) == set(" ".join(pins.values()).split())
    assert f"FREQUENCY PORT \"{board.platform().default_clk}_0__io\" {board.clock_hz}.0 HZ" in gateware.constraints
    # One PLL generates the SoC's clock. A USB device without a PHY needs a second PLL.
    assert len(re.findall(r"cell \\EHXPLLL", gateware.rtlil)) == (2 if usb and "clk" not in pins else 1)
    # The RTLIL must be the same in every checkout and every run, so it contains no source locations and no IDs of
    # Python objects.
    assert not re.search(r"attribute \\src|_\d{12}", gateware.rtlil)


def test_pins():
    assert BOARDS["ulx3s-25f"].pins() == {
        "clock": "G2", "rx": "M1", "tx": "L4", "reset": "R1", "alive": "B2", "solving": "C2", "error": "C1",
        "high": "L2"}
    usb = BOARDS["orangecrab-25f"].pins(usb=True)
    assert (usb["d_p"], usb["d_n"], usb["pullup"]) == ("N1", "M2", "N2")
    assert not {"rx", "tx"} & usb.keys()
    assert BOARDS["orangecrab-25f"].pins() == {
        "clock": "A9", "rx": "N17", "tx": "M18", "reset": "J17", "alive": "M3", "solving": "J3", "error": "K4"}


GENERATE = """
import sys
from pathlib import Path
from rowloom.boards import ecp5_flow, find_board
from rowloom.engines.config import SoCConfig
assert Path(ecp5_flow.__file__).is_relative_to(sys.argv[1]), ecp5_flow.__file__
gateware = ecp5_flow.ECP5Flow(find_board("ulx3s-25f")).generate(SoCConfig.of("checker:3x3"))
print(gateware.rtlil + gateware.constraints + gateware.memory_map, end="")
"""


def test_the_same_wherever_the_sources_lie_and_whatever_the_order_of_hashes(tmp_path):
    place = tmp_path / "some where else"
    for folder in ("boards", "engines", "firmware", "hw"):
        shutil.copytree(ROOT / folder, place / "rowloom" / folder)
    for name in ("__init__", "errors", "sources", "tools"):
        shutil.copy(ROOT / "rowloom" / f"{name}.py", place / "rowloom")
    seed = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"
    there = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", GENERATE, str(place)], cwd=place, capture_output=True, text=True,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(place)}, check=True).stdout
    here = ECP5Flow(BOARDS["ulx3s-25f"]).generate(SoCConfig.of("checker:3x3"))
    assert there == here.rtlil + here.constraints + here.memory_map
