"""The page in a real browser: opening, editing, sharing, how it looks. Solving is in test_page_solving.py."""

from urllib.parse import quote

import pytest

import rowloom
from support.browser_page import Keys

SLITHER = "https://puzz.link/p?slither/5/5/g1bh28286122682d"
PUZZLE, = rowloom.read(SLITHER)
CLUES = [["" if clue is None else str(clue) for clue in row] for row in PUZZLE.clues]


def title(page):
    return page.find(".caption h2").text


def test_it_begins_with_an_empty_grid(page):
    assert title(page).startswith("Slitherlink")
    assert {clue for row in page.clues() for clue in row} == {""}
    assert (page.data("state"), page.data("unique"), page.data("cycles")) == ("idle", "", "")


@pytest.mark.parametrize("text, genre, first_row", [
    (SLITHER, "slitherlink", CLUES[0]),
    ("3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9", "sudoku",
     ["5", "3", "", "", "7", "", "", "", ""]),
    ("canal 2 2\n1 .\n? 12\n", "canal", ["1", ""]),
    ("https://puzz.link/p?smullyan/3/4/i22g12i2", "smullyan", ["", "", ""]),
])
def test_pasting_opens_a_puzzle(page, text, genre, first_row):
    page.paste(text)
    assert page.data("genre") == genre
    assert page.clues()[0] == first_row


def test_pasting_something_else_says_why_not_and_changes_nothing(page):
    page.paste(SLITHER)
    assert page.spoken().endswith("14 clues. The puzzle is open.")
    page.paste("hello there")
    assert "hello" in page.find(".toast").text
    assert "hello" in page.spoken()
    assert page.clues() == CLUES


def test_the_dialog_opens_a_text_and_says_what_is_wrong_with_one(page):
    page.click("#tool-open")
    page.find("#text").send_keys("2 2\n1.\n")
    page.click("#open-text")
    assert page.find("#text-fault").text
    page.find("#text").send_keys(".3")
    page.click("#open-text")
    assert page.clues() == [["1", ""], ["", "3"]]
    assert page.script("return document.querySelectorAll('dialog[open]').length") == 0


SEVERAL = "4 4\n1 0 0 4\n0 0 1 0\n0 3 0 0\n2 0 0 0\n"


def in_dialog(page):
    page.click("#tool-open")
    page.find("#text").send_keys(SEVERAL)
    page.click("#open-text")


@pytest.mark.parametrize("give", [
    in_dialog,
    lambda page: page.paste(SEVERAL),
    lambda page: page.drop(SEVERAL.encode()),
    lambda page: page.open("#puzzle=" + quote(SEVERAL) + "&view=play"),
], ids=["dialog", "paste", "file", "address"])  # fmt: skip
def test_where_several_genres_fit_the_page_asks(page, give):
    give(page)
    page.wait(lambda: page.find("#text-fault").is_displayed())
    choice = page.browser.find_elements("css selector", "#text-genres button")
    assert [button.text for button in choice] == ["Sudoku", "Smullyanic Dynasty", "Canal View"]
    assert all(button.text in page.find("#text-fault").text for button in choice)
    assert page.find("#text").get_attribute("value").split() == SEVERAL.split()
    assert page.script("return document.activeElement.textContent") == "Sudoku"
    page.type(Keys.ENTER)
    page.wait(lambda: page.data("genre") == "sudoku")
    assert page.clues() == [["1", "", "", "4"], ["", "", "1", ""], ["", "3", "", ""], ["2", "", "", ""]]
    assert page.script("return document.querySelectorAll('dialog[open]').length") == 0


@pytest.mark.parametrize("content", [
    SLITHER.encode(), f"<{SLITHER}>".encode("utf-16"), f"# mine\r\n{SLITHER}&fbclid=x\r\n".encode(),
])
def test_dropping_a_file_opens_it(page, content):
    page.drop(content)
    page.wait(lambda: page.clues() == CLUES)


