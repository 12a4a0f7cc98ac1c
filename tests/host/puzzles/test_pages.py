"""Pages to print: how pictures are put on them, and the files."""

import re
from itertools import pairwise

import pytest

from rowloom.host.drawing.pages import (
    PAPERS,
    Layout,
    Titled,
    best_layout,
    layout_for,
    numbered,
    rule_of,
    save_pages,
    titles,
)
from rowloom.host.drawing.pictures import PictureError
from rowloom.host.puzzles import genre
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku, candidates
from support.puzzles import full_grid

A4 = PAPERS["a4"]


def loop(rows, cols=None):
    """Return the drawing of a Slitherlink with one clue, which is a path in an SVG file."""
    cols = cols or rows
    clues = ((3, *[None] * (cols - 1)), *[(None,) * cols] * (rows - 1))
    return genre("slitherlink").drawing(Slitherlink("loop", rows, cols, clues))


def grid(order):
    puzzle = Sudoku("grid", order**2, order**2, full_grid(order))
    return genre("sudoku").drawing(puzzle)


@pytest.mark.parametrize("paper", PAPERS.values())
@pytest.mark.parametrize("rows, cols", [(1, 1), (2, 1), (1, 2), (4, 3), (10, 10)])
@pytest.mark.parametrize("drawing", [loop(2), loop(9, 2), loop(2, 9), loop(36, 64)])
@pytest.mark.parametrize("coordinates", [False, True])
def test_pictures_with_their_titles_fit_their_places(paper, rows, cols, drawing, coordinates):
    layout = Layout(paper, rows, cols, rows * cols)
    cell = layout.cell(drawing, coordinates)
    label = 0.85 * coordinates
    assert 0 < cell <= 0.7
    width, height = cell * (drawing.cols + label), cell * (drawing.rows + label)
    assert cols * width < paper[0] - 1 and rows * (height + layout.title_height) < paper[1] - 1
    # as large as it may be
    assert cell == 0.7 or width > 0.999 * layout.width or height > 0.999 * (layout.height - layout.title_height)


@pytest.mark.parametrize("count, drawing, rows, cols", [
    (1, loop(10), 1, 1),
    (2, loop(10), 2, 1),
    (4, loop(10), 2, 2),
    (6, loop(10), 3, 2),
    (4, loop(5, 20), 4, 1),
    (4, loop(40, 5), 1, 4),
])  # fmt: skip
def test_the_best_layout(count, drawing, rows, cols):
    layout = best_layout(A4, count, [loop(2), drawing], False)
    assert (layout.rows, layout.cols, layout.count) == (rows, cols, count)


def test_the_smallest_text_is_that_of_candidates():
    puzzle = Sudoku("empty", 9, 9, ((0,) * 9,) * 9)
    drawing = genre("sudoku").drawing(puzzle)
    layout = Layout(A4, 1, 1, 1)
    drawings = drawing, loop(9), type(drawing)(**{**vars(drawing), "candidates": candidates(puzzle)})
    sizes = [layout.smallest_text(drawing) for drawing in drawings]
    assert sizes[0] == sizes[1] > 2 * sizes[2] > 20


RULES = ["loop " * 60, "digits", "shades " * 40]
"""Their lines are 3, 1 and 3."""


@pytest.mark.parametrize("per_page, lines", [((1,), 3), ((1, 2), 6), ((3,), 7), ((12,), 7), ((10, 10), 7)])
def test_the_rules_of_a_page_fit_below_the_pictures(tmp_path, per_page, lines):
    layout = layout_for("a4", per_page, [loop(2)], False, RULES)
    assert layout.rules == lines
    assert layout.top + layout.rows * layout.height + lines * 8 * 1.35 / 72 < A4[1] - 0.55
    assert layout_for("a4", per_page, [loop(2)], False).height > layout.height
    puzzles = [Titled("puzzle", loop(2), rule) for rule in RULES[: layout.count]]
    page, = svg_pages(tmp_path, layout, puzzles)
    assert len(titles_of(page)) <= lines + 1 + len(puzzles)


@pytest.mark.parametrize("genres, grades, expected", [
    ([Slitherlink], {}, ["one"]),
    ([Slitherlink] * 2, {1: "hard"}, ["one", "hard: one"]),
    ([Slitherlink, Slink], {0: "easy"}, ["Slitherlink, easy: one", "Slink: one"]),
])  # fmt: skip
def test_titles(genres, grades, expected):
    puzzles = {key: kind("one", 1, 1, ((3,),)) for key, kind in enumerate(genres)}
    assert [*titles(puzzles, grades).values()] == expected


@pytest.mark.parametrize("kind", [Slitherlink, Slink, Sudoku, Smullyan, Canal])
def test_every_genre_has_a_rule(kind):
    assert rule_of(kind).startswith(f"{kind.title}: ") and rule_of(kind).endswith(".")


def svg_pages(folder, layout, puzzles, solutions=(), **options):
    """Return what the files of the pages hold."""
    return [path.read_text() for path in save_pages(folder / "page.svg", layout, puzzles, solutions, **options)]


def titles_of(page):
    """Return the texts on a page, which matplotlib names in comments."""
    return re.findall(r"<!-- (.*) -->", page)


