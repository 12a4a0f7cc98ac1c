"""The colours of cells, as all models for Slitherlink have them."""

import enum

__all__ = ["Colour"]


class Colour(enum.IntEnum):
    """Where a cell lies; the values are the paper's ``[a1:a0]``, and also its b_k."""

    UNDECIDED = 0b00
    OUTSIDE = 0b01
    INSIDE = 0b10

    @property
    def opposite(self) -> "Colour":
        """The colour on the other side of a line (of an undecided cell: undecided)."""
        return Colour((self & 1) << 1 | self >> 1)
