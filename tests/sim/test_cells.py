"""Gateware is synthesised into FPGA cells; the models of these cells must behave like the gateware."""

import json
import random
from collections import Counter

import pytest
from amaranth.hdl import Module, Signal, signed, unsigned
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from rowloom.boards.artix_synthesis import LIBRARY
from rowloom.boards.artix_synthesis import SYNTHESIS as FOR_XILINX7
from rowloom.boards.synthesis import SYNTHESIS as FOR_ECP5
from rowloom.sim.netlist import ECP5, XILINX7

SCRIPT = """
read_rtlil unit.il
prep -flatten -top top
design -stash plain
read_rtlil unit.il
{synthesis} -top top
write_json cells.json
design -stash synthesised
design -copy-from plain -as gold top
design -copy-from synthesised -as gate top
splitnets gate
{models}
miter -equiv -make_outputs gold gate miter
hierarchy -check -top miter
proc
flatten
opt
"""
"""Yosys commands that make one module from the gateware and the netlist: both get the same inputs, and each has its own
outputs. The netlist's vectors are split into bits, as in the simulator of netlists."""

TICKS = 20_000


class Store(wiring.Component):
    """A memory with words of ``width`` bits, which are written in parts of ``granularity`` bits.

    No word is read while it is being written, because the result would be undefined in real block RAM.
    """

    def __init__(self, depth, width, granularity=None):
        generator = random.Random(width)
        self._memory = Memory(shape=width, depth=depth, init=[generator.getrandbits(width) for _ in range(depth)])
        self._write = self._memory.write_port(granularity=granularity)
        self._read = self._memory.read_port()
        address = len(self._read.addr)
        super().__init__({
            "write": In(len(self._write.en)), "write_address": In(address), "data": In(width),
            "read": In(1), "read_address": In(address), "result": Out(width),
        })

    def elaborate(self, platform):
        m = Module()
        m.submodules.memory = self._memory
        apart = (self.write_address != self.read_address).replicate(len(self.write))
        m.d.comb += [
            self._write.en.eq(self.write & apart),
            self._write.addr.eq(self.write_address),
            self._write.data.eq(self.data),
            self._read.en.eq(self.read),
            self._read.addr.eq(self.read_address),
            self.result.eq(self._read.data),
        ]
        return m


class Product(wiring.Component):
    """A multiplier that outputs the upper 32 bits of the product one clock later."""

    def __init__(self, shape):
        super().__init__({"a": In(shape), "b": In(shape), "result": Out(32)})

    def elaborate(self, platform):
        m = Module()
        product = Signal(len(self.a) + len(self.b))
        m.d.sync += product.eq(self.a * self.b)
        m.d.comb += self.result.eq(product[-32:])
        return m


UNITS = {
    "bits": lambda: Store(16_384, 1),
    "pairs": lambda: Store(8192, 2),
    "nibbles": lambda: Store(4096, 4),
    "nines": lambda: Store(2048, 9),
    "halves": lambda: Store(1024, 18, 9),
    "words": lambda: Store(1024, 32, 8),
    "wide": lambda: Store(512, 32),
    "signed_product": lambda: Product(signed(18)),
    "unsigned_product": lambda: Product(unsigned(18)),
}
"""Units that together use every width of the cells."""


class Top(wiring.Component):
    """A top module that contains all units, each with its own ports."""

    def __init__(self):
        self.units = {name: make() for name, make in UNITS.items()}
        super().__init__({
            f"{name}_{port}": member
            for name, unit in self.units.items() for port, member in unit.signature.members.items()
        })

    def elaborate(self, platform):
        m = Module()
        for name, unit in self.units.items():
            m.submodules[name] = unit
            for port, member in unit.signature.members.items():
                inner, outer = getattr(unit, port), getattr(self, f"{name}_{port}")
                m.d.comb += inner.eq(outer) if member.flow is In else outer.eq(inner)
        return m


FAMILIES = {ECP5: FOR_ECP5, XILINX7: FOR_XILINX7}
"""For each FPGA family, the Yosys commands that map a design to the family's cells. The keys also contain the models of
these cells."""


pytestmark = pytest.mark.slow
"""These tests take half a minute for each family. Only the tests of netlists use the models, and those tests are slow,
too."""


@pytest.fixture(scope="module", ids=lambda family: family.name, params=[ECP5, XILINX7])
def both(request, compiled, yosys):
    """The family, the compiled module with gateware and netlist, its units, and the kinds and parameters of the
    synthesised cells."""
    family = request.param
    folder = []

    def prepare(work):
        family.copy_to(work)
        for name, text in LIBRARY.items():
            (work / name).write_text(text)
        folder.append(work)

    top = Top()
    script = SCRIPT.format(synthesis=FAMILIES[family], models=family.commands)
    miter = compiled(top, script, prepare, clock="in_clk")
    cells = json.loads((folder[0] / "cells.json").read_text())["modules"]["top"]["cells"]
    return family, miter, top.units, cells.values()


def test_every_width_is_in_use(both):
    family, _, _, cells = both
    kind, port, wanted = {
        ECP5: ("DP16KD", "DATA_WIDTH_A", {1, 2, 4, 9, 18, 36}),
        XILINX7: ("RAMB18E1", "READ_WIDTH_B", {1, 2, 4, 9, 18}),
    }[family]
    assert {int(cell["parameters"][port], 2) for cell in cells if cell["type"] == kind} == wanted
    kinds = Counter(cell["type"] for cell in cells)
    assert (kinds["MULT18X18D"], kinds["DSP48E1"], kinds["RAMB36E1"]) == ({ECP5: 2, XILINX7: 0}[family], 0, 0)


@pytest.mark.parametrize("name", UNITS)
def test_a_model_is_as_its_cell(both, name):
    _, miter, units, _ = both
    inputs = [(miter.port(f"in_{name}_{port}"), len(getattr(units[name], port)))
              for port, member in units[name].signature.members.items() if member.flow is In]
    plain, netlist = (miter.port(f"{side}_{name}_result") for side in ("gold", "gate"))
    generator = random.Random(name)
    seen = set()
    for _ in range(TICKS):
        for port, width in inputs:
            port[0] = generator.getrandbits(width)
        miter.tick()
        assert netlist[0] == plain[0]
        seen.add(plain[0])
    assert len(seen) > 1
