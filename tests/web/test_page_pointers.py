"""Pointers on the grid in a real browser. A mouse always draws; a finger draws only if the person has chosen this."""

import pytest

from support.browser_page import PHONE, SLITHER, Keys
from support.pointers import Pointers, edges_between

LOOP = "10 10\n" + ("." * 10 + "\n") * 10
SHADES = "canal 8 8\n" + ". . . . . . . .\n" * 8
NUMBERS = "canal 1 8\n. . 2 . . 2 . .\n"
CORNER = [(2, 2), (5, 2), (5, 5)]


@pytest.fixture
def play(page):
    """Return a function that opens a puzzle in a view, and returns an object that moves pointers over the grid."""

    def play(text=LOOP, view="play"):
        page.paste(text)
        page.click(f"#tab-{view}")
        return Pointers(page)

    return play


def undo(page):
    page.type(Keys.CONTROL + "z")


def test_drags_from_dot_to_dot_draw_their_edges_and_no_other(page, play):
    around = [(1, 1), (9, 1), (9, 5), (1, 5)]
    page.resize(640, 400)
    pointers = play()
    page.script("document.getElementById('board').scrollIntoView()")
    for every, jitter, dots in ((20, 4, CORNER), (1000, 0, around)):  # many events, then one event at each corner
        pointers.drag(dots, every, jitter)
        assert pointers.edges() == edges_between(dots), (every, jitter)
        undo(page)
        assert pointers.edges() == []
        assert page.place().startswith("Undone: row ")
    page.type(Keys.CONTROL + "y")
    assert pointers.edges() == edges_between(around)
    page.resize(1280, 800)
    pointers = play("64 36\n" + ("." * 36 + "\n") * 64)  # small cells
    dots = [(10, 10), (30, 10), (30, 20)]
    pointers.drag(dots, 40, 1.5)
    assert pointers.edges() == edges_between(dots)


def test_what_a_pointer_marks(page, play):
    page.paste(SLITHER)
    page.click("#tool-share")  # this selects the link, which the middle button would paste on Linux
    page.type(Keys.ESCAPE)
    pointers = play()
    assert "right button: cross" in page.text(".keys.for-keyboard")
    for places, how, lines, crosses in (
        ([(2.1, 2.05)], {}, [], []),  # a click on a dot marks nothing
        ([(2.5, 2.1)], {"button": "middle"}, [], []),
        (CORNER, {"button": "middle"}, [], []),
        ([(2.5, 2.1)], {}, [(2, 2, False)], []),
        ([(2.5, 2.1)], {"button": "right"}, [], [(2, 2, False)]),
        (CORNER, {"button": "right"}, [], edges_between(CORNER)),
        (CORNER, {"pen": True}, edges_between(CORNER), []),
        ([(2, 2), (-3, 2), (-3, 5)], {}, edges_between([(0, 2), (2, 2)]), []),  # the release is outside of the grid
    ):
        pointers.drag(places, 60, **how)
        assert (pointers.edges(), pointers.edges("crosses")) == (lines, crosses), (places, how)
        assert len(page.clues()) == 10  # no other puzzle was opened
        if lines or crosses:
            undo(page)


def test_what_ends_a_stroke(page, play):
    """A stroke stays if its pointer is lost. Escape, undo, and a change of the view or of the puzzle remove the
    stroke."""
    pointers = play()
    pointers.drag([(1, 1), (2, 1)])
    before = edges_between([(1, 1), (2, 1)])
    for happens, kept in (
        (lambda: page.type(Keys.ESCAPE), False),
        (lambda: undo(page), False),
        (lambda: page.script("for (const id of ['tab-edit', 'tab-play']) document.getElementById(id).click()"), False),
        (lambda: page.script("dispatchEvent(new Event('blur'))"), True),
        (lambda: page.script("document.dispatchEvent(new Event('scroll'))"), True),
        # The page has not seen the release of the button.
        (lambda: pointers.mouse("Moved", pointers.pixel((8, 8)), held=False), True),
    ):
        pointers.drag(CORNER, 60, release=False)
        page.type("w")  # during a stroke, keys do not mark
        assert pointers.edges() == before + edges_between(CORNER)
        happens()
        pointers.mouse("Moved", pointers.pixel((5, 8)))
        pointers.mouse("Released", pointers.pixel((5, 5)), held=False)
        assert pointers.edges() == before + (edges_between(CORNER) if kept else [])
        if kept:
            undo(page)
    pointers.drag(CORNER, 60, release=False)
    page.paste("2 2\n3.\n..\n")
    pointers.mouse("Released", pointers.pixel((1, 1)), held=False)
    assert pointers.edges() == []


@pytest.fixture
def fingers(page, play):
    """Return a function that opens a puzzle on a simulated phone, and returns an object that moves fingers over the
    grid."""

    def fingers(*how):
        page.resize(*PHONE)
        return play(*how)

    return fingers


