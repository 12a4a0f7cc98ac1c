"""What a picture of a puzzle shows, told without saying how it is drawn."""

from dataclasses import dataclass

__all__ = ["Drawing"]


@dataclass(frozen=True)
class Drawing:
    """A grid of cells between lattice points, with lines along some of the edges.

    Attributes
    ----------
    rows, cols : int, at least 1
        The grid's size in cells.
    texts : ``rows`` tuples of ``cols`` str
        What stands in the cells: at most one character, or nothing.
    tinted : ``rows`` tuples of ``cols`` bool
        The cells that are set off by colour.
    horizontal : ``rows + 1`` tuples of ``cols`` bool
        The lines along the cells' upper edges, the lower edges of the last row behind them.
    vertical : ``rows`` tuples of ``cols + 1`` bool
        The lines along the cells' left edges, the right edges of the last column behind them.
    """

    rows: int
    cols: int
    texts: tuple[tuple[str, ...], ...]
    tinted: tuple[tuple[bool, ...], ...]
    horizontal: tuple[tuple[bool, ...], ...]
    vertical: tuple[tuple[bool, ...], ...]
