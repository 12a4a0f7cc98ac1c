"""When an engine becomes busy, the reason is a write to its registers two clocks before, or a read of ``left`` in the
previous clock. (A read of ``left`` removes a result.) This is proved by induction, and so for any number of clocks.

An access begins three clocks or more after the previous access (:mod:`test_bus_proof`). Together, this shows that an
engine never becomes busy during a read of its state. If it did, the bus would begin to wait, and the word that was read
would be lost.
"""

from functools import partial

import pytest
from amaranth.hdl import Assert, Cat, Signal

from rowloom.hw.shading.canal.deducer import CanalPeripheral
from rowloom.hw.shading.smullyan import DynastyPeripheral
from rowloom.hw.slitherlink.deducer.deducer import DeducerPeripheral
from rowloom.hw.sudoku.parallel.peripheral import ParallelPeripheral
from rowloom.hw.sudoku.scan.peripheral import ScanPeripheral
from support.proof import Proof, refuted

CLOCKS = 2
"""The number of clocks from a write on the register bus to ``busy``."""

ENGINES = [
    partial(DynastyPeripheral, 1, 1, words=4), partial(ScanPeripheral, 2, subsets=2), partial(ParallelPeripheral, 2),
    # These engines have the same state machine as the first engine.
    *(pytest.param(engine, marks=pytest.mark.slow) for engine in (
        partial(DeducerPeripheral, 1, 1, words=8), partial(CanalPeripheral, 1, 1, words=4)))]


class Engine(Proof):
    """An engine on a bus with arbitrary accesses."""

    def __init__(self, unit):
        super().__init__(unit, [unit.bus.addr, unit.bus.r_stb, unit.bus.w_stb, unit.bus.w_data])

    def claims(self, m):
        unit, written, taken, was_busy = self.unit, Signal(CLOCKS), Signal(), Signal()
        left = [one.start for one in unit.bus.memory_map.all_resources() if one.path[0] == ("left",)]
        m.d.sync += [
            written.eq(Cat(unit.bus.w_stb, written)), was_busy.eq(unit.busy),
            taken.eq(unit.bus.r_stb & Cat(unit.bus.addr == start for start in left).any()),
        ]
        m.d.comb += Assert(was_busy | ~unit.busy | written[-1] | taken)


class Late(DynastyPeripheral):
    """An engine that becomes busy a clock too late."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        late = Signal()
        m.d.sync += late.eq(self._deducer.busy)
        m.d.comb += self.busy.eq(late)
        return m


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.func.__name__)
def test_busy_begins_with_a_write(prove_by_induction, engine):
    """The smallest engine is enough, because it makes no difference what the state machine does after the start."""
    prove_by_induction(Engine(engine()), clocks=2)


def test_a_late_engine_is_refuted(prove_by_induction):
    with refuted():
        prove_by_induction(Engine(Late(1, 1, words=4)), clocks=2)
