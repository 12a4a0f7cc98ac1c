"""Pictures made of box-drawing characters, for the terminal."""

from itertools import groupby, product
from typing import NamedTuple, Self

from rowloom.host.drawing.drawing import Drawing, Edge

__all__ = ["ASCII", "render"]

_WIDE, _NARROW = 3, 1
"""The number of characters between two neighbouring dots: wide cells look square, and narrow cells save space."""

_TERMINAL_COLUMNS = 80

_DOT = "·"
_CROSS = "x"
_FILLING = "█"

_VERTICES = dict(zip(product((False, True), repeat=4), f"{_DOT}╶╴─╷╭╮┬╵╰╯┴│├┤┼"))
"""The character for a lattice point, by whether lines lead up, down, left and right from it. At the end of a path in a
partly solved puzzle, a lattice point has only one line."""

ASCII = str.maketrans("·╵╷╴╶│─╭╮╰╯┬┴├┤┼█", ".||--|-+++++++++#")
"""A table for ``str.translate`` that replaces box-drawing characters with ASCII characters."""

# SGR parameters. A tint sets the colours of both text and background, so that the text is legible on dark and on light
# terminals.
_PLAIN, _FAINT, _BOLD, _FOUND = "", "2", "1", "36"
_TINT = {
    _PLAIN: "48;5;24", _FAINT: "38;5;67;48;5;24", _BOLD: "1;38;5;231;48;5;24", _FOUND: "38;5;159;48;5;24",
}  # fmt: skip
_TINTED_FILLING = "38;5;67"
_LINES = {Edge.THICK: _PLAIN, Edge.FOUND: "1;33"}

_Styled = tuple[str, str]
"""Characters and their SGR parameters, which are empty for plain text."""


def render(drawing: Drawing, colour: bool = False) -> str:
    """Render the drawing in box-drawing characters, without a final newline.

    If the drawing has dots, the picture has ``2 * rows + 1`` lines, and texts have one character. A cell together with
    its left edge is 4 characters wide, or 2 characters in grids with 20 columns or more, so that the picture fits a
    terminal with 80 columns. If the drawing has no dots, thin lines are left out, and empty cells show a dot. Shaded
    cells are filled around their texts. With ``colour``, ANSI sequences colour the solution's lines and texts, and the
    background of tinted cells.
    """
    layout = _TerminalLayout.of(drawing)
    lines = []
    for row in range(drawing.rows + 1):
        if layout.rows[row]:
            lines.append(_lattice_row(drawing, layout, row))
        if row < drawing.rows:
            lines.append(_cell_row(drawing, layout, row))
    if colour:
        return "\n".join(map(_coloured, lines))
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


class _TerminalLayout(NamedTuple):
    """The layout of a drawing on the terminal; ``width`` is the width of a cell."""

    dotted: bool
    width: int
    rows: tuple[bool, ...]
    """For each row, whether its upper edges need a line of text; the last item is about the lower edges of the last
    row."""
    cols: tuple[bool, ...]
    """For each column, whether its left edges need a column of text; the last item is about the right edges of the last
    column."""

    @classmethod
    def of(cls, drawing: Drawing) -> Self:
        if drawing.dotted:
            width = _WIDE if drawing.cols * (_WIDE + 1) < _TERMINAL_COLUMNS else _NARROW
            return cls(True, width, (True,) * (drawing.rows + 1), (True,) * (drawing.cols + 1))
        longest = max(len(text or _DOT) for row in drawing.texts for text in row)
        width = longest + (1 if drawing.shaded is None else 2)
        rows = tuple(max(edges) > Edge.THIN for edges in drawing.horizontal)
        return cls(False, width, rows, tuple(max(edges) > Edge.THIN for edges in zip(*drawing.vertical)))

    def edge(self, col: int, character: str, padding: str) -> str:
        """Return ``character``, which represents an edge or a lattice point at the left of a column. If the drawing has
        no dots, ``padding`` precedes the character, except in the first column."""
        return character if self.dotted or col == 0 else padding + character


def _lattice_row(drawing: Drawing, layout: _TerminalLayout, row: int) -> list[_Styled]:
    """Return the vertices above a row of cells (or below the last row), and the edges between them."""
    places = []
    for col in range(drawing.cols + 1):
        if layout.cols[col]:
            lines = drawing.around(row, col)
            around = {(row + i, col + j) for i in (-1, 0) for j in (-1, 0)}
            vertex = _VERTICES[tuple(line > Edge.THIN for line in lines)]
            style = _LINES[max(lines)] if max(lines) > Edge.THIN else _tint(_FAINT, around <= drawing.tinted)
            places.append((layout.edge(col, vertex, "─"), style))
        if col < drawing.cols:
            line = drawing.horizontal[row][col]
            tint = _tint(_PLAIN, (row, col) in drawing.tinted)
            gap = (_CROSS if line == Edge.CROSSED else "").center(layout.width)
            places.append(("─" * layout.width, _LINES[line]) if line > Edge.THIN else (gap, tint))
    return places


def _cell_row(drawing: Drawing, layout: _TerminalLayout, row: int) -> list[_Styled]:
    """Return a row of cells and the edges at their sides."""
    places = []
    for col, line in enumerate(drawing.vertical[row]):
        if layout.cols[col]:
            tint = _tint(_PLAIN, (row, col) in drawing.tinted)
            gap = _CROSS if line == Edge.CROSSED else " "
            places.append((layout.edge(col, "│", " "), _LINES[line]) if line > Edge.THIN else (gap, tint))
        if col < drawing.cols:
            places += _cell(drawing, layout, row, col)
    return places


def _cell(drawing: Drawing, layout: _TerminalLayout, row: int, col: int) -> list[_Styled]:
    text, tinted = drawing.texts[row][col], (row, col) in drawing.tinted
    if (row, col) in (drawing.shaded or ()):
        styles = {_FILLING: _TINTED_FILLING} if tinted else {}
        return [(character, styles.get(character, _BOLD)) for character in text.center(layout.width, _FILLING)]
    style = _FOUND if (row, col) in drawing.found else _BOLD
    if not text and not layout.dotted:
        text, style = _DOT, _FAINT
    centred = layout.dotted or drawing.shaded is not None
    aligned = text.center(layout.width) if centred else text.rjust(layout.width)
    return [(character, _tint(style if character.strip() else _PLAIN, tinted)) for character in aligned]


def _tint(style: str, tinted: bool) -> str:
    return _TINT[style] if tinted else style


def _coloured(line: list[_Styled]) -> str:
    """Return the line as text, with escape sequences before and after each run of characters that have the same
    style."""
    runs = ((style, "".join(place[0] for place in run)) for style, run in groupby(line, key=lambda place: place[1]))
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in runs)
