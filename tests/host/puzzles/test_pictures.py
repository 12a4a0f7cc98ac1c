"""Pictures in files."""

import builtins
import re

import pytest

from rowloom.host.puzzles.pictures import PictureError, picture
from rowloom.host.puzzles.slitherlink import Slitherlink

PUZZLE = Slitherlink("small", 2, 3, ((None, 1, 3), (2, None, 0)))
SOLUTION = ("110", "100")


@pytest.fixture
def no_matplotlib(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.split(".")[0] == "matplotlib":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)


def test_png(tmp_path):
    path = tmp_path / "small.png"
    picture(PUZZLE, SOLUTION, path)
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    assert width - height == round(0.36 * 200)  # one cell more


def test_png_shows_the_loop_and_its_inside(tmp_path):
    from matplotlib.image import imread

    picture(PUZZLE, SOLUTION, tmp_path / "small.png")
    pixels = imread(tmp_path / "small.png")

    def at(x, y):
        margin, cell = 0.2 * 200, 0.36 * 200
        return tuple(
            round(255 * level) for level in pixels[round(margin + y * cell), round(margin + x * cell)][:3]
        )

    loop, tint, paper = (0xC1, 0x44, 0x0E), (0xFD, 0xF0, 0xD5), (0xFF, 0xFF, 0xFF)
    assert [at(0.25, 0), at(2, 0.5), at(1.5, 1), at(1, 1.5)] == [loop] * 4
    assert [at(0.25, 0.25), at(1.25, 0.25), at(0.25, 1.25), at(1, 0.5)] == [tint] * 4
    assert [at(2.25, 0.25), at(1.25, 1.25), at(2.5, 1), at(2.5, 0)] == [paper] * 4


@pytest.mark.parametrize("solution", [None, SOLUTION])
def test_the_same_svg_every_time(tmp_path, solution):
    one, other = tmp_path / "one.svg", tmp_path / "other.SVG"
    picture(PUZZLE, solution, one)
    picture(PUZZLE, solution, str(other))
    assert one.read_bytes() == other.read_bytes()
    assert "dc:date" not in one.read_text()
    assert ("#c1440e" in one.read_text()) == (solution is not None)


@pytest.mark.parametrize("name", ["small.gif", "small", ".png"])
def test_another_suffix(name):
    message = f"cannot draw '{name}': expected a name that ends in .png or .svg"
    with pytest.raises(PictureError, match=f"^{re.escape(message)}$"):
        picture(PUZZLE, None, name)


def test_without_matplotlib(no_matplotlib, tmp_path):
    message = "pictures need matplotlib: pip install 'rowloom[draw]'"
    with pytest.raises(PictureError, match=f"^{re.escape(message)}$"):
        picture(PUZZLE, None, tmp_path / "small.png")