def test_swipes_scroll_and_mark_nothing(page, fingers):
    pointers = fingers()
    for at in range(2):
        pointers.swipe((0.5 + at, 8), (0, -150) if at % 2 else (0, 150))
        assert (pointers.edges(), pointers.edges("crosses")) == ([], [])
    page.resize(390, 560)
    pointers.swipe((3.5, 4), (0, -150))
    page.wait(lambda: page.script("return scrollY") > 50)
    assert pointers.edges() == []


def test_taps_mark_and_fingers_that_rest_cross_out(page, fingers):
    pointers = fingers()
    assert "hold: cross" in page.text(".keys.for-fingers")
    pointers.tap((3.5, 3))
    pointers.tap((5.5, 3), seconds=0.7)
    assert (pointers.edges(), pointers.edges("crosses")) == ([(3, 3, False)], [(3, 5, False)])
    pointers.tap((3.5, 3))
    assert (pointers.edges(), pointers.edges("crosses")) == ([], [(3, 3, False), (3, 5, False)])
    pointers.fingers("Start", pointers.pixel((1.5, 6)))  # the cross appears before the finger is lifted
    page.wait(lambda: (6, 1, False) in pointers.edges("crosses"))
    pointers.fingers("End")
    assert (6, 1, False) in pointers.edges("crosses")
    page.click("#tab-edit")
    pointers.tap((3.5, 3.5))
    pointers.tap((3.5, 3.5), seconds=0.7)
    assert page.clues()[3][3] == ""


def test_fingers_draw_if_the_person_wants_it(page, fingers):
    pointers = fingers()
    assert page.is_shown("#finger")
    page.click("#finger")
    far = pointers.pixel((5, 1))[0] - pointers.pixel((1, 1))[0]
    pointers.swipe((1, 1), (far, 0))
    assert pointers.edges() == edges_between([(1, 1), (5, 1)])
    pointers.swipe((1, 4), (0, far))
    assert page.script("return scrollY") == 0
    assert pointers.edges() == sorted(edges_between([(1, 1), (5, 1)]) + edges_between([(1, 4), (1, 8)]))
    undo(page)
    assert pointers.edges() == edges_between([(1, 1), (5, 1)])
    pointers.touch("#tool-colour")
    pointers.swipe((1.5, 6.5), (far, 0))
    pointers.tap((1.5, 7.5), seconds=0.7)
    assert [page.attribute(f".coloured.{side}", "d").count("M") for side in ("inside", "outside")] == [5, 1]
    page.open()  # the browser remembers the choice
    pointers = fingers(SHADES)
    pointers.swipe((0.5, 0.5), (pointers.pixel((5.5, 0))[0] - pointers.pixel((0.5, 0))[0], 0))
    assert pointers.cells() == [(0, col) for col in range(6)]


def test_cells_are_large_enough_for_fingers(page, fingers):
    for text in "20 36\n" + ("." * 36 + "\n") * 20, "1" + "." * 255:
        pointers = fingers(text)
        assert pointers.pixel((1, 0))[0] - pointers.pixel((0, 0))[0] > 27.9


def test_colours_of_the_sides_of_a_loop(page, play):
    pointers = play()
    page.click("#tool-colour")
    for places, how, inside, outside in (
        ([(2.5, 2.5), (5.5, 2.5)], {}, 4, 0), ([(2.5, 2.5)], {}, 3, 1), ([(4.5, 2.5)], {"button": "right"}, 2, 1),
    ):
        pointers.drag(places, 60, **how)
        count = [sum(path.count("M") for path in page.attributes(f".coloured.{side}", "d"))
                 for side in ("inside", "outside")]
        assert count == [inside, outside]
    assert pointers.edges() == []
    page.focus()
    page.type(Keys.ARROW_DOWN, " ", "w")
    assert "line above" in page.place() and "inside" in page.place()
    page.click("#tool-mark")
    pointers.drag(CORNER, 60)
    assert set(edges_between(CORNER)) < set(pointers.edges())


def chosen(page):
    """Return the number of cells of a Sudoku that are chosen."""
    return sum(path.count("M") for path in page.attributes(".chosen", "d"))


def test_a_sudoku_by_finger(page, fingers):
    pointers = fingers("1" + "." * 80)
    pointers.tap((3.5, 0.5))
    pointers.touch("[data-enter='5']")
    assert page.texts(".clue.mine") == ["5"]
    pointers.tap((1.5, 4.5))
    pointers.fingers("Start", pointers.pixel((2.5, 4.5)))
    page.wait(lambda: chosen(page) == 2)  # a finger that is held down adds cells
    pointers.fingers("Move", pointers.pixel((3.5, 4.5)))
    pointers.fingers("End")
    assert chosen(page) == 3
    for tool, digit in ("corner", "2"), ("centre", "3"), ("colour", "3"):
        pointers.touch(f"#tool-{tool}")
        pointers.touch(f"[data-enter='{digit}']")
    assert (page.texts(".pencil.corner"), page.texts(".pencil.centre")) == (["2"] * 3, ["3"] * 3)
    assert page.attribute(".fill.coloured.green", "d").count("M") == 3
    pointers.touch("#finger")
    assert page.text("#finger") == "Select by finger"
    pointers.swipe((2.5, 6.5), (0, pointers.pixel((0, 2))[1] - pointers.pixel((0, 0))[1]))
    assert (chosen(page), page.script("return scrollY")) == (3, 0)
    pointers = fingers("1" + "." * 255)
    pointers.tap((2.5, 0.5))
    pointers.touch("#tool-mark")
    pointers.touch("[data-enter='12']")
    assert page.texts(".clue.mine") == ["12"]


