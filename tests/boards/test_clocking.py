"""The selected settings of PLLs are compared with all possible settings. The cells of the PLLs have the selected
settings."""

import itertools
import re

import pytest
from amaranth.back import rtlil
from amaranth.hdl import Module

from rowloom.boards import BOARDS, clocking
from rowloom.boards.clocking import ClockDivider, ECP5Clock, ECP5USBClocks, Limits, Xilinx7Clock, dividers, even_divider
from rowloom.boards.top import nearest_clock
from support.simulation import simulate

MHZ = 1_000_000
SMALL = Limits(phase_detector=(5 * MHZ, 40 * MHZ), oscillator=(60 * MHZ, 120 * MHZ),
               input_divider=6, multiplier=12, output_divider=9)


def every(input_hz, limits):
    """For every allowed setting, yield the frequencies of the output, the phase detector and the oscillator."""
    ranges = (range(1, most + 1) for most in (limits.input_divider, limits.multiplier, limits.output_divider))
    for divider, multiplier, output in itertools.product(*ranges):
        detector, oscillator = input_hz / divider, input_hz / divider * multiplier
        if (limits.phase_detector[0] <= detector <= limits.phase_detector[1]
                and limits.oscillator[0] <= oscillator <= limits.oscillator[1]):
            yield oscillator / output, detector, oscillator


@pytest.mark.parametrize("input_mhz", [7, 10, 12, 25, 39, 40, 41, 48, 100, 300])
def test_the_nearest_frequency_is_selected(input_mhz):
    """Among the settings with the nearest frequency, a setting with the fastest phase detector is selected. If several
    settings remain, the setting whose oscillator is nearest to the middle of its range is selected."""
    input_hz, middle = input_mhz * MHZ, 90 * MHZ
    settings = list(every(input_hz, SMALL))
    for wanted_hz in range(MHZ, 130 * MHZ, MHZ):
        nearest = max((output for output, _, _ in settings if output < wanted_hz + 0.5), default=0)
        if wanted_hz - nearest > wanted_hz / 40:
            message = f"^no PLL setting generates {wanted_hz // MHZ} MHz from {input_mhz} MHz$"
            with pytest.raises(ValueError, match=message):
                dividers(input_hz, wanted_hz, SMALL)
            continue
        chosen = dividers(input_hz, wanted_hz, SMALL)
        detector, oscillator = input_hz / chosen.input_divider, chosen.oscillator_hz(input_hz)
        assert (chosen.output_hz(input_hz), detector, oscillator) in [pytest.approx(setting) for setting in settings]
        assert chosen.output_hz(input_hz) == pytest.approx(nearest)
        equal = [setting for setting in settings if setting[0] == pytest.approx(nearest)]
        assert detector == pytest.approx(max(fastest for _, fastest, _ in equal))
        assert abs(oscillator - middle) == pytest.approx(min(
            abs(hz - middle) for _, fastest, hz in equal if fastest == pytest.approx(detector)))


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_a_possible_clock_is_not_changed(board):
    """The frequency of a clock is recorded in whole Hz. A request for the recorded frequency finds the same clock
    again."""
    assert nearest_clock(board, 50 * MHZ) == 50 * MHZ
    for wanted_hz in (57_123_456, 66_666_666, 83_333_333, 91_234_567):
        clock_hz = nearest_clock(board, wanted_hz)
        assert 0.975 * wanted_hz < clock_hz <= wanted_hz
        assert nearest_clock(board, clock_hz) == clock_hz


def cell(clock, kind):
    """Return the parameters and connections of a cell, which must be the only cell of its kind."""
    (found,) = re.findall(rf"^  cell \\{kind} .*?^  end$", rtlil.convert(clock, name="top"), re.MULTILINE | re.DOTALL)
    parameters = dict(re.findall(r"^    parameter (?:real )?\\(\w+) (.*)$", found, re.MULTILINE))
    values = {name: value.strip('"') if value[0] == '"' else int(value) for name, value in parameters.items()}
    return values, dict(re.findall(r"^    connect \\(\w+) (\S+)", found, re.MULTILINE))


@pytest.mark.parametrize("input_mhz, output_mhz", [
    (12, 50), (16, 50), (25, 50), (48, 50), (50, 50), (100, 50), (25, 65), (48, 60), (25, 8)])
