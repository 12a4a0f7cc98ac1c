"""Pages to print: their layout and their files."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowloom.host.drawing import pages as drawing_pages
from rowloom.host.drawing.pages import PAPERS, Layout, TitledDrawing, layout_for, save_pages
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import candidates
from support.puzzles import blank, full_grid, sudoku

A4 = PAPERS["a4"]


def loop(rows, cols=None):
    """Return the drawing of a Slitherlink with a single clue."""
    return blank(Slitherlink, rows, cols or rows, r1c1=3).drawing()


@given(
    st.sampled_from([*PAPERS.values()]), st.integers(1, 10), st.integers(1, 10), st.integers(1, 64), st.integers(1, 64),
    st.booleans(),
)  # fmt: skip
def test_pictures_with_their_titles_fit_their_places(paper, rows, cols, down, across, coordinates):
    drawing = replace(loop(down, across), coordinates=coordinates)
    layout = Layout(paper, rows, cols, rows * cols)
    cell = layout.cell(drawing)
    label = 0.85 * coordinates
    assert 0 < cell <= 0.7
    width, height = cell * (drawing.cols + label), cell * (drawing.rows + label)
    assert cols * width < paper[0] - 1 and rows * (height + layout.title_height) < paper[1] - 1
    # The picture is as large as possible.
    assert cell == 0.7 or width > 0.999 * layout.width or height > 0.999 * (layout.height - layout.title_height)


@pytest.mark.parametrize("count, drawing, rows, cols", [
    (1, loop(10), 1, 1), (2, loop(10), 2, 1), (4, loop(10), 2, 2), (6, loop(10), 3, 2), (4, loop(5, 20), 4, 1),
    (4, loop(40, 5), 1, 4),
])  # fmt: skip
def test_the_best_layout(count, drawing, rows, cols):
    layout = layout_for("a4", (count,), [loop(2), drawing])
    assert (layout.rows, layout.cols, layout.count) == (rows, cols, count)


def test_the_smallest_text_is_that_of_candidates():
    puzzle = sudoku([[0] * 9] * 9)
    drawings = puzzle.drawing(), loop(9), replace(puzzle.drawing(), candidates=candidates(puzzle))
    sizes = list(map(Layout(A4, 1, 1, 1).smallest_text, drawings))
    assert sizes[0] == sizes[1] > 2 * sizes[2] > 20


RULES = ["loop " * 60, "digits", "shades " * 40]
"""The rules of three puzzles, which take up 3 lines, 1 line and 3 lines on a page."""


@pytest.mark.parametrize("per_page, lines", [((1,), 3), ((1, 2), 6), ((3,), 7), ((12,), 7), ((10, 10), 7)])
def test_the_rules_of_a_page_fit_below_the_pictures(tmp_path, per_page, lines):
    layout = layout_for("a4", per_page, [loop(2)], RULES)
    assert layout.rules == lines
    assert layout.top + layout.rows * layout.height + lines * 8 * 1.35 / 72 < A4[1] - 0.55
    assert layout_for("a4", per_page, [loop(2)]).height > layout.height
    puzzles = [TitledDrawing("puzzle", loop(2), rule) for rule in RULES[: layout.count]]
    if len(per_page) == 2:
        (page,) = svg_pages(tmp_path, layout, puzzles)
        assert len(titles_of(page)) == sum((3, 1, 3)[: len(puzzles)]) + 1 + len(puzzles)


def svg_pages(folder, layout, puzzles, solutions=()):
    """Write the pages to SVG files, and return the contents of the files."""
    return [path.read_text() for path in save_pages(folder / "page.svg", layout, puzzles, solutions)]


def titles_of(page):
    """Return the texts on a page. matplotlib also writes each text into a comment of the file."""
    return re.findall(r"<!-- (.*) -->", page)


def test_order_of_pages(tmp_path):
    puzzles = [TitledDrawing(f"puzzle {number}", loop(2)) for number in range(1, 4)]
    solutions = [TitledDrawing(f"solution {number}", loop(3)) for number in range(1, 14)]
    pages = svg_pages(tmp_path, Layout(A4, 1, 2, 2), puzzles, solutions)
    assert [titles_of(page) for page in pages] == [
        ["1", "puzzle 1", "puzzle 2"],
        ["2", "puzzle 3"],
        ["Solutions", "3", *(f"solution {number}" for number in range(1, 13))],
        ["Solutions", "4", "solution 13"],
    ]


@pytest.mark.parametrize("sizes, pages", [
    ([2] * 5, [5]),
    ([2] * 12 + [60] + [2] * 3, [12, 1, 3]),
    ([2, 18, 2, 18, 2], [5]),
    ([18] * 7, [6, 1]),
    ([90, 2, 2], [1, 2]),
])  # fmt: skip
def test_solutions_are_as_small_as_legible(sizes, pages):
    solutions = [TitledDrawing(f"{size}x{size}", loop(size)) for size in sizes]
    found = [pictures for _, pictures in drawing_pages.solution_pages(solutions, Layout(A4, 1, 1, 1))]
    assert [len(page) for page in found] == pages
    assert [one for page in found for one in page] == solutions


@pytest.mark.parametrize("rows, cols, order, count, pages", [
    (4, 2, 3, 6, [6]),  # with three rows of two, the solutions would be larger than the puzzles
    (4, 2, 5, 9, [8, 1]),  # the solutions are too small to be legible, but so are the puzzles
    (5, 4, 2, 25, [20, 5]),
])  # fmt: skip
def test_solutions_are_no_larger_than_the_puzzles(rows, cols, order, count, pages):
    drawing = sudoku(full_grid(order)).drawing()
    layout = Layout(A4, rows, cols, rows * cols)
    found = list(drawing_pages.solution_pages([TitledDrawing("one", drawing)] * count, layout))
    assert [len(page) for _, page in found] == pages
    assert all(one.cell(drawing) <= layout.cell(drawing) for one, _ in found)


def test_long_and_unusual_titles(tmp_path):
    names = ["word " * 100, "letters" * 50, "", "$x^2$ \\frac", "a\tb\x07", "日本", "-->"]
    pages = svg_pages(tmp_path, Layout(A4, 1, 1, 1), [TitledDrawing(name, loop(2)) for name in names])
    first, second, *_ = map(titles_of, pages)
    for page in (first, second):
        assert len(page) == 3 and page[2].endswith("…")
    assert titles_of(pages[3])[1] == names[3]
    assert titles_of(pages[4])[1] == "a b"


def test_a_pdf_holds_all_pages_and_no_date(tmp_path):
    drawings = loop(5), replace(loop(3, 2), coordinates=True), loop(3)
    puzzles = [TitledDrawing(f"puzzle {number}", drawing) for number, drawing in enumerate(drawings)]
    files = []
    for name in ("one.pdf", "other.PDF"):
        assert save_pages(tmp_path / name, Layout(A4, 1, 1, 1), puzzles) == [tmp_path / name]
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
    assert files[0].startswith(b"%PDF") and files[0].count(b"/Type /Page ") == 3
    assert b"Date" not in files[0]


def test_numbered_names(tmp_path):
    names = [drawing_pages.numbered(tmp_path / "a.b.svg", number, 10).name for number in range(1, 11)]
    assert (names[6], names[9]) == ("a.b-07.svg", "a.b-10.svg")
    assert drawing_pages.numbered(tmp_path / "p.svg", 1, 2).name == "p-1.svg"
    assert names == sorted(names)