def test_which_puzzles_are_on_which_page(tmp_path):
    puzzles = [Titled(f"puzzle {number}", loop(2)) for number in range(1, 6)]
    solutions = [Titled(f"solution {number}", loop(3)) for number in range(1, 14)]
    pages = svg_pages(tmp_path, Layout(A4, 1, 2, 2), puzzles, solutions)
    assert [titles_of(page) for page in pages] == [
        ["1", "puzzle 1", "puzzle 2"],
        ["2", "puzzle 3", "puzzle 4"],
        ["3", "puzzle 5"],
        ["Solutions", "4", *(f"solution {number}" for number in range(1, 13))],
        ["Solutions", "5", "solution 13"],
    ]


@pytest.mark.parametrize("sizes, pages", [
    ([2] * 5, [5]),
    ([2] * 12 + [60] + [2] * 3, [12, 1, 3]),
    ([2, 18, 2, 18, 2], [5]),
    ([18] * 7, [6, 1]),
    ([90, 2, 2], [1, 2]),
])  # fmt: skip
def test_solutions_are_as_small_as_they_are_legible(tmp_path, sizes, pages):
    solutions = [Titled(f"{size}x{size}", loop(size)) for size in sizes]
    drawn = svg_pages(tmp_path, Layout(A4, 1, 1, 1), [Titled("puzzle", loop(2))], solutions)[1:]
    titles = [titles_of(page)[2:] for page in drawn]
    assert [len(page) for page in titles] == pages
    assert [title for page in titles for title in page] == [one.title for one in solutions]


@pytest.mark.parametrize("rows, cols, order, count, pages", [
    (4, 2, 3, 6, [6]),  # six fit two columns of three, too, but would be larger than the puzzles
    (4, 2, 5, 9, [8, 1]),  # too small to be legible, as the puzzles are
    (5, 4, 2, 25, [20, 5]),
])  # fmt: skip
def test_solutions_are_no_larger_than_the_puzzles(tmp_path, rows, cols, order, count, pages):
    titled = [Titled(f"{number}", grid(order)) for number in range(count)]
    layout = Layout(A4, rows, cols, rows * cols)
    drawn = svg_pages(tmp_path, layout, titled, titled)
    first = -(-count // layout.count)
    assert [len(titles_of(page)) - 2 for page in drawn[first:]] == pages
    sizes = [float(re.search(r"stroke-width: ([\d.]+)", page)[1]) for page in (drawn[0], drawn[first])]
    assert sizes[1] <= sizes[0]


def test_long_titles_are_cut_and_odd_ones_drawn(tmp_path):
    names = ["word " * 100, "letters" * 50, "", "$x^2$ \\frac", "a\tb\x07", "日本", "-->"]
    pages = svg_pages(tmp_path, Layout(A4, 1, 1, 1), [Titled(name, loop(2)) for name in names])
    first, second, *_ = map(titles_of, pages)
    for page in (first, second):
        assert len(page) == 3 and page[2].endswith("…")
    assert titles_of(pages[3])[1] == names[3]
    assert titles_of(pages[4])[1] == "a b"


def test_a_pdf_holds_all_pages_and_no_date(tmp_path):
    puzzles = [Titled(f"puzzle {number}", drawing) for number, drawing in enumerate([loop(5), grid(2), grid(3)])]
    files = []
    for name in ("one.pdf", "other.PDF"):
        assert save_pages(tmp_path / name, Layout(A4, 1, 1, 1), puzzles, coordinates=True) == [tmp_path / name]
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
    assert files[0].startswith(b"%PDF") and files[0].count(b"/Type /Page ") == 3
    assert b"Date" not in files[0]


def test_coordinates_are_on_every_picture(tmp_path):
    puzzles = [Titled("puzzle", loop(3, 2))] * 2
    layout = Layout(A4, 1, 2, 2)
    bare, named = (svg_pages(tmp_path, layout, puzzles, coordinates=named)[0] for named in (False, True))
    assert named.count("<path ") - bare.count("<path ") == 2 * (3 + 2)


@pytest.mark.parametrize("number, last, name", [(1, 2, "a.b-1.svg"), (7, 10, "a.b-07.svg"), (10, 10, "a.b-10.svg")])
def test_numbered_names(tmp_path, number, last, name):
    assert numbered(tmp_path / "a.b.svg", number, last) == tmp_path / name


def test_numbers_sort(tmp_path):
    names = [str(numbered(tmp_path / "page.svg", number, 120)) for number in range(1, 121)]
    assert all(one < other for one, other in pairwise(names))


@pytest.mark.parametrize("name", ["book.gif", "book", ".pdf"])
def test_another_suffix(tmp_path, name):
    with pytest.raises(PictureError, match=r"\.pdf"):
        save_pages(tmp_path / name, Layout(A4, 1, 1, 1), [Titled("puzzle", loop(2))])


@pytest.mark.parametrize("name", ["no/book.pdf", "no/page.svg"])
def test_what_cannot_be_written(tmp_path, name):
    with pytest.raises(FileNotFoundError):
        save_pages(tmp_path / name, Layout(A4, 1, 1, 1), [Titled("puzzle", loop(2))])
