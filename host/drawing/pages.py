"""Pages to print: several titled puzzles on each, the genres' rules at the foot, then pages of solutions."""

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
    "MOST_PER_PAGE", "PAPERS", "READABLE", "SUFFIXES", "Layout", "Titled", "layout_for", "numbered", "save_pages",
    "smaller",
]  # fmt: skip

SUFFIXES = ".pdf", ".png", ".svg"
"""The suffixes of files of pages and of pictures."""

PAPERS = {"a4": (210 / 25.4, 297 / 25.4), "letter": (8.5, 11.0)}
"""Width and height in inches."""

MOST_PER_PAGE = 100

READABLE = 3
"""The smallest numbers on a page, in points."""

_MARGIN, _LARGEST_CELL = 0.55, 0.7
"""Inches. The page number is in the middle of the lower margin."""

_GUTTER = 0.18
"""The space between columns of pictures, in widths of a picture."""

_HEADING, _RULE, _PAGE_NUMBER, _TITLES = 18, 8, 9, (7, 13)
"""Points. Titles grow with the width of their place, from the smallest to the largest."""

_TITLE_LINES = 2
"""The lines of a title; longer ones are cut."""

_SMALL = (2, 1), (3, 2), (4, 3)
"""Rows and columns of solutions on a page, if the puzzles have fewer places."""

_LEGIBLE = 5
"""The smallest numbers in solutions in points, unless the puzzles' are smaller."""


class Titled(NamedTuple):
    """A picture with its title."""

    title: str
    drawing: Drawing
    rule: str = ""
    """Text at the foot of the page; pictures with the same rule share it."""


@dataclass(frozen=True)
class Layout:
    """A page's rows and columns of equal places for pictures, ``count`` of which are used. Sizes are in inches."""

    paper: tuple[float, float]
    """Width and height."""
    rows: int
    cols: int
    count: int
    heading: str = ""
    rules: int = 0
    """Lines below the places that are reserved for the rules of genres."""

    @property
    def top(self) -> float:
        """The space above the uppermost places."""
        return _MARGIN + (2 * LINE * _HEADING if self.heading else 0)

    @property
    def width(self) -> float:
        """The width of a place."""
        return (self.paper[0] - 2 * _MARGIN) / (self.cols + _GUTTER * (self.cols - 1))

    @property
    def height(self) -> float:
        """The height of a place with its title."""
        rules = (self.rules + 1) * LINE * _RULE if self.rules else 0
        return (self.paper[1] - self.top - rules - _MARGIN) / self.rows

    @property
    def title_size(self) -> float:
        """The height of titles in points."""
        smallest, largest = _TITLES
        return min(largest, max(smallest, 3.4 * self.width))

    @property
    def title_height(self) -> float:
        """The part of a place's height that is for the title and the space above and below it."""
        return (_TITLE_LINES + 1) * LINE * self.title_size

    def cell(self, drawing: Drawing) -> float:
        """Return the size of a cell in the largest picture that fits a place; 0 or less if there is no room."""
        return min(_LARGEST_CELL, self.width / drawing.width, (self.height - self.title_height) / drawing.height)

    def smallest_text(self, drawing: Drawing) -> float:
        """Return the height in points of the smallest numbers in a picture."""
        cell = self.cell(drawing)
        size = canvas.text_size(drawing, cell)
        return min(size, canvas.candidate_size(drawing, cell)) if drawing.candidates else size


def layout_for(
    paper: str, per_page: Sequence[int], pictures: Sequence[Drawing], rules: Collection[str] = ()
) -> Layout:
    """Return the layout of pages of paper, one of :data:`PAPERS`, with pictures and their rules, each rule once.

    ``per_page`` is rows and columns, or the number of pictures, whose rows and columns then make the smallest cells
    largest.
    """
    paper_size, count = PAPERS[paper], prod(per_page)
    with reproducible():
        heights = sorted((len(_rule_lines(rule, paper_size)) for rule in rules), reverse=True)
    # The pictures of one page may have the rules with the most lines.
    most = sum(heights[:count])
    sizes = [(rows, -(-count // rows)) for rows in range(1, count + 1)] if len(per_page) == 1 else [tuple(per_page)]
    layouts = [Layout(paper_size, rows, cols, count, rules=most) for rows, cols in sizes]
    return max(layouts, key=lambda layout: min(map(layout.cell, pictures)))


def numbered(path: Path, number: int, last: int) -> Path:
    """Return the name of one of several files: ``book-07.svg`` is file 7 of 12."""
    return path.with_name(f"{path.stem}-{number:0{len(str(last))}}{path.suffix}")


def save_pages(
    path: str | Path, layout: Layout, puzzles: Sequence[Titled], solutions: Sequence[Titled] = ()
) -> list[Path]:
    """Draw pages of puzzles, and then pages of their solutions; return the files.

    A ``.pdf`` file holds all pages. With ``.png`` and ``.svg``, each page is a file, :func:`numbered` if there are
    several. The puzzles and their rules must fit the layout; solutions are smaller, if still legible, and never larger.
    The same pictures make the same files, byte for byte, with the same version of matplotlib.

    Raise OSError if a file cannot be written, PictureError for another suffix or if matplotlib is not installed.
    """
    path = Path(path)
    suffix = suffix_of(path, *SUFFIXES)
    starts = range(0, len(puzzles), layout.count)
    pages = [*((layout, puzzles[start : start + layout.count]) for start in starts), *smaller(solutions, layout)]
    with reproducible():
        drawn = (_page(*page, number) for number, page in enumerate(pages, 1))
        if suffix == ".pdf":
            from matplotlib.backends.backend_pdf import PdfPages

            # In memory first: on a full disk, matplotlib does not raise OSError.
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


def smaller(solutions: Sequence[Titled], puzzles: Layout) -> Iterator[tuple[Layout, Sequence[Titled]]]:
    """Yield pages of solutions smaller than the puzzles, as many on each as are legible, or else as large as these."""
    large = replace(puzzles, count=puzzles.rows * puzzles.cols, heading="Solutions")
    places = [(rows, cols) for rows, cols in _SMALL if rows * cols > large.count]
    layouts = [large, *(replace(large, rows=rows, cols=cols, count=rows * cols, rules=0) for rows, cols in places)]
    enough = next((number for number, layout in enumerate(layouts, 1) if layout.count >= len(solutions)), None)

    def legible(picture: Titled, layout: Layout) -> bool:
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


def _page(layout: Layout, pictures: Sequence[Titled], number: int) -> Canvas:
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


def _draw_row(page: Canvas, layout: Layout, pictures: Sequence[Titled], top: float) -> None:
    """Draw a row of pictures with their titles on one line; the highest picture is centred in its place."""
    cells = [layout.cell(one.drawing) for one in pictures]
    highest = max((one.drawing.height * cell for one, cell in zip(pictures, cells)), default=0)
    top += (layout.height - highest + layout.title_height) / 2
    size = layout.title_size
    for col, ((title, drawing, _), cell) in enumerate(zip(pictures, cells)):
        middle = _MARGIN + layout.width * ((1 + _GUTTER) * col + 0.5)
        lines = wrapped(title, layout.width, size, True, _TITLE_LINES)
        page.write(lines, middle, top - (len(lines) + 0.6) * LINE * size, size, bold=True)
        page.draw(drawing, middle - drawing.width * cell / 2, top, cell)
