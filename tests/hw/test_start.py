"""A busy unit ignores ``start``, and accepts it again in the first clock in which it is idle."""

from operator import attrgetter

import pytest

from rowloom.hw.shading.canal.propagation import CanalPropagation
from rowloom.hw.shading.canal.row_pass import RowPass
from rowloom.hw.shading.shade_flood import ShadeFlood
from rowloom.hw.shading.smullyan import DynastyRules
from rowloom.hw.shading.sweep import Sweep
from rowloom.hw.slitherlink.checker.connectivity import Connectivity
from rowloom.hw.slitherlink.deducer.row_flood import RowFlood
from rowloom.hw.slitherlink.deducer.sweep import SlitherlinkSweep
from support.simulation import simulate

ALL = {"unshaded": 3, "shaded": 3, "linked": 3}


@pytest.mark.parametrize("make, inputs, busy", [
    (lambda: RowPass(2, 2), {"height": 2, "clues": {"free": -1}, "port.state": ALL}, 5),
    (lambda: Sweep(2, 2, DynastyRules(2)), {"height": 2, "clues": {"free": -1}, "port.state": ALL}, 5),
    # The inputs of the next two units are contradictions: a certainly shaded cell has no neighbour that may be shaded,
    # and cells have no possible colour.
    (lambda: CanalPropagation(2, 2), {
        "height": 1, "width": 2, "whole": 1, "clues": {"free": -1}, "lonely": 1,
        "port.state": {"unshaded": 2, "shaded": 1, "linked": 3}}, 5),
    (lambda: SlitherlinkSweep(2, 2), {"height": 2, "last": 2}, 4),
    (lambda: ShadeFlood(2, 2, 0), {"height": 2, "port.state": {"unshaded": 3, "shaded": 0, "linked": 3}}, 5),
    (lambda: RowFlood(2, 2), {"height": 2, "port.state": {"inside": 1, "outside": 2}}, 5),
    (lambda: Connectivity(2, 2), {}, 7),
], ids=["RowPass", "Sweep", "CanalPropagation", "SlitherlinkSweep", "ShadeFlood", "RowFlood", "Connectivity"])
def test_start_is_ignored_while_busy(make, inputs, busy):
    unit = make()

    async def testbench(ctx):
        for name, value in inputs.items():
            ctx.set(attrgetter(name)(unit), value)
        if isinstance(unit, Connectivity):
            for port in (*unit.seed, *unit.target, *unit.room):
                ctx.set(port, 3)
        ctx.set(unit.start, 1)
        found = []
        for _ in range(busy + 2):
            await ctx.tick()
            found.append(ctx.get(unit.busy))
        assert found == [*[1] * busy, 0, 1]

    simulate(unit, testbench)