@pytest.mark.parametrize("content, words", [(b"\x89PNG\r\n\x1a\n\0\0", "UTF-8"), (b"0" * 10_000_001, "10 MB")])
def test_dropping_something_else_says_why_not(page, content, words):
    page.drop(content)
    page.wait(lambda: words in page.find(".toast").text)
    assert page.data("genre") == "slitherlink"


def test_examples_of_every_genre(page):
    page.click("#tool-open")
    page.wait(lambda: page.script("return document.querySelectorAll('.example').length") > 10)
    page.script("[...document.querySelectorAll('.example')].at(-1).click()")
    assert page.data("genre") == "canal"
    assert page.find("#genre").get_attribute("value") == "canal"
    assert page.spoken().startswith("Canal View, 10")


def test_editing_by_keyboard_alone(page):
    page.type(Keys.TAB, Keys.ENTER)  # to the grid
    assert page.script("return document.activeElement.id") == "board"
    page.type("2", Keys.ARROW_RIGHT, "3", Keys.ARROW_DOWN, "0", Keys.HOME, "1", Keys.DELETE, Keys.END, "2")
    clues = page.clues()
    assert clues[0][:2] == ["2", "3"]
    assert clues[1] == ["", "0", *[""] * 7, "2"]
    assert page.find("#place").get_attribute("textContent") == "row 2, column 10, 2"
    page.type("7")
    assert page.clues() == clues


def test_the_cursor_is_kept_in_sight(page):
    page.paste("64 36\n" + ("." * 36 + "\n") * 64)
    for width in (390, 1280):
        page.resize(width, 800)
        page.script("document.getElementById('board').focus()")
        for key in (Keys.PAGE_DOWN, Keys.END, Keys.HOME, Keys.PAGE_UP, Keys.END):
            page.type(key)
            assert page.script("""
                const box = (selector) => document.querySelector(selector).getBoundingClientRect();
                const cell = box("#board .cursor"), sheet = box(".sheet");
                return cell.top >= box(".bar").bottom && cell.bottom <= innerHeight
                    && cell.left >= sheet.left && cell.right <= sheet.right;"""), (width, key)


def test_undo_and_redo(page):
    page.paste(SLITHER)
    page.click("#board")
    page.type("3")
    changed = page.clues()
    assert changed != CLUES
    page.type(Keys.CONTROL + "z")
    assert page.clues() == CLUES
    page.type(Keys.CONTROL + Keys.SHIFT + "z")
    assert page.clues() == changed
    page.click("#undo")
    page.click("#undo")
    assert len(page.clues()) == 10
    assert not page.find("#undo").is_enabled()


def test_undo_acts_on_what_is_shown(page):
    """In Puzzle, on clues: marks, which are not seen there, stay."""
    def lines():
        return page.find(".line.mine").get_attribute("d").count("M")

    page.paste("2 2\n2.\n.2\n")
    page.click("#tab-play")
    page.script("document.getElementById('board').focus()")
    page.type("w")
    page.click("#tab-edit")
    page.script("document.getElementById('board').focus()")
    page.type(Keys.ARROW_RIGHT, "1", Keys.ARROW_DOWN)
    page.click("#tab-play")
    page.script("document.getElementById('board').focus()")
    page.type("s")
    page.click("#tab-edit")
    page.click("#undo")
    assert page.clues() == [["2", ""], ["", "2"]]
    assert page.find("#place").get_attribute("textContent") == "Undone: row 1, column 2"
    page.click("#tab-play")
    assert lines() == 2
    page.type(Keys.CONTROL + "z")
    assert page.find("#place").get_attribute("textContent") == "Undone: row 2, column 2, 2, open"
    page.click("#tab-edit")
    page.click("#redo")
    assert page.clues() == [["2", "1"], ["", "2"]]
    page.click("#undo")
    page.click("#undo")  # the puzzle that was pasted
    assert len(page.clues()) == 10
    assert page.find("#place").get_attribute("textContent") .startswith("Undone: Slitherlink, 10")
    assert not page.find("#undo").is_enabled()


