"""The houses that must be visited."""

from amaranth.hdl import Array, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.sudoku.scan.memories import HouseKind, Houses, one_hot

__all__ = ["HouseWorklist"]


class HouseWorklist(wiring.Component):
    """Remember which houses are dirty, and which have changed, that is, a cell was filled since the house was
    examined."""

    def __init__(self, size: int):
        self._size = size
        super().__init__({
            "cell": In(Houses(size)),  # the houses of a cell
            "mark": In(len(HouseKind)),  # the cell's houses of these kinds become dirty
            "placed": In(1),  # all houses of the cell become dirty, and have changed
            "every": In(size),  # these houses of all kinds become dirty
            "forget": In(1),  # no house is dirty, and none has changed
            "kind": In(HouseKind), "house": In(range(size)),  # the house at hand
            "visited": In(1), "examined": In(1),  # the house is no longer dirty; the house counts as unchanged
            "changed": Out(1),  # whether the house has changed, a clock later
            "cell_changed": Out(len(HouseKind)),  # which of the cell's houses have changed, a clock later
            # Dirty houses, all of one kind, boxes before columns before rows; 0 if no house is dirty.
            "first_kind": Out(HouseKind), "first": Out(size),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._size
        house = Signal(size)
        m.d.comb += house.eq(one_hot(self.house, size))
        all_dirty, all_changed = [], []
        for kind in HouseKind:
            name = kind.name.lower()
            dirty, changed = Signal(size, name=f"dirty_{name}"), Signal(size, name=f"changed_{name}")
            here, gone = Signal(size, name=f"here_{name}"), Signal(size, name=f"gone_{name}")
            m.d.comb += [here.eq(one_hot(self.cell[name], size)), gone.eq(Mux(self.kind == kind, house, 0))]
            m.d.sync += [
                dirty.eq(dirty & ~Mux(self.visited, gone, 0) | self.every
                         | Mux(self.mark[kind] | self.placed, here, 0)),
                changed.eq(changed & ~Mux(self.examined, gone, 0) | Mux(self.placed, here, 0)),
                self.cell_changed[kind].eq((changed & here).any()),
            ]
            with m.If(self.forget):
                m.d.sync += [dirty.eq(0), changed.eq(0)]
            all_dirty.append(dirty)
            all_changed.append(changed)
        m.d.sync += self.changed.eq((Array(all_changed)[self.kind] & house).any())
        rows, cols, boxes = all_dirty
        m.d.comb += [
            self.first_kind.eq(Mux(boxes.any(), HouseKind.BOX, Mux(cols.any(), HouseKind.COL, HouseKind.ROW))),
            self.first.eq(Mux(boxes.any(), boxes, Mux(cols.any(), cols, rows))),
        ]
        return m
