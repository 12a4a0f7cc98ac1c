"""Netlists for the Artix-7: cells and clocks that suit the open tools, and the area in comparison with the paper."""

from pathlib import Path

import pytest

from rowloom.boards import BOARDS
from rowloom.boards.artix import PAPER, TAKES, measure
from rowloom.boards.artix_synthesis import check_cells
from rowloom.boards.build import Request
from rowloom.boards.synthesis import Netlist
from rowloom.engines.config import SoCConfig
from rowloom.tools import RunCost, ToolError
from support.shell import Shell

BOARD = BOARDS["arty-a7-35"]
ARTIX = [board for board in BOARDS.values() if not board.is_ecp5]
RAM = {"RAM_MODE": "TDP", "READ_WIDTH_A": "100", "READ_WIDTH_B": "0", "WRITE_WIDTH_A": "0", "WRITE_WIDTH_B": "10010",
       "INIT_A": "0xxx", "INIT_B": "0", "SRVAL_A": "x", "SRVAL_B": "0", "INIT_00": "1"}


def cell(kind, **parameters):
    return {"unit.a": {"type": kind, "parameters": parameters}}


@pytest.mark.parametrize("kind", [
    "MMCME2_BASE", "PLLE2_BASE", "DSP48E1", "RAMB36E1", "RAM64X1S", "OBUFT", "SRL16E", "LDCE", "FDRE_1"])
def test_unsupported_cells(kind):
    for supported in (*map(cell, ("LUT6", "FDSE", "CARRY4", "RAM64M", "OBUF")), cell("RAMB18E1", **RAM)):
        check_cells(supported)
    with pytest.raises(ToolError, match=rf"^the netlist has a {kind} \(unit\.a\)"):
        check_cells(cell("LUT2") | cell(kind))


@pytest.mark.parametrize("parameters, message", [
    ({"RAM_MODE": "SDP"}, "ports"), ({"READ_WIDTH_A": "100100"}, "ports"), ({"WRITE_WIDTH_B": "100100"}, "ports"),
    ({"INIT_A": "01"}, "have ones in"), ({"SRVAL_B": "10"}, "have ones in"),
])
def test_unsupported_block_rams(parameters, message):
    with pytest.raises(ToolError, match=rf"the block RAM unit\.a .*{message}|of the block RAM unit\.a {message}"):
        check_cells(cell("RAMB18E1", **RAM | parameters))


@pytest.mark.parametrize("clock_hz, made_hz", [(50_000_000, 50_000_000), (49_900_000, 50_000_000), (25_000_000,) * 2])
def test_clocks(clock_hz, made_hz):
    config = Request(BOARD, ("checker:2x3",), clock_hz).config()
    assert config == SoCConfig.of("checker:2x3", clock_hz=made_hz, bit_rate=BOARD.bit_rate)


@pytest.mark.parametrize("board", ARTIX, ids=lambda board: board.name)
def test_constraints(board, monkeypatch):
    monkeypatch.setattr("rowloom.boards.flow.assemble", Shell)
    request = Request(board, ("checker:2x2",))
    gateware = request.flow.generate(request.config())
    *properties, clock = gateware.constraints.splitlines()
    assert clock == "create_clock -period 10 [get_ports {clk100_0__io}]"
    places = [line.split()[2] for line in properties if line.startswith("set_property LOC ")]
    assert sorted(places) == sorted(board.pins().values())
    assert len([line for line in properties if "IOSTANDARD LVCMOS33" in line]) == len(places)
    assert "MMCM" not in gateware.rtlil


def test_how_cells_are_counted():
    cells = {
        "LUT1": 1, "LUT2": 10, "LUT3": 100, "LUT4": 1000, "LUT5": 2000, "LUT6": 4000, "INV": 3, "CARRY4": 7,
        "RAM32M": 2, "RAM64X1S": 1, "RAM128X1D": 1, "SRL16E": 1, "MUXF7": 5, "MUXF8": 6,
        "FDRE": 20, "FDSE": 30, "FDCE": 40, "FDPE": 50, "FDRE_1": 1, "RAMB36E1": 8, "RAMB18E1": 9, "DSP48E1": 4,
        "BUFG": 1, "IBUF": 2,
    }
    kinds = {f"{kind} {number}": kind for kind, count in cells.items() for number in range(count)}
    assert Netlist(Path(), kinds, RunCost(0, 0)).needs(TAKES) == {
        "LUTs": 7114, "LUTs as memory": 14, "flip-flops": 141, "wide multiplexers": 11, "block RAMs of 36 kbit": 8,
        "block RAMs of 18 kbit": 9, "multipliers": 4}


@pytest.mark.usefixtures("yosys")
@pytest.mark.slow
def test_comparison_with_the_paper():
    checker, soc = measure("checker"), measure("soc")
    assert checker["LUTs"] + checker["LUTs as memory"] < PAPER["luts"][0]
    assert checker["flip-flops"] < PAPER["ffs"][0]
    assert checker["LUTs"] < soc["LUTs"]
    # The XC7A35T has 20,800 LUTs, 41,600 flip-flops, 50 block RAMs of 36 kbit and 90 multipliers (Xilinx DS180).
    assert soc["LUTs"] + soc["LUTs as memory"] < 0.5 * 20_800
    assert soc["flip-flops"] < 0.5 * 41_600
    assert soc["block RAMs of 36 kbit"] + soc["block RAMs of 18 kbit"] / 2 < 0.5 * 50
    assert soc["multipliers"] < 90
