"""Pictures in the terminal, of box-drawing characters."""

from itertools import groupby

from rowloom.host.puzzles.drawing import Drawing

__all__ = ["ASCII", "render"]

_WIDE, _NARROW = 4, 2
"""Columns a cell takes, its left edge included: wide cells look square, narrow ones save room."""

_TERMINAL_COLUMNS = 80

_VERTICES = {
    # lines going up, down, left, right
    (False, False, False, False): "·",
    (True, True, False, False): "│",
    (False, False, True, True): "─",
    (False, True, False, True): "╭",
    (False, True, True, False): "╮",
    (True, False, False, True): "╰",
    (True, False, True, False): "╯",
    (True, True, True, True): "┼",
}

ASCII = str.maketrans("·│─╭╮╰╯┼", ".|-+++++")
"""For ``str.translate``: a picture without box-drawing characters."""

# SGR parameters. A tinted place sets both its colours, so that it can be read on dark and on light terminals.
_LINE, _DOT, _TEXT = "1;33", "2", "1"
_TINT = {"": "48;5;24", _DOT: "38;5;67;48;5;24", _TEXT: "1;38;5;231;48;5;24"}

_Place = tuple[str, str]
"""A character and its SGR parameters; none for plain."""


def render(drawing: Drawing, colour: bool = False) -> str:
    """The drawing in box-drawing characters, without a line end behind its last line.

    Parameters
    ----------
    drawing : Drawing
        At every vertex, no line, two lines or four.
    colour : bool
        Use ANSI colours: for the lines, and behind the tinted cells.

    Returns
    -------
    str
        ``2 * rows + 1`` lines. A cell is 4 columns wide, or 2 where the picture would not fit into 80 columns
        (from 20 cells on).
    """
    width = _WIDE if drawing.cols * _WIDE < _TERMINAL_COLUMNS else _NARROW
    lines = []
    for row in range(drawing.rows + 1):
        lines.append(_lattice_row(drawing, row, width))
        if row < drawing.rows:
            lines.append(_cell_row(drawing, row, width))
    if not colour:
        return "\n".join("".join(character for character, _ in line).rstrip() for line in lines)
    return "\n".join(map(_coloured, lines))


def _lattice_row(drawing: Drawing, row: int, width: int) -> list[_Place]:
    """The vertices above a row of cells (or below the last one), and the edges between them."""
    places = []
    for col in range(drawing.cols + 1):
        lines = (
            row > 0 and drawing.vertical[row - 1][col],
            row < drawing.rows and drawing.vertical[row][col],
            col > 0 and drawing.horizontal[row][col - 1],
            col < drawing.cols and drawing.horizontal[row][col],
        )
        around = [_tinted(drawing, row + i, col + j) for i in (-1, 0) for j in (-1, 0)]
        places.append((_VERTICES[lines], _LINE if any(lines) else _tint(_DOT, all(around))))
        if col < drawing.cols and drawing.horizontal[row][col]:
            places += [("─", _LINE)] * (width - 1)
        elif col < drawing.cols:
            places += [(" ", _tint("", _tinted(drawing, row, col)))] * (width - 1)
    return places


def _cell_row(drawing: Drawing, row: int, width: int) -> list[_Place]:
    """A row of cells and the edges at their sides."""
    places = []
    for col in range(drawing.cols + 1):
        tinted = _tinted(drawing, row, col)
        places.append(("│", _LINE) if drawing.vertical[row][col] else (" ", _tint("", tinted)))
        if col < drawing.cols:
            text = drawing.texts[row][col].center(width - 1)
            places += [(character, _tint(_TEXT if character.strip() else "", tinted)) for character in text]
    return places


def _tinted(drawing: Drawing, row: int, col: int) -> bool:
    """Whether there is such a cell and it is tinted."""
    return 0 <= row < drawing.rows and 0 <= col < drawing.cols and drawing.tinted[row][col]


def _tint(style: str, tinted: bool) -> str:
    return _TINT[style] if tinted else style


def _coloured(line: list[_Place]) -> str:
    """The line with an escape sequence round each run of one style."""
    runs = (
        (style, "".join(place[0] for place in run))
        for style, run in groupby(line, key=lambda place: place[1])
    )
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in runs)
