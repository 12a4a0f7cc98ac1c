"""Units that generate the SoC's clock from a board's oscillator, and the settings of these units."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from amaranth.build import Platform
from amaranth.hdl import Cat, ClockDomain, Const, Instance, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["ECP5_LIMITS", "XILINX7_LIMITS", "ClockDivider", "Dividers", "ECP5Clock", "ECP5USBClocks", "Limits",
           "Xilinx7Clock", "dividers", "even_divider", "even_divider_for"]

_MHZ = 1_000_000


@dataclass(frozen=True)
class Limits:
    """The limits of a PLL: inclusive ranges of frequencies in Hz, and the largest dividers and multiplier."""

    phase_detector: tuple[int, int]
    oscillator: tuple[int, int]
    input_divider: int
    multiplier: int
    output_divider: int


ECP5_LIMITS = Limits(phase_detector=(10 * _MHZ, 400 * _MHZ), oscillator=(400 * _MHZ, 800 * _MHZ),
                     input_divider=128, multiplier=80, output_divider=128)
"""Lattice FPGA-DS-02012, table 3.22."""

XILINX7_LIMITS = Limits(phase_detector=(10 * _MHZ, 450 * _MHZ), oscillator=(600 * _MHZ, 1200 * _MHZ),
                        input_divider=106, multiplier=64, output_divider=128)
"""Xilinx DS181, table 37 (MMCM, speed grade -1)."""


@dataclass(frozen=True)
class Dividers:
    """The settings of a PLL: oscillator = input / input_divider * multiplier, and output = oscillator /
    output_divider."""

    input_divider: int
    multiplier: int
    output_divider: int

    def oscillator_hz(self, input_hz: int) -> float:
        """Return the frequency of the PLL's internal oscillator."""
        return input_hz * self.multiplier / self.input_divider

    def output_hz(self, input_hz: int) -> float:
        """Return the output frequency."""
        return self.oscillator_hz(input_hz) / self.output_divider


def dividers(input_hz: int, output_hz: int, limits: Limits) -> Dividers:
    """Return the setting whose output, rounded to whole Hz, comes nearest to ``output_hz`` without exceeding it.

    Among equally near settings, prefer the setting with the highest phase detector frequency, and then the setting
    whose oscillator frequency is nearest to the middle of its range. ValueError if no output is within 2.5 percent of
    ``output_hz``. Up to 400 MHz, the frequencies that a PLL can generate are at most 2.5 percent apart.
    """
    def candidates() -> Iterator[Dividers]:
        for divider in range(1, limits.input_divider + 1):
            if not limits.phase_detector[0] <= input_hz / divider <= limits.phase_detector[1]:
                continue
            for multiplier in range(1, limits.multiplier + 1):
                oscillator = input_hz * multiplier / divider
                least = max(1, math.ceil(oscillator / (output_hz + 0.5)))
                if limits.oscillator[0] <= oscillator <= limits.oscillator[1] and least <= limits.output_divider:
                    yield Dividers(divider, multiplier, least)

    middle = sum(limits.oscillator) / 2
    # Outputs are compared in whole Hz, because rounding errors may make equal frequencies differ slightly.
    best = min(candidates(), default=None,
               key=lambda one: (-round(one.output_hz(input_hz)), one.input_divider,
                                abs(one.oscillator_hz(input_hz) - middle), one.multiplier))
    if best is None or output_hz - best.output_hz(input_hz) > output_hz / 40:
        raise ValueError(f"no PLL setting generates {output_hz / _MHZ:g} MHz from {input_hz / _MHZ:g} MHz")
    return best


_MEMBERS = {"oscillator": In(1), "clock": Out(1), "locked": Out(1)}


class _Clock(wiring.Component):
    """A PLL; raises ValueError as :func:`dividers` does.

    Members
    -------
    oscillator, clock : In(1), Out(1)
        The input clock, and the output clock, which uses the device's global network.
    locked : Out(1)
        High while the output clock is stable; asynchronous.
    """

    limits: Limits

    def __init__(self, input_hz: int, output_hz: int):
        self._setting = dividers(input_hz, output_hz, self.limits)
        self._input_hz = input_hz
        super().__init__(_MEMBERS)


def _ecp5_pll(setting: Dividers, oscillator: Signal, locked: Signal, outputs: dict[str, tuple[int, Signal]]) -> Module:
    """Return a module with the ECP5's PLL (EHXPLLL, Lattice FPGA-TN-02200).

    The output CLKOP is connected to the feedback input. The PLL makes the frequencies of the feedback and of the
    divided input equal, so the divider of CLKOP is the multiplier of the oscillator's frequency. The dividers of the
    other outputs can therefore be chosen freely. The feedback's clock, which passes through the fabric, is as slow as
    possible. ``outputs`` maps the names of the other outputs to their dividers and signals. All outputs have the same
    phase.
    """
    m = Module()
    feedback = Signal()
    options: dict[str, object] = {}
    for name, (divider, output) in {"CLKOP": (setting.multiplier, feedback), **outputs}.items():
        options |= {f"p_{name}_DIV": divider, f"p_{name}_ENABLE": "ENABLED", f"p_{name}_CPHASE": divider - 1,
                    f"p_{name}_FPHASE": 0, f"i_EN{name}": 0, f"o_{name}": output}
    m.submodules.pll = Instance(
        "EHXPLLL",
        p_CLKI_DIV=setting.input_divider, p_CLKFB_DIV=1, p_FEEDBK_PATH="CLKOP",
        i_CLKI=oscillator, i_CLKFB=feedback,
        i_RST=0, i_STDBY=0, i_PHASESEL0=0, i_PHASESEL1=0, i_PHASEDIR=0, i_PHASESTEP=0, i_PHASELOADREG=0,
        i_PLLWAKESYNC=0, o_LOCK=locked, **options,
        # These attributes set the loop filter as Project Trellis' ecppll does.
        a_ICP_CURRENT="12", a_LPF_RESISTOR="8", a_MFG_ENABLE_FILTEROPAMP="1", a_MFG_GMCREF_SEL="2",
    )
    return m