KEYS = [
    # key, code, other fields of the event; the text of the live region afterwards, from row 2, column 1
    ("6", "Numpad6", {}, "row 2, column 1, 6"),
    ("ArrowRight", "Numpad6", {}, "row 2, column 2, open"),
    ("PageDown", "Numpad3", {}, "row 9, column 1, open"),
    ("Clear", "Numpad5", {}, "row 2, column 1, open"),
    ("Insert", "Numpad0", {}, "row 2, column 1, open"),
    ("PageUp", "Numpad9", {"shiftKey": True}, "row 2, column 1, pencil marks 9"),
    ("9", "Numpad9", {"shiftKey": True}, "row 2, column 1, pencil marks 9"),
    ("Clear", "Numpad5", {"modifierNumLock": True}, "row 2, column 1, pencil marks 5"),  # with Shift, on Windows
    ("(", "Digit9", {"shiftKey": True}, "row 2, column 1, pencil marks 9"),
    ("4", "Digit4", {"repeat": True}, "row 2, column 1, open"),
    ("ArrowRight", "ArrowRight", {"repeat": True}, "row 2, column 2, open"),
]


def test_keys_of_the_keypad_and_keys_that_are_held(page):
    page.paste("1" + "." * 80)
    page.click("#tab-play")
    page.script("document.getElementById('board').focus()")
    for key, code, more, place in KEYS:
        page.type(Keys.PAGE_UP, Keys.HOME, Keys.ARROW_DOWN)
        page.script("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', arguments[0]))",
                    {"key": key, "code": code, "bubbles": True, "cancelable": True, **more})
        assert page.find("#place").get_attribute("textContent") == place, (key, code, more)
        page.type(Keys.PAGE_UP, Keys.HOME, Keys.ARROW_DOWN)
        if page.find("#clear").is_enabled():
            page.type(Keys.CONTROL + "z")


def test_clicks_set_clues(page):
    page.click("#board")
    page.click("[data-enter='3']")
    # the middle of ten columns is between two of them
    assert [clue for row in page.clues() for clue in row if clue] == ["3"]
    page.click("[aria-label='Clear the cell']")
    assert {clue for row in page.clues() for clue in row} == {""}


def test_another_genre_and_another_size(page):
    page.paste(SLITHER)
    page.script("const rows = document.getElementById('rows'); rows.value = 3; rows.dispatchEvent(new Event('change'))")
    assert page.clues() == CLUES[:3]
    page.find("#genre").send_keys("Sudoku")
    assert (page.data("genre"), len(page.clues())) == ("sudoku", 9)


def test_numbers_of_several_digits(page):
    page.paste("canal 1 3\n. . .\n")
    page.type(Keys.TAB, Keys.ENTER, "1", "2", Keys.ARROW_RIGHT, "?", Keys.ARROW_RIGHT, "4", "5", Keys.BACKSPACE)
    assert page.clues() == [["12", "?", "4"]]


def test_a_link_brings_the_puzzle_back(page):
    page.paste(SLITHER)
    page.click("#tool-share")
    link = page.find("#link").get_attribute("value")
    assert "#puzzle=" in link
    assert page.find("#address").get_attribute("value") == SLITHER
    page.forget()
    page.open("#" + link.partition("#")[2])
    assert page.clues() == CLUES


def test_the_puzzle_is_kept(page):
    page.paste(SLITHER)
    page.open()
    assert page.clues() == CLUES


def test_a_draft_that_breaks_the_rules_is_kept_too(page):
    page.paste("1...............")
    page.script("document.getElementById('board').focus()")
    page.type(Keys.END, "1")
    page.open()
    assert page.clues()[0] == ["1", "", "", "1"]
    assert page.script("return document.querySelectorAll('.fill.fault').length") == 1


