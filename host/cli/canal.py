"""``rowloom canal``: Canal Views by Z3."""

import argparse

from rowloom.host.cli import shading
from rowloom.host.cli.shading import EPILOG_OF, add_arguments
from rowloom.host.puzzles import canal

__all__ = ["DESCRIPTION", "EPILOG", "SUMMARY", "add_arguments", "run"]

SUMMARY = "solve Canal Views as formulas for Z3"

DESCRIPTION = """\
Solves one Canal View of a file, with the formulas and the switches of Somenzi's
course project "Solving Smullyanic Dynasty and Canal View Puzzles with Z3"
(2025): shade cells (the canal) so that they are connected and fill no 2x2
block. Cells with a number or a question mark are not shaded; a number counts
the shaded cells seen from there, along row and column, up to the first
unshaded one."""

EPILOG = EPILOG_OF.format(command="canal")


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    return shading.run(args, canal)
