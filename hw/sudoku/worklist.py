"""The units that are to be visited."""

from amaranth.hdl import Array, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from .unit_words import Kind, one_hot

__all__ = ["Worklist"]


class Worklist(wiring.Component):
    """Remembers which units are dirty, and which have changed: been filled in since they were examined.

    Parameters
    ----------
    size : int
        Units of each kind.

    Members
    -------
    cell : In(row, col, box)
        The units of a cell.
    mark : In(3)
        Of which kinds they become dirty.
    placed : In(1)
        They all become dirty, and have changed.
    every : In(size)
        These of all kinds become dirty.
    forget : In(1)
        None is dirty, and none has changed.
    kind, unit : In(Kind), In
        A unit.
    visited, examined : In(1)
        It is not dirty any more; it counts as not changed.
    changed : Out(1)
        Whether it has, a clock later.
    cell_changed : Out(3)
        Whether the cell's units have, a clock later.
    first_kind, first : Out(Kind), Out(size)
        Dirty units, all of one kind; boxes before columns before rows. All 0 if there is none.
    """

    def __init__(self, size: int):
        self._size = size
        number = range(size)
        super().__init__({
            "cell": In(data.StructLayout({kind.name.lower(): number for kind in Kind})),
            "mark": In(len(Kind)), "placed": In(1), "every": In(size), "forget": In(1),
            "kind": In(Kind), "unit": In(number), "visited": In(1), "examined": In(1),
            "changed": Out(1), "cell_changed": Out(len(Kind)),
            "first_kind": Out(Kind), "first": Out(size),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        size = self._size
        unit = Signal(size)
        m.d.comb += unit.eq(one_hot(self.unit, size))
        all_dirty, all_changed = [], []
        for kind in Kind:
            name = kind.name.lower()
            dirty, changed = Signal(size, name=f"dirty_{name}"), Signal(size, name=f"changed_{name}")
            here, gone = Signal(size, name=f"here_{name}"), Signal(size, name=f"gone_{name}")
            m.d.comb += [
                here.eq(one_hot(self.cell[name], size)),
                gone.eq(Mux(self.kind == kind, unit, 0)),
            ]
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
        m.d.sync += self.changed.eq((Array(all_changed)[self.kind] & unit).any())
        rows, cols, boxes = all_dirty
        m.d.comb += [
            self.first_kind.eq(Mux(boxes.any(), Kind.BOX, Mux(cols.any(), Kind.COL, Kind.ROW))),
            self.first.eq(Mux(boxes.any(), boxes, Mux(cols.any(), cols, rows))),
        ]
        return m
