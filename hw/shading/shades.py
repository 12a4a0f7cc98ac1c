"""What is still possible in a row of a grid whose cells are shaded or not."""

from amaranth.lib import data

__all__ = ["SHADES", "Cells", "Shades"]

SHADES = "unshaded", "shaded"
"""The two shades, by their numbers in puzzles and solutions; of each, :class:`Shades` has a plane."""


class Cells(data.StructLayout):
    """Which shades the cells of a row may have.

    Parameters
    ----------
    cols : int
        The grid's columns.

    Members
    -------
    unshaded, shaded : ``cols`` bits
        The cells that may have that shade; 0 in both for a cell of the frame or beyond the puzzle.
    """

    def __init__(self, cols: int):
        super().__init__(dict.fromkeys(SHADES, cols))


class Shades(data.StructLayout):
    """A row of a page.

    The cells of one shade, the *joined* one, are connected in every solution: in a Smullyanic Dynasty those without
    shading, in a Canal View those with it.

    Parameters
    ----------
    cols : int
        The grid's columns.

    Members
    -------
    unshaded, shaded : ``cols`` bits
        As in :class:`Cells`.
    linked : ``cols`` bits
        The cells that could have the joined shade when cuts were last looked for in this row; see :class:`.cuts.Cuts`.
    """

    def __init__(self, cols: int):
        super().__init__(dict.fromkeys((*SHADES, "linked"), cols))