def test_ecp5_cell(input_mhz, output_mhz):
    values, wires = cell(ECP5Clock(input_mhz * MHZ, round(output_mhz * MHZ)), "EHXPLLL")
    # Lattice FPGA-TN-02200, section 19: if CLKOP is fed back, the oscillator's frequency divided by CLKOP_DIV equals
    # the phase detector's frequency times CLKFB_DIV.
    detector = input_mhz / values["CLKI_DIV"]
    oscillator = detector * values["CLKFB_DIV"] * values["CLKOP_DIV"]
    assert 10 <= detector <= 400
    assert 400 <= oscillator <= 800
    assert oscillator / values["CLKOP_DIV"] <= 400
    assert oscillator / values["CLKOS_DIV"] == pytest.approx(output_mhz)
    assert all(1 <= values[name] <= 128 for name in ("CLKI_DIV", "CLKFB_DIV", "CLKOP_DIV", "CLKOS_DIV"))
    assert values["FEEDBK_PATH"] == "CLKOP"
    assert wires["CLKFB"] == wires["CLKOP"]


@pytest.mark.parametrize("input_mhz", [25, 48])
def test_ecp5_clocks_for_usb(input_mhz):
    """One PLL generates the clocks of 48 MHz and 12 MHz. USB allows an error of 0.25 %."""
    values, wires = cell(ECP5USBClocks(input_mhz * MHZ), "EHXPLLL")
    oscillator = input_mhz / values["CLKI_DIV"] * values["CLKFB_DIV"] * values["CLKOP_DIV"]
    assert 400 <= oscillator <= 800
    assert oscillator / values["CLKOS_DIV"] == pytest.approx(48, rel=0.002)
    assert values["CLKOS2_DIV"] == 4 * values["CLKOS_DIV"] <= 128
    assert wires["CLKOS2"] != wires["CLKOS"]


def test_an_oscillator_that_does_not_suit_usb():
    with pytest.raises(ValueError, match=r"^USB needs 48 MHz, but from 19 MHz, a PLL generates only 47\.5 MHz$"):
        ECP5USBClocks(19 * MHZ)


@pytest.mark.parametrize("output_mhz", [50, 62.5, 100])
def test_xilinx_cell(output_mhz):
    values, wires = cell(Xilinx7Clock(100 * MHZ, round(output_mhz * MHZ)), "MMCME2_BASE")
    oscillator = 100 / values["DIVCLK_DIVIDE"] * float(values["CLKFBOUT_MULT_F"])
    assert 600 <= oscillator <= 1200
    assert oscillator / float(values["CLKOUT0_DIVIDE_F"]) == pytest.approx(output_mhz)
    assert float(values["CLKIN1_PERIOD"]) == 10
    assert wires["CLKFBIN"] == wires["CLKFBOUT"]


def buffer(kind, i_I, o_O):
    """Return a model of the clock buffer: a wire."""
    m = Module()
    m.d.comb += o_O.eq(i_I)
    return m


@pytest.mark.parametrize("output_mhz, half", [(50, 1), (25, 2), (12.5, 4), (10, 5)])
def test_divider(output_mhz, half, monkeypatch):
    monkeypatch.setattr(clocking, "Instance", buffer)
    divider = even_divider(100 * MHZ, round(output_mhz * MHZ))
    assert divider == 2 * half
    dut = ClockDivider(divider)
    levels = []

    async def watch(ctx):
        for _ in range(20 * half):
            ctx.set(dut.oscillator, 1)
            await ctx.delay(5e-9)
            levels.append(ctx.get(dut.clock))
            ctx.set(dut.oscillator, 0)
            await ctx.delay(5e-9)
        assert ctx.get(dut.locked)

    simulate(dut, watch)
    # After the clock has started, its high and low levels all have the same length.
    first = levels.index(1)
    assert first >= 8
    assert levels[first:] == [1 - (at // half) % 2 for at in range(len(levels) - first)]


@pytest.mark.parametrize("output_mhz", [100, 60, 33, 200])
def test_no_divider(output_mhz):
    with pytest.raises(ValueError, match=rf"^{output_mhz} MHz is not 100 MHz divided by .* 50, 25, 16"):
        even_divider(100 * MHZ, output_mhz * MHZ)
