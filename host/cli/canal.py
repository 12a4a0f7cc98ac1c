"""``rowloom canal``: solve Canal Views as formulas for Z3.

Solve one Canal View of a file, with the formulas and the command-line switches of Somenzi's course project "Solving
Smullyanic Dynasty and Canal View Puzzles with Z3" (2025).

The rules: shade cells (the canal) so that they are connected and fill no 2x2 block. Cells with a number or a question
mark are not shaded. From a cell with a number, look up, down, left and right, in each direction up to the first
unshaded cell: the number is the total of the shaded cells in between.

{_EXAMPLES}
"""

from functools import partial

from rowloom.host.cli import shading
from rowloom.host.puzzles.canal import Canal

_EXAMPLES = shading.EXAMPLES.format(command="canal")

run = partial(shading.run, genre=Canal)
