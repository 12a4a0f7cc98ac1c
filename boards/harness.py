"""What a single unit is put into to see how fast it runs."""

from itertools import accumulate, pairwise

from amaranth.build import Platform
from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Harness"]


class Harness(wiring.Component):
    """A unit with a register before each input and after each output, so that the ways to and from its ports count
    like those inside.

    The registers before the inputs are one long shift register; what those after the outputs hold is folded into
    another. So a unit with a thousand ports needs two pins, and synthesis has to keep all of it.

    Parameters
    ----------
    unit : wiring.Component

    Members
    -------
    scan_in : In(1)
        Goes into the shift register.
    scan_out : Out(1)
        Depends on every output.
    """

    scan_in: In(1)
    scan_out: Out(1)

    def __init__(self, unit: wiring.Component):
        super().__init__()
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
        m.d.sync += [
            taken.eq(outputs),
            folded.eq(taken ^ folded << 1),
        ]
        m.d.comb += self.scan_out.eq(folded[-1])
        return m
