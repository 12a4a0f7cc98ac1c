"""``rowloom smull``: solve Smullyanic Dynasties as formulas for Z3.

Solve one Smullyanic Dynasty of a file, with the formulas and the command-line switches of Somenzi's course project
"Solving Smullyanic Dynasty and Canal View Puzzles with Z3" (2025).

The rules: shade cells (the knaves) so that no two shaded cells share an edge, and all unshaded cells (the knights) are
connected. A clue claims how many knaves are in its 3x3 block: its own cell and the cells around it. The clues of
knights are true, and the clues of knaves are false.

{_EXAMPLES}
"""

from functools import partial

from rowloom.host.cli import shading
from rowloom.host.puzzles.smullyan import Smullyan

_EXAMPLES = shading.EXAMPLES.format(command="smull")

run = partial(shading.run, genre=Smullyan)
