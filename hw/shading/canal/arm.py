"""One of the four arms of a clue: how far it may reach."""

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.shading.shades import Cells

__all__ = ["Arm"]


class Arm(wiring.Component):
    """Finds the cells at which the arm of a clue may end, along rising places of a line; combinational.

    An arm is a run of shaded cells. It ends at the first one that is not, or at the frame: the place behind the last
    cell of the line, or of the puzzle, counts as one where it ends. A carry runs from the clue's cell through all cells
    that may be shaded, a second one through those that certainly are.

    Parameters
    ----------
    width : int, at least 1
        Cells in the line.

    Members
    -------
    cells : In(Cells)
        Those of the line.
    at : In(width)
        The clue's cell, one-hot.
    first, last : Out(width + 1)
        The nearest place where it may end and the farthest one, one-hot.
    ends : Out(width + 1)
        All such places.

    Raises
    ------
    ValueError
        If there is no cell.
    """

    def __init__(self, width: int):
        if width < 1:
            raise ValueError(f"Arm needs at least 1 cells, not {width}")
        self._width = width
        super().__init__({
            "cells": In(Cells(width)), "at": In(width),
            **{name: Out(width + 1) for name in ("first", "last", "ends")},
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        places = self._width + 1
        may, certain, begin, touched, held = (
            Signal(places, name=name) for name in ("may", "certain", "begin", "touched", "held"))
        m.d.comb += [
            may.eq(self.cells.shaded), certain.eq(self.cells.shaded & ~self.cells.unshaded), begin.eq(Cat(0, self.at)),
            touched.eq((may + begin) ^ may), held.eq((certain + begin) ^ certain),
            self.ends.eq(touched & ~certain), self.last.eq(touched & ~may), self.first.eq(held & ~certain),
        ]
        return m
