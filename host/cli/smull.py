"""``rowloom smull``: Smullyanic Dynasties by Z3."""

import argparse

from rowloom.host.cli import shading
from rowloom.host.cli.shading import EPILOG_OF, add_arguments
from rowloom.host.puzzles import smullyan

__all__ = ["DESCRIPTION", "EPILOG", "SUMMARY", "add_arguments", "run"]

SUMMARY = "solve Smullyanic Dynasties as formulas for Z3"

DESCRIPTION = """\
Solves one Smullyanic Dynasty of a file, with the formulas and the switches of
Somenzi's course project "Solving Smullyanic Dynasty and Canal View Puzzles with
Z3" (2025): shade cells (knaves) so that no two share an edge and all others
(knights) are connected. A knight's number counts the knaves among its cell and
the cells around it; a knave's number is wrong."""

EPILOG = EPILOG_OF.format(command="smull")


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    return shading.run(args, smullyan)