def test_several_cells_of_a_sudoku(page, play):
    pointers = play("1" + "." * 80)
    pointers.drag([(0.5, 0.5), (3.5, 0.5), (3.5, 2.5)], 20)
    assert chosen(page) == 6
    page.type("5")
    assert page.texts(".clue.mine") == ["5"] * 5  # the given keeps its digit
    page.type(Keys.CONTROL + "z", Keys.SHIFT + Keys.ARROW_DOWN + Keys.NULL)
    assert chosen(page) == 7
    page.type("x", "2", "c", "3")
    assert page.texts(".pencil.corner") == ["2"] * 6
    assert page.texts(".pencil.centre") == ["3"] * 6
    page.type(Keys.ESCAPE)
    assert chosen(page) == 0
    page.type("z", "2")  # the digit removes the small digits that it rules out
    assert page.texts(".clue.mine") == ["2"]
    assert page.texts(".pencil.corner") == ["2"] * 2
    page.type(Keys.CONTROL + "z")
    assert page.texts(".pencil.corner") == ["2"] * 6
    page.type("v", "3")
    assert page.count(".fill.coloured.green[d]") == 1
    page.type(Keys.BACKSPACE, Keys.BACKSPACE)
    assert page.place() == "row 4, column 4, open"


def test_highlights_of_a_sudoku(page, play):
    pointers = play("1" + "." * 39 + "1" + "." * 40)
    pointers.drag([(0.5, 0.5)])
    counts = [page.attributes(f".fill.{look}", "d")[0].count("M") for look in ("seen", "same")]
    assert counts == [27, 2]  # the cells of three houses, and the cells with a 1


def test_two_digit_numbers(page):
    page.play("1" + "." * 255, Keys.ARROW_RIGHT, "1", "2", Keys.ARROW_RIGHT, "g", Keys.ARROW_RIGHT, "h")
    assert page.texts(".clue.mine") == ["12", "16"]
    page.type(Keys.SHIFT + "a" + Keys.NULL, Keys.SHIFT + "9" + Keys.NULL)
    assert page.place() == "row 1, column 4, corner marks 9 10"


def test_other_grids_are_swiped_over_too(page, fingers):
    for text, view, seen in (LOOP, "edit", ".clue.given"), (SHADES, "play", ".fill.mine"):
        pointers = fingers(text, view)
        for _ in range(3):
            pointers.swipe((3.5, 6.5), (0, -60))
        assert page.count(seen) == 0
        page.script("scrollTo({ top: 0, behavior: 'instant' })")
        for _ in range(2 if view == "edit" else 1):  # the first tap only chooses the cell
            pointers.tap((3.5, 3.5))
        assert page.count(seen) == 1


def test_a_stroke_passes_over_numbers_that_are_never_shaded(play):
    pointers = play(NUMBERS)
    pointers.drag([(0.5, 0.5), (6.5, 0.5)])
    assert pointers.cells() == [(0, col) for col in (0, 1, 3, 4, 6)]
    pointers.drag([(2.5, 0.5)])
    assert (0, 2) in pointers.cells()


def test_clicks_on_clues(play, page):
    """The first click selects a cell, and further clicks change its clue. A release in another cell is not a click."""
    pointers = play("canal 3 3\n" + ". . .\n" * 3, "edit")
    seen = []
    for how in ({}, {}, {}, {"button": "right"}):
        pointers.drag([(1.5, 1.5)], **how)
        seen.append(page.clues()[1][1])
    pointers.drag([(1.5, 1.5), (2.5, 1.5)])
    assert seen == ["", "0", "1", "0"]
    assert page.clues() == [["", "", ""], ["", "0", ""], ["", "", ""]]


def test_two_fingers_mark_nothing_and_zoom(page, fingers):
    pointers = fingers()
    x, y = pointers.pixel((3.5, 3))
    for other in (x + 60, y), (x, 20):  # the second finger is on the grid or beside it
        pointers.fingers("Start", (x, y))
        pointers.fingers("Start", (x, y), other)
        pointers.fingers("End")
    pointers.fingers("Start", (x, y))
    pointers.fingers("Start", (x, y), (x + 60, y))
    for step in range(12):
        pointers.fingers("Move", (x - 5 * step, y), (x + 60 + 5 * step, y))
    pointers.fingers("End")
    assert (pointers.edges(), pointers.edges("crosses")) == ([], [])
    page.wait(lambda: page.script("return visualViewport.scale") > 1)

    page.browser.get("about:blank")
    page.browser.switch_to.new_window("tab")  # after a second finger, no touch reaches later pages of the same tab
