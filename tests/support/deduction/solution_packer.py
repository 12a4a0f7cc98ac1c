"""Cells of a solution in words."""

WORD = 32


def packed(cells):
    """The words that the unit of that name makes of cells in reading order, the first cell in bit 0 of the first one.

    Parameters
    ----------
    cells : sequence of bool

    Returns
    -------
    list of int
    """
    words = (cells[begin:begin + WORD] for begin in range(0, len(cells), WORD))
    return [sum(int(cell) << bit for bit, cell in enumerate(word)) for word in words]