class ECP5Clock(_Clock):
    """The clock from an ECP5's PLL."""

    limits = ECP5_LIMITS

    def elaborate(self, platform: Platform) -> Module:
        return _ecp5_pll(self._setting, self.oscillator, self.locked,
                         {"CLKOS": (self._setting.output_divider, self.clock)})


class ECP5USBClocks(wiring.Component):
    """The clocks of a full-speed USB device, from an ECP5's PLL.

    Raises ValueError if the PLL cannot generate 48 MHz from ``input_hz`` with an error of at most 0.2 %. USB allows
    0.25 %, which includes the oscillator's own error.

    Members
    -------
    oscillator : In(1)
        The input clock.
    usb, usb_io : Out(1)
        12 MHz and 48 MHz.
    locked : Out(1)
        High while the clocks are stable; asynchronous.
    """

    _RATIO = 4
    _HZ = 48 * _MHZ

    def __init__(self, input_hz: int):
        self._setting = dividers(input_hz, self._HZ, ECP5_LIMITS)
        made = self._setting.output_hz(input_hz)
        if self._HZ - made > self._HZ / 500:
            raise ValueError(f"USB needs 48 MHz, but from {input_hz / _MHZ:g} MHz, a PLL generates only "
                             f"{made / _MHZ:g} MHz")
        super().__init__({"oscillator": In(1), "usb": Out(1), "usb_io": Out(1), "locked": Out(1)})

    def elaborate(self, platform: Platform) -> Module:
        divider = self._setting.output_divider
        return _ecp5_pll(self._setting, self.oscillator, self.locked,
                         {"CLKOS": (divider, self.usb_io), "CLKOS2": (self._RATIO * divider, self.usb)})


class Xilinx7Clock(_Clock):
    """The 7 series' clock manager (MMCME2_BASE, Xilinx UG472)."""

    limits = XILINX7_LIMITS

    def elaborate(self, platform: Platform) -> Module:
        m = Module()
        feedback, unbuffered = Signal(), Signal()
        m.submodules.mmcm = Instance(
            "MMCME2_BASE",
            p_CLKIN1_PERIOD=1e9 / self._input_hz,
            p_DIVCLK_DIVIDE=self._setting.input_divider,
            p_CLKFBOUT_MULT_F=float(self._setting.multiplier),
            p_CLKOUT0_DIVIDE_F=float(self._setting.output_divider),
            i_CLKIN1=self.oscillator, i_CLKFBIN=feedback, i_RST=0, i_PWRDWN=0,
            o_CLKFBOUT=feedback, o_CLKOUT0=unbuffered, o_LOCKED=self.locked,
        )
        m.submodules.buffer = Instance("BUFG", i_I=unbuffered, o_O=self.clock)
        return m


def even_divider(input_hz: int, output_hz: int) -> int:
    """Return the even divider with which ``input_hz`` becomes ``output_hz``; ValueError if no even divider comes within
    0.5 % of ``output_hz``."""
    divider = 2 * max(round(input_hz / output_hz / 2), 1)
    if abs(input_hz / divider - output_hz) > output_hz / 200:
        some = ", ".join(f"{input_hz / _MHZ / divider:.4g}" for divider in (2, 4, 6, 8))
        raise ValueError(f"{output_hz / _MHZ:g} MHz is not {input_hz / _MHZ:g} MHz divided by an even number; possible"
                         f" frequencies are {some} MHz and so on")
    return divider


def even_divider_for(input_hz: int, most_hz: float) -> int:
    """Return the smallest even divider that divides ``input_hz`` to at most ``most_hz``."""
    return 2 * max(math.ceil(input_hz / most_hz / 2), 1)


class ClockDivider(wiring.Component):
    """A clock for the 7 series without a PLL: flip-flops divide the oscillator's frequency.

    It has the members of :class:`_Clock`. The clock starts after the configuration has released all flip-flops of the
    device, so the flip-flops start together. From then on the clock is stable, so ``locked`` is constantly high.
    ``divider`` is from :func:`even_divider`.
    """

    _STARTING = 8
    """The number of oscillator cycles before the clock starts."""

    def __init__(self, divider: int):
        self._half = divider // 2
        super().__init__(_MEMBERS)

    def elaborate(self, platform: Platform) -> Module:
        m = Module()
        m.domains.oscillator = domain = ClockDomain(reset_less=True, local=True)
        m.d.comb += [domain.clk.eq(self.oscillator), self.locked.eq(1)]

        started = Signal(self._STARTING)
        count = Signal(range(self._half))
        divided = Signal()
        m.d.oscillator += [started.eq(Cat(Const(1, 1), started)), count.eq(count + 1)]
        with m.If(count == self._half - 1):
            m.d.oscillator += [count.eq(0), divided.eq(~divided & started[-1])]
        m.submodules.buffer = Instance("BUFG", i_I=divided, o_O=self.clock)
        return m
