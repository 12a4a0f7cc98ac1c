"""The page in Firefox: a person plays, makes and watches puzzles."""

import pytest

from support.browser_page import SLITHER, SUDOKU
from support.firefox import Firefox

pytestmark = pytest.mark.skipif(not Firefox.exists(), reason="there is no firefox")

CELL, MARGIN = 40, 14


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    with Firefox(tmp_path_factory.mktemp("firefox")) as firefox:
        yield firefox


@pytest.fixture
def firefox(started, address):
    started.open(f"{address}#puzzle=?{SLITHER.partition('?')[2]}&solve")
    yield started
    assert started.errors == []


def data(firefox, name):
    return firefox.script(f"document.body.dataset.{name}")


def box(firefox, selector):
    """Return the left, top, width and height of an element in pixels."""
    return firefox.script("(({ left, top, width, height }) => [left, top, width, height])"
                          f"(document.querySelector({selector!r}).getBoundingClientRect())")


def at(firefox, row, col):
    """Return the pixel of a place on the grid."""
    left, top, width, _ = box(firefox, "#board svg")
    scale = width / firefox.script("document.querySelector('#board svg').viewBox.baseVal.width")
    return left + (MARGIN + CELL * col) * scale, top + (MARGIN + CELL * row) * scale


def test_play(firefox):
    firefox.wait("document.body.dataset.cycles")
    assert (data(firefox, "state"), data(firefox, "unique")) == ("solved", "true")
    firefox.click("#tab-play")
    firefox.drag(*(at(firefox, 0, col) for col in range(3)))
    firefox.drag(at(firefox, 1, 2.5), button=2)
    assert firefox.script("document.querySelector('.line.mine').getAttribute('d')") == "M0 0h40M40 0h40"
    assert firefox.script("document.querySelector('.cross.mine').getAttribute('d')") == "M96 36l8 8m0 -8l-8 8"
    firefox.click("#check")
    assert firefox.wait("document.querySelector('#feedback').textContent")
    firefox.click("#another")
    firefox.wait("document.querySelector('.caption').textContent.includes('7\\u00d77')")


def test_watch(firefox):
    firefox.click("#tab-watch")
    for show in "guide", "engine", "machine":
        firefox.click(f"#watch-as-{show}")
        first = firefox.wait("document.querySelector('.player-clock').textContent")
        firefox.click("#watch-step")
        firefox.wait(f"document.querySelector('.player-clock').textContent !== {first!r}")


def test_digits_shades_sharing_and_today(firefox, address):
    firefox.open(f"{address}#puzzle={SUDOKU}&view=play")
    firefox.drag(at(firefox, 2.5, 0.5))
    firefox.type("2")
    assert firefox.script("document.querySelector('.clue.mine').textContent") == "2"
    firefox.open(f"{address}#puzzle=?canal/3/3/o&view=play")
    firefox.drag(*(at(firefox, 0.5, col + 0.5) for col in range(3)))
    assert firefox.script("document.querySelector('.fill.mine').getAttribute('d')").count("M") == 3
    firefox.click("#tool-share")
    left, top, width, height = box(firefox, "#copy")
    firefox.drag((left + width / 2, top + height / 2))  # Firefox allows a copy only after a real click
    firefox.wait("document.querySelector('dialog[open] [role=status]').textContent === 'Copied.'")
    firefox.click("dialog[open] [aria-label=Close]")
    firefox.click("#play-today")
    firefox.wait("document.querySelector('.caption').textContent.includes('Daily')")
