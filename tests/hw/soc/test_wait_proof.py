"""An engine gets busy two clocks after a write to its registers, or not at all: proved by induction for all time.

So the wait for its state never begins in the midst of a read, which would lose what was read: three clocks lie between
a write and the next access (:mod:`test_bus_proof`).
"""

import pytest
from amaranth.hdl import Assert, Cat, Module, Signal

from rowloom.hw.shading.canal.peripheral import CanalPeripheral
from rowloom.hw.shading.smullyan.peripheral import DynastyPeripheral
from rowloom.hw.slitherlink.deducer.peripheral import DeducerPeripheral
from rowloom.hw.sudoku.parallel.peripheral import ParallelPeripheral
from rowloom.hw.sudoku.scan.peripheral import ScanPeripheral
from rowloom.tools import ToolError
from support.proof import Induction

CLOCKS = 2
"""From a write on the register bus to ``busy``."""

ENGINES = {
    "deducer": lambda: DeducerPeripheral(1, 1, words=8),
    "dynasty": lambda: DynastyPeripheral(1, 1, words=4),
    "canal": lambda: CanalPeripheral(1, 1, words=4),
    "scan": lambda: ScanPeripheral(2, subsets=2),
    "parallel": lambda: ParallelPeripheral(2),
}


class Engine(Induction):
    """An engine on a bus that does what it likes."""

    def __init__(self, unit):
        super().__init__()
        self.unit = unit
        bus = unit.bus
        self.ports = [bus.addr, bus.r_stb, bus.w_stb, bus.w_data]

    def elaborate(self, platform):
        m = Module()
        m.submodules.unit = unit = self.unit
        written, was_busy = Signal(CLOCKS), Signal()
        m.d.sync += [written.eq(Cat(unit.bus.w_stb, written)), was_busy.eq(unit.busy)]
        m.d.comb += Assert(was_busy | ~unit.busy | written[-1])
        return m


class Late(ScanPeripheral):
    """An engine that gets busy a clock later."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        late = Signal()
        m.d.sync += late.eq(self._scan.busy)
        m.d.comb += self.busy.eq(late)
        return m


def check(prove_by_induction, unit):
    proof = Engine(unit)
    prove_by_induction(proof, proof.ports, proof.inside, clocks=2)


@pytest.mark.parametrize("engine", ENGINES)
def test_busy_begins_with_a_write(prove_by_induction, engine):
    """What the state machines do once they have begun makes no difference, so the smallest engine shows it."""
    check(prove_by_induction, ENGINES[engine]())


def test_a_late_engine_is_refuted(prove_by_induction):
    with pytest.raises(ToolError, match="proof did fail"):
        check(prove_by_induction, Late(2, subsets=2))
