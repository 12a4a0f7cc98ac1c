"""Files with pictures."""

import re
import sys
from dataclasses import replace
from itertools import product

import pytest
from PIL import Image

from rowloom.host.drawing.drawing import Arrow, Edge
from rowloom.host.drawing.pictures import PictureError, save, save_animation, svg
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from support.puzzles import full_grid

PUZZLE = Slitherlink("small", 2, 3, ((None, 1, 3), (2, None, 0)))
SOLUTION = ("110", "100")
LOOP, TINT, PAPER, INK = (0xC1, 0x44, 0x0E), (0xFD, 0xF0, 0xD5), (0xFF, 0xFF, 0xFF), (0x1F, 0x29, 0x33)
SHADE, GREY, CANDIDATE = (0xB4, 0xBD, 0xC7), (0x9A, 0xA5, 0xB1), (0x3E, 0x4C, 0x59)

MARGIN, CELL = 0.2, 0.36


class Pixels:
    """The pixels of a drawing in a PNG file. Coordinates are in cells; the drawing is ``size`` cells wide."""

    def __init__(self, path, drawing, size):
        save(drawing, path)
        with Image.open(path) as image:
            self._image = image.convert("RGB")
        self._scale = self._image.width / (size * CELL + 2 * MARGIN)

    def at(self, x, y):
        return self._image.getpixel([round((MARGIN + place * CELL) * self._scale) for place in (x, y)])

    def inside(self, row, col):
        """Return all colours inside a cell, except those near the cell's edges."""
        left, top = (round((MARGIN + (place + 0.1) * CELL) * self._scale) for place in (col, row))
        width = round(0.8 * CELL * self._scale)
        return {colour for _, colour in self._image.crop((left, top, left + width, top + width)).getcolors(width**2)}


def size_of(path):
    """Return the width and the height of a PNG in inches."""
    with Image.open(path) as image:
        return tuple(pixels / 200 for pixels in image.size)


def sudoku_of(order, givens):
    """Return a puzzle whose first ``givens`` rows are full, and its solution."""
    size = order * order
    solution = full_grid(order)
    cells = solution[:givens] + ((0,) * size,) * (size - givens)
    return Sudoku(f"order {order}", size, size, cells), solution


def test_png_shows_the_loop_and_its_inside(tmp_path):
    path = tmp_path / "small.png"
    at = Pixels(path, PUZZLE.drawing(SOLUTION), 3).at
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    width, height = size_of(path)
    assert width - height == pytest.approx(CELL)  # the puzzle has one more column than rows
    assert [at(0.25, 0), at(2, 0.5), at(1.5, 1), at(1, 1.5)] == [LOOP] * 4
    assert [at(0.25, 0.25), at(1.25, 0.25), at(0.25, 1.25), at(1, 0.5)] == [TINT] * 4
    assert [at(2.25, 0.25), at(1.25, 1.25), at(2.5, 1), at(2.5, 0)] == [PAPER] * 4


def test_png_shows_boxes_and_solved_digits(tmp_path):
    puzzle, solution = sudoku_of(2, 2)
    bare, solved = (Pixels(tmp_path / "grid.png", puzzle.drawing(shown), 4) for shown in (None, solution))
    for pixels in (bare, solved):
        # There are thick lines around the boxes, and nowhere else.
        assert [pixels.at(x, 0.25) for x in (0, 2, 4)] == [pixels.at(0.25, y) for y in (0, 2, 4)] == [INK] * 3
        assert INK not in [pixels.at(x, 0.25) for x in (1, 3)] + [pixels.at(0.25, y) for y in (1, 3)]
        assert PAPER not in [pixels.at(x, 0.25) for x in (1, 3)]
        assert all(INK in pixels.inside(row, col) and LOOP not in pixels.inside(row, col)
                   for row in (0, 1) for col in range(4))  # fmt: skip
    for row, col in ((row, col) for row in (2, 3) for col in range(4)):
        assert bare.inside(row, col) == {PAPER}
        assert LOOP in solved.inside(row, col) and INK not in solved.inside(row, col)


