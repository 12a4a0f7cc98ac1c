"""Grades of Smullyanic Dynasties and Canal Views: what the rules one at a time, and lookahead, leave open.

Easy is what single rules solve. Normal takes lookahead, which tries at most one cell for four cells of the grid. Hard
takes more, or branching. Cells are tried row by row, so a puzzle that is turned may be on the other side of the limit.
"""

from rowloom.host.jobs.grade import EASY, HARD, NORMAL, Grade
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers.shading_deduction import Trial, deduction_for

__all__ = ["graded"]

_CELLS_A_PROBE = 4


def graded(puzzle: Shading, briefly: bool = False) -> Grade:
    """Return the grade of a puzzle with one solution.

    Its counters are the cells that lookahead leaves open, those that it tried, and those that rules leave open. With
    ``briefly``, lookahead ends where it is clear that the puzzle is hard.
    """
    deduction = deduction_for(puzzle)
    probes, most = 0, puzzle.rows * puzzle.cols // _CELLS_A_PROBE

    def count(_: Trial) -> None:
        nonlocal probes
        probes += 1

    deduction.run()
    by_rules = deduction.open_cells
    deduction.look_ahead(tried=count, most=most + 1 if briefly else None)
    left = deduction.open_cells
    is_hard = left > 0 or probes > most
    level = EASY if not by_rules else HARD if is_hard else NORMAL
    return Grade(level, {"guessed_cells": left, "probes": probes, "open_cells": by_rules})
