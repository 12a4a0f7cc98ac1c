"""The local rules of a Smullyanic Dynasty, to their fixpoint."""

from rowloom.hw.shading.smullyan.row_rules import RowRules
from rowloom.hw.shading.sweep import Sweep

__all__ = ["JOINED", "Propagation"]

JOINED = 0
"""The shade whose cells are connected: knights are unshaded."""


class Propagation(Sweep):
    """A :class:`.sweep.Sweep` with :class:`.row_rules.RowRules`.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, RowRules(cols), JOINED)
