"""Cells of the Artix-7: how they are counted, and what the documents say of the paper's figures."""

from collections import Counter

import pytest

from rowloom.boards.area_units import CONFIG
from rowloom.boards.artix import PAPER, XilinxArea, measure


def test_how_cells_are_counted():
    cells = Counter({
        "LUT1": 1, "LUT2": 10, "LUT3": 100, "LUT4": 1000, "LUT5": 2000, "LUT6": 4000, "INV": 3, "CARRY4": 7,
        "RAM32M": 2, "RAM64X1S": 1, "RAM128X1D": 1, "SRL16E": 1, "MUXF7": 5, "MUXF8": 6,
        "FDRE": 20, "FDSE": 30, "FDCE": 40, "FDPE": 50, "FDRE_1": 1, "RAMB36E1": 8, "RAMB18E1": 9, "DSP48E1": 4,
        "BUFG": 1, "IBUF": 2,
    })
    assert XilinxArea.of(cells) == XilinxArea(
        luts=7114 + 14, lut_memory=14, ffs=141, wide_muxes=11, ramb36=8, ramb18=9, dsp48=4)


@pytest.mark.usefixtures("yosys")
def test_a_real_unit():
    counter = measure("line-break")
    # It counts the clocks of a 50th of a second.
    assert counter.ffs == (CONFIG.clock_hz // 50).bit_length()
    assert counter.luts >= counter.ffs
    assert (counter.lut_memory, counter.ramb36, counter.ramb18, counter.dsp48) == (0, 0, 0, 0)


@pytest.mark.usefixtures("yosys")
@pytest.mark.slow
def test_beside_the_paper():
    checker, soc = measure("checker"), measure("soc")
    assert checker.luts < PAPER["luts"][0]
    assert checker.ffs < PAPER["ffs"][0]
    # The XC7A35T has 20,800 LUTs, 41,600 flip-flops, 50 block RAMs of 36 kbit and 90 multipliers (Xilinx DS180).
    assert checker.luts < soc.luts < 0.5 * 20_800
    assert soc.ffs < 0.5 * 41_600
    assert soc.ramb36 + soc.ramb18 / 2 < 0.5 * 50
    assert soc.dsp48 < 90