@pytest.mark.slow
def test_the_largest_png_is_legible_and_not_too_large(tmp_path):
    pixels = Pixels(tmp_path / "large.png", sudoku_of(15, 1)[0].drawing(), 225)
    assert size_of(tmp_path / "large.png") == (30, 30)
    # The cell contains a number of three digits, and the strokes of the digits are dark.
    assert min(sum(level) for level in pixels.inside(0, 224)) < 3 * 0x60
    assert pixels.inside(1, 224) == {PAPER}


def test_svg_has_the_outlines_of_each_number_once():
    puzzle, solution = sudoku_of(5, 0)
    text = svg(puzzle.drawing(solution))
    assert text.count("<use ") >= 625
    assert text.count("<path id=") < 50


@pytest.mark.parametrize("solution", [None, SOLUTION])
def test_the_same_svg_every_time(tmp_path, solution):
    one, other = tmp_path / "one.svg", tmp_path / "other.SVG"
    save(PUZZLE.drawing(solution), one)
    save(PUZZLE.drawing(solution), str(other))
    assert one.read_bytes() == other.read_bytes()
    assert "dc:date" not in one.read_text()
    assert ("#c1440e" in one.read_text()) == (solution is not None)


def test_without_matplotlib(monkeypatch, tmp_path):
    for name in ("matplotlib", *(name for name in sys.modules if name.startswith("matplotlib."))):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(PictureError, match=r"matplotlib.*draw"):
        save(PUZZLE.drawing(), tmp_path / "small.png")


DYNASTY = Smullyan("dynasty", 2, 3, ((None, 2, None), (None,) * 3))


def test_png_shows_shaded_cells_and_their_clues(tmp_path):
    bare, solved = (Pixels(tmp_path / "cells.png", DYNASTY.drawing(shown), 3) for shown in (None, ("010", "000")))
    assert bare.at(1.2, 0.2) == PAPER and solved.at(1.2, 0.2) == SHADE
    assert INK in solved.inside(0, 1) and PAPER not in solved.inside(0, 1)
    assert solved.inside(0, 0) == solved.inside(1, 1) == {PAPER}


def test_the_size_of_the_text(tmp_path):
    heights = []
    for size in (None, 13, 39):
        save(DYNASTY.drawing(), tmp_path / "sized.png", size)
        heights.append(size_of(tmp_path / "sized.png")[1])
    # Each picture is two cells high, plus margins. With text of size 39, the cells are three times as large as with
    # text of size 13.
    assert heights[0] == heights[1]
    assert heights[2] - heights[1] == pytest.approx(2 * 2 * CELL, abs=0.01)


def test_arrows_have_two_colours(tmp_path):
    arrows = (Arrow(0, 1, 0, 1, True), Arrow(1, 2, -1, 0, False))
    at = Pixels(tmp_path / "arrows.png", replace(DYNASTY.drawing(("100", "010")), arrows=arrows), 3).at
    assert at(2, 0.5) == (0xC8, 0x1E, 0x1E)
    assert at(2.5, 1) == (0x0D, 0x8A, 0x8A)


def test_crossed_edges(tmp_path):
    drawing = PUZZLE.drawing()
    horizontal, vertical = ([list(row) for row in edges] for edges in (drawing.horizontal, drawing.vertical))
    horizontal[1][1] = vertical[0][2] = vertical[1][3] = Edge.CROSSED
    at = Pixels(tmp_path / "crossed.png", replace(drawing, horizontal=horizontal, vertical=vertical), 3).at
    assert [at(1.5, 1), at(2, 0.5), at(3, 1.5)] == [GREY] * 3
    assert [at(0.5, 1), at(1, 0.5), at(2, 1.5), at(1.3, 1), at(1.7, 1)] == [PAPER] * 5