def test_playing_a_loop_by_keyboard(page):
    page.paste("2 2\n2.\n.2\n")
    page.click("#tab-play")
    page.script("document.getElementById('board').focus()")
    page.type("w", "a", Keys.ARROW_RIGHT, "w", "d", Keys.ARROW_DOWN, "d", "s", Keys.ARROW_LEFT, "a")
    assert "line left" in page.find("#place").get_attribute("textContent")
    assert not page.find("#told").is_displayed()
    page.type("s")
    assert "Solved" in page.find("#told").text
    page.type(Keys.SHIFT + "d" + Keys.NULL, Keys.CONTROL + "z")
    assert page.script("return document.querySelectorAll('.cross.mine').length") == 0


def test_playing_a_sudoku(page):
    page.paste("12343412.1434321")
    page.click("#tab-play")
    page.script("document.getElementById('board').focus()")
    page.type(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.SHIFT + "2" + Keys.NULL, "1")
    page.click("#check")
    assert "twice" in page.find("#told").text
    page.type(Keys.CONTROL + "z")
    assert page.find(".pencil").text == "2"
    page.script("document.getElementById('board').focus()")
    page.type("2")
    assert "Solved" in page.find("#told").text


def test_pencil_marks_of_a_large_sudoku_can_be_read(page):
    page.paste("1" + "." * 255)
    page.click("#tab-play")
    page.script("document.getElementById('board').focus()")
    page.type(Keys.ARROW_RIGHT, *(Keys.SHIFT + digit + Keys.NULL for digit in "245"))
    marks = page.browser.find_elements("css selector", ".pencil")
    assert [mark.text for mark in marks] == ["2", "4", "5"]
    assert all(float(mark.get_attribute("font-size")) >= 14 for mark in marks)


def test_what_is_shaded_stays_visible_where_something_is_wrong(page):
    page.paste("canal 2 2\n2 .\n. .\n")
    page.click("#tab-play")
    page.script("document.getElementById('board').focus()")
    page.type("x")
    page.click("#check")
    order = page.script("return [...document.querySelectorAll('#board .fill')].map((fill) => fill.className.baseVal)")
    assert order == ["fill mine", "fill fault", "fill mine"]


def test_playing_shades(page):
    page.paste("canal 2 2\n2 .\n. .\n")
    page.click("#tab-play")
    page.script("document.getElementById('board').focus()")
    page.type("x")
    page.click("#check")
    assert "number is shaded" in page.find("#told").text
    assert "number is shaded" in page.spoken()
    assert page.find("#board").get_attribute("aria-label").endswith("1 mark")
    page.click("#clear")
    page.script("document.getElementById('board').focus()")
    page.type(Keys.ARROW_RIGHT, "x", Keys.ARROW_DOWN, "x", Keys.ARROW_LEFT, "x")
    assert "Solved" in page.find("#told").text


def test_nothing_is_wider_than_the_window(page):
    page.paste(SLITHER)
    for width in (320, 390, 768, 1280):
        page.resize(width, 844)
        for view in ("edit", "play", "watch"):
            page.click(f"#tab-{view}")
            assert page.script("return document.documentElement.scrollWidth") <= width, view


def test_dark_as_the_system_and_by_choice(page):
    def paper():
        return page.script("return getComputedStyle(document.body).backgroundColor")

    light = paper()
    page.emulate(scheme="dark")
    dark = paper()
    assert dark != light
    page.click("#theme")
    assert paper() == light
    page.open()
    assert paper() == light


def test_every_control_has_a_name(page):
    nameless = page.script("""
        return [...document.querySelectorAll("button, input, select, textarea")].filter((one) =>
            !one.textContent.trim() && !one.ariaLabel && !one.labels?.length && !one.hasAttribute("aria-hidden"))
            .map((one) => one.outerHTML)""")
    assert nameless == []


def test_it_loads_nothing_from_elsewhere(page, address):
    loaded = page.script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert len(loaded) > 20
    assert [name for name in loaded if not name.startswith(address)] == []
