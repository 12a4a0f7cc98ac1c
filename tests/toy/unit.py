"""The toy engine's gateware."""

from amaranth.hdl import Module
from amaranth_soc import csr

from rowloom.hw.soc.peripheral import EnginePeripheral


class InverterPeripheral(EnginePeripheral):
    """A row of up to 32 cells, and its inverse."""

    class Cells(csr.Register, access="rw"):
        """The cells; bit j is column j."""

        def __init__(self, cols: int):
            super().__init__({"cells": csr.Field(csr.action.RW, cols)})

    class Inverse(csr.Register, access="r"):
        """The inverse of the cells."""

        def __init__(self, cols: int):
            super().__init__({"cells": csr.Field(csr.action.R, cols)})

    def __init__(self, rows: int, cols: int):
        self._cells, self._inverse = self.Cells(cols), self.Inverse(cols)
        super().__init__({"cells": self._cells, "inverse": self._inverse})

    def elaborate(self, platform) -> Module:
        m = super().elaborate(platform)
        m.d.comb += self._inverse.f.cells.r_data.eq(~self._cells.f.cells.data)
        return m