def test_candidates_have_their_places_in_empty_cells(tmp_path):
    puzzle, _ = sudoku_of(3, 1)
    drawing = puzzle.drawing()
    assert svg(replace(drawing, candidates={(0, 4): {1}})) == svg(drawing)
    candidates = {(2, digit - 1): {digit} for digit in range(1, 10)}
    pixels = Pixels(tmp_path / "candidates.png", replace(drawing, candidates=candidates), 9)
    assert pixels.inside(0, 4) >= {INK} and pixels.inside(1, 3) == {PAPER}
    for digit, place in product(range(9), repeat=2):
        across, down = (0.1 + 0.8 / 3 * at for at in (place % 3, place // 3))
        colours = {pixels.at(digit + across + x / 100, 2 + down + y / 100) for x in range(2, 27) for y in range(2, 27)}
        assert (CANDIDATE in colours) == (place == digit), place


def svg_size(drawing, title=""):
    """Return the width and the height of a picture in inches."""
    return [float(size) / 72 for size in re.search(r'width="(.*)pt" height="(.*)pt"', svg(drawing, title)).groups()]


def test_cells_grow_until_candidates_are_legible():
    drawing = sudoku_of(4, 1)[0].drawing()
    assert svg_size(replace(drawing, candidates={(1, 0): {16}}))[0] > 1.4 * svg_size(drawing)[0]


def test_coordinates_take_room_above_and_on_the_left():
    bare, named = PUZZLE.drawing(), replace(PUZZLE.drawing(), coordinates=True)
    more = [after - before for before, after in zip(svg_size(bare), svg_size(named))]
    assert more == pytest.approx([0.85 * CELL] * 2, abs=0.01)
    # There is a path for each of r1, r2, c1, c2 and c3.
    assert svg(named).count("<path ") - svg(bare).count("<path ") == 5


def test_a_title_is_wrapped():
    titles = ("", "short", "words " * 40, "a" * 300, "$x^2$ \t 日本 \x07")
    bare, short, words, letters, odd = (svg_size(PUZZLE.drawing(), title) for title in titles)
    assert bare[0] < short[0] == words[0] == letters[0] == 3
    assert bare[1] < short[1] == odd[1] < words[1] < letters[1]


@pytest.fixture
def frames():
    """Return three drawings of the puzzle. Each drawing has more lines of the loop than the previous one."""
    drawing = PUZZLE.drawing()
    lines = [Edge.FOUND] * 3, [Edge.NONE] * 3
    return [drawing, replace(drawing, horizontal=(*lines, lines[1])), replace(drawing, horizontal=(*lines, lines[0]))]


def test_an_animation(tmp_path, frames):
    save_animation(frames, ["", "a title " * 20, "end"], tmp_path / "steps.gif", 0.3)
    save_animation(frames, ["", "a title " * 20, "end"], str(tmp_path / "again.GIF"), 0.3)
    assert (tmp_path / "steps.gif").read_bytes() == (tmp_path / "again.GIF").read_bytes()
    with Image.open(tmp_path / "steps.gif") as animation:
        assert (animation.n_frames, animation.info["loop"]) == (3, 0)
        durations, lines = [], []
        for number in range(3):
            animation.seek(number)
            durations.append(animation.info["duration"])
            left, top = (animation.width - 100 * 3 * CELL) / 2, 100 * MARGIN
            places = [(left + 50 * CELL, top + 100 * row * CELL) for row in (0, 1, 2)]
            pixels = [animation.convert("RGB").getpixel((round(x), round(y))) for x, y in places]
            lines.append([pixel == LOOP for pixel in pixels])
    assert durations == [300, 300, 1200]
    assert lines == [[False] * 3, [True, False, False], [True, False, True]]


@pytest.mark.parametrize("name, error", [("steps.png", PictureError), ("no/steps.gif", FileNotFoundError)])
def test_an_animation_that_cannot_be_written(tmp_path, frames, name, error):
    with pytest.raises(error, match=r"\.gif"):
        save_animation(frames, [""] * 3, tmp_path / name, 1)
