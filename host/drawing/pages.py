"""Printable pages: pages of puzzles with titles and with the genres' rules at the foot, then pages of solutions."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from itertools import takewhile
from math import prod
from pathlib import Path
from typing import NamedTuple

from rowloom.host.drawing import canvas
from rowloom.host.drawing.canvas import LINE, METADATA, Canvas, reproducible, suffix_of, wrapped
from rowloom.host.drawing.drawing import Drawing
from rowloom.host.whole_files import atomic_write

__all__ = [
    "MOST_PER_PAGE", "PAPERS", "READABLE", "SUFFIXES", "Layout", "TitledDrawing", "layout_for", "numbered",
    "save_pages", "solution_pages",
]  # fmt: skip

SUFFIXES = ".pdf", ".png", ".svg"
"""The suffixes of files with pages."""

PAPERS = {"a4": (210 / 25.4, 297 / 25.4), "letter": (8.5, 11.0)}
"""The width and the height, in inches, of each kind of paper."""

MOST_PER_PAGE = 100

READABLE = 3
"""The minimum height of numbers on a page, in points."""

_MARGIN, _LARGEST_CELL = 0.55, 0.7
"""The margin, and the maximum size of a cell, in inches. The page number is in the middle of the lower margin."""

_GUTTER = 0.18
"""The space between two columns of slots, as a fraction of the width of a slot. A slot is the place of one picture."""

_HEADING, _RULE, _PAGE_NUMBER, _TITLES = 18, 8, 9, (7, 13)
"""The heights of texts in points. For titles, these are a minimum and a maximum, because titles are higher in wider
slots."""

_TITLE_LINES = 2
"""The maximum number of lines of a title; longer titles are shortened."""

_SMALL = (2, 1), (3, 2), (4, 3)
"""Layouts for pages of solutions, as numbers of rows and columns. A layout is used only if it has room for more
pictures than the layout of the puzzles."""

_LEGIBLE = 5
"""The minimum height of numbers in solutions, in points, unless the numbers in the puzzles are even smaller."""


class TitledDrawing(NamedTuple):
    """A picture with its title."""

    title: str
    drawing: Drawing
    rule: str = ""
    """The rules, printed at the foot of the page; pictures with the same rules share one footnote."""


@dataclass(frozen=True)
class Layout:
    """The layout of a page: rows and columns of slots of equal size, of which the first ``count`` contain pictures.
    Sizes are in inches."""

    paper: tuple[float, float]
    """Width and height."""
    rows: int
    cols: int
    count: int
    heading: str = ""
    rules: int = 0
    """The number of lines that are reserved for the rules of genres, below the slots."""

    @property
    def top(self) -> float:
        """The space above the uppermost slots."""
        return _MARGIN + (2 * LINE * _HEADING if self.heading else 0)

    @property
    def width(self) -> float:
        """The width of a slot."""
        return (self.paper[0] - 2 * _MARGIN) / (self.cols + _GUTTER * (self.cols - 1))

    @property
    def height(self) -> float:
        """The height of a slot with its title."""
        rules = (self.rules + 1) * LINE * _RULE if self.rules else 0
        return (self.paper[1] - self.top - rules - _MARGIN) / self.rows

    @property
    def title_size(self) -> float:
        """The height of the text of titles, in points."""
        smallest, largest = _TITLES
        return min(largest, max(smallest, 3.4 * self.width))

    @property
    def title_height(self) -> float:
        """The height that a slot reserves for the title, including the space above and below the title."""
        return (_TITLE_LINES + 1) * LINE * self.title_size

    def cell(self, drawing: Drawing) -> float:
        """Return the size of a cell in the largest picture that fits a slot; 0 or less if no picture fits."""
        return min(_LARGEST_CELL, self.width / drawing.width, (self.height - self.title_height) / drawing.height)

    def smallest_text(self, drawing: Drawing) -> float:
        """Return the height in points of the smallest numbers in a picture."""
        cell = self.cell(drawing)
        size = canvas.text_size(drawing, cell)
        return min(size, canvas.candidate_size(drawing, cell)) if drawing.candidates else size


def layout_for(
    paper: str, per_page: Sequence[int], pictures: Sequence[Drawing], rules: Collection[str] = ()
) -> Layout:
    """Return the layout of all pages with these pictures and rules. ``paper`` is a name in :data:`PAPERS`.

    ``per_page`` is either the numbers of rows and columns, or only the number of pictures. In the second case, the rows
    and columns are chosen so that the smallest cells are as large as possible.
    """
    paper_size, count = PAPERS[paper], prod(per_page)
    with reproducible():
        heights = sorted((len(_rule_lines(rule, paper_size)) for rule in rules), reverse=True)
    # Reserve enough lines for a page whose pictures have the longest rules.
    most = sum(heights[:count])
    sizes = [(rows, -(-count // rows)) for rows in range(1, count + 1)] if len(per_page) == 1 else [tuple(per_page)]
    layouts = [Layout(paper_size, rows, cols, count, rules=most) for rows, cols in sizes]
    return max(layouts, key=lambda layout: min(map(layout.cell, pictures)))


def numbered(path: Path, number: int, last: int) -> Path:
    """Return the name for one of several files with consecutive numbers; for example, ``book-07.svg`` is file 7 of
    12."""
    return path.with_name(f"{path.stem}-{number:0{len(str(last))}}{path.suffix}")


def save_pages(
    path: str | Path, layout: Layout, puzzles: Sequence[TitledDrawing], solutions: Sequence[TitledDrawing] = ()
) -> list[Path]:
    """Draw pages of puzzles, and then pages of their solutions; return the files.

    A ``.pdf`` file contains all pages. If the suffix is ``.png`` or ``.svg``, each page is a separate file; if there
    are several files, :func:`numbered` determines their names. The puzzles and their rules must fit the layout.
    Solutions are drawn smaller than the puzzles if they remain legible, and never larger. The same version of
    matplotlib writes identical files for identical pictures.

    Raise OSError if a file cannot be written, and PictureError if the file has another suffix or matplotlib is not
    installed.
    """
    path = Path(path)
    suffix = suffix_of(path, *SUFFIXES)
    starts = range(0, len(puzzles), layout.count)
    pages = [*((layout, puzzles[start : start + layout.count]) for start in starts), *solution_pages(solutions, layout)]
    with reproducible():
        drawn = (_page(*page, number) for number, page in enumerate(pages, 1))
        if suffix == ".pdf":
            from matplotlib.backends.backend_pdf import PdfPages

            # Draw in memory first, because matplotlib does not raise OSError if the disk is full.
            with BytesIO() as book:
                with PdfPages(book, metadata=METADATA[suffix]) as file:
                    for page in drawn:
                        file.savefig(page.figure)
                with atomic_write(path) as written:
                    written.write_bytes(book.getvalue())
            return [path]
        files = [numbered(path, number, len(pages)) for number in range(1, len(pages) + 1)] if pages[1:] else [path]
        for file_name, page in zip(files, drawn):
            with atomic_write(file_name) as written:
                page.save(written, suffix)
        return files


def solution_pages(
    solutions: Sequence[TitledDrawing], puzzles: Layout
) -> Iterator[tuple[Layout, Sequence[TitledDrawing]]]:
    """Yield pages of solutions. Each page contains as many solutions as possible with legible numbers. If the next
    solution is not legible in any layout, its page has the same layout as the puzzles."""
    large = replace(puzzles, count=puzzles.rows * puzzles.cols, heading="Solutions")
    slots = [(rows, cols) for rows, cols in _SMALL if rows * cols > large.count]
    layouts = [large, *(replace(large, rows=rows, cols=cols, count=rows * cols, rules=0) for rows, cols in slots)]
    enough = next((number for number, layout in enumerate(layouts, 1) if layout.count >= len(solutions)), None)

    def legible(picture: TitledDrawing, layout: Layout) -> bool:
        return layout.smallest_text(picture.drawing) >= _LEGIBLE

    while solutions:
        pages = []
        for layout in reversed(layouts[:enough]):
            fitting = takewhile(partial(legible, layout=layout), solutions[: layout.count])
            pages.append((layout, list(fitting)))
        layout, page = max(pages, key=lambda page: len(page[1]))
        if not page:
            layout, page = large, list(solutions[: large.count])
        yield layout, page
        solutions = solutions[len(page) :]


def _page(layout: Layout, pictures: Sequence[TitledDrawing], number: int) -> Canvas:
    width, height = layout.paper
    page = Canvas(width, height)
    if layout.heading:
        page.write([layout.heading], width / 2, _MARGIN, _HEADING, bold=True)
    lines = [line for rule in dict.fromkeys(one.rule for one in pictures) for line in _rule_lines(rule, layout.paper)]
    page.write(lines, width / 2, height - _MARGIN - LINE * _RULE * len(lines), _RULE)
    page.write([str(number)], width / 2, height - _MARGIN / 2 - LINE * _PAGE_NUMBER / 2, _PAGE_NUMBER)
    for row in range(layout.rows):
        _draw_row(page, layout, pictures[row * layout.cols :][: layout.cols], layout.top + row * layout.height)
    return page


def _rule_lines(rule: str, paper: tuple[float, float]) -> list[str]:
    return wrapped(rule, paper[0] - 2 * _MARGIN, _RULE)


def _draw_row(page: Canvas, layout: Layout, pictures: Sequence[TitledDrawing], top: float) -> None:
    """Draw a row of pictures, each below its title. The upper edges of all pictures are at the same height, and the
    tallest picture is centred in its slot."""
    cells = [layout.cell(one.drawing) for one in pictures]
    highest = max((one.drawing.height * cell for one, cell in zip(pictures, cells)), default=0)
    top += (layout.height - highest + layout.title_height) / 2
    size = layout.title_size
    for col, ((title, drawing, _), cell) in enumerate(zip(pictures, cells)):
        middle = _MARGIN + layout.width * ((1 + _GUTTER) * col + 0.5)
        lines = wrapped(title, layout.width, size, True, _TITLE_LINES)
        page.write(lines, middle, top - (len(lines) + 0.6) * LINE * size, size, bold=True)
        page.draw(drawing, middle - drawing.width * cell / 2, top, cell)
