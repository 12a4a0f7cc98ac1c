"""The modules in which a single unit's area and speed are measured."""

from itertools import accumulate, pairwise

from amaranth.build import Platform
from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect, flipped

__all__ = ["Bare", "Harness"]


class Bare(wiring.Component):
    """A unit with nothing round it but its ports.

    As the top module itself, the deducer's peripheral has names on which Yosys 0.70 stops.
    """

    def __init__(self, unit: wiring.Component):
        super().__init__(unit.signature)
        self._unit = unit

    def elaborate(self, platform: Platform | None) -> Module:
        m = Module()
        m.submodules.unit = self._unit
        connect(m, flipped(self), self._unit)
        return m


class Harness(wiring.Component):
    """A unit with a register before each input and after each output, so that paths to and from its ports count.

    The registers before the inputs are one long shift register; those after the outputs are folded into another. So a
    unit with a thousand ports needs two pins, and synthesis cannot remove any of it.

    Members
    -------
    scan_in : In(1)
        Input of the shift register.
    scan_out : Out(1)
        Depends on every output.
    """

    def __init__(self, unit: wiring.Component):
        super().__init__({"scan_in": In(1), "scan_out": Out(1)})
        self._unit = unit

    def elaborate(self, platform: Platform | None) -> Module:
        m = Module()
        m.submodules.unit = unit = self._unit
        ports = [(member.flow, Value.cast(value)) for _, member, value in unit.signature.flatten(unit)]
        inputs = [value for flow, value in ports if flow == In]
        outputs = Cat(value for flow, value in ports if flow == Out)

        given = Signal(sum(map(len, inputs)), reset_less=True)
        m.d.sync += given.eq(Cat(self.scan_in, given))
        bounds = accumulate(map(len, inputs), initial=0)
        m.d.comb += [value.eq(given[start:stop]) for value, (start, stop) in zip(inputs, pairwise(bounds))]

        taken, folded = (Signal(len(outputs), reset_less=True) for _ in range(2))
        m.d.sync += [taken.eq(outputs), folded.eq(taken ^ folded << 1)]
        m.d.comb += self.scan_out.eq(folded[-1])
        return m
