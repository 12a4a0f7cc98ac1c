"""Grades of Smullyanic Dynasties and Canal Views: what the rules one at a time, and lookahead, leave open.

Easy is what single rules solve. Normal takes lookahead, which tries at most one cell for four cells of the grid. Hard
takes more, or branching. Cells are tried row by row, so a puzzle that is turned may be on the other side of the limit.
"""

from rowloom.host.grading.grade import EASY, HARD, NORMAL, Grade
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers.shading_deduction import Trial, deduction_for

__all__ = ["graded"]

_CELLS_A_PROBE = 4


def graded(puzzle: Shading) -> Grade:
    """Return the grade of a puzzle with one solution; its counters are the cells that rules leave open, the cells that
    lookahead tried, and those that it leaves open, too."""
    deduction = deduction_for(puzzle)
    probes = 0

    def count(_: Trial) -> None:
        nonlocal probes
        probes += 1

    deduction.run()
    by_rules = deduction.open_cells
    deduction.look_ahead(tried=count)
    left = deduction.open_cells
    is_hard = left > 0 or probes > len(deduction.state) // _CELLS_A_PROBE
    level = EASY if not by_rules else HARD if is_hard else NORMAL
    return Grade(level, {"guessed_cells": left, "probes": probes, "open_cells": by_rules})
