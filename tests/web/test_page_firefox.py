"""The page in Firefox: a person plays, makes and watches puzzles."""

import pytest

from support.browser_page import SLITHER
from support.firefox import Firefox

pytestmark = pytest.mark.skipif(not Firefox.exists(), reason="there is no firefox")

CELL, MARGIN = 40, 14


@pytest.fixture
def firefox(tmp_path, address):
    with Firefox(tmp_path) as firefox:
        firefox.open(f"{address}#puzzle=?{SLITHER.partition('?')[2]}&solve")
        yield firefox
    assert firefox.errors == []


def data(firefox, name):
    return firefox.script(f"document.body.dataset.{name}")


def test_play(firefox):
    firefox.wait("document.body.dataset.cycles")
    assert (data(firefox, "state"), data(firefox, "unique")) == ("solved", "true")
    firefox.click("#tab-play")
    left, top, width = firefox.script("(({ left, top, width }) => [left, top, width])"
                                      "(document.querySelector('#board svg').getBoundingClientRect())")

    def at(row, col):
        return tuple(start + (MARGIN + CELL * place) * width / (2 * MARGIN + 5 * CELL)
                     for start, place in ((left, col), (top, row)))

    firefox.drag(at(0, 0), at(0, 1), at(0, 2))
    firefox.drag(at(1, 2.5), button=2)
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
